"""Serves figures in the Prometheus text format over HTTP, on this machine only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

Figures: TypeAlias = Sequence[tuple[str, str, int]]
"""Name with labels, kind (gauge or counter) and value of each figure."""
_REQUEST_SECONDS = 5.0
_MOST_REQUEST = 8192
_HEAD = "HTTP/1.0 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {}\r\n\r\n"


async def serve_metrics(port: int, figures: Callable[[], Figures]) -> asyncio.Server:
    """Answer every request on a loopback port with the present figures."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(
            OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _REQUEST_SECONDS)
            text = format_figures(figures()).encode()
            writer.write(_HEAD.format(len(text)).encode() + text)
            await writer.drain()
        writer.close()

    return await asyncio.start_server(answer, "127.0.0.1", port, limit=_MOST_REQUEST)


def format_figures(figures: Figures) -> str:
    """The figures in the Prometheus text format, which keeps a kind and its figures together."""
    lines: dict[str, None] = {}
    for name, kind, number in figures:
        lines[f"# TYPE atlantis_{name.partition('{')[0]} {kind}"] = None
        lines[f"atlantis_{name} {number}"] = None
    return "\n".join([*lines, ""])
