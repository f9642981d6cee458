"""The flow of a game: ends turns, shows them, lets forced players and bots have theirs.

A finished turn is written before it is shown. Everything that takes time (pictures, thoughts)
can be cut short by a key, and nothing runs while a person is to move.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from atlantis_core.errors import AtlantisError, IllegalMoveError
from atlantis_core.grid import Move, format_moves
from atlantis_core.position import Position
from atlantis_core.rules import report_turn
from atlantis_core.seats import Kind, Seat
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.opponents import called, describe_failure
from atlantis_tui.play.bars import Mode, Opponent
from atlantis_tui.play.showing_screen import ShowingScreen

REPETITIONS = 3
"""A board that comes up so often between bots alone will come up for ever (R2.4)."""


class FlowScreen(ShowingScreen):
    """Plays whole turns, whoever has them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "end_turn", "End the turn"),
        Binding("b", "resume", "Let the bot or program think (again)"),
    ]

    def __init__(self, document: GameDocument) -> None:
        super().__init__(document)
        self._has_thought = False
        self._wants_stop = False
        """Escape was pressed: the next bot does not think, or its thought is dropped."""
        self._has_named_programs = False

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
        self._wants_stop = False
        plan = self.document.recall_plan()
        self.set_plan(plan)
        if self._has_thought and self.atlantis.options.bell:
            self.app.bell()
        self._has_thought = False
        self.recent = self._last_seen()
        self.paint()
        said = self._what_others_did()
        if plan.moves:
            said = f"your plan is still here: {format_moves(plan.moves)}"
        self.say("; ".join(filter(None, (said, self._programs_of_strangers()))))

    def _programs_of_strangers(self) -> str:
        """Says once that the file names programs, so that nobody is surprised by the question."""
        if self._has_named_programs:
            return ""
        self._has_named_programs = True
        is_vouched = map(self.document.is_vouched, self.document.seats)
        players = [
            name
            for name, is_ours in zip(self.document.cast.names, is_vouched, strict=True)
            if not is_ours
        ]
        if not players:
            return ""
        return f"the file asks for a program for {', '.join(players)}; none runs unless you agree"

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

    def after_showing(self) -> None:
        self.begin_turn()

    # Bots.

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person at this keyboard has something to decide."""
        return self.document.seat_to_move.kind is Kind.PERSON and not self.document.game.is_forced

    @property
    def is_among_bots(self) -> bool:
        """Whether nobody at this keyboard plays."""
        seats = self.document.seats
        return any(seat.thinks for seat in seats) and all(
            seat.kind is not Kind.PERSON for seat in seats
        )

    @property
    def shown_mode(self) -> Mode:
        mode = super().shown_mode
        is_planning = mode is Mode.PLANNING and self.entry is not None
        is_paused = is_planning and self.document.seat_to_move.kind is not Kind.PERSON
        return Mode.PAUSED if is_paused else mode

    @property
    def opponent(self) -> Opponent:
        if not self.document.game.position.players:
            return Opponent()
        seat = self.document.seat_to_move
        resume = "let it think" if self.document.is_vouched(seat) else "see the program"
        return Opponent(called(seat), resume, self.is_among_bots)

    @property
    def resume_words(self) -> str:
        """What the key does that lets a paused bot or program go on."""
        seat = self.document.seat_to_move
        if not self.document.is_vouched(seat):
            return "b shows the program that the file asks for"
        return "b lets the bots go on" if self.is_among_bots else f"b lets {called(seat)} think"

    @property
    def _name_to_move(self) -> str:
        return self.document.cast[self.document.game.position.to_move]

    def let_bot_think(self) -> None:
        """Let the bot or program have its turn, unless something speaks against it."""
        seat = self.document.seat_to_move
        if self._is_going_round():
            self.pause_bot("the same board for the third time; b lets the bots go on")
        elif not self.document.is_vouched(seat):
            asked = f"{self._name_to_move}: the file asks for a program"
            self.pause_bot(f"{asked}; b shows it, or enter its turn yourself")
        elif self._wants_stop:
            self.pause_bot(f"stopped; {self.resume_words}, or enter the turn yourself")
        else:
            self._start_thinking(seat)

    def _start_thinking(self, seat: Seat) -> None:
        self.mode = Mode.THINKING
        self._wants_stop = False
        self._message = None
        self.set_plan(None)
        self.paint()
        self._think(seat)

    @work(exclusive=True, group="thinking")
    async def _think(self, seat: Seat) -> None:
        game, number = self.document.game, self.document.game.turn_number
        try:
            turn = await self.thinker.choose(seat, game)
        except AtlantisError as error:
            if self._is_still_thinking(number):
                failure = describe_failure(self._name_to_move, seat, error)
                self.pause_bot(f"{failure}; b lets it think again, or enter its turn yourself")
            return
        if not self._is_still_thinking(number):
            return
        if self._wants_stop:
            self.pause_bot(f"stopped; {self.resume_words}, or enter the turn yourself")
            return
        self._has_thought = True
        self.play_turn(turn)

    def _is_still_thinking(self, turn: int) -> bool:
        """Nobody has stopped it and gone on meanwhile."""
        return self.mode is Mode.THINKING and self.document.game.turn_number == turn

    def pause_bot(self, why: str) -> None:
        """Wait for a person, who may also play for the bot."""
        self.mode = Mode.PLANNING
        self._wants_stop = False
        self.set_plan(self.document.recall_plan())
        self.paint()
        self.say(why)

    def action_resume(self) -> None:
        """Let a paused bot or program go on; one that only the file names is shown first."""
        seat = self.document.seat_to_move
        if self.mode is not Mode.PLANNING or self.entry is None or seat.kind is Kind.PERSON:
            return
        if not self.document.is_vouched(seat):
            self._ask_for_consent(seat)
        elif seat.thinks and not self.document.game.is_forced:
            self._start_thinking(seat)
        else:
            self.begin_turn()

    def _ask_for_consent(self, seat: Seat) -> None:
        from atlantis_tui.play.consent import ConsentDialog

        dialog = ConsentDialog(self._name_to_move, seat.name, self.size)
        self.app.push_screen(dialog, partial(self._after_consent, seat))

    def _after_consent(self, seat: Seat, answer: str | None) -> None:
        from atlantis_tui.play.consent import RUN

        if answer == RUN and self.document.seat_to_move == seat:
            self.document.vouch(seat)
            self.action_resume()
        else:
            self.say("the program does not run; enter its turn yourself, or b shows it again")

    def action_release(self) -> None:
        """Escape stops what goes on by itself."""
        if self.mode is Mode.THINKING:
            self._wants_stop = True
            self.thinker.cancel()
        elif self.mode is Mode.SHOWING:
            self._wants_stop = self.is_among_bots
            self._turn_shown()
        else:
            super().action_release()

    def _is_going_round(self) -> bool:
        if not self.is_among_bots:
            return False
        game = self.document.game
        return Counter(game.positions)[game.position] >= REPETITIONS
