"""The dialogue itself: finds the command that a line means, and answers.

The table of commands is the help text, and says what the functions behind it do. A number alone
is a turn to go to, a field alone asks what lies there, a move alone is tried, and an empty line
goes on: what is typed most often is shortest. Errors are answers too, since a reader without a
screen sees one stream of lines.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import NamedTuple

from atlantis_core.errors import AtlantisError, NotationError
from atlantis_core.grid import parse_field, parse_moves
from atlantis_core.review.places import parse_place
from atlantis_core.safe_text import showable
from . import edits, navigation, questions
from .state import DialogueError, Lines, Talk


class Verb(NamedTuple):
    """One command: its names, what may follow, what it does."""

    names: str
    after: str
    help: str
    run: Callable[[Talk, str], Lines]

    @property
    def name(self) -> str:
        return self.names.split()[0]


def _judge(talk: Talk, text: str) -> Lines:
    from .judgement import judge  # noqa: PLC0415 - bots are only needed here

    return judge(talk, text)


VERBS = (
    Verb("next n l", "[N]", "one turn on, or N turns; so does an empty line", navigation.forward),
    Verb("back b h", "[N]", "one turn back, or N turns", navigation.back),
    Verb("step ]", "",
         "one step on inside the turn: a move, a wave, growth", navigation.step_forward),
    Verb("unstep [", "", "one step back", navigation.step_back),
    Verb("goto g", "TURN",
         "go to a turn: 42, 12.1/14, start, end; a number alone does", navigation.goto),
    Verb("start home", "", "go to the start", navigation.start),
    Verb("end", "", "go to the end of the line", navigation.end),
    Verb("mark m", "", "go to the next marked turn", navigation.next_mark),
    Verb("unmark M", "", "go to the marked turn before", navigation.previous_mark),
    Verb("marks", "", "list all marked turns", navigation.marks),
    Verb("judge", "", "let a bot judge every turn; marks mistakes and turning points", _judge),
    Verb("mistake x", "", "go to the next mistake, once judged", navigation.next_mistake),
    Verb("unmistake X", "", "go to the mistake before", navigation.previous_mistake),
    Verb("last", "", "tell this turn in full", navigation.last),
    Verb("why", "FIELD [all]", "how a field came to hold what it holds", questions.why),
    Verb("field f", "FIELD",
         "what lies on a field and around it; its name alone does", questions.field),
    Verb("areas a", "", "all areas: size, who is in them, stable or not", questions.areas),
    Verb("players p", "", "stones, growing, secured and leading of each player", questions.players),
    Verb("score", "", "secured and leading fields, or the result", questions.score),
    Verb("threats t", "",
         "what explodes next, what is a stone short, what can be hit", questions.threats),
    Verb("moves", "[FIELD]", "the legal moves here", questions.moves),
    Verb("hint", "", "what the strongest bot would play here, and why", questions.hint),
    Verb("show s", "[STYLE]",
         "a picture of the board: spec, middle, compact or mini", questions.show),
    Verb("turns list", "[FROM [TO]]",
         "turns with short facts, and where variations leave", questions.turns),
    Verb("figures", "", "stones, secured and leading over the whole game", questions.figures),
    Verb("compare", "TURN", "what differs between here and there", questions.compare),
    Verb("where w", "", "where one stands", questions.where),
    Verb("comment c", "[TEXT|-]",
         "read, write or (-) delete the comment of this turn", edits.comment),
    Verb("tags", "", "the tags of the game: event, date, ...", edits.tags),
    Verb("tag", "NAME TEXT|-", "set or (-) delete a tag", edits.tag),
    Verb("try", "MOVES|pass", "play differently from here; moves alone do", edits.attempt),
    Verb("variations v", "", "list all variations", questions.variations),
    Verb("line", "12.1|main", "go to a variation, or back to the game", navigation.line),
    Verb("delete", "[12.1]", "delete a variation, by default this one", edits.delete),
    Verb("cut", "",
         "delete the turns of this variation from here on, or those that cannot be played",
         edits.cut),
    Verb("undo u", "", "take back the last edit", edits.undo),
    Verb("redo r", "", "make it again", edits.redo),
    Verb("continue promote", "[12.1]",
         "make a variation the continuation of its line", edits.promote),
    Verb("export", "FILE [10..12|STYLE]",
         "write a picture (.txt .svg .png), a film (.gif .svg), .cast or a page (.html)",
         edits.export),
    Verb("brief", "", "short answers", navigation.brief),
    Verb("full", "", "full answers", navigation.full),
    Verb("save", "[FILE]", "save what could not be saved before, or all to a new file", edits.save),
    Verb("quit q exit", "", "end", edits.leave),
)  # fmt: skip
_BY_NAME = {name: verb for verb in VERBS for name in verb.names.split()}
HELP = ("help", "?")


class Dialogue:
    """Answers one line after the other."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.failures = 0
        """How many lines could not be answered."""

    @property
    def is_done(self) -> bool:
        return self.talk.is_done

    def greet(self) -> tuple[str, ...]:
        """What is said first."""
        return (*navigation.arrive(self.talk), "'help' lists the commands.")

    def answer(self, line: str) -> tuple[str, ...]:
        """The answer to a line; a mistake is answered with what was expected."""
        try:
            return tuple(self._answer(line.strip()))
        except AtlantisError as error:
            self.failures += 1
            return (showable(str(error), 500),)
        except OSError as error:
            self.failures += 1
            return (showable((error.strerror or str(error)).lower(), 500),)

    def _answer(self, line: str) -> Lines:
        if not line:
            return navigation.forward(self.talk, "")
        word, _, rest = line.partition(" ")
        verb = _BY_NAME.get(word) or _BY_NAME.get(word.lower())
        if verb is not None:
            return verb.run(self.talk, rest)
        if word.lower() in HELP:
            return explain(rest.strip())
        return self._guess(line)

    def _guess(self, line: str) -> Lines:
        """What a line without a command means: a place, a field, or moves to try."""
        for reads, run in (
            (lambda: parse_place(line.removeprefix(":"), ()), navigation.goto),
            (lambda: parse_field(line.lower()), questions.field),
            (lambda: parse_moves(line.lower()), edits.attempt),
        ):
            try:
                reads()
            except NotationError:
                continue
            return run(self.talk, line.removeprefix(":").lower())
        raise DialogueError(_unknown(line.split(maxsplit=1)[0]))


def explain(word: str) -> Lines:
    """The help for one command, or for all."""
    if word:
        verb = _BY_NAME.get(word)
        if verb is None:
            raise DialogueError(_unknown(word))
        others = " ".join(verb.names.split()[1:])
        also = f" (also: {others})" if others else ""
        return [f"{verb.name} {verb.after}".rstrip() + f": {verb.help}{also}"]
    return [f"{verb.name} {verb.after}".rstrip() + f": {verb.help}" for verb in VERBS]


def _unknown(word: str) -> str:
    names = [verb.name for verb in VERBS]
    close = difflib.get_close_matches(word.lower()[:20], names, n=1, cutoff=0.6)
    hint = f" (did you mean '{close[0]}'?)" if close else " ('help' lists the commands)"
    return f"not a command: '{showable(word, 40)}'{hint}"
