"""A bot that is to move moves or is paused, whatever keys were pressed while it thought."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from atlantis_core.games.protocol import Move, Record, Thought
from atlantis_core.seats import Seat
from atlantis_core.support.cancelling import Cancelled
from atlantis_tui.other_games.flow import RecordPhase
from atlantis_tui.other_games.play_screen import RecordPlayScreen
from atlantis_tui.other_games.thinker import RecordThinker
from tests.tui.other_games.driving import GameView, at_table

KEYS = ("h", "v", "escape", "escape", "b", "y", "U", "R", "enter", "tab", "i", "c", "x", "t", "g")


class SlowThinker(RecordThinker):
    """Answers only when the test says so."""

    waiting: asyncio.Future[None] | None = None

    async def choose(self, seat: Seat, record: Record) -> Move:  # noqa: ARG002 -- as the base
        return (await self.advise(record)).move

    async def advise(self, record: Record, effort: int | None = None) -> Thought:  # noqa: ARG002
        self.cancel()
        SlowThinker.waiting = self._own = asyncio.get_running_loop().create_future()
        moves = record.position(record.last_step).legal_moves()
        await self._own
        return Thought(next(iter(moves)), 0, "because", 1)

    def cancel(self) -> None:
        own = getattr(self, "_own", None)
        if own is not None and not own.done():
            own.set_exception(Cancelled())

    @classmethod
    def answer(cls) -> None:
        if cls.waiting is not None and not cls.waiting.done():
            cls.waiting.set_result(None)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("play_screen", "thinker"):
        monkeypatch.setattr(f"atlantis_tui.other_games.{module}.RecordThinker", SlowThinker)
    monkeypatch.setattr(SlowThinker, "waiting", None)


async def return_to_the_game(at: GameView) -> RecordPlayScreen:
    for _ in range(20):
        if isinstance(at.app.screen, RecordPlayScreen):
            return at.app.screen
        await at.press("escape")
    raise AssertionError(f"no way back from {at.app.screen}")


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("seed", range(8))
async def test_bot_moves_or_is_paused_after_any_keys(seed: int, tmp_path: Path) -> None:
    dice = Random(seed)
    seats = ["--seat", "person", "--seat", "bot"]
    if seed % 2:
        seats = ["--seat", "bot", "--seat", "person"]
    async with at_table("--new", "kalah:4x3", *seats, tmp_path / "new.kalah") as at:
        pressed = []
        for _ in range(12):
            pressed.append(dice.choice(KEYS))
            await at.press(pressed[-1])
            if not dice.randrange(4):
                pressed.append("(answer)")
                SlowThinker.answer()
                await at.pilot.pause()
        screen = await return_to_the_game(at)
        while screen.flow.phase is RecordPhase.THINKING:
            before = screen.document.record.last_step
            SlowThinker.answer()
            await at.pilot.pause()
            assert screen.document.record.last_step > before, " ".join(pressed)
        wanted = (RecordPhase.CHOOSING, RecordPhase.PAUSED, RecordPhase.OVER)
        assert screen.flow.phase in wanted


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("keys", ["h", "v escape", "v h escape", "U", "h v escape h", "i escape h"])
async def test_bot_still_answers_after(keys: str, tmp_path: Path) -> None:
    seats = ("--seat", "bot", "--seat", "person")
    async with at_table("--new", "kalah:4x3", *seats, tmp_path / "new.kalah") as at:
        assert at.phase() is RecordPhase.THINKING
        await at.press(*keys.split())
        SlowThinker.answer()
        await at.until(lambda: at.play.document.record.last_step > 0)


@pytest.mark.usefixtures("slow")
async def test_move_of_the_bot_does_not_replace_an_edit_in_review(tmp_path: Path) -> None:
    seats = ("--seat", "bot", "--seat", "person")
    async with at_table("--new", "kalah:4x3", *seats, tmp_path / "new.kalah") as at:
        await at.press("v", "c", "x", "enter", "escape")
        SlowThinker.answer()
        await at.until(lambda: at.play.document.record.last_step > 0)
        assert at.play.document.record.comment(0) == "x"
