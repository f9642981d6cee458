"""Validates the board and players of a parsed document (R7.4 to R7.6).

Reports problems by JSON path. Does not replay turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeGuard

from atlantis_core.json_text.frozen import BROKEN, FrozenMap, freeze_object
from atlantis_core.json_text.places import KeyAt, Path, Place, Problems, sentence_list
from atlantis_core.positions.board import MAX_FIELDS, largest_extent
from atlantis_core.positions.grid import Field, parse_field, parse_segment, segment_fields
from atlantis_core.positions.position import MAX_PLAYERS, MAX_STONES
from atlantis_core.support.colors import SVG_COLORS, default_colors, find_color
from atlantis_core.support.errors import NotationError
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from .model import Player, Segment
from .suggestions import (
    nearest_word,
    suggest_field,
    suggest_names,
    suggest_place,
    suggest_segment,
    suggest_word,
)

PLAYER_KEYS = ("name", "color", "stacks")
_MOST_NAMES = 7
"""The most fields that a hint quotes."""
_FIELD_EXAMPLE = "expected a field such as 'c5'"


def describe(value: object) -> str:
    """A description of a JSON value for messages: ``the number 3``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the string '{showable(value, 40)}'"
    if isinstance(value, (int, float)):
        return f"the number {showable(str(value), 40)}"
    return "a list" if isinstance(value, list) else "an object"


def expect_object(
    value: object, place: Place, what: str, problems: Problems
) -> TypeGuard[dict[str, object]]:
    """Whether a value is an object; adds a problem if not."""
    return _expect(value, dict, place, f"{what} must be an object", problems)


def expect_list(
    value: object, place: Place, what: str, problems: Problems
) -> TypeGuard[list[object]]:
    """Whether a value is a list; adds a problem if not."""
    return _expect(value, list, place, f"{what} must be a list", problems)


def _expect(value: object, kind: type, place: Place, otherwise: str, problems: Problems) -> bool:
    if not isinstance(value, kind) and value is not BROKEN:
        problems.error(place, f"{otherwise}, not {describe(value)}")
    return isinstance(value, kind)


def read_name(
    text: str, place: Place, problems: Problems, known: Mapping[Field, object] | None
) -> tuple[Field, ...]:
    """The field, or the seven fields of an upper-case name; empty after reporting a bad name."""
    try:
        if text[:2].strip("-")[:1].isupper():
            return segment_fields(parse_segment(text))
        return (parse_field(text),)
    except NotationError:
        hint = suggest_names(text) if known is None else ""
        if not hint and not problems.is_full:
            hint = suggest_field(text, known and known.keys())
        problems.error(place, f"not a field: '{showable(text, 40)}' ({_FIELD_EXAMPLE})", hint)
        return ()


def read_segments(
    data: object, problems: Problems
) -> tuple[tuple[Segment, ...], dict[Field, Path]]:
    """The segments, and the path of each field."""
    homes: dict[Field, Path] = {}
    segments: list[Segment] = []
    overlaps: list[_Overlap] = []
    if isinstance(data, str):
        names = [f'"{showable(name, 12)}"' for name in data.replace(",", " ").split()[:_MOST_NAMES]]
        more = ", ..." if len(names) == _MOST_NAMES else ""
        message = f"'segments' must be a list, not {describe(data)}"
        problems.error(("segments",), message, f"write [{', '.join(names)}{more}]")
        return (), homes
    if not expect_list(data, ("segments",), "'segments'", problems):
        return (), homes
    if not data:
        problems.error(("segments",), "the board has no segments", "expected at least one")
    for number, value in enumerate(data):
        segment = _read_segment(value, number, homes, overlaps, problems)
        if segment:
            segments.append(segment)
        if problems.should_stop:
            break
        if len(homes) > MAX_FIELDS:
            message = f"the board has more than {MAX_FIELDS} fields"
            problems.error(("segments", number), message)
            break
    _report_overlaps(overlaps, problems)
    _check_extent(homes, problems)
    _warn_of_old_names(homes, problems)
    return tuple(segments), homes


class _Overlap(NamedTuple):
    """Fields that belong to two segments, or twice to one."""

    first: Path
    second: Path
    fields: list[Field]


def _read_segment(
    value: object,
    number: int,
    homes: dict[Field, Path],
    overlaps: list[_Overlap],
    problems: Problems,
) -> Segment:
    path: Path = ("segments", number)
    if isinstance(value, str):
        if value and not value[:2].strip("-")[:1].isupper():
            message = f"a segment is a list of fields, not {describe(value)}"
            problems.error(path, message, f'write ["{showable(value, 40)}"]')
            return ()
        names: list[tuple[Path, object]] = [(path, value)]
    elif expect_list(value, path, f"segment {number + 1}", problems):
        if not value:
            problems.error(path, f"segment {number + 1} has no fields", "remove it")
        names = [((*path, index), name) for index, name in enumerate(value)]
    else:
        return ()
    own: set[Field] = set()
    again: dict[tuple[Path, Path], list[Field]] = {}
    for place, name in names:
        for field in _read_home(name, place, problems):
            first = homes.setdefault(field, place)
            if first == place:
                own.add(field)
            else:
                again.setdefault((first, place), []).append(field)
        if problems.should_stop:
            break
    if not own and _are_one_segment(again, path):
        _report_segment_twice(path, next(iter(again))[0][:2], problems)
    else:
        overlaps += (_Overlap(*places, fields) for places, fields in again.items())
    return tuple(sorted(own))


