"""The installed program in a real pseudo-terminal, reviewing a real file."""

from __future__ import annotations

from pathlib import Path

from atlantis_core.transcript import load
from atlantis_core.transcript.writer import dumps
from tests.review.games import recorded, transcript_of
from tests.tui.terminal import Terminal, app_command


def test_review_comment_and_variation_in_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(dumps(transcript_of(recorded("g04_hexagon3_3p_ccc"))), encoding="utf-8")
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(tmp_path))
    with Terminal(
        app_command(f"{path}#12"), size=(120, 40), environment=homes, folder=tmp_path
    ) as terminal:
        terminal.read_until_shown("help")
        terminal.send("\x1b[H")
        terminal.read_until_shown("start of the game")
        terminal.send(":20\r")
        terminal.read_until_shown("20/")
        terminal.send("c")
        terminal.read_until_shown("Comment on turn 20")
        terminal.send("over the line\x13")
        terminal.read_until_shown("comment added")
        terminal.send(":pass\r")
        terminal.read_until_shown("variation 21.1")
        terminal.send(":export board.txt mini\r")
        terminal.read_until_shown("exported to")
        terminal.send("y")
        received = terminal.read_until(lambda received: b"\x1b]52;" in received)
        assert b"\x1b]52;c;" in received
        terminal.send("\x11")
        assert terminal.wait() == 0
    kept = load(path).annotations
    assert kept.comments == {20: "over the line"}
    assert [variation.turn for variation in kept.variations] == [21]
    assert (tmp_path / "board.txt").read_text(encoding="utf-8").strip()
