"""Consent for programs that a file names: the user sees the whole command first."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from textual.geometry import Size

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.game.document import GameDocument
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.consent import ConsentDialog, consent_lines
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.text_lines import Piece, TextLines
from tests.tui.driving import Driver, playing

START = traditional_start(Shape.TRIANGLE, 2, 2)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """What the program writes as soon as it runs."""
    return tmp_path / "log"


def passing_program(log: Path, padding: int = 0) -> Seat:
    """Says that it runs, at the very end of its command line, and passes for ever."""
    script = log.with_name("agent.py")
    script.write_text(
        "import pathlib, sys\n"
        "pathlib.Path(sys.argv[1]).touch()\n"
        "for line in sys.stdin:\n"
        "    if line.endswith(';YOU\\n'): print('TURN', flush=True)\n"
    )
    return Seat(SeatKind.AGENT, f"{sys.executable} {script}{' ' * padding} {log}")


def from_file(path: Path, *seats: Seat) -> GameDocument:
    """A game whose seats nobody at this keyboard has chosen."""
    GameDocument.new(START, seats=seats, path=path).save()
    return GameDocument.load(path)


def shown_text(driver: Driver) -> str:
    assert isinstance(driver.app.screen, ConsentDialog)
    return driver.app.screen.query_one("#text", TextLines).text


def plain(piece: Piece | str) -> str:
    return piece if isinstance(piece, str) else piece.text


def has_run(log: Path) -> bool:
    return log.exists()


needs_posix = pytest.mark.skipif(os.name != "posix", reason="agents need POSIX")


@needs_posix
async def test_program_runs_only_after_consent(tmp_path: Path, log: Path) -> None:
    seat = passing_program(log)
    async with playing(document=from_file(tmp_path / "game.json", seat, PERSON)) as driver:
        assert driver.mode() is Mode.PAUSED
        assert "this file wants to run a program; press b to see it" in driver.message
        assert driver.text("keys").startswith(" b show program")
        for refusal in ("enter", "escape"):
            await driver.press("b")
            assert seat.name in shown_text(driver).replace("\n", "")
            await driver.press(refusal)
            assert not isinstance(driver.app.screen, Dialog)
            assert not driver.document.is_trusted(seat)
            assert "program not started" in driver.message
        assert not has_run(log)
        await driver.press("b", "r")
        await driver.until(lambda: driver.document.game.turn_number == 1)
        assert has_run(log)
        assert driver.document.is_trusted(seat)


@needs_posix
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_consent_needs_the_end_of_the_command_on_the_screen(
    size: tuple[int, int], tmp_path: Path, log: Path
) -> None:
    seat = passing_program(log, padding=3000)
    document = from_file(tmp_path / "game.json", seat, PERSON)
    async with playing(document=document, size=size) as driver:
        await driver.press("b")
        shown = " ".join(shown_text(driver).split())
        assert f"{len(seat.name)} characters: scroll to the end" in shown
        assert seat.name in shown_text(driver).replace("\n", "")
        await driver.press("r")
        assert isinstance(driver.app.screen, Dialog)
        assert not document.is_trusted(seat)
        await driver.press("end")
        await driver.until(lambda: driver.app.screen.focused.is_vertical_scroll_end)  # type: ignore[union-attr]
        await driver.press("r")
        await driver.until(lambda: driver.document.game.turn_number == 1)


def test_command_is_shown_in_full_without_control_characters() -> None:
    hostile = "run" + " " * 1700 + "\x1b[2J 一二三 " + "x" * 300 + " --the-end"
    for size in (Size(80, 24), Size(40, 12), Size(20, 6)):
        lines = list(consent_lines("Ann", hostile, size))
        pieces = ["".join(map(plain, line)) for line in lines]
        shown = "".join(pieces[pieces.index("") :])
        assert shown == hostile.replace("\x1b", "␛")
        assert f"{len(hostile)} characters" in " ".join(pieces)


def test_short_command_is_shown_without_its_length() -> None:
    text = "".join(map(str, consent_lines("Ann", "python3 agent.py", Size(80, 24))))
    assert "characters" not in text


async def test_message_about_a_program_in_the_file_appears_once(tmp_path: Path) -> None:
    seat = Seat(SeatKind.AGENT, "evil\x1b[2J")
    async with playing(document=from_file(tmp_path / "game.json", PERSON, seat)) as driver:
        name = driver.document.cast[1]
        assert f"this file wants to run a program for {name}" in driver.message
        await driver.press("t")
        assert f"{name}: this file wants to run a program; press b to see it" in driver.message
        await driver.press("U")
        assert "run a program for" not in driver.message


async def test_agents_chosen_by_the_user_need_no_consent() -> None:
    seat = Seat(SeatKind.AGENT, "no-such-program-anywhere")
    async with playing(START, seats=(PERSON, seat)) as driver:
        assert "program" not in driver.message
