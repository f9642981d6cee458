"""The flow of a game: ends turns, shows them, lets forced players and bots have theirs.

A finished turn is written before it is shown. Everything that takes time (pictures, thoughts)
can be cut short by a key, and nothing runs while a person is to move.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType

from atlantis_core.errors import AtlantisError, IllegalMoveError
from atlantis_core.events import TurnReport
from atlantis_core.grid import Move, format_moves
from atlantis_core.position import Position
from atlantis_core.rules import report_turn
from atlantis_core.showing import showable
from atlantis_tui.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.board import PlayBoard
from atlantis_tui.play.frames import Frame, summary_frame, turn_frames
from atlantis_tui.play.hinting_screen import HintingScreen
from atlantis_tui.seats import Kind, Seat

BEATS = {1: 1.6, 2: 0.8, 3: 0.4, 4: 0.15}
"""Seconds that a picture stays, by speed."""
REPETITIONS = 3
"""A board that comes up so often between bots alone will come up for ever (R2.4)."""


class FlowScreen(HintingScreen):
    """Plays whole turns, whoever has them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "end_turn", "End the turn"),
        Binding("U", "undo_turn", "Take back the last turn"),
        Binding("R", "redo_turn", "Play a turn taken back again"),
        Binding("b", "resume", "Let the bot think (again)"),
        Binding("less_than_sign", "speed(-1)", "Show turns more slowly"),
        Binding("greater_than_sign", "speed(1)", "Show turns more quickly"),
    ]

    def __init__(self, document: GameDocument) -> None:
        super().__init__(document)
        self._frames: deque[Frame] = deque()
        self._has_thought = False

    def on_mount(self) -> None:
        self.board.direct, self.board.choose = self.direct, self.choose_field
        self.board.put_cursor(self.board.nearest_to_middle())
        self.board.focus()
        self.begin_turn()

    # Whose turn it is.

    def begin_turn(self) -> None:
        """Let whoever is to move have the turn."""
        game = self.document.game
        self.set_plan(None)
        self.hint = None
        if not game.position.players:
            self.mode = Mode.OVER
            self.paint()
        elif game.is_over:
            self.finish()
        elif game.is_forced or self.document.seat_to_move.kind is Kind.DUMMY:
            self.play_turn(())
        elif self.document.seat_to_move.thinks:
            self.let_bot_think()
        else:
            self.let_person_plan()

    def let_person_plan(self) -> None:
        self.mode = Mode.PLANNING
        plan = self.document.recall_plan()
        self.set_plan(plan)
        if self._has_thought and self.atlantis.options.bell:
            self.app.bell()
        self._has_thought = False
        self.recent = self._last_seen()
        self.paint()
        if plan.moves:
            self.say(f"your plan is still here: {format_moves(plan.moves)}")
        else:
            self.say(self._what_others_did())

    def _others_turns(self) -> range:
        """The numbers of the turns since the player to move had one."""
        game = self.document.game
        return range(max(game.turn_number - game.position.players + 2, 1), game.turn_number + 1)

    def _last_seen(self) -> Position | None:
        """The board as the player to move left it; None if nothing has happened since."""
        others = self._others_turns()
        return self.document.game.position_after(others[0] - 1) if others else None

    def _what_others_did(self) -> str:
        game, cast = self.document.game, self.document.cast
        turns, players = game.turns, game.position.players
        said = []
        for number in self._others_turns():
            player = (game.start.to_move + number - 1) % players
            said.append(f"{cast[player]}: {format_moves(turns[number - 1])}")
        return "; ".join(said)

    def finish(self) -> None:
        """The game is over."""
        self.thinker.end_game()
        self.mode = Mode.OVER
        self.recent = None
        self.paint()

    # Playing a turn.

    def action_end_turn(self) -> None:
        if self.mode is not Mode.PLANNING or self.entry is None:
            self.say(self.why_not())
            return
        self.play_turn(self.entry.plan.moves)

    def play_turn(self, moves: tuple[Move, ...]) -> None:
        """Play and save a turn, then show it."""
        try:
            report = report_turn(self.document.game.position, moves)
            self.document.play(moves)
        except IllegalMoveError as error:
            self.pause_bot(str(error))
        except (OSError, AtlantisError) as error:
            self.saving_failed(error)
        else:
            self.thinker.watch(self.document.game)
            self.set_plan(None)
            self.show_turn(report)

    def saving_failed(self, error: Exception) -> None:
        """The turn could not be written, so it was not played."""
        self.mode = Mode.PLANNING
        if self.entry is None:
            self.set_plan(self.document.recall_plan())
        self.paint()
        self.say(f"not played, because it cannot be saved: {error}", "bad")

    def show_turn(self, report: TurnReport) -> None:
        """Show what happened, at once or picture by picture."""
        options, cast = self.atlantis.options, self.document.cast
        if options.slow and options.animation:
            self._frames = deque([summary_frame(report, cast)])
        else:
            self._frames = deque(turn_frames(report, cast) if options.animation else ())
        if not self._frames:
            self._turn_shown()
            return
        self.mode = Mode.SHOWING
        self.board.is_showing = True
        self.board.show(report.start)
        self.paint_side()
        self.paint_bars()
        self._next_frame()

    def _next_frame(self) -> None:
        if not self._frames:
            self._turn_shown()
            return
        frame = self._frames.popleft()
        self.board.show(frame.position, frame.marks)
        self.say(frame.caption)
        beat = BEATS[self.atlantis.options.speed] * frame.beats
        self.set_timer(beat, self._frame_over, name="frame")

    def _frame_over(self) -> None:
        if self.mode is Mode.SHOWING:
            self._next_frame()

    def _turn_shown(self) -> None:
        self._frames.clear()
        self.board.is_showing = False
        self._message = None
        self.begin_turn()

    @on(PlayBoard.Interrupted)
    def action_skip(self) -> None:
        """Any key ends the showing of a turn."""
        if self.mode is Mode.SHOWING:
            self._turn_shown()

    def action_speed(self, by: int) -> None:
        speed = min(max(self.atlantis.options.speed + by, min(BEATS)), max(BEATS))
        self.atlantis.set_options(replace(self.atlantis.options, speed=speed))
        self.say(f"turns are shown at speed {speed} of {max(BEATS)}")

    # Bots.

    def let_bot_think(self) -> None:
        if self._is_going_round():
            self.pause_bot("the same board for the third time; b lets the bots go on")
            return
        seat = self.document.seat_to_move
        if not self.document.is_vouched(seat):
            asked = f"the file asks for the program '{showable(seat.name, 200)}'"
            self.pause_bot(f"{asked}; b runs it, or enter its turn yourself")
            return
        self.mode = Mode.THINKING
        self.paint()
        self._think(seat)

    @work(exclusive=True, group="thinking")
    async def _think(self, seat: Seat) -> None:
        game, number = self.document.game, self.document.game.turn_number
        try:
            turn = await self.thinker.choose(seat, game)
        except AtlantisError as error:
            if self._is_still_thinking(number):
                self.pause_bot(f"{error}; b lets it think again, or enter its turn yourself")
            return
        if self._is_still_thinking(number):
            self._has_thought = True
            self.play_turn(turn)

    def _is_still_thinking(self, turn: int) -> bool:
        """Nobody has stopped it and gone on meanwhile."""
        return self.mode is Mode.THINKING and self.document.game.turn_number == turn

    def pause_bot(self, why: str) -> None:
        """Wait for a person, who may also play for the bot."""
        self.mode = Mode.PLANNING
        self.set_plan(self.document.recall_plan())
        self.paint()
        self.say(why)

    def action_resume(self) -> None:
        seat = self.document.seat_to_move
        if self.mode is Mode.PLANNING and seat.thinks:
            self.document.vouch(seat)
            self.mode = Mode.THINKING
            self.set_plan(None)
            self.paint()
            self._think(seat)

    def action_release(self) -> None:
        if self.mode is Mode.THINKING:
            self.thinker.cancel()
            return
        super().action_release()

    def _is_going_round(self) -> bool:
        if any(seat.kind is Kind.PERSON for seat in self.document.seats):
            return False
        game = self.document.game
        return Counter(game.positions)[game.position] >= REPETITIONS

    # Taking back.

    def action_undo_turn(self) -> None:
        """Take back turns until a person has something to decide."""
        game = self.document.game
        self._interrupt()
        count = self._jump(game.undo, lambda: game.can_undo)
        them = "it" if count == 1 else "them"
        message = f"{_turns(count)} taken back; R plays {them} again"
        self._after_jump(message if count else "there is no turn to take back")

    def action_redo_turn(self) -> None:
        """Play turns again that were taken back, until a person has something to decide."""
        game = self.document.game
        self._interrupt()
        count = self._jump(game.redo, lambda: game.can_redo)
        message = f"{_turns(count)} played again"
        self._after_jump(message if count else "there is no turn to play again")

    def _jump(self, step: Callable[[], object], is_possible: Callable[[], bool]) -> int:
        count = 0
        while is_possible() and not (count and self._is_persons_turn()):
            step()
            count += 1
        return count

    def _interrupt(self) -> None:
        self._frames.clear()
        self.board.is_showing = False
        if self.mode is Mode.THINKING:
            self.thinker.cancel()
        self.mode = Mode.PLANNING

    def _is_persons_turn(self) -> bool:
        return self.document.seat_to_move.kind is Kind.PERSON and not self.document.game.is_forced

    def _after_jump(self, message: str) -> None:
        if self.document.game.is_over or self._is_persons_turn():
            self.begin_turn()
        else:
            self.pause_bot("")
        self.say(message)


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
