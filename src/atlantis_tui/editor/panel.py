"""Lines of the editor's side panel: symmetry, players, problems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style

from atlantis_core.support.columns import pad
from atlantis_core.support.diagnostics import Diagnostic
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Piece, Row, wrapped
from .state import EditorState

MOST_PROBLEMS = 6
GREETING = (
    "An empty board. Press n to add a segment at the cursor, or k to start from a standard board."
    " Arrows move the cursor, and P adds a player."
)


def panel_lines(
    state: EditorState,
    problems: Sequence[Diagnostic],
    notes: Sequence[str],
    styles: Sequence[Style],
    width: int,
) -> Iterator[Row]:
    draft = state.draft
    size = f"{counted(len(draft.segments), 'segment')}, {counted(len(draft.fields), 'field')}"
    yield (Piece("Board", "heading"), f"  {size}")
    yield from _symmetry_lines(state)
    yield ()
    yield from _player_lines(state, styles, width)
    yield ()
    yield from _problem_lines(problems, notes, width, is_empty=not draft.segments)


def _symmetry_lines(state: EditorState) -> Iterator[Row]:
    symmetry = state.images.symmetry
    yield (Piece("y", "key"), f" symmetry: {symmetry.value}")
    if len(state.images.maps) > 1 and len(state.draft.players) > 1:
        word = "next players" if state.is_handing_on else "same player"
        yield (Piece("Y", "key"), f" mirrored stones: {word}")
    if state.picked is not None:
        yield (Piece("v", "key"), f" picked: f adds to the segment of {state.picked}")


def _player_lines(state: EditorState, styles: Sequence[Style], width: int) -> Iterator[Row]:
    players = state.draft.players
    if not players:
        yield (Piece("Players", "heading"), Piece("  none: board only", "dim"))
        yield (Piece("P", "key"), " add a player")
        return
    yield (Piece("Players", "heading"), Piece("  in turn order", "dim"))
    room = max(width - 12, 4)
    for number, player in enumerate(players):
        is_current = number == state.player
        count = sum(abs(value) for value in player.stacks.values())
        stones = f"{count:>3} stone{' ' if count == 1 else 's'}"
        shown = f"{state.cast.letters[number]} {state.cast.names[number]}"
        yield (
            Piece(">" if is_current else " ", "strong"),
            Piece(pad(cut(shown, room), room), styles[number]),
            Piece(stones, "plain" if is_current else "dim"),
        )


def _problem_lines(
    problems: Sequence[Diagnostic], notes: Sequence[str], width: int, *, is_empty: bool
) -> Iterator[Row]:
    if is_empty:
        yield from wrapped([GREETING], width)
        return
    if not problems and not notes:
        yield (Piece("Ready", "good"), Piece("  no problems", "dim"))
        return
    for problem in problems[:MOST_PROBLEMS]:
        look = "bad" if problem.is_error else "key"
        text = f"{problem.severity.value}: {problem.message}"
        if problem.hint:
            text += f" ({problem.hint})"
        yield from wrapped([showable(text, 300)], width, look)
    if len(problems) > MOST_PROBLEMS:
        yield (Piece(f"and {len(problems) - MOST_PROBLEMS} more", "dim"),)
    yield from wrapped(notes, width, "dim")
