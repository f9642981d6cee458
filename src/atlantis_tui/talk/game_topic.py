"""A game of Atlantis as a conversation: plan a turn, end it, hear what the others did.

The controller and the flow of the app decide what happens; this topic says it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from queue import SimpleQueue
from typing import Any, TypeVar

from atlantis_core.dialogue.state import DialogueState
from atlantis_core.dialogue.verbs import DialogueError, Lines, Verb, Vocabulary
from atlantis_core.narration import (
    describe_outcome,
    describe_standing,
    describe_start,
    describe_to_move,
    describe_turn,
    turn_heading,
)
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.game_statistics import facts_of
from atlantis_core.review.reasons import describe_facts
from atlantis_core.rules.scoring import standing
from atlantis_core.rules.share_code import format_game
from atlantis_core.seats import SeatKind
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted, percents
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_sentence
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import (
    ConsentWanted,
    Event,
    FileTrouble,
    GameOver,
    Interrupted,
    NotSaved,
    PassDoubted,
    Phase,
    Refused,
    ReloadWanted,
    ThoughtWanted,
    TurnBegun,
    TurnPlayed,
    Waiting,
)
from atlantis_tui.game.file_follower import FileFollower, FileState, read_state
from atlantis_tui.game.finished_games import record_result
from atlantis_tui.game.hints import Hints
from atlantis_tui.game.known_ratings import describe_rated, known_ratings
from atlantis_tui.game.new_games import rematch_of, rematch_order
from atlantis_tui.game.results import find_result, winner_line
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.game.typed_commands import parse_typed_moves
from atlantis_tui.settings.folders import parse_path
from .board_questions import PLANNING, QUESTIONS, describe_or_plan, describe_plan, state_of
from .conversation import Talk, Topic, required_number
from .wording import for_typing

T = TypeVar("T")


class GameTopic(Topic):
    """A game of people at this keyboard, bots, agents and other windows."""

    def __init__(
        self, talk: Talk, document: GameDocument, *, asks_pass: bool = True, is_remote: bool = False
    ) -> None:
        """A remote player can reach nothing but this game."""
        super().__init__(talk)
        self.vocabulary = REMOTE if is_remote else GAME
        self.document = document
        self.controller = GameController(document)
        self.flow = self.controller.flow
        self.entry: TurnEntry | None = None
        """The turn in planning; None while no person here is to move."""
        self._thinker = Thinker()
        self._hints = Hints(self._thinker)
        self._asks_pass = asks_pass
        self._is_remote = is_remote
        self._wanted: ConsentWanted | None = None
        """The program whose start the user has to allow."""
        self._told: set[str] = set()
        """The turns that this answer has told already, as the flow words them."""
        self._is_full = False
        """Whether to describe turns wave by wave."""
        self._has_begun = False

    # Position.

    def state(self) -> DialogueState:
        document = self.document
        viewer = min(document.ownership.seats or (), default=None)
        return state_of(document.transcript, document.game, document.cast, viewer)

    def greet(self) -> Lines:
        if self._has_begun:
            yield f"back in the game, {self._whose_turn()}"
            return
        self._has_begun = True
        document = self.document
        yield describe_start(document.game.start, document.cast)
        persons = [n for n, seat in enumerate(document.seats) if seat.kind is SeatKind.PERSON]
        if len(persons) == 1:
            yield f"You are {document.cast[persons[0]]}."
        if document.problem:
            yield f"the game stops here: {document.problem}"
        yield from self._react(self.flow.begin())

    def _whose_turn(self) -> str:
        game = self.document.game
        if self.document.is_closed:
            return "the game is over"
        return f"turn {game.turn_number + 1}: {describe_to_move(game.position, self.document.cast)}"

    # Events.

    def _react(self, event: Event | None) -> Iterator[str]:
        """Handle events until a person has to decide something."""
        self._told.clear()
        while event is not None:
            following: Event | None = None
            match event:
                case TurnPlayed():
                    yield from self._tell(event)
                    following = self.flow.advance()
                case ThoughtWanted():
                    if not self.talk.is_brief:
                        yield f"{self._name_to_move} is thinking"
                    following = self._think(event)
                case Interrupted():
                    following = event.following
                case ReloadWanted():
                    following = self._file_changed(is_requested=True)
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
                yield self._whose_turn()
            case GameOver():
                self.entry = None
                self._thinker.end_game()
                if event.said:
                    yield self._typed(event.said)
                yield from self.result("")
                if not self._is_remote:
                    yield from filter(None, [record_result(self.document)])
            case PassDoubted():
                yield "you planned no moves; type 'pass' to pass"
            case ConsentWanted():
                self._wanted = event
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
        return for_typing(said, self.vocabulary)

    def _tell(self, event: TurnPlayed) -> Iterator[str]:
        """One sentence about a turn, or all of its waves; nothing the player has just typed."""
        self._thinker.watch(self.document.game)
        report, cast = event.report, self.document.cast
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
            turn = self._run(self._thinker.choose(wanted.seat, self.document.game))
        except AtlantisError as error:
            return self.flow.failed(wanted, error)
        except KeyboardInterrupt:
            return self.flow.failed(wanted, Cancelled())
        return self.flow.answered(wanted, turn)

    def _run(self, question: Coroutine[Any, Any, T]) -> T:
        """Wait for a bot or agent; Ctrl+C cancels it."""

        async def ask() -> T:
            try:
                return await question
            except asyncio.CancelledError:
                self._thinker.cancel()
                raise

        return asyncio.run(ask())

    @property
    def _name_to_move(self) -> str:
        return self.document.cast[self.document.game.position.to_move]

    # The file.

    def _file_changed(self, *, is_requested: bool = False) -> Event | None:
        path = self.document.path
        if path is None:
            return None
        planned = len(self.entry.plan) if self.entry else 0
        return self.controller.file_changed(read_state(path), planned, is_requested=is_requested)

    def _wait(self) -> Event | None:
        """Wait until the file has news; None if the user interrupts."""
        path = self.document.path
        if path is None:
            return None
        changes: SimpleQueue[FileState] = SimpleQueue()
        follower = FileFollower(path, changes.put)
        event = self._file_changed()
        follower.start()
        try:
            while event is None:
                event = self.controller.file_changed(changes.get(), 0)
        except KeyboardInterrupt:
            return None
        finally:
            follower.stop()
        return event

    # Turns.

    def idle(self) -> Lines:
        """Wait for another window, or say whose turn it is."""
        return self.wait("") if self.flow.phase is Phase.WAITING else [self._whose_turn()]

    def guess(self, line: str) -> Lines:
        return describe_or_plan(self, line, self.plan)

    def plan(self, text: str) -> Lines:
        entry = self._entry()
        if text:
            moves = parse_typed_moves(text)
            try:
                entry.add(moves)
            except AtlantisError as error:
                if len(moves) == 1:
                    raise
                raise DialogueError(f"{error}; none of these moves is planned") from None
            self.document.store_plan(entry.plan)
        return describe_plan(entry.plan)

    def preview(self, _: str) -> Lines:
        if not self._entry().plan.moves:
            yield "no moves planned"
        yield from describe_turn(self._entry().plan.report, self.document.cast)

    def drop(self, text: str) -> Lines:
        entry = self._entry()
        if not entry.plan.moves:
            raise DialogueError("no moves planned")
        last = len(entry.plan)
        entry.drop((required_number(text, last, "a planned move") if text else last) - 1)
        self.document.store_plan(entry.plan)
        return describe_plan(entry.plan)

    def clear(self, _: str) -> Lines:
        self._entry().clear()
        self.document.store_plan(self._entry().plan)
        return describe_plan(self._entry().plan)

    def play(self, text: str) -> Lines:
        if text:
            self._entry().add(parse_typed_moves(text))
        yield from self.end("")

    def end(self, _: str) -> Lines:
        event = self.controller.end_turn(self.entry, confirms_pass=self._asks_pass)
        return self._react(event)

    def pass_(self, _: str) -> Lines:
        self._entry().clear()
        return self._react(self.controller.end_turn(self.entry))

    def undo(self, _: str) -> Lines:
        """Remove the last planned move if there is one, else undo the last turn."""
        if self.entry is not None and self.entry.plan.moves:
            return self.drop("")
        return self._react(self.controller.undo())

    def redo(self, _: str) -> Lines:
        return self._react(self.controller.redo())

    def news(self, text: str) -> Lines:
        entry, self._is_full = self.entry, text == "full"
        try:
            yield from self._react(self.flow.show_again())
        finally:
            self._is_full = False
            self.entry = self.entry or entry

    def resume(self, _: str) -> Lines:
        event = self.flow.resume()
        if event is None:
            raise DialogueError("no bot or agent waits")
        return self._react(event)

    def allow(self, _: str) -> Lines:
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            raise DialogueError("no program waits for your consent")
        return self._react(self.flow.consented(wanted))

    def wait(self, _: str) -> Lines:
        """Wait for the turn of another window; Ctrl+C interrupts."""
        if self.flow.phase is not Phase.WAITING:
            raise DialogueError("no other window is to move")
        return self._react(self._wait())

    def reload(self, _: str) -> Lines:
        return self._react(self._file_changed(is_requested=True))

    def overwrite(self, _: str) -> Lines:
        self.document.overwrite()
        return ["file overwritten; type 'end' to end the turn"]

    def hint(self, _: str) -> Lines:
        """The best turn that a bot finds; the next best when asked again."""
        self._entry()
        hints, document = self._hints, self.document
        if hints.knows(document.game):
            hints.show_next()
        else:
            try:
                self._run(hints.ask(document.game, document.cast.names))
            except KeyboardInterrupt:
                raise DialogueError("hint cancelled") from None
        shown = hints.shown
        if shown is None:
            raise DialogueError("no hint for this turn")
        chance = percents(shown.chances)[document.game.position.to_move]
        sure = "proved" if shown.is_proved else f"winning chance {chance}%"
        first = f"hint {hints.place}: {format_moves(shown.turn)}, {sure}"
        yield first if self.talk.is_brief else f"{first}: {'; '.join(shown.reasons)}"
        rated = describe_rated(document, shown.chances, known_ratings(document))
        if rated and not self.talk.is_brief:
            yield rated

    def take(self, _: str) -> Lines:
        shown = self._hints.shown
        if shown is None:
            raise DialogueError("there is no hint (type 'hint' first)")
        self._entry().replace(shown.turn)
        self.document.store_plan(self._entry().plan)
        return ["the hint is to pass"] if not shown.turn else describe_plan(self._entry().plan)

    def _entry(self) -> TurnEntry:
        if self.entry is None:
            raise DialogueError(self.flow.why_not)
        return self.entry

    # The whole game.

    def result(self, _: str) -> Lines:
        ending = find_result(self.document)
        if ending is None:
            raise DialogueError("the game is not over")
        yield f"{winner_line(self.document, ending)}."
        declared = declared_sentence(self.document.transcript, self.document.cast.names)
        if declared and not self.document.game.is_over:
            yield declared
        else:
            yield from describe_outcome(ending, self.document.cast)
        if not (self._is_remote or self.talk.is_brief):
            first = self.document.cast.names[rematch_order(self.document)[0]]
            yield f"type 'rematch' ({first} begins), 'review' or 'menu'"

    def rematch(self, _: str) -> Lines:
        again = GameTopic(self.talk, rematch_of(self.document), asks_pass=self._asks_pass)
        return self.talk.replace(again)

    def review(self, _: str) -> Lines:
        from .review_topic import ReviewTopic

        return self.talk.open(ReviewTopic(self.talk, self.document, self._reviewed))

    def _reviewed(self) -> None:
        """Start the turn anew, because the review may have changed turns."""
        event = self.flow.begin()
        self.entry = TurnEntry(event.plan) if isinstance(event, TurnBegun) else None

    def resign(self, _: str) -> Lines:
        return self._react(self.flow.resign())

    def draw(self, _: str) -> Lines:
        """Offer a draw, or accept the offer of another window."""
        return self._react(self.flow.offer_draw())

    def library(self, _: str) -> Lines:
        """Indexed games that reach this position, and what was played there."""
        from .library_answers import games_with

        games, turns = games_with(self.document.game.position)
        if not games:
            raise DialogueError("no indexed game reaches this position")
        yield f"{counted(len(games), 'game')} with this position"
        yield from turns
        yield from self.talk.list_games(games)
        yield "type 'menu', then 'open NUMBER'"

    def code(self, _: str) -> Lines:
        return [format_game(self.document.game)]

    def save(self, text: str) -> Lines:
        if not text:
            self.document.save()
        else:
            self.document.save_as(parse_path(text.removeprefix("as ")))
        path = self.document.path
        return [f"saved as {showable(str(path), 80)}" if path else "nothing to save yet"]

    def completions(self) -> Iterator[str]:
        yield from super().completions()
        if self.entry is not None:
            yield from map(str, self.entry.plan.legal_moves())

    def close(self) -> None:
        self._thinker.close()


_PLANNING: tuple[Verb[Any], ...] = (
    *PLANNING,
    Verb("drop", "[N]", "remove a planned move, by default the last", GameTopic.drop),
    Verb("news n", "[full]", "the turns since your last one; full: wave by wave", GameTopic.news),
    Verb("result", "", "the result of a finished game", GameTopic.result),
    Verb("resign", "", "give the game up", GameTopic.resign),
    Verb("draw", "", "offer a draw to the other people, or accept one", GameTopic.draw),
    Verb("wait w", "", "wait for the turn of another window (also: empty line)", GameTopic.wait),
)  # fmt: skip
GAME: Vocabulary[Any] = Vocabulary((
    *_PLANNING,
    *QUESTIONS,
    Verb("undo u U", "", "remove the last planned move, or undo the last turn", GameTopic.undo),
    Verb("redo R", "", "redo the turns that were undone", GameTopic.redo),
    Verb("hint h", "", "a turn that a bot suggests; again for the next one", GameTopic.hint),
    Verb("take", "", "plan the hint", GameTopic.take),
    Verb("resume b", "", "let a paused bot or agent play", GameTopic.resume),
    Verb("allow", "", "allow a program that the file names", GameTopic.allow),
    Verb("rematch", "", "a new game of the same players; the next one begins", GameTopic.rematch),
    Verb("review v", "", "review the game, judge it, try other turns", GameTopic.review),
    Verb("library", "", "indexed games with this position, and what was played in it",
         GameTopic.library),
    Verb("code y", "", "the game as a share code for a chat", GameTopic.code),
    Verb("save", "[FILE]", "save to another file", GameTopic.save),
    Verb("reload", "", "take over the changes of the file", GameTopic.reload),
    Verb("overwrite", "", "overwrite a file that changed on disk", GameTopic.overwrite),
))  # fmt: skip
REMOTE: Vocabulary[Any] = Vocabulary((*_PLANNING, *QUESTIONS))
