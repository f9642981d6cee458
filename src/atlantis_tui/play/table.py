"""The table of a game: its board, the frame around it, the player of frames, and their words.

What every screen shares on which a game goes on, whoever sits before it. Shows what the flow of
the game tells; asks nobody anything and writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atlantis_core.seats import Kind
from atlantis_tui.board.frame_player import BEATS, FramePlayer
from atlantis_tui.board.planning_board import PlanningBoard
from atlantis_tui.board.roster import Roster, board_of, roster_of
from atlantis_tui.game.flow import GameFlow
from atlantis_tui.game.flow_events import TurnBegun, TurnPlayed
from atlantis_tui.play.bars import (
    NARROW,
    Mode,
    game_keys,
    game_title,
    mode_of,
    opponent_of,
    plan_note,
)
from atlantis_tui.play.side import side_lines
from atlantis_tui.play.typing import TYPING_KEYS
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.prompt import Prompt
from atlantis_tui.widgets.text_lines import Row

OFFER = "; L shows what happened since your last turn"


class Table:
    """Where a game is shown; made when its screen is composed."""

    def __init__(
        self,
        screen: BaseScreen,
        flow: GameFlow,
        *,
        placeholder: str,
        always: Sequence[Key],
        shown: Callable[[], None],
    ) -> None:
        """`shown` is called when a turn has been seen; keys among `always` are never left out."""
        document, options = flow.document, screen.atlantis.options
        self._screen, self._flow, self._always = screen, flow, always
        self._roster: Roster | None = None
        self.hint_rows: Callable[[int], Sequence[Row]] = lambda _: ()
        """What the panel says about a hint, for its width."""
        self.board = board = board_of(PlanningBoard, document, options)
        self.frame = BoardFrame(
            board, board.need, prompt=Prompt(placeholder, board.complete, TYPING_KEYS)
        )
        self.player = FramePlayer(self.frame, board, lambda: screen.atlantis.options, shown)
        board.takers = (self.frame.take_key, self.player.take_key)
        seats, has = enumerate(document.seats), document.ownership.has
        persons = (n for n, seat in seats if seat.kind is Kind.PERSON and has(n))
        board.wanted = next(persons, None)

    @property
    def roster(self) -> Roster:
        if self._roster is None:
            depth = self._screen.atlantis.color_depth
            self._roster = roster_of(self._flow.document, self._screen, depth)
        return self._roster

    @property
    def mode(self) -> Mode:
        """What the player can do just now."""
        return mode_of(self._flow.phase, self.board.entry)

    def paint(self) -> None:
        """Bring everything up to date after the plan, the turn or the room has changed."""
        if not self.player.is_showing:
            self.board.paint()
        self.paint_bars()

    def paint_bars(self) -> None:
        """Everything around the board."""
        frame, board, flow, mode = self.frame, self.board, self._flow, self.mode
        document = flow.document
        shown = None if flow.shown is None else flow.shown.report.end
        if frame.has_side:
            room = frame.side_room
            hint = self.hint_rows(room[0])
            lines = side_lines(self.roster, document.game, board.entry, room, hint, shown)
            frame.show_side(lines)
        name = document.path.name if document.path else "not saved"
        # Where the panel has gone, the title says how the plan stands.
        plan = "" if frame.has_side else plan_note(board.entry, frame.width)
        notes = filter(None, (plan, name))
        frame.show_title(game_title(flow, mode, self.roster, notes, frame.width))
        self.describe_cursor()

    def _can(self, key: Key) -> bool:
        """Whether the screen has what a key of the game does: a guest's has less."""
        place, _, action = key[2].partition(".")
        return place != "screen" or hasattr(self._screen, f"action_{action.partition('(')[0]}")

    def describe_cursor(self) -> None:
        """What is under the cursor, and what can be done there."""
        keys = game_keys(self.mode, self.board.keys(), opponent_of(self._flow))
        self.frame.show_keys([key for key in keys if self._can(key)], self._always)
        is_narrow = self.frame.width < NARROW
        self.frame.describe(self.board.describe_cursor(self.roster.cast, is_narrow=is_narrow))

    def show_turn(self, event: TurnPlayed) -> None:
        """Show a turn that has been played, from its beginning."""
        self.board.rest(event.report.start)
        self.player.show(event.report, self._flow.document.cast)
        if self.player.is_showing:
            self.paint_bars()

    def let_plan(self, event: TurnBegun) -> None:
        """Let somebody enter a turn."""
        if event.is_after_thought and self._screen.atlantis.options.bell:
            self._screen.app.bell()
        self.board.wanted = event.plan.position.to_move
        self.board.plan(event.plan, event.recent)
        self.paint_bars()
        is_first_look = event.recent is not None and not event.is_after_thought
        is_shared = self._flow.document.ownership.is_shared
        offer = (
            "; L shows what happened since your last turn" if is_shared and is_first_look else ""
        )
        self.frame.say(f"{event.said}{offer}")
        self._tell_window("your turn")

    def rest(self, said: str = "") -> None:
        """Nobody here enters anything."""
        self.board.why_not = self._flow.why_not
        self.board.rest(self._flow.document.game.position)
        self.paint_bars()
        self.frame.say(said)
        self._tell_window(said)

    def _tell_window(self, said: str) -> None:
        """Where others play, too, the title of the window says whose turn it is."""
        if self._flow.document.ownership.is_shared:
            self._screen.atlantis.set_window_title(f"{said} - Atlantis" if said else "Atlantis")

    def speed_after(self, by: int) -> int:
        """Another speed of showing turns, as far as there is one."""
        return min(max(self._screen.atlantis.options.speed + by, min(BEATS)), max(BEATS))
