"""Setup of a new game (board, players, file) as an immutable value.

Everything has a default, so that a game can be started from any state.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.bots.registry import BOTS, DEMO_PAIR, FIRST_OPPONENT, LEVELS
from atlantis_core.narration import Cast, make_cast
from atlantis_core.positions.board import Board
from atlantis_core.positions.position import MAX_PLAYERS, Position
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.starting_places import start_on_board
from atlantis_core.seats import PERSON, SEATS_KEY, Seat, SeatKind, agent_seat, read_seats
from atlantis_core.support.colors import NEW_GAME_PALETTE, default_colors
from atlantis_core.support.errors import SetupError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript import Transcript
from atlantis_core.transcript.clocks import TimeControl, parse_control
from atlantis_tui.game.document import GameDocument

OVER_AT_ONCE = "this setup ends the game before turn 1"
SIDES = range(2, 13)
"""Board sizes on offer; larger boards come from files."""
PLAYERS = range(2, MAX_PLAYERS + 1)
COLORS = (*NEW_GAME_PALETTE, "limegreen", "hotpink", "white", "gold", "tomato", "dodgerblue")
"""Colours on offer; files may name others."""
OPPONENT = Seat(SeatKind.BOT, FIRST_OPPONENT)
WATCHED = tuple(Seat(SeatKind.BOT, name) for name in DEMO_PAIR)
SEATS_ON_OFFER = (
    PERSON,
    *(Seat(SeatKind.BOT, name) for name in (RandomBot.name, *LEVELS)),
    Seat(SeatKind.DUMMY),
)
"""Kinds of players, in the order on offer."""


CONTROLS: tuple[TimeControl | None, ...] = (
    None,
    *map(
        parse_control,
        ("3+2", "5+5", "15+10", "60+30", "1 day", "3 days", "7 days")
        + ("5+5, only shown", "15+10, only shown"),
    ),
)
"""Time controls on offer; `atlantis new --time` takes others."""


@dataclass(frozen=True, slots=True)
class PlayerSetUp:
    """Setup of one player; a name or colour of None means the default."""

    seat: Seat = PERSON
    name: str | None = None
    color: str | None = None
    agent: Seat | None = None
    """An agent entered for this player; stays on offer when another kind is selected."""

    @property
    def choices(self) -> tuple[Seat, ...]:
        return SEATS_ON_OFFER if self.agent is None else (*SEATS_ON_OFFER, self.agent)


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A board file."""

    path: Path
    transcript: Transcript = field(repr=False)

    @property
    def players(self) -> int:
        """Number of players in the file; 0 for a bare board."""
        return len(self.transcript.players)

    @property
    def seats(self) -> tuple[Seat | None, ...]:
        """Seats named in the file, except agents: users must enter those themselves."""
        written = self.transcript.annotations.extra.get(SEATS_KEY)
        if written is None:
            return (None,) * self.players
        seats = read_seats(written, self.players)
        return tuple(None if seat.kind is SeatKind.AGENT else seat for seat in seats)


