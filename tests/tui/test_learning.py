"""The tutorial and the puzzles on the screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlantis_core.learning.attempts import Verdict
from atlantis_core.learning.collection import dump_collection, found_puzzles, puzzles_of_level
from atlantis_core.learning.exercises import ExerciseError, Level
from atlantis_core.learning.library import puzzles, tutorial
from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.turns import play_turn
from atlantis_core.transcript import loads, replay
from atlantis_tui.learn.exercise_screen import ExerciseScreen
from atlantis_tui.learn.learn_screen import LearnScreen
from atlantis_tui.learn.own_puzzles import load_own_puzzles
from atlantis_tui.learn.progress import (
    PuzzleRecord,
    first_unsolved,
    keep_attempt,
    keep_seen,
    keep_solved,
    load_record,
    load_seen,
    load_solved,
    progress_path,
)
from atlantis_tui.play.bars import Mode
from atlantis_tui.rules.rules_screen import RulesScreen
from atlantis_tui.settings.folders import games_folder
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.start.new_game_screen import NewGameScreen
from atlantis_tui.start.opened_file import ExerciseFile, open_path
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import TextLines
from tests.tui.walking import Walker, lines_fit, walking

GAMES = Path(__file__).parents[2] / "transcripts/games"
ALL = (*tutorial(), *puzzles())


def side(walker: Walker) -> str:
    return " ".join(walker.text("side").split())


def verdict(walker: Walker) -> Verdict:
    return walker.on(ExerciseScreen).attempt.verdict


async def type_moves(walker: Walker, text: str) -> None:
    await walker.press("m")
    await walker.write(text)


async def test_list_starts_with_the_first_lesson() -> None:
    async with walking() as walker:
        await walker.press("l")
        walker.on(LearnScreen)
        assert walker.rows.chosen_key == "step 0"
        assert "tutorial 0 of 15, puzzles 0 of 16" in walker.text("head")
        assert "Move your stone" in walker.preview.text
        shown = walker.rows.text
        for heading in ("Tutorial", "Puzzles, easy", "Puzzles, medium", "Puzzles, hard"):
            assert heading in shown


async def test_list_ends_with_the_found_puzzles_of_each_level() -> None:
    first, second, *_ = puzzles_of_level(Level.EXPERT)
    keep_solved(first.name)
    async with walking() as walker:
        await walker.press("l", "end")
        assert walker.rows.chosen_key == "found4 1"
        shown = " ".join(walker.rows.text.split())
        assert "Puzzle of the day" in shown
        assert "easy 0 of 100" in shown
        assert "expert 1 of 100" in shown
        await walker.press("enter")
        assert walker.on(ExerciseScreen).exercise == second
        await walker.press("S", "t")
        assert verdict(walker) is Verdict.SOLVED
        assert "every other turn has been tried" in side(walker)
        await walker.press("escape")
        assert "expert 1 of 100" in " ".join(walker.rows.text.split()), "its solution was shown"


async def test_first_attempts_at_puzzles_make_a_rating_and_a_streak() -> None:
    easy = puzzles_of_level(Level.EASY)[:3]
    async with walking(screen=lambda: ExerciseScreen(easy)) as walker:
        screen = walker.on(ExerciseScreen)
        for exercise in easy[:2]:
            screen.board.add(exercise.solution[0])
            await walker.press("t")
            assert str(load_record()) in walker.text("message")
            await walker.press("enter")
        assert load_record().streak == 2
        rating = load_record().rating
        assert rating > PuzzleRecord().rating
        await walker.press("h")  # a hint counts as not solved, once
        record = load_record()
        assert (record.streak, record.best) == (0, 2)
        assert record.rating < rating
        await walker.press("t", "enter", "S", "t")
        assert verdict(walker) is Verdict.SOLVED
        assert load_record() == record
    async with walking() as walker:
        await walker.press("l")
        assert str(record) in walker.text("head")


def test_lessons_do_not_change_the_puzzle_rating() -> None:
    assert keep_attempt(tutorial()[0], is_solved=False) is None
    assert load_record() == PuzzleRecord()


async def test_collection_of_puzzles_opens_as_exercises(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(dump_collection(found_puzzles()[:5]), encoding="utf-8")
    opened = open_path(path)
    assert isinstance(opened, ExerciseFile)
    assert [one.name for one in opened.exercises()] == [
        one.name for one in puzzles_of_level(Level.EASY)[:5]
    ]


async def test_puzzles_come_from_turns_that_the_user_missed() -> None:
    games_folder().mkdir(parents=True)
    written = json.loads((GAMES / "triangle-4-3-players.json").read_text("utf-8"))
    written.setdefault("annotations", {})["seats"] = ["bot:greedy", "person", "bot:greedy"]
    (games_folder() / "mine.json").write_text(json.dumps(written), encoding="utf-8")
    async with walking() as walker:
        await walker.press("l")
        assert "f finds puzzles in your games" in walker.rows.text
        await walker.press("f")
        await walker.app.workers.wait_for_complete()
        await walker.press("end")
        own = load_own_puzzles()
        assert f"{len(own)} puzzle" in walker.text("head")
        assert walker.rows.chosen_key == "own 0"
        await walker.press("enter")
        assert walker.on(ExerciseScreen).exercises == own
    assert own
    game = replay(loads((GAMES / "triangle-4-3-players.json").read_bytes()))
    positions = game.positions
    for puzzle in own:
        number = positions.index(puzzle.start)
        assert puzzle.player == 1
        assert play_turn(puzzle.start, puzzle.solution[0]).cells != positions[number + 1].cells


@pytest.mark.parametrize(
    ("puzzles", "problem"),
    [
        ("", "there are 0 puzzles"),
        ("[1, 2]", "the list of puzzles is damaged"),
        ('["a", "b", "c", 1, 7]', "the list of puzzles is damaged"),
        ('["pos1:hexagon2:2a,A", "over = 1", "", 1, []]', "puzzle 1: "),
        ('["pos1:hexagon2:2a2,47.:2A", "moons = 1", "", 1, []]', "puzzle 1: "),
        ('[1, "over = 1", "", 1, []]', "puzzle 1: "),
        ('["pos1:hexagon2:A,48.:1A", "areas = 1", "", 1, []]', "puzzle 1: "),
        ('["pos1:hexagon2:A,47.,B:2A", "over = 1", "a1-z9", 9, []]', "puzzle 1: "),
        ('["pos1:hexagon40::2A", "over = 1", "", 1, []]', "puzzle 1: more than 1200 fields"),
    ],
)
def test_damaged_collection_of_puzzles_is_explained(
    tmp_path: Path, puzzles: str, problem: str
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(f'{{"format": "Atlantis puzzles", "puzzles": [{puzzles}]}}')
    opened = open_path(path)
    assert isinstance(opened, ExerciseFile)
    with pytest.raises(ExerciseError, match=problem):
        opened.exercises()


async def test_first_step_is_solved_with_the_keys_of_its_task() -> None:
    async with walking() as walker:
        await walker.press("l", "enter")
        screen = walker.on(ExerciseScreen)
        assert "Press Enter to lift it, w to aim north" in side(walker)
        await walker.press("enter", "w", "enter", "t")
        assert verdict(walker) is Verdict.SOLVED
        assert "Solved!" in side(walker)
        assert load_solved() == {"01-one-step"}
        await walker.press("enter")
        assert screen.exercise.name == "02-two-steps"
        assert verdict(walker) is Verdict.RUNNING


async def test_wrong_turn_is_explained_and_can_be_retried() -> None:
    async with walking() as walker:
        await walker.press("l", "enter", "enter", "a", "enter", "t")
        screen = walker.on(ExerciseScreen)
        assert verdict(walker) is Verdict.MISSED
        assert "The stone went elsewhere" in side(walker)
        await walker.press("enter")
        assert verdict(walker) is Verdict.RUNNING
        assert screen.exercise.name == "01-one-step"
        assert load_solved() == frozenset()
        await walker.press("t")
        assert "You ended the turn without a move" in side(walker)


async def test_illegal_move_shows_the_broken_rule() -> None:
    async with walking() as walker:
        await walker.press("l", "enter")
        await type_moves(walker, "b2-d4")
        assert "moving n fields takes n stones" in walker.text("message")
        assert verdict(walker) is Verdict.RUNNING


async def test_hints_appear_one_by_one_before_the_solution() -> None:
    async with walking(screen=lambda: ExerciseScreen(puzzles(), 1)) as walker:
        screen = walker.on(ExerciseScreen)
        assert "Hint" not in side(walker)
        await walker.press("h")
        assert "Hint 1 of 3" in side(walker)
        await walker.press("h", "H", "h")
        assert screen.hints == 3
        assert "no more hints" in walker.text("message")
        await walker.press("S")
        assert screen.board.entry is not None
        assert format_moves(screen.board.entry.plan.moves) == "d3-d5"
        await walker.press("t")
        assert verdict(walker) is Verdict.SOLVED
        assert "counts as seen" in walker.text("message")
        assert load_seen() == {screen.exercise.name}
        assert load_solved() == frozenset()
        await walker.press("r", "S", "t")
        assert load_solved() == frozenset()


async def test_every_exercise_can_be_solved_on_the_screen() -> None:
    async with walking(screen=lambda: ExerciseScreen(ALL)) as walker:
        screen = walker.on(ExerciseScreen)
        for number, exercise in enumerate(ALL):
            screen.open(number)
            for turn in exercise.solution:
                if turn:
                    assert screen.board.add(turn), exercise.name
                await walker.press("t")
            assert verdict(walker) is Verdict.SOLVED, exercise.name
            assert screen.shown_mode is Mode.OVER
            assert exercise.done.split(maxsplit=1)[0] in side(walker)
    assert len(load_solved()) == len(ALL)


async def test_refuting_reply_is_played_and_described() -> None:
    survive = next(p for p in puzzles() if p.name == "15-stay-alive")
    async with walking(screen=lambda: ExerciseScreen((survive,))) as walker:
        await walker.press("t")
        screen = walker.on(ExerciseScreen)
        assert verdict(walker) is Verdict.REFUTED
        assert screen.document.game.turn_number == 2, "the reply is on the board"
        assert "Blue played" in side(walker)
        assert "at least 1 stone: now 0" in side(walker)


async def test_remaining_turns_count_down() -> None:
    two = next(p for p in puzzles() if p.turns == 2)
    async with walking(screen=lambda: ExerciseScreen((two,))) as walker:
        assert "2 turns left" in side(walker)
        await walker.press("t")
        assert "the last turn" in side(walker)
        await walker.press("t")
        assert verdict(walker) is Verdict.MISSED


async def test_keys_for_next_previous_restart_and_back() -> None:
    async with walking() as walker:
        await walker.press("l", "enter", "n", "n", "N")
        screen = walker.on(ExerciseScreen)
        assert screen.number == 1
        await type_moves(walker, "b2-d4")
        await walker.press("r")
        assert screen.board.entry is not None
        assert not screen.board.entry.plan.moves
        await walker.press("enter", "escape")
        walker.on(ExerciseScreen)
        await walker.press("escape")
        walker.on(LearnScreen)


async def test_last_exercise_returns_to_the_list() -> None:
    async with walking() as walker:
        await walker.press("l")
        walker.rows.choose("puzzle 15")
        await walker.press("enter", "n")
        walker.on(LearnScreen)


async def test_list_tells_exercises_whose_solution_was_read_from_solved_ones() -> None:
    solved, read, *_ = tutorial()
    keep_solved(solved.name)
    keep_seen(solved.name)
    keep_seen(read.name)
    async with walking() as walker:
        await walker.press("l")
        lines = walker.rows.text.splitlines()
        (line,) = [line for line in lines if "solution seen" in line]
        assert read.title in line
        assert "tutorial 1 of 15" in walker.text("head")


async def test_list_shows_solved_exercises_and_selects_the_next() -> None:
    for step in tutorial():
        keep_solved(step.name)
    async with walking() as walker:
        await walker.press("l")
        assert walker.rows.chosen_key == "puzzle 0"
        assert "tutorial 15 of 15" in walker.text("head")
        assert "✓" in walker.rows.text
        assert "solution seen" not in walker.rows.text
        await walker.press("g")
        walker.on(NewGameScreen)


def test_damaged_progress_file_is_ignored() -> None:
    keep_solved("one")
    keep_solved("one")
    assert load_solved() == {"one"}
    assert first_unsolved(tutorial(), frozenset({"01-one-step"})) == 1
    assert first_unsolved(tutorial(), frozenset(step.name for step in tutorial())) == 0
    for damaged in ("{", '{"a": 1}', "[1]"):
        progress_path().write_text(damaged)
        assert load_solved() == frozenset()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_text_of_every_exercise_fits_beside_the_board(size: tuple[int, int]) -> None:
    async with walking(size=size, screen=lambda: ExerciseScreen(ALL)) as walker:
        screen = walker.on(ExerciseScreen)
        for exercise in ALL:
            assert lines_fit(walker.app, size)
            assert exercise.task.split()[-1] in side(walker)
            assert "Plan" in side(walker), "the plan stands below the text"
            if screen.number + 1 < len(ALL):
                await walker.press("n")


async def test_narrow_terminal_shows_the_task_in_a_dialog() -> None:
    async with walking(size=(40, 12), screen=lambda: ExerciseScreen(tutorial())) as walker:
        walker.on(Dialog)
        await walker.press("enter")
        walker.on(ExerciseScreen)
        await walker.press("enter", "w", "enter", "t")
        assert verdict(walker) is Verdict.SOLVED
        await walker.press("i")
        walker.on(Dialog)


async def test_task_dialog_is_wrapped_again_after_a_resize() -> None:
    async with walking(size=(60, 20), screen=lambda: ExerciseScreen(tutorial())) as walker:
        await walker.press("i")
        await walker.pilot.resize_terminal(40, 20)
        await walker.pilot.pause()
        task = walker.on(Dialog).query_one("#text", TextLines).text.splitlines()
        assert max(map(len, task)) <= 32
        assert "Task" in task
        await walker.pilot.resize_terminal(60, 20)
        await walker.pilot.pause()
        again = walker.on(Dialog).query_one("#text", TextLines).text.splitlines()
        assert max(map(len, again)) > 40


@pytest.mark.parametrize("depth", [Colors.FEW, Colors.NONE])
async def test_lessons_work_without_colours(depth: Colors) -> None:
    async with walking(depth=depth, screen=lambda: ExerciseScreen(tutorial())) as walker:
        await walker.press("enter", "w", "enter", "t")
        assert verdict(walker) is Verdict.SOLVED


async def test_r_opens_the_rules() -> None:
    async with walking() as walker:
        await walker.press("l", "r")
        walker.on(RulesScreen)
        await walker.press("escape")
        walker.on(LearnScreen)


@pytest.mark.parametrize("key", ["u", "enter"])
async def test_failed_exercise_is_retried_with_the_shown_keys(key: str) -> None:
    async with walking() as walker:
        await walker.press("l", "enter", "t")
        assert verdict(walker) is Verdict.MISSED
        assert "Enter, u try again" in walker.text("keys")
        assert "go on" not in walker.text("keys")
        assert "Enter to try again" in side(walker)
        await walker.press(key)
        assert verdict(walker) is Verdict.RUNNING
        assert walker.on(ExerciseScreen).number == 0


async def test_solution_is_offered_after_the_last_hint() -> None:
    async with walking(screen=lambda: ExerciseScreen(puzzles(), 1)) as walker:
        assert "h hint" in walker.text("keys")
        await walker.press("h", "h", "h")
        assert "h hint" not in walker.text("keys")
        assert "S solution" in walker.text("keys")
        await walker.press("t")
        assert verdict(walker) is Verdict.MISSED
        assert "S for the solution" in side(walker)
        assert "gives a hint" not in side(walker)
        assert "S solution" in walker.text("keys")


async def test_help_in_an_exercise_does_not_promise_that_hints_plan_moves() -> None:
    async with walking() as walker:
        await walker.press("l", "enter", "question_mark")
        page = walker.on(Dialog).query_one("#text", TextLines).text
    shown = " ".join(page.split())
    assert "Read a hint" in shown
    assert "Plan the solution" in shown
    assert "again to plan it" not in shown
    assert "End the turn" in shown


async def test_list_selects_the_last_opened_exercise() -> None:
    async with walking() as walker:
        await walker.press("l", "enter", "n", "escape")
        walker.on(LearnScreen)
        assert walker.rows.chosen_key == "step 1"
        await walker.press("up", "r", "escape")
        assert walker.rows.chosen_key == "step 0", "what is chosen here stays chosen"


async def test_enter_skips_the_animation_but_not_the_verdict() -> None:
    async with walking(options=Options(animation=True, speed=1)) as walker:
        await walker.press("l", "enter")
        first = walker.on(ExerciseScreen)
        await walker.press("S", "t")
        assert first.player.is_showing
        await walker.press("enter")
        assert first.number == 0
        assert "Press Enter to continue" in walker.text("message"), "the animation is over"
        await walker.press("enter")
        assert first.exercise is first.exercises[1]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_key_line_offers_one_meaning_of_escape(size: tuple[int, int]) -> None:
    async with walking(size=size) as walker:
        await walker.press("l", "enter")
        assert "Esc back" in walker.text("keys")
        await walker.press("enter")
        assert "Esc put back" in walker.text("keys")
        assert walker.text("keys").count("Esc ") == 1
        await walker.press("escape")
        assert "Esc back" in walker.text("keys")
