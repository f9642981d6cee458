"""Entering a turn on the screen: what the keys, the mouse and typed moves do to the plan.

Everything goes through one pipeline, `TurnPlan`. What happens when the turn ends is in
`flow_screen`, on top of this.
"""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from atlantis_core.errors import IllegalMoveError
from atlantis_core.grid import Direction, Field, Move, format_moves
from atlantis_core.planning import TurnPlan
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.play.table_screen import TableScreen


class EntryScreen(TableScreen):
    """A board on which a turn can be planned."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "walk(1)", "Next stack that can move", show=False),
        Binding("shift+tab", "walk(-1)", "Previous stack that can move", show=False),
        Binding("escape", "release", "Put the lifted stones back", show=False),
        Binding("u,backspace", "take_back", "Take back a planned move"),
        Binding("left_square_bracket", "pick_by(-1)", "Choose the planned move before"),
        Binding("right_square_bracket", "pick_by(1)", "Choose the next planned move"),
        Binding("left_curly_bracket", "shift_move(-1)", "Play the chosen move earlier"),
        Binding("right_curly_bracket", "shift_move(1)", "Play the chosen move later"),
        Binding("delete", "drop_move", "Drop the chosen move"),
        Binding("x", "preview", "Show the board after the turn, and back"),
    ]

    # The cursor.

    @on(BoardView.CursorMoved)
    def _cursor_moved(self, event: BoardView.CursorMoved) -> None:
        if type(event) is BoardView.CursorMoved:
            self._message = None
            self.paint_message()

    def direct(self, direction: Direction) -> None:
        """A direction key: a step of the cursor, or the aim of lifted stones."""
        cursor = self.board.cursor
        if self.entry is None or self.entry.lifted is None or cursor is None:
            self.board.step(direction)
            return
        try:
            self.board.cursor = self.entry.aim(direction, cursor)
        except IllegalMoveError as error:
            self.refuse(error)

    @on(BoardView.Clicked)
    def _clicked(self, event: BoardView.Clicked) -> None:
        entry = self.entry
        is_idle = entry is not None and entry.lifted is None
        if entry is not None and is_idle and event.field not in entry.plan.sources():
            self.say("")
        else:
            self.choose_field(event.field)

    def action_choose(self) -> None:
        self.board.action_choose()

    def action_walk(self, by: int) -> None:
        """Go to the next field that can move, or that the lifted stones can reach."""
        if self.entry is None:
            return
        lifted = self.entry.lifted
        plan = self.entry.plan
        fields = list(plan.sources() if lifted is None else plan.destinations(lifted))
        if not fields:
            self.say("no stones can move any more; t ends the turn")
            return
        cursor = self.board.cursor
        ordered = sorted(fields) if lifted is None else fields
        self.board.cursor = _next_field(ordered, cursor, by)

    # Planning.

    def choose_field(self, field: Field) -> None:
        """Lift the stones of a field, or land the lifted ones."""
        if self.entry is None:
            self.say(self.why_not())
            return
        try:
            if self.entry.lifted is None:
                self.entry.lift(field)
            elif self.entry.land(field) is not None:
                self.plan_changed()
                return
        except IllegalMoveError as error:
            self.refuse(error)
            return
        self._message = None
        self.paint()

    def why_not(self) -> str:
        """Why no move can be entered now."""
        if self.document.game.is_over:
            return "the game is over: no further turn can be played"
        return "it is not a person's turn"

    def refuse(self, error: IllegalMoveError) -> None:
        """Say which rule an attempt breaks; nothing has changed."""
        self.say(str(error), "bad")

    def plan_moves(self, moves: tuple[Move, ...]) -> bool:
        """Plan moves from wherever they come; says whether they were legal."""
        if self.entry is None:
            self.say(self.why_not(), "bad")
            return False
        try:
            self.entry.add(moves)
        except IllegalMoveError as error:
            self.refuse(error)
            return False
        self.plan_changed()
        return True

    def plan_changed(self) -> None:
        """Keep the plan and show what would come of it."""
        if self.entry is not None:
            self.document.keep_plan(self.entry.plan)
        self.hint = None
        self._message = None
        self.paint()

    def set_plan(self, plan: TurnPlan | None) -> None:
        """Begin to enter a turn, or none."""
        self.entry = None if plan is None else TurnEntry(plan)

    def action_release(self) -> None:
        if self.entry is not None and (self.entry.release() or self.entry.is_preview):
            self.entry.is_preview = False
            self._message = None
            self.paint()

    def action_take_back(self) -> None:
        if self.entry is None:
            return
        if self.entry.release():
            self.paint()
            return
        if self.entry.restore():
            self.plan_changed()
            self.say(f"your own plan is back: {format_moves(self.entry.plan.moves)}")
            return
        move = self.entry.take_back()
        if move is None:
            is_first = not self.document.game.can_undo
            self.say("no move is planned" + ("" if is_first else "; U takes back the last turn"))
            return
        self.plan_changed()
        self.say(f"{move} taken back")

    def action_pick_by(self, by: int) -> None:
        if self.entry is not None:
            self.entry.choose(by)
            self.paint_side()
            self._say_chosen()

    def action_pick(self, index: int) -> None:
        if self.entry is not None:
            self.entry.chosen = index
            self.paint_side()

    def action_shift_move(self, by: int) -> None:
        if self.entry is not None and self.entry.shift(by):
            self.plan_changed()
            self._say_chosen()

    def action_drop_move(self, index: int = -1) -> None:
        if self.entry is None:
            return
        chosen = self.entry.chosen if index < 0 else index
        move = None if chosen is None else self.entry.drop(chosen)
        if move is not None:
            self.plan_changed()
            self.say(f"{move} dropped")

    def action_preview(self) -> None:
        if self.entry is None:
            return
        self.entry.release()
        self.entry.is_preview = not self.entry.is_preview
        self._message = None
        self.paint()

    def _say_chosen(self) -> None:
        if self.entry is not None and self.entry.chosen is not None:
            number = self.entry.chosen
            moves = self.entry.plan.moves
            self.say(f"move {number + 1} of {len(moves)}: {moves[number]}")


def _next_field(fields: list[Field], cursor: Field | None, by: int) -> Field:
    if cursor in fields:
        return fields[(fields.index(cursor) + by) % len(fields)]
    if cursor is None:
        return fields[0 if by > 0 else -1]
    later = [field for field in fields if (field > cursor) is (by > 0)]
    return (later or fields)[0 if by > 0 else -1]
