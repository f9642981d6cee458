"""Terminal recordings, played on a terminal emulator: turns end with the screen of `show`."""

from __future__ import annotations

import json
from pathlib import Path

import pyte
import pytest

from atlantis_core.exports.recording import record
from tests.commands.running import run
from tests.exports.stories import ANNOTATED, annotated, hostile


def screens(recording: str) -> list[list[str]]:
    """The screen after every event but the last, which only shows the cursor."""
    head, *events = recording.splitlines()
    header = json.loads(head)
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    shown = []
    for event in events[:-1]:
        _, kind, data = json.loads(event)
        assert kind == "o"
        stream.feed(data)
        shown.append([line.rstrip() for line in screen.display])
    return shown


def test_header_is_asciicast_version_2() -> None:
    header = json.loads(record(annotated(0, 1)).splitlines()[0])
    assert header["version"] == 2
    assert header["width"] >= 80
    assert header["height"] > 24
    assert header["title"] == "Sample games"


def test_times_increase() -> None:
    story = annotated(0, 9)
    times = [json.loads(line)[0] for line in record(story).splitlines()[1:]]
    assert times == sorted(times)
    assert times[0] == 0
    assert times[-1] == pytest.approx(sum(scene.seconds for scene in story.scenes()))


def test_every_turn_ends_with_the_screen_of_show() -> None:
    story = annotated(0, 9)
    recording = record(story)
    width = json.loads(recording.splitlines()[0])["width"]
    for scene, screen in zip(story.scenes(), screens(recording), strict=True):
        if scene.step is None:
            shown = run(
                "show",
                f"{ANNOTATED}#{scene.turn}",
                "--style",
                "spec",
                environ={"TERM": "dumb", "COLUMNS": str(width)},
            )
            printed = [line.rstrip() for line in shown.out.splitlines()]
            assert [line for line in screen if line] == [line for line in printed if line]
            assert screen[: len(printed)] == printed


def test_the_same_game_gives_the_same_recording() -> None:
    assert record(annotated(0, 5)) == record(annotated(0, 5))


def test_names_cannot_control_the_terminal(tmp_path: Path) -> None:
    recording = record(hostile())
    path = tmp_path / "hostile.cast"
    path.write_text(recording, encoding="utf-8")
    assert "\x1b[31m\u001b" not in recording
    assert any("\u241b[31m" in "".join(screen) for screen in screens(recording))
