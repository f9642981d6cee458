"""Imports games of the site aagenielsen.dk in their JSON format; never writes it.

`{"BlackSidePlayerName": ..., "AageGameTypeKey": 16, "Moves": ["h11-h9", "f4-c4", ..., "resigned"],
"WhoWon": "White"}`. Black are the attackers. A resignation or timeout becomes a tag, because other
programs cannot read a resignation among the moves.

The site judges repetition and edge forts differently from the original of the notation: if players
played on, the rules of the imported game omit the rule that would have ended it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from atlantis_core.json_text.places import Problems, locate_problems
from atlantis_core.json_text.relaxed_json import read_relaxed_json
from atlantis_core.support.diagnostics import Diagnostic
from .layout import format_turn
from .move_text import MoveRecord, WrittenCapture, format_move, parse_move, resolve_move
from .pieces import KINDS, PieceKind
from .play import (
    IllegalTaflMoveError,
    Position,
    consequences,
    legal_moves,
    play_legal,
    start_position,
)
from .problems import TaflTextError
from .rules_text import format_rules
from .ruleset import Rules, Threefold
from .variants import find_variant

AAGE_MARKER = '"AageGameType'
"""Appears in every such file."""
_COPENHAGEN = 16
_RESULTS = {"black": "1", "white": "-1", "draw": "0", "ongoing": "?"}
_ENDINGS = {"resigned": "resigned", "timeout": "ran out of time"}
_LOSERS = {"1": "the defenders", "-1": "the attackers"}


class Imported(NamedTuple):
    """The game as the text of a game record; None if there is nothing to show."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...]


def import_aage(text: str, name: str) -> Imported:
    problems = Problems()
    data, tree = read_relaxed_json(text, problems)[:2]
    written = None
    if isinstance(data, Mapping):
        written = _convert(data, problems)
    elif not problems.has_errors:
        problems.error((), "not a game of aagenielsen.dk", "expected an object with 'Moves'")
    return Imported(written, locate_problems(problems, name, text, tree))


def _convert(data: Mapping[str, object], problems: Problems) -> str | None:
    kind = data.get("AageGameTypeKey")
    variant = find_variant("copenhagen")
    if kind != _COPENHAGEN or variant is None:
        problems.error(
            ("AageGameTypeKey",),
            f"unknown kind of game: {str(kind)[:40]!r}",
            f"expected {_COPENHAGEN}, which is Copenhagen Hnefatafl 11x11",
        )
        return None
    moves = data.get("Moves")
    if not isinstance(moves, Sequence) or isinstance(moves, str):
        problems.error(("Moves",), "the moves are missing", "expected a list 'Moves'")
        return None
    result = _result(data, problems)
    rules = _rules_for(moves, result, variant.rules, problems)
    records, ending, last = _replay(moves, start_position(rules), problems)
    if _contradicts(last, result):
        problems.warn(("WhoWon",), f"the winner differs from the board: {last.outcome}")
    tags = {
        "site": "aagenielsen.dk",
        "attackers": _player(data, "BlackSidePlayerName", problems),
        "defenders": _player(data, "WhiteSidePlayerName", problems),
        "result": result,
        "termination": f"{_LOSERS.get(result, 'one side')} {ending}" if ending else "",
        "variant": "Copenhagen Hnefatafl 11x11",
        "rules": format_rules(rules),
    }
    head = "".join(f"[{key}:{value}]\n" for key, value in tags.items() if value)
    return head + "\n" + "".join(_turns(records))


def _turns(records: Sequence[str]) -> list[str]:
    turns = [records[at : at + 2] for at in range(0, len(records), 2)]
    return [
        format_turn((), number, 0, turn) + f"[{'|' * (len(turn) - 1)}]\n\n"
        for number, turn in enumerate(turns, start=1)
    ]


def _rules_for(moves: Sequence[object], result: str, rules: Rules, problems: Problems) -> Rules:
    """The first of several rule sets under which the game ends as recorded."""
    no_repetition = replace(rules, threefold=Threefold.IGNORED)
    for fitting, left_out in (
        (rules, ""),
        (no_repetition, "repetition"),
        (replace(rules, edge_forts=False), "edge forts"),
        (replace(no_repetition, edge_forts=False), "repetition and edge forts"),
    ):
        found = Problems()
        last = _replay(moves, start_position(fitting), found)[2]
        if not found.has_errors and not _contradicts(last, result):
            if left_out:
                message = f"the rule of {left_out} is omitted: the game did not follow it"
                problems.warn(("Moves",), message)
            return fitting
    return rules


def _contradicts(last: Position, result: str) -> bool:
    return last.outcome is not None and result not in ("?", last.outcome.written)


def _replay(
    moves: Sequence[object], position: Position, problems: Problems
) -> tuple[list[str], str, Position]:
    """The records, the resignation or timeout if any, and the last position."""
    records: list[str] = []
    for index, written in enumerate(moves):
        place = ("Moves", index)
        if not isinstance(written, str):
            problems.error(place, "not a move", "expected for example 'h11-h9'")
            break
        if written.strip().lower() in _ENDINGS and index == len(moves) - 1:
            return records, _ENDINGS[written.strip().lower()], position
        try:
            record = parse_move(written.strip(), position.size)
            move, notes = resolve_move(position, _with_kings(position, record))
        except TaflTextError as error:
            problems.error(place, error.message, error.hint)
            break
        except IllegalTaflMoveError as error:
            problems.error(place, str(error))
            break
        for note in notes:
            problems.warn(place, note)
        records.append(format_move(position, move))
        position = play_legal(position, move)
    return records, "", position


def _with_kings(position: Position, record: MoveRecord) -> MoveRecord:
    """Add captures of kings, which the site never writes."""
    if record.move not in legal_moves(position):
        return record
    kings = [
        WrittenCapture("", man.space)
        for man in consequences(position, record.move).captured
        if man.code % KINDS == PieceKind.KING
    ]
    return record._replace(captures=(*record.captures, *kings))


def _result(data: Mapping[str, object], problems: Problems) -> str:
    winner = data.get("WhoWon", "Ongoing")
    result = _RESULTS.get(str(winner).lower())
    if result is None:
        expected = "expected 'Black', 'White', 'Draw' or 'Ongoing'"
        problems.warn(("WhoWon",), f"unknown winner {str(winner)[:40]!r}", expected)
    return result or "?"


def _player(data: Mapping[str, object], key: str, problems: Problems) -> str:
    """A name without brackets, for a tag."""
    name = str(data.get(key, ""))
    text = " ".join(name.replace("]", ")").split())
    if "]" in name:
        problems.warn((key,), f"the name is written as '{text}'", "a tag cannot contain ']'")
    return text
