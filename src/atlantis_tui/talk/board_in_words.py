"""Boards of other games in words: what is where, and the legal moves by place."""

from __future__ import annotations

from atlantis_core.dialogue.verbs import DialogueError
from atlantis_core.games.pictures import Place
from atlantis_core.games.protocol import Position
from atlantis_core.support.safe_text import showable


def describe_board(position: Position, text: str) -> list[str]:
    """The board in words, with the game's notes; or the part of it that names a place."""
    told = [showable(line, 2000) for line in position.words()]
    if not told and position.text:
        told = [showable(position.text, 500)]
    if not text:
        return told + [showable(note, 200) for note in position.notes()]
    picture = position.picture(0)
    place = next((spot for spot in picture.spots if spot.lower() == text.lower()), None)
    if place is None:
        raise DialogueError(f"no such place: '{showable(text, 40)}'")
    moves = [line for line in tell_moves(position, "") if line.startswith(f"{place}: ")]
    found = _piece_in_words(told, place) or picture.at(place) or "empty"
    return [f"{place}: {showable(found, 80)}", *(f"moves from {line}" for line in moves)]


def _piece_in_words(told: list[str], place: Place) -> str:
    """``man of defenders``, from ``defenders: king d4; man d3 e4``."""
    for owner, _, parts in (line.partition(": ") for line in told):
        for piece, *places in map(str.split, parts.split("; ")):
            if place in places:
                return f"{piece} of {owner}"
    return ""


def tell_moves(position: Position, text: str) -> list[str]:
    """Legal moves, grouped by the place where they start."""
    groups: dict[str, list[str]] = {}
    for move in position.legal_moves():
        start, *others = move.places or ("",)
        groups.setdefault(start if others else "", []).append(
            showable(" ".join(others) or move.text, 40)
        )
    if text:
        groups = {start: ends for start, ends in groups.items() if start == text.lower()}
        if not groups:
            raise DialogueError(f"no move from '{showable(text, 40)}'")
    lines = [
        f"{start}: {' '.join(ends)}" if start else ", ".join(ends) for start, ends in groups.items()
    ]
    return lines or ["no legal move"]
