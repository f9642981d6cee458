"""Terminal recordings, played on a terminal emulator: every screen shows its scene."""

from __future__ import annotations

import json
from pathlib import Path

import pyte
import pytest

from atlantis_core.diagram import Look, Style, draw
from atlantis_core.exports.cells import (
    DoesNotFitError,
    Size,
    fit_rows,
    format_recording,
    parse_line,
)
from atlantis_core.exports.recording import arrange, record
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript import load
from atlantis_core.transcript.library import transcript_of
from tests.commands.running import run
from tests.exports.stories import ANNOTATED, TRANSCRIPTS, annotated, hostile, story_of

WIDE = Size(132, 60)


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
    assert header == {"version": 2, "width": 80, "height": 24, "title": "Sample games"}


def test_times_increase() -> None:
    story = annotated(0, 9)
    times = [json.loads(line)[0] for line in record(story).splitlines()[1:]]
    assert times == sorted(times)
    assert times[0] == 0
    assert times[-1] == pytest.approx(sum(scene.seconds for scene in story.scenes()))


@pytest.mark.parametrize(
    ("size", "style"),
    [(Size(80, 24), Style.MINI), (Size(100, 30), Style.COMPACT), (WIDE, Style.SPEC)],
)
def test_screens_show_the_largest_drawing_that_fits(size: Size, style: Style) -> None:
    story = annotated(0, 9)
    assert arrange(story, size).style is style
    shown = screens(record(story, size))
    for scene, screen in zip(story.scenes(), shown, strict=True):
        board = str(draw(scene.position, style, look=Look(story.cast.letters))).splitlines()
        width = max(map(len, board))
        for number, line in enumerate(board):
            assert screen[number][:width].rstrip() == line.rstrip()
        text = " ".join(" ".join(screen).split())
        assert all(name in text for name in story.cast.names)
        if scene.turn:
            assert f"Turn {scene.turn}, " in text


def test_last_screen_names_the_winner_of_a_narrow_board() -> None:
    last = screens(record(story_of(load(TRANSCRIPTS / "games" / "triangle-4-3-players.json"))))[-1]
    text = " ".join(" ".join(last).split())
    assert "Ties go to the player later in turn order." in text
    assert "..." not in text


def test_screens_are_written_as_differences() -> None:
    """A recording of whole screens was at least ten times as long."""
    story = annotated(0, 20)
    recording = record(story, WIDE)
    whole = sum(len("\n".join(screen)) for screen in screens(recording))
    assert len(recording) < whole / 4


def test_board_that_does_not_fit_is_refused_with_the_size_it_needs() -> None:
    with pytest.raises(DoesNotFitError, match=r"of 40x12 \(expected at least \d+x\d+\)"):
        record(annotated(0, 1), Size(40, 12))


def test_default_terminal_grows_with_the_board() -> None:
    start = Game(traditional_start(Shape.HEXAGON, 5, players=6))
    header = json.loads(record(story_of(transcript_of(start))).splitlines()[0])
    assert header["height"] > 24


def test_command_takes_the_size_for_recordings_only(tmp_path: Path) -> None:
    name = str(tmp_path / "game.cast")
    assert not run("export", f"{ANNOTATED}#..2", "-o", name, "--size", "132x50").status
    header = json.loads(Path(name).read_text(encoding="utf-8").splitlines()[0])
    assert (header["width"], header["height"]) == (132, 50)
    refused = run("export", str(ANNOTATED), "-o", str(tmp_path / "a.html"), "--size", "80x24")
    assert "'--size' applies only to terminal recordings" in refused.err
    wrong = run("export", str(ANNOTATED), "-o", name, "--force", "--size", "80")
    assert "'80' is not a size (expected e.g. 80x24)" in wrong.err


def test_wide_characters_are_never_split() -> None:
    size = Size(6, 1)
    lines = ["a漢b", "ab漢", "漢漢漢", "\x1b[1mx\x1b[0m漢y"]
    found = screens(format_recording([([parse_line(line)], 1.0) for line in lines], size, ""))
    assert [screen[0].replace(" ", "") for screen in found] == ["a漢b", "ab漢", "漢漢漢", "x漢y"]


def test_rows_have_the_size_of_the_terminal() -> None:
    rows = fit_rows([parse_line("abcdef"), parse_line("")], Size(3, 4))
    assert ["".join(cell.text for cell in row) for row in rows] == ["abc", "   ", "   ", "   "]


def test_the_same_game_gives_the_same_recording() -> None:
    assert record(annotated(0, 5)) == record(annotated(0, 5))


def test_names_cannot_control_the_terminal(tmp_path: Path) -> None:
    recording = record(hostile())
    path = tmp_path / "hostile.cast"
    path.write_text(recording, encoding="utf-8")
    assert "\x1b[31m\u001b" not in recording
    assert any("\u241b[31m" in "".join(screen) for screen in screens(recording))
