"""Default implementations of `protocol` for games to inherit.

Dataclass fields may override the attributes.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.support.cancelling import IsCancelled, never
from atlantis_core.support.colors import RGB, SVG_COLORS, default_colors
from .clocks import Clock
from .errors import GameError
from .levels import EFFORTS
from .pictures import Place
from .protocol import Drawn, Move, Position, Preview, Program, Puzzle, Record, Thought, Variant, Way
from .rendering import render_svg


class PositionDefaults:
    """One size, no text, no winner, one spelling per move, no animation, no preview."""

    sizes: int = 1
    text: str | None = None

    @property
    def winner(self) -> int | None:
        return None

    def parse_move(self: Position, text: str) -> Move:
        return find_move(self, text)

    def frames(self, move: Move) -> Sequence[Drawn]:
        del move
        return ()

    def preview(self, move: Move) -> Preview | None:
        del move
        return None

    def words(self) -> Sequence[str]:
        return ()

    def links(self, place: Place) -> Sequence[Place]:
        del place
        return ()

    def notes(self) -> Sequence[str]:
        return ()

    def svg(self: Position, colors: Sequence[RGB]) -> str:
        return render_svg(self.picture(self.sizes - 1), colors)


class RecordDefaults:
    """No tags, no puzzle, no variations, no clocks; distinguishable default colours."""

    details: Sequence[tuple[str, str]] = ()
    puzzle: Puzzle | None = None
    way: Way = ()

    @property
    def colors(self: Record) -> Sequence[RGB]:
        return default_player_colors(len(self.players))

    def variations(self, step: int) -> Sequence[Record]:
        del step
        return ()

    def varied(self, step: int, move: Move) -> Record:
        del step, move
        raise GameError("files of this game have no variations")

    def clock(self, side: int, step: int) -> Clock | None:
        del side, step
        return None

    def clocked(self, step: int, clock: Clock) -> Record:
        del step, clock
        raise GameError("files of this game have no clocks")

    def along(self: Record, way: Way) -> Record:
        del way
        return self


class GameDefaults:
    """A notation without play and without external programs; the usual levels."""

    rules: str = ""

    def level_efforts(self, record: Record) -> tuple[int, ...]:
        del record
        return EFFORTS

    def variants(self) -> Sequence[Variant]:
        return ()

    def new(self, variant: str, names: Sequence[str] = ()) -> Record:
        del variant, names
        raise GameError("this notation cannot start a new game")

    def think(
        self, record: Record, effort: int | None = None, is_cancelled: IsCancelled = never
    ) -> Thought:
        del record, effort, is_cancelled
        raise GameError("this notation can be viewed, not played")

    def open_program(self, command: str, side: int) -> Program:
        raise GameError(f"programs cannot play this game: {command[:40]!r} as side {side}")


def default_player_colors(players: int) -> tuple[RGB, ...]:
    return tuple(SVG_COLORS[name] for name in default_colors([None] * players))


def find_move(position: Position, text: str) -> Move:
    """The legal move with this spelling, ignoring blanks and case; raises GameError."""
    wanted = "".join(text.lower().split())
    moves = position.legal_moves()
    for move in moves:
        if move.text.lower() == wanted:
            return move
    if not moves:
        raise GameError("there is no legal move")
    raise GameError(f"not a legal move: {text[:40]!r} (expected for example {moves[0].text!r})")
