"""How often a position has been there: a memory that positions share and nobody changes.

A game may run for a hundred thousand half-moves without a capture, and every position of it is
kept: copying all earlier positions into each would take room in proportion to the square.
Here each keeps a few dictionaries, of doubling sizes, most of them shared with its predecessor.
"""

from __future__ import annotations

from typing import TypeAlias

Key: TypeAlias = tuple[bool, int, int, int, int, int]
"""What is compared: side to move, attackers, defenders, and where the special ones are."""


class Past:
    """The positions that were there, each with its number."""

    __slots__ = ("_layers",)

    def __init__(self, layers: tuple[dict[Key, int], ...] = ()) -> None:
        self._layers = layers

    def times(self, key: Key) -> int:
        return sum(layer.get(key, 0) for layer in self._layers)

    def with_one_more(self, key: Key) -> Past:
        layers = [*self._layers, {key: 1}]
        while len(layers) > 1 and len(layers[-2]) <= len(layers[-1]):
            merged = dict(layers.pop())
            for old, times in layers.pop().items():
                merged[old] = merged.get(old, 0) + times
            layers.append(merged)
        return Past(tuple(layers))


NOTHING = Past()
