"""Stores the plan of an unfinished turn in the user's state folder, not in the game file.

A plan survives a crash or a lost connection. It belongs to one file, seat and turn; plans for
other turns are ignored. Errors while writing are ignored.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from atlantis_core.positions.grid import format_moves, parse_moves
from atlantis_core.rules.game import Turn
from atlantis_core.support.errors import NotationError
from atlantis_tui.settings.folders import keep_json, read_json, state_folder


def plan_path(game: Path, seat: int) -> Path:
    """Path of the plan of a seat, from 0; one for each seat, because windows do not share plans."""
    return state_folder() / "plans" / f"{digest_of(game)}-{seat + 1}.json"


def digest_of(game: Path) -> str:
    """A file name for what is stored about a game file, the same for all paths to it."""
    import hashlib

    # Not `Path.resolve`, which raises on circular links.
    return hashlib.sha256(os.fsencode(os.path.realpath(game))).hexdigest()[:24]


def save_plan(game: Path, seat: int, turn: int, moves: Turn) -> None:
    """Store the plan for the turn with this number; delete it if it is empty."""
    if moves:
        content = {"file": str(game), "turn": turn, "moves": format_moves(moves)}
        keep_json(plan_path(game, seat), content)
    else:
        with suppress(OSError):
            plan_path(game, seat).unlink(missing_ok=True)


def load_plan(game: Path, seat: int, turn: int) -> Turn:
    """The plan for that turn, or an empty one. Does not check whether its moves are legal."""
    match read_json(plan_path(game, seat)):
        case {"turn": found, "moves": str(moves)} if found == turn:
            with suppress(NotationError):
                return parse_moves(moves)
    return ()
