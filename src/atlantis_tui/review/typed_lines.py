"""Typed lines in review: a place, a field, moves, or a command.

Unknown commands go to the dialogue of `atlantis read`, with the same cursor.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_core.positions.grid import Field, parse_field, parse_moves
from atlantis_core.review.places import Place, parse_place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.game import Turn
from atlantis_core.rules.share_code import is_share_code, parse_game
from atlantis_core.support.errors import AtlantisError, NotationError, UnknownFieldError
from atlantis_tui import routes
from . import panels

if TYPE_CHECKING:
    from atlantis_tui.review.edits import Edits
    from atlantis_tui.review.screen import ReviewScreen


def read_line(text: str, replay: ReplayCursor) -> Place | Field | Turn | None:
    """Parse a place, a field or moves; None for anything else."""
    with suppress(NotationError):
        return parse_place(text, replay.path)
    with suppress(NotationError):
        return check_field(text, replay)
    with suppress(NotationError):
        return parse_moves(text.lower())
    return None


def check_field(text: str, replay: ReplayCursor) -> Field:
    """Parse a field of the board; raises UnknownFieldError for others."""
    field = parse_field(text.strip().lower())
    if field not in replay.position.board:
        raise UnknownFieldError(field)
    return field


def carry_out(screen: ReviewScreen, text: str) -> None:
    """Go to a place or field, try moves, or run a command."""
    try:
        match read_line(text, screen.review):
            case Place() as place:
                screen.controls.go(place)
            case Field() as field:
                screen.board.cursor = field
            case tuple() as moves:
                screen.try_turn(moves)
            case None:
                _run_command(screen, text)
    except AtlantisError as error:
        screen.frame.say(str(error), "bad")
    except OSError as error:
        screen.frame.say((error.strerror or str(error)).lower(), "bad")


def _run_command(screen: ReviewScreen, text: str) -> None:
    word, _, after = text.partition(" ")
    words: dict[str, Callable[[], object]] = {
        "compare": lambda: screen.view.compare(parse_place(after, screen.review.path)),
        "why": lambda: screen.controls.open_history(check_field(after, screen.review)),
        "save": lambda: _save(screen.edits, after),
        "quit": screen.action_release,
        "q": screen.action_release,
        "judge": screen.action_judge,
        "hint": screen.background_jobs.advise,
        "export": lambda: screen.background_jobs.export(after),
    }
    if is_share_code(text):
        parse_game(text)
        screen.leave_for(routes.File(Path(text)))
    elif word in words:
        words[word]()
    else:
        _ask_dialogue(screen, text)


def _save(edits: Edits, words: str) -> None:
    if words.startswith("as "):
        edits.save_as(words.removeprefix("as ").strip())
    else:
        edits.save()


def _ask_dialogue(screen: ReviewScreen, question: str) -> None:
    """Run a command of the dialogue, which may also move the cursor or edit the game."""
    from atlantis_core.dialogue import Dialogue
    from atlantis_core.dialogue.state import DialogueState
    from atlantis_core.transcript.model import Transcript

    replay = screen.review

    def keep(transcript: Transcript) -> str:
        problem = screen.edits.save_quietly(transcript)
        return f"not saved: {problem}" if problem else "saved"

    before = replay.place, replay.step
    dialogue = Dialogue(DialogueState(replay, screen.view.player_list.cast, keep))
    lines, has_failed = tuple(dialogue.answer(question)), bool(dialogue.failures)
    screen.view.paint_edited()
    if (replay.place, replay.step) != before or len(lines) <= 1 or has_failed:
        screen.frame.say("".join(lines[:1]), "bad" if has_failed else "plain")
    else:
        screen.show_page(question, partial(panels.answer_lines, lines))
