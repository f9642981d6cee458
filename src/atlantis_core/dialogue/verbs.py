"""A table of commands: finds a command by any of its names, and is its own help text."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable

Lines = Iterable[str]
State = TypeVar("State")
HELP = ("help", "?")


class DialogueError(AtlantisError):
    """A line cannot be answered; the text says why."""


class Verb(NamedTuple, Generic[State]):
    """One command: its names, arguments and help text."""

    names: str
    after: str
    help: str
    run: Callable[[State, str], Lines]

    @property
    def name(self) -> str:
        return self.names.split()[0]


class Vocabulary(Generic[State]):
    """The commands that are understood in one place."""

    def __init__(self, verbs: Iterable[Verb[State]]) -> None:
        self.verbs = tuple(verbs)
        self._by_name = {name: verb for verb in self.verbs for name in verb.names.split()}

    def __iter__(self) -> Iterator[Verb[State]]:
        return iter(self.verbs)

    def find(self, word: str) -> Verb[State] | None:
        """The command with this name; upper case matters only where both cases are names."""
        return self._by_name.get(word) or self._by_name.get(word.lower())

    def explain(self, word: str = "") -> Lines:
        """The help for one command, or for all."""
        if not word:
            return [f"{verb.name} {verb.after}".rstrip() + f": {verb.help}" for verb in self.verbs]
        verb = self.find(word)
        if verb is None:
            raise self.unknown(word)
        others = " ".join(verb.names.split()[1:])
        also = f" (also: {others})" if others else ""
        return [f"{verb.name} {verb.after}".rstrip() + f": {verb.help}{also}"]

    def unknown(self, word: str) -> DialogueError:
        """The error for a word that is not a command, with the one that was probably meant."""
        names = [verb.name for verb in self.verbs]
        close = difflib.get_close_matches(word.lower()[:20], names, n=1, cutoff=0.6)
        hint = f" (did you mean '{close[0]}'?)" if close else " (type 'help' for the commands)"
        return DialogueError(f"not a command: '{showable(word, 40)}'{hint}")
