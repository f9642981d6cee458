"""Keys page: every action with its key; Enter and a new key change it at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual import on, work
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from atlantis_core.support.columns import pad
from atlantis_tui import key_contexts
from atlantis_tui.game.background import run_in_background
from atlantis_tui.key_contexts import KnownAction, SharedKey, known_actions
from atlantis_tui.settings.key_map import KeyMap, key_name
from atlantis_tui.settings.options import default_path
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_question import KeyQuestion
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.row_list import Row, RowList
from atlantis_tui.widgets.text_lines import Line, Piece, TextLines, wrapped

_COLUMN = 14
"""Columns of the keys."""
_MANY = 8
"""Number of places from which they are counted instead of listed."""
_TAKE, _SWAP, _OTHER, _ALL = "take", "swap", "other", "all"


class KeysScreen(BaseScreen):
    BINDINGS = parse_bindings("""
        tab        part(1)       Part of the list: next      next part
        shift+tab  part(-1)      Part of the list: previous
        slash      find_key      Find an action or a key     find
        d          default       Reset this key              reset
        D          all_defaults  Reset all keys              reset all
    """)
    foot = (("Enter", "change", "screen.take"),)
    DEFAULT_CSS = """
    KeysScreen {
        & #list { padding: 1 1; }
        & > #about { height: 3; padding: 0 2; }
        & > VerticalScroll { height: 1fr; }
        &.-low #list { padding: 0; }
        &.-low > #about { height: 2; padding: 0 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._known: Sequence[KnownAction] = ()
        """Empty until all screens are imported."""
        self._wanted = ""

    @property
    def help_words(self) -> str:
        return (
            "Select an action, press Enter, then its new key. The old keys of the action then do"
            " nothing. Keys in text fields and the answers of dialogs stay as they are."
        )

    def compose(self) -> ComposeResult:
        rows = VerticalScroll(RowList(id="list"), can_focus=False)
        return self.page("Keys", rows, TextLines(id="about"))

    def on_mount(self) -> None:
        self._load()

    @work
    async def _load(self) -> None:
        """Find all actions in a thread: that imports all screens."""
        self._known = await run_in_background(known_actions)
        self.paint()

    def on_resize(self) -> None:
        self.paint()

    @property
    def key_map(self) -> KeyMap:
        return self.atlantis.key_map

    @property
    def _action(self) -> KnownAction | None:
        """The selected action; None until the list is filled."""
        name = self.rows.chosen_key
        return next((each for each in self._known if each.name == name), None)

    # Painting.

    def paint(self) -> None:
        if not self._known:
            self._say("reading the keys ...", "dim")
            return
        shared = list(key_contexts.shared_keys(self.key_map))
        self.rows.show_rows([*_rows(self.key_map, shared, max(self.size.width - 4, 20))])
        self._explain()

    @on(RowList.Chosen)
    def _explain(self) -> None:
        if (action := self._action) is None:
            return
        width = max(self.size.width - 4, 20)
        lines: list[Line] = []
        for shared in key_contexts.shared_keys(self.key_map, [action.name]):
            lines += wrapped([f"{shared}: only one works"], width, "bad")
        usual = " ".join(map(key_name, action.defaults))
        usual = f"usually {usual}; " if action.name in self.key_map.keys else ""
        lines += wrapped([f"{usual}works in: {_places(action)}"], width)
        kept = (Piece(cut(f"{action.name}, saved in {default_path()}", width), "dim"),)
        self.query_one("#about", TextLines).show_lines([*lines[:2], kept])

    def _say(self, text: str, look: str = "bad") -> None:
        width = max(self.size.width - 4, 20)
        self.query_one("#about", TextLines).show_lines(wrapped([text], width, look))

    # Changing keys.

    @on(RowList.Taken)
    def _taken(self) -> None:
        if (action := self._action) is not None:
            self._change(action)

    @work
    async def _change(self, action: KnownAction) -> None:
        """Ask for a key until there is one that the user wants."""
        while key := await self._ask_for_key(action):
            wanted = self.key_map.with_key(action.name, key)
            shared = list(key_contexts.shared_keys(wanted, [action.name]))
            answer = await self._ask_about(shared, action) if shared else _TAKE
            if answer == _SWAP:
                for other in _others(shared, action):
                    wanted = wanted.with_key(other, action.keys(self.key_map)[0])
            if answer in (_TAKE, _SWAP):
                self._set(wanted)
            if answer != _OTHER:
                return

    async def _ask_for_key(self, action: KnownAction) -> str:
        now = " ".join(map(key_name, action.keys(self.key_map)))
        lines: list[Line] = [
            *wrapped([action.description], self.text_width, "strong"),
            (f"Now: {now}",),
            ("Press the new key.",),
        ]
        return await self.app.push_screen_wait(KeyQuestion("New key", lines))

    async def _ask_about(self, shared: Sequence[SharedKey], action: KnownAction) -> str:
        said = [f"{each.without(action.name)}." for each in shared]
        lines = list(wrapped(said, self.text_width))
        return await self.ask(
            "This key is taken",
            lines,
            ("enter", "press another key", _OTHER),
            ("S", "swap the keys", _SWAP),
            ("T", "take it; the other action loses it", _TAKE),
        )

    def action_default(self) -> None:
        if (action := self._action) is not None:
            self._set(self.key_map.with_key(action.name, None))

    @work
    async def action_all_defaults(self) -> None:
        """Reset all keys after asking, because this cannot be undone."""
        if not self.key_map:
            return
        answer = await self.ask(
            "Reset all keys?",
            [("Every action gets its usual keys. This cannot be undone.",)],
            ("D", "reset all", _ALL),
            ("enter", "cancel", ""),
        )
        if answer == _ALL:
            self._set(KeyMap())

    def _set(self, keys: KeyMap) -> None:
        problem = self.atlantis.set_keys(keys)
        if problem:
            self._say(problem)

    # Moving around.

    def action_part(self, by: int) -> None:
        """Select the first action of the next or previous part."""
        firsts: dict[str, str] = {}
        for each in self._known:
            firsts.setdefault(each.group, each.name)
        if (action := self._action) is not None:
            groups = list(firsts)
            self.rows.choose(firsts[groups[(groups.index(action.group) + by) % len(groups)]])

    @work
    async def action_find_key(self) -> None:
        """Select the next action whose description, name or key is the text."""
        text = await self.ask_text("Find", self._wanted, "a word, or a key such as z")
        chosen, actions = self._action, self._known
        if not text or chosen is None:
            return
        self._wanted = text
        here = actions.index(chosen) + 1
        for action in (*actions[here:], *actions[:here]):
            keys = [key_name(key) for key in action.keys(self.key_map)]
            if text in keys or (len(text) > 1 and _mentions(action, text.lower())):
                self.rows.choose(action.name)
                return
        self._say(f"no action with '{text}'")


def _mentions(action: KnownAction, text: str) -> bool:
    return text in f"{action.description}\n{action.name}".lower()


def _others(shared: Sequence[SharedKey], action: KnownAction) -> list[str]:
    """The names of the other actions of shared keys."""
    names = dict.fromkeys(name for each in shared for name in each.actions)
    return [name for name in names if name != action.name]


def _places(action: KnownAction) -> str:
    places = dict.fromkeys(place for found in action.descriptions.values() for place in found)
    return "all lists, boards and pages" if len(places) > _MANY else ", ".join(places)


def _rows(keys: KeyMap, shared: Sequence[SharedKey], width: int) -> Iterator[Row]:
    troubled = {name for each in shared for name in each.actions}
    group = ""
    for action in known_actions():
        if action.group != group:
            if group:
                yield Row("")
            group = action.group
            yield Row("", (Piece(f" {group}", "heading"),))
        shown = " ".join(map(key_name, action.keys(keys)))
        is_own, is_troubled = action.name in keys.keys, action.name in troubled
        look = "bad" if is_troubled else "good" if is_own else "key"
        sign = "!" if is_troubled else " "
        column = pad(cut(f" {sign}{shown}", _COLUMN), _COLUMN + 1)
        described = cut(action.description, max(width - _COLUMN - 2, 10))
        yield Row(action.name, (Piece(column, look), Piece(described)))
