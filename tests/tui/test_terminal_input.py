"""Input that no terminal should send, a terminal that vanishes, and a crash, on a real terminal."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from textual.css.query import NoMatches
from textual.worker import WorkerFailed

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.crash_report import save_open_games
from atlantis_tui.game.document import GameDocument
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.settings.options import Options
from tests.tui.terminal import Terminal
from tests.tui.test_signals import CANNOT_FLUSH, LEAVE_ALTERNATE_SCREEN
from tests.tui.walking import GAME

if os.name != "posix":
    pytest.skip("terminals of POSIX", allow_module_level=True)

FOLDERS = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME")
CRASHING = """
import sys
from atlantis_tui.app import main
from atlantis_tui.play.screen import PlayScreen

def action_speed(self, by):
    secret = "Ann's secret"
    raise KeyError(secret)

PlayScreen.action_speed = action_speed
sys.exit(main(sys.argv[1:]))
"""


def opened(folder: Path, *command: str) -> Terminal:
    (folder / "game.json").write_text(GAME)
    command = (sys.executable, *(command or ("-m", "atlantis_tui")), "game.json")
    environment = dict.fromkeys(FOLDERS, str(folder))
    return Terminal(command, folder=folder, environment=environment)


def test_byte_that_is_not_utf8_is_typed_as_replacement_character(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        terminal.read_until_text("Bob")
        terminal.send_bytes(b"\xe9:\xe9x")
        terminal.read_until_shown("\ufffdx")
        terminal.send("\x11")
        assert terminal.wait() == 0


def test_keys_after_a_paste_without_an_end_work(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        terminal.read_until_text("Bob")
        terminal.send(":\x1b[200~undone")
        terminal.read_until_shown("undone")
        terminal.send("\x11")
        assert terminal.wait() == 0


def test_app_ends_when_its_terminal_vanishes_without_a_signal(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        terminal.read_until_text("Bob")
        terminal.hang_up()
        assert terminal.process.wait(60) in (128 + signal.SIGHUP, CANNOT_FLUSH)


def test_crash_saves_games_without_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    document = GameDocument.new(traditional_start(Shape.HEXAGON, 2, players=2))
    screen = PlayScreen(document)
    save_open_games([screen, screen])
    assert document.path is None, "nothing was played"
    document.play(())
    save_open_games([screen, screen])
    (saved,) = (tmp_path / "atlantis" / "games").iterdir()
    assert GameDocument.load(saved).game.turn_number == 1


async def test_screen_that_opens_while_the_app_exits_is_no_crash() -> None:
    app = AtlantisApp(parse_arguments([]), Options(animation=False))
    async with app.run_test() as pilot:
        await pilot.press("ctrl+q")
        app._handle_exception(WorkerFailed(NoMatches()))
        assert not app.crash


def test_crash_restores_the_terminal_and_writes_a_report(tmp_path: Path) -> None:
    with opened(tmp_path, "-c", CRASHING) as terminal:
        before = terminal.modes()
        terminal.read_until_text("Bob")
        assert terminal.modes() != before
        terminal.send(":Zoe\x1b[27uU>")
        assert terminal.wait() == 1
        assert terminal.modes() == before
        _, _, left = terminal.received.rpartition(LEAVE_ALTERNATE_SCREEN)
        (report,) = (tmp_path / "atlantis" / "crashes").iterdir()
        said = f"the app crashed; your game is saved. Report: {report}"
        assert left.decode().count("\n") == 1
        assert said in left.decode()
    text = report.read_text()
    for wanted in ("Textual", "PlayScreen", "colon (typed) (typed) (typed) escape", "KeyError"):
        assert wanted in text
    for unwanted in ("Ann", "Zoe", "Z o e"):
        assert unwanted not in text
