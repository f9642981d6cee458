"""Contents of the rules page as data: headings, paragraphs and positions to draw.

A short introduction for players; the numbered rules are in docs/rules.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import parse_field, parse_moves, parse_segment, segment_fields
from atlantis_core.positions.position import Position
from atlantis_core.rules.turns import play_turn


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Positions with captions, drawn side by side if they fit."""

    boards: tuple[tuple[str, Position], ...]


Block = Heading | Paragraph | Picture


def _position(segments: str, *players: str) -> Position:
    board = Board(segment_fields(parse_segment(name)) for name in segments.split())
    return Position.setup(
        board,
        [
            {parse_field(name): int(value) for name, value in (w.split(":") for w in own.split())}
            for own in players
        ],
    )


def _turn(position: Position, moves: str) -> Picture:
    """Pictures of a position before and after a turn."""
    after = play_turn(position, parse_moves(moves))
    return Picture((("before", position), (f"after {moves}", after)))


def make_page() -> tuple[Block, ...]:
    """All blocks of the page."""
    return (
        Heading("Overview"),
        Paragraph(
            "Players move stones over an island of six-sided fields. Stacks that grow too tall "
            "explode and set off others. An exploded field starts growing; when it explodes again, "
            "it sinks for good. When nothing can change any more, the player who holds the most "
            "remaining fields wins."
        ),
        Heading("The board"),
        Paragraph(
            "Fields have names like c5. They are grouped into segments, usually of seven fields. "
            "A number and a letter show stones: 3R is a stack of three stones of player R. A field "
            "is open, growing (small letter and stars) or dead (waves)."
        ),
        Picture((("", _position("B2 C5 E4", "a1:1 b2:3 c3:-2", "d6:2 e4:1 f5:0")),)),
        Heading("Your turn"),
        Paragraph(
            "A turn has three parts. You move; then your fields explode; then your fields grow. "
            "Only moving is a choice. You may also move nothing."
        ),
        Heading("1. Moving"),
        Paragraph(
            "You may make one move from each segment. A move takes some stones from one field in a "
            "straight line, one field for each stone: two stones move two fields. Every field on "
            "the way must be open. A stone moves only once in a turn."
        ),
        _turn(_position("B2 C5", "a1:1 b2:3", "d6:1"), "b2-b4"),
        Paragraph(
            "Where your stones meet those of an opponent, on the way or at the end, they eliminate "
            "each other one for one. The rest of your stones land."
        ),
        _turn(_position("B2 C5", "b2:3", "b3:1 b5:1"), "b2-b5"),
        Heading("2. Exploding"),
        Paragraph(
            "Each of your fields that holds at least as many stones as it has open neighbours "
            "explodes: every open neighbour gets one of your stones, or loses one of an "
            "opponent's. The field itself ends up empty. An open field becomes growing, a growing "
            "field dies. One explosion can set off others, wave after wave."
        ),
        _turn(_position("B2 C5", "a1:2 b2:1 a2:2", "b1:1 d6:1"), "b2-a1"),
        Heading("3. Growing"),
        Paragraph(
            "Each of your growing fields gains a stone. Growing fields stay yours. No player can "
            "enter or cross them, and their stones cannot move. Once a growing field holds enough "
            "stones, it explodes at the end of your turn and becomes dead: a hole in the board."
        ),
        Heading("Areas, and the end"),
        Paragraph(
            "Connected open fields form an area. It is stable when no growing field touches it and "
            "at most one player has stones in it. The game is over when all areas are stable. You "
            "score every field, empty ones included, of the areas that hold your stones. Areas "
            "without stones score for no player. The highest score wins; ties go to the player "
            "later in turn order."
        ),
        Picture(
            (
                ("5 fields secured for R", _position("B2 C5", "b2:1", "b3:0 c3:0 c5:1 c6:2")),
                ("not stable: both in one area", _position("B2 C5", "b2:1", "c3:0 c5:1 c6:2")),
            )
        ),
        Heading("Tips"),
        Paragraph(
            "Fields at the edge have few neighbours and explode early. Two stacks next to each "
            "other set each other off. Growing fields are walls: use them to cut opponents off. "
            "While you plan, the board marks what will explode. The key x previews the board after "
            "the turn."
        ),
    )
