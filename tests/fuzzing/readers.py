"""All readers of untrusted input, as functions of bytes.

A reader may return anything or raise an AtlantisError. Its messages become a signature, by which
the fuzzer recognises new behaviour.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from atlantis_core.arena.matches import Match
from atlantis_core.arena.results import MatchFormat
from atlantis_core.bots.agent_loop import run_agent
from atlantis_core.bots.greedy import GENTLE
from atlantis_core.bots.messages import parse_turn
from atlantis_core.bots.seats import parse_contestant
from atlantis_core.contests.results_file import _load
from atlantis_core.diagram import parse_diagram
from atlantis_core.games.registry import GAMES
from atlantis_core.learning.goals import parse_goal
from atlantis_core.processes.command_line import parse_command
from atlantis_core.rules.shapes import Shape, parse_shape, traditional_start
from atlantis_core.seats import read_seats
from atlantis_core.support.diagnostics import Diagnostic, draw_diagnostic, format_diagnostic
from atlantis_core.support.safe_text import is_safe_to_show, showable, showable_lines
from atlantis_core.transcript import check
from atlantis_tui.settings.options import parse_options

Reader = Callable[[bytes], str]
"""Reads bytes and returns the signature of the result."""
_DETAILS = re.compile(r"'[^']*'|[0-9]+|\b[a-z]{1,2}[0-9]+\b")
MATCH = Match(
    (parse_contestant("greedy"), parse_contestant("random")),
    "triangle:2",
    traditional_start(Shape.TRIANGLE, 2, 2),
)
_MOST_SAID = 20


def _shape(said: Iterable[object]) -> str:
    """A message without names, numbers and quotations."""
    texts = sorted({_DETAILS.sub("", str(text))[:200] for text in list(said)[:_MOST_SAID]})
    return " | ".join(texts)


def _told(diagnostics: Iterable[Diagnostic], text: str) -> str:
    found = list(diagnostics)
    for diagnostic in found[:3]:
        for line in (format_diagnostic(diagnostic), *draw_diagnostic(diagnostic, text).split("\n")):
            if not is_safe_to_show(line):
                raise AssertionError(f"a line that is not safe: {line!r}")
    return _shape(diagnostic.message for diagnostic in found)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def read_transcript(data: bytes) -> str:
    return _told(check(data), _text(data))


def read_diagram(data: bytes) -> str:
    return str(parse_diagram(_text(data)))[:40]


def read_options(data: bytes) -> str:
    return _shape(parse_options(_text(data)).problems)


def read_results(data: bytes) -> str:
    return str(len(_load(io.BytesIO(data), Path("results"), MatchFormat(MATCH))))


def read_turn_line(data: bytes) -> str:
    return str(len(parse_turn(_text(data))))


def read_agent_lines(data: bytes) -> str:
    answers = io.StringIO()
    run_agent(GENTLE, _text(data).splitlines(keepends=True), answers, effort=1)
    return _shape(answers.getvalue().splitlines())


def read_words(data: bytes) -> str:
    """The small notations of command lines: the name of the first that accepts the text."""
    text = _text(data)
    shown = "".join(showable_lines(text))
    if not (is_safe_to_show(shown) and is_safe_to_show(showable(text))):
        raise AssertionError("what is shown is not safe")
    read_seats([text, text], 2)
    for parse in (parse_command, parse_shape, parse_goal, parse_contestant):
        parse(text)
    return "words"


def _read_game(name: str) -> Reader:
    entry = next(entry for entry in GAMES if entry.name == name)

    def read(data: bytes) -> str:
        game, text = entry.load(), _text(data)
        is_known = game.recognises(text)
        return f"{is_known} {_told(game.read(text, 'fuzz').diagnostics, text)}"

    return read


READERS: dict[str, Reader] = {
    "transcript": read_transcript,
    "diagram": read_diagram,
    "options": read_options,
    "results": read_results,
    "turn": read_turn_line,
    "agent": read_agent_lines,
    "words": read_words,
    **{entry.name: _read_game(entry.name) for entry in GAMES},
}
