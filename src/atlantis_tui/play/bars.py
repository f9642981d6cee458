"""The lines above and below the board: whose turn it is, what a field holds, which keys matter.

Pure functions from the state of the game to pieces of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, unique
from typing import NamedTuple

from rich.style import Style

from atlantis_core.grid import Field, Move, line_between
from atlantis_core.narration import Cast
from atlantis_core.position import FieldState, Position
from atlantis_tui.widgets.key_line import Key, key_line
from atlantis_tui.widgets.text_lines import Piece


@unique
class Mode(Enum):
    """What the player can do just now; each has its own keys in the bar."""

    PLANNING = "planning"
    LIFTED = "lifted"
    PREVIEW = "preview"
    SHOWING = "showing"
    THINKING = "thinking"
    PAUSED = "paused"
    """A bot or program is to move and waits to be told; a person may play for it."""
    OVER = "over"


_ANYWHERE: tuple[Key, ...] = (
    ("?", "help", "screen.help"),
    ("^p", "all", "app.command_palette"),
)
_PLANNING: tuple[Key, ...] = (
    ("Enter", "lift", "screen.choose"),
    ("t", "end turn", "screen.end_turn"),
    ("x", "preview", "screen.preview"),
    ("u", "take back", "screen.take_back"),
    ("qweasd", "go", ""),
    ("Tab", "next stack", "screen.walk(1)"),
    (":", "type", "screen.type"),
    ("h", "hint", "screen.hint"),
    ("+-", "zoom", "screen.zoom(1)"),
)
_KEYS: dict[Mode, tuple[Key, ...]] = {
    Mode.PLANNING: _PLANNING,
    Mode.PAUSED: (("b", "{resume}", "screen.resume"), *_PLANNING),
    Mode.LIFTED: (
        ("qweasd", "line, distance", ""),
        ("Enter", "land", "screen.choose"),
        ("Esc", "put back", "screen.release"),
    ),
    Mode.PREVIEW: (
        ("x", "back to the plan", "screen.preview"),
        ("t", "end turn", "screen.end_turn"),
    ),
    Mode.SHOWING: (
        ("Esc", "stop the bots", "screen.release"),
        ("any key", "skip", "screen.skip"),
    ),
    Mode.THINKING: (
        ("Esc", "stop {who}", "screen.release"),
        ("qweasd", "go", ""),
    ),
    Mode.OVER: (
        ("o", "result", "screen.result"),
        ("U", "undo turn", "screen.undo_turn"),
        ("^q", "quit", "app.leave"),
    ),
}


class Opponent(NamedTuple):
    """What the keys say about the bot or program that has the turn."""

    who: str = "the bot"
    resume: str = "let it think"
    is_among_bots: bool = False
    """Nobody at the keyboard plays, so that turn follows on turn until somebody stops them."""


_SOME_BOT = Opponent()


def key_bar(
    mode: Mode, *, has_plan: bool = True, width: int = 80, opponent: Opponent = _SOME_BOT
) -> Iterator[Piece]:
    """The keys that matter now, as many as fit; help is always among them."""
    keys = [key for key in _KEYS[mode] if has_plan or key[0] not in ("u", "x")]
    if mode is Mode.SHOWING and not opponent.is_among_bots:
        keys = [key for key in keys if key[0] != "Esc"]
    words = {"who": opponent.who, "resume": opponent.resume}
    return key_line(
        [(key, does.format_map(words), act) for key, does, act in keys], width, _ANYWHERE
    )


def title(
    heading: str, state: str, style: Style, notes: Iterable[str], width: int
) -> Iterator[Piece]:
    """Turn, player and file; what does not fit is left out from the right."""
    used = len(heading) + len(state) + 3
    yield Piece(f" {heading} ", "strong")
    yield Piece(f"{state} ", style)
    for note in notes:
        used += len(note) + 2
        if used > width:
            break
        yield Piece(f" {note} ", "dim")


def describe_field(position: Position, field: Field, cast: Cast, *, is_narrow: bool = False) -> str:
    """What a field holds and when it explodes, in one short sentence; by letters if narrow."""
    contents = position[field]
    if contents.state is FieldState.DEAD:
        return f"{field}: dead"
    limit = position.open_neighbour_count(field)
    if contents.player is None:
        return f"{field}: empty, {_neighbours(limit)}"
    stones = "1 stone" if contents.stones == 1 else f"{contents.stones} stones"
    what = "growing, " if contents.state is FieldState.GROWING else ""
    owner = cast.letters[contents.player] if is_narrow else cast.full_name(contents.player)
    end = "explodes" if contents.stones >= limit else f"explodes with {limit}"
    return f"{field}: {what}{stones} of {owner}, {end}"


def describe_aim(source: Field, cursor: Field, reach: dict[Field, int], most: int) -> str:
    """What landing the lifted stones here would mean."""
    if source == cursor:
        what = "1 stone" if most == 1 else f"up to {most} stones"
        return f"{source} lifted: {what} can go; choose a direction"
    line = line_between(Move(source, cursor))
    stones = reach.get(cursor)
    if stones is None or line is None:
        return f"{source}: cannot land on {cursor}"
    word = "stone goes" if stones == 1 else "stones go"
    return f"{source}-{cursor}: {stones} {word} {line[0].name}; Enter lands"


def _neighbours(count: int) -> str:
    return "1 open neighbour" if count == 1 else f"{count} open neighbours"
