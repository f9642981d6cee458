"""Puzzles from the user's own games, where the user missed the only turn that reaches a goal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from atlantis_core.learning.collection import FoundPuzzle, dump_collection, read_puzzles
from atlantis_core.learning.exercises import Exercise, ExerciseError
from atlantis_core.positions.grid import parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.review.history_file import load_history
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.cancelling import IsCancelled, never
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.game.finished_games import own_player
from atlantis_tui.settings.folders import (
    games_folder,
    history_path,
    read_small,
    state_folder,
    write_private,
)
from atlantis_tui.settings.kept_lists import load_recent
from atlantis_tui.start.opened_file import PlayableGame, open_path

MOST_GAMES = 30
"""The games changed last; a game takes about half a second."""
MOST_PUZZLES = 100


def own_puzzles_path() -> Path:
    return state_folder() / "own_puzzles.json"


def load_own_puzzles() -> tuple[Exercise, ...]:
    """The puzzles of the last search; none if the file is missing or damaged."""
    with suppress(OSError, ValueError, ExerciseError):
        return read_puzzles(read_small(own_puzzles_path()), "own_puzzles")
    return ()


def find_own_puzzles(is_cancelled: IsCancelled = never) -> int:
    """Search the user's games, and store and count the puzzles. Raises SaveError."""
    from atlantis_core.bots.evaluation import rate_turns
    from atlantis_core.solving.puzzle_maker import find_puzzles

    played: dict[str, Position] = {}

    def decisions() -> Iterator[Position]:
        for before, after in _own_turns():
            if is_cancelled():
                return
            played[before.notation] = after
            yield before

    puzzles = find_puzzles(decisions(), rate_turns)
    missed = (one for one in puzzles if _is_missed(one, played[one.position]))
    found = [one for one, _ in zip(missed, range(MOST_PUZZLES), strict=False)]
    if is_cancelled():
        return 0
    found.sort(key=lambda one: one.level)
    write_private(own_puzzles_path(), dump_collection(found))
    return len(found)


def _is_missed(puzzle: FoundPuzzle, played: Position) -> bool:
    best = play_turn(Position.parse(puzzle.position), parse_moves(puzzle.solution))
    return best.cells != played.cells


def _own_turns() -> Iterator[tuple[Position, Position]]:
    """Positions in which the user was to move, with the position after their turn."""
    name = load_history(history_path()).name
    for path in _games()[:MOST_GAMES]:
        with suppress(OSError, AtlantisError):
            opened = open_path(path)
            if not isinstance(opened, PlayableGame):
                continue
            player = own_player(opened.document, name)
            positions = opened.document.game.positions
            for before, after in pairwise(positions):
                if before.to_move == player:
                    yield before, after


def _games() -> list[Path]:
    """Recent games and those of the games folder, the last changed first."""
    times: dict[Path, float] = {}
    with suppress(OSError):
        for path in (*load_recent(), *games_folder().iterdir()):
            with suppress(OSError):
                times[path.resolve()] = path.stat().st_mtime
    return sorted(times, key=times.__getitem__, reverse=True)
