"""A game being set up: board, seats, where it is kept. Every change gives a new value.

Whatever is chosen can be started at once: what is left open has a default. Knows the boards,
the bots by name and the folders; no screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from atlantis_core.board import Board
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.registry import BOTS, DEMO_PAIR, FIRST_OPPONENT, LEVELS
from atlantis_core.colors import DEFAULT_PALETTE, default_colors
from atlantis_core.errors import SetupError
from atlantis_core.narration import Cast, make_cast
from atlantis_core.position import MAX_PLAYERS, Position
from atlantis_core.safe_text import showable
from atlantis_core.scoring import is_over
from atlantis_core.seats import PERSON, SEATS_KEY, Seat, SeatKind, agent_seat, read_seats
from atlantis_core.shapes import Shape, traditional_start
from atlantis_core.starting_places import start_on_board
from atlantis_core.transcript import Transcript
from atlantis_tui.game.document import GameDocument

OVER_AT_ONCE = "this setup ends the game before turn 1"
SIDES = range(2, 13)
"""Sizes that can be chosen; larger ones come from files."""
PLAYERS = range(2, MAX_PLAYERS + 1)
COLORS = (*DEFAULT_PALETTE, "limegreen", "hotpink", "white", "gold", "tomato", "dodgerblue")
"""Colours to choose from with a key; files can name any."""
OPPONENT = Seat(SeatKind.BOT, FIRST_OPPONENT)
WATCHED = tuple(Seat(SeatKind.BOT, name) for name in DEMO_PAIR)
WHO = (
    PERSON,
    *(Seat(SeatKind.BOT, name) for name in (RandomBot.name, *LEVELS)),
    Seat(SeatKind.DUMMY),
)
"""Who can take a seat, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat with its player; a name or colour that is None is chosen by the program."""

    who: Seat = PERSON
    name: str | None = None
    color: str | None = None
    program: Seat | None = None
    """A program that was named for this seat; offered again after others were looked at."""

    @property
    def choices(self) -> tuple[Seat, ...]:
        return WHO if self.program is None else (*WHO, self.program)


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A starting board from a file."""

    path: Path
    transcript: Transcript = field(repr=False)

    @property
    def players(self) -> int:
        """How many players the file itself sets up; none for a bare board."""
        return len(self.transcript.players)

    @property
    def seats(self) -> tuple[Seat | None, ...]:
        """Who plays where the file says so; programs are named anew by those who trust them."""
        written = self.transcript.annotations.extra.get(SEATS_KEY)
        if written is None:
            return (None,) * self.players
        seats = read_seats(written, self.players)
        return tuple(None if seat.kind is SeatKind.AGENT else seat for seat in seats)


