"""Cost of a club with many games: memory, and delays as multiples of those of one game.

The delay of a turn runs from its save until the app of another member paints it: through the
watcher of the host, its message, and the app. It is compared with an app that polls the file of a
single game itself.
"""

import asyncio
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

from atlantis_core import Shape, traditional_start
from atlantis_tui.club import store
from atlantis_tui.club.facts import FactsMemory, game_files
from atlantis_tui.game.document import GameDocument
from atlantis_tui.hosting.clients import Client, Clients, Window
from atlantis_tui.hosting.club_service import ClubService
from atlantis_tui.hosting.hosted_club import HostedClub
from atlantis_tui.hosting.sessions import HostingTerms, SessionRegistry
from benchmarks.claims import Claim, at_most

GAMES = 200
MEMBERS = 600
SPECTATORS = 100
TURNS = 9
SIZE = (80, 24)
PATIENCE = 120.0
TOAST_SECONDS = 6.0
"""After this time the line that says who is connected has gone."""
FRAME = b"\x1b"


def claims() -> Iterator[Claim]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        club = _make_club(folder)
        yield at_most(50.0, "memory of a host per idle game", _idle_game_kilobytes(club), "kB")
        yield from asyncio.run(_delays(folder, club))


def _make_club(folder: Path) -> Path:
    club = folder / "club"
    club.mkdir()
    lines = "".join(f"member{number}\n" for number in range(MEMBERS))
    (club / "members.txt").write_text(lines, encoding="utf-8")
    start = traditional_start(Shape.HEXAGON, 2, players=2)
    for number in range(GAMES):
        names = [f"member{2 * number}", f"member{2 * number + 1}"]
        document = GameDocument.new(start, names=names)
        document.save_as(club / f"game-{number:03}.json")
    return club


def _idle_game_kilobytes(club: Path) -> float:
    """What the process of a host grows by when it reads the games, for each of them."""
    store.list_games(club, None)  # imports what it needs
    memory = FactsMemory()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory.of(club, game_files(club), is_host=True)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / GAMES


class Watcher:
    """An app on a game; notes when it paints."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.painted = asyncio.Event()
        self.received = b""
        self.when = 0.0
        client.on_output = self._paint

    def _paint(self, data: bytes) -> None:
        self.received += data
        self.when = time.perf_counter()
        self.painted.set()

    async def wait(self) -> float:
        await asyncio.wait_for(self.painted.wait(), PATIENCE)
        return self.when

    async def until(self, text: bytes) -> None:
        """Wait until the app has painted a text."""
        while text not in self.received:
            self.painted.clear()
            await self.wait()
        await self.rest()

    async def rest(self, seconds: float = 0.7) -> None:
        """Wait until the app paints nothing more for a while."""
        while True:
            self.painted.clear()
            try:
                await asyncio.wait_for(self.painted.wait(), seconds)
            except TimeoutError:
                return


async def _delays(folder: Path, club: Path) -> list[Claim]:
    single = folder / "single.json"
    GameDocument.new(traditional_start(Shape.HEXAGON, 2, players=2)).save_as(single)
    hosted = HostedClub(club, folder / "codes.json", has_codes=False)
    service = ClubService(hosted)
    clients = Clients()
    clients.open()
    terms = HostingTerms(club, club=hosted, **hosted.admission()._asdict())
    sessions = SessionRegistry(terms, clients, service.visited)
    game = club / "game-000.json"
    try:
        async with service.following(sessions):
            alone = await _watch(
                clients.start(_window(), (str(single), "--as", "watch", "--guest"))
            )
            opponent = await _enter(sessions, frozenset({1}))
            of_one = [await _turn(single, [alone]) for _ in range(TURNS)]
            of_club = [await _turn(game, [opponent]) for _ in range(TURNS)]
            crowd = list(
                await asyncio.gather(
                    *(_watch(_visit(sessions, frozenset())) for _ in range(SPECTATORS))
                )
            )
            in_lobby = statistics.mean(_pss_megabytes(each.client) for each in crowd)
            await asyncio.gather(*map(_open_first, crowd))
            in_game = statistics.mean(_pss_megabytes(each.client) for each in crowd)
            of_crowd = min([await _turn(game, crowd) for _ in range(TURNS)])
    finally:
        clients.close()
    usual = statistics.median(of_one)
    return [
        at_most(1.5, f"a turn at the opponent, {GAMES} games, median, over that of one game",
                statistics.median(of_club) / usual),
        at_most(12.0, f"a turn at the last of {SPECTATORS} spectators, over one player of one game",
                of_crowd / usual),
        at_most(20.0, "memory of a spectator in the lobby of a club (PSS)", in_lobby, "MB"),
        at_most(24.0, "memory of a spectator in a game of a club (PSS)", in_game, "MB"),
    ]  # fmt: skip


def _window() -> Window:
    return Window.of(*SIZE, "xterm-256color")


async def _watch(client: Client) -> Watcher:
    watcher = Watcher(client)
    await watcher.wait()
    await watcher.rest()
    return watcher


async def _enter(sessions: SessionRegistry, seats: frozenset[int]) -> Watcher:
    """Connect to the lobby and open its first game, which is game-000 for everyone here."""
    watcher = await _watch(_visit(sessions, seats))
    await _open_first(watcher)
    return watcher


def _visit(sessions: SessionRegistry, seats: frozenset[int]) -> Client:
    return sessions.start(_window(), seats, "127.0.0.1", "bench", Mock())


async def _open_first(watcher: Watcher) -> None:
    """Open the first game of the lobby, once it is listed."""
    await watcher.until(b"game-000")
    watcher.client.type(b"\r")
    await watcher.until(b"waiting for member")
    await watcher.rest(TOAST_SECONDS)


async def _turn(path: Path, watchers: list[Watcher]) -> float:
    """Play an empty turn; seconds until the last of the watchers has painted it."""
    document = await asyncio.to_thread(GameDocument.load, path)
    for watcher in watchers:
        watcher.painted.clear()
    began = time.perf_counter()
    await asyncio.to_thread(document.play)
    arrivals = await asyncio.gather(*(watcher.wait() for watcher in watchers))
    await asyncio.gather(*(watcher.rest() for watcher in watchers))
    return max(arrivals) - began


def _pss_megabytes(client: Client) -> float:
    with suppress(OSError, StopIteration):
        rollup = Path(f"/proc/{client.process}/smaps_rollup").read_text(encoding="ascii")
        return int(next(x for x in rollup.splitlines() if x.startswith("Pss:")).split()[1]) / 1024
    return 0.0
