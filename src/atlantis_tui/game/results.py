"""The result of an open game, by the rules or as its players declared it."""

from __future__ import annotations

from atlantis_core.rules.scoring import Outcome, adjudicate
from atlantis_core.seats import SeatKind
from atlantis_core.transcript.declared_ending import EndingKind, find_ending, places_of
from .document import GameDocument


def find_result(document: GameDocument) -> Outcome | None:
    """The result by the rules, or as declared by the players; None while the game runs."""
    places = places_of(document.transcript, document.game)
    if document.game.is_over or places is None:
        return document.game.outcome
    now = adjudicate(document.game.position)
    return now._replace(ranking=tuple(sorted(now.ranking, key=places.__getitem__)))


def winner_line(document: GameDocument, ending: Outcome) -> str:
    """The winner's name, or "You" if only one person plays."""
    declared = find_ending(document.transcript)
    if not document.game.is_over and declared is not None and declared.winner is None:
        return "Draw" if declared.kind is EndingKind.DRAW else "The game is over"
    persons = [n for n, seat in enumerate(document.seats) if seat.kind is SeatKind.PERSON]
    if persons == [ending.winner]:
        return "You won"
    name = document.cast.names[ending.winner]
    return f"You lost: {name} won" if len(persons) == 1 else f"{name} won"
