"""The installed program in a pseudo-terminal: a short game, and its file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript import load, replay
from atlantis_tui.game.document import GameDocument
from tests.little_boards import position
from tests.tui.terminal import Terminal, app_command, plain
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")

QUIT = "\x11"
START = position("[a1 b1 c1] [d1 e1]", "a1:2", "c1:1")
"""A line of five fields: the first player wins by moving over the second."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    document = GameDocument.new(START, names=["Ann", "Bob"], path=path)
    document.save()
    return path


def environment(folder: Path) -> dict[str, str]:
    return dict.fromkeys(
        ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"), str(folder)
    )


def test_whole_game_is_played_by_keys_and_saved(game: Path, tmp_path: Path) -> None:
    command = app_command(str(game), "--no-animation")
    with Terminal(command, environment=environment(tmp_path)) as terminal:
        terminal.read_until_shown("Ann (C) to move")
        terminal.read_until_shown("help")
        terminal.send("\t\r")
        terminal.read_until_shown("up to 2 stones can move")
        terminal.send("ee")
        terminal.read_until_shown("2 stones move NE")
        terminal.send("\r")
        terminal.read_until_shown("a1-c1")
        terminal.send("t")
        terminal.read_until_shown("The game is over")
        terminal.send("\x1b")
        terminal.read_until_shown("result")
        terminal.send(QUIT)
        assert terminal.wait() == 0
    saved = json.loads(game.read_text())
    assert saved["turns"][0] == [["a1", "c1"]]
    transcript = load(game)
    outcome = replay(transcript).outcome
    assert outcome is not None
    assert outcome.winner == 0


def test_typed_moves_in_a_small_terminal(game: Path, tmp_path: Path) -> None:
    command = app_command(str(game), "--no-animation", "--ascii", "--mono")
    with Terminal(command, size=(40, 12), environment=environment(tmp_path)) as terminal:
        terminal.read_until_shown("help")
        terminal.send(":a1 c1\r")
        terminal.read_until_shown("1>")
        terminal.send(QUIT)
        assert terminal.wait() == 0
        sent = plain(terminal.received)
        assert sent.isascii()
    assert replay(load(game)).turn_number == 0
    os.environ["XDG_STATE_HOME"] = str(tmp_path)
    assert GameDocument.load(game).recall_plan().moves == parse_moves("a1-c1")


def test_no_color_sends_no_colours(game: Path, tmp_path: Path) -> None:
    variables = {**environment(tmp_path), "NO_COLOR": "1"}
    with Terminal(app_command(str(game)), environment=variables) as terminal:
        terminal.read_until_shown("help")
        terminal.send(QUIT)
        assert terminal.wait() == 0
        received = terminal.received
    assert b"38;2" not in received
    assert b"48;2" not in received
    assert b"38;5" not in received


@pytest.mark.parametrize("term", ["xterm", "screen", "tmux-256color", "linux", "vt100"])
def test_every_terminal_gets_a_board(term: str, game: Path, tmp_path: Path) -> None:
    variables = {**environment(tmp_path), "TERM": term, "COLORTERM": ""}
    with Terminal(app_command(str(game)), environment=variables) as terminal:
        terminal.read_until_shown("help")
        terminal.send(QUIT)
        assert terminal.wait() == 0
        assert b"38;2" not in terminal.received


def test_missing_file_is_reported_and_the_screen_restored(tmp_path: Path) -> None:
    command = app_command(str(tmp_path / "x.txt"))
    with Terminal(command, environment=environment(tmp_path)) as terminal:
        terminal.read_until_shown("x.txt")
        terminal.send(QUIT)
        terminal.wait()
        assert "Traceback" not in plain(terminal.received)


def test_missing_turn_is_reported_in_one_line(game: Path, tmp_path: Path) -> None:
    with Terminal(app_command(f"{game}#9999"), environment=environment(tmp_path)) as terminal:
        assert terminal.wait() == 2
        left = plain(terminal.received).strip().splitlines()
        assert left[-1].endswith("atlantis: there is no turn 9999 (expected 0 to 0)")


def test_app_without_a_terminal_prints_an_error(tmp_path: Path) -> None:
    done = subprocess.run(
        app_command(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment(tmp_path),
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("atlantis: the app needs a terminal")


def test_control_characters_in_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    GameDocument.new(START, names=["\x1b]0;owned\x07[red]A", "B\r\n\x9b2J"], path=path).save()
    with Terminal(app_command(str(path)), environment=environment(tmp_path)) as terminal:
        terminal.read_until_shown("help")
        terminal.send(QUIT)
        assert terminal.wait() == 0
        assert b"\x1b]0;" not in terminal.received
        assert b"\x9b2J" not in terminal.received
        assert "[red]A" in plain(terminal.received)


SYNCHRONISED = b"\x1b[?2026l"
"""Ends each update that is sent."""


@pytest.mark.parametrize(("radius", "size"), [(2, (80, 24)), (3, (120, 40)), (5, (120, 40))])
def test_opened_board_is_painted_once(radius: int, size: tuple[int, int], tmp_path: Path) -> None:
    """The first paint has the final drawing, scrolled to the cursor."""
    path = tmp_path / "game.json"
    GameDocument.new(traditional_start(Shape.HEXAGON, radius, players=2)).save_as(path)
    command = app_command(str(path), "--no-animation")
    with Terminal(command, size=size, environment=environment(tmp_path)) as terminal:
        terminal.read_until_shown("help")
        terminal.read_until_quiet(1.0)
        first, *later = terminal.received.split(SYNCHRONISED)
    assert len(first) > 2_000
    assert max(map(len, later)) < 100


def test_ctrl_l_repaints_the_screen(game: Path, tmp_path: Path) -> None:
    with Terminal(app_command(str(game)), environment=environment(tmp_path)) as terminal:
        terminal.read_until_shown("help")
        terminal.send("\x0c")
        terminal.read_until(lambda received: "help" in plain(received))
        terminal.send(QUIT)
        assert terminal.wait() == 0
