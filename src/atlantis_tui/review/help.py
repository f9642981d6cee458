"""Symbols of the review screen, for its help page."""

from __future__ import annotations

from atlantis_core.review.game_statistics import MomentKind
from atlantis_core.review.verdicts import TurnMark
from atlantis_tui.widgets.key_table import KeyGroup
from .timeline import SYMBOLS

GROUPS: tuple[KeyGroup, ...] = (
    (
        "Typed commands",
        (
            (": 42", "go to turn 42, or to 12.1/14 in a variation"),
            (": areas", "also threats, players, moves, hint: see docs/reviewing.md"),
            (": save as", "save to another file"),
        ),
    ),
    (
        "Symbols in the turn list",
        (
            ("expl won lost", "explosions, stones of others eliminated, own stones lost"),
            (TurnMark.GOOD.value, "the only good turn according to the judge (j)"),
            (
                f"{TurnMark.DOUBTFUL.value} {TurnMark.BAD.value} {TurnMark.BLUNDER.value}",
                "a doubtful turn, a bad turn, a blunder",
            ),
            (TurnMark.UNCLEAR.value, "the chance falls, but no better turn was found"),
            (SYMBOLS[MomentKind.COMMENT], "a comment"),
        ),
    ),
    ("Symbols on the timeline", [(symbol, mark.value) for mark, symbol in SYMBOLS.items()]),
)
