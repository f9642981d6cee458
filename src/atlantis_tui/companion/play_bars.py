"""What the play screen of another game says: invitations, keys, the place under the cursor, marks.

Pure functions of whose turn it is and what was pointed at. Knows no screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.companions.pictures import Mark, Place
from atlantis_core.companions.protocols import Record, Thought
from atlantis_tui.companion.flow import CompanionFlow, Phase
from atlantis_tui.companion.pointing import Pointing
from atlantis_tui.widgets.key_line import Key

ALWAYS: Sequence[Key] = (("?", "help", "screen.help"), ("Q", "leave", "screen.menu"))
_CHOOSING: Sequence[Key] = (
    ("arrows", "go", ""),
    ("Enter", "choose", "screen.choose"),
    ("m", "type", "screen.type"),
)


def invitation(flow: CompanionFlow, pointing: Pointing) -> str:
    """What can be done now, or why nothing can."""
    match flow.phase:
        case Phase.OVER:
            return f"{flow.document.position.result}; v looks back, U takes back"
        case Phase.IDLE:
            return "nothing can be played here"
        case Phase.THINKING:
            return "thinking; Escape stops it"
        case Phase.PAUSED:
            return "stopped: b lets it think, y plays this side yourself, U takes back"
        case _:
            words = ", ".join(move.text for move in pointing.wordless)
            return f"o: {words}" if words else ""


def play_keys(flow: CompanionFlow, pointing: Pointing) -> list[Key]:
    """The keys that make sense now, the most useful first."""
    keys: list[Key] = []
    if flow.phase is Phase.CHOOSING:
        keys += _CHOOSING
        keys += [("o", "other moves", "screen.other")] if pointing.wordless else []
        keys += [("h", "hint", "screen.hint")]
    if flow.phase is Phase.THINKING:
        keys.append(("Esc", "stop", "screen.release"))
    if flow.document.can_undo:
        keys.append(("U", "take back", "screen.undo"))
    if flow.phase in (Phase.CHOOSING, Phase.PAUSED):
        keys.append(("b", "bot plays", "screen.resume"))
    return [*keys, ("v", "review", "screen.review"), ("+-", "zoom", "")]


def describe_place(place: Place | None, pointing: Pointing) -> str:
    """What could be done at the place under the cursor."""
    if place is None:
        return ""
    begin = len(pointing.chosen)
    here = [move for move in pointing.moves if move.places[begin : begin + 1] == (place,)]
    if not pointing.chosen:
        many = "1 move" if len(here) == 1 else f"{len(here)} moves"
        return f"{place}: {many}" if here else place
    way = "-".join(pointing.chosen)
    if place == pointing.chosen[-1]:
        return f"{way}: choose where to; Tab shows the places, Escape drops it"
    return f"{way} to {place}: {'Enter goes there' if here else 'not from there'}"


def play_marks(record: Record, pointing: Pointing, thought: Thought | None) -> dict[Place, Mark]:
    """The last move and a hint, or what was chosen and where it can go."""
    if pointing.chosen:
        marks = dict.fromkeys(pointing.targets, Mark.TARGET)
        return {**marks, **dict.fromkeys(pointing.chosen, Mark.CHOSEN)}
    last = record.move(record.last_step) if record.last_step else None
    marks = dict.fromkeys(last.places if last else (), Mark.LAST)
    hint = () if thought is None else thought.move.places
    return {**marks, **dict.fromkeys(hint, Mark.HINT)}
