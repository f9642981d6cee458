"""Commands that games and exercises share: questions about the board, and planning a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from atlantis_core.dialogue import looking, navigation
from atlantis_core.dialogue.conversation import VERBS
from atlantis_core.dialogue.state import DialogueState
from atlantis_core.dialogue.verbs import DialogueError, Lines, Verb
from atlantis_core.narration import Cast, describe_turn
from atlantis_core.positions.grid import parse_field
from atlantis_core.review.lines import GameTree
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.game import Game
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.support.errors import NotationError
from atlantis_core.transcript.model import Transcript
from .conversation import Topic
from .wording import without_keys


class HasBoard(Protocol):
    """A topic with a position to ask about."""

    def state(self) -> DialogueState:
        """The present position, as a review of its game shows it."""


def tell_rules(_: object, __: str) -> Lines:
    """The rules page of the app, without its pictures and keys."""
    from atlantis_tui.rules.page import Picture, make_page

    return [without_keys(block.text) for block in make_page() if not isinstance(block, Picture)]


_OF_REVIEW = {verb.name: verb for verb in VERBS}


def _question(names: str) -> Verb[HasBoard]:
    """A command of the review about the present position, by its name and its short forms."""
    verb = _OF_REVIEW[names.split(maxsplit=1)[0]]
    return Verb(names, verb.after, verb.help, lambda topic, text: verb.run(topic.state(), text))


QUESTIONS: tuple[Verb[HasBoard], ...] = (
    _question("look o"),
    Verb("line", "FIELD [DIRECTION]", "the fields of a line: c5 ne",
         lambda topic, text: looking.along(topic.state(), text)),
    *map(_question, ("around", "mine m", "theirs", "threats", "moves", "areas", "players")),
    *map(_question, ("score", "why")),
    Verb("waves last", "", "the last turn wave by wave",
         lambda topic, text: navigation.last(topic.state(), text)),
    _question("show"),
    Verb("rules", "", "how the game is played", tell_rules),
)  # fmt: skip
PLANNING: tuple[Verb[Any], ...] = (
    Verb("play", "MOVES", "plan moves and end the turn", lambda topic, text: topic.play(text)),
    Verb("end t go", "", "end the turn: play the planned moves", lambda topic, _: topic.end("")),
    Verb("pass", "", "end the turn without moves", lambda topic, _: topic.pass_("")),
    Verb("plan", "[MOVES]", "add moves, and say what ending the turn would do (or just the moves)",
         lambda topic, text: topic.plan(text)),
    Verb("preview p", "", "the planned turn wave by wave", lambda topic, _: topic.preview("")),
    Verb("clear", "", "remove all planned moves", lambda topic, _: topic.clear("")),
)  # fmt: skip
"""Verbs that call the method of the topic with the same name."""


def describe_or_plan(topic: Topic, line: str, plan: Callable[[str], Lines]) -> Lines:
    """Answer a line without a command: describe a field, or plan moves."""
    try:
        field = parse_field(line.lower())
    except NotationError:
        word = line.split(maxsplit=1)[0]
        if not any(character.isdigit() for character in word):
            raise topic.vocabulary.unknown(word) from None
        return plan(line)
    return topic.answer(f"look {field}")


def state_of(
    transcript: Transcript, game: Game, cast: Cast, viewer: int | None = None
) -> DialogueState:
    """A game at its last turn; cannot save."""
    tree = GameTree(transcript, game.positions, "this position")
    return DialogueState(ReplayCursor(tree), cast, _refuse, viewer=viewer)


def _refuse(_: Transcript) -> str:
    raise DialogueError("nothing to save here")


def preview_plan(plan: TurnPlan, cast: Cast) -> Sequence[str]:
    """What ending the turn would do, step by step."""
    told = describe_turn(plan.report, cast)
    # Without moves the first sentence says that the player passes.
    return told if plan.moves else ("no moves planned", *told[1:])


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
