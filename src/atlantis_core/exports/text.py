"""Renders a scene as lines of text: board, description, figures of the players.

Used by `atlantis show` and by recordings. Colours are escape sequences.
"""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.diagram import Look, Style, draw, draw_on, layout
from atlantis_core.diagram.ansi import render
from atlantis_core.diagram.layout import Layout
from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.overlays import Overlay, overlay_signs, small_signs
from atlantis_core.rules.scoring import outcome
from atlantis_core.support.columns import format_table, wrap
from atlantis_core.support.escape_codes import Depth
from atlantis_core.support.safe_text import showable_lines
from .errors import ExportError
from .scenes import HEADER, Scene, Story, figures

WIDTH = 80


def picture_lines(
    position: Position,
    story: Story,
    chosen: Layout,
    look: Look,
    depth: Depth = Depth.NONE,
    overlay: Overlay = Overlay.NONE,
) -> Iterator[str]:
    """The board, with the signs of an overlay where fields have room for them."""
    find = small_signs if chosen.style is Style.COMPACT else overlay_signs
    signs = find(position, overlay, look.letters) if has_signs(chosen.style) else {}
    marks = {field: sign.text for field, sign in signs.items()}
    yield from render(draw_on(chosen, position, look=look, marks=marks), story.paint.colors, depth)


def has_signs(style: Style) -> bool:
    """Whether fields of this style have room for the signs of an overlay."""
    return style is not Style.MINI


def legend_lines(position: Position, story: Story, sentences: list[str], width: int) -> list[str]:
    """The text beneath the board: sentences, and a row per player."""
    lines = [""]
    for sentence in sentences:
        lines += wrap(sentence, max(20, width - 1), breaks_words=False)
    return [*lines, "", *format_table(HEADER, list(figures(position, story.cast)))]


def state_sentences(story: Story, turn: int) -> list[str]:
    """Sentences about the time in the game and its state."""
    last = story.line.turn_number
    when = (
        f"{'After' if turn else 'Before'} turn {turn or 1} of {last}." if last else "At the start."
    )
    state = story.state(turn)
    is_over = bool(state) and outcome(story.line.position_after(turn)) is not None
    return [when, *state] if is_over else [" ".join([when, *state])]


def scene_lines(story: Story, scene: Scene, style: Style, depth: Depth, width: int) -> list[str]:
    """A scene as a screen; the result of a turn looks as `atlantis show` prints it."""
    look = Look(story.cast.letters)
    chosen = layout(scene.position.board, style)
    lines = [*picture_lines(scene.position, story, chosen, look, depth, story.overlay)]
    if not scene.position.players:
        return lines
    if scene.step is None:
        sentences = state_sentences(story, scene.turn)
    else:
        sentences = [f"{scene.heading}.", *scene.sentences]
    if story.overlay is not Overlay.NONE:
        sentences = [story.overlay.meaning, *sentences]
    return [*lines, *legend_lines(scene.position, story, sentences, width)]


def write_text(story: Story, style: Style = Style.SPEC) -> str:
    """The turns of a story in order, each with its heading and comment."""
    inner = [story.scene(turn) for turn in range(story.first, story.last)]
    parts = []
    for scene in (*inner, story.final()):
        comment = (f"| {line}" for line in showable_lines(story.comment(scene.turn)))
        screen = scene_lines(story, scene, style, Depth.NONE, WIDTH)
        parts.append("\n".join([f"{scene.heading}.", *comment, "", *screen]))
    return "\n\n\n".join(parts) + "\n"


def board_text(replay: ReplayCursor, style: Style, letters: str) -> str:
    """The board as text."""
    return f"{draw(replay.position, style, axes=True, look=Look(letters or 'A'))}\n"


def turn_text(replay: ReplayCursor) -> str:
    """The moves of the turn, as a player would type them."""
    if not replay.turn:
        raise ExportError("the start has no moves")
    return format_moves(replay.line.moves_of(replay.turn))
