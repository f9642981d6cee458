"""Every screen and dialog, opened on a terminal: the terminal shows what the app means."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from tests.outside.journeys import (
    ABSTRACT,
    ELSEWHERE,
    ESCAPE,
    JOURNEYS,
    Journey,
    dialog_sites,
    prepare,
    screens,
)
from tests.outside.watching import Seen, together

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
SIZES = ((80, 24), (120, 40), (40, 12))
BUDGETS = {(80, 24): 3_000, (120, 40): 5_000}
"""Greatest number of bytes to open or close a dialog; most cost less than 2 kB."""
ECHO = 60
"""Bytes for each key that is typed before the one that opens a dialog."""
ATTEMPTS = 6
"""A busy machine lets the app paint states between two keys; no step exceeds its limit always."""


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.name)
def test_terminal_shows_what_the_app_means(journey: Journey, tmp_path: Path) -> None:
    together(lambda size: check(journey, size, tmp_path / "{}x{}".format(*size)), SIZES)


def check(journey: Journey, size: tuple[int, int], folder: Path) -> None:
    """Take all steps, and check that no step sends too many bytes in every attempt."""
    over = list(range(len(journey.steps)))
    excess: list[int] = []
    for attempt in range(ATTEMPTS):
        own = folder / str(attempt)
        own.mkdir(parents=True)
        excess = walk(journey, size, own)
        over = [number for number in over if excess[number] > 0]
        if not over:
            return
    raise AssertionError([(journey.steps[number], excess[number]) for number in over])


def walk(journey: Journey, size: tuple[int, int], folder: Path) -> list[int]:
    """Take all steps; the bytes above the limit of each step, negative if below."""
    prepare(folder)
    excess = []
    with Seen(folder, (*journey.arguments, "--no-animation"), size) as seen:
        is_open = False
        for step in journey.steps:
            is_closing = is_open and step.keys == ESCAPE
            is_open = bool(step.site and step.keys)
            is_limited = (is_open or is_closing) and size in BUDGETS
            # Waiting for the app to pause takes longer than the rest of a step.
            start = seen.settled_bytes() if is_limited else 0
            if step.changed is not None:
                shutil.copy(folder / step.changed[1], folder / step.changed[0])
            seen.type(step.keys)
            seen.wait_for(step.screen, *([step.text] if step.text else []))
            most = BUDGETS[size] + ECHO * (len(step.keys) - 1) if is_limited else sys.maxsize
            excess.append(seen.bytes_received - start - most)
        seen.suspend()
        seen.wait_for(journey.steps[-1].screen)
    return excess


ESCAPE_ALONE = "\x1b[27u"
"""Escape as terminals with the kitty protocol send it; the plain one would join the next key."""
_ALONE = re.compile(r"\x1b(?!\[)")


def test_journeys_typed_ahead_end_on_the_same_screen(tmp_path: Path) -> None:
    names = ("start", "new game", "review", "editor", "undo")
    chosen = [journey for journey in JOURNEYS if journey.name in names]
    assert len(chosen) == len(names)
    together(lambda journey: type_ahead(journey, tmp_path / journey.name), chosen)


def type_ahead(journey: Journey, folder: Path) -> None:
    """Type the keys of all steps at once, and wait for the last screen."""
    folder.mkdir()
    prepare(folder)
    keys = "".join(step.keys for step in journey.steps)
    with Seen(folder, (*journey.arguments, "--no-animation"), (80, 24)) as seen:
        seen.type(_ALONE.sub(ESCAPE_ALONE, keys))
        seen.wait_for(journey.steps[-1].screen, journey.steps[-1].text)


def test_every_screen_is_opened() -> None:
    steps = [step for journey in JOURNEYS for step in journey.steps]
    opened = {screen for step in steps for screen in step.screen.split(" or ")}
    assert screens() - ABSTRACT == opened


def test_every_dialog_is_opened() -> None:
    opened = {step.site for journey in JOURNEYS for step in journey.steps if step.site}
    assert dialog_sites() == opened | set(ELSEWHERE)


KEYS = "wasdeghijklmnoprtuvxzHLNPRTUXY:?/[]{}<>+-0123456789 \t\r"
"""No Ctrl+Q, and no `q`, which quits on the start screen, to which Escape may lead."""


RANDOM_GAMES = ("over.json", "running.json", "map.json")


def test_terminal_and_app_agree_after_random_input_and_suspends(tmp_path: Path) -> None:
    together(lambda name: play_at_random(name, tmp_path / name), RANDOM_GAMES)


def play_at_random(name: str, folder: Path) -> None:
    """Type, resize and suspend at random, and compare the terminal after each."""
    folder.mkdir()
    prepare(folder)
    dice = Random(RANDOM_GAMES.index(name))
    with Seen(folder, (name, "--no-animation"), (80, 24)) as seen:
        seen.wait_for("")
        for _ in range(4):
            seen.type("".join(dice.choices(KEYS, k=6)))
            seen.resize(dice.choice((40, 60, 80, 120)), dice.choice((12, 20, 24, 40)))
            seen.wait_for("")
            seen.suspend(dice.choice((None, (40, 12), (80, 24), (120, 40))))
            seen.wait_for("")
            seen.type(dice.choice(("\x1b", "\x0c", "\x10", "\x1b[A", "\x1b[<0;10;5M")))
            seen.wait_for("")
