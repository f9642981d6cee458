"""Overlays of a board: who holds or reaches each field, and when fields sink.

`TERRITORY` says who owns an open field: secured (in a stable area), alone (no other player in the
area), first (the player's stones reach it in fewer steps than those of others) or tied. `TIDE` is
the round in which a field sinks if every player passes from now on; a move changes it.

Both are data for front ends, which write the signs into the free part of a field, never over
stones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from atlantis_core.engine.pure.figures import first_reached_of
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import FieldState, Position
from .scoring import areas, tally
from .settling import settle
from .turns import play_turn


class Overlay(Enum):
    """The signs that are written into the fields."""

    NONE = "none"
    TERRITORY = "territory"
    TIDE = "tide"

    @property
    def next(self) -> Overlay:
        """The next one in turn."""
        choices = tuple(Overlay)
        return choices[(choices.index(self) + 1) % len(choices)]

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]


_MEANINGS = {
    Overlay.NONE: "no overlay",
    Overlay.TERRITORY: "territory: =C= secured, -C- alone in the area, .C. reached first, ? tied",
    Overlay.TIDE: "tide: ~3 sinks in round 3 from now if every player passes",
}


class Hold(Enum):
    """Strength of a claim to a field, and the sign around the player's letter."""

    SECURED = "="
    ALONE = "-"
    FIRST = "."
    TIED = "?"


class Claim(NamedTuple):
    """The player with the best claim to a field; None if it is tied."""

    hold: Hold
    player: int | None


class Sign(NamedTuple):
    """A short text for a field, and the player whose colour it may have."""

    text: str
    player: int | None = None

    @property
    def short(self) -> str:
        """The sign in two characters; `~+` is a round after the ninth."""
        is_late = self.text[0] == "~" and len(self.text) > 2
        return "~+" if is_late else self.text[:2]


def territory(position: Position) -> dict[Field, Claim]:
    """The claims to the open fields; areas without stones have none."""
    names = position.board.field_at
    claims: dict[Field, Claim] = {}
    for area in areas(position):
        if area.owner is not None:
            hold = Hold.SECURED if area.is_stable else Hold.ALONE
            claims.update((names[index], Claim(hold, area.owner)) for index in area.indices)
        elif area.occupants:
            claims.update((names[index], Claim(Hold.TIED, None)) for index in area.indices)
    reached_by = first_reached_of(position.cells, position.players, position.board.width)
    for player, reached in enumerate(reached_by):
        for index in _indices(reached):
            if claims[names[index]].hold is Hold.TIED:
                claims[names[index]] = Claim(Hold.FIRST, player)
    return claims


class Land(NamedTuple):
    """Numbers of fields that each player secures, occupies alone or reaches first."""

    held: tuple[int, ...]
    tied: int
    """The other open fields."""
    sunk: int
    """The growing and dead fields."""


def count_land(position: Position) -> Land:
    """The numbers of fields that `territory` gives to each player."""
    reached = first_reached_of(position.cells, position.players, position.board.width)
    held = tuple(fields.bit_count() for fields in reached)
    open_fields = tally(position).open_fields
    return Land(held, open_fields - sum(held), len(position.board) - open_fields)


def _indices(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def tide(position: Position) -> dict[Field, int]:
    """The round, from 1, in which each field sinks if every player passes; survivors are absent."""
    sinking: dict[Field, int] = {}
    left = _dead(settle(position)) - _dead(position)
    turn = 0
    while left:
        position = play_turn(position, ())
        sunk = left & _dead(position)
        sinking.update(dict.fromkeys(sunk, turn // position.players + 1))
        left -= sunk
        turn += 1
    return sinking


def claims_of(position: Position, overlay: Overlay) -> Mapping[Field, Claim]:
    """The claims that an overlay shows; those of the tide are to the fields that stay."""
    if overlay is Overlay.NONE:
        return {}
    return territory(position if overlay is Overlay.TERRITORY else settle(position))


def _dead(position: Position) -> set[Field]:
    return {field for field, there in position.occupied() if there.state is FieldState.DEAD}


def small_signs(position: Position, overlay: Overlay, letters: str) -> Mapping[Field, Sign]:
    """The signs of an overlay for fields of two characters: in two characters, beside no stones."""
    occupied = dict(position.occupied())
    return {
        field: sign._replace(text=sign.short)
        for field, sign in overlay_signs(position, overlay, letters).items()
        if field not in occupied
    }


def overlay_signs(position: Position, overlay: Overlay, letters: str) -> Mapping[Field, Sign]:
    """The signs of an overlay. Fields with stones get no sign of territory: they show an owner."""
    if overlay is Overlay.TERRITORY:
        occupied = dict(position.occupied())
        return {
            field: _claim_sign(claim, letters)
            for field, claim in territory(position).items()
            if field not in occupied
        }
    if overlay is Overlay.TIDE:
        return {field: Sign(f"~{turn}") for field, turn in tide(position).items()}
    return {}


def _claim_sign(claim: Claim, letters: str) -> Sign:
    if claim.player is None:
        return Sign(claim.hold.value)
    sign = claim.hold.value
    return Sign(f"{sign}{letters[claim.player]}{sign}", claim.player)
