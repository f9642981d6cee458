"""The lobby of a club as a conversation: list, open, take, start, review, chat."""

from __future__ import annotations

from pathlib import Path
from time import time
from typing import Any

from atlantis_core.dialogue.conversation import VERBS
from atlantis_core.dialogue.state import DialogueState
from atlantis_core.dialogue.verbs import DialogueError, Lines, Verb, Vocabulary
from atlantis_core.review.lines import GameTree
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable, showable_lines
from atlantis_core.transcript.clocks import format_seconds
from atlantis_core.transcript.model import Transcript
from atlantis_tui.club import store
from atlantis_tui.club.derived import Derived
from atlantis_tui.club.members import load_roster
from atlantis_tui.club.store import ClubGame, ClubTerms, Standing
from atlantis_tui.club.visit import Visit, explain
from atlantis_tui.club.wishes import EXAMPLE, WORDS
from atlantis_tui.game.document import GameDocument
from .board_questions import tell_rules
from .conversation import Talk, Topic, numbered, required_number
from .game_topic import GameTopic

_MOST_LISTED = 40
_REVIEWING = (
    "next back step unstep goto find start end mark unmark marks last why field look around mine"
    " theirs areas players score threats moves show turns figures compare where brief full"
).split()


class ClubTopic(Topic):
    """The games of a club for a member, or for a spectator."""

    def __init__(self, talk: Talk, folder: Path, member: str | None, terms: ClubTerms) -> None:
        super().__init__(talk)
        self.vocabulary = LOBBY
        self._folder, self._member, self._terms = folder, member, terms
        self._listed: tuple[ClubGame, ...] = ()

    def greet(self) -> Lines:
        yield f"Club: {self._member or 'watching'}."
        yield from self.games("")
        yield "Type 'open NUMBER', 'new', 'rules' or '?'."

    def games(self, _: str) -> Lines:
        games = store.list_games(self._folder, self._member)
        self._listed = games[:_MOST_LISTED]
        if not games:
            yield "no games yet; type 'new' to start one"
        elif len(games) > len(self._listed):
            yield f"{len(games)} games; the first {len(self._listed)}:"
        yield from numbered([self._describe(game) for game in self._listed])

    def _describe(self, game: ClubGame) -> str:
        deadline = game.facts.deadline
        left = "" if deadline is None else f", {format_seconds(max(deadline - time(), 0))} left"
        standing = "your turn" if game.standing is Standing.ON_TURN else game.standing.value.lower()
        return showable(f"{standing}: {game.players}, {game.state}{left}", 160)

    def _game(self, text: str) -> ClubGame:
        if not self._listed:
            self._listed = store.list_games(self._folder, self._member)[:_MOST_LISTED]
        return self._listed[required_number(text, len(self._listed), "a number of 'games'") - 1]

    def _visit(self, game: ClubGame) -> Visit:
        return Visit(game.path, self._member, self._terms)

    def open(self, text: str) -> Lines:
        return self._open(self._game(text).path)

    def _open(self, path: Path) -> Lines:
        document = store.open_game(path, self._member)
        yield from self.talk.open(GameTopic(self.talk, document, is_remote=True))
        yield "Type 'menu' to return to the games."

    def seat(self, text: str) -> Lines:
        game = self._game(text)
        store.take_seat(game.path, self._needed_member())
        return self._open(game.path)

    def new(self, text: str) -> Lines:
        member = self._needed_member()
        if not text:
            yield f"type 'new' and a game, such as 'new {EXAMPLE}': {WORDS}"
            return
        members = [each.name for each in load_roster(self._folder).members]
        path = store.start_game(self._folder, text, member, members, self._terms.most_effort)
        yield from self._open(path)

    def rematch(self, text: str) -> Lines:
        game = self._game(text)
        return self._open(store.start_rematch(self._folder, game, self._needed_member()))

    def review(self, text: str) -> Lines:
        visit = self._visit(self._game(text))
        document = store.open_game(visit.path, self._member)
        return self.talk.open(ClubReviewTopic(self.talk, document, visit))

    def members(self, _: str) -> Lines:
        names = [each.name for each in load_roster(self._folder).members]
        ratings = store.rate_members(
            self._folder, store.list_games(self._folder, self._member), names
        )
        present = Derived(self._folder).present()
        for name in sorted(names, key=str.casefold):
            rating = ratings.get(name)
            words = "" if rating is None else f", {rating.shown}, {counted(rating.games, 'game')}"
            yield f"{name}{words}{', connected' if name in present else ''}"

    def chat(self, text: str) -> Lines:
        messages = self._visit(self._game(text)).messages()
        return [str(message) for message in messages[-20:]] or ["no messages yet"]

    def say(self, text: str) -> Lines:
        number, _, words = text.partition(" ")
        trouble = self._visit(self._game(number)).say(words)
        if trouble:
            raise DialogueError(trouble)
        return ["said"]

    def answer(self, line: str) -> Lines:
        """Hide the paths that errors of the file system name."""
        try:
            yield from super().answer(line)
        except DialogueError:
            raise
        except (OSError, ValueError, AtlantisError) as error:  # ValueError: members not in UTF-8
            raise DialogueError(explain(error)) from None

    def _needed_member(self) -> str:
        if self._member is None:
            raise DialogueError("only members can do that")
        return self._member


