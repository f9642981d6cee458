"""Questions about a position that games and exercises answer as a review does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from atlantis_core.dialogue import looking, navigation, questions
from atlantis_core.dialogue.state import DialogueState
from atlantis_core.dialogue.verbs import DialogueError, Lines, Verb
from atlantis_core.narration import Cast
from atlantis_core.positions.grid import parse_field
from atlantis_core.review.lines import GameTree
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.game import Game
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.support.errors import NotationError
from atlantis_core.transcript.model import Transcript

Ask = Callable[[DialogueState, str], Lines]


class HasBoard(Protocol):
    """A topic with a position to ask about."""

    def state(self) -> DialogueState:
        """The present position, as a review of its game shows it."""


def _verb(names: str, after: str, explained: str, ask: Ask) -> Verb[HasBoard]:
    return Verb(names, after, explained, lambda topic, text: ask(topic.state(), text))


def tell_rules(_: object, __: str) -> Lines:
    """The rules page of the app, without its pictures."""
    from atlantis_tui.rules.page import Picture, make_page

    return [block.text for block in make_page() if not isinstance(block, Picture)]


QUESTIONS: tuple[Verb[HasBoard], ...] = (
    _verb("look o", "[FIELD|SEGMENT|DIRECTION]",
          "the board by segments, or a part of it: c5, C5, north", looking.look),
    _verb("line", "FIELD [DIRECTION]", "the fields of a line: c5 ne", looking.along),
    _verb("around", "FIELD [DISTANCE]", "the fields around a field, clockwise", looking.around),
    _verb("mine m", "", "your stacks", looking.mine),
    _verb("theirs", "", "the stacks of the other players", looking.theirs),
    _verb("threats", "",
          "what explodes next, what needs one more stone, what can be attacked",
          questions.threats),
    _verb("moves", "[FIELD]", "the legal moves", questions.moves),
    _verb("areas", "", "all areas: size, players in them, stable or not", questions.areas),
    _verb("players", "", "stones, growing, secured and leading of each player", questions.players),
    _verb("score", "", "secured and leading fields, or the result", questions.score),
    _verb("why", "FIELD", "what happened on a field", questions.why),
    _verb("waves last", "", "the last turn wave by wave", navigation.last),
    _verb("show", "[STYLE]", "draw the board", questions.show),
    Verb("rules", "", "how the game is played", tell_rules),
)  # fmt: skip


def state_of(
    transcript: Transcript, game: Game, cast: Cast, viewer: int | None = None
) -> DialogueState:
    """A game at its last turn; cannot save."""
    tree = GameTree(transcript, game.positions, "this position")
    return DialogueState(ReplayCursor(tree), cast, _refuse, viewer=viewer)


def _refuse(_: Transcript) -> str:
    raise DialogueError("nothing to save here")


def is_field(text: str) -> bool:
    """Whether a line is the name of a field alone."""
    try:
        parse_field(text.lower())
    except NotationError:
        return False
    return True


def describe_plan(plan: TurnPlan) -> Iterator[str]:
    """The planned moves and, in one sentence, what ending the turn would do."""
    if not plan.moves:
        yield "no moves planned"
        return
    foreseen = plan.consequences
    parts = [f"planned: {' '.join(map(str, plan.moves))}"]
    exploding = dict.fromkeys(foreseen.exploding)
    if exploding:
        parts.append(f"will explode: {', '.join(map(str, exploding))}")
    if foreseen.eliminated:
        parts.append(f"opponents lose {foreseen.eliminated}")
    yield "; ".join(parts)
