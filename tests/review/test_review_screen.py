"""The review screen under a pilot: every key of the help page does what it says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import TextArea

from atlantis_core.positions.grid import Field, format_moves, parse_field, parse_moves
from atlantis_core.review.game_statistics import TurnFacts
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.variations import MAIN
from atlantis_core.rules.game import Game
from atlantis_core.rules.turns import legal_moves
from atlantis_core.transcript import load
from atlantis_core.transcript.model import Transcript, Variation
from atlantis_core.transcript.writer import dumps
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.review.field_history import FieldHistory
from atlantis_tui.review.help import GROUPS
from atlantis_tui.review.panels import figure_columns
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.review.try_screen import TryScreen
from atlantis_tui.settings.arguments import Arguments
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.key_table import key_page
from atlantis_tui.widgets.text_lines import TextLines
from tests.review.games import recorded, transcript_of, tree_of

FINISHED = "f17_4p"
LONG = "g04_hexagon3_3p_ccc"


def write_game(tmp_path: Path, game: Game, last: int | None = None) -> Path:
    """A file with the first turns of a game."""
    transcript = transcript_of(game)
    return write(tmp_path, transcript.with_turns(transcript.turns[:last]))


def write(tmp_path: Path, transcript: Transcript) -> Path:
    path = tmp_path / "game.json"
    path.write_text(dumps(transcript), encoding="utf-8")
    return path


@asynccontextmanager
async def opened(
    path: Path,
    turn: int | None = None,
    size: tuple[int, int] = (120, 40),
    depth: Colors = Colors.TRUE,
    options: Options | None = None,
) -> AsyncIterator[tuple[Pilot[None], ReviewScreen]]:
    """Run the app as `atlantis FILE#TURN` does."""
    place = None if turn is None else Place(MAIN, turn)
    app = AtlantisApp(Arguments(path, place, None, (), {}), options or Options(), depth)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        yield pilot, screen


def top(pilot: Pilot[None]) -> Screen[object]:
    """The visible screen."""
    return pilot.app.screen


def is_playing(screen: ReviewScreen) -> bool:
    return screen.autoplay.is_playing


def is_shown(widget: Widget) -> bool:
    return widget.display


def is_inside(screen: ReviewScreen) -> bool:
    return screen.review.is_inside_turn


def pinned(screen: ReviewScreen) -> str:
    return str(screen.view.pinned)


def is_asking(screen: ReviewScreen) -> bool:
    """Whether the panel shows the history of a field."""
    return screen.history.is_open


def text_of(screen: Screen[None], name: str) -> str:
    """Text of a widget; for the message, including its overflow lines."""
    text = screen.query_one(name, TextLines).text
    above = screen.query_one("#overflow", TextLines)
    if name == "#message" and above.display:
        text = f"{above.text}\n{text}".replace("\n ", " ")
    return text


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type a line after the colon."""
    await press(pilot, "colon")
    for character in text:
        await pilot.press({" ": "space", "-": "minus", "/": "slash"}.get(character, character))
    await press(pilot, "enter")


async def test_finished_game_opens_at_its_end(tmp_path: Path) -> None:
    game = recorded(FINISHED)
    async with opened(write_game(tmp_path, game)) as (_, screen):
        assert screen.review.turn == game.turn_number
        assert f"turn {game.turn_number}/{game.turn_number}" in text_of(screen, "#title")
        assert "Game over" in text_of(screen, "#message")


async def test_file_with_a_turn_number_opens_at_that_turn(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG)), 7) as (_, screen):
        assert screen.review.turn == 7
        assert "turn 7/" in text_of(screen, "#title")


