"""Endings that a file declares: a match between programs can end before the rules end it (R2.4).

The tags say how: `ending` is `repetition`, `turn limit` or `forfeit`; `winner` and `result` go
with it. Such a game is not over by the rules, but nobody plays on.
"""

from __future__ import annotations

from atlantis_core.safe_text import showable
from .model import Transcript

WORDS = {
    "repetition": "adjudicated after repetition",
    "turn limit": "adjudicated at the turn limit",
    "forfeit": "forfeited",
}
"""What is said of each ending that is not one by the rules."""


def declared_sentence(transcript: Transcript) -> str | None:
    """The same as a sentence."""
    ending = declared_ending(transcript)
    return None if ending is None else f"{ending[0].upper()}{ending[1:]}."


def declared_ending(transcript: Transcript) -> str | None:
    """How a game that the rules have not ended was ended, safe to show; None if it was not."""
    tags = transcript.annotations.tags
    words = WORDS.get(str(tags.get("ending")))
    if words is None:
        return None
    winner, result = tags.get("winner"), tags.get("result")
    if winner is None:
        return words
    score = "" if result is None else f" ({showable(str(result), 40)})"
    return f"{words}: {showable(str(winner), 60)} won{score}"
