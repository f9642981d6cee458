"""What an open game says about the turn to take: who is to move, what the others did and offer."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.game import Game
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import listed
from .document import GameDocument

_LABELS = {SeatKind.BOT: "the bot", SeatKind.AGENT: "the agent", SeatKind.DUMMY: "the dummy"}


def seat_label(seat: Seat) -> str:
    """Kind of player in a seat, for use in a sentence."""
    return _LABELS.get(seat.kind, "the player")


def describe_waiting(document: GameDocument) -> str:
    """Whom this window waits for, and why it only watches if it had seats."""
    waiting = f"waiting for {document.cast[document.game.position.to_move]}"
    return "; ".join(filter(None, (_describe_lost_seats(document), waiting)))


def _describe_lost_seats(document: GameDocument) -> str:
    """Why a window that had seats only watches now; '' if it still plays, or never did.

    The host of a club lets bots play for absent players, or lets them lose.
    """
    ownership = document.ownership
    own, out = sorted(ownership.seats or ()), document.seats_out
    lost = [seat for seat in own if document.seats[seat] != PERSON or seat in out]
    if not own or lost != own or ownership.is_host:
        return ""
    return f"{listed([_describe_lost(document, seat) for seat in own])}: you only watch now"


def describe_new_seats(document: GameDocument, seats: Sequence[Seat], out: Collection[int]) -> str:
    """Which people do not play any more: a bot replaced them, or they resigned; '' if none.

    `seats` and `out` are those of before. The game may be over, and who has lost all seats of this
    window is told anyway: both give ''.
    """
    if document.is_closed or _describe_lost_seats(document):
        return ""
    left = (
        player
        for player, seat in enumerate(seats)
        if seat == PERSON
        and player not in out
        and (document.seats[player] != PERSON or player in document.seats_out)
    )
    return "; ".join(_describe_lost(document, player) for player in left)


def _describe_lost(document: GameDocument, player: int) -> str:
    seat, name = document.seats[player], document.cast[player]
    if seat == PERSON:
        return f"{name} is out of the game"
    label = f"the bot {seat.label}" if seat.kind is SeatKind.BOT else seat_label(seat)
    return f"{label} plays for {name}"


def describe_failure(name: str, seat: Seat, error: AtlantisError) -> str:
    """Why a bot or agent chose no turn: player, kind of protocol violation, reason."""
    # Imported late, because games between people do not need it.
    from atlantis_core.processes.protocol_violations import ProtocolViolation
    from atlantis_core.support.cancelling import Cancelled

    if isinstance(error, Cancelled):
        return f"{name}, {seat_label(seat)}, was stopped"
    if isinstance(error, ProtocolViolation):
        return f"{name}, {seat_label(seat)}: {error.fault.value}: {error}"
    return f"{name}, {seat_label(seat)}: {error}"


def others_turns(game: Game) -> range:
    """Numbers of the turns since the last one of the player to move."""
    return range(max(game.turn_number - game.position.players + 2, 1), game.turn_number + 1)


def describe_others_turns(document: GameDocument) -> str:
    game, cast = document.game, document.cast
    first, players = game.start.to_move, game.position.players
    return "; ".join(
        f"{cast[(first + number - 1) % players]}: {format_moves(game.turns[number - 1])}"
        for number in others_turns(game)
    )


def describe_programs(document: GameDocument) -> str:
    """Warning that the file names programs, or ""."""
    pairs = zip(document.cast.names, document.seats, strict=True)
    named = ", ".join(name for name, seat in pairs if not document.is_trusted(seat))
    if not named:
        return ""
    return f"this file wants to run a program for {named}; nothing runs without your consent"


def describe_offer(document: GameDocument) -> str:
    """The offer of a draw that a person of this window can accept, or ""."""
    others = [n for n in document.draw_offers if not document.ownership.has(n)]
    if not others or document.ownership.is_watching:
        return ""
    names = listed([document.cast[player] for player in others])
    return f"{names} offered a draw: press X to answer"