async def test_keys_move_by_turns_steps_and_marks(tmp_path: Path) -> None:
    game = recorded(LONG)
    last = game.turn_number
    async with opened(write_game(tmp_path, game), 5) as (pilot, screen):
        walk = screen.review
        await press(pilot, "right", "l")
        assert walk.turn == 7
        await press(pilot, "left", "h", "h")
        assert walk.turn == 4
        await press(pilot, "pagedown")
        assert walk.turn == 14
        await press(pilot, "pageup")
        assert walk.turn == 4
        await press(pilot, "end")
        assert walk.turn == last
        await press(pilot, "right", "down")
        assert walk.turn == last
        await press(pilot, "up")
        assert walk.turn == last - 1
        await press(pilot, "home", "up", "left")
        assert walk.turn == 0
        await press(pilot, "right_square_bracket")
        assert (walk.turn, walk.step) == (1, 1)
        await press(pilot, "n")
        first = walk.turn
        assert first in {moment.turn for moment in walk.moments()}
        await press(pilot, "n", "N")
        assert walk.turn == first
        await press(pilot, "full_stop")
        assert walk.turn > first
        assert walk.position == screen.review.line.position_after(walk.turn)


async def test_steps_of_a_turn_are_described_and_marked(tmp_path: Path) -> None:
    game = recorded(LONG)
    turn = next(n for n in range(1, game.turn_number) if len(game.report(n).waves) > 1)
    async with opened(write_game(tmp_path, game), turn - 1) as (pilot, screen):
        await press(pilot, "right_square_bracket")
        assert "move 1 of" in text_of(screen, "#title")
        moved = game.report(turn).moves[0].move
        assert {moved.source, moved.destination} <= set(screen.board.marks)
        while is_inside(screen):
            await press(pilot, "right_square_bracket")
        assert screen.review.position == game.position_after(turn)
        await press(pilot, "left_square_bracket")
        assert is_inside(screen)
        await press(pilot, "left")
        assert screen.review.turn == turn - 1


async def test_typed_turn_number_goes_there(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG))) as (pilot, screen):
        await typed(pilot, "12")
        assert screen.review.turn == 12
        await typed(pilot, "9999")
        assert screen.review.turn == 12
        assert "there is no turn 9999" in text_of(screen, "#message")
        await pilot.press("escape")
        assert pilot.app.screen is screen, "Escape takes the complaint away"
        assert "9999" not in text_of(screen, "#message")
        await typed(pilot, "9999")
        await typed(pilot, "quit")
        assert pilot.app.screen is not screen


async def test_click_in_the_turn_list_goes_there(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG)), 12) as (pilot, screen):
        listed = text_of(screen, "#side").splitlines()
        line = next(number for number, text in enumerate(listed) if text.startswith("   9 "))
        await pilot.click("#side", offset=(8, line))
        await pilot.pause()
        assert screen.review.turn == 9


async def test_marks_and_turning_points_are_found_in_the_background(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG))) as (pilot, screen):
        while screen.review.turning_points is None:
            await pilot.pause(0.01)
        assert screen.review.statistics.is_complete
        signs = set(screen.view.timeline.text.splitlines()[-1])
        assert "*" in signs
        assert not screen.review.turning_points or "%" in signs


async def test_mouse_drag_on_the_timeline_changes_the_turn(tmp_path: Path) -> None:
    game = recorded(LONG)
    async with opened(write_game(tmp_path, game)) as (pilot, screen):
        await pilot.click("#timeline", offset=(2, 0))
        assert screen.review.turn == 0
        await pilot.mouse_down("#timeline", offset=(40, 0))
        await pilot.hover("#timeline", offset=(80, 1))
        await pilot.mouse_up("#timeline", offset=(80, 1))
        assert screen.review.turn == screen.view.timeline.place_at(80)
        marks = screen.view.timeline.text.splitlines()[-1]
        assert "*" in marks


async def test_autoplay_pauses_on_any_key_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speeds = "atlantis_tui.review.autoplay.SPEEDS"
    monkeypatch.setattr(speeds, (60.0,) * 5)
    game = recorded(FINISHED)
    async with opened(write_game(tmp_path, game), 0) as (pilot, screen):
        await press(pilot, "space")
        assert is_playing(screen)
        await press(pilot, "plus", "plus", "minus")
        assert screen.autoplay.speed == 3
        await press(pilot, "x")
        assert not is_playing(screen)
        monkeypatch.setattr(speeds, (0.01,) * 5)
        await press(pilot, "space")
        while is_playing(screen):
            await pilot.pause(0.01)
        assert screen.review.turn == game.turn_number
        monkeypatch.setattr(speeds, (60.0,) * 5)
        await press(pilot, "space")
        assert screen.review.turn == 0


