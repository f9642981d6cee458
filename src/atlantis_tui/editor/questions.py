"""Dialogs of the editor screen: names, colours, values, shapes, opening and saving files.

Also reads pasted boards.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_core.diagram import DiagramReadingError, crop_diagram, find_letters, parse_diagram
from atlantis_core.diagram.faces import SEAT_LETTERS
from atlantis_core.drafts import (
    Draft,
    color_seat,
    draft_of_position,
    draft_of_shape,
    draft_of_transcript,
    transcript_of_draft,
)
from atlantis_core.files.errors import SaveConflictError
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.saving import AT_ONCE, NO_FILE
from atlantis_core.positions.position import MAX_PLAYERS, Position
from atlantis_core.rules.notation import is_notation, parse_position
from atlantis_core.rules.shapes import Shape, parse_shape
from atlantis_core.support.colors import choose_letters, default_colors, find_color
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript import Transcript, load
from atlantis_core.transcript.saving import save
from atlantis_tui.game.background import read_in_background, run_in_background
from atlantis_tui.settings.folders import make_own, parse_path

if TYPE_CHECKING:
    from atlantis_tui.editor.editor_screen import EditorScreen

_REPLACE, _DROP = "replace", "drop"
_MOST_PASTED = 200_000
"""Characters. Longer drawings take seconds to read; files have no such limit."""
_EXPECTED = "a position such as 'pos1:hexagon2::2A', or a drawn board"


class EditorQuestions:
    """Asks on the editor screen and applies the answers."""

    def __init__(self, screen: EditorScreen) -> None:
        self._screen = screen
        self._fingerprint: Fingerprint | None = None
        """Fingerprint of the screen's file when it was last read or written."""

    async def rename(self) -> None:
        screen, state = self._screen, self._screen.state
        now = state.draft.players[state.player].name or ""
        name = await screen.ask_text("Name", now, "leave empty to use the colour as name")
        if name is not None:
            screen.edit(lambda: screen.state.name_player(name))

    async def recolor(self) -> None:
        screen, state = self._screen, self._screen.state
        about = "an SVG colour name, such as crimson, gold or navy"
        color = await screen.ask_text("Colour", state.colors[state.player], about)
        if color is None:
            return
        if color and find_color(color) is None:
            screen.frame.say(f"unknown colour: '{color}' (expected an SVG name such as 'gold')")
            return
        screen.edit(lambda: screen.state.color_player(color))

    async def put_value(self) -> None:
        """Ask for the value of a field, for stacks above nine."""
        screen, place = self._screen, self._screen.cursor
        there = screen.state.draft.stack_on(place)
        about = "12: twelve stones; -3: growing, three stones; 0: dead"
        now = "" if there is None else str(there[1])
        text = await screen.ask_text(f"Value of {place}", now, about)
        if not text:
            return
        try:
            value = int(text[:6])
        except ValueError:
            screen.frame.say(f"not a number: '{text}' (expected for example 12, -3 or 0)")
            return
        screen.edit(lambda: screen.state.put(place, value))

    async def begin_with_shape(self) -> None:
        screen = self._screen
        shapes = ", ".join(shape.value for shape in Shape)
        about = f"shape ({shapes}), side and players"
        text = await screen.ask_text("Standard board", "hexagon:3 2", about)
        if not text:
            return
        try:
            draft = parse_template(text)
        except AtlantisError as error:
            screen.frame.say(str(error))
            return
        screen.load(draft, f"started from {text}")

    async def paste(self, text: str) -> None:
        """Replace the board by a pasted position or drawing; on errors it stays as it is."""
        screen, own = self._screen, self._screen.state.cast.letters
        try:
            position = await run_in_background(lambda: parse_pasted(text, own))
        except DiagramReadingError as error:
            place = f"line {error.line}, column {error.column}"
            screen.frame.say(f"not pasted: {place}: {showable(error.problem)}")
            return
        except AtlantisError as error:
            screen.frame.say(f"not pasted: {showable(str(error))}")
            return
        label = "board pasted"
        if position.to_move:
            label += f"; a game on it starts with player 1, not {position.to_move + 1}"
        screen.load(_with_colors(draft_of_position(position)), label)

    async def open(self, path: Path) -> None:
        """Edit the board of a file; saves over it only if the file holds nothing else."""
        try:
            transcript = await read_in_background(path, lambda: load(path))
        except (OSError, AtlantisError) as error:
            self._screen.frame.say(f"{path.name}: {str(error).splitlines()[0]}")
            return
        draft = draft_of_transcript(transcript)
        self._screen.saved = draft
        if _is_all_of(draft, transcript) and transcript.source is not None:
            self._screen.path, self._fingerprint = path, transcript.source.fingerprint
            self._screen.load(draft, f"opened {path.name}")
        else:
            self._screen.path = self._fingerprint = None
            left_out = "its turns and comments were not copied"
            self._screen.load(draft, f"copied the start of {path.name}; {left_out}")

    async def save(self) -> None:
        screen = self._screen
        text = await screen.ask_text("Save the board as", str(screen.path or "board.json"))
        if not text:
            return
        try:
            path = parse_path(text)
        except NotationError as error:
            screen.frame.say(str(error))
            return
        await self._save(path, self._fingerprint if path == screen.path else None)

    async def _save(self, path: Path, expected: Fingerprint | None) -> None:
        """Write the board; asks before it overwrites another file."""
        screen = self._screen
        try:
            make_own(path.parent)
            self._fingerprint = save(
                _start_of(screen.state.draft), path, expected=expected or NO_FILE, patience=AT_ONCE
            )
        except SaveConflictError as error:
            if await self._may_replace(error):
                await self._save(path, error.found)
            return
        except (OSError, AtlantisError) as error:
            screen.frame.say(str(error))
            return
        screen.path, screen.saved = path, screen.state.draft
        screen.paint()
        screen.frame.say(f"saved: {path}")

    async def _may_replace(self, error: SaveConflictError) -> bool:
        lines = [(str(error),)]
        answers = ("r", "overwrite", _REPLACE), ("enter", "cancel", "")
        return await self._screen.ask("Save", lines, *answers) == _REPLACE

    async def may_leave(self) -> bool:
        """Whether there are no unsaved changes, or the user discards them."""
        if self._screen.state.draft == self._screen.saved:
            return True
        lines = [("You have unsaved changes.",)]
        answers = ("d", "discard", _DROP), ("enter", "cancel", "")
        return await self._screen.ask("Leave the editor", lines, *answers) == _DROP


