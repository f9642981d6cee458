"""Commands never print control characters from arguments or files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from atlantis_core.commands.output import complain, emit
from tests.commands.running import COMMANDS, run

HOSTILE = "\x1b]0;owned\x07\x1b[2J\r\x9b31m\u202eevil\udc9b"
BAD = frozenset("\x1b\x07\r\x9b\u202e\x00\x7f")

TOOLS = {
    "options": ["--{0}", "--board={0}", "--turn={0}", "-o{0}", "--json={0}", "--{0}={0}"],
    "words": ["{0}", "{0}#3", "bot:{0}", "agent:{0}", "agent:./{0}", "agent:{0} '", "person:{0}"],
}


def arguments() -> Iterator[tuple[str, ...]]:
    for name in COMMANDS:
        for shape in (*TOOLS["options"], *TOOLS["words"]):
            word = shape.format(HOSTILE)
            yield name, word
            yield name, word, word
            yield name, "--games", "1", "--board", "triangle:2", "random", word
    yield (HOSTILE,)
    yield ("help", HOSTILE)


@pytest.mark.parametrize(
    "chosen", list(arguments()), ids=lambda chosen: ascii(" ".join(chosen))[:60]
)
def test_commands_print_no_control_characters_from_arguments(
    chosen: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run(*chosen, stdin=b"")
    assert not BAD.intersection(told.out + told.err)
    assert "Traceback" not in told.err


def test_commands_print_no_control_characters_from_files(tmp_path: Path) -> None:
    name = HOSTILE[:-1]
    document = {
        "format": "Atlantis transcript",
        "version": "1.0",
        "segments": ["B2", "C5"],
        "players": [{"stacks": {"b2": 2}, "name": name}, {"stacks": {"d6": 1}, "color": name}],
        "turns": [[["b2", "b3"]]],
        "annotations": {"tags": {name: name}, "comments": {"1": name}, name: name},
        name: name,
    }
    path = tmp_path / f"{HOSTILE[:-1]}.json"
    path.write_text(json.dumps(document))
    for command in ("show", "check", "replay", "moves", "stats", "games", "fmt", "hint", "read"):
        told = run(command, str(path), stdin=b"comments\ntags\nwho\n")
        assert not BAD.intersection(told.out + told.err), command


def test_only_colour_codes_of_styled_text_pass(
    capsys: pytest.CaptureFixture[str],
) -> None:
    emit("\x1b[31mred\x1b[0m \x1b[2J", is_styled=True)
    emit("\x1b[31mred\x1b[0m")
    complain("a\x1b[31mb\nc\x07")
    told = capsys.readouterr()
    assert told.out == "\x1b[31mred\x1b[0m \u241b[2J\n\u241b[31mred\u241b[0m\n"
    assert told.err == "a\u241b[31mb\nc\u2407\n"
