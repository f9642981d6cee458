"""Entry of Reversi in the registry of games; importing it does not import the game."""

from atlantis_core.games.registry import Entry

ENTRY = Entry(
    name="reversi",
    title="Reversi",
    files="a game of Reversi",
    suffixes=(".reversi",),
    pattern=r"\Areversi ",
    module="atlantis_reversi.game",
)
