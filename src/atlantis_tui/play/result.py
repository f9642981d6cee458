"""The result of a game: the reason for its end, and the ranking."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.narration import describe_outcome
from atlantis_core.rules.scoring import Outcome, areas, tally
from atlantis_core.support.columns import display_width, pad
from atlantis_core.transcript.declared_ending import declared_sentence, places_of
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.game.document import GameDocument
from atlantis_tui.widgets.text_lines import Piece

_USUAL_NAME = 18
"""Columns of a name, at least."""


def result_lines(
    player_list: PlayerList, document: GameDocument, ending: Outcome
) -> Iterator[tuple[Piece | str, ...]]:
    """The reason for the end, then the players from first to last with their areas."""
    position = document.game.position
    reason, *others = describe_outcome(ending, player_list.cast)
    if not document.game.is_over:
        reason, others = declared_sentence(document.transcript, document.cast.names) or reason, []
    stones = tally(position).stones
    held = [area for area in areas(position) if area.owner is not None]
    names = [player_list.cast.full_name(player) for player in range(len(ending.ranking))]
    longest = max(_USUAL_NAME, *map(display_width, names))
    yield (reason,)
    yield ()
    places = places_of(document.transcript, document.game) or range(1, len(ending.ranking) + 1)
    for player in ending.ranking:
        place = places[player]
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
    scored = "secured fields" if document.game.is_over else "fields held alone so far"
    yield (" ".join((f"Score: {scored}.", *others[1:])),)
