"""Kalah, tafl, chess on maps and plugins as a conversation: one move per line."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

from atlantis_core.dialogue.verbs import DialogueError, Lines, Verb, Vocabulary
from atlantis_core.games.protocol import Move
from atlantis_core.games.rendering import render_ansi
from atlantis_core.seats import PERSON, Seat
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.escape_codes import Depth
from atlantis_core.support.phrases import counted, listed
from atlantis_core.support.safe_text import showable
from atlantis_tui.other_games.document import RecordDocument
from atlantis_tui.other_games.flow import RecordFlow, RecordPhase
from atlantis_tui.other_games.new_games import rematch_of
from atlantis_tui.other_games.puzzle import PUZZLE_INVITATION, PuzzleProgress
from atlantis_tui.other_games.record_clock import RecordClock, clock_words
from atlantis_tui.other_games.thinker import RecordThinker
from atlantis_tui.settings.folders import parse_path
from .board_in_words import describe_board, tell_moves
from .conversation import Talk, Topic


class OtherGameTopic(Topic):
    """A game of people, its bot and agents, or a puzzle of a file."""

    def __init__(self, talk: Talk, document: RecordDocument, seats: Sequence[Seat] = ()) -> None:
        super().__init__(talk)
        self.vocabulary = OTHER_GAME
        self.document = document
        self._puzzle = PuzzleProgress.of(document)
        self.flow = RecordFlow(document, seats, RecordClock(document, counts_gaps=True))
        self._thinker = RecordThinker(document.entry)

    def greet(self) -> Lines:
        yield showable(self.document.record.title, 200)
        own = [side for side, seat in enumerate(self.flow.seats) if seat == PERSON]
        if len(own) < len(self.flow.seats):
            yield f"You are {listed([self._name(side) for side in own])}." if own else "You watch."
        if self.document.warning:
            yield showable(self.document.warning, 200)
        if self._puzzle is not None:
            yield PUZZLE_INVITATION
        yield from self._continue()

    def idle(self) -> Lines:
        return self._where()

    def _continue(self) -> Iterator[str]:
        """Let bots play until a person has to move."""
        phase = self.flow.begin()
        while phase is RecordPhase.THINKING:
            try:
                record = self.document.record
                move = asyncio.run(self._thinker.choose(self.flow.seat, record))
            except KeyboardInterrupt:
                self._thinker.cancel()
                self.flow.stop()
                yield "stopped; type 'resume' to let the bot play, or 'takeover'"
                return
            except AtlantisError as error:
                self.flow.stop()
                yield showable(f"{error}; type 'resume' to try again, or 'takeover'", 300)
                return
            yield self._played(move)
            phase = self.flow.begin()
        position = self.document.position
        if position.result is not None:
            yield from self.result("")
        elif position.to_move is not None:
            yield f"{self._name(position.to_move)} to move{self._time(position.to_move)}"

    def _played(self, move: Move) -> str:
        """Play a move, and say it with what it changed in the notes of the position."""
        side = self.document.position.to_move
        before = tuple(self.document.position.notes())
        self.flow.play(move)
        changed = [note for note in self.document.position.notes() if note not in before]
        who = "" if side is None else f"{self._name(side)}: "
        return showable("; ".join([f"{who}{move.text}", *changed]), 300)

    def _name(self, side: int) -> str:
        return showable(self.document.record.players[side], 40) or f"player {side + 1}"

    def guess(self, line: str) -> Lines:
        """Play a move."""
        if not line:
            raise DialogueError("expected a move (type 'moves' for the legal ones)")
        if self.document.position.to_move is None or self.document.position.result is not None:
            raise DialogueError("no player is to move")
        move = self.document.position.parse_move(line)
        if self._puzzle is not None and (refusal := self._puzzle.refuse(move)):
            raise DialogueError(refusal)
        yield self._played(move)
        if self._puzzle is not None:
            praise = self._puzzle.praise
            while (reply := self._puzzle.reply()) is not None:
                yield self._played(reply)
            yield showable(praise, 300)
            return
        yield from self._continue()

    def result(self, _: str) -> Lines:
        position = self.document.position
        if position.result is None:
            raise DialogueError("the game is not over")
        yield showable(position.result, 200)
        if self._puzzle is None and not self.talk.is_brief:
            yield "type 'rematch', 'review' or 'menu'"

    def rematch(self, _: str) -> Lines:
        """Start the same game again."""
        document, seats = rematch_of(self.document, self.flow.seats)
        return self.talk.replace(OtherGameTopic(self.talk, document, seats))

    def review(self, _: str) -> Lines:
        from .other_review_topic import OtherReviewTopic

        return self.talk.open(OtherReviewTopic(self.talk, self.document))

    def moves(self, text: str) -> Lines:
        """The legal moves, a line for each place where some start, or those of one place."""
        return tell_moves(self.document.position, text)

    def look(self, text: str) -> Lines:
        return describe_board(self.document.position, text)

    def preview(self, text: str) -> Lines:
        """Changes that a move would make, without playing it."""
        position = self.document.position
        move = position.parse_move(text)
        ending = position.preview(move)
        before = set(position.notes())
        after = position.play(move)
        said = [] if ending is None else [ending.words]
        said += [note for note in after.notes() if note not in before]
        if after.result is not None:
            said.append(after.result)
        return [showable("; ".join([move.text, *said]), 300)]

    def show(self, _: str) -> Lines:
        colors = self.document.record.colors
        return list(render_ansi(self.document.position.picture(0), colors, Depth.NONE))

    def rules(self, _: str) -> Lines:
        text = self.document.entry.load().rules
        return [" ".join(part.split()) for part in text.split("\n\n")]

    def hint(self, _: str) -> Lines:
        if not self.document.position.legal_moves():
            raise DialogueError("no player is to move")
        try:
            thought = asyncio.run(self._thinker.advise(self.document.record))
        except KeyboardInterrupt:
            self._thinker.cancel()
            raise DialogueError("hint cancelled") from None
        return [showable(f"hint: {thought.move.text}: {thought.words}", 300)]

    def undo(self, _: str) -> Lines:
        before = self.document.record.last_step
        if not self.flow.undo():
            raise DialogueError("nothing to undo")
        undone = before - self.document.record.last_step
        return [f"{counted(undone, 'move')} undone", *self._where()]

    def redo(self, _: str) -> Lines:
        before = self.document.record.last_step
        if not self.flow.redo():
            raise DialogueError("nothing to redo")
        redone = self.document.record.last_step - before
        return [f"{counted(redone, 'move')} redone", *self._where()]

    def _where(self) -> Iterator[str]:
        side = self.document.position.to_move
        if side is not None:
            waits = "; type 'resume' to let it play" if self.flow.seat.thinks else ""
            yield f"{self._name(side)} to move{self._time(side)}{waits}"

    def _time(self, side: int) -> str:
        clock = self.flow.clock.now(side)
        return f", {clock_words(clock)}" if clock is not None and self._puzzle is None else ""

    def resume(self, _: str) -> Lines:
        self.flow.resume()
        return self._continue()

    def take_over(self, _: str) -> Lines:
        self.flow.take_over()
        return self._where()

    def turns(self, _: str) -> Lines:
        record = self.document.record
        steps = [showable(record.label(n), 40) for n in range(1, record.last_step + 1)]
        return [", ".join(steps) or "no move has been played yet"]

    def save(self, text: str) -> Lines:
        if text:
            self.document.save_as(parse_path(text.removeprefix("as ")))
        path = self.document.path
        return [f"saved as {showable(str(path), 80)}" if path else "nothing to save yet"]

    def completions(self) -> Iterator[str]:
        yield from super().completions()
        yield from (move.text for move in self.document.position.legal_moves())

    def close(self) -> None:
        self._thinker.close()


OTHER_GAME: Vocabulary[Any] = Vocabulary((
    Verb("moves", "[PLACE]", "the legal moves, or those of a place; type one to play it",
         OtherGameTopic.moves),
    Verb("look", "[PLACE]", "the board in words, or what is on a place", OtherGameTopic.look),
    Verb("preview p", "MOVE", "what a move would change", OtherGameTopic.preview),
    Verb("show", "", "draw the board", OtherGameTopic.show),
    Verb("result", "", "the result of a finished game", OtherGameTopic.result),
    Verb("rematch", "", "the same game again, with changed sides", OtherGameTopic.rematch),
    Verb("review v", "", "review the game, judge it, find better moves", OtherGameTopic.review),
    Verb("rules", "", "how the game is played", OtherGameTopic.rules),
    Verb("hint", "", "a move that the bot suggests", OtherGameTopic.hint),
    Verb("undo", "", "undo the last move", OtherGameTopic.undo),
    Verb("redo", "", "redo the move that was undone", OtherGameTopic.redo),
    Verb("resume", "", "let the bot or agent play", OtherGameTopic.resume),
    Verb("takeover", "", "play the side to move yourself", OtherGameTopic.take_over),
    Verb("turns", "", "the moves so far", OtherGameTopic.turns),
    Verb("save", "[FILE]", "save to another file", OtherGameTopic.save),
))  # fmt: skip
