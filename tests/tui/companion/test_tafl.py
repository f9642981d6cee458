"""Tafl on the screens of the table: pointing, typing, variations, the puzzle."""

from __future__ import annotations

from pathlib import Path

from tests.tui.companion.driving import at_table

SAMPLES = Path(__file__).parents[3] / "transcripts" / "tafl"
PEOPLE = ("--seat", "person", "--seat", "person")


async def test_a_game_is_begun_by_the_name_of_its_variant(tmp_path: Path) -> None:
    path = tmp_path / "new.otg"
    async with at_table("--new", "tafl:brandub", *PEOPLE, path) as at:
        await at.type("d1-c1")
        await at.type("kd4-d5")
        assert "there is a piece on d5" in at.text("message")
        await at.type("c4 c5")
        assert "<T>" in at.picture()
    assert path.read_text().endswith("\n1. d1-c1 c4-c5 \n[|]\n\n")


async def test_pieces_are_moved_by_pointing(tmp_path: Path) -> None:
    path = tmp_path / "new.otg"
    async with at_table("--new", "tafl:tablut", *PEOPLE, path) as at:
        for place in ("d1", "c1"):
            spot = at.play.board.picture.spots[place]
            left, top = at.play.board._shift()
            await at.pilot.click("#board", offset=(left + spot.column, top + spot.line))
    assert "1. d1-c1 " in path.read_text()


async def test_the_puzzle_is_solved_by_its_solution(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.otg"
    content = (SAMPLES / "puzzle-brandub.otg").read_bytes()
    path.write_bytes(content)
    async with at_table(path) as at:
        await at.type("e4-e5")
        assert "is not the stated solution" in at.text("message")
        await at.type("e4-e7")
        assert "right" in at.text("message")
        await at.type("e7-a7")
        assert "solved" in at.text("message")
    assert path.read_bytes() == content
