"""Words about other games: whose turn it is, typed commands, completion of typed lines."""

from __future__ import annotations

from atlantis_core.games.protocol import Position, Record

WORDS: tuple[str, ...] = (
    "undo",
    "redo",
    "hint",
    "help",
    "review",
    "save as ",
    "goto ",
    "zoom ",
    "quit",
)


def state_words(record: Record, step: int) -> str:
    """The player to move after a step, or the result."""
    position = record.position(step)
    if position.result is not None:
        return position.result
    if position.to_move is None:
        return ""
    return f"{record.players[position.to_move]} to move"


def complete(text: str, position: Position) -> str | None:
    """Complete a command, a place after `goto`, or a legal move."""
    if not text:
        return None
    begin, known = text.lower(), WORDS
    if begin.startswith("goto "):
        places = {place for move in position.legal_moves() for place in move.places}
        known = tuple(f"goto {place}" for place in sorted(places))
    found = next((word for word in known if word.startswith(begin)), None)
    if found is None:
        moves = (move.text for move in position.legal_moves())
        found = next((move for move in moves if move.lower().startswith(begin)), None)
    return None if found is None else text + found[len(text) :]