async def test_field_history_lists_events_and_goes_to_them(tmp_path: Path) -> None:
    game = recorded(LONG)
    field = game.report(9).moves[0].move.destination
    async with opened(write_game(tmp_path, game), 9) as (pilot, screen):
        screen.board.cursor = field
        await press(pilot, "enter")
        assert is_asking(screen)
        told = text_of(screen, "#side")
        assert f"Why {field}" in told
        assert "arrives from" in told or "arrive from" in told
        await press(pilot, "down", "down", "up")
        event = screen.history.event
        await press(pilot, "enter")
        assert screen.review.turn == event.turn
        await press(pilot, "escape")
        assert not is_asking(screen)
        await typed(pilot, f"why {field}")
        assert is_asking(screen)


def test_field_history_is_right_at_every_step() -> None:
    walk = ReplayCursor(tree_of(recorded(FINISHED)), Place(MAIN, 0))
    history, touched, cut_short = FieldHistory(walk), 0, 0
    while walk.step_forward():
        for field in walk.touched:
            history.open(field)
            assert history.event.after == walk.position[field]
            assert history.event.turn == walk.turn
            assert history.event.step == walk.step
            at_end = walk.line.position_after(walk.turn)[field]
            cut_short += at_end != walk.position[field]
            touched += 1
    assert touched > cut_short > 0


async def test_field_history_heading_describes_the_shown_step(tmp_path: Path) -> None:
    walk = ReplayCursor(tree_of(recorded(FINISHED)), Place(MAIN, 0))
    while not (walk.is_inside_turn and walk.touched and _changes_again(walk, walk.touched[0])):
        assert walk.step_forward()
    field, place, step = walk.touched[0], walk.place, walk.step
    async with opened(write_game(tmp_path, recorded(FINISHED)), place.turn) as (pilot, screen):
        screen.controls.go(place, step)
        screen.board.cursor = field
        await press(pilot, "enter")
        inside = screen.history.heading(screen.view.player_list.cast)
        assert inside[:20] in text_of(screen, "#side")
        await press(pilot, "right")
        assert not is_inside(screen)
        whole = screen.history.heading(screen.view.player_list.cast)
        assert whole != inside
        assert whole[:20] in text_of(screen, "#side")


def _changes_again(walk: ReplayCursor, field: Field) -> bool:
    """Whether a field differs between the shown step and the end of the turn."""
    return walk.line.position_after(walk.turn)[field] != walk.position[field]


async def test_comments_are_written_edited_deleted_and_saved(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG))
    async with opened(path, 3) as (pilot, screen):
        await press(pilot, "c")
        await press(pilot, *"good", "ctrl+s")
        assert load(path).annotations.comments == {3: "good"}
        assert "good" in text_of(screen, "#side")
        await press(pilot, "c", *"!?", "ctrl+s")
        assert load(path).annotations.comments == {3: "good!?"}
        await press(pilot, "c", *"never", "escape")
        assert load(path).annotations.comments == {3: "good!?"}
        await press(pilot, "c")
        pilot.app.screen.query_one(TextArea).text = " "
        await press(pilot, "ctrl+s")
        assert load(path).annotations.comments == {}


async def test_tags_are_edited_as_lines(tmp_path: Path) -> None:
    path = write(tmp_path, transcript_of(recorded(FINISHED)).with_tag("round", 3))
    async with opened(path) as (pilot, screen):
        await press(pilot, "T")
        area = pilot.app.screen.query_one(TextArea)
        assert "round: 3" in area.text
        area.text = area.text.replace("event: ", "event: Spring: Cup")
        await press(pilot, "ctrl+s")
        assert load(path).annotations.tags == {"round": 3, "event": "Spring: Cup"}
        await press(pilot, "T")
        pilot.app.screen.query_one(TextArea).text = "nonsense"
        await press(pilot, "ctrl+s")
        assert "not a tag" in text_of(screen, "#message")


async def test_tag_editor_opens_on_an_empty_line(tmp_path: Path) -> None:
    path = write(tmp_path, transcript_of(recorded(FINISHED)).with_tag("round", 3))
    async with opened(path) as (pilot, _):
        await press(pilot, "T", *"Anna: x", "ctrl+s")
        assert load(path).annotations.tags == {"round": 3, "Anna": "x"}


