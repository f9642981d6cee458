"""Cost of a club with many games: memory, delays and processor time compared with one game.

The delay of a turn runs from its save until the app of another member paints it: through the
watcher of the host, its message, and the app. It is compared with an app that polls the file of a
single game itself. How long a hundred spectators wait depends on what else the machine does: the
claim is about their processor time, and `python -m benchmarks.club_delays` prints seconds.
"""

import asyncio
import resource
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
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
        club = make_club(folder)
        yield at_most(50.0, "memory of a host per idle game", _idle_game_kilobytes(club), "kB")
        yield from asyncio.run(_delays(folder, club))


def make_club(folder: Path) -> Path:
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


@asynccontextmanager
async def served(folder: Path, club: Path) -> AsyncIterator[tuple[SessionRegistry, Clients]]:
    """The sessions of a host that serves a club."""
    hosted = HostedClub(club, folder / "codes.json", has_codes=False)
    service = ClubService(hosted)
    clients = Clients()
    clients.open()
    terms = HostingTerms(club, club=hosted, **hosted.admission()._asdict())
    sessions = SessionRegistry(terms, clients, service.visited)
    try:
        async with service.following(sessions):
            yield sessions, clients
    finally:
        clients.close()


async def alone_in_a_game(folder: Path, clients: Clients) -> tuple[Path, Watcher]:
    """An app that watches a game outside the club, and looks at its file itself."""
    single = folder / "single.json"
    GameDocument.new(traditional_start(Shape.HEXAGON, 2, players=2)).save_as(single)
    alone = clients.start(_window(), (str(single), "--as", "watch", "--guest"))
    return single, await _watch(alone)


async def crowd_in_lobby(sessions: SessionRegistry) -> list[Watcher]:
    arriving = (_watch(_visit(sessions, frozenset())) for _ in range(SPECTATORS))
    return list(await asyncio.gather(*arriving))


async def _delays(folder: Path, club: Path) -> list[Claim]:
    game = club / "game-000.json"
    async with served(folder, club) as (sessions, clients):
        single, alone = await alone_in_a_game(folder, clients)
        opponent = await enter(sessions, frozenset({1}))
        # In turns, because the load of the machine changes.
        delays = [
            (await delay_of_turn(single, [alone]), await delay_of_turn(game, [opponent]))
            for _ in range(TURNS)
        ]
        of_one, of_club = map(statistics.median, zip(*delays, strict=True))
        crowd = await crowd_in_lobby(sessions)
        in_lobby = statistics.mean(_pss_megabytes(each.client) for each in crowd)
        await asyncio.gather(*map(open_first, crowd))
        in_game = statistics.mean(_pss_megabytes(each.client) for each in crowd)
        costs = [
            (await _cost_of_turn(single, [alone]), await _cost_of_turn(game, crowd))
            for _ in range(TURNS)
        ]
        cost_of_one, cost_of_crowd = map(min, zip(*costs, strict=True))
    return [
        at_most(2.0, f"a turn at the opponent, {GAMES} games, median, over that of one game",
                of_club / of_one),
        at_most(2.0, f"processor time of a turn for each of {SPECTATORS} spectators,"
                " over the player of one game", cost_of_crowd / SPECTATORS / cost_of_one),
        at_most(20.0, "memory of a spectator in the lobby of a club (PSS)", in_lobby, "MB"),
        at_most(20.0, "memory of a spectator in a game of a club (PSS)", in_game, "MB"),
    ]  # fmt: skip


def _window() -> Window:
    return Window.of(*SIZE, "xterm-256color")


async def _watch(client: Client) -> Watcher:
    watcher = Watcher(client)
    await watcher.wait()
    await watcher.rest()
    return watcher


async def enter(sessions: SessionRegistry, seats: frozenset[int]) -> Watcher:
    """Connect to the lobby and open its first game, which is game-000 for everyone here."""
    watcher = await _watch(_visit(sessions, seats))
    await open_first(watcher)
    return watcher


def _visit(sessions: SessionRegistry, seats: frozenset[int]) -> Client:
    return sessions.start(_window(), seats, "127.0.0.1", "bench", Mock())


async def open_first(watcher: Watcher) -> None:
    """Open the first game of the lobby, once it is listed."""
    await watcher.until(b"game-000")
    watcher.client.type(b"\r")
    await watcher.until(b"waiting for member")
    await watcher.rest(TOAST_SECONDS)


async def delay_of_turn(path: Path, watchers: list[Watcher]) -> float:
    """Play an empty turn; seconds until the last of the watchers has painted it."""
    document = await asyncio.to_thread(GameDocument.load, path)
    for watcher in watchers:
        watcher.painted.clear()
    began = time.perf_counter()
    await asyncio.to_thread(document.play)
    arrivals = await asyncio.gather(*(watcher.wait() for watcher in watchers))
    await asyncio.gather(*(watcher.rest() for watcher in watchers))
    return max(arrivals) - began


async def _cost_of_turn(path: Path, watchers: list[Watcher]) -> float:
    """Processor seconds of the watchers and of this process, which is their host, for a turn."""
    before = time.process_time() + sum(_processor_seconds(each.client) for each in watchers)
    await delay_of_turn(path, watchers)
    after = time.process_time() + sum(_processor_seconds(each.client) for each in watchers)
    return after - before


def _processor_seconds(client: Client) -> float:
    """The time that all threads of a client have run; more exact than its `stat`."""
    threads = Path(f"/proc/{client.process}/task").glob("*/schedstat")
    return sum(int(each.read_text(encoding="ascii").split()[0]) for each in threads) / 1e9


def _pss_megabytes(client: Client) -> float:
    with suppress(OSError, StopIteration):
        rollup = Path(f"/proc/{client.process}/smaps_rollup").read_text(encoding="ascii")
        return int(next(x for x in rollup.splitlines() if x.startswith("Pss:")).split()[1]) / 1024
    return 0.0
