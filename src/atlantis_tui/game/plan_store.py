"""Planned moves of an unfinished turn, kept outside the game's file until the turn ends.

A closed line or a crash must not cost a plan, and a plan must never get into the record of the
game. So it lies in the user's state folder, named after the file and the seat it belongs to, with
the turn it is for; a plan for another turn is forgotten. Losing one is a pity, not an error:
where the folder cannot be written, playing goes on.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from atlantis_core.errors import NotationError
from atlantis_core.game import Turn
from atlantis_core.grid import format_moves, parse_moves
from atlantis_tui.settings.folders import keep_json, read_json, state_folder


def plan_path(game: Path, seat: int) -> Path:
    """Where the plan of a seat, from 0, for a game's file lies: windows do not share plans."""
    return state_folder() / "plans" / f"{digest_of(game)}-{seat + 1}.json"


def digest_of(game: Path) -> str:
    """A name for what is kept about a game's file, whichever way leads to it."""
    import hashlib

    # Not `resolve`, which raises where links lead in a circle.
    return hashlib.sha256(os.fsencode(os.path.realpath(game))).hexdigest()[:24]


def save_plan(game: Path, seat: int, turn: int, moves: Turn) -> None:
    """Keep the plan for the turn with this number; an empty plan is forgotten."""
    if moves:
        content = {"file": str(game), "turn": turn, "moves": format_moves(moves)}
        keep_json(plan_path(game, seat), content)
    else:
        with suppress(OSError):
            plan_path(game, seat).unlink(missing_ok=True)


def load_plan(game: Path, seat: int, turn: int) -> Turn:
    """The plan for that turn, not checked against any position; empty where there is none."""
    match read_json(plan_path(game, seat)):
        case {"turn": found, "moves": str(moves)} if found == turn:
            with suppress(NotationError):
                return parse_moves(moves)
    return ()