async def test_escape_removes_the_message_about_a_comparison(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG))) as (pilot, screen):
        await press(pilot, "b")
        assert "comparing with" in text_of(screen, "#message")
        await press(pilot, "escape")
        assert "comparing with" not in text_of(screen, "#message")


async def test_slash_searches_comments_tags_and_turns(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG))
    async with opened(path, 7) as (pilot, screen):
        screen.carry_out("comment A splendid chain")
        screen.carry_out("tag event Splendid Cup")
        for start in (0, 9):
            screen.carry_out(str(start))
            await press(pilot, "slash", *"splendid", "enter")
            assert screen.review.turn == 7
            assert "found 1 of 1: turn 7" in text_of(screen, "#message")
        await press(pilot, "slash", *"nowhere", "enter")
        assert "'nowhere' is in no comment, tag or turn" in text_of(screen, "#message")


async def comment_in_conflict(pilot: Pilot[None], path: Path, turn: int) -> None:
    """Comment turn 4 after another program has commented a turn and played one more; Ctrl+S."""
    theirs = transcript_of(recorded(LONG))
    write(path.parent, theirs.with_turns(theirs.turns[:7]).with_comment(turn, "theirs"))
    await press(pilot, "c", *"mine", "ctrl+s", "ctrl+s")


async def test_conflict_offers_to_take_over_the_other_version(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG), last=6)
    async with opened(path, 4) as (pilot, screen):
        await comment_in_conflict(pilot, path, 4)
        assert isinstance(pilot.app.screen, Dialog)
        await press(pilot, "t")
        assert "reloaded from disk; press u" in text_of(screen, "#message")
        assert screen.review.tree.main.turn_number == 7
        assert screen.review.tree.comment(screen.review.place) == "theirs"
        assert load(path).annotations.comments == {4: "theirs"}
        assert not screen.edits.has_unsaved
        await press(pilot, "u")
        assert load(path).annotations.comments == {4: "mine"}
        assert len(load(path).turns) == 6


async def test_conflict_offers_to_merge_comments_into_the_other_version(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG), last=6)
    async with opened(path, 4) as (pilot, screen):
        await comment_in_conflict(pilot, path, 2)
        await press(pilot, "m")
        assert "reloaded from disk, with your changes" in text_of(screen, "#message")
        assert load(path).annotations.comments == {2: "theirs", 4: "mine"}
        assert len(load(path).turns) == screen.review.tree.main.turn_number == 7
        assert not screen.edits.has_unsaved


async def test_conflict_with_a_broken_file_offers_only_to_overwrite(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG), last=6)
    async with opened(path, 4) as (pilot, screen):
        path.write_text("{", encoding="utf-8")
        await press(pilot, "c", *"mine", "ctrl+s", "ctrl+s", "t", "m")
        assert isinstance(pilot.app.screen, Dialog)
        await press(pilot, "o")
        assert load(path).annotations.comments == {4: "mine"}
        assert not screen.edits.has_unsaved


async def test_trying_a_turn_adds_a_variation(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG))
    async with opened(path, 4) as (pilot, screen):
        await press(pilot, "t")
        trying = pilot.app.screen
        assert isinstance(trying, TryScreen)
        move = trying.document.game.legal_moves()[0]
        trying.board.add((move,))
        await press(pilot, "t")
        assert top(pilot) is screen
        assert str(screen.review.place) == "5.1/5"
        (variation,) = load(path).annotations.variations
        assert format_moves(variation.turns[0]) == str(move)
        assert "5.1" in text_of(screen, "#side")
        await press(pilot, "t", "t")
        assert str(screen.review.place) == "5.1/6"
        await press(pilot, "m")
        assert str(screen.review.place) == "4"
        await press(pilot, "v")
        assert str(screen.review.place) == "5.1/5"
        await press(pilot, "t", "escape")
        assert str(screen.review.place) == "5.1/5"


