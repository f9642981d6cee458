"""State machine for taking turns in a game.

Each method takes one input (a turn was ended, a bot answered, an animation is over) and returns
the next event. A turn is saved before it is shown, together with the forced passes after it.
Callers run timers, bots and agents.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from functools import partial

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import tally
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.errors import AtlantisError, IllegalMoveError
from atlantis_core.support.phrases import counted
from atlantis_core.transcript.clocks import TurnTimer
from atlantis_core.transcript.declared_ending import EndingKind
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
from .turn_clock import TurnClock
from .turn_words import (
    describe_failure,
    describe_offer,
    describe_others_turns,
    describe_programs,
    describe_waiting,
    others_turns,
    seat_label,
)

REPETITIONS = 3
"""A position that recurs so often in a game between bots will recur for ever (R2.4)."""


class GameFlow:
    """Decides which turn comes next and plays it."""

    def __init__(
        self,
        document: GameDocument,
        *,
        automatic_turn: AutomaticTurn | None = None,
        timer: TurnTimer | None = None,
    ) -> None:
        """`automatic_turn` plays forced turns and those of dummies unless it is replaced."""
        self.document = document
        self.clock = TurnClock(document, timer)
        self.phase = Phase.OVER
        self.shown: TurnPlayed | None = None
        """The turn that is being shown."""
        self._automatic_turn = automatic_turn or self._forced_turn
        self._to_show: deque[TurnPlayed] = deque()
        self._has_thought = False
        self._wants_stop = False
        """Whether to pause instead of playing the next turn of a bot."""
        self._has_named_programs = False
        self._note = ""
        """Message to add to the next event."""

    # Who is to move.

    @property
    def is_persons_turn(self) -> bool:
        """Whether plays at this keyboard has a turn to decide."""
        document = self.document
        is_person = document.seat_to_move.kind is SeatKind.PERSON
        return is_person and self._is_played_here and not document.game.is_forced

    @property
    def is_among_bots(self) -> bool:
        """Whether only bots and agents play."""
        seats = self.document.seats
        return any(seat.thinks for seat in seats) and all(
            seat.kind is not SeatKind.PERSON for seat in seats
        )

    @property
    def resume_words(self) -> str:
        """Words about resuming a paused bot or agent."""
        seat = self.document.seat_to_move
        if not self.document.is_trusted(seat):
            return "press b to see the program this file wants to run"
        who = "the bots continue" if self.is_among_bots else f"{seat_label(seat)} play"
        return f"press b to let {who}"

    @property
    def retry_words(self) -> str:
        """Words about retrying the turn whose save failed."""
        return self.resume_words if self.phase is Phase.PAUSED else "press t to end the turn"

    @property
    def why_not(self) -> str:
        """Why no move can be entered now."""
        if self.document.is_closed:
            return "the game is over"
        if self.phase is Phase.WAITING:
            return describe_waiting(self.document)
        return "not your turn: a bot or agent is to move"

    @property
    def _is_played_here(self) -> bool:
        """Whether this window plays the turn: that of one of its persons, or of a bot."""
        ownership, seat = self.document.ownership, self.document.seat_to_move
        if seat.thinks:
            return ownership.is_host
        return ownership.has(self.document.game.position.to_move)

    @property
    def _name_to_move(self) -> str:
        return self.document.cast[self.document.game.position.to_move]

    def _forced_turn(self) -> Turn | None:
        """An empty turn for a player without a choice (R2.2) or a dummy (R1.4), else None.

        Players who have resigned pass as well.
        """
        document, game = self.document, self.document.game
        is_dummy = document.seat_to_move.kind is SeatKind.DUMMY
        is_automatic = is_dummy or game.is_forced or game.passes_for(document.seats_out)
        return () if is_automatic else None

    # Turns.

    def begin(self) -> Event:
        """Start the turn of the player to move."""
        note, self._note = self._note, ""
        event = self._begin()
        said = getattr(event, "said", "")
        return _saying("; ".join(filter(None, (note, said))), event) if note else event

    def _begin(self) -> Event:
        self.shown = None
        self._to_show.clear()
        if self.document.is_closed:
            self.phase = Phase.OVER
            return GameOver()
        turn = self._automatic_turn()
        if turn is not None and not self.document.ownership.is_watching:
            return self.play(turn)
        if not self._is_played_here:
            self.phase = Phase.WAITING
            self.clock.start()
            return Waiting(describe_waiting(self.document))
        if self.document.seat_to_move.thinks:
            return self._let_bot_think()
        return self._let_person_plan()

    def play(self, moves: Turn) -> Event:
        """Play a turn and the automatic turns after it, all in one save."""
        number = self.document.game.turn_number
        try:
            reports = self.document.play(moves, self._automatic_turn, self.clock.taken())
        except IllegalMoveError as error:
            return self._pause(str(error))
        except (OSError, AtlantisError) as error:
            is_persons = self.document.seat_to_move.kind is SeatKind.PERSON
            self.phase = Phase.PLANNING if is_persons else Phase.PAUSED
            return self._not_saved("turn not played", error)
        self._queue(number, reports)
        return self.advance()

    def turns_added(self, reports: tuple[TurnReport, ...], note: str = "") -> Event | None:
        """Show turns that another window has added to the document, then the note.

        Returns None while a turn is being shown; the new ones follow it.
        """
        is_showing = self.phase is Phase.SHOWING
        self._note = "; ".join(filter(None, (self._note, note)))
        self._has_thought = True
        self._queue(self.document.game.turn_number - len(reports), reports)
        return None if is_showing else self.advance()

    def turns_replaced(self, said: str) -> Event:
        """Continue after another window has undone or replaced turns of the document."""
        return _saying(said, self.begin())

    def seats_changed(self, said: str) -> Event:
        """Continue after another window has changed who plays, or declared something."""
        self._note = said
        event = self.begin()
        if isinstance(event, Waiting):
            # A bot that has taken over moves at once: repeat the message after its turn.
            self._note = said
        return event

    def show_again(self) -> Event:
        """Show the turns since the last one of the player to move again."""
        numbers = others_turns(self.document.game)
        if not numbers or self.phase is Phase.SHOWING:
            return Refused("no turns since your last one")
        self._queue(numbers[0] - 1, tuple(map(self.document.game.report, numbers)))
        return self.advance()

    def _queue(self, number: int, reports: tuple[TurnReport, ...]) -> None:
        self._to_show.extend(TurnPlayed(n, report) for n, report in enumerate(reports, number + 1))

    def advance(self) -> Event:
        """Show the next turn that is queued; after the last one, start a turn."""
        if not self._to_show:
            return self.begin()
        self.phase = Phase.SHOWING
        self.shown = self._to_show.popleft()
        return self.shown

    def close(self) -> None:
        """Stop showing turns and ignore answers from now on."""
        self.phase = Phase.OVER
        self.shown = None
        self._to_show.clear()

    def _let_person_plan(self) -> Event:
        self.phase = Phase.PLANNING
        self._wants_stop = False
        self.clock.start()
        plan = self.document.recall_plan()
        said = describe_others_turns(self.document)
        if plan.moves:
            said = f"your plan is still here: {format_moves(plan.moves)}"
        offer = describe_offer(self.document)
        said = "; ".join(filter(None, (offer, said, self._announce_programs())))
        has_thought, self._has_thought = self._has_thought, False
        game = self.document.game
        numbers = others_turns(game)
        last_seen = game.position_after(numbers[0] - 1) if numbers else None
        moves = tuple(move for number in numbers for move in game.turns[number - 1])
        return TurnBegun(plan, said, last_seen, has_thought, moves)

    def _announce_programs(self) -> str:
        """Warn once that the file names programs, before the question about one comes up."""
        words = "" if self._has_named_programs else describe_programs(self.document)
        self._has_named_programs |= bool(words)
        return words

    # Bots and agents.

    def _let_bot_think(self) -> Event:
        """Ask for the turn of a bot or agent, unless the game has to pause first."""
        seat = self.document.seat_to_move
        if self._is_repeating():
            repeated = "position repeated three times"
            return self._pause(f"{repeated}; press b to let the bots continue")
        if not self.document.is_trusted(seat):
            asked = f"{self._name_to_move}: this file wants to run a program"
            return self._pause(f"{asked}; press b to see it, or play its turn yourself")
        return self._stopped() if self._wants_stop else self._start_thinking(seat)

    def _start_thinking(self, seat: Seat) -> Event:
        self.phase = Phase.THINKING
        self._wants_stop = False
        return ThoughtWanted(seat, self.document.game.turn_number)

    def answered(self, wanted: ThoughtWanted, turn: Turn) -> Event | None:
        """Play the turn that a bot or agent has chosen. Returns None if the answer is stale."""
        if not self._waits_for(wanted):
            return None
        if self._wants_stop:
            return self._stopped()
        self._has_thought = True
        return self.play(turn)

    def failed(self, wanted: ThoughtWanted, error: AtlantisError) -> Event | None:
        """Pause because a bot or agent chose no turn. Returns None if the answer is stale."""
        if not self._waits_for(wanted):
            return None
        failure = describe_failure(self._name_to_move, wanted.seat, error)
        return self._pause(f"{failure}; press b to try again, or play its turn yourself")

    def stop(self) -> Event | None:
        """Stop the animation, or the bot; the caller cancels it and reports its answer."""
        if self.phase is Phase.THINKING:
            self._wants_stop = True
        if self.phase is not Phase.SHOWING:
            return None
        self._wants_stop = self.is_among_bots
        return self.advance()

    def resume(self) -> Event | None:
        """Let a paused bot or agent play."""
        if self.phase is Phase.PLANNING:
            return Refused("it is your turn; no bot or agent is paused")
        if self.phase is not Phase.PAUSED:
            return None
        seat = self.document.seat_to_move
        if not self.document.is_trusted(seat):
            return ConsentWanted(self._name_to_move, seat)
        if seat.thinks and not self.document.game.is_forced:
            return self._start_thinking(seat)
        return self.begin()

    def consented(self, wanted: ConsentWanted) -> Event | None:
        """Run a program with the user's consent. Returns None if the question is stale."""
        if self.document.seat_to_move != wanted.seat:
            return None
        self.document.trust(wanted.seat)
        return self.resume()

    def _waits_for(self, wanted: ThoughtWanted) -> bool:
        """Whether an answer is still current."""
        return self.phase is Phase.THINKING and self.document.game.turn_number == wanted.turns

    def _stopped(self) -> Event:
        return self._pause(f"stopped; {self.resume_words}, or play the turn yourself")

    def _pause(self, why: str) -> Event:
        """Wait for a person, who may also play the turn of the bot."""
        is_persons = self.document.seat_to_move.kind is SeatKind.PERSON
        self.phase = Phase.PLANNING if is_persons else Phase.PAUSED
        self._wants_stop = False
        self.shown = None
        self._to_show.clear()
        return TurnBegun(self.document.recall_plan(), why)

    def _is_repeating(self) -> bool:
        """Whether a position occurs again and again, and no person can change that."""
        game, seats = self.document.game, self.document.seats
        stones, out = tally(game.position).stones, self.document.seats_out
        persons = (player for player, seat in enumerate(seats) if seat.kind is SeatKind.PERSON)
        if any(stones[player] and player not in out for player in persons):
            return False
        return Counter(game.positions)[game.position] >= REPETITIONS

    # Time.

    def toggle_pause(self) -> Event:
        """Stop the clock of the present turn, or let it run on."""
        return Refused(self.clock.toggle_pause())

    def tick(self) -> Event | None:
        """Let time pass. A player of this window, or of the host's, who runs out of it loses."""
        document, player = self.document, self.document.game.position.to_move
        control, may_decide = document.control, not document.ownership.is_watching
        left = self.clock.left(player) if self.phase in (Phase.PLANNING, Phase.WAITING) else None
        if control is None or control.is_only_shown or left is None or left > 0:
            return None
        is_decided_here = document.ownership.is_host or self._is_played_here
        if document.is_refereed or not may_decide or not is_decided_here:
            return None
        self.clock.stop()
        said = f"{document.cast[player]} ran out of time"
        lose = partial(document.give_up, player, EndingKind.TIME)
        return self._declare(lose, "time has run out", said)

    # Resigning and agreeing on a draw.

    @property
    def person_here(self) -> int | None:
        """The person of this window who can resign now: the one to move if possible."""
        document = self.document
        here = [
            player
            for player, seat in enumerate(document.seats)
            if seat.kind is SeatKind.PERSON
            and document.ownership.has(player)
            and player not in document.seats_out
        ]
        to_move = document.game.position.to_move
        return to_move if to_move in here else next(iter(here), None)

    @property
    def is_draw_agreed_here(self) -> bool:
        """Whether all persons share this window, so that an offer needs no answer."""
        return not self.document.ownership.is_shared

    def resign(self) -> Event:
        """Give the game up for the person of this window."""
        player = self.person_here
        if player is None or self.document.is_closed:
            return Refused("no player of this window can resign")
        said = f"{self.document.cast[player]} resigned"
        return self._declare(lambda: self.document.give_up(player), "not resigned", said)

    def offer_draw(self) -> Event:
        """Offer a draw to the other windows, or accept theirs; in one window, agree on it."""
        document, player = self.document, self.person_here
        if player is None or document.is_closed or not document.can_draw:
            return Refused("only people can agree on a draw")
        here = range(document.game.position.players) if self.is_draw_agreed_here else (player,)
        said = "you offered a draw; it holds until all players have had a turn"
        return self._declare(lambda: document.offer_draw(here), "no draw offered", said)

    def _declare(self, change: Callable[[], None], reverted: str, said: str) -> Event:
        try:
            change()
        except (OSError, AtlantisError) as error:
            return self._not_saved(reverted, error)
        return _saying("" if self.document.is_closed else said, self.begin())

    def _withdraw_ending(self) -> Event:
        said = "the game goes on"
        return self._declare(self.document.withdraw_ending, "the game stays ended", said)

    # Undo and redo.

    def undo(self) -> Event:
        """Undo turns back to the last one of a person; in a game between bots, one turn."""
        game = self.document.game
        if not self.document.ownership.is_host:
            return Refused("only the host can undo turns")
        if self.document.is_closed and not game.is_over:
            return self._withdraw_ending()
        if not game.can_undo:
            return Refused("nothing to undo")
        count = self._jump(game.undo, lambda: game.can_undo)
        if (failed := self._save_jump("turn not undone", game.redo, count)) is not None:
            return failed
        them = "it" if count == 1 else "them"
        said = f"{counted(count, 'turn')} undone; press R to redo {them}"
        if not self.is_persons_turn:
            return self._pause(f"{said}; {self.resume_words}")
        return _saying(said, self.begin())

    def redo(self) -> Event:
        """Redo undone turns up to the next decision of a person.

        A bot that is to move then plays, as it did before the undo. In a game between bots it
        waits, so that further turns can be redone.
        """
        game = self.document.game
        if not game.can_redo:
            return Refused("nothing to redo")
        count = self._jump(game.redo, lambda: game.can_redo)
        if (failed := self._save_jump("turn not redone", game.undo, count)) is not None:
            return failed
        said = f"{counted(count, 'turn')} redone"
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
