"""Run the app and write what it means to show to a file whenever SIGUSR1 arrives.

Started as ``python -m tests.outside.inspected REPORT ARGUMENTS...``.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from pathlib import Path

from textual._context import visible_screen_stack

from atlantis_tui.app import main
from atlantis_tui.base_app import BaseApp
from atlantis_tui.game.document import GameDocument


def write_report(app: BaseApp, path: Path) -> None:
    """Write the class of the screen on top and the lines of its compositor."""
    screen = app.screen
    visible_screen_stack.set(app._background_screens)  # as Textual does before it paints
    lines = [strip.text for strip in screen._compositor.render_strips()]
    report = {
        "screen": type(screen).__name__,
        "lines": lines,
        "size": list(app.size),
        "game": _game_of(app),
    }
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(report), encoding="utf-8")
    unfinished.replace(path)


def _game_of(app: BaseApp) -> tuple[str, list[str]] | None:
    """File and turns of the game that is open; None without a file or with a damaged one."""
    for screen in reversed(app.screen_stack):
        document = getattr(screen, "document", None)
        if isinstance(document, GameDocument) and document.path and not document.problem:
            turns = [" ".join(map(str, turn)) for turn in document.game.turns]
            return str(document.path.absolute()), turns
    return None


def run(report: Path, arguments: list[str]) -> int:
    ready = BaseApp.on_ready

    def listen(app: BaseApp) -> None:
        ready(app)
        loop, write = asyncio.get_running_loop(), partial(write_report, app, report)

        context = copy_context()  # of the app: a signal interrupts any

        # Not the loop's own handler: when the loop ends it restores the default, which kills.
        def ask(_number: int, _frame: object) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(write, context=context)

        signal.signal(signal.SIGUSR1, ask)
        write()

    BaseApp.on_ready = listen  # type: ignore[assignment,method-assign]
    try:
        return main(arguments)
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # what Python restores when it ends kills


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), sys.argv[2:]))
