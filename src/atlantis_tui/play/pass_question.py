"""The question before a turn without moves, for local and remote players."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from atlantis_tui.game.controller import GameController
from atlantis_tui.game.events import Event, PassDoubted
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.widgets.base_screen import BaseScreen


class PassAnswer(StrEnum):
    """The player's answer; empty to plan a move instead."""

    PLAN = ""
    PASS = "pass"  # noqa: S105 -- a turn without moves
    ALWAYS = "always"
    HINT = "hint"


async def ask_to_pass(
    screen: BaseScreen, doubted: PassDoubted, more: Iterable[tuple[str, str, PassAnswer]] = ()
) -> PassAnswer:
    """Ask whether the player means to pass. Call it in a worker."""
    always = (("P", "pass, and don't ask again in this game", PassAnswer.ALWAYS),)
    # Not the key that ends the turn, which would answer its own question when held down.
    answer = await screen.ask(
        "Pass?",
        [("You planned no moves. Your fields will only explode and grow.",)],
        ("p", "pass", PassAnswer.PASS),
        *(always if doubted.may_stop_asking else ()),
        *more,
        ("enter", "plan a move", PassAnswer.PLAN),
    )
    return PassAnswer(answer)


def confirmed_pass(
    controller: GameController, doubted: PassDoubted, entry: TurnEntry | None, answer: PassAnswer
) -> Event | None:
    """The event that follows the answer; None if the player does not pass."""
    if answer not in (PassAnswer.PASS, PassAnswer.ALWAYS):
        return None
    return controller.confirm_pass(doubted, entry, is_always=answer is PassAnswer.ALWAYS)
