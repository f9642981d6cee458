"""The native search for positions of men and kings, which nearly all variants consist of.

Other pieces, jumps and berserk moves are left to the search in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from atlantis_core.engine import native
from atlantis_core.games.search import Found
from atlantis_core.support.cancelling import Cancelled, IsCancelled, never
from .evaluation import measures_of
from .pieces import KINDS, THE_KING, PieceKind, Side
from .play import Position
from .ruleset import Berserk, Jump, Shieldwalls, Strength, Threefold
from .tables import Move, Tables

_search: Callable[..., Any] | None = getattr(native, "tafl", None)
IS_NATIVE = _search is not None

_CODES = (PieceKind.MAN, KINDS + PieceKind.MAN, THE_KING)
"""Attackers' men, defenders' men, the king: all that the native search knows."""
_BYTES = 48
"""Bytes of a mask of the largest board."""
_STRENGTHS = (Strength.FOUR, Strength.FOUR_NEAR_CENTRE, Strength.TWO, Strength.ALL_THERE_ARE)
_THREEFOLD = (Threefold.DRAW, Threefold.WIN, Threefold.LOSS, Threefold.IGNORED)
_LIST_MOVES = -1


class NativeRow(NamedTuple):
    """The native engine's result of a legal move, for comparisons in tests."""

    move: Move
    attackers: int
    defenders: int
    kings: int
    ending: int
    """0 if the game goes on, 1 if the attackers have won, 2 the defenders, 3 for a draw."""
    worth: int
    """From the defenders' view."""


def can_search(position: Position) -> bool:
    """Whether the native search knows all rules and pieces of a position."""
    tables, pieces = position.tables, position.pieces
    others = any(mask for code, mask in enumerate(pieces) if code not in _CODES)
    return (
        _search is not None
        and not others
        and position.rules.berserk is Berserk.NONE
        and not any(tables.has_elite.values())
        and all(tables.jumps[code] is Jump.NONE for code in _CODES)
    )


def native_best_move(
    position: Position, effort: int, is_cancelled: IsCancelled = never
) -> Found[Move]:
    """The best move of a position in which the game goes on. Raises Cancelled."""
    found = _ask(position, max(effort, 0), is_cancelled)
    if found is None:
        raise Cancelled
    move, worth, line, depth, judged = found
    return Found(move, worth, tuple(line), depth, judged)


def native_rows(position: Position) -> list[NativeRow]:
    """All legal moves with the boards after them."""

    def row(move: Move, *parts: Any) -> NativeRow:
        boards = (int.from_bytes(part, "little") for part in parts[:3])
        return NativeRow(move, *boards, *parts[3:])

    return [row(*found) for found in _ask(position, _LIST_MOVES, never)]


def _ask(position: Position, effort: int, is_cancelled: IsCancelled) -> Any:
    if _search is None:
        raise RuntimeError("there is no native engine")
    side = position.to_move is Side.DEFENDERS
    pieces = _masks(position.attackers, position.defenders, position.pieces[THE_KING])
    past = b"".join(_past(position))
    laws = _laws_of(position.tables)
    return _search(*laws, pieces, int(side), past, effort, is_cancelled)


def _past(position: Position) -> Iterator[bytes]:
    for key, times in position.past.boards():
        is_attackers_turn, attackers, defenders, kings = key[:4]
        yield (_masks(attackers, defenders, kings) + bytes([not is_attackers_turn])) * times


def _masks(*masks: int) -> bytes:
    return b"".join(mask.to_bytes(_BYTES, "little") for mask in masks)


@lru_cache(maxsize=16)
def _laws_of(tables: Tables) -> tuple[tuple[int, ...], bytes, bytes]:
    """Numbers, zones of the spaces, and masks, in the order of the C file."""
    rules, measures = tables.rules, measures_of(tables)
    numbers = (
        tables.size,
        int(tables.king_captures),
        int(tables.king_is_hostile),
        _STRENGTHS.index(rules.king_strength),
        int(rules.shieldwalls is not Shieldwalls.NONE),
        int(rules.flanking_required),
        int(rules.linnaean_capture),
        int(rules.edge_forts),
        int(rules.surrounding_is_fatal),
        _THREEFOLD.index(rules.threefold),
        *(rules.speeds[code] for code in _CODES),
        measures.attacker,
        measures.reach,
    )
    zones = bytes(
        next((n for n, zone in enumerate(rules.zones, 1) if zone is here), 0)
        for here in tables.zone_at
    )
    sides = (Side.ATTACKERS, Side.DEFENDERS)
    masks = _masks(
        tables.not_first_file,
        tables.not_last_file,
        tables.edge,
        tables.corners,
        tables.escapes,
        tables.near_centre,
        tables.plain,
        *(tables.hostile_always[side] for side in sides),
        *(tables.centre_hostile_empty[side] for side in sides),
        *(tables.centre_hostile_occupied[side] for side in sides),
        tables.wall_corners,
        measures.risky,
        measures.open_to_king,
        *(_open(tables, zones, code, start, "passable") for code in _CODES for start in range(5)),
        *(_open(tables, zones, code, start, "stoppable") for code in _CODES for start in range(5)),
    )
    return numbers, zones, masks


def _open(tables: Tables, zones: bytes, code: int, start: int, what: str) -> int:
    """The spaces that a piece from a zone (0 for none) may pass, or stop on."""
    mask = tables.plain
    for number, zone in enumerate(tables.rules.zones, 1):
        may_enter = zone.enterable_again >> code & 1 or number == start
        if may_enter and getattr(zone, what) >> code & 1:
            mask |= sum(1 << space for space, here in enumerate(zones) if here == number)
    return mask
