"""Characters of marked fields' borders on terminals without colours."""

from __future__ import annotations

from .marks import Mark
from .styles import FieldLook

_CURSOR, _CURSOR_SIDES = "#", "[]"
SIGNS = {
    Mark.CHANGED: ",",
    Mark.DEPARTURE: ":",
    Mark.ARRIVAL: "&",
    Mark.HINT: "?",
    Mark.PLANNED: "=",
    Mark.EXPLODING: "*",
    Mark.REACHABLE: ".",
    Mark.SOURCE: "%",
}
"""The sign of each mark."""
_SIDES = {Mark.REACHABLE: "()", Mark.SOURCE: "{}"}
"""Signs of both sides of a two-line field, where they differ from `SIGNS`."""
_CORNERS = "+\N{MIDDLE DOT}"
_LEVEL = "_."


def sign_text(text: str, frame: FieldLook, *, has_corners: bool, is_left: bool) -> str:
    """The border cells with the sign of the mark; level borders of two-line fields stay."""
    if not frame.is_cursor and frame.mark is None:
        return text
    if not has_corners:
        return text if text[0] in _LEVEL else _side(frame, is_left=is_left) * len(text)
    if frame.is_cursor:
        return _CURSOR * len(text)
    sign = SIGNS[frame.mark] if frame.mark else ""
    return "".join(character if character in _CORNERS else sign for character in text)


def _side(frame: FieldLook, *, is_left: bool) -> str:
    sides = _CURSOR_SIDES if frame.is_cursor or frame.mark is None else _sides_of(frame.mark)
    return sides[0] if is_left else sides[1]


def _sides_of(mark: Mark) -> str:
    return _SIDES.get(mark, SIGNS[mark] * 2)
