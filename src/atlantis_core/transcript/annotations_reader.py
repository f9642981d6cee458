"""Validates ``annotations`` (R7.2): tags, comments, variations, clocks and unknown keys.

Invalid annotations are errors, because an edit would lose them. Does not check whether
variations can be played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from atlantis_core.json_text.frozen import BROKEN, FrozenMap, JsonScalar, freeze_object
from atlantis_core.json_text.places import KeyAt, Path, Problems
from atlantis_core.support.safe_text import showable
from .limits import MAX_VARIATION_DEPTH
from .model import NO_ANNOTATIONS, Annotations, Comments, Variation
from .start_reader import describe, expect_list, expect_object
from .turns_reader import TurnsReader

ANNOTATION_KEYS = ("tags", "comments", "variations", "clocks")
VARIATION_KEYS = ("turn", "turns", "comments", "variations")
_TURN_NUMBER = r"0|[1-9][0-9]{0,8}"


def read_annotations(
    data: object, last_turn: int, turns_reader: TurnsReader, problems: Problems
) -> Annotations:
    """The annotations of a game with `last_turn` turns."""
    path: Path = ("annotations",)
    if not expect_object(data, path, "'annotations'", problems):
        return NO_ANNOTATIONS
    return _Reader(turns_reader, problems).read(data, path, last_turn)


class _Reader:
    def __init__(self, turns_reader: TurnsReader, problems: Problems) -> None:
        self._turns_reader = turns_reader
        self._problems = problems

    def read(self, data: Mapping[str, object], path: Path, last_turn: int) -> Annotations:
        return Annotations(
            tags=self._read_tags(data.get("tags", {}), (*path, "tags")),
            comments=self._read_comments(data, path, 0, last_turn),
            variations=self._read_variations(data, path, 1, last_turn),
            clocks=self._read_clocks(data.get("clocks", []), (*path, "clocks")),
            extra=freeze_object({k: v for k, v in data.items() if k not in ANNOTATION_KEYS}),
        )

    def _read_tags(self, data: object, path: Path) -> FrozenMap[str, JsonScalar]:
        tags: dict[str, JsonScalar] = {}
        if expect_object(data, path, "'tags'", self._problems):
            for name, value in data.items():
                if value is None or isinstance(value, (str, bool, int, float)):
                    tags[name] = value
                elif value is not BROKEN:
                    message = f"a tag must be a string, not {describe(value)}"
                    self._problems.error((*path, name), message)
        return FrozenMap(tags)

    def _read_comments(
        self, around: Mapping[str, object], above: Path, first: int, last: int
    ) -> Comments:
        """Comments of turns `first` to `last`; comments of other turns get a warning."""
        path = (*above, "comments")
        data = around.get("comments", {})
        comments: dict[int, str] = {}
        if not expect_object(data, path, "'comments'", self._problems):
            return FrozenMap(comments)
        for key, text in data.items():
            place = (*path, key)
            if not re.fullmatch(_TURN_NUMBER, key):
                message = f"not the number of a turn: '{showable(key, 40)}'"
                self._problems.error(KeyAt(place), message, 'expected for example "12"')
            elif not isinstance(text, str):
                if text is not BROKEN:
                    message = f"a comment must be a string, not {describe(text)}"
                    self._problems.error(place, message)
            else:
                comments[int(key)] = text
                if not first <= int(key) <= last:
                    message = f"a comment for turn {key}, which does not exist"
                    self._problems.warn(KeyAt(place), message, f"the last turn is {last}")
        return FrozenMap(sorted(comments.items()))

    def _read_variations(
        self, around: Mapping[str, object], above: Path, first: int, last: int
    ) -> tuple[Variation, ...]:
        """Variations that start at one of the turns of a line, or after its last one."""
        path = (*above, "variations")
        data = around.get("variations", [])
        if not expect_list(data, path, "'variations'", self._problems):
            return ()
        if data and path.count("variations") > MAX_VARIATION_DEPTH:
            message = f"variations nested deeper than {MAX_VARIATION_DEPTH} levels"
            self._problems.error(path, message)
            return ()
        read = [
            self._read_variation(value, (*path, index), first, last)
            for index, value in enumerate(data)
        ]
        return tuple(variation for variation in read if variation is not None)

    def _read_variation(self, data: object, path: Path, first: int, last: int) -> Variation | None:
        if not expect_object(data, path, "a variation", self._problems):
            return None
        turn = self._read_turn_number(data, path, first, last)
        if "turns" not in data:
            self._problems.error(path, "a variation needs 'turns'", 'like "turns": [[]]')
            return None
        turns = self._turns_reader.read_turns(data["turns"], (*path, "turns"), turn)
        if data["turns"] == []:
            message = "a variation needs at least one turn"
            self._problems.error((*path, "turns"), message, "a pass is []")
        end = turn + len(turns) - 1
        return Variation(
            turn=turn,
            turns=turns,
            comments=self._read_comments(data, path, turn, end),
            variations=self._read_variations(data, path, turn + 1, end),
            extra=freeze_object({k: v for k, v in data.items() if k not in VARIATION_KEYS}),
        )

    def _read_turn_number(
        self, data: Mapping[str, object], path: Path, first: int, last: int
    ) -> int:
        turn = data.get("turn")
        if type(turn) is int and first <= turn <= last + 1:
            return turn
        if turn is BROKEN:
            return first
        expected = f"expected the number of the turn it replaces, from {first} to {last + 1}"
        if "turn" in data:
            message = f"a variation cannot start at {describe(turn)}"
            self._problems.error((*path, "turn"), message, expected)
        else:
            self._problems.error(path, "a variation needs a 'turn'", expected)
        return first

    def _read_clocks(self, data: object, path: Path) -> tuple[int | float | None, ...]:
        clocks: list[int | float | None] = []
        if expect_list(data, path, "'clocks'", self._problems):
            for index, value in enumerate(data):
                if value is None:
                    clocks.append(None)
                elif type(value) is not bool and isinstance(value, (int, float)) and value >= 0:
                    clocks.append(value)
                elif value is not BROKEN:
                    message = f"a clock must be a number of seconds or null, not {describe(value)}"
                    self._problems.error((*path, index), message)
        return tuple(clocks)
