"""Comments written here, put into a file that others have gone on with meanwhile.

Comments are kept by turn: those on turns that both know can stand beside whatever came later. Does
not decide between two comments on the same turn, and merges nothing else.
"""

from __future__ import annotations

from .model import NO_COMMENTS, Annotations, Transcript


def merge_comments(read: Transcript, ours: Transcript, theirs: Transcript) -> Transcript | None:
    """Theirs, with the comments by which ours differs from what was read.

    None if ours differs by more, if the turns are not those that were commented on, or if both
    have said something else about the same turn.
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
