"""HSN as a game of the registry: a file of states, each of them a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from re import compile as pattern

from atlantis_core.games.defaults import GameDefaults, PositionDefaults, RecordDefaults
from atlantis_core.games.errors import GameError
from atlantis_core.games.pictures import Picture
from atlantis_core.games.protocol import Game, Move, Position, Reading
from atlantis_core.json_text.places import Problems, locate_problems
from atlantis_core.support.colors import RGB
from atlantis_core.support.phrases import counted
from .board_svg import draw_board_svg
from .checks import check_state
from .drawing import PITCHES, draw_state
from .model import State
from .parser import parse_state
from .tokens import SyntaxStop, Tokens
from .words import panel
from .writer import write_state, write_states

MAX_STATES = 2_000
_BEGIN = pattern(r"\s*\[[\s0-9SDBGLOW/]*\]\s*\[[\s0-9,/]*\]\s*\[")
_NEARLY = pattern(r"\s*\[\s*[0-9]*\s*[SDBGLOW][\s0-9SDBGLOW/|]*[/|\]]")
_CUT_OFF = pattern(r"\s*\[[0-9]*[SDBGLOW][0-9SDBGLOW/,|]*\s*\Z")
_ONLY_HERE = pattern(r"[SDBGLOW][0-9]*[SDBGLOW]|[/|]")
"""What distinguishes a part of a state from a list of fields such as ``[D5, D4``."""


@dataclass(frozen=True)
class HsnPosition(PositionDefaults):
    """A state; view-only."""

    state: State
    to_move: int | None = None
    result: str | None = None

    @property
    def text(self) -> str:  # type: ignore[override]  # a property here
        return write_state(self.state)

    @property
    def sizes(self) -> int:  # type: ignore[override]  # as above
        return len(PITCHES)

    def picture(self, size: int) -> Picture:
        return draw_state(self.state, size)

    def legal_moves(self) -> Sequence[Move]:
        return ()

    def play(self, move: Move) -> Position:
        raise GameError(f"HSN can be viewed, not played: {move.text[:40]!r}")

    def notes(self) -> Sequence[str]:
        return panel(self.state)

    def svg(self, colors: Sequence[RGB]) -> str:
        return draw_board_svg(self.state, colors)


@dataclass(frozen=True)
class HsnRecord(RecordDefaults):
    """The states of a file, in order."""

    states: tuple[State, ...]
    source: str = field(compare=False)

    @property
    def title(self) -> str:
        states = "an HSN state" if len(self.states) == 1 else f"{len(self.states)} HSN states"
        return f"{states} for {counted(len(self.players), 'player')}"

    @property
    def players(self) -> Sequence[str]:
        most = max(len(state.players) for state in self.states)
        return [f"player {number}" for number in range(1, most + 1)]

    @property
    def last_step(self) -> int:
        return len(self.states) - 1

    def position(self, step: int) -> HsnPosition:
        return HsnPosition(self.states[step])

    def move(self, step: int) -> Move | None:
        del step
        return None

    def label(self, step: int) -> str:
        return f"turn {self.states[step].turn}"

    def comment(self, step: int) -> str:
        del step
        return ""

    def text(self) -> str:
        return self.source

    def canonical(self) -> str:
        return write_states(self.states)

    def played(self, move: Move) -> HsnRecord:
        raise GameError(f"HSN can be viewed, not played: {move.text[:40]!r}")

    def cut(self, step: int) -> HsnRecord:
        states = self.states[: step + 1]
        return HsnRecord(states, write_states(states))

    def commented(self, step: int, comment: str) -> HsnRecord:
        raise GameError(f"HSN has no comments: {comment[:40]!r} at step {step}")


class HsnGame(GameDefaults):
    rules = """
        A state of a game with hexagonal tiles: roads, villages, cities, hands and the
        current duty. States can be viewed and compared, not played.

        Each tile shows its kind, the number that makes it yield, and its name. v1 is a
        village of player 1, C1 a city, a digit along a border a road, R! the robber; ?3 and
        O2 are harbours.
    """

    def recognises(self, text: str) -> bool:
        start = text[:20_000]
        if _BEGIN.match(start) or _NEARLY.match(start):
            return True
        return bool(_CUT_OFF.match(start) and _ONLY_HERE.search(start))

    def read(self, text: str, name: str) -> Reading:
        problems = Problems()
        states = _read_states(text, problems)
        record = HsnRecord(tuple(states), text) if states else None
        return Reading(record, locate_problems(problems, name, text, None))


def _read_states(text: str, problems: Problems) -> list[State]:
    """The states before the first broken or contradictory one."""
    tokens = Tokens(text)
    states: list[State] = []
    is_sound = True
    while not problems.should_stop:
        try:
            parsed = parse_state(tokens)
        except SyntaxStop as stop:
            problems.error(stop.span, stop.message)
            return states
        state = check_state(parsed, problems)
        is_sound = is_sound and not problems.has_errors
        if is_sound:
            states.append(state)
        if tokens.is_at_end:
            return states
        if len(states) >= MAX_STATES:
            problems.error(parsed.span, f"too many states (expected up to {MAX_STATES})")
            return states
    return states


GAME: Game = HsnGame()
