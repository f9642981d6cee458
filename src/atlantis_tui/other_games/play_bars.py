"""Title, side panel, prompts and keys of the play screen of other games."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.games.protocol import Thought
from atlantis_tui.widgets.key_line import Key, parse_foot
from atlantis_tui.widgets.text_lines import Line, Piece, wrapped
from .flow import ROUND_AGAIN, RecordFlow, RecordPhase
from .move_choice import MoveChoice
from .panel import step_lines
from .picture_frame import PictureFrame
from .words import state_words

ALWAYS: Sequence[Key] = (("?", "help", "screen.help"), ("Q", "leave", "screen.menu"))
_CHOOSING = parse_foot("""
    arrows  cursor
    Enter   select  focused.choose
    m       type    screen.type
""")
_MOST_STEPS = 12


def invitation(flow: RecordFlow, choice: MoveChoice) -> str:
    """Message about what the user can do now."""
    match flow.phase:
        case RecordPhase.OVER:
            return f"{flow.document.position.result}; press v to review, r for the result"
        case RecordPhase.IDLE:
            return "this file is view-only"
        case RecordPhase.THINKING:
            return "thinking; press Esc to stop"
        case RecordPhase.PAUSED:
            why = "the same position again" if flow.times_here >= ROUND_AGAIN else "stopped"
            return f"{why}: press b to let it play, y to play this side yourself, U to undo"
        case _:
            words = ", ".join(move.text for move in choice.without_places)
            return f"o: {words}" if words else ""


def play_keys(flow: RecordFlow, choice: MoveChoice) -> list[Key]:
    """The keys that make sense now, most useful first."""
    if flow.phase is RecordPhase.SHOWING:
        return [("any key", "skip", "")]
    keys: list[Key] = []
    if flow.phase is RecordPhase.CHOOSING:
        keys += _CHOOSING
        keys += [("o", "other moves", "screen.other")] if choice.without_places else []
        keys += [("h", "hint", "screen.hint")]
        if any(flow.document.position.preview(move) for move in choice.moves[:1]):
            keys.append(("e", "count", "screen.count"))
    if flow.phase is RecordPhase.THINKING:
        keys.append(("Esc", "stop", "screen.release"))
    if flow.document.can_undo:
        keys.append(("U", "undo", "screen.undo"))
    if flow.phase in (RecordPhase.CHOOSING, RecordPhase.PAUSED):
        keys.append(("b", "bot plays", "screen.resume"))
    return [*keys, ("v", "review", "screen.review"), ("+-", "zoom", "")]


def title(flow: RecordFlow, clocks: Sequence[str]) -> tuple[Piece, ...]:
    """The title line; clocks, if the panel does not show them."""
    document, record = flow.document, flow.document.record
    name = document.path.name if document.path else "a new game"
    return (
        Piece(f" {document.entry.title} ", "strong"),
        Piece(f" {state_words(record, record.last_step)}"),
        *(Piece(f"  {line}") for line in clocks),
        Piece(f"  step {record.last_step}  {name}", "dim"),
    )


def side_lines(
    frame: PictureFrame, flow: RecordFlow, clocks: Sequence[str], thought: Thought | None
) -> list[Line]:
    """The side panel: players, clocks, notes, a hint, the comment and the last steps."""
    record, (width, height) = flow.document.record, frame.side_room
    lines: list[Line] = [(Piece("Players", "heading"),)]
    lines += frame.player_lines(record, record.last_step, flow.seats)
    if clocks:
        lines += [(), (Piece("Clocks", "heading"),), *wrapped(clocks, width)]
    all_notes = flow.document.position.notes()
    notes = [note for note in all_notes if not (clocks and note.startswith("clock of "))]
    if notes:
        lines += [(), *wrapped(notes, width)]
    if thought is not None:
        lines += [(), (Piece("Hint", "heading"),), *wrapped([thought.words], width)]
    comment = record.comment(record.last_step)
    if comment:
        lines += [(), *wrapped(comment.splitlines(), width, "dim")]
    lines += frame.caption_lines(width)
    room = min(height - len(lines) - 2, _MOST_STEPS)
    if room > 2 and record.last_step:
        steps = step_lines(record, record.last_step, room, width, is_clicked=False)
        lines += [(), (Piece("Steps", "heading"),), *steps]
    return lines
