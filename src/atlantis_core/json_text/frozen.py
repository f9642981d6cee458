"""Immutable JSON data, for the unknown keys of a transcript. Hashable, unlike a dict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Final, Self, TypeAlias, TypeVar, overload

K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)


class FrozenMap(Mapping[K, V_co]):
    """An ordered immutable mapping; hashable if its values are."""

    __slots__ = ("_items",)

    # Overloads, because a mapping with tuples as keys also looks like an iterable of pairs.
    @overload
    def __init__(self, items: Mapping[K, V_co]) -> None: ...
    @overload
    def __init__(self, items: Iterable[tuple[K, V_co]] = ()) -> None: ...
    def __init__(self, items: Mapping[K, V_co] | Iterable[tuple[K, V_co]] = ()) -> None:
        self._items = dict(items)

    def __getitem__(self, key: K) -> V_co:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __reduce__(self) -> tuple[type[FrozenMap[K, V_co]], tuple[dict[K, V_co]]]:
        return type(self), (self._items,)

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"


class WrittenFloat(float):
    """A float that keeps its original text, to be written back unchanged."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Self:
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[WrittenFloat], tuple[str]]:
        return type(self), (self.text,)


class Broken(Enum):
    """Placeholder for an unreadable value whose problem is already reported."""

    BROKEN = "broken"


BROKEN: Final = Broken.BROKEN

JsonScalar: TypeAlias = str | int | float | bool | None
JsonValue: TypeAlias = "JsonScalar | tuple[JsonValue, ...] | FrozenMap[str, JsonValue]"
JsonObject: TypeAlias = FrozenMap[str, JsonValue]

EMPTY: FrozenMap[str, JsonValue] = FrozenMap()


def freeze(value: object) -> JsonValue:
    """Convert data of a JSON parser. Raises TypeError for other types.

    Broken values become None: a document that contains one is refused anyway.
    """
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return tuple(freeze(item) for item in value)
    if isinstance(value, Mapping):
        return FrozenMap({str(key): freeze(item) for key, item in value.items()})
    if value is BROKEN:
        return None
    raise TypeError(f"not JSON data: {type(value).__name__!r} (expected data of a JSON parser)")


def freeze_object(members: Mapping[str, object]) -> JsonObject:
    return FrozenMap({key: freeze(value) for key, value in members.items()})
