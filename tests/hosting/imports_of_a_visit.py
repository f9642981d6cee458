"""Prints what the app of a member imports after the fork server has imported everything.

Runs in a process of its own, which imports no more than the fork server does.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import monotonic

from atlantis_tui.hosting.fork_server import import_everything

PATIENCE = 120.0


async def visit(club: Path) -> None:
    """Open a game from the lobby, plan and play a turn, read help, chat, rules and review."""
    from atlantis_tui.club.lobby_screen import LobbyScreen  # noqa: PLC0415 - imported already
    from atlantis_tui.club.store import ClubTerms  # noqa: PLC0415 - as above
    from atlantis_tui.remote_app import RemoteApp  # noqa: PLC0415 - as above
    from atlantis_tui.settings.options import Colors, Options  # noqa: PLC0415 - as above

    app = RemoteApp(lambda: LobbyScreen(club, "ann", terms=ClubTerms()), Options(), Colors.TRUE)
    async with app.run_test(size=(80, 24)) as pilot:

        async def until(is_so: Callable[[], bool]) -> None:
            deadline = monotonic() + PATIENCE
            while not is_so():
                assert monotonic() < deadline, app.screen
                await pilot.pause(0.02)

        def is_on(name: str) -> Callable[[], bool]:
            return lambda: type(app.screen).__name__ == name

        async def look(key: str, name: str) -> None:
            below = type(app.screen).__name__
            await pilot.press(key)
            await until(is_on(name))
            await pilot.press("escape")
            await until(is_on(below))

        await until(lambda: "ben" in app.screen.query_one("#games").text)  # type: ignore[attr-defined]
        await look("n", "NewClubGameScreen")
        await pilot.press("enter")
        await until(is_on("RemotePlayScreen"))
        await pilot.press("colon", *"b3-c4", "enter", "t")
        await until(lambda: len(app.screen.document.game.turns) == 1)  # type: ignore[attr-defined]
        await look("question_mark", "Dialog")
        await look("C", "ChatScreen")
        await look("f2", "RulesScreen")
        await look("v", "RemoteReviewScreen")


def main() -> None:
    import_everything()
    for module in ("textual.drivers.headless_driver", "textual.pilot"):
        import_module(module)  # in place of a terminal and a player

    from atlantis_core.rules.shapes import Shape, traditional_start  # noqa: PLC0415 - imported
    from atlantis_tui.game.document import GameDocument  # noqa: PLC0415 - as above

    with tempfile.TemporaryDirectory() as name:
        club = Path(name)
        (club / "members.txt").write_text("ann\nben\n", encoding="utf-8")
        start = traditional_start(Shape.HEXAGON, 2, players=2)
        GameDocument.new(start, names=["ann", "ben"]).save_as(club / "game.json")
        before = set(sys.modules)
        asyncio.run(visit(club))
    print(*sorted(set(sys.modules) - before), sep="\n")  # noqa: T201 - the result


if __name__ == "__main__":
    main()
