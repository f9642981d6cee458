"""Commands end with an exit status, never with an exception, whatever a file contains."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.commands.running import run
from tests.commands.samples import GAME, SHORT_GAME

COMMANDS = (
    ("check", "-"),
    ("check", "--json", "-"),
    ("show", "-", "--axes"),
    ("replay", "-"),
    ("replay", "-", "--json"),
    ("moves", "-"),
    ("stats", "-"),
    ("fmt", "-"),
    ("shift", "-"),
    ("convert", "-", "-", "--to", "text"),
    ("new", "--board", "-"),
)
PIECES: tuple[bytes, ...] = (
    *(b'"', b"{", b"}", b"[", b"]", b",", b"-", b"9", b"0", b"B2", b"a1", b"\xff", b"\x1b[2J"),
    *(b'"E4": -1', b'"E4": 0', b'"stacks"', b'"turns"', b'"players": []', b"null", b"\n", b""),
)


@st.composite
def damaged_games(draw: st.DrawFn) -> bytes:
    """A game with characters removed or inserted at random."""
    content = draw(st.sampled_from([GAME.encode(), SHORT_GAME.encode()]))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 12)))
        content = content[:start] + draw(st.sampled_from(PIECES)) + content[end:]
    return content


@settings(max_examples=150)
@given(damaged_games() | st.binary(max_size=60), st.sampled_from(COMMANDS), st.booleans())
def test_every_command_survives_any_bytes(
    content: bytes, command: tuple[str, ...], is_terminal: bool
) -> None:
    finished = run(*command, stdin=content, is_terminal=is_terminal)

    assert finished.status in (0, 1)
    if finished.status and command[0] != "check":
        assert finished.err
    shown = finished.err if command[0] in {"fmt", "shift", "convert", "new"} else finished.out
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", shown)
