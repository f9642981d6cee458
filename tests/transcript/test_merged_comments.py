"""Merging of comments that two people wrote to the same file."""

from __future__ import annotations

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.transcript import Transcript, loads
from atlantis_core.transcript.merged_comments import merge_comments

READ = loads(
    '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5"],'
    '"players": [{"stacks": {"b2": 2}}, {"stacks": {"d6": 1}}], "turns": [[["b2", "b3"]]],'
    '"annotations": {"comments": {"0": "begin"}}}'
)
LONGER = READ.with_turns((*READ.turns, parse_moves("d6-d5")))


def test_merge_keeps_our_comments_and_their_turns_and_comments() -> None:
    theirs = LONGER.with_comment(2, "oh")
    ours = READ.with_comment(1, "so").with_comment(0, None)
    merged = merge_comments(READ, ours, theirs)
    assert merged is not None
    assert merged.turns == LONGER.turns
    assert merged.annotations.comments == {1: "so", 2: "oh"}


def test_equal_comments_are_no_conflict() -> None:
    ours = READ.with_comment(1, "so")
    assert merge_comments(READ, ours, LONGER.with_comment(1, "so")) == LONGER.with_comment(1, "so")


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (READ.with_comment(1, "so"), LONGER.with_comment(1, "no")),
        (READ.with_comment(0, None), LONGER.with_comment(0, "start")),
        (READ.with_tag("event", "club"), LONGER),
        (READ.with_comment(1, "so"), READ.with_turns([parse_moves("b2-b1")])),
        (READ.with_comment(1, "so"), READ.with_turns([])),
        (LONGER, READ.with_comment(1, "so")),
    ],
)
def test_nothing_else_is_merged(ours: Transcript, theirs: Transcript) -> None:
    assert merge_comments(READ, ours, theirs) is None
