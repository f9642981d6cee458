"""SVG images and animations: parsed and compared with the position."""

from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate
from xml.etree import ElementTree as ET

import pytest

from atlantis_core.exports.animation import draw_animation
from atlantis_core.exports.pictures import draw_scene
from atlantis_core.exports.scenes import Scene, Story
from atlantis_core.positions.position import FieldState
from tests.exports.stories import annotated, hostile

SVG = "{http://www.w3.org/2000/svg}"


def texts(root: ET.Element, kind: str) -> list[str]:
    return [
        element.text or ""
        for element in root.iter(f"{SVG}text")
        if kind in (element.get("class") or "").split()
    ]


def stacks(story: Story, scene: Scene) -> Counter[str]:
    """The texts on the fields of a position, without volatile marks."""
    written: Counter[str] = Counter()
    for _, held in scene.position.occupied():
        if held.state is FieldState.DEAD or held.player is None:
            written["~"] += 1
        else:
            letter = story.cast.letters[held.player]
            growing = held.state is FieldState.GROWING
            written[f"{held.stones}{letter.lower()}*" if growing else f"{held.stones}{letter}"] += 1
    return written


@pytest.mark.parametrize("turn", [0, 1, 8, 30])
def test_image_shows_the_position(turn: int) -> None:
    story = annotated(turn, turn)
    scene = story.final()
    root = ET.fromstring(draw_scene(story, scene))  # noqa: S314 - our own document
    assert Counter(text.removesuffix("!") for text in texts(root, "stack")) == stacks(story, scene)
    names = set(texts(root, "name"))
    assert names == {str(field) for field in scene.position.board}
    assert texts(root, "title") == [story.title]
    assert scene.heading in texts(root, "caption")
    assert len(texts(root, "row")) == 3
    assert [name in row for name, row in zip(story.cast.names, texts(root, "row"), strict=True)]
    arrows = [element for element in root.iter() if element.get("class") == "arrow"]
    assert len(arrows) == len(scene.arrows)
    rings = [element for element in root.iter() if element.get("class") == "ring"]
    assert len(rings) == len(scene.exploded)


def test_volatile_fields_are_marked() -> None:
    story = annotated()
    drawn = [draw_scene(story, scene) for scene in story.scenes()]
    assert any("!</text>" in svg for svg in drawn)


def test_text_of_four_characters_is_smaller() -> None:
    story = annotated()
    drawn = "".join(draw_scene(story, scene) for scene in story.scenes())
    classes = set(re.findall(r'class="(stack[a-z ]*)"[^>]*>([^<]{2,})</text>', drawn))
    assert {len(text) >= 4 for kind, text in classes if kind == "stack long"} == {True}
    assert {len(text) >= 4 for kind, text in classes if kind == "stack"} == {False}


def test_text_from_a_file_is_escaped() -> None:
    story = hostile()
    for document in (draw_scene(story, story.final()), draw_animation(story)):
        root = ET.fromstring(document)  # noqa: S314 - our own document
        assert not list(root.iter(f"{SVG}script"))
        assert "\x1b" not in document
        assert story.title in texts(root, "title")


def _visible_at(element: ET.Element, share: float) -> bool:
    """Whether an animated group is visible at a share of the duration, according to SMIL."""
    animate = element.find(f"{SVG}animate")
    if animate is None:
        return True
    values = animate.attrib["values"].split(";")
    times = [float(time) for time in animate.attrib["keyTimes"].split(";")]
    (last,) = [number for number, time in enumerate(times) if time <= share][-1:]
    return values[last] == "visible"


def _seen_stacks(root: ET.Element, share: float) -> Counter[str]:
    found: Counter[str] = Counter()

    def walk(element: ET.Element) -> None:
        if not _visible_at(element, share):
            return
        if "stack" in (element.get("class") or "").split():
            found[(element.text or "").removesuffix("!")] += 1
        for child in element:
            walk(child)

    walk(root)
    return found


def test_animation_shows_every_scene_at_its_time() -> None:
    story = annotated(6, 9)
    scenes = list(story.scenes())
    root = ET.fromstring(draw_animation(story))  # noqa: S314 - our own document
    ends = list(accumulate(scene.seconds for scene in scenes))
    for scene, end in zip(scenes, ends, strict=True):
        middle = (end - scene.seconds / 2) / ends[-1]
        assert _seen_stacks(root, middle) == stacks(story, scene)
    durations = {element.attrib["dur"] for element in root.iter(f"{SVG}animate")}
    assert durations == {f"{ends[-1]:.2f}s"}


def test_animation_needs_no_script_and_no_address() -> None:
    document = draw_animation(annotated(6, 9))
    addresses = re.findall(r"https?://[^\"]+", document)
    assert set(addresses) == {"http://www.w3.org/2000/svg"}
    assert "<script" not in document
