"""Stores unfinished input in the user's state folder, not in the game file: plans and comments.

They survive a crash or a lost connection. A plan belongs to one file, seat and turn; plans for
other turns are ignored. There is one comment per file, with the turn it is about. Errors while
writing are ignored.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

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


class Unfinished(NamedTuple):
    """An unfinished comment and the place it is about, as text."""

    about: str
    text: str


def save_comment(game: Path, unfinished: Unfinished) -> None:
    keep_json(_comment_path(game), {"file": str(game), **unfinished._asdict()})


def load_comment(game: Path) -> Unfinished | None:
    match read_json(_comment_path(game)):
        case {"about": str(about), "text": str(text)}:
            return Unfinished(about, text)
    return None


def forget_comment(game: Path) -> None:
    """Delete the stored comment once it has been saved or discarded."""
    with suppress(OSError):
        _comment_path(game).unlink(missing_ok=True)


def _comment_path(game: Path) -> Path:
    return state_folder() / "comments" / f"{digest_of(game)}.json"
