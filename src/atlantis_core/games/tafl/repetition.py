"""Counts repetitions of positions, in an immutable structure that positions share.

A game may have a hundred thousand half-moves without a capture, and all its positions are kept:
copying all earlier positions into each would take quadratic space. Each keeps a few dictionaries of
doubling sizes instead, most of them shared with its predecessor.
"""

from __future__ import annotations

from typing import TypeAlias

Key: TypeAlias = tuple[bool, int, int, int, int, int]
"""Side to move, attackers, defenders, and the positions of the special pieces."""


class Past:
    """Earlier positions with their counts."""

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
