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
from tests.outside.watching import Seen

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
SIZES = ((80, 24), (120, 40), (40, 12))
BUDGETS = {(80, 24): (3_000, 4_500), (120, 40): (5_000, 9_000)}
"""Greatest number of bytes to open or close a dialog, and one as high as the window.

Most dialogs cost less than 2 kB; the help of the review, over a whole board, 7.1 kB.
"""
ECHO = 60
"""Bytes for each key that is typed before the one that opens a dialog."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.name)
def test_terminal_shows_what_the_app_means(
    journey: Journey, size: tuple[int, int], tmp_path: Path
) -> None:
    prepare(tmp_path)
    with Seen(tmp_path, (*journey.arguments, "--no-animation"), size) as seen:
        is_open = is_high = False
        for step in journey.steps:
            start = seen.settled_bytes()
            if step.changed is not None:
                shutil.copy(tmp_path / step.changed[1], tmp_path / step.changed[0])
            seen.type(step.keys)
            seen.wait_for(step.screen, *([step.text] if step.text else []))
            is_closing = is_open and step.keys == ESCAPE
            is_open = bool(step.site and step.keys)
            if is_open:
                is_high = "╭" in seen.lines()[0]
            if (is_open or is_closing) and size in BUDGETS:
                most = BUDGETS[size][is_high] + ECHO * (len(step.keys) - 1)
                assert seen.bytes_received - start <= most, step


ESCAPE_ALONE = "\x1b[27u"
"""Escape as terminals with the kitty protocol send it; the plain one would join the next key."""
_ALONE = re.compile(r"\x1b(?!\[)")


@pytest.mark.parametrize("name", ["start", "new game", "review", "editor", "undo"])
def test_journey_typed_ahead_ends_on_the_same_screen(name: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    (journey,) = (journey for journey in JOURNEYS if journey.name == name)
    keys = "".join(step.keys for step in journey.steps)
    with Seen(tmp_path, (*journey.arguments, "--no-animation"), (80, 24)) as seen:
        seen.type(_ALONE.sub(ESCAPE_ALONE, keys))
        seen.wait_for(journey.steps[-1].screen, journey.steps[-1].text)


def test_every_screen_is_opened() -> None:
    steps = [step for journey in JOURNEYS for step in journey.steps]
    opened = {screen for step in steps for screen in step.screen.split(" or ")}
    assert screens() - ABSTRACT == opened


def test_every_dialog_is_opened() -> None:
    opened = {step.site for journey in JOURNEYS for step in journey.steps if step.site}
    assert dialog_sites() == opened | set(ELSEWHERE)


KEYS = "wasdqeghijklmnoprtuvxzHLNPRTUXY:?/[]{}<>+-0123456789 \t\r"
"""No Ctrl+Q; `q` quits only on the start screen, which a game hides."""


@pytest.mark.parametrize("seed", range(3))
def test_terminal_and_app_agree_after_random_keys_and_resizes(seed: int, tmp_path: Path) -> None:
    prepare(tmp_path)
    dice = Random(seed)
    arguments = (("over.json", "running.json", "map.json")[seed], "--no-animation")
    with Seen(tmp_path, arguments, (80, 24)) as seen:
        seen.wait_for("")
        for _ in range(4):
            seen.type("".join(dice.choices(KEYS, k=6)))
            seen.resize(dice.choice((40, 60, 80, 120)), dice.choice((12, 20, 24, 40)))
            seen.wait_for("")
            seen.type(dice.choice(("\x1b", "\x0c", "\x10", "\x1b[A", "\x1b[<0;10;5M")))
            seen.wait_for("")
