"""Endings declared in tags: a match game can end before it is over by the rules (R2.4).

The tag `ending` is `repetition`, `turn limit` or `forfeit`; `winner` and `result` accompany it.
"""

from __future__ import annotations

from atlantis_core.support.safe_text import showable
from .model import Transcript

WORDS = {
    "repetition": "adjudicated after repetition",
    "turn limit": "adjudicated at the turn limit",
    "forfeit": "forfeited",
}
"""Phrase for each declared ending."""


def declared_sentence(transcript: Transcript) -> str | None:
    """Like `declared_ending`, as a sentence."""
    ending = declared_ending(transcript)
    return None if ending is None else f"{ending[0].upper()}{ending[1:]}."


def declared_ending(transcript: Transcript) -> str | None:
    """The declared ending with winner and score, safe to show, or None."""
    tags = transcript.annotations.tags
    words = WORDS.get(str(tags.get("ending")))
    if words is None:
        return None
    winner, result = tags.get("winner"), tags.get("result")
    if winner is None:
        return words
    score = "" if result is None else f" ({showable(str(result), 40)})"
    return f"{words}: {showable(str(winner), 60)} won{score}"
