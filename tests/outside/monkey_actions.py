"""Random actions of the monkey: keys, mouse, pastes, bytes, resizes, signals, file changes, delays.

An action is a short list, so that a recording is a readable JSON file.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple, TypeAlias

from tests.outside.journeys import DOWN, ENTER, ESCAPE, JOURNEYS, TAB, UP

Action: TypeAlias = tuple[str | int, ...]
"""``("type", "abc")``, ``("bytes", "e9")``, ``("resize", 80, 24)``, ``("stop", 20)``, ..."""
MOST_ACTIONS = 40
SIZES = ((80, 24), (120, 40), (40, 12), (60, 20), (8, 40), (200, 60), (20, 6))
_KEYS = (
    *"abcdefghijklmnopqrstuvwxyzDGHLMNPQRTUXY:?/[]{}<>+-=.,0123456789 !",
    *(UP, DOWN, "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x1b[3~", "\x1b[Z"),
    *("\x1bOQ", "\x1bOR", "\x1bOS", "\x10", "\x10", "\x13", "\x0c", "\x1a", "\x03", "\x7f", TAB),
    *(ENTER,) * 6,
    *("\x1b[27u",) * 8,
    ESCAPE,
)
"""Ctrl+Q is kept for the end. Escape mostly as a key of its own, which needs no pause."""
_TEXTS = (
    ":b2-b3\r",
    ":pass\r",
    ":undo\r",
    ":hint\r",
    ":20\r",
    ":save as copy.json\r",
    ":zoom 3\r",
    "\x10rules\r",
    "\x10\x1b[6~\x1b[6~\x1b[6~",
    "t" * 4,
    "xxxx",
    "hvhv",
)
_PASTES = ("b2-b3", "a1 a2\rb1", "x" * 3000, "\x07\x9b2J", "\u674e\u96f7 \U0001f98a\u0301", "")
_BYTES = ("e9", "ff", "1b5b", "1b5b3c303b", "c3", "00", "1b1b1b", "1b5b3230317e", "1b5b3230307e")
"""Among them the beginning and the end of a paste, each alone."""
_CHANGES = (
    ("running.json", "changed.json"),
    ("running.json", "broken.json"),
    ("over.json", "running.json"),
)


class Plan(NamedTuple):
    """A run of the monkey: how the app starts, and what happens to it."""

    arguments: tuple[str, ...]
    size: tuple[int, int]
    actions: tuple[Action, ...]
    end: str = "quit"
    """``quit`` (Ctrl+Q) or ``hang up`` (SIGHUP)."""


BEGINNINGS = tuple(
    (journey, len(journey.steps) - omitted, waits)
    for omitted in range(1 + max(len(journey.steps) for journey in JOURNEYS))
    for waits in (False, True)
    for journey in JOURNEYS
    if omitted <= len(journey.steps)
)
"""Every journey as far as each of its steps, typed ahead or with a pause after each step, because
typing ahead does not reach all screens: whole journeys first."""


def plan_of(seed: int) -> Plan:
    """The run of a seed: the beginning of a journey, then random actions."""
    dice = Random(seed)
    journey, steps, waits = BEGINNINGS[seed % len(BEGINNINGS)]
    keys = [step.keys for step in journey.steps[:steps]]
    typed: list[Action] = [
        ("type", text.replace(ESCAPE, "\x1b[27u") if "\x1b[" not in text else text)
        for text in keys
        if text and "\x11" not in text
    ]
    pause: list[Action] = [("pause",), ("look",)] if waits else []
    lead = [*pause, *(action for one in typed for action in (one, *pause))]
    size = dice.choice(SIZES[:3])
    actions = [_action(dice, size) for _ in range(dice.randint(10, MOST_ACTIONS))]
    animation = () if dice.randrange(3) else ("--no-animation",)
    end = dice.choice(("quit", "quit", "hang up"))
    return Plan((*journey.arguments, *animation), size, (*lead, *actions), end)


def _action(dice: Random, size: tuple[int, int]) -> Action:
    kind = dice.choices(
        (
            "keys",
            "text",
            "mouse",
            "paste",
            "bytes",
            "resize",
            "winch",
            "stop",
            "suspend",
            "change",
            "look",
        ),
        (40, 8, 16, 3, 3, 6, 2, 6, 1, 2, 6),
    )[0]
    if kind == "keys":
        return ("type", "".join(dice.choices(_KEYS, k=dice.randint(1, 8))))
    if kind == "text":
        return ("type", dice.choice(_TEXTS))
    if kind == "mouse":
        return ("type", _mouse(dice, size))
    if kind == "paste":
        return ("type", f"\x1b[200~{dice.choice(_PASTES)}\x1b[201~")
    if kind == "bytes":
        return ("bytes", dice.choice(_BYTES))
    if kind == "resize":
        return ("resize", *dice.choice(SIZES))
    if kind == "stop":
        return ("stop", dice.choice((5, 20, 60)))
    if kind == "change":
        return ("change", *dice.choice(_CHANGES))
    return (kind,)


def _mouse(dice: Random, size: tuple[int, int]) -> str:
    """A click, double click, drag, move or turn of the wheel."""
    places = [(dice.randint(1, size[0]), dice.randint(1, size[1])) for _ in range(2)]
    (x, y), (to_x, to_y) = places
    click = f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"
    return dice.choice(
        (
            click,
            click * 2,
            f"\x1b[<0;{x};{y}M\x1b[<32;{to_x};{to_y}M\x1b[<0;{to_x};{to_y}m",
            f"\x1b[<35;{x};{y}M\x1b[<35;{to_x};{to_y}M",
            f"\x1b[<{dice.choice((64, 65))};{x};{y}M" * 3,
            f"\x1b[<0;{x};{y}M",
        )
    )