def _are_one_segment(again: Mapping[tuple[Path, Path], list[Field]], path: Path) -> bool:
    """Whether all fields of a segment belong to one other segment."""
    homes = {first[:2] for first, _ in again}
    return len(homes) == 1 and path not in homes and sum(map(len, again.values())) > 1


def _report_segment_twice(path: Path, first: Path, problems: Problems) -> None:
    message = f"segment {int(path[1]) + 1} is already on the board, as segment {int(first[1]) + 1}"
    problems.error(path, message, "remove one of them", (first, "first used here"))


def _report_overlaps(overlaps: list[_Overlap], problems: Problems) -> None:
    """Report each overlap, but one that overlaps several other segments only once."""
    wrong = _segment_in_all(overlaps)
    if wrong is not None:
        fields = sorted({field for overlap in overlaps for field in overlap.fields})
        others = [second if first[:2] == wrong else first for first, second, _ in overlaps]
        related = [(other, "also used here") for other in others]
        hint = "correct this segment"
        problems.error(wrong, f"{_named(fields)} on the board twice", hint, *related)
        return
    for first, second, fields in overlaps:
        message, related_to = f"{_named(sorted(fields))} on the board twice", "first used here"
        problems.error(second, message, "remove one of them", (first, related_to))


def _named(fields: Sequence[Field]) -> str:
    names = sentence_list([str(field) for field in fields], last="and")
    return f"the field {names} is" if len(fields) == 1 else f"the fields {names} are"


def _segment_in_all(overlaps: Sequence[_Overlap]) -> Path | None:
    """The only segment that overlaps all others that overlap, if there are several."""
    pairs = [{first[:2], second[:2]} for first, second, _ in overlaps]
    if len(set(map(frozenset, pairs))) < 2:
        return None
    common = set.intersection(*pairs)
    return common.pop() if len(common) == 1 else None


def _read_home(name: object, place: Path, problems: Problems) -> tuple[Field, ...]:
    if isinstance(name, str):
        return read_name(name, place, problems, None)
    if name is not BROKEN:
        problems.error(place, f"a field must be a string, not {describe(name)}", 'like "c5"')
    return ()


def _check_extent(homes: Mapping[Field, Path], problems: Problems) -> None:
    if not homes:
        return
    # Width and height of the padded grid of `Board`.
    width = max(field.x for field in homes) - min(field.x for field in homes) + 2
    height = max(field.y for field in homes) - min(field.y for field in homes) + 3
    most = largest_extent(len(homes))
    if width * height > most:
        far = max(homes, key=lambda field: abs(field.x) + abs(field.y))
        message = (
            f"the board spans {width} by {height} fields "
            f"(expected a product of at most {most} for {counted(len(homes), 'field')})"
        )
        problems.error(homes[far], message, f"'{far}' is far away from the others")


def _warn_of_old_names(homes: Mapping[Field, Path], problems: Problems) -> None:
    """Warn once per board, because files of older programs have dozens of such fields."""
    old = [field for field in homes if field.x < 1 or field.y < 1]
    if old:
        verb = "is" if len(old) == 1 else "are"
        problems.warn(
            homes[old[0]],
            f"{counted(len(old), 'field')} {verb} below row 1 or before column a, "
            f"the first of them '{old[0]}'",
            "older programs made such boards; 'atlantis shift' shifts them",
        )


def read_players(
    data: object, homes: Mapping[Field, Path], problems: Problems
) -> tuple[Player, ...]:
    """The players, including the readable part of those with problems."""
    if not expect_list(data, ("players",), "'players'", problems):
        return ()
    if len(data) > MAX_PLAYERS:
        message = f"{len(data)} players (expected at most {MAX_PLAYERS})"
        problems.error(("players", MAX_PLAYERS), message)
        data = data[:MAX_PLAYERS]
    owners: dict[Field, Path] = {}
    data = _join_split_players(data, problems)
    players = tuple(
        _read_player(value, number, homes, owners, problems) for number, value in enumerate(data)
    )
    _warn_of_colors(data, players, problems)
    return players


def _join_split_players(data: list[object], problems: Problems) -> list[object]:
    """Report a player whose stacks are in an object of their own, and join both for checking."""
    for number, (value, following) in enumerate(pairwise(data)):
        if not (isinstance(value, dict) and isinstance(following, dict)):
            continue
        if value and "stacks" not in value and following.keys() == {"stacks"}:
            message = f"the stacks of player {number + 1} are in an object of their own"
            problems.error(("players", number + 1), message, "remove the '}, {' before them")
            return [*data[:number], {**value, "stacks": BROKEN}, *data[number + 2 :]]
    return data