@dataclass(frozen=True, slots=True)
class SetUp:
    """Board, players and file of a new game."""

    shape: Shape = Shape.HEXAGON
    side: int = 2
    players: tuple[PlayerSetUp, ...] = (PlayerSetUp(), PlayerSetUp(OPPONENT))
    file: BoardFile | None = None
    control: TimeControl | None = None
    you: str = ""
    """Name of the only person; empty if unknown."""
    path: Path | None = None
    """Path to save to; None means a free name in the games folder."""

    @property
    def board_name(self) -> str:
        """Name of the board for file names, without spaces."""
        return (
            "-".join(self.file.path.stem.split())
            if self.file
            else f"{self.shape.value}:{self.side}"
        )

    @property
    def colors(self) -> tuple[str, ...]:
        return default_colors([player.color for player in self.players], NEW_GAME_PALETTE)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, or defaults."""
        persons = sum(player.seat.kind is SeatKind.PERSON for player in self.players)
        you = (self.you or "Player") if persons == 1 else ""
        return tuple(
            player.name or _default_name(player.seat, number, you)
            for number, player in enumerate(self.players, 1)
        )

    @property
    def cast(self) -> Cast:
        return make_cast(self.names, self.colors)

    def start(self) -> Position:
        """The starting position; raises SetupError if the board has no room."""
        dummies = [n for n, player in enumerate(self.players) if player.seat.kind is SeatKind.DUMMY]
        if self.file is None:
            return traditional_start(self.shape, self.side, len(self.players), dummies)
        segments = self.file.transcript.segments
        if self.file.players:
            stacks = [dict(player.stacks) for player in self.file.transcript.players]
        else:
            stacks = [dict(own) for own in start_on_board(segments, len(self.players), dummies)]
        return Position.setup(Board(segments), stacks)

    def begin(self) -> GameDocument:
        """The game, not saved yet; raises SetupError if it would be over at once."""
        start = self.start()
        if is_over(start):
            raise SetupError([OVER_AT_ONCE])
        seats = [player.seat for player in self.players]
        return GameDocument.new(
            start, names=self.names, colors=self.colors, seats=seats, control=self.control
        )

    # Changes.

    def with_shape(self, by: int) -> SetUp:
        """The next or previous shape; the first call drops a board file."""
        if self.file is not None:
            return replace(self, file=None)
        shapes = list(Shape)
        return replace(self, shape=shapes[(shapes.index(self.shape) + by) % len(shapes)])

    def with_side(self, by: int) -> SetUp:
        return replace(self, side=_within(SIDES, self.side + by))

    def with_players(self, by: int) -> SetUp:
        """More or fewer players; new ones copy the last."""
        if self.file is not None and self.file.players:
            return self
        count = _within(PLAYERS, len(self.players) + by)
        last = self.players[-1]
        more = [PlayerSetUp(last.seat, agent=last.agent)] * max(count - len(self.players), 0)
        return replace(self, players=(*self.players[:count], *more))

    def with_control(self, by: int) -> SetUp:
        """The next or previous time control on offer."""
        place = CONTROLS.index(self.control) if self.control in CONTROLS else 0
        return replace(self, control=CONTROLS[(place + by) % len(CONTROLS)])

    def with_seat(self, number: int, by: int) -> SetUp:
        player = self.players[number]
        choices = player.choices
        place = choices.index(player.seat) if player.seat in choices else 0
        seat = choices[(place + by) % len(choices)]
        return self._replace_player(number, replace(player, seat=seat))

    def with_agent(self, number: int, command_line: str) -> SetUp:
        """Let an agent play; raises NotationError if the command is invalid."""
        seat = agent_seat(command_line)
        return self._replace_player(number, replace(self.players[number], seat=seat, agent=seat))

    def with_color(self, number: int, by: int) -> SetUp:
        """The next or previous unused colour."""
        taken = {color for n, color in enumerate(self.colors) if n != number}
        free = [color for color in COLORS if color not in taken]
        now = self.colors[number]
        place = free.index(now) + by if now in free else 0
        color = free[place % len(free)]
        return self._replace_player(number, replace(self.players[number], color=color))

    def with_name(self, number: int, name: str) -> SetUp:
        """Rename a player; an empty name means the default."""
        player = self.players[number]
        return self._replace_player(number, replace(player, name=name.strip() or None))

    def with_board(self, path: Path, transcript: Transcript) -> SetUp:
        """The board of a transcript, and its players if it has any."""
        board = BoardFile(path, transcript)
        players = self.players
        if board.players:
            players = (*players, *[players[-1]] * board.players)[: board.players]
            players = tuple(
                replace(player, seat=seat or player.seat, name=written.name, color=written.color)
                for player, seat, written in zip(
                    players, board.seats, board.transcript.players, strict=True
                )
            )
        return replace(self, file=board, players=players)

    def _replace_player(self, number: int, player: PlayerSetUp) -> SetUp:
        players = (*self.players[:number], player, *self.players[number + 1 :])
        return replace(self, players=players)


def to_watch() -> SetUp:
    """A game between bots, to watch."""
    return SetUp(players=tuple(PlayerSetUp(seat) for seat in WATCHED))


def describe_seat(seat: Seat) -> str:
    """One line about the player of a seat."""
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


def _default_name(seat: Seat, number: int, you: str) -> str:
    """The name of a player; `you` is that of the only person."""
    match seat.kind:
        case SeatKind.PERSON:
            return you or f"Player {number}"
        case SeatKind.DUMMY:
            return "Dummy"
        case SeatKind.BOT:
            return seat.name.capitalize()
        case SeatKind.AGENT:
            return f"Agent {number}"


def _within(allowed: range, number: int) -> int:
    return min(max(number, allowed[0]), allowed[-1])