class ClubReviewTopic(Topic):
    """A review that changes nothing but the member's own comments."""

    def __init__(self, talk: Talk, document: GameDocument, visit: Visit) -> None:
        super().__init__(talk)
        self.vocabulary = REVIEW
        self._visit, self._document = visit, document
        tree = GameTree(document.transcript, document.game.positions, document.problem)
        cursor = ReplayCursor(tree)
        self.state = DialogueState(cursor, document.cast, _refuse, is_brief=talk.is_brief)

    def greet(self) -> Lines:
        last = self.state.replay.line.turn_number
        yield f"Review of {counted(last, 'turn')}; type 'leave' to return."
        yield from REVIEWING["goto"].run(self.state, str(last))

    def guess(self, line: str) -> Lines:
        """Go forward, or to a turn."""
        if not line:
            return REVIEWING["next"].run(self.state, "")
        if line.isdigit():
            return REVIEWING["goto"].run(self.state, line)
        return super().guess(line)

    def comment(self, text: str) -> Lines:
        turn = self.state.replay.turn
        if text:
            if not store.may_comment(self._document, self._visit.member):
                raise DialogueError("members can comment once the game is over")
            try:
                self._document = self._visit.comment(turn, "" if text == "-" else text)
            except (OSError, AtlantisError) as error:
                raise DialogueError(explain(error)) from None
        written = self._document.transcript.annotations.comments.get(turn) or ""
        return showable_lines(written) or ["no comment on this turn"]

    def leave(self, _: str) -> Lines:
        return self.talk.leave()


def _refuse(_: Transcript) -> str:
    raise DialogueError("nothing to save here")


def _on_state(verb: Verb[DialogueState]) -> Verb[Any]:
    """A command of `atlantis read` for the review of a remote player."""

    def run(topic: ClubReviewTopic, text: str) -> Lines:
        return verb.run(topic.state, text)

    return Verb(verb.names, verb.after, verb.help, run)


REVIEWING = {verb.name: verb for verb in VERBS if verb.name in _REVIEWING}
REVIEW: Vocabulary[Any] = Vocabulary((
    *(_on_state(verb) for verb in REVIEWING.values()),
    Verb("comment c", "[TEXT|-]", "read the comments on this turn, write or (-) delete yours",
         ClubReviewTopic.comment),
    Verb("leave", "", "return to the games", ClubReviewTopic.leave),
))  # fmt: skip
LOBBY: Vocabulary[Any] = Vocabulary((
    Verb("games list", "", "the games, those that wait for you first", ClubTopic.games),
    Verb("open", "NUMBER", "play a game of yours, or watch another one", ClubTopic.open),
    Verb("seat", "NUMBER", "take the open seat of a game", ClubTopic.seat),
    Verb("new", f"{WORDS.partition(',')[0]} ...", f"start a game: {EXAMPLE}", ClubTopic.new),
    Verb("rematch", "NUMBER", "start a finished game of yours once again", ClubTopic.rematch),
    Verb("review", "NUMBER", "review a game turn by turn", ClubTopic.review),
    Verb("members", "", "the members, their ratings, and who is connected",
         ClubTopic.members),
    Verb("chat", "NUMBER", "the latest messages at a game", ClubTopic.chat),
    Verb("say", "NUMBER TEXT", "write a message at a game", ClubTopic.say),
    Verb("rules", "", "how the game is played", tell_rules),
))  # fmt: skip
