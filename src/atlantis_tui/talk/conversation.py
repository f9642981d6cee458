"""The conversation: a stack of topics, and the answer to each line.

A topic is what the lines are about: the menu, a game, an exercise, a review. The topmost one
answers; leaving it returns to the one below. Answers are generators, so that a caller prints what
a player did before the bot starts thinking.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from atlantis_core.dialogue.verbs import HELP, DialogueError, Lines, Vocabulary
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable

_SPELLED = re.compile(r"(?<![\w'./-])(-?[a-z]{1,2})(-?[0-9]{1,3})(?![\w/])")
_MOVE = re.compile(r"(?<![\w'./-])([a-z]{1,2}[0-9]{1,3})-([a-z]{1,2}[0-9]{1,3})(?![\w/])")
_TYPED = re.compile(r"(?<!\w)([a-z]) ([0-9]{1,3})(?!\w)")
MOST_LISTED = 30
LONGEST = 500
"""Characters of an error message."""


class Topic(ABC):
    """Subject of a conversation, with its own commands."""

    vocabulary: Vocabulary[Any]
    """The commands; each takes the topic and the rest of the line."""
    is_menu = False
    """Whether the commands work in all topics above this one, too."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk

    @abstractmethod
    def greet(self) -> Lines:
        """Say what this is about, when it begins and on return from another topic."""

    def answer(self, line: str) -> Lines:
        """The answer to a line; raises AtlantisError or OSError."""
        word, _, rest = line.partition(" ")
        verb = self.vocabulary.find(word)
        return self.guess(line) if verb is None else verb.run(self, rest.strip())

    def idle(self) -> Lines:
        """The answer to an empty line: where the user is."""
        return self.greet()

    def guess(self, line: str) -> Lines:
        """The answer to a line that begins with no command."""
        raise self.vocabulary.unknown(line.split(maxsplit=1)[0] if line else "")

    def explain(self, word: str) -> Lines:
        return self.vocabulary.explain(word)

    def completions(self) -> Iterable[str]:
        """Words that a line may begin with."""
        return (verb.name for verb in self.vocabulary)

    def close(self) -> None:  # noqa: B027 - few topics have something to end
        """End what runs in the background."""


class Talk:
    """Answers lines one at a time."""

    def __init__(self, *, is_brief: bool = False, spells: bool = False) -> None:
        self.topics: list[Topic] = []
        self.is_brief = is_brief
        self.spells = spells
        """Whether fields are written with a blank, b 4, for synthesizers that read words."""
        self.failures = 0
        """Number of lines answered with an error."""
        self.listed: tuple[Path, ...] = ()
        """The games of the last list, which the menu opens by number."""
        self.is_done = False

    @property
    def topic(self) -> Topic:
        return self.topics[-1]

    def list_games(self, games: Sequence[tuple[Path, str]]) -> Lines:
        """Number games, each with its description, for `open NUMBER`."""
        shown = games[:MOST_LISTED]
        self.listed = tuple(path for path, _ in shown)
        if len(games) > len(shown):
            yield f"{len(games)} games; the first {len(shown)}:"
        yield from numbered([description for _, description in shown])

    def open(self, topic: Topic) -> Lines:
        """Begin a topic on top of the present one."""
        self.topics.append(topic)
        return topic.greet()

    def replace(self, topic: Topic) -> Lines:
        """End the present topic and begin another."""
        self.topics.pop().close()
        return self.open(topic)

    def leave(self) -> Lines:
        """Return to the topic below; the conversation ends with the last one."""
        if len(self.topics) == 1:
            self.is_done = True
            return ()
        self.topics.pop().close()
        return self.topic.greet()

    def close(self) -> None:
        while self.topics:
            self.topics.pop().close()

    def answer(self, line: str) -> Iterator[str]:
        """The answer to a line; an error is answered with what was expected."""
        try:
            yield from self._spoken(self._answer(self._heard(line)))
        except AtlantisError as error:
            self.failures += 1
            yield from self._spoken([showable(str(error), LONGEST)])
        except OSError as error:
            self.failures += 1
            yield showable((error.strerror or str(error)).lower(), LONGEST)

    def _answer(self, line: str) -> Lines:
        word, _, rest = line.partition(" ")
        if word in HELP:
            return self._help(rest.strip())
        if word in _SETTINGS and not rest:
            return self._set(word)
        if word == "quit":
            self.is_done = True
            return ()
        if word == "menu" and len(self.topics) > 1:
            while len(self.topics) > 2:
                self.topics.pop().close()
            return self.leave()
        if not line:
            return self.topic.idle()
        return self._from_menu(line) if self._is_for_menu(word) else self.topic.answer(line)

    def _is_for_menu(self, word: str) -> bool:
        """Whether a word is a command of the menu alone; not its short forms, which are easily
        mistyped moves.
        """
        menu = self.topics[0]
        if self.topic is menu or not menu.is_menu or self.topic.vocabulary.find(word):
            return False
        return any(verb.name == word for verb in menu.vocabulary)

    def _from_menu(self, line: str) -> Lines:
        """Answer as the menu does; what the user then begins replaces the present topics."""
        before = self.topics[1:]
        yield from self.topics[0].answer(line)
        if len(self.topics) > len(before) + 1:
            for topic in before:
                self.topics.remove(topic)
                topic.close()

    def _help(self, word: str) -> Lines:
        if not word:
            names = (*(verb.name for verb in self.topic.vocabulary), *list(EVERYWHERE)[1:])
            yield f"commands: {', '.join(dict.fromkeys(names))}"
            yield "? COMMAND explains one, ? all explains all"
        elif word == "all":
            yield from self.topic.explain("")
            yield from (f"{name}: {text}" for name, text in EVERYWHERE.items())
        elif word in EVERYWHERE:
            yield f"{word}: {EVERYWHERE[word]}"
        else:
            menu = self.topics[0] if self._is_for_menu(word) else self.topic
            yield from menu.explain(word)

    def _set(self, word: str) -> Lines:
        match word:
            case "brief" | "full":
                self.is_brief = word == "brief"
            case _:
                self.spells = word == "spell"
        return [_SETTINGS[word]]

    def _heard(self, line: str) -> str:
        text = line.strip()
        return _TYPED.sub(r"\1\2", text) if self.spells else text

    def _spoken(self, lines: Lines) -> Iterator[str]:
        for line in lines:
            yield spell(line) if self.spells else line


_SETTINGS = {
    "brief": "short answers",
    "full": "full answers",
    "spell": "fields are spelled from now on",
    "unspell": "fields are written as one word from now on",
}
EVERYWHERE = {
    "?": "list the commands; ? COMMAND explains one, ? all explains all",
    "brief": "short answers; 'full' turns them off",
    "spell": "write c5 as c 5; 'unspell' turns it off",
    "menu": "go to the menu; its commands, such as 'new' and 'open', work everywhere",
    "quit": "quit; games are saved after every turn",
}
"""Commands that every topic understands."""


def spell(text: str) -> str:
    """Write names of fields with a blank, and moves with 'to': ``b 4 to c 5``."""
    return _SPELLED.sub(r"\1 \2", _MOVE.sub(r"\1 to \2", text))


def required_number(text: str, most: int, what: str) -> int:
    """Parse a number from 1 to `most`; raises DialogueError."""
    if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= most:
        return int(text)
    wrong = f"not {what}: '{showable(text, 20)}'" if text else f"{what} is missing"
    raise DialogueError(f"{wrong} (expected 1 to {most})")


def numbered(rows: Sequence[str]) -> Lines:
    return [f"{number}. {row}" for number, row in enumerate(rows, 1)]
