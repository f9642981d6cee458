"""Merging of annotations that two people wrote to the same file."""

from __future__ import annotations

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.transcript import Transcript, Variation, loads
from atlantis_core.transcript.merged_annotations import merge_annotations

READ = loads(
    '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5"],'
    '"players": [{"stacks": {"b2": 2}}, {"stacks": {"d6": 1}}], "turns": [[["b2", "b3"]]],'
    '"annotations": {"comments": {"0": "begin"}}}'
)
ONE = Variation(1, (parse_moves("b2-b1"),))
OTHER = Variation(1, (parse_moves("b2-c3"),))
LONGER = READ.with_turns((*READ.turns, parse_moves("d6-d5")))


def varied(transcript: Transcript, *variations: Variation) -> Transcript:
    return transcript.with_annotations(transcript.annotations.with_variations(variations))


TRIED = varied(READ, ONE)


def test_merge_keeps_our_comments_and_their_turns_and_comments() -> None:
    theirs = LONGER.with_comment(2, "oh")
    ours = READ.with_comment(1, "so").with_comment(0, None)
    merged = merge_annotations(READ, ours, theirs)
    assert merged is not None
    assert merged.turns == LONGER.turns
    assert merged.annotations.comments == {1: "so", 2: "oh"}


def test_equal_comments_are_no_conflict() -> None:
    ours = READ.with_comment(1, "so")
    assert merge_annotations(READ, ours, LONGER.with_comment(1, "so")) == LONGER.with_comment(
        1, "so"
    )


def test_merge_keeps_tags_and_variations_of_both() -> None:
    ours = varied(READ.with_tag("event", "club"), ONE)
    merged = merge_annotations(READ, ours, varied(LONGER.with_tag("date", "today"), OTHER))
    assert merged is not None
    assert merged.turns == LONGER.turns
    assert merged.annotations.tags == {"date": "today", "event": "club"}
    assert merged.annotations.variations == (OTHER, ONE)


def test_variation_deleted_here_and_kept_there_is_a_conflict() -> None:
    assert merge_annotations(TRIED, varied(TRIED), varied(TRIED, ONE, OTHER)) is None


def test_merge_takes_the_variations_of_the_side_that_changed_them() -> None:
    cut = varied(TRIED)
    for ours, theirs in ((cut, TRIED), (TRIED, cut)):
        merged = merge_annotations(TRIED, ours, theirs)
        assert merged is not None
        assert merged.annotations.variations == ()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (READ.with_comment(1, "so"), LONGER.with_comment(1, "no")),
        (READ.with_comment(0, None), LONGER.with_comment(0, "start")),
        (READ.with_tag("event", "club"), LONGER.with_tag("event", "cup")),
        (READ.with_tag("ending", "resignation"), LONGER),
        (READ.with_comment(1, "so"), READ.with_turns([parse_moves("b2-b1")])),
        (READ.with_comment(1, "so"), READ.with_turns([])),
        (LONGER, READ.with_comment(1, "so")),
    ],
)
def test_nothing_else_is_merged(ours: Transcript, theirs: Transcript) -> None:
    assert merge_annotations(READ, ours, theirs) is None