def _read_player(
    value: object,
    number: int,
    homes: Mapping[Field, Path],
    owners: dict[Field, Path],
    problems: Problems,
) -> Player:
    path: Path = ("players", number)
    if not expect_object(value, path, f"player {number + 1}", problems):
        return Player()
    stacks: dict[Field, int] = {}
    if "stacks" not in value:
        near = nearest_word("stacks", value)
        hint = f"rename '{near}' to 'stacks'" if near else 'expected "stacks": {"c5": 1, ...}'
        problems.error(path, f"player {number + 1} has no 'stacks'", hint)
    elif names := _names_only(value["stacks"]):
        message = f"'stacks' must be an object, not {describe(value['stacks'])}"
        written = ", ".join(f'"{showable(name, 12)}": 1' for name in names)
        problems.error((*path, "stacks"), message, f"write {{{written}}}")
    elif expect_object(value["stacks"], (*path, "stacks"), "'stacks'", problems):
        for key, stones in value["stacks"].items():
            if problems.should_stop:
                break
            place = (*path, "stacks", key)
            for field in _read_stack(key, stones, place, homes, owners, problems):
                stacks[field] = stones  # type: ignore[assignment]  # checked by _read_stack
    return Player(
        stacks=FrozenMap(stacks),
        name=_read_text(value, "name", path, problems),
        color=_read_text(value, "color", path, problems),
        extra=freeze_object({k: v for k, v in value.items() if k not in PLAYER_KEYS}),
    )


def _names_only(stacks: object) -> list[str]:
    """The fields of stacks that are written without their stones, if there are few."""
    given = [stacks] if isinstance(stacks, str) else stacks
    names = given if isinstance(given, list) and len(given) <= _MOST_NAMES else []
    return [name for name in names if isinstance(name, str)]


def _read_text(
    members: Mapping[str, object], key: str, path: Path, problems: Problems
) -> str | None:
    text = members.get(key)
    if isinstance(text, str):
        return text
    if key in members and text is not BROKEN:
        problems.error((*path, key), f"'{key}' must be a string, not {describe(text)}")
    return None


def _read_stack(
    key: str,
    stones: object,
    place: Path,
    homes: Mapping[Field, Path],
    owners: dict[Field, Path],
    problems: Problems,
) -> Iterator[Field]:
    """The fields of a member of ``stacks``, if its value is valid."""
    is_sound = _check_stones(stones, place, problems)
    fields = read_name(key, KeyAt(place), problems, homes)
    beside = [field for field in fields if field not in homes]
    if beside and homes:
        what = f"'{beside[0]}'" if len(fields) == 1 else f"'{key}' needs '{beside[0]}', which"
        hint = suggest_segment(key, homes) if len(fields) > 1 else ""
        hint = hint or suggest_field(key, homes.keys()) or suggest_place(beside[0], homes)
        problems.error(KeyAt(place), f"{what} is not on the board", hint)
    again: dict[Path, list[Field]] = {}
    for field in fields:
        first = owners.setdefault(field, place)
        if first != place:
            again.setdefault(first, []).append(field)
        elif is_sound and field in homes:
            yield field
    for first, doubled in again.items():
        names = sentence_list([str(field) for field in doubled], last="and")
        what = f"field {names} has" if len(doubled) == 1 else f"the fields {names} have"
        related = (KeyAt(first), "first used here")
        problems.error(KeyAt(place), f"{what} two values", "remove one of them", related)


def _check_stones(stones: object, place: Path, problems: Problems) -> bool:
    if stones is BROKEN:
        return False
    if type(stones) is not int:
        hint = (
            "write 2 for two stones, -2 for a growing field, 0 for dead; no quotes, decimals or '+'"
        )
        problems.error(place, f"stones must be a whole number, not {describe(stones)}", hint)
        return False
    if abs(stones) > MAX_STONES:
        problems.error(place, f"{stones} stones (expected at most {MAX_STONES})")
        return False
    return True


def _warn_of_colors(data: list[object], players: tuple[Player, ...], problems: Problems) -> None:
    shown = default_colors([player.color for player in players])
    for number, (value, player) in enumerate(zip(data, players, strict=True)):
        path: Path = ("players", number)
        if not isinstance(value, dict) or (player.color is None and "color" in value):
            continue
        if player.color is None:
            message = f"player {number + 1} has no color"
            near = nearest_word("color", [key for key in value if key not in PLAYER_KEYS])
            rename = f"rename '{showable(near, 40)}' to 'color'; until then " if near else ""
            problems.warn(path, message, f"{rename}'{shown[number]}' is used")
        elif find_color(player.color) is None:
            guess = suggest_word(player.color, SVG_COLORS)
            used = f"'{shown[number]}' is used"
            problems.warn(
                (*path, "color"),
                f"not an SVG color name: '{showable(player.color, 40)}'",
                f"{guess} {used}" if guess else used,
            )
