"""The result of a game: the reason for its end, and the ranking."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.narration import describe_outcome
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import Outcome, areas, tally
from atlantis_core.seats import SeatKind
from atlantis_core.support.columns import display_width, pad
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.game.document import GameDocument
from atlantis_tui.widgets.text_lines import Piece


def winner_line(document: GameDocument, ending: Outcome) -> str:
    """The winner's name, or "You" if only one person plays."""
    persons = [n for n, seat in enumerate(document.seats) if seat.kind is SeatKind.PERSON]
    if persons == [ending.winner]:
        return "You won"
    name = document.cast.names[ending.winner]
    return f"You lost: {name} won" if len(persons) == 1 else f"{name} won"


_USUAL_NAME = 18
"""Columns of a name, at least."""


def result_lines(
    player_list: PlayerList, position: Position, ending: Outcome
) -> Iterator[tuple[Piece | str, ...]]:
    """The reason for the end, then the players from first to last with their areas."""
    reason, *others = describe_outcome(ending, player_list.cast)
    stones = tally(position).stones
    held = [area for area in areas(position) if area.owner is not None]
    names = [player_list.cast.full_name(player) for player in range(len(ending.ranking))]
    longest = max(_USUAL_NAME, *map(display_width, names))
    yield (reason,)
    yield ()
    for place, player in enumerate(ending.ranking, 1):
        own = sorted((area.size for area in held if area.owner == player), reverse=True)
        sizes = " + ".join(map(str, own[:6])) + (" + ..." if len(own) > 6 else "")
        figures = f"{ending.scores[player]:>4} fields" + (f" = {sizes}" if len(own) > 1 else "")
        yield (
            Piece(f"{place}. ", "strong"),
            Piece(f"{pad(names[player], longest)} ", player_list.styles[player]),
            Piece(figures, "strong" if place == 1 else "plain"),
            Piece(f"  ({stones[player]} stones)", "dim"),
        )
    yield ()
    yield (f"Score: secured fields. {others[-1]}" if len(others) > 1 else "Score: secured fields.",)
