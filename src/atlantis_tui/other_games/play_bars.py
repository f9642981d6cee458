"""What the play screen of another game says: invitations, keys, the place under the cursor, marks.

Pure functions of whose turn it is and what was pointed at. Knows no screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.games.pictures import Mark, Place
from atlantis_core.games.protocol import Record, Thought
from atlantis_core.phrases import counted
from atlantis_tui.widgets.key_line import Key, parse_foot
from .flow import ROUND_AGAIN, RecordFlow, RecordPhase
from .move_choice import MoveChoice

ALWAYS: Sequence[Key] = (("?", "help", "screen.help"), ("Q", "leave", "screen.menu"))
_CHOOSING = parse_foot("""
    arrows  go
    Enter   choose  focused.choose
    m       type    screen.type
""")


def invitation(flow: RecordFlow, choice: MoveChoice) -> str:
    """What can be done now, or why nothing can."""
    match flow.phase:
        case RecordPhase.OVER:
            return f"{flow.document.position.result}; v looks back, U takes back"
        case RecordPhase.IDLE:
            return "nothing can be played here"
        case RecordPhase.THINKING:
            return "thinking; Escape stops it"
        case RecordPhase.PAUSED:
            why = "the same position again" if flow.times_here >= ROUND_AGAIN else "stopped"
            return f"{why}: b lets it think, y plays this side yourself, U takes back"
        case _:
            words = ", ".join(move.text for move in choice.wordless)
            return f"o: {words}" if words else ""


def play_keys(flow: RecordFlow, choice: MoveChoice) -> list[Key]:
    """The keys that make sense now, the most useful first."""
    if flow.phase is RecordPhase.SHOWING:
        return [("any key", "skip", "")]
    keys: list[Key] = []
    if flow.phase is RecordPhase.CHOOSING:
        keys += _CHOOSING
        keys += [("o", "other moves", "screen.other")] if choice.wordless else []
        keys += [("h", "hint", "screen.hint")]
    if flow.phase is RecordPhase.THINKING:
        keys.append(("Esc", "stop", "screen.release"))
    if flow.document.can_undo:
        keys.append(("U", "take back", "screen.undo"))
    if flow.phase in (RecordPhase.CHOOSING, RecordPhase.PAUSED):
        keys.append(("b", "bot plays", "screen.resume"))
    return [*keys, ("v", "review", "screen.review"), ("+-", "zoom", "")]


def describe_place(place: Place | None, choice: MoveChoice) -> str:
    """What could be done at the place under the cursor."""
    if place is None:
        return ""
    begin = len(choice.chosen)
    here = [move for move in choice.moves if move.places[begin : begin + 1] == (place,)]
    if not choice.chosen:
        return f"{place}: {counted(len(here), 'move') if here else 'no move from here'}"
    way = "-".join(choice.chosen)
    if place == choice.chosen[-1]:
        return f"{way}: choose where to; Tab shows the places, Escape drops it"
    return f"{way} to {place}: {'Enter goes there' if here else 'not from there'}"


def play_marks(record: Record, choice: MoveChoice, thought: Thought | None) -> dict[Place, Mark]:
    """The last move and a hint, or what was chosen and where it can go."""
    if choice.chosen:
        marks = dict.fromkeys(choice.targets, Mark.TARGET)
        return {**marks, **dict.fromkeys(choice.chosen, Mark.CHOSEN)}
    last = record.move(record.last_step) if record.last_step else None
    marks = dict.fromkeys(last.places if last else (), Mark.LAST)
    hint = () if thought is None else thought.move.places
    return {**marks, **dict.fromkeys(hint, Mark.HINT)}
