"""Parses and formats rules records: `dim:7 name:Brandub surf:n atkf:y ks:w cenh: start:/3t3/.../`.

Defines the keys, their defaults and the canonical order. The reader tolerates, with a warning:
unknown keys, a key given twice (the last counts), invalid values (read like the original program
does), `dim` or the start in another place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple, TypeVar

from atlantis_core.json_text.places import Problems, Span
from . import ruleset
from .pieces import KINDS, LETTERS, PieceKind, Pieces, Space, format_space, parse_space
from .position_text import check_size, format_position, parse_position
from .problems import TaflTextError
from .ruleset import Jump, PieceSet, Rules, Strength, Zone, ZoneRules, letters_of, piece_set

Choice = TypeVar("Choice", bound=Enum)

ALL = "tcnkmTCNKM"
"""The pieces that the notation means by all: without guards."""
JUMPERS = {
    "kj": PieceKind.KING,
    "nj": PieceKind.KNIGHT,
    "cj": PieceKind.COMMANDER,
    "mj": PieceKind.MERCENARY,
    "gj": PieceKind.GUARD,
}
_JUMP_DEFAULTS = {"kj": "n", "nj": "c", "cj": "j", "mj": "n", "gj": "n"}
_LIST_DEFAULTS = {
    "corp": "K", "cenp": ALL, "aforp": ALL, "dforp": ALL,
    "cors": "K", "cens": "K", "afors": ALL, "dfors": "TCNKM",
    "corh": ALL, "cenh": "tcnkm", "cenhe": ALL, "aforh": "TCNKM", "dforh": "tcnkm",
    "corre": ALL, "cenre": ALL, "aforre": ALL, "dforre": ALL,
}  # fmt: skip
"""Default lists of pieces, in the order in which they are written."""
_CHOICES: dict[str, tuple[type[Enum], str]] = {
    "esc": (ruleset.Escape, "c"),
    "tfr": (ruleset.Threefold, "d"),
    "ka": (ruleset.Arms, "y"),
    "ks": (Strength, "s"),
    "sw": (ruleset.Shieldwalls, "n"),
    "ber": (ruleset.Berserk, "n"),
    **{key: (Jump, default) for key, default in _JUMP_DEFAULTS.items()},
}
_YES_NO = {"surf": True, "atkf": True, "swf": True, "efe": False, "linc": False}
_SPEED_CODES: dict[int, tuple[tuple[int, ...], ...]] = {
    # By number of values: the letters that each value applies to.
    1: (tuple(range(12)),),
    2: (tuple(range(6)), tuple(range(6, 12))),
    8: ((0,), (1,), (2,), (3,), (6,), (7,), (8,), (9,)),
    10: ((0,), (1,), (2,), (3,), (4,), (6,), (7,), (8,), (9,), (10,)),
    12: tuple((code,) for code in range(12)),
}
_ENTRY = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class _Entry:
    key: str
    value: str
    start: int
    """The offset of the value."""

    @property
    def end(self) -> int:
        return self.start + len(self.value)

    def error(self, message: str, hint: str = "") -> TaflTextError:
        return TaflTextError(message, self.start, self.end, hint)


class _Notes(NamedTuple):
    """Collects warnings about a record at an offset in a file."""

    problems: Problems
    at: int

    def add(self, entry: _Entry, message: str, hint: str = "") -> None:
        self.problems.warn(Span(self.at + entry.start, self.at + entry.end), message, hint)


def parse_rules(text: str, problems: Problems | None = None, at: int = 0) -> Rules:
    """Parse a record; raises `TaflTextError` if it is unusable.

    Adds warnings to the problems of the file in which the text starts at an offset.
    """
    notes = _Notes(Problems() if problems is None else problems, at)
    entries = _entries(text, notes)
    size = _parse_size(entries, text)
    by_key = {entry.key: entry for entry in entries}
    start = _parse_start(by_key, size, text)
    known = _known_keys()
    unknown = [entry for entry in entries if entry.key not in known]
    for entry in unknown:
        notes.add(entry, f"unknown rule '{entry.key[:40]}' is ignored")
    rules = _build(_Values(by_key, size, notes), start)
    entries_kept = tuple(f"{entry.key}:{entry.value}" for entry in unknown)
    return replace(rules, unknown=entries_kept)


def format_rules(rules: Rules, *, top_first: bool = False) -> str:
    """The canonical record: one line, without defaults, keys in the original's order.

    The start goes from rank 1 up, or from the highest rank down as in a picture.
    """
    parts = [f"dim:{rules.size}", f"name:{rules.name}"]
    parts += [
        f"{key}:{text}"
        for key, text in _written(rules)
        if key == "atkf" or text != _default_text(key, rules.size)
    ]
    start = format_position(rules.start, rules.size, top_first=top_first)
    return " ".join((*parts, *rules.unknown, f"{'starti' if top_first else 'start'}:{start}"))


def default_rules(size: int, start: Pieces) -> Rules:
    """The rules of a record with only a size and a start."""
    return _build(_Values({}, size, _Notes(Problems(), 0)), start)


class _Values:
    """The values of entries, or their defaults."""

    def __init__(self, entries: dict[str, _Entry], size: int, notes: _Notes) -> None:
        self._entries = entries
        self._notes = notes
        self.size = size

    def text(self, key: str, default: str) -> str:
        return self._entries[key].value if key in self._entries else default

    def yes(self, key: str) -> bool:
        if key not in self._entries:
            return _YES_NO[key]
        value = self._entries[key].value
        if value not in ("y", "n"):
            self._note(key, "'n'", "expected 'y' or 'n'")
        return value == "y"

    def choice(self, key: str, kind: type[Choice], fallback: str = "") -> Choice:
        default = _CHOICES[key][1]
        value = self.text(key, default)
        letters = [str(member.value) for member in kind]
        if value not in letters:
            value = fallback or default
            self._note(key, f"'{value}'", "expected one of " + ", ".join(letters))
        return kind(value)

    def strength(self) -> Strength:
        """The values y and n of older records mean the strong and the weak king."""
        older = {"y": "s", "n": "w"}.get(self.text("ks", ""))
        return Strength(older) if older else self.choice("ks", Strength)

    def pieces(self, key: str) -> PieceSet:
        entry = self._entries.get(key)
        if entry is None:
            return piece_set(_LIST_DEFAULTS[key])
        for index, letter in enumerate(entry.value):
            if letter not in LETTERS:
                at = entry.start + index
                raise TaflTextError(
                    f"not a piece: '{letter}'", at, at + 1, f"expected some of {LETTERS}"
                )
        return piece_set(entry.value)

    def spaces(self, zone: Zone) -> tuple[Space, ...]:
        entry = self._entries.get(zone.value)
        if entry is None or entry.value == "default":
            return _default_spaces(zone, self.size)
        found, at = [], entry.start
        for name in entry.value.split(","):
            if name:
                try:
                    found.append(parse_space(name, self.size))
                except TaflTextError as error:
                    raise error.moved(at) from None
            at += len(name) + 1
        return tuple(dict.fromkeys(found))

    def speeds(self) -> tuple[int, ...]:
        entry = self._entries.get("spd")
        speeds = [ruleset.NO_LIMIT] * len(LETTERS)
        if entry is None:
            return tuple(speeds)
        texts = entry.value.removesuffix(",").split(",")
        codes = _SPEED_CODES.get(len(texts))
        if codes is None:
            raise entry.error(
                f"{len(texts)} speeds: '{entry.value[:40]}'", "expected 1, 2, 8, 10 or 12 numbers"
            )
        for text, meant in zip(texts, codes, strict=True):
            if re.fullmatch(r"-?[0-9]{1,3}", text, re.ASCII) is None:
                raise entry.error(
                    f"not a speed: '{text[:40]}'", "expected a number such as 1 or -1"
                )
            for code in meant:
                speeds[code] = int(text) if int(text) > 0 else ruleset.NO_LIMIT
        return tuple(speeds)

    def _note(self, key: str, fallback: str, hint: str) -> None:
        entry = self._entries[key]
        self._notes.add(entry, f"'{key}:{entry.value[:40]}' is read as {fallback}", hint)


def _build(values: _Values, start: Pieces) -> Rules:
    jumps = [Jump.NONE] * KINDS
    for key, kind in JUMPERS.items():
        jumps[kind] = values.choice(key, Jump)
    return Rules(
        size=values.size,
        name=values.text("name", ruleset.DEFAULT_NAME),
        # Anything but the corner means the edge, as in the original.
        escape=values.choice("esc", ruleset.Escape, fallback="e"),
        surrounding_is_fatal=values.yes("surf"),
        attackers_first=values.yes("atkf"),
        threefold=values.choice("tfr", ruleset.Threefold),
        king_arms=values.choice("ka", ruleset.Arms),
        king_strength=values.strength(),
        jumps=tuple(jumps),
        zones=tuple(_zone(values, zone) for zone in Zone),
        centre_hostile_when_empty=values.pieces("cenhe"),
        speeds=values.speeds(),
        shieldwalls=values.choice("sw", ruleset.Shieldwalls),
        flanking_required=values.yes("swf"),
        edge_forts=values.yes("efe"),
        linnaean_capture=values.yes("linc"),
        berserk=values.choice("ber", ruleset.Berserk),
        start=start,
    )


def _zone(values: _Values, zone: Zone) -> ZoneRules:
    prefix = zone.value
    return ZoneRules(
        values.spaces(zone),
        passable=values.pieces(prefix + "p"),
        stoppable=values.pieces(prefix + "s"),
        hostile=values.pieces(prefix + "h"),
        enterable_again=values.pieces(prefix + "re"),
    )


def _entries(text: str, notes: _Notes) -> list[_Entry]:
    found: dict[str, _Entry] = {}
    for match in _ENTRY.finditer(text):
        key, colon, value = match[0].partition(":")
        if not colon:
            raise TaflTextError(
                f"not a rule: '{key[:40]}'", match.start(), match.end(), "expected 'key:value'"
            )
        entry = _Entry(key, value, match.start() + len(key) + 1)
        if key in found:
            notes.add(entry, f"the rule '{key}' appears twice; the last one counts")
            del found[key]
        found[key] = entry
    return list(found.values())


def _parse_size(entries: list[_Entry], text: str) -> int:
    entry = next((entry for entry in entries if entry.key == "dim"), None)
    if entry is None:
        raise TaflTextError("the size of the board is missing", 0, len(text), "expected 'dim:11'")
    if re.fullmatch(r"[0-9]{1,3}", entry.value, re.ASCII) is None:
        raise entry.error(f"not a board size: '{entry.value[:40]}'", "expected for example 11")
    try:
        check_size(int(entry.value), entry.value)
    except TaflTextError as error:
        raise error.moved(entry.start) from None
    return int(entry.value)


def _parse_start(entries: dict[str, _Entry], size: int, text: str) -> Pieces:
    """The start; `starti` (highest rank first) wins over `start`."""
    entry = entries.get("starti") or entries.get("start")
    if entry is None:
        raise TaflTextError(
            "the starting position is missing", 0, len(text), "expected 'start:/.../' at the end"
        )
    try:
        return parse_position(entry.value, size, top_first=entry.key == "starti")[1]
    except TaflTextError as error:
        raise error.moved(entry.start) from None


def _default_spaces(zone: Zone, size: int) -> tuple[Space, ...]:
    last = size * size - 1
    if zone is Zone.CORNER:
        return (0, size - 1, last - size + 1, last)
    return (last // 2,) if zone is Zone.CENTRE else ()


def _known_keys() -> frozenset[str]:
    zones = [zone.value for zone in Zone]
    plain = ("dim", "name", "start", "starti", "spd")
    return frozenset((*plain, *zones, *_CHOICES, *_YES_NO, *_LIST_DEFAULTS))


def _written(rules: Rules) -> Iterable[tuple[str, str]]:
    """All entries between name and start in canonical order, including defaults."""
    yield "esc", rules.escape.value
    yield "surf", _format_yes(rules.surrounding_is_fatal)
    yield "atkf", _format_yes(rules.attackers_first)
    yield "tfr", rules.threefold.value
    yield "ka", rules.king_arms.value
    yield "ks", rules.king_strength.value
    for key, kind in JUMPERS.items():
        yield key, rules.jumps[kind].value
    for zone in Zone:
        yield zone.value, _format_spaces(rules.zone(zone).spaces, rules.size)
    yield "spd", _format_speeds(rules.speeds)
    for ending, pieces_of in _LISTS:
        for zone in Zone:
            yield zone.value + ending, letters_of(pieces_of(rules.zone(zone)))
            if zone is Zone.CENTRE and ending == "h":
                yield "cenhe", letters_of(rules.centre_hostile_when_empty)
    yield "sw", rules.shieldwalls.value
    yield "swf", _format_yes(rules.flanking_required)
    yield "efe", _format_yes(rules.edge_forts)
    yield "linc", _format_yes(rules.linnaean_capture)
    yield "ber", rules.berserk.value


_LISTS: tuple[tuple[str, Callable[[ZoneRules], PieceSet]], ...] = (
    ("p", lambda zone: zone.passable),
    ("s", lambda zone: zone.stoppable),
    ("h", lambda zone: zone.hostile),
    ("re", lambda zone: zone.enterable_again),
)


def _default_text(key: str, size: int) -> str:
    if key in _CHOICES:
        return _CHOICES[key][1]
    if key in _YES_NO:
        return _format_yes(_YES_NO[key])
    if key in _LIST_DEFAULTS:
        return _LIST_DEFAULTS[key]
    if key == "spd":
        return _format_speeds((ruleset.NO_LIMIT,) * len(LETTERS))
    return _format_spaces(_default_spaces(Zone(key), size), size)


def _format_yes(value: bool) -> str:  # noqa: FBT001 - the value itself
    return "y" if value else "n"


def _format_spaces(spaces: Iterable[Space], size: int) -> str:
    return "".join(format_space(space, size) + "," for space in spaces)


def _format_speeds(speeds: Iterable[int]) -> str:
    return "".join(f"{speed}," for speed in speeds)
