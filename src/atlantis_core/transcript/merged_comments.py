"""Merges comments into a file to which another program has added turns.

Merges only comments on turns that both versions have, and not two comments on the same turn.
"""

from __future__ import annotations

from .model import NO_COMMENTS, Annotations, Transcript


def merge_comments(read: Transcript, ours: Transcript, theirs: Transcript) -> Transcript | None:
    """Apply the changes of comments from `read` to `ours` to `theirs`.

    Returns None if `ours` differs in other ways, if `theirs` has other turns, or if both changed
    the comment on the same turn differently.
    """
    if ours.with_annotations(_without_comments(ours)) != read.with_annotations(
        _without_comments(read)
    ):
        return None
    if theirs.turns[: len(read.turns)] != read.turns or theirs[:2] != read[:2]:
        return None
    merged = theirs
    before, after, found = (each.annotations.comments for each in (read, ours, theirs))
    for turn in sorted({*before, *after}):
        if after.get(turn) == before.get(turn) or after.get(turn) == found.get(turn):
            continue
        if found.get(turn) != before.get(turn):
            return None
        merged = merged.with_comment(turn, after.get(turn))
    return merged


def _without_comments(transcript: Transcript) -> Annotations:
    return transcript.annotations._replace(comments=NO_COMMENTS)
