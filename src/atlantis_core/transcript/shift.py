"""Shifts a transcript on the grid: board, stacks, turns and variations, but not comments."""

from __future__ import annotations

from collections.abc import Iterable

from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.positions.grid import Field, Move
from .model import Player, Transcript, Turns, Variation


def shifted(transcript: Transcript, columns: int, rows: int) -> Transcript:
    """Shift a transcript by columns and rows."""

    def move_field(field: Field) -> Field:
        return Field(field.x + columns, field.y + rows)

    def move_turns(turns: Turns) -> Turns:
        return tuple(
            tuple(Move(move_field(move.source), move_field(move.destination)) for move in turn)
            for turn in turns
        )

    def move_player(player: Player) -> Player:
        stacks = {move_field(field): value for field, value in player.stacks.items()}
        return player._replace(stacks=FrozenMap(stacks))

    def move_variations(variations: Iterable[Variation]) -> tuple[Variation, ...]:
        return tuple(
            variation._replace(
                turns=move_turns(variation.turns),
                variations=move_variations(variation.variations),
            )
            for variation in variations
        )

    notes = transcript.annotations
    return Transcript(
        segments=tuple(tuple(map(move_field, segment)) for segment in transcript.segments),
        players=tuple(map(move_player, transcript.players)),
        turns=move_turns(transcript.turns),
        annotations=notes.with_variations(move_variations(notes.variations)),
        extra=transcript.extra,
        json_comments=transcript.json_comments._replace(
            turns=move_turns(transcript.json_comments.turns)
        ),
    )