def _start_of(draft: Draft) -> Transcript:
    """The transcript to save: a starting board, so that every game gets its own file."""
    made = transcript_of_draft(draft)
    is_exercise = "goal" in made.annotations.tags
    return made if is_exercise or made.is_starting_board else made.as_start()


def parse_template(text: str) -> Draft:
    """Parse ``hexagon:3`` or, with players, ``hexagon:3 2``."""
    board, _, players = text.strip().partition(" ")
    shape, side = parse_shape(board)
    count = players.strip() or "0"
    if not count.isascii() or not count.isdigit():
        raise NotationError(players.strip(), "number of players", "for example 'hexagon:3 2'")
    return _with_colors(draft_of_shape(shape, side, int(count[:3])))


def _with_colors(draft: Draft) -> Draft:
    for number, color in enumerate(default_colors([None] * len(draft.players))):
        draft = color_seat(draft, number, color)
    return draft


def parse_pasted(text: str, own_letters: str = "") -> Position:
    """Parse the notation of a position, or a drawn board as `atlantis show` prints it.

    Raises AtlantisError. The players of a drawing have the letters A to F, those of the current
    players or of the default colours; with other letters, their order is alphabetical.
    """
    if is_notation(text):
        return parse_position(text)
    drawing = crop_diagram(text)
    if len(text) > _MOST_PASTED or not drawing:
        shown = text.strip()
        raise NotationError(shown, "board", f"{_EXPECTED}, of at most {_MOST_PASTED} characters")
    found = find_letters(drawing)
    default = choose_letters(default_colors([None] * min(len(found), MAX_PLAYERS)))
    known = (SEAT_LETTERS[: len(found)], own_letters, default, SEAT_LETTERS)
    letters = next((each for each in known if set(found) <= set(each)), found)
    return parse_diagram(drawing, letters=letters)


def _is_all_of(draft: Draft, transcript: Transcript) -> bool:
    """Whether the draft contains everything that the file holds."""
    return transcript_of_draft(draft) == transcript and not transcript.json_comments.comments
