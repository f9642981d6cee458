"""`atlantis read` as a command: in a pipe, with questions as arguments, on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.transcript import load
from atlantis_core.transcript.writer import dumps
from tests.commands.running import run
from tests.review.games import recorded, transcript_of
from tests.tui.terminal import Terminal, app_command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(dumps(transcript_of(recorded("g04_hexagon3_3p_ccc"))), encoding="utf-8")
    return path


def test_questions_as_arguments_are_answered_without_a_greeting(game: Path) -> None:
    done = run("read", f"{game}#3", "where", "players")
    assert done.status == 0
    assert done.out.splitlines()[0] == "main, turn 3 of 63"
    assert len(done.out.splitlines()) == 4


def test_pipe_is_answered_line_by_line(game: Path) -> None:
    done = run("read", game, "--brief", stdin=b"next\nwhere\nquit\nwhere\n")
    assert done.status == 0
    assert done.out.splitlines()[0].startswith("Start: ")
    assert done.out.splitlines()[-1] == "main, turn 1 of 63"
    assert not done.err


def test_unanswered_question_sets_the_exit_status(game: Path) -> None:
    done = run("read", game, "nonsense", "where")
    assert done.status == 1
    assert "not a command: 'nonsense'" in done.out
    assert "main, turn 0 of 63" in done.out


def test_changes_are_saved_immediately_unless_read_only(game: Path) -> None:
    done = run("read", f"{game}#3", "comment hello", "tag event Cup", "pass")
    assert done.status == 0
    kept = load(game).annotations
    assert kept.comments == {3: "hello"}
    assert kept.tags == {"event": "Cup"}
    assert [variation.turn for variation in kept.variations] == [4]
    before = game.read_bytes()
    assert "not saved (read-only)" in run("read", "--read-only", game, "comment x").out
    assert game.read_bytes() == before


@pytest.mark.parametrize("arguments", [("read", "-"), ("read", "no-such.json")])
def test_unreadable_games_are_refused(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.status in {1, 2}
    assert done.err
    assert not done.out


def test_terminal_gets_a_prompt(game: Path) -> None:
    with Terminal(app_command("read", str(game)), size=(80, 24)) as terminal:
        terminal.read_until_text("> ")
        terminal.send("next\r")
        terminal.read_until_text("Turn 1")
        terminal.send("why c5x\r")
        terminal.read_until_text("not a field")
        terminal.send("quit\r")
        assert terminal.wait() == 0
