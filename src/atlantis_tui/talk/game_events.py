"""The events of a game in words: what the others did, and what the user has to decide."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from queue import SimpleQueue
from typing import Any, TypeVar

from atlantis_core.dialogue.verbs import DialogueError, Lines, Vocabulary
from atlantis_core.narration import (
    describe_outcome,
    describe_standing,
    describe_to_move,
    describe_turn,
    turn_heading,
)
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.game_statistics import facts_of
from atlantis_core.review.reasons import describe_facts
from atlantis_core.rules.scoring import standing
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_sentence
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.events import (
    ConsentWanted,
    Event,
    FileTrouble,
    GameOver,
    Interrupted,
    NotSaved,
    PassDoubted,
    Refused,
    ReloadWanted,
    ThoughtWanted,
    TurnBegun,
    TurnPlayed,
    Waiting,
)
from atlantis_tui.game.file_follower import FileFollower, FileState, read_state
from atlantis_tui.game.finished_games import record_result
from atlantis_tui.game.new_games import rematch_order
from atlantis_tui.game.results import find_result, winner_line
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.game.turn_entry import TurnEntry
from .conversation import Talk
from .wording import for_typing

T = TypeVar("T")


class GameEvents:
    """Runs bots and agents, waits for other windows, and says what happens."""

    def __init__(
        self,
        talk: Talk,
        controller: GameController,
        vocabulary: Vocabulary[Any],
        *,
        is_remote: bool,
    ) -> None:
        self._talk, self._controller, self._vocabulary = talk, controller, vocabulary
        self._document = controller.document
        self._is_remote = is_remote
        self.thinker = Thinker()
        self.entry: TurnEntry | None = None
        """The turn in planning; None while no person here is to move."""
        self.wanted: ConsentWanted | None = None
        """The program whose start the user has to allow."""
        self._told: set[str] = set()
        """The turns that this answer has told already, as the flow words them."""
        self._is_full = False

    def whose_turn(self) -> str:
        game = self._document.game
        if self._document.is_closed:
            return "the game is over"
        to_move = describe_to_move(game.position, self._document.cast)
        return f"turn {game.turn_number + 1}: {to_move}"

    def handle(self, event: Event | None, *, in_full: bool = False) -> Iterator[str]:
        """Handle events until a person has to decide something; `in_full` tells wave by wave."""
        self._is_full = in_full
        self._told.clear()
        while event is not None:
            following: Event | None = None
            match event:
                case TurnPlayed():
                    yield from self._tell(event)
                    following = self._controller.flow.advance()
                case ThoughtWanted():
                    if not self._talk.is_brief:
                        yield f"{self._name_to_move} is thinking"
                    following = self._think(event)
                case Interrupted():
                    following = event.following
                case ReloadWanted():
                    following = self.file_changed(is_requested=True)
                case _:
                    yield from self._say(event)
            event = following

    def _say(self, event: Event) -> Iterator[str]:
        """Say an event after which the user decides."""
        match event:
            case TurnBegun():
                self.entry = TurnEntry(event.plan)
                parts = [part for part in event.said.split("; ") if part and part not in self._told]
                if parts:
                    yield self._typed("; ".join(parts))
                yield self.whose_turn()
            case GameOver():
                self.entry = None
                self.thinker.end_game()
                if event.said:
                    yield self._typed(event.said)
                yield from self.result()
                if not self._is_remote:
                    yield from filter(None, [record_result(self._document)])
            case PassDoubted():
                yield "you planned no moves; type 'pass' to pass"
            case ConsentWanted():
                self.wanted = event
                yield f"this file wants to run for {event.player}: {showable(event.seat.name, 200)}"
                yield "type 'allow' to run it"
            case Waiting():
                self.entry = None
                yield f"{event.said}; press Enter to wait for the turn"
            case Refused():
                raise DialogueError(self._typed(event.reason))
            case _:
                yield from self._say_trouble(event)

    def _say_trouble(self, event: Event) -> Iterator[str]:
        """Say what went wrong with the file."""
        match event:
            case NotSaved() if self._is_remote:
                # Without the error, which names the path of the file.
                yield f"{event.reverted}: saving failed; try again"
            case NotSaved():
                yield self._typed(event.said.partition(". Press")[0])
                conflict = "type 'reload' to take over the file, or 'overwrite'"
                yield conflict if event.is_conflict else "type 'save FILE' to save elsewhere"
            case FileTrouble() if event.said:
                yield event.said.replace("press t to resolve the conflict", "type 'reload'")

    def _typed(self, said: str) -> str:
        return for_typing(said, self._vocabulary)

    def _tell(self, event: TurnPlayed) -> Iterator[str]:
        """One sentence about a turn, or all of its waves; nothing the player has just typed."""
        self.thinker.watch(self._document.game)
        report, cast = event.report, self._document.cast
        played = format_moves(step.move for step in report.moves)
        self._told.add(f"{cast[report.player]}: {played}")
        if self._is_full:
            yield turn_heading(event.number, report, cast)
            yield from describe_turn(report, cast)
            return
        facts = describe_facts(facts_of(report))
        is_own = self.entry is not None and report.moves == self.entry.plan.report.moves
        heading = "played" if is_own else turn_heading(event.number, report, cast)
        yield f"{heading}; {facts}" if facts else heading
        self.entry = None
        if report.changes_areas and standing(report.end) != standing(report.start):
            yield describe_standing(standing(report.end), cast)

    def _think(self, wanted: ThoughtWanted) -> Event | None:
        try:
            turn = self.run(self.thinker.choose(wanted.seat, self._document.game))
        except AtlantisError as error:
            return self._controller.flow.failed(wanted, error)
        except KeyboardInterrupt:
            return self._controller.flow.failed(wanted, Cancelled())
        return self._controller.flow.answered(wanted, turn)

    def run(self, question: Coroutine[Any, Any, T]) -> T:
        """Wait for a bot or agent; Ctrl+C cancels it."""

        async def ask() -> T:
            try:
                return await question
            except asyncio.CancelledError:
                self.thinker.cancel()
                raise

        return asyncio.run(ask())

    @property
    def _name_to_move(self) -> str:
        return self._document.cast[self._document.game.position.to_move]

    def file_changed(self, *, is_requested: bool = False) -> Event | None:
        path = self._document.path
        if path is None:
            return None
        planned = len(self.entry.plan) if self.entry else 0
        return self._controller.file_changed(read_state(path), planned, is_requested=is_requested)

    def wait(self) -> Event | None:
        """Wait until the file has news; None if the user interrupts."""
        path = self._document.path
        if path is None:
            return None
        changes: SimpleQueue[FileState] = SimpleQueue()
        follower = FileFollower(path, changes.put)
        event = self.file_changed()
        follower.start()
        try:
            while event is None:
                event = self._controller.file_changed(changes.get(), 0)
        except KeyboardInterrupt:
            return None
        finally:
            follower.stop()
        return event

    def result(self) -> Lines:
        ending = find_result(self._document)
        if ending is None:
            raise DialogueError("the game is not over")
        yield f"{winner_line(self._document, ending)}."
        declared = declared_sentence(self._document.transcript, self._document.cast.names)
        if declared and not self._document.game.is_over:
            yield declared
        else:
            yield from describe_outcome(ending, self._document.cast)
        if not (self._is_remote or self._talk.is_brief):
            first = self._document.cast.names[rematch_order(self._document)[0]]
            yield f"type 'rematch' ({first} begins), 'review' or 'menu'"