async def test_nested_variations_are_deleted_and_promoted(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG), last=10)
    async with opened(path, 10) as (pilot, screen):
        await typed(pilot, "pass")
        await typed(pilot, "pass")
        assert str(screen.review.place) == "11.1/12"
        await press(pilot, "left")
        move = _first_move(screen)
        await typed(pilot, move)
        assert str(screen.review.place) == "11.1/12.1/12"
        await press(pilot, "c", *"deep", "ctrl+s")
        outer = load(path).annotations.variations[0]
        assert outer.variations[0].comments == {12: "deep"}
        await press(pilot, "X", "enter")
        assert len(load(path).annotations.variations[0].variations) == 1
        await press(pilot, "X", "d")
        assert load(path).annotations.variations[0].variations == ()
        assert str(screen.review.place) == "11.1/11"
        await press(pilot, "P", "p")
        kept = load(path)
        assert len(kept.turns) == 12
        assert kept.annotations.variations == ()
        await press(pilot, "P")
        assert "main line" in text_of(screen, "#message")
        await press(pilot, "escape")
        playing = top(pilot)
        assert isinstance(playing, PlayScreen)
        assert playing.document.game.turn_number >= 12


def _first_move(screen: ReviewScreen) -> str:
    from atlantis_core.rules.turns import legal_moves  # noqa: PLC0415 - only here

    return str(legal_moves(screen.review.position)[0])


async def test_promoting_in_a_finished_game_is_refused(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(FINISHED))
    with_moves = next(n for n, moves in enumerate(recorded(FINISHED).turns) if moves)
    async with opened(path, with_moves) as (pilot, screen):
        await typed(pilot, "pass")
        assert screen.review.path
        await press(pilot, "P", "p")
        assert "the game is over" in text_of(screen, "#message")
        assert load(path).turns == transcript_of(recorded(FINISHED)).turns


async def test_comparison_shows_two_boards_or_marks(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(FINISHED))
    async with opened(path, 3, size=(160, 50)) as (pilot, screen):
        await press(pilot, "b", "right", "right")
        assert is_shown(screen.view.other)
        assert "against 3" in text_of(screen, "#title")
        before, after = screen.review.line.position_after(3), screen.review.position
        differing = {field for field in before.board if before[field] != after[field]}
        assert text_of(screen, "#message").startswith(f" {len(differing)} fields of 3 and 5 differ")
        assert differing <= set(screen.board.marks)
        assert differing <= set(screen.view.other.marks)
        await press(pilot, "escape")
        assert pinned(screen) == "None"
        assert not is_shown(screen.view.other)
        await typed(pilot, "compare 1")
        assert pinned(screen) == "1"


async def test_comparison_ends_when_an_undo_removes_its_turn(tmp_path: Path) -> None:
    """Painting a comparison with a deleted variation ended the app."""
    async with opened(write_game(tmp_path, recorded(LONG)), 4) as (pilot, screen):
        await press(pilot, "t", "t", "b")
        assert pinned(screen) == "5.1/5"
        await press(pilot, "left", "u")
        assert pinned(screen) == "None"
        await press(pilot, "R", "right")
        assert str(screen.review.place) == "5.1/5"


async def test_field_history_loses_events_that_an_undo_removes(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG)), 4) as (pilot, screen):
        move = legal_moves(screen.review.position)[0]
        screen.try_turn((move,))
        screen.controls.open_history(move.destination)
        assert screen.history.event.turn == screen.review.turn == 5
        await press(pilot, "u")
        assert screen.history.event.turn < 5
        await press(pilot, "enter")
        assert screen.review.turn == screen.history.event.turn


async def test_chart_gives_no_room_to_figures_that_are_always_zero(tmp_path: Path) -> None:
    game = recorded(LONG)
    opening = Game(game.start)
    for turn in game.turns[:3]:
        opening.play(turn)
    async with opened(write_game(tmp_path, opening), 3) as (pilot, screen):
        await press(pilot, "g")
        drawn = screen.view.chart.text.splitlines()
        headings = [line for line in drawn if "after turn" in line]
        assert [line.split()[0] for line in headings] == ["stones"]
        assert drawn[-1].strip() == "0", "the only figure fills the chart"


