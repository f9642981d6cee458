"""All other games on both screens, at 80x24."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.strip import Strip

from atlantis_core.seats import PERSON, agent_seat
from atlantis_tui.other_games.flow import RecordPhase
from atlantis_tui.other_games.play_screen import RecordPlayScreen
from atlantis_tui.other_games.review_screen import RecordReviewScreen
from atlantis_tui.other_games.seats import BOT, keep_seats, recall_seats, store_path
from atlantis_tui.settings.options import Colors
from atlantis_tui.widgets.picture_view import PictureView
from atlantis_tui.widgets.row_list import RowList
from tests.games.shared_data import shared
from tests.tui.other_games.driving import at_table

SAMPLES = Path(__file__).parents[3] / "transcripts"


async def test_map_chess_is_played_by_selecting_and_typing(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_bytes((SAMPLES / "maps" / "square-8.json").read_bytes())
    async with at_table(path) as at:
        await at.press("tab", "enter")
        assert "[" in at.picture()
        assert "(.)" in at.picture()
        await at.press("escape")
        assert "(.)" not in at.picture()
        await at.type("57-42")
        assert json.loads(path.read_text())["moves"] == ["57-42"]
        await at.type("1 18")
        assert json.loads(path.read_text())["moves"] == ["57-42", "1-18"]
        assert "<n>" in at.picture()


async def test_mouse_selects_places(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_bytes((SAMPLES / "maps" / "square-8.json").read_bytes())
    async with at_table(path) as at:
        for place in ("52", "44"):
            spot = at.play.board.picture.spots[place]
            left, top = at.play.board._shift()
            await at.pilot.click("#board", offset=(left + spot.column, top + spot.line))
        assert at.play.document.record.label(1) == "52-44"


async def test_zooming_in_scrolls_and_zooming_out_fits(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_bytes((SAMPLES / "maps" / "hexagon-5.json").read_bytes())
    async with at_table(path, size=(40, 16)) as at:
        board = at.play.board
        await at.press("plus", "plus")
        assert board.picture.width > board.size.width
        for _ in range(12):
            await at.press("down")
        assert board.scroll_offset.y > 0
        await at.press("0")
        assert board.zoomed == 0


async def test_list_of_games_fits_the_smallest_terminal() -> None:
    async with at_table() as at:
        await at.press("g")
        rows = at.app.screen.query_one(RowList)
        assert max(len(line) for line in rows.text.splitlines()) <= rows.content_size.width


async def test_map_without_a_king_is_view_only(tmp_path: Path) -> None:
    data = json.loads((SAMPLES / "maps" / "square-8.json").read_text())
    data["pieces"] = [piece for piece in data["pieces"] if piece["type"] != "king"]
    path = tmp_path / "kingless.json"
    path.write_text(json.dumps(data))
    async with at_table(path) as at:
        assert isinstance(at.app.screen, RecordReviewScreen)
        await at.press("g")
        assert "cannot play on from here" in at.text("message")


async def test_control_characters_in_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    text = (SAMPLES / "maps" / "square-8.json").read_text()
    path = tmp_path / "hostile.json"
    for key in ("name", "player"):
        text = text.replace(f'"{key}": "white"', f'"{key}": "\\u001b[31mred\\u202e"')
    path.write_text(text)
    async with at_table(path) as at:
        for name in ("title", "side", "message"):
            assert "\x1b" not in at.text(name)
            assert "\u202e" not in at.text(name)


async def test_hsn_states_are_shown_as_steps() -> None:
    async with at_table(SAMPLES / "hsn" / "first-turns.hsn") as at:
        assert isinstance(at.app.screen, RecordReviewScreen)
        assert "player 1: hand" in at.text("side")
        at.review.action_go_to(0)
        await at.pilot.pause()
        assert "step 0 of 2" in at.text("title")


async def test_comments_are_saved_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    data = json.loads((SAMPLES / "maps" / "square-8.json").read_text())
    path.write_text(json.dumps({**data, "moves": ["57-42"]}))
    async with at_table(path) as at:
        await at.press("right", "c")
        await at.press(*"well", "enter")
        assert json.loads(path.read_text())["comments"] == {"1": "well"}
        assert "saved" in at.text("message")


@pytest.mark.parametrize("words", ["map:hexagon:5", "map:planar:40:2"])
async def test_new_option_starts_other_games(words: str, tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    async with at_table("--new", words, "--seat", "person", "--seat", "person", path) as at:
        assert isinstance(at.app.screen, RecordPlayScreen)
        assert at.phase() is RecordPhase.CHOOSING
        assert path.exists()


@pytest.mark.parametrize("words", ["kalah:4x3", "tafl:brandub"])
async def test_bot_with_an_effort_is_not_named_by_its_number(words: str, tmp_path: Path) -> None:
    seats = ("--seat", "person", "--seat", "bot:500")
    async with at_table("--new", words, *seats, tmp_path / "new") as at:
        shown = at.text("side").replace("(", " ").replace(")", " ").split()
        assert "bot:500" in shown
        assert "500" not in shown


async def test_bot_can_be_stopped_and_its_side_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    seats = ("--seat", "bot:100000000", "--seat", "person")
    async with at_table("--new", "map:square:8", *seats, path) as at:
        assert at.phase() is RecordPhase.THINKING
        await at.press("escape")
        assert at.phase() is RecordPhase.PAUSED
        await at.press("y")
        assert at.phase() is RecordPhase.CHOOSING
        await at.type("57-42")
        assert at.play.document.record.last_step == 1


async def test_reopened_game_keeps_its_opponent(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    async with at_table(
        "--new", "map:square:8", "--seat", "person", "--seat", "bot:50", path
    ) as at:
        await at.type("57-42")
        await at.until(lambda: at.phase() is RecordPhase.CHOOSING)
        assert at.play.document.record.last_step == 2
    async with at_table(path) as at:
        assert isinstance(at.app.screen, RecordPlayScreen)
        assert [str(seat) for seat in at.play.flow.seats] == ["person", "bot:50"]
    async with at_table() as at:
        assert "Continue" in at.app.screen.query_one("#menu").text  # type: ignore[attr-defined]  # a RowList
        await at.press("c")
        assert isinstance(at.app.screen, RecordPlayScreen)


def test_agents_are_not_stored(tmp_path: Path) -> None:
    path = tmp_path / "a.kalah"
    keep_seats(path, [agent_seat("rm -rf nothing"), BOT])
    assert recall_seats(path) == (PERSON, BOT)
    assert recall_seats(tmp_path / "b.kalah") is None
    store_path().write_text("[]")
    assert recall_seats(path) is None


async def test_puzzle_accepts_the_solution_of_its_file(tmp_path: Path) -> None:
    text = shared("tafl/otg/Ard-Ri-Capture-Puzzle.otg").read_text()
    path = tmp_path / "puzzle.otg"
    path.write_text(text)
    async with at_table(path) as at:
        assert at.play.puzzle is not None
        await at.type("b7-b5" if "b7-b5" not in text else "a4-a5")
        assert "not the solution" in at.text("message")
        await at.type("d7-d6")
        assert "correct; continue" in at.text("overflow") + at.text("message")
        assert at.play.document.record.last_step == 2
    assert path.read_text() == text


@pytest.mark.parametrize("depth", [Colors.NONE, Colors.FEW, Colors.MANY, Colors.TRUE])
async def test_both_screens_work_at_every_colour_depth(depth: Colors) -> None:
    for name in ("maps/square-8.json", "hsn/island.hsn"):
        async with at_table(SAMPLES / name, depth=depth) as at:
            assert at.app.screen.query_one("#board").render_line(3).text.strip()


SLOW = "agent:python3 -c 'import time; time.sleep(600)'"


async def test_silent_agent_can_be_stopped_and_ends(tmp_path: Path) -> None:
    path = tmp_path / "silent.kalah"
    async with at_table("--new", "kalah:4x3", "--seat", SLOW, "--seat", "person", path) as at:
        assert at.phase() is RecordPhase.THINKING
        await at.until(lambda: bool(at.play.thinker._agents))
        await at.press("escape")
        assert at.phase() is RecordPhase.PAUSED
        assert not at.play.thinker._agents
        await at.press("y")
        await at.type("1")
        assert at.play.document.record.last_step == 1


async def test_agent_that_cannot_start_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "none.kalah"
    seat = "agent:no-such-program-here"
    async with at_table("--new", "kalah:4x3", "--seat", seat, "--seat", "person", path) as at:
        await at.until(lambda: at.phase() is RecordPhase.PAUSED)
        assert "play this side yourself" in at.text("overflow") + at.text("message")


@pytest.mark.parametrize("words", ["kalah:4x3", "tafl:brandub", "map:square:8"])
async def test_help_shows_rules_and_names_keys_in_ascii(words: str) -> None:
    """In ASCII the symbol for Enter was a question mark, and arrows were other keys."""
    async with at_table("--new", words) as at:
        rules = at.play.document.entry.load().rules
        await at.press("question_mark")
        page = at.text("text")
        assert page.isascii()
        assert " ".join(page.split()).startswith(" ".join(rules.split()))
        keys = " ".join(line.split("  ")[0] for line in page.splitlines()).split()
        assert {"Enter", "Tab", "Shift+Tab", "up", "left"} <= set(keys)


async def test_states_without_moves_are_not_judged() -> None:
    async with at_table(SAMPLES / "hsn" / "island.hsn") as at:
        assert "judge" not in at.text("keys")
        for key in "jr":
            await at.press(key)
            assert at.text("message").strip() == "nothing to judge: this file has no moves"


async def test_help_of_hsn_explains_the_picture() -> None:
    async with at_table(SAMPLES / "hsn" / "island.hsn") as at:
        await at.press("question_mark")
        assert "R! the robber" in " ".join(at.text("text").split())


async def test_cut_title_ends_with_a_symbol(tmp_path: Path) -> None:
    path = tmp_path / f"{'long' * 12}.otg"
    async with at_table("--new", "tafl:brandub", path) as at:
        title = at.text("title")
        assert title.endswith("~")
        assert len(title) == 80


@pytest.mark.parametrize("words", ["map:square:8", "map:hexagon:5", "kalah"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_first_frame_has_the_final_size(
    words: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[int] = []
    render_line = PictureView.render_line

    def noticed(view: PictureView, y: int) -> Strip:
        painted.append(view.zoomed)
        return render_line(view, y)

    monkeypatch.setattr(PictureView, "render_line", noticed)
    async with at_table("--new", words, size=size) as at:
        assert set(painted) == {at.play.board.zoomed}
