"""The packaged puzzles that a program found: every proof again, slowly, with the oracle.

The suite verifies a sample; `make verify-puzzles` verifies all of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

import pytest

from atlantis_core.bots.evaluation import rate_turns
from atlantis_core.learning.attempts import Verdict, begin
from atlantis_core.learning.collection import (
    FoundPuzzle,
    as_exercise,
    dump_collection,
    found_puzzles,
    load_collection,
    puzzle_of_the_day,
    puzzles_of_level,
)
from atlantis_core.learning.exercises import Level
from atlantis_core.positions.grid import parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.solving.puzzle_maker import find_puzzle, find_puzzles
from tests import oracle
from tests.commands.running import run
from tests.solving.checking import canonical, worlds_after
from tests.translation import oracle_world

ROOT = Path(__file__).parents[2]
BOARD = ROOT / "transcripts/boards/hexagon-3.json"
EVERY = 1 if os.environ.get("VERIFY_ALL_PUZZLES") else 40
FORESEEING = ("rescue", "ahead")
"""Themes of puzzles whose goal holds after every reply."""


def measure(figure: str, before: oracle.World, after: oracle.World) -> int:
    """A figure of a goal, from the rules alone."""
    player, found = before.to_move, oracle.areas(after)
    match figure:
        case "explosions":
            steps = (oracle.OPEN, oracle.GROWING, oracle.DEAD)
            return sum(
                steps.index(after.state[field]) - steps.index(before.state[field])
                for field in before.segment
            )
        case "eliminated":
            return sum(
                before.stones[field] - after.stones[field]
                for field in before.segment
                if before.player[field] not in (None, player)
                and before.state[field] != oracle.DEAD
                and after.player[field] != player
            ) + sum(
                before.stones[field]
                for field in before.segment
                if before.player[field] not in (None, player)
                and before.state[field] != oracle.DEAD
                and after.player[field] == player
            )
        case "secured":
            return oracle.secured(found, before.players)[player]
        case _:
            scores = oracle.secured(found, before.players)
            return int(oracle.is_over(found) and oracle.ranking(scores)[0] == player)


def winner(world: oracle.World) -> int | None:
    found = oracle.areas(world)
    if not oracle.is_over(found):
        return None
    return oracle.ranking(oracle.secured(found, world.players))[0]


def distinct(worlds: Iterable[oracle.World]) -> list[oracle.World]:
    return list({frozenset(world.contents().items()): world for world in worlds}.values())


def wins_next(world: oracle.World, player: int) -> bool:
    """Whether the player wins at once after every reply."""
    return all(
        winner(reply) == player
        if winner(reply) is not None
        else any(winner(end) == player for end in worlds_after(reply))
        for reply in distinct(worlds_after(world))
    )


def survives(world: oracle.World, player: int) -> bool:
    """Whether the player has a stone after the turn and after every reply."""
    return has_stones(world, player) and all(
        has_stones(end, player) for end in distinct(worlds_after(world))
    )


def has_stones(world: oracle.World, player: int) -> bool:
    return any(
        world.stones[field] and world.player[field] == player and world.state[field] != oracle.DEAD
        for field in world.segment
    )


def solutions(puzzle: FoundPuzzle) -> set[frozenset[object]]:
    """The different worlds that reach the goal, over all turns."""
    world = oracle_world(Position.parse(puzzle.position))
    if puzzle.themes[0] in FORESEEING:
        holds = wins_next if puzzle.turns == 2 else survives
        return {
            frozenset(after.contents().items())
            for after in distinct(worlds_after(world))
            if holds(after, world.to_move)
        }
    figure, _, number, *_ = puzzle.goal.rstrip(";").split()
    wanted = int(number.rstrip(";"))
    return {
        frozenset(after.contents().items())
        for after in worlds_after(world)
        if measure(figure, world, after) >= wanted
    }


@pytest.mark.parametrize("number", range(0, 400, EVERY))
def test_solution_is_the_only_one(number: int) -> None:
    puzzle = found_puzzles()[number]
    world = oracle_world(Position.parse(puzzle.position))
    moves = tuple(
        (tuple(move.source), tuple(move.destination)) for move in parse_moves(puzzle.solution)
    )
    after = oracle.play_turn(world, moves)  # type: ignore[arg-type]  # pairs of two
    assert solutions(puzzle) == {frozenset(after.contents().items())}


def test_collection_has_a_hundred_of_each_level() -> None:
    found = found_puzzles()
    for level in Level:
        exercises = puzzles_of_level(level)
        assert len(exercises) == 100
        for exercise in exercises[::10]:
            if exercise.turns > 1:
                continue  # tests/learning/test_best_replies.py plays these
            assert begin(exercise).play(exercise.solution[0]).verdict is Verdict.SOLVED
            assert begin(exercise).play(()).verdict in {Verdict.MISSED, Verdict.REFUTED}
            assert len(exercise.hints) >= 3
    assert load_collection(dump_collection(found)) == found
    assert [one.level for one in found] == sorted(one.level for one in found)


def test_no_puzzle_is_the_mirror_image_of_another() -> None:
    states = set()
    for puzzle in found_puzzles():
        world = oracle_world(Position.parse(puzzle.position))
        states.add((len(world.segment), world.players, canonical(world)))
    assert len(states) == 400


def test_puzzle_of_the_day_depends_on_the_day_alone() -> None:
    today = date(2026, 11, 18)
    assert puzzle_of_the_day(today) == puzzle_of_the_day(today)
    days = [puzzle_of_the_day(today + timedelta(days=n)).name for n in range(400)]
    assert len(set(days)) == 400


def test_maker_finds_the_packaged_puzzles_again() -> None:
    for number in (0, 150, 390):
        puzzle = found_puzzles()[number]
        position = Position.parse(puzzle.position)
        assert find_puzzle(position, rate_turns) == puzzle
        assert list(find_puzzles([position, position], rate_turns)) == [puzzle]
        assert as_exercise(puzzle, 1).start == position


def test_command_saves_the_puzzles_of_a_collection_once(tmp_path: Path) -> None:
    games = ROOT / "transcripts/games/triangle-4-3-players.json"
    target = tmp_path / "puzzles.json"

    done = run("puzzles", "make", games, games, "-o", target)

    assert done.status == 0
    found = load_collection(target.read_text(encoding="utf-8"))
    assert found
    assert len({one.position for one in found}) == len(found)
    assert done.out.startswith(f"{len(found)} puzzle")
    assert run("puzzles", "make", games, "-o", target).status == 1  # the file exists
    assert load_collection(target.read_text(encoding="utf-8")) == found


def test_command_reports_games_without_a_puzzle(tmp_path: Path) -> None:
    done = run("puzzles", "make", BOARD, "-o", tmp_path / "puzzles.json")

    assert (done.status, done.out) == (1, "")
    assert "no puzzle found in these games" in done.err
    assert not (tmp_path / "puzzles.json").exists()
