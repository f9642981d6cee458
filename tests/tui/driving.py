"""Drives the app without a terminal: opens a game, presses keys, reads what is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from textual.pilot import Pilot

from atlantis_core.positions.grid import format_moves, parse_field
from atlantis_core.positions.position import Position
from atlantis_core.seats import Seat, SeatKind
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import Phase
from atlantis_tui.play.bars import Mode
from atlantis_tui.play.screen import PlayScreen
from atlantis_tui.settings.arguments import parse_arguments
from atlantis_tui.settings.options import Colors, Options
from atlantis_tui.widgets.text_lines import TextLines

STILL = Options(animation=False, ask_pass=False, judge=False)
THINKING_FOR_EVER = Seat(SeatKind.AGENT, "sleep 600")
"""Never answers, so that stopping it is never too late."""
MOST_PAUSES = 600
"""How often a test looks before it gives up waiting."""


async def wait_until(pilot: Pilot[None], is_done: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    for _ in range(MOST_PAUSES):
        if is_done():
            return
        await pilot.pause(0.02)
    raise AssertionError("the condition did not become true")


class Driver:
    """Drives a play screen."""

    def __init__(self, app: AtlantisApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> PlayScreen:
        return cast("PlayScreen", self.app.screen_stack[0])

    @property
    def document(self) -> GameDocument:
        return self.screen.document

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Open the command line and enter a line."""
        await self.press("colon")
        command = self.screen.query(".command").last()
        command.value = text  # type: ignore[attr-defined]  # an Input
        await self.press("enter")

    async def go_to(self, field: str) -> None:
        self.screen.board.cursor = parse_field(field)
        await self.pilot.pause()

    async def until(self, is_done: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        await wait_until(self.pilot, is_done)

    def text(self, name: str) -> str:
        """The text of a bar or the panel."""
        return self.screen.query_one(f"#{name}", TextLines).text

    def mode(self) -> Mode:
        """Which keys the player has just now."""
        return self.screen.shown_mode

    def state(self) -> Mode:
        """What the game is doing."""
        phase = self.screen.flow.phase
        return Mode.PLANNING if phase is Phase.PAUSED else Mode(phase.value)

    @property
    def message(self) -> str:
        """What is said below the board, on however many lines."""
        overflow = self.screen.query_one("#overflow", TextLines)
        above = overflow.text if overflow.display else ""
        return " ".join(f"{above} {self.text('message')}".split())

    @property
    def plan(self) -> str:
        entry = self.screen.board.entry
        assert entry is not None
        return format_moves(entry.plan.moves)

    @property
    def cursor(self) -> str:
        return str(self.screen.board.cursor)


@asynccontextmanager
async def playing(
    start: Position | None = None,
    *,
    path: Path | None = None,
    seats: tuple[Seat, ...] = (),
    options: Options = STILL,
    depth: Colors = Colors.TRUE,
    size: tuple[int, int] = (80, 24),
    document: GameDocument | None = None,
) -> AsyncIterator[Driver]:
    """A game that begins at a position, or one that is given."""
    if document is None:
        assert start is not None
        document = GameDocument.new(start, seats=seats, path=path)
    app = DocumentApp(document, options, depth)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Driver(app, pilot)


class DocumentApp(AtlantisApp):
    """The app with a game that is already open."""

    def __init__(self, document: GameDocument, options: Options, depth: Colors) -> None:
        self._document = document
        super().__init__(parse_arguments([]), options, depth)

    def get_default_screen(self) -> PlayScreen:
        return PlayScreen(self._document)
