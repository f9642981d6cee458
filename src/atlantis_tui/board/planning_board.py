"""Board widget for planning a turn with keys, mouse and typed commands.

The board owns the `TurnEntry` and changes it synchronously, so that a key never sees a stale
plan; it posts `EntryChanged` afterwards. Ending the turn is up to the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual import on
from textual.message import Message

from atlantis_core.positions.grid import Direction, Field, Move, format_moves, parse_field
from atlantis_core.positions.position import Position
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.support.errors import IllegalMoveError, NotationError
from atlantis_tui.game.hints import Hints
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.game.typed_commands import Command, Word, complete
from atlantis_tui.settings.arguments import read_zoom
from atlantis_tui.widgets.board_frame import Said
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import Key
from .field_text import describe_aim, describe_field
from .paths import groups, middle, next_field
from .plan_text import plan_keys, why_not_own, why_spent
from .turn_marks import mark_entry, mark_quiet
from .view import BoardView

_PLAN_ACTIONS = frozenset(
    {"walk", "group", "take_back", "pick_by", "pick", "shift_move", "drop_move", "preview"}
)


class PlanningBoard(BoardView):
    """A board whose direction keys move the cursor or, after lifting, aim the stones."""

    BINDINGS = parse_bindings("""
        Board
        l                     toggle_labels   Field names: all, near the cursor, none
        O                     toggle_overlay  Overlay: none, territory, tide
        Planning a turn
        tab                   walk(1)         Stack that can move: next
        shift+tab             walk(-1)        Stack that can move: previous
        g                     group(1)        Group of your stacks: next
        G                     group(-1)       Group of your stacks: previous
        enter,space           choose          Lift the stack, or place stones
        u,backspace           take_back       Undo the last planned move
        left_square_bracket   pick_by(-1)     Select a planned move: previous
        right_square_bracket  pick_by(1)      Select a planned move: next
        left_curly_bracket    shift_move(-1)  Order of the selected move: earlier
        right_curly_bracket   shift_move(1)   Order of the selected move: later
        delete                drop_move       Remove the selected move
        x                     preview         Preview the board after the turn
    """)

    @dataclass
    class EntryChanged(Message):
        """Posted when the entry changes; `is_plan` if the planned moves changed."""

        entry: TurnEntry
        is_plan: bool

    entry: TurnEntry | None = None
    """The turn being planned; None while planning is disabled."""
    hints: Hints | None = None
    """Source of the hint that is marked until the plan changes."""
    premove_plan: Callable[[], TurnPlan | None] = staticmethod(lambda: None)
    """Returns the plan with which a premove begins; None if planning is disabled."""
    why_not = "you cannot plan a turn now"
    """Message for attempts to plan while planning is disabled."""
    nothing_to_take_back = "no moves planned"
    _recent: Position | None = None
    """Earlier position; fields that differ from it are marked until a move is begun."""
    _recent_moves: tuple[Move, ...] = ()
    _has_begun = False
    _quiet: Position | None = None
    """Position shown while planning is disabled."""

    # What the screens use.

    def plan(
        self, plan: TurnPlan, recent: Position | None = None, moves: Iterable[Move] = ()
    ) -> None:
        """Start planning a turn; `moves` led from the `recent` position to this one."""
        self.entry, self._recent, self._recent_moves = TurnEntry(plan), recent, tuple(moves)
        if not self._has_begun:
            self._has_begun = True
            self._go_to_own(plan)
        self.paint()

    def _go_to_own(self, plan: TurnPlan) -> None:
        """Put the cursor on the movable stack nearest to the middle of the board."""
        sources, shown = plan.sources(), self.layout_shown
        if sources and shown is not None and self.cursor not in sources:
            self.go_quietly(middle(shown, sources))

    def begin_premove(self) -> None:
        """Begin to plan the next turn while another player is to move, where that is possible."""
        plan = self.premove_plan() if self.entry is None else None
        if plan is not None:
            self.entry = TurnEntry(plan, is_premove=True)
            self._recent = None
            self._changed(self.entry)

    def rest(self, position: Position) -> None:
        """Show a position and disable planning."""
        self.entry, self._quiet, self._recent = None, position, None
        self.paint()

    @property
    def position_shown(self) -> Position | None:
        """The position after the planned moves, or after the turn in a preview."""
        if self.entry is None:
            return self._quiet
        plan = self.entry.plan
        return plan.report.end if self.entry.is_preview else plan.moved

    @property
    def moves(self) -> tuple[Move, ...]:
        return () if self.entry is None else self.entry.plan.moves

    def paint(self) -> None:
        """Show the position and its marks."""
        position = self.position_shown
        if position is None:
            return
        if self.entry is None:
            self.show(position, mark_quiet(position))
            return
        hint = None if self.hints is None else self.hints.shown
        hinted = hint.turn if hint else ()
        self.show(position, mark_entry(self.entry, self._recent, hinted, self._recent_moves))

    def keys(self) -> tuple[Key, ...]:
        """The keys for the current state of the entry."""
        may_plan_ahead = self.entry is None and self.premove_plan() is not None
        return plan_keys(self.entry, self.cursor, may_plan_ahead=may_plan_ahead)

    def describe_cursor(self, *, is_narrow: bool) -> str:
        """One line about the field under the cursor, or about the aimed move."""
        cursor, position, cast = self.cursor, self.position_shown, self.cast
        if cursor is None or position is None or cast is None:
            return ""
        lifted = None if self.entry is None else self.entry.lifted
        if self.entry is None or lifted is None:
            return describe_field(position, cursor, cast, is_narrow=is_narrow)
        reach = self.entry.plan.destinations(lifted)
        most = max(reach.values(), default=0)
        return describe_aim(lifted, cursor, reach, most, is_narrow=is_narrow)

    def complete(self, text: str) -> str | None:
        """The typed line with its last word completed, if there is a completion."""
        legal = () if self.entry is None else self.entry.plan.legal_moves()
        return complete(text, legal, self._board.fields)

    def drop(self) -> bool:
        """Put lifted stones back, or end the preview. Returns whether there was either."""
        entry = self.entry
        if entry is None or not (entry.release() or entry.is_preview):
            return False
        entry.is_preview = False
        self._changed(entry)
        return True

    # Planning.

    def add(self, moves: Iterable[Move]) -> bool:
        """Plan these moves, all or none. Returns whether they were legal."""
        return self._try(lambda entry: entry.add(moves))

    def replace(self, moves: Sequence[Move], said: str) -> bool:
        """Replace the plan; undo restores the old one."""
        is_replacing: list[bool] = []
        if not self._try(lambda entry: is_replacing.append(entry.replace(moves))):
            return False
        own = "; press u to restore your plan" if is_replacing[0] else ""
        self.tell(f"{said}{own}; press t to end the turn")
        return True

    def clear(self) -> None:
        """Remove all planned moves."""
        self._try(lambda entry: entry.clear())

    def order(self, numbers: Sequence[int]) -> None:
        """Reorder the planned moves, given by their numbers from 1."""
        moves = self.moves
        if sorted(numbers) != list(range(1, len(moves) + 1)):
            given = " ".join(map(str, numbers))
            raise NotationError(
                given, "move order", f"each number from 1 to {len(moves)} exactly once"
            )
        self.clear()
        self.add([moves[number - 1] for number in numbers])

    def tell(self, text: str, look: str = "plain") -> None:
        """Show a message, after the `EntryChanged` messages already posted."""
        self.post_message(Said(text, look))

    def obey(self, command: Command) -> bool:
        """Run a typed command of the plan or the board. Returns False for other commands."""
        match command.word:
            case Word.DROP:
                self.action_drop_move(command.numbers()[0] - 1)
            case Word.ORDER:
                self.order(command.numbers())
            case Word.CLEAR:
                self.clear()
            case Word.GOTO:
                self.go_to(parse_field(command.argument.lower()))
            case Word.ZOOM:
                self.zoom = read_zoom(command.argument)
            case Word.TAKE_BACK | Word.UNDO:
                self.action_take_back()
            case Word.PREVIEW:
                self.action_preview()
            case Word.LABELS:
                self.action_toggle_labels()
            case _:
                return False
        return True

    def go_to(self, field: Field) -> None:
        """Put the cursor on a field."""
        if field in self._board:
            self.cursor = field
        else:
            self.tell(f"'{field}' is not a field of this board", "bad")

    # Actions.

    def action_step(self, direction: str) -> None:
        """Move the cursor, or aim the lifted stones."""
        entry, cursor = self.entry, self.cursor
        if entry is None or entry.lifted is None or cursor is None:
            super().action_step(direction)
            return
        try:
            self.cursor = entry.aim(Direction[direction], cursor)
        except IllegalMoveError as error:
            self.tell(str(error), "bad")

    def action_choose(self) -> None:
        """Lift the stones under the cursor, or place the lifted ones."""
        self.begin_premove()
        if self.entry is None:
            super().action_choose()
        elif self.cursor is not None:
            self._choose(self.cursor)

    @on(BoardView.Clicked)
    def _clicked(self, event: BoardView.Clicked) -> None:
        self.begin_premove()
        entry = self.entry
        if entry is None:
            return
        event.stop()
        if entry.lifted is None and event.field not in entry.plan.sources():
            self.tell("")
        else:
            self._choose(event.field)

    def _choose(self, field: Field) -> None:
        entry = self.entry
        if entry is not None and entry.lifted is None:
            not_own = why_not_own(entry.plan, field, self.cast)
            if not_own:
                self.tell(not_own)
                return
        self._try(lambda entry: entry.land(field) if entry.lifted else entry.lift(field))

    def action_walk(self, by: int) -> None:
        """Move the cursor to the next movable stack, or to the next reachable field."""
        self.begin_premove()
        if self.entry is None:
            return
        lifted, plan = self.entry.lifted, self.entry.plan
        fields = sorted(plan.sources()) if lifted is None else list(plan.destinations(lifted))
        if fields:
            self.cursor = next_field(fields, self.cursor, by)
        else:
            self.tell("no legal moves left; press t to end the turn")

    def action_group(self, by: int) -> None:
        """Move the cursor to the next or previous group of the player's stacks."""
        entry = self.entry
        if entry is None:
            return
        position = entry.plan.position
        own = [f for f, there in position.occupied() if there.player == position.to_move]
        first = [group[0] for group in groups(own)]
        if first:
            self.cursor = next_field(sorted(first), self.cursor, by)
        else:
            self.tell("you have no stones left")

    def action_take_back(self) -> None:
        entry = self.entry
        if entry is None:
            return
        if entry.release():
            self._changed(entry)
        elif entry.restore():
            self._changed(entry, is_plan=True)
            self.tell(f"your plan is restored: {format_moves(entry.plan.moves)}")
        elif (move := entry.take_back()) is None:
            self.tell(self.nothing_to_take_back)
        else:
            self._changed(entry, is_plan=True)
            self.tell(f"{move} removed from the plan")

    def action_pick_by(self, by: int) -> None:
        if self.entry is not None:
            self.entry.choose(by)
            self._changed(self.entry)
            self._tell_chosen(self.entry)

    def action_pick(self, index: int) -> None:
        if self.entry is not None:
            self.entry.chosen = index
            self._changed(self.entry)

    def action_shift_move(self, by: int) -> None:
        if self.entry is not None and self.entry.shift(by):
            self._changed(self.entry, is_plan=True)
            self._tell_chosen(self.entry)

    def action_drop_move(self, index: int = -1) -> None:
        entry = self.entry
        if entry is None:
            return
        chosen = entry.chosen if index < 0 else index
        move = None if chosen is None else entry.drop(chosen)
        if move is not None:
            self._changed(entry, is_plan=True)
            self.tell(f"{move} removed from the plan")

    def action_preview(self) -> None:
        if self.entry is not None:
            self.entry.release()
            self.entry.is_preview = not self.entry.is_preview
            self._changed(self.entry)

    def _tell_chosen(self, entry: TurnEntry) -> None:
        if entry.chosen is not None:
            moves = entry.plan.moves
            self.tell(f"move {entry.chosen + 1} of {len(moves)}: {moves[entry.chosen]}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the planning keys while planning is disabled, so that screens may use them."""
        is_idle = self.entry is None and action in _PLAN_ACTIONS
        is_idle = is_idle and (action != "walk" or self.premove_plan() is None)
        return False if is_idle else super().check_action(action, parameters)

    # Changing.

    def _try(self, change: Callable[[TurnEntry], object]) -> bool:
        """Apply a change to the entry, or show the rule that forbids it. Returns success."""
        self.begin_premove()
        entry = self.entry
        if entry is None:
            self.tell(self.why_not, "bad")
            return False
        before = entry.plan
        try:
            change(entry)
        except IllegalMoveError as error:
            self.tell(str(error), "bad")
            return False
        self._changed(entry, is_plan=entry.plan is not before)
        return True

    def _changed(self, entry: TurnEntry, *, is_plan: bool = False) -> None:
        if is_plan and self.hints is not None:
            self.hints.hide()
        self.paint()
        self.post_message(self.EntryChanged(entry, is_plan=is_plan))
        if is_plan and entry.is_premove and entry.plan.moves:
            self.tell(f"premove: {format_moves(entry.plan.moves)}; it waits for your turn")
        else:
            self.tell(why_spent(entry.plan) if is_plan and entry.is_spent else "")
