"""JSON data that cannot change: what `Transcript` keeps of keys that it does not know.

Frozen dataclasses that hold a dict are neither hashable nor frozen; these are both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Final, Self, TypeAlias, TypeVar, overload

K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)


class FrozenMap(Mapping[K, V_co]):
    """A mapping that keeps its order, never changes and can be hashed if its values can."""

    __slots__ = ("_items",)

    # Two signatures because fields are tuples: a mapping from fields looks like pairs as well.
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
    """A number with a fraction that remembers how it was written, to be written back so."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Self:
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[WrittenFloat], tuple[str]]:
        return type(self), (self.text,)


class Broken(Enum):
    """Stands for a value that was unreadable and has been reported already."""

    BROKEN = "broken"


BROKEN: Final = Broken.BROKEN

JsonScalar: TypeAlias = str | int | float | bool | None
JsonValue: TypeAlias = "JsonScalar | tuple[JsonValue, ...] | FrozenMap[str, JsonValue]"
JsonObject: TypeAlias = FrozenMap[str, JsonValue]

EMPTY: FrozenMap[str, JsonValue] = FrozenMap()


def freeze(value: object) -> JsonValue:
    """The plain data of a JSON parser, frozen. Other types are a mistake of the caller.

    Broken values become None: what holds them is refused anyway.
    """
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return tuple(freeze(item) for item in value)
    if isinstance(value, Mapping):
        return FrozenMap({str(key): freeze(item) for key, item in value.items()})
    if value is BROKEN:
        return None
    raise TypeError(f"not JSON data: {type(value).__name__!r} (expected what a JSON parser gives)")


def freeze_object(members: Mapping[str, object]) -> JsonObject:
    return FrozenMap({key: freeze(value) for key, value in members.items()})
