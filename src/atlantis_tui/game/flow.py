"""The flow of a game: whose turn it is, in which phase, and what comes next.

A state machine without a screen. It is told what happened (a turn was ended, a bot answered, the
pictures of a turn were seen) and answers with the one thing to do now, as an event. A finished
turn is in the file before anybody is shown it, together with the turns of those who have nothing
to decide. Knows no clock and starts no thought: whoever does tells it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

from atlantis_core.errors import AtlantisError, IllegalMoveError
from atlantis_core.events import TurnReport
from atlantis_core.game import Turn
from atlantis_core.grid import format_moves
from atlantis_core.phrases import counted
from atlantis_core.position import Position
from atlantis_core.seats import Seat, SeatKind
from .document import AutomaticTurn, GameDocument
from .events import (
    ConsentWanted,
    Event,
    GameOver,
    NotSaved,
    Phase,
    Refused,
    ReloadWanted,
    ThoughtWanted,
    TurnBegun,
    TurnPlayed,
    Waiting,
)
from .player_labels import called, describe_failure

REPETITIONS = 3
"""A board that comes up so often between bots alone will come up for ever (R2.4)."""


class GameFlow:
    """Plays whole turns, whoever has them."""

    def __init__(
        self,
        document: GameDocument,
        *,
        unasked: AutomaticTurn | None = None,
    ) -> None:
        """`unasked` gives the turn of a player who is not asked for one, or None to ask."""
        self.document = document
        self.phase = Phase.OVER
        self.shown: TurnPlayed | None = None
        """The turn that is being shown."""
        self._unasked = unasked or self._forced_turn
        self._to_show: deque[TurnPlayed] = deque()
        self._has_thought = False
        self._wants_stop = False
        """Somebody stopped the bots: the next one does not think, or its thought is dropped."""
        self._has_named_programs = False
        self._note = ""
        """To be said with what comes next."""

    # Who is to move.

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person at this keyboard has something to decide."""
        document = self.document
        is_person = document.seat_to_move.kind is SeatKind.PERSON
        return is_person and self._is_played_here and not document.game.is_forced

    @property
    def is_among_bots(self) -> bool:
        """Whether nobody at this keyboard plays."""
        seats = self.document.seats
        return any(seat.thinks for seat in seats) and all(
            seat.kind is not SeatKind.PERSON for seat in seats
        )

    @property
    def resume_words(self) -> str:
        """What the key does that lets a paused bot or program go on."""
        seat = self.document.seat_to_move
        if not self.document.is_vouched(seat):
            return "b shows the program that the file asks for"
        return "b lets the bots go on" if self.is_among_bots else f"b lets {called(seat)} think"

    @property
    def retry_words(self) -> str:
        """How to play the turn whose save failed."""
        return self.resume_words if self.phase is Phase.PAUSED else "press t to end the turn"

    @property
    def why_not(self) -> str:
        """Why no move can be entered now."""
        if self.document.game.is_over:
            return "the game is over: no further turn can be played"
        if self.phase is Phase.WAITING:
            return f"waiting for {self._name_to_move}"
        return "it is not a person's turn"

    @property
    def _is_played_here(self) -> bool:
        """Whether this window has to see to the turn: a person's of its own, or a bot's."""
        ownership, seat = self.document.ownership, self.document.seat_to_move
        if seat.thinks:
            return ownership.is_host
        return ownership.has(self.document.game.position.to_move)

    @property
    def _name_to_move(self) -> str:
        return self.document.cast[self.document.game.position.to_move]

    def _forced_turn(self) -> Turn | None:
        """An empty turn for whoever has nothing to decide (R2.2) or never moves (R1.4)."""
        is_dummy = self.document.seat_to_move.kind is SeatKind.DUMMY
        return () if is_dummy or self.document.game.is_forced else None

    # Turns begin and end.

    def begin(self) -> Event:
        """Let whoever is to move have the turn."""
        note, self._note = self._note, ""
        event = self._begin()
        said = getattr(event, "said", "")
        return _saying("; ".join(filter(None, (note, said))), event) if note else event

    def _begin(self) -> Event:
        game = self.document.game
        self.shown = None
        self._to_show.clear()
        if game.is_over or not game.position.players:
            self.phase = Phase.OVER
            return GameOver()
        turn = self._unasked()
        if turn is not None and not self.document.ownership.is_watching:
            return self.play(turn)
        if not self._is_played_here:
            self.phase = Phase.WAITING
            return Waiting(f"waiting for {self._name_to_move}")
        if self.document.seat_to_move.thinks:
            return self._let_bot_think()
        return self._let_person_plan()

    def play(self, moves: Turn) -> Event:
        """Play a turn and those that follow without being asked, all in one save."""
        number = self.document.game.turn_number
        try:
            reports = self.document.play(moves, self._unasked)
        except IllegalMoveError as error:
            return self._pause(str(error))
        except (OSError, AtlantisError) as error:
            is_persons = self.document.seat_to_move.kind is SeatKind.PERSON
            self.phase = Phase.PLANNING if is_persons else Phase.PAUSED
            return self._not_saved("turn not played", error)
        self._queue(number, reports)
        return self.go_on()

    def overtaken(self, reports: tuple[TurnReport, ...], note: str = "") -> Event | None:
        """Somebody else has played: these are the last turns of the document now.

        None if a turn is being shown: the new ones come after it. A note is said with whatever
        comes after them.
        """
        is_showing = self.phase is Phase.SHOWING
        self._note, self._has_thought = note, True
        self._queue(self.document.game.turn_number - len(reports), reports)
        return None if is_showing else self.go_on()

    def moved_elsewhere(self, said: str) -> Event:
        """The file has other turns than were known here: go on from them."""
        return _saying(said, self.begin())

    def show_again(self) -> Event:
        """Show once more what happened since the player to move had a turn."""
        numbers = self._others_turns()
        if not numbers or self.phase is Phase.SHOWING:
            return Refused("nothing has happened since")
        self._queue(numbers[0] - 1, tuple(map(self.document.game.report, numbers)))
        return self.go_on()

    def _queue(self, number: int, reports: tuple[TurnReport, ...]) -> None:
        self._to_show.extend(TurnPlayed(n, report) for n, report in enumerate(reports, number + 1))

    def go_on(self) -> Event:
        """The turn that was shown has been seen: show the next one, or let it begin."""
        if not self._to_show:
            return self.begin()
        self.phase = Phase.SHOWING
        self.shown = self._to_show.popleft()
        return self.shown

    def close(self) -> None:
        """Nobody waits for anything any more."""
        self.phase = Phase.OVER
        self.shown = None
        self._to_show.clear()

    def _let_person_plan(self) -> Event:
        self.phase = Phase.PLANNING
        self._wants_stop = False
        plan = self.document.recall_plan()
        said = self._what_others_did()
        if plan.moves:
            said = f"your plan is still here: {format_moves(plan.moves)}"
        said = "; ".join(filter(None, (said, self._programs_of_strangers())))
        has_thought, self._has_thought = self._has_thought, False
        return TurnBegun(plan, said, self._last_seen(), has_thought)

    def _programs_of_strangers(self) -> str:
        """Says once that the file names programs, so that nobody is surprised by the question."""
        document = self.document
        pairs = zip(document.cast.names, document.seats, strict=True)
        players = [name for name, seat in pairs if not document.is_vouched(seat)]
        if self._has_named_programs or not players:
            return ""
        self._has_named_programs = True
        return f"the file asks for a program for {', '.join(players)}; none runs unless you agree"

    def _others_turns(self) -> range:
        """The numbers of the turns since the player to move had one."""
        game = self.document.game
        return range(max(game.turn_number - game.position.players + 2, 1), game.turn_number + 1)

    def _last_seen(self) -> Position | None:
        others = self._others_turns()
        return self.document.game.position_after(others[0] - 1) if others else None

    def _what_others_did(self) -> str:
        game, cast = self.document.game, self.document.cast
        first, players = game.start.to_move, game.position.players
        return "; ".join(
            f"{cast[(first + number - 1) % players]}: {format_moves(game.turns[number - 1])}"
            for number in self._others_turns()
        )

    # Bots and programs.

    def _let_bot_think(self) -> Event:
        """Let the bot or program have its turn, unless something speaks against it."""
        seat = self.document.seat_to_move
        if self._is_going_round():
            return self._pause("the same board for the third time; b lets the bots go on")
        if not self.document.is_vouched(seat):
            asked = f"{self._name_to_move}: the file asks for a program"
            return self._pause(f"{asked}; b shows it, or enter its turn yourself")
        return self._stopped() if self._wants_stop else self._start_thinking(seat)

    def _start_thinking(self, seat: Seat) -> Event:
        self.phase = Phase.THINKING
        self._wants_stop = False
        return ThoughtWanted(seat, self.document.game.turn_number)

    def answered(self, wanted: ThoughtWanted, turn: Turn) -> Event | None:
        """A bot has chosen; None if nobody waits for that any more."""
        if not self._waits_for(wanted):
            return None
        if self._wants_stop:
            return self._stopped()
        self._has_thought = True
        return self.play(turn)

    def failed(self, wanted: ThoughtWanted, error: AtlantisError) -> Event | None:
        """A bot has no turn to give; None if nobody waits for one any more."""
        if not self._waits_for(wanted):
            return None
        failure = describe_failure(self._name_to_move, wanted.seat, error)
        return self._pause(f"{failure}; b lets it think again, or enter its turn yourself")

    def stop(self) -> Event | None:
        """Stop what goes on by itself; a thought that is dropped is heard of later."""
        if self.phase is Phase.THINKING:
            self._wants_stop = True
        if self.phase is not Phase.SHOWING:
            return None
        self._wants_stop = self.is_among_bots
        return self.go_on()

    def resume(self) -> Event | None:
        """Let a paused bot or program go on."""
        if self.phase is not Phase.PAUSED:
            return None
        seat = self.document.seat_to_move
        if not self.document.is_vouched(seat):
            return ConsentWanted(self._name_to_move, seat)
        if seat.thinks and not self.document.game.is_forced:
            return self._start_thinking(seat)
        return self.begin()

    def consented(self, wanted: ConsentWanted) -> Event | None:
        """Somebody has agreed that a program runs."""
        if self.document.seat_to_move != wanted.seat:
            return None
        self.document.trust(wanted.seat)
        return self.resume()

    def _waits_for(self, wanted: ThoughtWanted) -> bool:
        """Nobody has stopped it and gone on meanwhile."""
        return self.phase is Phase.THINKING and self.document.game.turn_number == wanted.turns

    def _stopped(self) -> Event:
        return self._pause(f"stopped; {self.resume_words}, or enter the turn yourself")

    def _pause(self, why: str) -> Event:
        """Wait for a person, who may also play for the bot."""
        is_persons = self.document.seat_to_move.kind is SeatKind.PERSON
        self.phase = Phase.PLANNING if is_persons else Phase.PAUSED
        self._wants_stop = False
        self.shown = None
        self._to_show.clear()
        return TurnBegun(self.document.recall_plan(), why)

    def _is_going_round(self) -> bool:
        if not self.is_among_bots:
            return False
        game = self.document.game
        return Counter(game.positions)[game.position] >= REPETITIONS

    # Taking back.

    def undo(self) -> Event:
        """Take back turns until a person has something to decide.

        Where only bots play it goes turn by turn, because there is nobody to go back to.
        """
        game = self.document.game
        if not self.document.ownership.is_host:
            return Refused("only the host takes turns back")
        if not game.can_undo:
            return Refused("there is no turn to take back")
        count = self._jump(game.undo, lambda: game.can_undo)
        if (failed := self._save_jump("turn not undone", game.redo, count)) is not None:
            return failed
        them = "it" if count == 1 else "them"
        said = f"{counted(count, 'turn')} taken back; R plays {them} again"
        if not self.is_persons_turn:
            return self._pause(f"{said}, {self.resume_words}")
        return _saying(said, self.begin())

    def redo(self) -> Event:
        """Play turns again that were taken back, until a person has something to decide.

        If it is a bot's turn then, it thinks: that is how it was before the turns were taken
        back. Bots among themselves wait, so that the next turn can be played again too.
        """
        game = self.document.game
        if not game.can_redo:
            return Refused("there is no turn to play again")
        count = self._jump(game.redo, lambda: game.can_redo)
        if (failed := self._save_jump("turn not redone", game.undo, count)) is not None:
            return failed
        said = f"{counted(count, 'turn')} played again"
        if self.is_among_bots and not game.is_over:
            return self._pause(f"{said}; {self.resume_words}")
        event = self.begin()
        return event if self.phase is Phase.PAUSED else _saying(said, event)

    def _jump(self, step: Callable[[], object], is_possible: Callable[[], bool]) -> int:
        count = 0
        while is_possible() and not (count and (self.is_among_bots or self.is_persons_turn)):
            step()
            count += 1
        return count

    def _save_jump(self, reverted: str, back: Callable[[], object], count: int) -> Event | None:
        """Save an undo or redo of `count` turns at once if other windows share the game.

        If that fails, `back` reverts each of them.
        """
        if not self.document.ownership.is_shared:
            return None
        try:
            self.document.save()
        except (OSError, AtlantisError) as error:
            for _ in range(count):
                back()
            return self._not_saved(reverted, error)
        return None

    def _not_saved(self, reverted: str, error: OSError | AtlantisError) -> NotSaved | ReloadWanted:
        """In a shared game the window that saves first wins, so there is nothing to ask."""
        event = NotSaved(reverted, error)
        is_shared = self.document.ownership.is_shared
        return ReloadWanted() if event.is_conflict and is_shared else event


def _saying(said: str, event: Event) -> Event:
    match event:
        case TurnBegun() | ThoughtWanted() | GameOver() | Waiting():
            return event._replace(said=said)
        case _:
            return event
