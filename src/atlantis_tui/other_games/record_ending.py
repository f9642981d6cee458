"""The result of another game in the app: how it ended, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from atlantis_core.games.protocol import Record
from atlantis_core.seats import PERSON, Seat
from atlantis_core.support.phrases import counted
from atlantis_tui import routes
from atlantis_tui.routes import ReviewTask
from atlantis_tui.widgets.text_lines import Line, Piece
from .new_games import rematch_of
from .panel import played_by

if TYPE_CHECKING:
    from .play_screen import RecordPlayScreen

ANSWERS = (
    ("v", "review", "review"),
    ("j", "review and judge", "judge"),
    ("r", "rematch", "rematch"),
    ("n", "new game", "new"),
)


async def show_result(screen: RecordPlayScreen) -> None:
    """Show the result of a finished game and do what the user chooses. Needs a worker."""
    document = screen.document
    result = document.position.result
    if result is None:
        screen.frame.say("the game is not over")
        return
    lines = list(result_lines(document.record, screen.flow.seats))
    match await screen.ask("The game is over", lines, *ANSWERS):
        case "review":
            screen.action_review()
        case "judge":
            screen.action_review(ReviewTask.JUDGE)
        case "rematch":
            again = routes.PlayRecord(*rematch_of(document, screen.flow.seats))
            screen.thinker.close()
            screen.atlantis.replace(again)
        case "new":
            screen.action_menu()


def result_lines(record: Record, seats: Sequence[Seat]) -> Iterator[Line]:
    """The result, the players with their seats, the notes of the last position, the length."""
    position = record.position(record.last_step)
    yield (Piece(position.result or "", "strong"),)
    yield ()
    for player, name in enumerate(record.players):
        seat = seats[player] if player < len(seats) else PERSON
        won = ", won" if position.winner == player else ""
        yield (Piece(f"{name}{played_by(name, seat)}{won}"),)
    yield ()
    yield from ((Piece(note),) for note in position.notes())
    yield (Piece(f"after {counted(record.last_step, 'step')}", "dim"),)
