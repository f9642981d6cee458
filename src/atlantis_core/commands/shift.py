"""`atlantis shift`: a board with rows or columns before the first, moved into the positive range.

Boards of older programs have them (R1.3). Everything that names a field moves along: stacks,
turns, variations. Words in comments do not.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from atlantis_core.commands.game_files import open_transcript
from atlantis_core.commands.output import complain
from atlantis_core.commands.transcript_output import add_output_option, write_transcript
from atlantis_core.grid import Field, Move
from atlantis_core.transcript import FrozenMap, Player, Transcript, Variation
from atlantis_core.transcript.model import Turns

DESCRIPTION = """\
Move a board into positive coordinates. Older programs made boards with rows 0
and below and columns before a; such a board, with its stacks, turns and
variations, is moved just as far as needed, and any other is left where it is.
The result goes to standard output, or with -o to a file, also to the same one."""
EXAMPLES = """\
  atlantis shift old.json > new.json
  atlantis shift old.json -o old.json      in place
  atlantis shift old.json | atlantis show - --axes
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game or a board; '-' is standard input")
    add_output_option(parser)


def run(options: Namespace) -> int:
    transcript = open_transcript(options.file)
    columns, rows = needed_shift(transcript)
    if not (columns or rows):
        complain("nothing to shift: all coordinates are positive")
    elif transcript.annotations.comments:
        complain("note: fields that comments mention keep their old names")
    write_transcript(shifted(transcript, columns, rows), options.output)
    return 0


def needed_shift(transcript: Transcript) -> tuple[int, int]:
    """How many columns and rows to go so that all fields of the board are positive (R1.3)."""
    fields = list(transcript.fields())
    columns = max(0, 1 - min(field.x for field in fields))
    return columns, max(0, 1 - min(field.y for field in fields))


def shifted(transcript: Transcript, columns: int, rows: int) -> Transcript:
    """The same transcript so many columns and rows further."""

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
        remarks=transcript.remarks.shifted(move_turns(transcript.remarks.turns)),
    )
