"""Merging of annotations into a file that another program has changed.

A three-way merge of tags, comments and variations. It fails where both versions changed the same
tag, comment or variation differently, and where anything else of our version changed.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from atlantis_core.json_text.frozen import FrozenMap
from .declared_ending import declared_ending
from .model import Annotations, Transcript

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def merge_annotations(read: Transcript, ours: Transcript, theirs: Transcript) -> Transcript | None:
    """Apply the changes of annotations from `read` to `ours` to `theirs`.

    Returns None if `ours` differs in other ways, if `theirs` lacks turns, or if both changed the
    same place differently.
    """
    if ours.with_annotations(_others(ours)) != read.with_annotations(_others(read)):
        return None
    if theirs.turns[: len(read.turns)] != read.turns or theirs[:2] != read[:2]:
        return None
    if declared_ending(ours) != declared_ending(read):
        return None
    before, after, found = read.annotations, ours.annotations, theirs.annotations
    tags = _merge_members(before.tags, after.tags, found.tags)
    comments = _merge_members(before.comments, after.comments, found.comments)
    variations = _merge_lists(before.variations, after.variations, found.variations)
    if tags is None or comments is None or variations is None:
        return None
    return theirs.with_annotations(
        found._replace(tags=tags, comments=comments, variations=variations)
    )


def _others(transcript: Transcript) -> Annotations:
    """The annotations that are not merged."""
    return transcript.annotations._replace(tags=FrozenMap(), comments=FrozenMap(), variations=())


def _merge_members(
    before: Mapping[K, V], after: Mapping[K, V], found: Mapping[K, V]
) -> FrozenMap[K, V] | None:
    merged = dict(found)
    for key in [*before, *(key for key in after if key not in before)]:
        if after.get(key) == before.get(key) or after.get(key) == found.get(key):
            continue
        if found.get(key) != before.get(key):
            return None
        if key in after:
            merged[key] = after[key]
        else:
            del merged[key]
    return FrozenMap(merged)


def _merge_lists(
    before: Sequence[V], after: Sequence[V], found: Sequence[V]
) -> tuple[V, ...] | None:
    """The list of the side that changed it, or what both sides added."""
    if after in (before, found):
        return tuple(found)
    if found == before:
        return tuple(after)
    if any(item not in after or item not in found for item in before):
        return None
    return (*found, *(item for item in after if item not in found))
