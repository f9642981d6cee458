"""A game of Atlantis as a conversation: plan a turn, end it, hear what the others did.

The controller and the flow of the app decide what happens; `game_events` says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atlantis_core.dialogue.state import DialogueState
from atlantis_core.dialogue.verbs import DialogueError, Lines, Verb, Vocabulary
from atlantis_core.narration import (
    describe_start,
)
from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.share_code import format_game
from atlantis_core.seats import SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted, percents
from atlantis_core.support.safe_text import showable
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import (
    Phase,
    TurnBegun,
)
from atlantis_tui.game.hints import Hints
from atlantis_tui.game.known_ratings import describe_rated, known_ratings
from atlantis_tui.game.new_games import rematch_of
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.game.typed_commands import parse_typed_moves
from atlantis_tui.settings.folders import parse_path
from .board_questions import (
    PLANNING,
    QUESTIONS,
    describe_or_plan,
    describe_plan,
    preview_plan,
    state_of,
)
from .conversation import Talk, Topic, required_number
from .game_events import GameEvents


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
        self._events = GameEvents(talk, self.controller, self.vocabulary, is_remote=is_remote)
        self._hints = Hints(self._events.thinker)
        self._asks_pass = asks_pass
        self._has_begun = False

    # Position.

    def state(self) -> DialogueState:
        document = self.document
        viewer = min(document.ownership.seats or (), default=None)
        return state_of(document.transcript, document.game, document.cast, viewer)

    def greet(self) -> Lines:
        if self._has_begun:
            yield f"back in the game, {self._events.whose_turn()}"
            return
        self._has_begun = True
        document = self.document
        yield describe_start(document.game.start, document.cast)
        persons = [n for n, seat in enumerate(document.seats) if seat.kind is SeatKind.PERSON]
        if len(persons) == 1:
            yield f"You are {document.cast[persons[0]]}."
        if document.problem:
            yield f"the game stops here: {document.problem}"
        yield from self._events.handle(self.flow.begin())

    # Turns.

    def idle(self) -> Lines:
        """Wait for another window, or say whose turn it is."""
        return self.wait("") if self.flow.phase is Phase.WAITING else [self._events.whose_turn()]

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
        return preview_plan(self._entry().plan, self.document.cast)

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
        event = self.controller.end_turn(self._events.entry, confirms_pass=self._asks_pass)
        return self._events.handle(event)

    def pass_(self, _: str) -> Lines:
        self._entry().clear()
        return self._events.handle(self.controller.end_turn(self._events.entry))

    def undo(self, _: str) -> Lines:
        """Remove the last planned move if there is one, else undo the last turn."""
        if self._events.entry is not None and self._events.entry.plan.moves:
            return self.drop("")
        return self._events.handle(self.controller.undo())

    def redo(self, _: str) -> Lines:
        return self._events.handle(self.controller.redo())

    def news(self, text: str) -> Lines:
        entry = self._events.entry
        try:
            yield from self._events.handle(self.flow.show_again(), in_full=text == "full")
        finally:
            self._events.entry = self._events.entry or entry

    def resume(self, _: str) -> Lines:
        event = self.flow.resume()
        if event is None:
            raise DialogueError("no bot or agent waits")
        return self._events.handle(event)

    def allow(self, _: str) -> Lines:
        wanted, self._events.wanted = self._events.wanted, None
        if wanted is None:
            raise DialogueError("no program waits for your consent")
        return self._events.handle(self.flow.consented(wanted))

    def wait(self, _: str) -> Lines:
        """Wait for the turn of another window; Ctrl+C interrupts."""
        if self.flow.phase is not Phase.WAITING:
            raise DialogueError("no other window is to move")
        return self._events.handle(self._events.wait())

    def reload(self, _: str) -> Lines:
        return self._events.handle(self._events.file_changed(is_requested=True))

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
                self._events.run(hints.ask(document.game, document.cast.names))
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
        if self._events.entry is None:
            raise DialogueError(self.flow.why_not)
        return self._events.entry

    # The whole game.

    def result(self, _: str) -> Lines:
        return self._events.result()

    def rematch(self, _: str) -> Lines:
        again = GameTopic(self.talk, rematch_of(self.document), asks_pass=self._asks_pass)
        return self.talk.replace(again)

    def review(self, _: str) -> Lines:
        from .review_topic import ReviewTopic

        return self.talk.open(ReviewTopic(self.talk, self.document, self._reviewed))

    def _reviewed(self) -> None:
        """Start the turn anew, because the review may have changed turns."""
        event = self.flow.begin()
        self._events.entry = TurnEntry(event.plan) if isinstance(event, TurnBegun) else None

    def resign(self, _: str) -> Lines:
        return self._events.handle(self.flow.resign())

    def draw(self, _: str) -> Lines:
        """Offer a draw, or accept the offer of another window."""
        return self._events.handle(self.flow.offer_draw())

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
        if self._events.entry is not None:
            yield from map(str, self._events.entry.plan.legal_moves())

    def close(self) -> None:
        self._events.thinker.close()


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
