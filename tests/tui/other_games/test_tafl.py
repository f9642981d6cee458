"""Tafl on the screens of other games: moves, variations, the puzzle."""

from __future__ import annotations

from pathlib import Path

from tests.tui.other_games.driving import at_table

SAMPLES = Path(__file__).parents[3] / "transcripts" / "tafl"
PEOPLE = ("--seat", "person", "--seat", "person")


async def test_new_game_is_started_by_the_name_of_its_variant(tmp_path: Path) -> None:
    path = tmp_path / "new.otg"
    async with at_table("--new", "tafl:brandub", *PEOPLE, path) as at:
        await at.type("d1-c1")
        await at.type("kd4-d5")
        assert "there is a piece on d5" in at.text("message")
        await at.type("c4 c5")
        assert "<T>" in at.picture()
    assert path.read_text().endswith("\n1. d1-c1 c4-c5 \n[|]\n\n")


async def test_selecting_a_piece_clears_the_message(tmp_path: Path) -> None:
    async with at_table("--new", "tafl:brandub", *PEOPLE, tmp_path / "new.otg") as at:
        await at.type("zzz")
        assert "'zzz'" in at.text("message")
        await at.press("enter")
        assert "select where to move" in at.text("message")


async def test_pieces_move_by_selecting_places(tmp_path: Path) -> None:
    path = tmp_path / "new.otg"
    async with at_table("--new", "tafl:tablut", *PEOPLE, path) as at:
        for place in ("d1", "c1"):
            spot = at.play.board.picture.spots[place]
            left, top = at.play.board._shift()
            await at.pilot.click("#board", offset=(left + spot.column, top + spot.line))
    assert "1. d1-c1 " in path.read_text()


async def test_variations_and_their_comments_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.otg"
    async with at_table("--new", "tafl:brandub", *PEOPLE, path) as at:
        for move in ("d1-c1", "c4-c5", "c1-b1"):
            await at.type(move)
    async with at_table(path) as at:
        await at.press("v", "home", "right", "t")
        await at.press(*"c4-c6", "enter")
        assert "variation 1" in at.text("title")
        await at.press("t", *"c1-d1", "enter")
        await at.press("c", *"inner", "enter")
        await at.press("escape", "c", *"outer", "enter")
        assert "variation" not in at.text("title")
        await at.press("t", *"z9", "enter")
        assert "'---')" in at.text("message")
    written = path.read_text()
    assert "1b.1.1a. ..... c4-c6 \n[]\n\n1b.1.2a. c1-d1 \n[inner]\n\n2. c1-b1" in written
    assert "outer" in written


async def test_puzzle_is_solved_by_its_solution(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.otg"
    content = (SAMPLES / "puzzle-brandub.otg").read_bytes()
    path.write_bytes(content)
    async with at_table(path) as at:
        await at.type("e4-e5")
        assert "is not the solution" in at.text("message")
        await at.type("e4-e7")
        assert "correct" in at.text("message")
        await at.type("e7-a7")
        assert "solved" in at.text("message")
    assert path.read_bytes() == content


async def test_clocks_of_the_record_are_shown_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.otg"
    rules = "dim:7 name:Brandub atkf:y start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    path.write_text(f"[time-control:600 30/2 5i]\n[rules:{rules}]\n\n", encoding="utf-8")
    async with at_table(path) as at:
        clock, now = at.play.flow.clock, [0.0]
        clock._timer._now = lambda: now[0]
        clock.stop()
        clock.start()
        now[0] = 4.0
        at.play.paint()
        assert "attackers: 9:56, 2 more periods of 0:30" in " ".join(at.text("side").split())
        await at.type("d1-c1")
        assert "attackers: 10:01" in at.text("side")
    assert "1. d1-c1 \n[601 30/2 5i" in path.read_text(encoding="utf-8")
