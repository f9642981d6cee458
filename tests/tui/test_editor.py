"""The board editor on the screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import Paste

from atlantis_core.diagram import Look, Style, draw
from atlantis_core.drafts import Draft, add_segments, draft_of_shape
from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, parse_field, parse_segment, segment_fields
from atlantis_core.positions.symmetry import Symmetry
from atlantis_core.rules.notation import parse_position
from atlantis_core.rules.shapes import Shape
from atlantis_core.support.errors import SetupError
from atlantis_core.transcript import load
from atlantis_tui.editor.canvas import make_canvas
from atlantis_tui.editor.editor_screen import EditorScreen
from atlantis_tui.editor.questions import parse_pasted, parse_template
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.settings.options import Colors
from atlantis_tui.start.new_game_screen import NewGameScreen
from atlantis_tui.start.start_screen import StartScreen
from atlantis_tui.widgets.dialogs import Dialog
from tests.tui.walking import BOARD, GAME, Walker, lines_fit, walking

LITTLE = add_segments(Draft(), [parse_segment("B2"), parse_segment("C5")])


def editor(draft: Draft | None = None) -> EditorScreen:
    return EditorScreen(draft)


def draft_of(walker: Walker) -> Draft:
    return walker.on(EditorScreen).state.draft


async def go(walker: Walker, field: str) -> None:
    walker.on(EditorScreen).board.cursor = parse_field(field)
    await walker.pilot.pause()


async def test_empty_board_shows_what_to_do_instead_of_an_error() -> None:
    async with walking(screen=editor) as walker:
        panel = " ".join(walker.text("side").split())
        assert "Press n to add a segment at the cursor" in panel
        assert "error" not in panel
        await walker.press("n")
        assert draft_of(walker).segments == (segment_fields(parse_field("e5")),)
        assert "Ready" in walker.text("side")


async def test_undo_save_and_start_fit_in_the_key_line_at_80_columns() -> None:
    async with walking(screen=editor) as walker:
        assert walker.text("keys").split("  ")[3:6] == ["u undo", "^s save", "b start"]


async def test_segments_and_single_fields_are_added_and_removed() -> None:
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await go(walker, "e4")
        await walker.press("n")
        assert len(draft_of(walker).segments) == 3
        await go(walker, "d3")
        await walker.press("f")
        assert len(draft_of(walker).fields) == 20
        await walker.press("enter")
        assert draft_of(walker).segment_of(parse_field("d3")) == 3, "a segment of its own"
        await go(walker, "e4")
        await walker.press("v")
        await go(walker, "d3")
        await walker.press("j")
        assert draft_of(walker).segment_of(parse_field("d3")) == 2
        await walker.press("F")
        assert draft_of(walker).segment_of(parse_field("d3")) == 3
        await walker.press("N", "delete")
        assert draft_of(walker).segment_of(parse_field("d3")) is None
        assert "d3 is not a field yet" in walker.text("message")


async def test_overlapping_segment_is_refused_with_a_message() -> None:
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await go(walker, "c3")
        await walker.press("n")
        assert "segment C3 does not fit" in walker.text("message")
        assert draft_of(walker) == LITTLE


async def test_stacks_growing_and_dead_fields_belong_to_the_current_player() -> None:
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await go(walker, "b2")
        await walker.press("3")
        assert "add a player before placing stones" in walker.text("message")
        await walker.press("P", "P", "3")
        assert draft_of(walker).stack_on(parse_field("b2")) == (1, 3)
        await walker.press("g")
        assert draft_of(walker).stack_on(parse_field("b2")) == (1, -3)
        await walker.press("asterisk")
        assert draft_of(walker).stack_on(parse_field("b2")) == (1, 3)
        await walker.press("p", "0")
        assert draft_of(walker).stack_on(parse_field("b2")) == (0, 0)
        assert "b2: dead" in walker.text("message") or "b2 dead" in walker.text("message")
        await walker.press("backspace")
        assert draft_of(walker).stack_on(parse_field("b2")) is None


async def test_stacks_above_nine_are_typed() -> None:
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await go(walker, "b2")
        await walker.press("P", "t")
        await walker.write("12")
        assert draft_of(walker).stack_on(parse_field("b2")) == (0, 12)
        await walker.press("t")
        await walker.write("-3")
        assert draft_of(walker).stack_on(parse_field("b2")) == (0, -3)
        await walker.press("t")
        await walker.write("many")
        assert "not a number: 'many'" in walker.text("message")


async def test_players_are_renamed_recoloured_and_reordered() -> None:
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await walker.press("P", "P", "r")
        await walker.write("Mary")
        await walker.press("c")
        await walker.write("Gold")
        assert draft_of(walker).players[1].name == "Mary"
        assert draft_of(walker).players[1].color == "Gold"
        await walker.press("less_than_sign")
        assert draft_of(walker).players[0].name == "Mary"
        await walker.press("greater_than_sign", "c")
        await walker.write("blurple")
        assert "unknown colour: 'blurple'" in walker.text("message")
        await walker.press("K")
        assert len(draft_of(walker).players) == 1


async def test_panel_shows_problems_of_the_file_and_notes_for_players() -> None:
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await walker.press("P", "P")
        assert "no stones yet: Crimson, Steelblue" in " ".join(walker.text("side").split())
        await go(walker, "b2")
        await walker.press("1")
        await go(walker, "c5")
        await walker.press("2", "p", "backspace")
        assert "Ready" not in walker.text("side")


async def test_symmetry_applies_edits_to_all_mirror_images() -> None:
    board = draft_of_shape(Shape.HEXAGON, 2)
    async with walking(screen=lambda: editor(board)) as walker:
        await walker.press("P", "P")
        screen = walker.on(EditorScreen)
        while screen.state.images.symmetry is not Symmetry.HALF_TURN:
            await walker.press("y")
        await go(walker, str(board.fields[0]))
        await walker.press("2")
        stacks = [dict(player.stacks) for player in draft_of(walker).players]
        assert [len(own) for own in stacks] == [1, 1]
        await walker.press("Y", "4")
        assert sorted(len(player.stacks) for player in draft_of(walker).players) == [0, 2]
        before = len(draft_of(walker).fields)
        await walker.press("f")
        assert len(draft_of(walker).fields) == before - 2


async def test_edits_are_undone_and_redone() -> None:
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await go(walker, "b2")
        await walker.press("P", "5", "N")
        final = draft_of(walker)
        await walker.press("u", "u", "u")
        assert draft_of(walker) == LITTLE
        await walker.press("u")
        assert "nothing to undo" in walker.text("message")
        await walker.press("R", "R", "R")
        assert draft_of(walker) == final
        assert "redone: segment of b2 removed" in walker.text("message")


async def test_editor_starts_from_standard_boards_and_files(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(GAME)
    async with walking(screen=editor) as walker:
        await walker.press("k")
        await walker.write("triangle:3 3")
        assert len(draft_of(walker).segments) == 6
        assert len(draft_of(walker).players) == 3
        await walker.press("k")
        await walker.write("square:3")
        assert "not a board: 'square:3'" in walker.text("message")
        await walker.press("o", "slash")
        await walker.write(str(tmp_path / "game.json"))
        assert [player.name for player in draft_of(walker).players] == ["Ann", "Bob"]
        await walker.press("u")
        assert len(draft_of(walker).players) == 3


async def test_save_writes_a_board_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await go(walker, "b2")
        await walker.press("P", "2", "ctrl+s")
        await walker.write(str(path))
        saved = load(path)
        assert saved.players[0].stacks == {parse_field("b2"): 2}
        assert saved.segments == LITTLE.segments
        await walker.press("escape")
        walker.on(StartScreen)


async def test_another_file_is_overwritten_only_after_asking(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(BOARD)
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await walker.press("ctrl+s")
        await walker.write(str(path))
        walker.on(Dialog)
        await walker.press("enter")
        assert path.read_text() == BOARD
        await walker.press("ctrl+s")
        await walker.write(str(path))
        await walker.press("r")
        assert len(load(path).segments) == 2


async def opened(walker: Walker, path: Path) -> None:
    await walker.press("o", "slash")
    await walker.write(str(path))


async def test_file_changed_on_disk_is_overwritten_only_after_asking(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(BOARD)
    async with walking(screen=editor) as walker:
        await opened(walker, path)
        changed = BOARD.replace("{", "{ ", 1)
        path.write_text(changed)
        await walker.press("P", "ctrl+s", "enter")
        assert "the file changed on disk" in walker.text("text")
        await walker.press("enter")
        assert path.read_text() == changed
        await walker.press("ctrl+s", "enter", "r")
        assert len(load(path).players) == 1
        await walker.press("P", "ctrl+s", "enter")
        assert len(load(path).players) == 2


async def test_opened_game_is_not_overwritten_by_its_start(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    async with walking(screen=editor) as walker:
        await opened(walker, path)
        assert "its turns and comments were not copied" in walker.text("message")
        await walker.press("ctrl+s")
        await walker.write(str(path))
        walker.on(Dialog)
        await walker.press("enter")
        assert path.read_text() == GAME


async def test_leaving_asks_only_about_unsaved_changes() -> None:
    async with walking() as walker:
        await walker.press("e", "n", "escape")
        walker.on(Dialog)
        await walker.press("enter")
        walker.on(EditorScreen)
        await walker.press("escape", "d")
        walker.on(StartScreen)


async def test_game_starts_on_the_edited_board() -> None:
    async with walking(screen=lambda: editor(parse_template("hexagon:2 2"))) as walker:
        await walker.press("b")
        walker.on(NewGameScreen)
        await walker.press("enter")
        assert len(walker.on(PlayScreen).document.game.start.board) == 49


async def test_game_with_a_player_without_stones_is_started_on_request() -> None:
    board = parse_template("hexagon:2 3")
    first, second, third = board.players
    emptied = replace(board, players=(first, second, third._replace(stacks=FrozenMap())))
    async with walking(screen=lambda: editor(emptied)) as walker:
        await walker.press("b")
        walker.on(EditorScreen)
        assert "no stones yet: " in walker.text("message")
        assert "press b again to start all the same" in walker.text("message")
        await walker.press("b")
        walker.on(NewGameScreen)


async def test_invalid_board_cannot_start_a_game() -> None:
    async with walking(screen=editor) as walker:
        await walker.press("b")
        walker.on(EditorScreen)
        assert "cannot start a game yet" in walker.text("message")


async def test_game_that_would_be_over_at_once_is_not_started() -> None:
    async with walking(screen=editor) as walker:
        await walker.press("n", "P", "2", "w", "w", "P", "b")
        walker.on(EditorScreen)
        assert "ends the game before turn 1" in walker.text("message")
        assert "no stones yet: Steelblue" in walker.text("message")


async def test_absent_fields_do_not_connect_two_islands() -> None:
    apart = add_segments(Draft(), [parse_segment("B2"), parse_segment("H8")])
    async with walking(screen=lambda: editor(apart)) as walker:
        await walker.press("P")
        await go(walker, "b2")
        await walker.press("1", "P")
        await go(walker, "h8")
        await walker.press("1", "b")
        walker.on(EditorScreen)
        assert "ends the game before turn 1" in " ".join(walker.text("side").split())


async def test_counts_of_one_are_singular() -> None:
    async with walking(screen=editor) as walker:
        await walker.press("n", "P", "1")
        assert "1 segment, 7 fields" in walker.text("side")
        assert "1 stones" not in walker.text("side")


async def test_r1_3_names_outside_the_range_are_reported_and_shifted() -> None:
    draft = add_segments(LITTLE, [Field(0, -1)])
    async with walking(screen=lambda: editor(draft)) as walker:
        assert "warning" in walker.text("side")
        await walker.press("z")
        assert "warning" not in walker.text("side")
        assert min(place.x for place in draft_of(walker).fields) == 1


def test_canvas_surrounds_the_board_except_below_the_first_row() -> None:
    canvas = make_canvas(LITTLE)
    assert Field(9, 9) not in canvas.absent
    assert parse_field("e4") in canvas.absent
    assert all(place.x > 0 and place.y > 0 for place in canvas.absent)
    assert not canvas.absent & set(LITTLE.fields)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.NONE])
async def test_editor_fits_every_terminal(size: tuple[int, int], depth: Colors) -> None:
    async with walking(size=size, depth=depth, screen=editor) as walker:
        assert lines_fit(walker.app, size)
        await walker.press("n", "question_mark")
        walker.on(Dialog)


NOTATION = "pos1:triangle2:A,2.,A2,2.,b3,14.:2A"


async def paste(walker: Walker, text: str) -> None:
    screen = walker.on(EditorScreen)
    before = screen.state, walker.text("message")
    screen.board.post_message(Paste(text))
    await walker.until(lambda: (screen.state, walker.text("message")) != before)


def drawn(notation: str, style: Style = Style.SPEC) -> str:
    return str(draw(parse_position(notation), style, look=Look(letters="CS")))


@pytest.mark.parametrize(
    "text",
    [
        NOTATION,
        f"  {NOTATION}\n",
        *(drawn(NOTATION, style) for style in (Style.SPEC, Style.MIDDLE, Style.COMPACT)),
        drawn(NOTATION).replace("\n", "\r"),
        f"\n{drawn(NOTATION)}\n\nAt the start. Crimson is to move.\n",
    ],
)
async def test_pasted_board_replaces_the_draft_as_one_edit(text: str) -> None:
    async with walking(screen=lambda: editor(LITTLE)) as walker:
        await paste(walker, text)
        position = parse_position(NOTATION)
        draft = draft_of(walker)
        assert Board(draft.segments) == position.board
        assert [dict(player.stacks) for player in draft.players] == [
            dict(position.stacks(player)) for player in range(2)
        ]
        assert "Ready" in walker.text("side")
        assert walker.text("message").strip() == "board pasted"
        await walker.press("u")
        assert draft_of(walker) == LITTLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "not pasted: not a board: 'hello' (expected a position such as 'pos1:hex"),
        ("pos1:triangle2:A,9x:2A", "not pasted: not a run of fields: '9x' (expected for example"),
        ("pos1:triangle2", "not pasted: not a position: 'pos1:triangle2' (expected four parts"),
        (drawn(NOTATION).replace("2C", "2?", 1), "line 16, column 20: not a stack or a name: '2?'"),
        (drawn(NOTATION)[:-9], "(expected whole fields or axes)"),
        ("/\\" * 200_000, "of at most 200000 characters"),
        ("/\x1b[2J\\", "not pasted: line 1, column 1: unexpected"),
    ],
)
async def test_unreadable_paste_changes_nothing_and_says_why(text: str, message: str) -> None:
    async with walking(screen=lambda: editor(LITTLE), size=(200, 24)) as walker:
        await paste(walker, text)
        assert message in walker.text("message")
        assert draft_of(walker) == LITTLE


async def test_pasting_reports_a_player_to_move_that_a_start_cannot_have() -> None:
    async with walking(screen=editor) as walker:
        await paste(walker, "pos1:triangle2::2B")
        assert "board pasted; a game on it starts with player 1, not 2" in walker.text("message")


@pytest.mark.parametrize(
    ("letters", "own", "seats"),
    [
        ("AB", "", (0, 1)),
        ("AB", "BA", (0, 1)),
        ("CS", "", (0, 1)),
        ("SC", "SC", (0, 1)),
        ("SY", "CSOY", (1, 3)),
        ("ZX", "", (1, 0)),
        ("CD", "", (2, 3)),
    ],
)
def test_letters_of_a_drawing_become_players(
    letters: str, own: str, seats: tuple[int, int]
) -> None:
    start = parse_position("pos1:B2:A,.,B,4.:2A")
    position = parse_pasted(str(draw(start, look=Look(letters=letters))), own)
    assert position.stacks(seats[0]) == start.stacks(0)
    assert position.stacks(seats[1]) == start.stacks(1)


def test_drawing_with_too_many_players_is_refused() -> None:
    drawing = str(draw(parse_position("pos1:B2:7A:2A")))
    for letter in "BCDEFG":
        drawing = drawing.replace("1A", f"1{letter}", 1)
    with pytest.raises(SetupError):
        parse_pasted(drawing)


def test_pasted_board_may_be_in_pieces() -> None:
    notation = "pos1:A1+M20:7A,7B:2A"
    assert parse_pasted(str(draw(parse_position(notation)))).notation == notation
