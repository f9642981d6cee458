"""Asks whether a person resigns, or agrees on a draw where only people play."""

from __future__ import annotations

from atlantis_tui.game.controller import GameController
from atlantis_tui.game.events import Event, Refused
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
        offered = flow.describe_offer().partition(":")[0]
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
