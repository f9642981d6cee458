"""Reads a map and its moves from parsed JSON: both dialects, with positions of all problems.

Checks everything, including what the game's own programs do not. Keeps unknown attributes. Does not
check whether moves are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from atlantis_core.json_text.frozen import BROKEN, JsonObject, freeze_object
from atlantis_core.json_text.places import KeyAt, Path, Place, Problems, sentence_list
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from . import model
from .css_colors import parse_color
from .model import GraphMap, MapPlayer, Node, Piece, PieceKind

T = TypeVar("T")
MAIN_KEYS = ("nodes", "links", "players", "pieces")
GAME_KEYS = ("moves", "comments", "straight_knights", "draws")
"""Extensions: the moves, comments on them, and options of the rules."""


class MapDocument(NamedTuple):
    """A map and the moves on it, as written."""

    map: GraphMap
    moves: tuple[str, ...]
    comments: Mapping[int, str]


def read_map(data: object, problems: Problems) -> MapDocument | None:
    """Read parsed JSON; None if there are errors."""
    if not isinstance(data, dict):
        problems.error((), "a map is an object (expected '{')")
        return None
    return _MapReader(data, problems).read()


class _MapReader:
    """One pass over the data; keeps what later parts must agree with."""

    def __init__(self, data: dict[str, object], problems: Problems) -> None:
        self._data = data
        self._problems = problems
        self._ids: dict[int, Path] = {}
        self._visible: dict[int, bool] = {}
        self._sides: dict[object, int] = {}
        self._occupied: dict[int, Path] = {}
        self._unreadable = dict.fromkeys(MAIN_KEYS, 0)
        """Number of nodes and players whose name could not be read."""
        self._unknown: dict[str, dict[object, list[Path]]] = {"nodes": {}, "players": {}}
        """Names of nodes and players that do not exist, and where they are used."""
        self._doubled: dict[int, list[Path]] = {}
        """The ids of nodes that an earlier one has, and where they are."""

    def read(self) -> MapDocument | None:
        for key in MAIN_KEYS:
            if key not in self._data:
                self._report_missing(key)
        nodes = self._items("nodes", model.MAX_NODES, self._node)
        links = self._links()
        players = self._items("players", model.MAX_PLAYERS, self._player)
        pieces = self._items("pieces", model.MAX_NODES, self._piece)
        moves = self._items("moves", model.MAX_MOVES, self._move)
        comments = self._comments(len(moves))
        straight = self._flag("straight_knights", default=False)
        draws = self._flag("draws", default=True)
        self._report_unknown()
        if self._problems.has_errors:
            return None
        known = {*MAIN_KEYS, *GAME_KEYS}
        graph_map = GraphMap(
            tuple(nodes),
            tuple(links),
            tuple(players),
            tuple(pieces),
            has_numbers=bool(self._sides) and not isinstance(next(iter(self._sides)), str),
            has_straight_knights=straight,
            has_draws=draws,
            extra=freeze_object({k: v for k, v in self._data.items() if k not in known}),
        )
        return MapDocument(graph_map, tuple(moves), comments)

    def _report_missing(self, key: str) -> None:
        """Report a missing key, at the key that is probably a typo of it."""
        import difflib  # noqa: PLC0415 - slow to import, needed only for errors

        unknown = [name for name in self._data if name not in (*MAIN_KEYS, *GAME_KEYS)]
        near = difflib.get_close_matches(key, unknown, n=1, cutoff=0.7)
        place: Place = KeyAt((near[0],)) if near else ()
        hint = f"rename '{showable(near[0], 40)}' to '{key}'" if near else ""
        self._problems.error(place, f"the key '{key}' is missing", hint)

    def _flag(self, key: str, *, default: bool) -> bool:
        value = self._data.get(key, default)
        if not isinstance(value, bool):
            self._wrong((key,), value, "true or false")
            return default
        return value

    def _wrong(self, path: Path, value: object, expected: str) -> None:
        if value is not BROKEN:
            self._problems.error(path, f"invalid value: {_shown(value)} (expected {expected})")

    def _items(self, key: str, most: int, read: Callable[[Path, object], T | None]) -> list[T]:
        values = self._data.get(key, [])
        if not isinstance(values, list):
            self._wrong((key,), values, "a list")
            return []
        if len(values) > most:
            self._problems.error((key,), f"too many {key}: {len(values)} (expected up to {most})")
            return []
        found = (read((key, number), value) for number, value in enumerate(values))
        return [value for value in found if value is not None]

    def _object(self, path: Path, value: object, keys: tuple[str, ...]) -> dict[str, object] | None:
        """An object that has all these keys."""
        if not isinstance(value, dict):
            self._wrong(path, value, f"an object with {sentence_list(keys, 'and')}")
            return None
        missing = [key for key in keys if key not in value]
        for key in missing:
            self._problems.error(path, f"the key '{key}' is missing")
        return None if missing else value

    def _node(self, path: Path, value: object) -> Node | None:
        members = self._object(path, value, ("id", "x", "y", "visible"))
        number = None if members is None else self._id((*path, "id"), members["id"])
        if members is None or number is None:
            self._unreadable["nodes"] += 1
            return None
        if number in self._ids:
            self._doubled.setdefault(number, []).append((*path, "id"))
            return None
        # Known from here on, even if the rest is wrong: links to it are not.
        self._ids[number] = (*path, "id")
        self._visible[number] = True
        x, y = (self._coordinate((*path, axis), members[axis]) for axis in "xy")
        visible = members["visible"]
        if not isinstance(visible, bool):
            self._wrong((*path, "visible"), visible, "true or false")
            return None
        if x is None or y is None:
            return None
        self._visible[number] = visible
        return Node(number, x, y, visible, _extra(members, "id", "x", "y", "visible"))

    def _report_doubled(self, missing: Sequence[object]) -> None:
        """Report nodes with the id of another one; a single missing id is what one must have."""
        for number, places in self._doubled.items():
            for place in places:
                message = f"there are two nodes with the id {number}"
                hint = f"one of them must be {missing[0]}" if len(missing) == 1 else ""
                first = (self._ids[number], "first defined here")
                self._problems.error(place, message, hint, first)

    def _id(self, path: Path, value: object) -> int | None:
        """A node id; some programs write ``100334.000000``."""
        number = _whole(value)
        if number is None or number < 0:
            self._wrong(path, value, "a whole number from 0")
            return None
        return number

    def _known_id(self, path: Path, value: object) -> int | None:
        number = self._id(path, value)
        if number is not None and number not in self._ids:
            self._unknown["nodes"].setdefault(number, []).append(path)
            return None
        return number

    def _coordinate(self, path: Path, value: object) -> float | None:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self._wrong(path, value, "a number")
            return None
        if abs(value) > model.MAX_COORDINATE:
            self._wrong(path, value, f"a number up to {model.MAX_COORDINATE:.0f}")
            return None
        return float(value)

    def _links(self) -> list[tuple[int, int]]:
        pairs = self._items("links", model.MAX_LINKS, self._link)
        links = dict.fromkeys(pairs)
        self._check_degrees(links)
        one_way = [link for link in links if link[::-1] not in links]
        if one_way:
            start, end = one_way[0]
            many = "1 link is" if len(one_way) == 1 else f"{len(one_way)} links are"
            place = ("links", pairs.index(one_way[0]))
            message = f"{many} one-way, here from {start} to {end}"
            hint = f"for both ways add [{end},{start}]"
            if not (self._problems.has_errors or self._unknown["nodes"] or self._doubled):
                self._problems.warn(place, message, hint)
        return list(links)

    def _check_degrees(self, links: Mapping[tuple[int, int], None]) -> None:
        degrees: dict[int, int] = {}
        for start, _ in links:
            degrees[start] = degrees.get(start, 0) + 1
        for node, degree in degrees.items():
            if degree > model.MAX_DEGREE:
                message = (
                    f"{degree} links leave the node {node} (expected up to {model.MAX_DEGREE})"
                )
                self._problems.error(("links",), message)

    def _link(self, path: Path, value: object) -> tuple[int, int] | None:
        if not isinstance(value, list) or len(value) != 2:
            self._wrong(path, value, "a list of two node ids")
            return None
        start, end = (self._known_id((*path, at), item) for at, item in enumerate(value))
        if start is None or end is None:
            return None
        if start == end:
            self._problems.error(path, f"the node {start} is linked to itself")
            return None
        return start, end

    def _player(self, path: Path, value: object) -> MapPlayer | None:
        number = _whole(value)
        if number is not None and number >= 0:
            return self._seat(path, number, MapPlayer(str(number)))
        if not isinstance(value, dict):
            self._wrong(path, value, "an object with 'name' and 'color', or a number")
            self._unreadable["players"] += 1
            return None
        members = self._object(path, value, ("name",))
        player = None if members is None else self._named_player(path, members)
        if player is None:
            self._unreadable["players"] += 1
            return None
        return self._seat((*path, "name"), player.name, player)

    def _seat(self, place: Path, name: str | int, player: MapPlayer) -> MapPlayer | None:
        if self._sides and isinstance(next(iter(self._sides)), str) != isinstance(name, str):
            self._problems.error(place, "some players are numbers and others have names")
            return None
        if name in self._sides:
            self._problems.error(place, f"two players are called {_shown(name)}")
            return None
        self._sides[name] = len(self._sides)
        return player

    def _named_player(self, path: Path, members: dict[str, object]) -> MapPlayer | None:
        name, written = members["name"], members.get("color")
        if not isinstance(name, str) or not name:
            self._wrong((*path, "name"), name, "a name in quotes")
            return None
        if written is None and "color" not in members:
            self._problems.warn(path, f"the player {_shown(name)} has no 'color'")
            return MapPlayer(name, extra=_extra(members, "name"))
        color = parse_color(written) if isinstance(written, str) else None
        if color is None or not isinstance(written, str):
            expected = "a CSS colour such as 'red', 'rgb(255,0,0)' or '#FF0000'"
            self._wrong((*path, "color"), written, expected)
            return MapPlayer(name)
        return MapPlayer(name, color, written, _extra(members, "name", "color"))

    def _piece(self, path: Path, value: object) -> Piece | None:
        members = self._object(path, value, ("type", "player", "at"))
        if members is None:
            return None
        kind = self._kind((*path, "type"), members["type"])
        player = self._side((*path, "player"), members["player"])
        at = self._known_id((*path, "at"), members["at"])
        if kind is None or player is None or at is None:
            return None
        if at in self._occupied:
            first = (self._occupied[at], "the first is here")
            self._problems.error((*path, "at"), f"there are two pieces on the node {at}", "", first)
            return None
        self._occupied[at] = (*path, "at")
        if not self._visible[at]:
            message = f"the node {at} is invisible: no piece can capture this {kind.value}"
            self._problems.warn((*path, "at"), message)
        return Piece(kind, player, at, _extra(members, "type", "player", "at"))

    def _kind(self, path: Path, value: object) -> PieceKind | None:
        if isinstance(value, str) and value in {kind.value for kind in PieceKind}:
            return PieceKind(value)
        self._wrong(path, value, sentence_list([kind.value for kind in PieceKind]))
        return None

    def _side(self, path: Path, value: object) -> int | None:
        name = value if isinstance(value, str) else _whole(value)
        side = None if name is None else self._sides.get(name)
        if side is None and value is not BROKEN:
            unknown = value if isinstance(value, (str, int, float)) else _shown(value)
            self._unknown["players"].setdefault(unknown, []).append(path)
        return side

    def _report_unknown(self) -> None:
        """Report each unknown name once, unless as many definitions could not be read, or are
        those of nodes that have the id of another one.
        """
        self._report_doubled([*self._unknown["nodes"]])
        self._unreadable["nodes"] += sum(map(len, self._doubled.values()))
        known = sentence_list([str(name) for name in self._sides][:8]) if self._sides else ""
        for key, uses in self._unknown.items():
            is_list = isinstance(self._data.get(key), list)
            if not is_list or len(uses) <= self._unreadable[key]:
                continue
            for name, paths in uses.items():
                message = f"there is no node with the id {name}"
                if key == "players":
                    expected = f" (expected {known})" if known else ""
                    message = f"unknown player: {_shown(name)}{expected}"
                others = f"also used in {counted(len(paths) - 1, 'other place')}"
                self._problems.error(paths[0], message, others if len(paths) > 1 else "")

    def _move(self, path: Path, value: object) -> str | None:
        if isinstance(value, str):
            return value
        self._wrong(path, value, "a move such as '12-15'")
        return None

    def _comments(self, last: int) -> Mapping[int, str]:
        """Comments by step, 0 for the start: ``{"3": "well played"}``."""
        value = self._data.get("comments", {})
        if not isinstance(value, dict):
            self._wrong(("comments",), value, "an object")
            return {}
        found = {}
        for key, comment in value.items():
            if not (key.isascii() and key.isdigit() and len(key) < 7 and int(key) <= last):
                message = f"there is no step {_shown(key)} (expected 0 to {last})"
                self._problems.error(KeyAt(("comments", key)), message)
            elif not isinstance(comment, str):
                self._wrong(("comments", key), comment, "a text in quotes")
            else:
                found[int(key)] = comment
        return found


def _whole(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if value == int(value) else None


def _extra(members: Mapping[str, object], *known: str) -> JsonObject:
    return freeze_object({key: value for key, value in members.items() if key not in known})


def _shown(value: object) -> str:
    """A value in a message, shortened."""
    if isinstance(value, str):
        return f"'{showable(value, 40)}'"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, bool) or value is None:
        return "null" if value is None else str(value).lower()
    return str(value)[:40]