@dataclass(frozen=True, slots=True)
class SetUp:
    """Everything that is chosen for a new game."""

    shape: Shape = Shape.HEXAGON
    side: int = 2
    chairs: tuple[Chair, ...] = (Chair(), Chair(OPPONENT))
    file: BoardFile | None = None
    path: Path | None = None
    """Where to save; None is a free name in the folder for games."""

    @property
    def board_name(self) -> str:
        """For a file name: without spaces."""
        return (
            "-".join(self.file.path.stem.split())
            if self.file
            else f"{self.shape.value}:{self.side}"
        )

    @property
    def colors(self) -> tuple[str, ...]:
        return default_colors([chair.color for chair in self.chairs])

    @property
    def names(self) -> tuple[str, ...]:
        """The chosen names, or what the seats are called."""
        persons = sum(chair.who.kind is SeatKind.PERSON for chair in self.chairs)
        return tuple(
            chair.name or _default_name(chair.who, number, persons)
            for number, chair in enumerate(self.chairs, 1)
        )

    @property
    def cast(self) -> Cast:
        return make_cast(self.names, self.colors)

    def start(self) -> Position:
        """The position at the start; raises SetupError if the board has no room."""
        dummies = [n for n, chair in enumerate(self.chairs) if chair.who.kind is SeatKind.DUMMY]
        if self.file is None:
            return traditional_start(self.shape, self.side, len(self.chairs), dummies)
        segments = self.file.transcript.segments
        if self.file.players:
            stacks = [dict(player.stacks) for player in self.file.transcript.players]
        else:
            stacks = [dict(own) for own in start_on_board(segments, len(self.chairs), dummies)]
        return Position.setup(Board(segments), stacks)

    def begin(self) -> GameDocument:
        """The game, without a file yet; raises SetupError if nothing could be played."""
        start = self.start()
        if is_over(start):
            raise SetupError([OVER_AT_ONCE])
        seats = [chair.who for chair in self.chairs]
        return GameDocument.new(start, names=self.names, colors=self.colors, seats=seats)

    # Changes.

    def with_shape(self, by: int) -> SetUp:
        """The next shape, or the one before; leaves a file."""
        if self.file is not None:
            return replace(self, file=None)
        shapes = list(Shape)
        return replace(self, shape=shapes[(shapes.index(self.shape) + by) % len(shapes)])

    def with_side(self, by: int) -> SetUp:
        return replace(self, side=_within(SIDES, self.side + by))

    def with_players(self, by: int) -> SetUp:
        """More players or fewer; new ones are like the last."""
        if self.file is not None and self.file.players:
            return self
        count = _within(PLAYERS, len(self.chairs) + by)
        more = (Chair(self.chairs[-1].who, program=self.chairs[-1].program),) * max(
            count - len(self.chairs), 0
        )
        return replace(self, chairs=(*self.chairs[:count], *more))

    def with_who(self, number: int, by: int) -> SetUp:
        chair = self.chairs[number]
        choices = chair.choices
        place = choices.index(chair.who) if chair.who in choices else 0
        who = choices[(place + by) % len(choices)]
        return self._replace_chair(number, replace(chair, who=who))

    def with_program(self, number: int, command_line: str) -> SetUp:
        """A program of somebody takes the seat; raises NotationError if it is no command line."""
        seat = agent_seat(command_line)
        return self._replace_chair(number, replace(self.chairs[number], who=seat, program=seat))

    def with_color(self, number: int, by: int) -> SetUp:
        """The next colour that nobody else has."""
        taken = {color for n, color in enumerate(self.colors) if n != number}
        free = [color for color in COLORS if color not in taken]
        now = self.colors[number]
        place = free.index(now) + by if now in free else 0
        color = free[place % len(free)]
        return self._replace_chair(number, replace(self.chairs[number], color=color))

    def with_name(self, number: int, name: str) -> SetUp:
        """Another name; an empty one is chosen by the program."""
        chair = self.chairs[number]
        return self._replace_chair(number, replace(chair, name=name.strip() or None))

    def with_board(self, path: Path, transcript: Transcript) -> SetUp:
        """The board of a transcript, and its players if it has any."""
        board = BoardFile(path, transcript)
        chairs = self.chairs
        if board.players:
            chairs = (*chairs, *[chairs[-1]] * board.players)[: board.players]
            chairs = tuple(
                replace(chair, who=seat or chair.who, name=player.name, color=player.color)
                for chair, seat, player in zip(
                    chairs, board.seats, board.transcript.players, strict=True
                )
            )
        return replace(self, file=board, chairs=chairs)

    def _replace_chair(self, number: int, chair: Chair) -> SetUp:
        chairs = (*self.chairs[:number], chair, *self.chairs[number + 1 :])
        return replace(self, chairs=chairs)


def to_watch() -> SetUp:
    """Bots against each other."""
    return SetUp(chairs=tuple(Chair(seat) for seat in WATCHED))


def describe_who(seat: Seat) -> str:
    """One line about who takes a seat."""
    match seat.kind:
        case SeatKind.PERSON:
            return "plays at this keyboard"
        case SeatKind.DUMMY:
            return "a stack of six stones that never moves"
        case SeatKind.BOT:
            bot = BOTS.get(seat.name)
            return bot.description if bot else "unknown bot"
        case SeatKind.AGENT:
            return f"runs '{showable(seat.name)}' and plays its moves"


def _default_name(who: Seat, number: int, persons: int) -> str:
    match who.kind:
        case SeatKind.PERSON:
            return "Player" if persons == 1 else f"Player {number}"
        case SeatKind.DUMMY:
            return "Dummy"
        case SeatKind.BOT:
            return who.name.capitalize()
        case SeatKind.AGENT:
            return f"Agent {number}"


def _within(allowed: range, number: int) -> int:
    return min(max(number, allowed[0]), allowed[-1])
