"""The app keeps responding to keys for large files, pipes and circular links."""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Event

import pytest
from textual.events import Paste
from textual.widgets import Input

from atlantis_core.files.errors import SaveError
from atlantis_core.seats import SEATS_KEY
from atlantis_core.support.errors import NotationError
from atlantis_tui.game.background import QUICK_BYTES
from atlantis_tui.game.input_store import load_plan, save_plan
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.settings.folders import (
    is_there,
    keep_json,
    parse_path,
    state_folder,
    write_private,
)
from atlantis_tui.start import opened_file, summaries
from atlantis_tui.start.broken_screen import BrokenScreen
from atlantis_tui.start.open_screen import OpenScreen
from atlantis_tui.start.reading_screen import ReadingScreen
from atlantis_tui.start.start_screen import StartScreen
from tests.tui.walking import GAME, Walker, walking

HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil"


def large(path: Path) -> Path:
    """A good game that is too large to be read at once."""
    path.write_text(GAME + " " * QUICK_BYTES)
    return path


class Gate:
    """Holds a function back until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> None:
        self.opened = Event()
        held = getattr(owner, name)

        def wait(*arguments: object) -> object:
            assert self.opened.wait(60)
            return held(*arguments)

        monkeypatch.setattr(owner, name, wait)


async def test_keys_work_while_a_large_game_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch, opened_file, "open_path")
    async with walking(large(tmp_path / "large.json")) as walker:
        walker.on(ReadingScreen)
        assert "opening 'large.json'" in walker.text("message")
        gate.opened.set()
        await walker.until(lambda: isinstance(walker.app.screen, PlayScreen))
        await walker.press("escape")


async def test_escape_leaves_while_a_large_game_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Gate(monkeypatch, opened_file, "open_path").opened.clear()
    async with walking(large(tmp_path / "large.json")) as walker:
        walker.on(ReadingScreen)
        await walker.press("escape")
        walker.on(StartScreen)


async def test_large_broken_file_shows_its_errors(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text("{" + " " * QUICK_BYTES)
    async with walking(path) as walker:
        await walker.until(lambda: isinstance(walker.app.screen, BrokenScreen))


async def test_previews_of_large_files_are_made_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch, summaries, "open_file")
    folder = tmp_path / "games"
    folder.mkdir()
    large(folder / "large.json")
    async with walking(folder) as walker:
        walker.on(OpenScreen)
        assert walker.preview.text.strip() == "opening ..."
        gate.opened.set()
        await walker.until(lambda: "segments" in walker.preview.text)


async def test_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    pipe = folder / "pipe.json"
    os.mkfifo(pipe)
    async with walking(pipe) as walker:
        walker.on(StartScreen)
        assert "not a regular file" in walker.text("message")
    async with walking(folder) as walker:
        walker.on(OpenScreen)
        await walker.press("enter")
        assert walker.stack[-1] in {"OpenScreen", "StartScreen"}


async def test_circular_link_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    async with walking(path) as walker:
        screen = walker.on(PlayScreen)
        path.unlink()
        path.symlink_to(path.name)
        save_plan(path, 0, 1, ())
        assert load_plan(path, 0, 1) == ()
        await walker.press("t")
        assert screen.is_running


async def test_many_seats_in_a_file_cost_no_time(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = json.loads(GAME)
    document["annotations"] = {SEATS_KEY: ["agent:" + "'a" * 150_000, "agent:\0", "person"]}
    path.write_text(json.dumps(document))
    async with walking(path) as walker:
        await walker.until(lambda: isinstance(walker.app.screen, PlayScreen))


def shown(walker: Walker) -> str:
    """All characters of the screen."""
    strips = walker.app.screen._compositor.render_strips()
    return "".join(segment.text for strip in strips for segment in strip)


def assert_harmless(walker: Walker) -> None:
    assert shown(walker).isprintable()


async def test_control_characters_in_an_input_are_only_shown(tmp_path: Path) -> None:
    folder = tmp_path / HOSTILE
    folder.mkdir()
    (folder / "game.json").write_text(GAME)
    async with walking(folder) as walker:
        walker.on(OpenScreen)
        assert_harmless(walker)
        await walker.press("slash")
        assert_harmless(walker)
        entry = walker.app.focused
        assert isinstance(entry, Input)
        entry.post_message(Paste(HOSTILE))
        await walker.until(lambda: entry.value.endswith("evil"))
        assert_harmless(walker)
        assert "␛" in shown(walker)


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "~nobody-of-this-name/game.json"])
def test_impossible_file_name_is_reported(text: str) -> None:
    with pytest.raises(NotationError, match=r"not a path: .*expected for example"):
        parse_path(text)


def test_name_that_is_too_long_does_not_exist() -> None:
    assert parse_path("games/spring.json") == Path("games/spring.json")
    assert not is_there(Path("x" * 40_000))


def test_temporary_file_of_a_killed_app_is_replaced() -> None:
    path = state_folder() / "recent.json"
    write_private(path, "[]\n")
    left = path.with_name(f".{path.name}.saving")
    left.write_text("half")
    write_private(path, "[1]\n")
    assert path.read_text() == "[1]\n"
    assert not left.exists()


def test_new_files_of_the_app_are_readable_only_for_their_owner() -> None:
    path = state_folder() / "codes.json"
    write_private(path, "[]\n")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    write_private(path, "[1]\n", is_synced=False)
    assert path.stat().st_mode & 0o777 == 0o640, "the user's choice"


def test_linked_file_of_the_app_stays_linked() -> None:
    path, real = state_folder() / "config.toml", state_folder() / "dotfiles.toml"
    write_private(real, "old")
    path.symlink_to(real)
    write_private(path, "new")
    assert path.is_symlink()
    assert real.read_text() == "new"


def test_folder_that_cannot_be_created_is_reported() -> None:
    path = state_folder() / "file" / "recent.json"
    write_private(path.parent, "not a folder")
    with pytest.raises(SaveError, match=r"recent.json' was not saved: "):
        write_private(path, "[]")
    keep_json(path, [])  # losing it is harmless
