"""Scenes of a range of turns: all steps, in order."""

from __future__ import annotations

from atlantis_core.exports.scenes import Story
from atlantis_core.review.steps import steps_of
from tests.exports.stories import annotated


def test_every_step_of_every_turn_is_a_scene() -> None:
    story = annotated()
    scenes = list(story.scenes())
    steps = [steps_of(story.line.report(turn)) for turn in range(1, story.last + 1)]
    assert len(scenes) == 1 + sum(map(len, steps))
    assert [scene.position for scene in scenes[1:]] == [s.after for turn in steps for s in turn]
    assert [scene.turn for scene in scenes if scene.step is None] == list(range(story.last + 1))
    assert all(scene.seconds > 0 for scene in scenes)


def test_range_begins_with_the_board_before_it() -> None:
    story = annotated(8, 9)
    first, *others = story.scenes()
    assert first.position == story.line.position_after(7)
    assert {scene.turn for scene in others} == {8, 9}
    assert others[-1].position == story.line.position_after(9)


def test_moves_have_arrows_and_explosions_are_marked() -> None:
    story = annotated(8, 8)
    report = story.line.report(8)
    scenes = list(story.scenes())
    arrows = [move for scene in scenes[1:] for move in scene.arrows]
    assert arrows == [event.move for event in report.moves]
    exploded = {field for scene in scenes[1:] for field in scene.exploded}
    assert exploded == set(report.exploded)
    assert exploded


def test_image_can_show_the_middle_of_a_turn() -> None:
    whole = annotated(8, 8)
    story = Story(whole.tree, whole.cast, 8, 8, (), 1)
    assert story.final().position == steps_of(story.line.report(8))[0].after
    assert whole.final().position == story.line.position_after(8)