async def test_chart_shows_all_players_and_follows_the_turn(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG))) as (pilot, screen):
        await press(pilot, "g")
        assert screen.view.chart.display
        assert not screen.board.display
        drawn = screen.view.chart.text
        assert all(heading in drawn for heading in ("stones", "secured", "leading"))
        assert all(letter in drawn for letter in screen.view.player_list.cast.letters)
        await press(pilot, "left")
        assert screen.review.turn == screen.review.line.turn_number - 1
        assert screen.view.chart.text != drawn
        await press(pilot, "escape")
        assert screen.board.display


@pytest.mark.parametrize(
    ("words", "begins"),
    [("board.svg", "<svg"), ("board.txt compact", "Turn"), ("board.txt", "Turn")],
)
async def test_export_writes_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, begins: str
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(write_game(tmp_path, recorded(FINISHED))) as (pilot, screen):
        await press(pilot, "o")
        for character in words:
            await pilot.press({" ": "space", ".": "full_stop"}.get(character, character))
        await press(pilot, "enter")
        await screen.workers.wait_for_complete()
        written = (tmp_path / words.split(maxsplit=1)[0]).read_text(encoding="utf-8")
        assert written.startswith(begins)
        said = " ".join(text_of(screen, name).strip() for name in ("#overflow", "#message"))
        assert f"exported to {tmp_path}" in said
        screen.carry_out(f"export {words}")
        await screen.workers.wait_for_complete()
        assert "already exists" in text_of(screen, "#message")


async def test_turn_and_board_are_copied_to_the_clipboard(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG)), 6) as (pilot, screen):
        await press(pilot, "y")
        assert pilot.app.clipboard == format_moves(recorded(LONG).turns[5])
        await press(pilot, "Y")
        assert len(pilot.app.clipboard.splitlines()) > 10
        await press(pilot, "home", "y")
        assert "no moves" in text_of(screen, "#message")


async def test_typed_commands_of_the_dialogue_are_answered(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG)), 12) as (pilot, screen):
        await typed(pilot, "players")
        assert isinstance(top(pilot), Dialog)
        await press(pilot, "enter")
        await typed(pilot, "nonsense")
        assert "not a command" in text_of(screen, "#message")
        await typed(pilot, "next 2")
        assert screen.review.turn == 14
        await typed(pilot, "comment yes")
        assert screen.review.tree.comment(screen.review.place) == "yes"


