"""Tafl as a game of the registry: recognises files, starts games, and suggests moves.

A file may also be a rules record or a position alone: then it is a game without moves, and saving
it after a move writes a complete game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from atlantis_core.games.defaults import GameDefaults
from atlantis_core.games.errors import GameError
from atlantis_core.games.levels import EFFORTS
from atlantis_core.games.protocol import Game, Reading, Record, Thought, Variant
from atlantis_core.games.search import WON, Found
from atlantis_core.json_text.places import Problems, locate_problems
from atlantis_core.support.cancelling import IsCancelled, never
from .aage import AAGE_MARKER, import_aage
from .move_text import format_move
from .opponent import best_move, level_efforts
from .play import Position, legal_moves, play_legal
from .position_text import format_position, parse_position
from .positions import SIDES, TaflPosition, protocol_move
from .problems import TaflTextError
from .records import Bare, TaflRecord
from .rules_text import default_rules, format_rules, parse_rules
from .tables import Move
from .tree import read_game
from .variants import VARIANTS, find_variant

_RULES = re.compile(r"[\s\ufeff]*dim:[0-9]")
_POSITION = re.compile(r"[\s\ufeff]*/[0-9tcnkmgTCNKMG]+/")
_TAGS = re.compile(r"[\s\ufeff]*\[[A-Za-z][A-Za-z0-9_-]*:")
_WHOLE_TAG = re.compile(r"""[\s\ufeff]*\[[A-Za-z][A-Za-z0-9_-]*:[^\]\n"'\[{]*\]""")
_SURE = WON // 2
_AHEAD = 150


class Tafl(GameDefaults):
    """Opens games, rules records, positions, and games of aagenielsen.dk."""

    rules = """
        The attackers (lower case) try to capture the king; the defenders (upper case) try to
        bring him to a corner or, in some variants, to the edge. In most variants all pieces
        move like a rook in chess.

        A piece between two enemies in a line is captured, unless it moved there itself.
        Corners and the centre may count as enemies. Capturing the king usually takes more:
        two or four attackers.

        Each variant has its own rules. Select a piece to see its legal moves.
    """

    def recognises(self, text: str) -> bool:
        if any(kind.match(text) for kind in (_RULES, _POSITION)):
            return True
        if _WHOLE_TAG.match(text):
            return True
        if _TAGS.match(text):
            return "[rules:" in text or re.search(r"(?m)^1\. \S", text) is not None
        return text.lstrip("\ufeff \t\r\n").startswith("{") and AAGE_MARKER in text

    def read(self, text: str, name: str) -> Reading:
        if text.lstrip("\ufeff \t\r\n").startswith("{"):
            return _read_import(text, name)
        if _RULES.match(text):
            return _read_rules(text, name)
        if _POSITION.match(text):
            return _read_position(text, name)
        game, problems = read_game(text)
        diagnostics = locate_problems(problems, name, text, None)
        is_whole = not problems.has_errors
        return Reading(None if game is None else TaflRecord(game, (), is_whole), diagnostics)

    def variants(self) -> Sequence[Variant]:
        return [Variant(variant.name, variant.description) for variant in VARIANTS]

    def new(self, variant: str, names: Sequence[str] = ()) -> TaflRecord:
        """Start a game of a variant by name, or of a rules record."""
        record = _rules_record(variant)
        tags = [*zip(SIDES, names, strict=False), ("result", "?"), ("rules", record)]
        lines = [f"[{key}:{_tag_text(value)}]\n" for key, value in tags if value]
        return _opened("".join(lines) + "\n")

    def level_efforts(self, record: Record) -> tuple[int, ...]:
        position = record.position(0)
        return level_efforts(position.position) if isinstance(position, TaflPosition) else EFFORTS

    def think(
        self, record: Record, effort: int | None = None, is_cancelled: IsCancelled = never
    ) -> Thought:
        position = record.position(record.last_step)
        if not isinstance(position, TaflPosition) or not legal_moves(position.position):
            raise GameError("there is no legal move")
        at = position.position
        found = best_move(at, effort, is_cancelled)
        words = _describe_worth(at, found)
        return Thought(protocol_move(found.move, at.size), found.worth, words, found.judged)


GAME: Game = Tafl()


def _rules_record(variant: str) -> str:
    if not variant:
        return VARIANTS[0].record
    if "dim:" in variant:
        try:
            return format_rules(parse_rules(variant))
        except TaflTextError as error:
            raise GameError(f"not a rules record: {error}") from None
    found = find_variant(variant)
    if found is None:
        known = ", ".join(one.name for one in VARIANTS)
        raise GameError(
            f"unknown variant: {variant[:40]!r} (expected one of {known}, or a rules record)"
        )
    return found.record


def _opened(text: str) -> TaflRecord:
    game = read_game(text).game
    if game is None:
        raise GameError("this is not a game of tafl")
    return TaflRecord(game)


def _read_import(text: str, name: str) -> Reading:
    written, diagnostics = import_aage(text, name)
    record = None if written is None else _opened(written)
    return Reading(record, diagnostics, is_import=True)


def _read_rules(text: str, name: str) -> Reading:
    problems, record = Problems(), None
    try:
        canonical = format_rules(parse_rules(text, problems))
        record = _bare(canonical, text, canonical + "\n")
    except TaflTextError as error:
        error.report(problems)
    return Reading(record, locate_problems(problems, name, text, None))


def _read_position(text: str, name: str) -> Reading:
    """A position has no rules: uses the defaults for its size."""
    before = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    try:
        size, pieces = parse_position(text.strip("\ufeff \t\r\n"))
    except TaflTextError as error:
        problems = Problems()
        error.report(problems, before)
        return Reading(None, locate_problems(problems, name, text, None))
    rules = format_rules(default_rules(size, pieces))
    return Reading(_bare(rules, text, format_position(pieces, size) + "\n"))


def _bare(rules: str, text: str, canonical: str) -> TaflRecord:
    """A game without moves; until one is played, its text is what was read."""
    opened = _opened(f"[rules:{_tag_text(rules)}]\n\n")
    return replace(opened, bare=Bare(text, canonical))


def _tag_text(value: str) -> str:
    """A text without brackets and line breaks, for a tag."""
    return " ".join(value.replace("]", ")").split())


def _describe_worth(position: Position, found: Found[Move]) -> str:
    """``the defenders are ahead after Kd4-d6 a4-a6``."""
    side, other = position.to_move.value, position.to_move.opponent.value
    line = _line(position, found.line)
    if found.worth > _SURE:
        return f"the {side} win within {WON - found.worth} half-moves: {line}"
    if found.worth < -_SURE:
        return f"the {other} win within {WON + found.worth} half-moves: {line}"
    if abs(found.worth) < _AHEAD:
        return f"neither side is far ahead after {line}"
    return f"the {side if found.worth > 0 else other} are ahead after {line}"


def _line(position: Position, moves: tuple[Move, ...]) -> str:
    written = []
    for move in moves:
        written.append(format_move(position, move))
        position = play_legal(position, move)
    return " ".join(written)
