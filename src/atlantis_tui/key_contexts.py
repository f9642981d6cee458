"""Which actions have keys on which screens, and which of them share a key.

Imports all screens of the local app: the page of keys and the report about shared keys need them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import NamedTuple

from textual.binding import Binding
from textual.dom import DOMNode

from .settings.key_map import KeyMap, action_name, key_name

_PLANNING = "board.planning_board.PlanningBoard"
_PICTURE, _LIST = "widgets.picture_view.PictureView", "widgets.row_list.RowList"
_GROUPS = (
    ("During a game", _PLANNING, "play.screen.PlayScreen"),
    ("Review", "review.board.ReviewBoard", "review.screen.ReviewScreen"),
    ("Trying a turn", _PLANNING, "review.try_screen.TryScreen"),
    ("End of a game", "review.story_screen.StoryScreen"),
    ("Lessons and puzzles", _PLANNING, "learn.exercise_screen.ExerciseScreen"),
    ("Board editor", "editor.editor_screen.EditorBoard", "editor.editor_screen.EditorScreen"),
    ("Other games", _PICTURE, "other_games.play_screen.RecordPlayScreen"),
    ("Review of other games", "other_games.review_screen.RecordReviewScreen", _PICTURE),
    ("Start screen", _LIST, "start.start_screen.StartScreen"),
    ("New game", _LIST, "start.new_game_screen.NewGameScreen"),
    ("Open", _LIST, "start.open_screen.OpenScreen"),
    ("Library", _LIST, "start.library_screen.LibraryScreen"),
    ("Learn", _LIST, "learn.learn_screen.LearnScreen"),
    ("Choice of other games", _LIST, "other_games.games_screen.OtherGamesScreen"),
    ("Statistics", "start.statistics_screen.StatisticsScreen"),
    ("Options", _LIST, "start.options_screen.OptionsScreen"),
    ("Keys", _LIST, "start.keys_screen.KeysScreen"),
    ("Rules", "rules.rules_screen.RulesScreen"),
    ("Broken file", "start.broken_screen.BrokenScreen"),
    ("Reading a file", "start.reading_screen.ReadingScreen"),
    ("Typing", "widgets.command_line.CommandLine"),
    ("Writing a comment", "review.text_editor.TextEditor"),
    ("Dialogs", "widgets.dialogs.Dialog", "widgets.text_dialog.TextDialog"),
)
"""The places where keys work, each with its widgets from the inside out.

A picture without a cursor leaves keys to its screen.
"""
_SHARED = (
    ("Boards", "board.view.BoardView"),
    ("Lists", _LIST),
    ("Everywhere", "widgets.base_screen.BaseScreen"),
    ("Everywhere", "atlantis_app.AtlantisApp"),
    ("Everywhere", "base_app.BaseApp"),
)
"""Classes whose bindings several places have, and their headings on the page of keys."""
_ALONE = frozenset({"Typing", "Writing a comment", "Dialogs"})
"""Places where the keys of the app, except those with priority, do not work."""


class Context(NamedTuple):
    """A place where keys work, and its bindings by their default keys."""

    title: str
    bindings: dict[str, Binding]

    def keys(self, key_map: KeyMap) -> dict[str, dict[str, str]]:
        """Actions of each key here: their names and descriptions."""
        found: dict[str, dict[str, str]] = {}
        for key, binding in self.bindings.items():
            name = action_name(binding.action)
            if name:
                found.setdefault(key_map.keys.get(name, key), {})[name] = binding.description
        return found


@dataclass
class KnownAction:
    """An action with its default keys in all places that have it."""

    name: str
    group: str
    descriptions: dict[str, list[str]] = field(default_factory=dict)
    """The places of each description."""
    defaults: dict[str, None] = field(default_factory=dict)

    @property
    def description(self) -> str:
        return " / ".join(self.descriptions)

    def keys(self, key_map: KeyMap) -> tuple[str, ...]:
        """The keys that it has now."""
        own = key_map.keys.get(self.name)
        return tuple(self.defaults) if own is None else (own,)


class SharedKey(NamedTuple):
    """A key of the user that has several actions in one place, of which only one runs."""

    key: str
    place: str
    actions: dict[str, str]
    """Descriptions by name."""

    def __str__(self) -> str:
        does = " and ".join(f"'{description}'" for description in self.actions.values())
        return f"'{key_name(self.key)}' is the key of {does} ({self.place})"

    def without(self, name: str) -> SharedKey:
        """The same without one of its actions."""
        others = {other: does for other, does in self.actions.items() if other != name}
        return self._replace(actions=others)


@cache
def contexts() -> tuple[Context, ...]:
    """All places where keys work."""
    app = _bindings(["atlantis_app.AtlantisApp"])
    always = {key: binding for key, binding in app.items() if binding.priority}
    found = []
    for title, names in _groups():
        own = _bindings(names)
        found.append(Context(title, {**(always if title in _ALONE else app), **own}))
    return tuple(found)


@cache
def known_actions() -> tuple[KnownAction, ...]:
    """Every action, in the order of the places; those of many places at the end."""
    headings: dict[str, str] = {}
    for title, kind in _SHARED:
        for binding in _own_bindings(_import(kind)):
            headings.setdefault(action_name(binding.action), title)
    found: dict[str, KnownAction] = {}
    for context in contexts():
        for key, binding in context.bindings.items():
            name = action_name(binding.action)
            if name:
                group = headings.get(name, context.title)
                action = found.setdefault(name, KnownAction(name, group))
                action.descriptions.setdefault(binding.description, []).append(context.title)
                action.defaults[key] = None
    order = list(dict.fromkeys([*(title for title, _ in _groups()), *headings.values()]))
    return tuple(sorted(found.values(), key=lambda action: order.index(action.group)))


def shared_keys(key_map: KeyMap, names: Iterable[str] = ()) -> Iterator[SharedKey]:
    """Keys with several actions, each pair of actions once; only those of `names` if given."""
    wanted, seen = set(names), set()
    for context in contexts():
        for key, actions in context.keys(key_map).items():
            found = frozenset(actions)
            is_asked = not wanted or wanted & found
            if len(found) > 1 and is_asked and (key, found) not in seen:
                seen.add((key, found))
                yield SharedKey(key, context.title, actions)


def _groups() -> Iterator[tuple[str, list[str]]]:
    for title, *names in _GROUPS:
        yield title, names


def _import(name: str) -> type[DOMNode]:
    module, _, kind = name.rpartition(".")
    found: type[DOMNode] = getattr(import_module(f"atlantis_tui.{module}"), kind)
    return found


def _bindings(names: Sequence[str]) -> dict[str, Binding]:
    """The bindings of widgets, inner ones before outer ones and own ones before inherited ones."""
    found: dict[str, Binding] = {}
    for name in names:
        for kind in _import(name).__mro__:
            for binding in _own_bindings(kind):
                found.setdefault(binding.key, binding)
    return found


def _own_bindings(kind: type[object]) -> Iterator[Binding]:
    is_ours = kind.__module__.startswith("atlantis_tui.")
    for given in kind.__dict__.get("BINDINGS", ()) if is_ours else ():
        if isinstance(given, Binding):
            yield from Binding.make_bindings([given])
