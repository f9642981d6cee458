"""The keys of screens on which a turn is planned, and carrying out what is typed there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from textual.binding import Binding

from atlantis_core.errors import AtlantisError
from atlantis_tui.board.planning_board import PlanningBoard
from atlantis_tui.game.typed_commands import Command, Word, parse_command

TYPING_KEYS = ("colon", "m")
PLANNING_KEYS: tuple[Binding, ...] = (
    Binding("t", "end_turn", "End the turn"),
    Binding("h", "hint", "Ask for a hint, then plan it"),
    Binding("H", "next_hint", "Show the next best turn"),
    Binding("colon,m", "type", "Type a move or a command"),
    Binding("p", "toggle_side", "Show or hide the panel"),
)
"""What every screen has on which a turn is planned, besides the keys of its board."""
Words = Mapping[Word, Callable[[], object]]
NO_WORDS: Mapping[Word, Callable[[Command], object]] = MappingProxyType({})


def carry_out(
    text: str,
    board: PlanningBoard,
    words: Words,
    words_with_argument: Mapping[Word, Callable[[Command], object]] = NO_WORDS,
) -> None:
    """Do what a line says; what it cannot mean is said and changes nothing.

    Words that are not among those given are about the plan or the board.
    """
    try:
        command = parse_command(text)
        word = command.word
        if word is None:
            board.add(command.moves)
        elif word in words:
            words[word]()
        elif word in words_with_argument:
            words_with_argument[word](command)
        elif word is Word.PASS:
            board.clear()
            words[Word.END]()
        elif not board.obey(command):
            board.tell(f"'{word.value}' is for games (expected for example 'b2-b4')", "bad")
    except (AtlantisError, OSError, ValueError) as error:
        board.tell(str(error), "bad")
