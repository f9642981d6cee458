"""The start screen, recent files, the new game form, and the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from atlantis_core.learning.library import tutorial
from atlantis_core.rules.shapes import Shape
from atlantis_core.seats import SeatKind
from atlantis_core.transcript import load
from atlantis_tui.editor.editor_screen import EditorScreen
from atlantis_tui.game.document import GameDocument
from atlantis_tui.learn.exercise_screen import ExerciseScreen
from atlantis_tui.learn.learn_screen import LearnScreen
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.rules.rules_screen import RulesScreen
from atlantis_tui.settings.folders import games_folder, is_there
from atlantis_tui.settings.kept_lists import MOST, load_recent, recent_path, remember
from atlantis_tui.settings.options import Colors
from atlantis_tui.start.library_screen import LibraryScreen
from atlantis_tui.start.new_game_screen import NewGameScreen
from atlantis_tui.start.open_screen import OpenScreen
from atlantis_tui.start.options_screen import OptionsScreen
from atlantis_tui.start.set_up import SetUp
from atlantis_tui.start.start_screen import ENTRIES, StartScreen
from atlantis_tui.widgets.row_list import RowList
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.walking import BOARD, GAME, STILL, lines_fit, walking

SIZES = [(80, 24), (120, 40), (40, 12)]


async def test_start_screen_opens_without_arguments() -> None:
    async with walking() as walker:
        walker.on(StartScreen)
        assert "A T L A N T I S" in walker.text("head")
        assert walker.rows.chosen_key == "new", "there is no game to continue yet"


async def test_two_enter_presses_start_a_game_against_a_bot() -> None:
    async with walking() as walker:
        await walker.press("enter", "enter")
        screen = walker.on(PlayScreen)
        kinds = [seat.kind for seat in screen.document.seats]
        assert kinds == [SeatKind.PERSON, SeatKind.BOT]
        assert screen.board.entry is not None, "the person can move at once"
        screen.frame.obey("c4-d4")
        await walker.pilot.pause()
        path = screen.document.path
        assert path is not None
        assert path.parent == games_folder()
        assert path.exists(), "it is found again before its first turn is played"
        assert load_recent() == (path,)


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("n", NewGameScreen),
        ("o", OpenScreen),
        ("b", LibraryScreen),
        ("l", LearnScreen),
        ("w", NewGameScreen),
        ("e", EditorScreen),
        ("r", RulesScreen),
        ("question_mark", RulesScreen),
        ("p", OptionsScreen),
    ],
)
async def test_letter_opens_each_entry_and_escape_returns(key: str, kind: type) -> None:
    async with walking() as walker:
        await walker.press(key)
        walker.on(kind)
        await walker.press("escape")
        walker.on(StartScreen)
        assert len(walker.stack) == 1


@pytest.mark.parametrize("key", ["f2", "f3"])
async def test_open_page_is_not_opened_again(key: str) -> None:
    async with walking() as walker:
        await walker.press(key, key)
        assert len(walker.stack) == 2
        await walker.press("escape")
        walker.on(StartScreen)


async def test_q_quits() -> None:
    async with walking() as walker:
        await walker.press("q")
        assert walker.app.return_code == 0


@pytest.mark.parametrize("size", SIZES)
async def test_menu_fits_and_explains_every_entry(size: tuple[int, int]) -> None:
    async with walking(size=size) as walker:
        assert lines_fit(walker.app, size)
        for entry in ENTRIES[1:]:
            assert walker.rows.chosen_key == entry.key
            if size[1] > 12:
                told = " ".join(walker.text("about").split())
                assert entry.about in told
            await walker.press("down")
        assert walker.rows.chosen_key == "quit"


async def test_last_unfinished_game_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    remember(path)
    async with walking() as walker:
        assert walker.rows.chosen_key == "continue"
        assert "Bob to move" in walker.text("about")
        await walker.press("enter")
        assert walker.on(PlayScreen).document.path == path


async def test_game_just_left_can_be_continued() -> None:
    async with walking() as walker:
        await walker.press("enter", "enter")
        walker.on(PlayScreen).frame.obey("c4-d4")
        await walker.press("Q")
        walker.on(StartScreen)
        assert walker.rows.chosen_key == "continue"


async def test_game_without_turns_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    remember(path)
    async with walking() as walker:
        await walker.press("n", "enter")
        walker.on(PlayScreen).frame.obey("c4-d4")
        await walker.press("Q")
        walker.on(StartScreen)
        last = load_recent()[0]
        assert last != path
        await walker.press("c")
        assert walker.on(PlayScreen).document.path == last


async def test_damaged_list_of_recent_files_is_ignored(tmp_path: Path) -> None:
    for number in range(MOST + 5):
        path = tmp_path / f"{number}.json"
        path.write_text(GAME)
        remember(path)
    assert len(load_recent()) == MOST
    assert load_recent()[0].name == f"{MOST + 4}.json"
    remember(tmp_path / f"{MOST}.json")
    assert load_recent()[0].name == f"{MOST}.json"
    (tmp_path / f"{MOST}.json").unlink()
    assert load_recent()[0].name == f"{MOST + 4}.json"
    for damaged in ("[1, null", '{"a": 1}', "[1, null, [2]]", ""):
        recent_path().write_text(damaged)
        assert load_recent() == ()


# The form for a new game.


async def test_arrows_change_board_size_players_and_seats() -> None:
    async with walking() as walker:
        await walker.press("n")
        form = walker.on(NewGameScreen)
        walker.rows.choose("board")
        await walker.press("right")
        shapes = [shape.value for shape in Shape]
        following = shapes[(shapes.index("hexagon") + 1) % len(shapes)]
        assert form.set_up.board_name == f"{following}:2"
        await walker.press(*["left"] * (1 + shapes.index("hexagon") - shapes.index("triangle")))
        walker.rows.choose("side")
        await walker.press("right", "right", "left")
        assert form.set_up.board_name == "triangle:3"
        walker.rows.choose("players")
        await walker.press("right")
        assert len(form.set_up.players) == 3
        assert "6 segments, 42 fields" in walker.preview.text
        walker.rows.choose("seat 2")
        await walker.press("left")
        before = form.set_up.players[2].seat
        await walker.press("right")
        assert form.set_up.players[2].seat != before


async def test_keys_change_names_colours_and_the_file(tmp_path: Path) -> None:
    async with walking() as walker:
        await walker.press("n")
        form = walker.on(NewGameScreen)
        await walker.press("c")
        assert "select a player first" in walker.text("message")
        walker.rows.choose("seat 0")
        await walker.press("n")
        await walker.write("Ann")
        await walker.press("c")
        assert form.set_up.names[0] == "Ann"
        assert form.set_up.colors[0] != "crimson"
        assert form.set_up.colors[0] != form.set_up.colors[1]
        await walker.press("s")
        await walker.write(str(tmp_path / "mine.json"))
        await walker.press("enter")
        document = walker.on(PlayScreen).document
        assert document.path == tmp_path / "mine.json"
        assert document.cast.names[0] == "Ann"


async def test_board_without_room_shows_an_error_and_does_not_start() -> None:
    async with walking() as walker:
        await walker.press("n")
        form = walker.on(NewGameScreen)
        walker.rows.choose("board")
        await walker.press("left")
        walker.rows.choose("players")
        await walker.press(*["right"] * 4)
        assert form.set_up.board_name == "rhombus:2"
        assert "no room for 6 players" in walker.text("message")
        await walker.press("enter")
        walker.on(NewGameScreen)


async def test_board_without_moves_does_not_start(tmp_path: Path) -> None:
    path = tmp_path / "no stones.json"
    path.write_text(GAME.replace('{"d6": 1}', "{}").replace('[["b2", "b3"]]', ""))
    set_up = SetUp().with_board(path, load(path))
    async with walking(screen=lambda: NewGameScreen(set_up)) as walker:
        await walker.press("enter")
        walker.on(NewGameScreen)
        assert "ends the game before turn 1" in walker.text("message")
        assert load_recent() == ()
    assert set_up.board_name == "no-stones"


async def test_explanation_of_a_row_is_wrapped_on_a_narrow_terminal() -> None:
    async with walking(size=(40, 12), screen=NewGameScreen) as walker:
        for word in ("game.", "file."):
            message = walker.app.screen.query_one("#message", TextLines)
            assert walker.text("message").endswith(word)
            assert message.size.height == len(message.lines)
            assert max(map(len, message.text.splitlines())) <= 40
            await walker.press("down")
        assert lines_fit(walker.app, (40, 12))


async def test_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    taken = tmp_path / "taken.json"
    taken.write_text(GAME)
    async with walking() as walker:
        await walker.press("n", "s")
        await walker.write(str(taken))
        await walker.press("enter")
        walker.on(NewGameScreen)
        assert "taken.json" in walker.text("message").replace("\n ", ""), "told in full"
    assert taken.read_text() == GAME


async def test_board_of_a_file_is_used(tmp_path: Path) -> None:
    (tmp_path / "board.json").write_text(BOARD)
    async with walking() as walker:
        await walker.press("n", "f", "slash")
        await walker.write(str(tmp_path / "board.json"))
        form = walker.on(NewGameScreen)
        assert form.set_up.board_name == "board"
        assert "3 segments, 21 fields" in walker.preview.text
        await walker.press("enter")
        assert len(walker.on(PlayScreen).document.game.start.board) == 21


async def test_watch_sets_up_a_game_of_bots() -> None:
    async with walking() as walker:
        await walker.press("w")
        assert all(
            player.seat.kind is SeatKind.BOT for player in walker.on(NewGameScreen).set_up.players
        )
        assert "Watch bots" in walker.text("head")


async def test_game_of_bots_can_be_left_while_thinking() -> None:
    async with walking(options=replace(STILL, animation=True, speed=1)) as walker:
        await walker.press("w", "enter")
        screen = walker.on(PlayScreen)
        await walker.until(lambda: screen.shown_mode is Mode.SHOWING)
        await walker.press("Q")
        walker.on(StartScreen)


async def test_arrow_keys_are_spelled_out_in_ascii() -> None:
    async with walking("none.json", options=replace(STILL, ascii=True)) as walker:
        assert " left right change " in walker.text("keys")
        await walker.press("down")
        assert walker.text("message").isascii()


# Paths on the command line.


async def test_missing_path_offers_a_new_game_there(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    async with walking(path) as walker:
        walker.on(NewGameScreen)
        assert "'game.json' does not exist" in walker.text("message")
        await walker.press("enter")
        assert walker.on(PlayScreen).document.path == path
    assert GameDocument.load(path).game.turn_number == 0


async def test_path_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    async with walking(tmp_path / "none" / "game.json") as walker:
        walker.on(NewGameScreen)
        # A long path may be wrapped anywhere.
        said = "".join(walker.text("message").split())
        assert "none'doesnotexist" in said
        await walker.press("enter")
        walker.on(NewGameScreen)
        said = "".join(walker.text("message").split())
        assert "wasnotsaved:thefolderdoesnotexist" in said
        await walker.press("s")
        await walker.write(str(tmp_path / "game.json"))
        assert "the folder" not in walker.text("message")
        await walker.press("enter")
        walker.on(PlayScreen)
    assert is_there(tmp_path / "game.json")
    assert not is_there(tmp_path / "none")


async def test_escape_from_the_first_screen_opens_the_start_screen(tmp_path: Path) -> None:
    async with walking(tmp_path / "none.json") as walker:
        await walker.press("escape")
        walker.on(StartScreen)


async def test_folder_argument_opens_its_list(tmp_path: Path) -> None:
    (tmp_path / "board.json").write_text(BOARD)
    async with walking(tmp_path) as walker:
        assert walker.on(OpenScreen).folder == tmp_path
        assert "board.json" in walker.rows.text


async def test_board_file_opens_the_new_game_screen(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(BOARD)
    async with walking(path) as walker:
        assert walker.on(NewGameScreen).set_up.board_name == "board"


async def test_transcript_with_a_goal_opens_as_an_exercise(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    tags = '"annotations": {"tags": {"title": "T", "task": "Move.", "goal": "moves >= 1"}}'
    path.write_text(GAME.removesuffix("}") + f", {tags}}}")
    async with walking(path) as walker:
        assert walker.on(ExerciseScreen).exercise.title == "T"


async def test_invalid_goal_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(GAME.removesuffix("}") + ', "annotations": {"tags": {"goal": "wealth"}}}')
    async with walking(path) as walker:
        walker.on(StartScreen)
        assert "'mine' is not an exercise" in walker.text("message")


async def test_new_option_starts_a_game() -> None:
    seats = ("--seat", "person", "--seat", "bot:gentle", "--seat", "dummy")
    async with walking("--new", "hexagon:3", *seats) as walker:
        document = walker.on(PlayScreen).document
        assert [str(seat) for seat in document.seats] == ["person", "bot:gentle", "dummy"]
        assert len(document.game.start.board) == 133


@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.FEW, Colors.NONE])
async def test_every_screen_opens_at_every_colour_depth(depth: Colors) -> None:
    async with walking(depth=depth) as walker:
        for key in "nolwerp":
            await walker.press(key)
            assert len(walker.stack) == 2
            assert lines_fit(walker.app, (80, 24))
            await walker.press("escape")


async def test_learn_entry_has_a_preview() -> None:
    async with walking() as walker:
        walker.rows.choose("learn")
        await walker.pilot.pause()
        assert "tutorial" in walker.text("about")
        assert len(tutorial()) > 9


async def test_f2_and_f3_open_rules_and_options_in_a_game() -> None:
    async with walking() as walker:
        await walker.press("enter", "enter", "f2")
        walker.on(RulesScreen)
        await walker.press("escape", "f3")
        walker.on(OptionsScreen)
        await walker.press("escape")
        walker.on(PlayScreen)


async def test_one_click_opens_a_row_of_the_menu() -> None:
    async with walking() as walker:
        row = next(number for number, row in enumerate(walker.rows.rows) if row.key == "rules")
        await walker.pilot.click(RowList, offset=(3, row))
        await walker.pilot.pause()
        walker.on(RulesScreen)
