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
    place = _read_place(position, text)
    moves = [line for line in tell_moves(position, "") if line.startswith(f"{place}: ")]
    found = _piece_in_words(told, place) or picture.at(place) or "empty"
    links = position.links(place)
    linked = [f"linked to {' '.join(links)}"] if links else []
    return [f"{place}: {showable(found, 80)}", *linked, *(f"moves from {line}" for line in moves)]


def _read_place(position: Position, text: str) -> Place:
    """A place by its name, or by the move that starts there: hole 3 of the player to move."""
    spots = position.picture(0).spots
    named = next((spot for spot in spots if spot.lower() == text.lower()), None)
    if named is not None:
        return named
    for move in position.legal_moves():
        if move.text.lower() == text.lower() and len(move.places) == 1:
            return move.places[0]
    expected = f" (expected for example '{showable(min(spots), 20)}')" if spots else ""
    raise DialogueError(f"no such place: '{showable(text, 40)}'{expected}")


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
