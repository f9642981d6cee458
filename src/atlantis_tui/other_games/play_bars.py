"""Prompts, keys, descriptions and marks of the play screen of other games."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.games.pictures import Mark, Place
from atlantis_core.games.protocol import Position, Preview, Record, Thought
from atlantis_core.support.phrases import counted
from atlantis_tui.widgets.key_line import Key, parse_foot
from .flow import ROUND_AGAIN, RecordFlow, RecordPhase
from .move_choice import MoveChoice

ALWAYS: Sequence[Key] = (("?", "help", "screen.help"), ("Q", "leave", "screen.menu"))
_CHOOSING = parse_foot("""
    arrows  cursor
    Enter   select  focused.choose
    m       type    screen.type
""")


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


def describe_place(place: Place | None, choice: MoveChoice) -> str:
    """The moves at the place under the cursor."""
    if place is None:
        return ""
    begin = len(choice.chosen)
    here = [move for move in choice.moves if move.places[begin : begin + 1] == (place,)]
    if not choice.chosen:
        return f"{place}: {counted(len(here), 'move') if here else 'no move from here'}"
    chosen = "-".join(choice.chosen)
    if place == choice.chosen[-1]:
        return f"{chosen}: select the target; Tab: next target, Escape: cancel"
    return f"{chosen} to {place}: {'press Enter to move' if here else 'no legal move there'}"


def preview_at(place: Place | None, choice: MoveChoice, position: Position) -> Preview | None:
    """Destination of the move at the place under the cursor; None if there is not exactly one."""
    here = [move for move in choice.moves if move.places == (place,)]
    return position.preview(here[0]) if len(here) == 1 and not choice.chosen else None


def play_marks(record: Record, choice: MoveChoice, thought: Thought | None) -> dict[Place, Mark]:
    """Marks of the last move and a hint, or of the selected places and their targets."""
    if choice.chosen:
        marks = dict.fromkeys(choice.targets, Mark.TARGET)
        return {**marks, **dict.fromkeys(choice.chosen, Mark.CHOSEN)}
    last = record.move(record.last_step) if record.last_step else None
    marks = dict.fromkeys(last.places if last else (), Mark.LAST)
    hint = () if thought is None else thought.move.places
    return {**marks, **dict.fromkeys(hint, Mark.HINT)}
