"""The questions before a person resigns, agrees on a draw or ends a turn without moves.

For local and remote players.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from atlantis_tui.game.controller import GameController
from atlantis_tui.game.events import Event, PassDoubted, Refused
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.game.turn_words import describe_offer
from atlantis_tui.widgets.base_screen import BaseScreen

_RESIGN, _DRAW = "resign", "draw"


async def ask_to_end(screen: BaseScreen, controller: GameController) -> Event | None:
    """Ask in a dialog, and return what follows; None if the game goes on. Needs a worker."""
    flow, document = controller.flow, controller.document
    player = flow.person_here
    if document.is_closed or player is None:
        return Refused("the game is over" if document.is_closed else "you do not play this game")
    lines = ["The game ends and is saved with its result."]
    if len(document.seats) - len(document.seats_out) > 2:
        lines = ["The other players go on; your turns become passes."]
    answers = [("r", f"resign for {document.cast[player]}", _RESIGN)]
    if document.can_draw:
        offered = describe_offer(document).partition(":")[0]
        lines += [offered] if offered else []
        label = "accept the draw" if offered else "offer a draw"
        answers.append(("d", "agree on a draw" if flow.is_draw_agreed_here else label, _DRAW))
    turns = document.game.turn_number
    title = "End the game?"
    answer = await screen.ask(title, [(line,) for line in lines], *answers, ("enter", "no", ""))
    if not answer:
        return None
    if document.game.turn_number != turns or document.is_closed:
        return Refused("the game has gone on meanwhile: nothing was ended")
    return controller.resign() if answer == _RESIGN else controller.offer_draw()


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
