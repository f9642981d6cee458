"""The board of the play screen: direction keys go to the screen, which knows what is lifted."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.message import Message

from atlantis_core.grid import Direction, Field
from atlantis_tui.board.view import BoardView

Typed = tuple[str, str | None]
"""A key by name, and the character that it writes."""
TYPING_KEYS = ("colon", "m")
KEYS_WHILE_SHOWING = frozenset(
    {"Q", "escape", "question_mark", "f1", "less_than_sign", "greater_than_sign"}
)
"""Do what they say also while a turn is shown: bots among themselves hardly ever pause."""


class PlayBoard(BoardView):
    """A board on which a direction may mean a step or the aim of lifted stones."""

    class TypingWanted(Message):
        """One of the keys was pressed that open the command line."""

    class Interrupted(Message):
        """A key was pressed that only ends the showing of a turn."""

    is_showing = False
    """While a turn is shown, nearly every key only skips it."""
    direct: Callable[[Direction], None] | None = None
    """What a direction key does: called at once and not told by a message, because a key typed
    right after it (Enter, t) must find its work done."""
    choose: Callable[[Field], None] | None = None
    """What Enter and Space do, called at once for the same reason."""
    redirect: Callable[[Typed], None] | None = None
    """Where keys go while something else is about to take the focus."""

    def on_key(self, event: events.Key) -> None:
        typed = event.key, event.character
        if self.redirect is not None:
            self.redirect(typed)
        elif self.is_showing and event.key not in KEYS_WHILE_SHOWING:
            self.post_message(self.Interrupted())
        elif event.key in TYPING_KEYS:
            self.hold_keys()
            self.post_message(self.TypingWanted())
        else:
            return
        event.stop()
        event.prevent_default()

    def hold_keys(self) -> None:
        """Whoever types quickly has typed on before the line to type in is there."""
        self.held: list[Typed] = []
        self.redirect = self.held.append

    def release_keys(self, take: Callable[[Typed], None]) -> None:
        """From now on keys go here, those that were held first."""
        held = self.held if self.redirect is not None else []
        self.redirect = take
        for typed in held:
            take(typed)

    def action_step(self, direction: str) -> None:
        if self.direct is None:
            super().action_step(direction)
        else:
            self.direct(Direction[direction])

    def action_choose(self) -> None:
        if self.choose is None:
            super().action_choose()
        elif self.cursor is not None:
            self.choose(self.cursor)

    def action_sidestep(self, side: int) -> None:
        # Left and right only walk: a line of lifted stones needs one of six directions.
        target = self.beside(side)
        if target is not None:
            self.cursor = target
