"""Signs and tints of an overlay for the fields of a board."""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.overlays import (
    Claim,
    Overlay,
    Sign,
    claims_of,
    overlay_signs,
    small_signs,
    tide,
)


class FieldOverlay(NamedTuple):
    """Sign and tint of an overlay on a field."""

    sign: Sign | None = None
    claim: Claim | None = None
    sinks: int | None = None
    """The round in which the field sinks."""


NO_OVERLAY = FieldOverlay()


def field_overlays(
    position: Position | None, overlay: Overlay, letters: str, *, is_small: bool, has_tints: bool
) -> dict[Field, FieldOverlay]:
    """Signs and tints of an overlay on a position; empty without an overlay or players.

    Where fields have tints, the territory needs no signs.
    """
    if position is None or not position.players or overlay is Overlay.NONE:
        return {}
    find = small_signs if is_small else overlay_signs
    needs_signs = not has_tints or overlay is not Overlay.TERRITORY
    signs = find(position, overlay, letters) if needs_signs else {}
    claims = claims_of(position, overlay)
    sinking = tide(position) if overlay is Overlay.TIDE else {}
    return {
        field: FieldOverlay(signs.get(field), claims.get(field), sinking.get(field))
        for field in {*signs, *claims, *sinking}
    }
