"""Decides what one window on a game does next, without a user interface.

Adds to `GameFlow` what concerns the window: changes of the file on disk, passes that need a
confirmation, interruptions. Each method takes one input and returns the event to handle next, or
None. Callers read the file, run bots and show turns.
"""

from __future__ import annotations

from collections.abc import Callable

from atlantis_core.rules.planning import TurnPlan
from atlantis_core.support.phrases import counted
from .document import FileChange, GameDocument
from .events import (
    Event,
    FileHeld,
    FileTrouble,
    Interrupted,
    NotSaved,
    PassDoubted,
    Phase,
    Refused,
    ReloadWanted,
)
from .file_follower import FileGone, FileRead, FileState, FileUnreadable
from .flow import GameFlow
from .premove import Premove, fit_moves, next_person
from .turn_entry import TurnEntry
from .turn_words import describe_new_seats


class GameController:
    """One window's view of a game: its flow, and what has to be decided around it."""

    def __init__(self, document: GameDocument, *, is_after_review: bool = False) -> None:
        self.document = document
        self.flow = GameFlow(document)
        self.is_after_review = is_after_review
        """In review `t` only tries a turn, so the first `t` afterwards does not end one."""
        self._premove: Premove | None = None
        self._may_pass_freely = False
        self._has_file_trouble = False
        self._held: tuple[FileRead, bool] | None = None
        """A change found while the board was covered, and whether it was requested."""

    # Turns.

    def end_turn(
        self,
        entry: TurnEntry | None,
        *,
        confirms_pass: bool = False,
        is_pass_meant: bool = False,
        is_move_hinted: bool = False,
    ) -> Event:
        """Play the planned turn. With `confirms_pass`, ask first if it passes without need.

        In a shared game it asks in any case, unless the pass `is_pass_meant` (typed or hinted):
        the key may be meant for a turn that another window has just played.
        """
        if entry is None or entry.is_premove:
            return Refused(self.flow.why_not)
        if self.is_after_review:
            self.is_after_review = False
            return Refused("back in the game: press t again to end the turn")
        is_shared = self.document.ownership.is_shared
        asks = is_shared or (confirms_pass and (is_move_hinted or not self._may_pass_freely))
        if asks and not is_pass_meant and not entry.plan.moves and entry.plan.sources():
            return PassDoubted(entry, is_move_hinted, may_stop_asking=not is_shared)
        return self.flow.play(entry.plan.moves)

    def confirm_pass(
        self, doubted: PassDoubted, entry: TurnEntry | None, *, is_always: bool = False
    ) -> Event | None:
        """Pass after all; `entry` is the present one. Returns None if the question is stale."""
        if entry is not doubted.entry:
            return None
        self._may_pass_freely = self._may_pass_freely or is_always
        return self.flow.play(entry.plan.moves)

    # Premoves.

    @property
    def has_premove(self) -> bool:
        return self._premove is not None and self._premove.is_for(self.document)

    def premove_plan(self) -> TurnPlan | None:
        """A plan for the next person of this window while a bot thinks; None at other times."""
        document, premove = self.document, self._premove
        player = next_person(document) if self.flow.phase is Phase.THINKING else None
        if player is None:
            return None
        plan = TurnPlan(document.game.position.as_turn_of(player))
        if premove is None or premove.player != player or not premove.is_for(document):
            return plan
        return fit_moves(plan, premove.plan.moves)[0]

    def keep_premove(self, entry: TurnEntry) -> None:
        """Keep the moves of a premove until the player's turn; none forgets the earlier ones."""
        self._premove = Premove(entry.plan) if entry.plan.moves else None

    def with_premove(self, plan: TurnPlan) -> tuple[TurnPlan, str]:
        """A plan with the kept moves that still fit, and a message about them.

        A plan of the player's turn uses the premove up. A plan of another turn stays as it is.
        """
        premove = self._premove
        if premove is None or premove.player != plan.position.to_move:
            return plan, ""
        is_for, self._premove = premove.is_for(self.document), None
        return fit_moves(plan, premove.plan.moves) if is_for else (plan, "")

    def stop(self) -> Interrupted | None:
        """Stop the bot that is thinking or the turn that is being shown, if there is one."""
        phase = self.flow.phase
        if phase not in (Phase.THINKING, Phase.SHOWING):
            return None
        return Interrupted(self.flow.stop(), was_thinking=phase is Phase.THINKING)

    def undo(self) -> Event | None:
        return self._interrupting(self.flow.undo)

    def redo(self) -> Event | None:
        return self._interrupting(self.flow.redo)

    def tick(self) -> Event | None:
        """Let a second pass on the clock."""
        return self._interrupting(self.flow.tick)

    def resign(self) -> Event | None:
        return self._interrupting(self.flow.resign)

    def offer_draw(self) -> Event | None:
        return self._interrupting(self.flow.offer_draw)

    def _interrupting(self, step: Callable[[], Event | None]) -> Event | None:
        """Take a step that ends what is being thought or shown, unless the step fails."""
        phase = self.flow.phase
        event = step()
        if event is None or isinstance(event, (Refused, NotSaved, ReloadWanted, FileTrouble)):
            return event
        return Interrupted(event, was_thinking=phase is Phase.THINKING)

    # The file.

    def file_changed(
        self,
        state: FileState,
        planned: int,
        *,
        is_requested: bool = False,
        is_covered: bool = False,
    ) -> Event | None:
        """Continue from the file as it is now, if its changes are wanted here.

        `planned` counts the moves that would be discarded. `is_requested` answers `ReloadWanted`.
        While the board `is_covered`, the change waits for `uncovered`.
        """
        match state:
            case FileGone():
                return self._trouble("the game file is missing; waiting for it to come back")
            case FileUnreadable(reason):
                return self._trouble(f"cannot read the game file: {reason}")
            case FileRead() if self.is_outdated(state):
                return None  # the follower reads the file again
            case FileRead() if is_covered:
                self._held = state, is_requested
                more = state.game.turn_number - self.document.game.turn_number
                return FileHeld(more) if more > 0 else None
        had_trouble, self._has_file_trouble = self._has_file_trouble, False
        event = self._interrupting(lambda: self._reload(state, planned, is_requested))
        return FileTrouble("") if event is None and had_trouble else event

    def is_outdated(self, state: FileState) -> bool:
        """Whether the file has been written since it was read, perhaps by this window."""
        path = self.document.path
        return isinstance(state, FileRead) and path is not None and state.is_outdated(path)

    def uncovered(self, planned: int) -> Event | None:
        """Apply the change that was found while the board was covered."""
        held, self._held = self._held, None
        return held and self.file_changed(held[0], planned, is_requested=held[1])

    def _trouble(self, said: str) -> FileTrouble:
        self._has_file_trouble = True
        return FileTrouble(said)

    def _reload(self, file: FileRead, planned: int, is_requested: bool) -> Event | None:
        document, change = self.document, self.document.compare(file)
        seats, out = document.seats, document.seats_out
        discarded = "; your plan was discarded" if planned else ""
        match change:
            case FileChange.OTHER_GAME:
                said = "the file now contains a different game: reopen it to see it"
                return self._trouble(said)
            case FileChange.NOTHING | FileChange.ONLY_NOTES:
                before = _declared(document)
                if change is FileChange.ONLY_NOTES:
                    document.reload(file)
                if _declared(document) != before:
                    return self.flow.seats_changed(describe_new_seats(document, seats, out))
                # Only annotations were in the way of the save that failed: it can be repeated.
                return self.flow.begin() if is_requested else None
            case _ if not (is_requested or document.ownership.is_shared):
                said = "the game file changed on disk; press t to resolve the conflict"
                return self._trouble(said)
            case FileChange.MORE_TURNS:
                lost = "your plan was discarded: the turn was played in another window"
                reports = document.reload(file)
                notes = lost if planned else "", describe_new_seats(document, seats, out)
                return self.flow.turns_added(reports, "; ".join(filter(None, notes)))
            case FileChange.FEWER_TURNS:
                undone = counted(document.game.turn_number - file.game.turn_number, "turn")
                document.reload(file)
                return self.flow.turns_replaced(f"{undone} undone in another window{discarded}")
            case FileChange.OTHER_TURNS:
                document.reload(file)
                said = f"the turns in the file have changed{discarded}"
                return self.flow.turns_replaced(said)


def _declared(document: GameDocument) -> tuple[object, ...]:
    """Who plays, and the declarations of players: resignations, offers of a draw, the end."""
    return document.is_closed, document.seats, document.seats_out, document.draw_offers