async def test_v_reviews_a_running_game_and_escape_returns(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG), last=10)
    app = AtlantisApp(Arguments(path, None, None, (), {}), Options(animation=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        playing = app.screen
        assert isinstance(playing, PlayScreen)
        await press(pilot, "v")
        assert isinstance(top(pilot), ReviewScreen)
        await press(pilot, "left", "escape")
        assert top(pilot) is playing


async def test_failed_save_is_reported_and_asked_about_on_leaving(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(FINISHED))
    async with opened(path) as (pilot, screen):
        path.write_text(path.read_text(encoding="utf-8") + " ", encoding="utf-8")
        await press(pilot, "c", *"hm", "ctrl+s")
        assert "not saved" in text_of(screen, "#message")
        await press(pilot, "ctrl+q")
        assert isinstance(top(pilot), Dialog)
        await press(pilot, "escape")
        assert top(pilot) is screen
        await press(pilot, "ctrl+s", "enter")
        assert not load(path).annotations.comments
        screen.carry_out(f"save as {tmp_path / 'other.json'}")
        assert "saved: other.json" in text_of(screen, "#message")
        assert load(tmp_path / "other.json").annotations.comments
        screen.carry_out(f"save as {path}")
        assert "already" in text_of(screen, "#message")


async def test_changed_file_can_be_overwritten_after_asking(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(FINISHED))
    async with opened(path) as (pilot, screen):
        path.write_text(path.read_text(encoding="utf-8") + " ", encoding="utf-8")
        await press(pilot, "c", *"hm", "ctrl+s")
        await press(pilot, "ctrl+s", "o")
        assert "saved: game.json" in text_of(screen, "#message")
        assert load(path).annotations.comments == {recorded(FINISHED).turn_number: "hm"}


async def test_illegal_variations_are_shown_up_to_the_illegal_turn(
    tmp_path: Path,
) -> None:
    transcript = transcript_of(recorded(FINISHED))
    bad = parse_moves("a1-zz9")
    first = next(n for n, moves in enumerate(transcript.turns) if moves)
    variations = (
        Variation(first + 1, (bad, ())),
        Variation(first + 1, ((), bad, ())),
    )
    notes = transcript.annotations.with_variations(variations)
    path = write(tmp_path, transcript.with_annotations(notes))
    async with opened(path, first) as (pilot, screen):
        for _ in range(4):
            await press(pilot, "v", "right", "down", "left", "right_square_bracket")
        await press(pilot, "v")
        assert screen.review.tree.transcript.annotations.variations == variations
        await press(pilot, "home", "end", "n", "N", "g", "g")
        assert screen.review.turn >= 0


async def test_control_characters_in_names_and_comments_are_not_sent(tmp_path: Path) -> None:
    transcript = transcript_of(recorded(FINISHED))
    hostile = "[bold]x[/bold]\x1b[31m\u202e\u0007"
    transcript = transcript.with_player(0, name=hostile).with_comment(2, hostile)
    path = write(tmp_path, transcript.with_tag("event", hostile))
    async with opened(path, 2) as (pilot, screen):
        shown = text_of(screen, "#side") + text_of(screen, "#title")
        assert "[bold]x[/bold]" in shown
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        await press(pilot, "c")
        assert "\x1b" not in pilot.app.screen.query_one(TextArea).text
        await press(pilot, "ctrl+s")
        assert load(path).annotations.comments == {2: hostile}


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60), (300, 100)])
@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.FEW, Colors.NONE])
async def test_every_size_and_colour_depth_is_drawn(
    tmp_path: Path, size: tuple[int, int], depth: Colors
) -> None:
    path = write_game(tmp_path, recorded(LONG))
    async with opened(path, 8, size, depth) as (pilot, screen):
        await press(pilot, "right", "enter", "enter", "g", "g", "p", "p", "b", "left", "escape")
        assert screen.review.turn in {8, 9}
        assert screen.board.size.height >= min(size[1] - 6, 4)


async def test_ascii_mode_draws_only_ascii(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(LONG))
    async with opened(path, 8, options=Options(ascii=True)) as (_, screen):
        assert screen.view.timeline.text.isascii()


async def test_board_without_players_is_not_reviewed(tmp_path: Path) -> None:
    board = Transcript(transcript_of(recorded(FINISHED)).segments)
    app = AtlantisApp(Arguments(write(tmp_path, board), None, None, (), {}), Options())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not isinstance(app.screen, ReviewScreen)


async def test_help_lists_the_keys(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(FINISHED))) as (pilot, _):
        await press(pilot, "question_mark")
        assert isinstance(top(pilot), Dialog)
        shown = pilot.app.screen.query_one("#text", TextLines).text
        assert "Step of the turn: previous, next" in shown


def test_help_explains_similar_symbols_separately() -> None:
    lines = TextLines(*key_page(GROUPS, 80)).text.splitlines()
    at = lines.index("Symbols in the turn list"), lines.index("Symbols on the timeline")
    listed, timeline = lines[at[0] : at[1]], lines[at[1] :]
    figures = TurnFacts(explosions=6, waves=1, eliminated=2, lost=3)
    assert figure_columns(figures, 40) == "    6   2    3"
    assert figure_columns(figures, 30) == "    6"
    assert figure_columns(None, 30).isspace()
    assert any(line.startswith("expl won lost ") and "explosions" in line for line in listed)
    assert any(line.split()[:1] == ["!"] and "the only good turn" in line for line in listed)
    assert any(line.split() == ["%", "turning", "point"] for line in timeline)


async def test_typed_field_moves_the_cursor(tmp_path: Path) -> None:
    async with opened(write_game(tmp_path, recorded(LONG)), 3) as (pilot, screen):
        field = screen.review.position.board.fields[3]
        await typed(pilot, str(field))
        assert screen.board.cursor == field
        await typed(pilot, "zz99")
        assert "there is no field 'zz99'" in text_of(screen, "#message")
        assert parse_field("zz99") not in screen.review.position.board
