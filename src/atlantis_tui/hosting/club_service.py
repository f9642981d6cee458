"""Background service of a club's host.

Follows the folder for all members, writes the log, keeps the derived data, ends the absence of
players whose time has run out, lets bots play, and runs a command when an absent member is to
move. One line of the log per visit and turn, without codes.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shlex
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from time import monotonic, time
from typing import TYPE_CHECKING

from atlantis_core.commands.errors import CommandError
from atlantis_core.commands.output import emit, flush_output
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_tui.club import store
from atlantis_tui.club.absence import end_absence
from atlantis_tui.club.derived import PRESENT_SECONDS, Derived
from atlantis_tui.club.facts import SUFFIX, read_facts
from atlantis_tui.club.store import ClubTerms
from .club_bots import ClubBots
from .metrics import Figures, serve_metrics

if TYPE_CHECKING:
    from pathlib import Path

    from atlantis_tui.club.store import ClubGame
    from atlantis_tui.hosting.hosted_club import HostedClub
    from atlantis_tui.hosting.sessions import Presence, SessionRegistry

COMMAND_SECONDS = 60.0
MOST_COMMANDS = 4
"""Commands of `--on-turn` that run at the same time."""
AWAY_SECONDS = 60.0
"""A member who has left counts as absent after this time, because connections break and return."""
LEAST_ROOM = 1_000_000
"""Bytes that must be free in the file system of the folder."""
TICK_SECONDS = 2.0
"""Time between two looks at clocks, bots and the presence at other hosts."""
_MOST_NAMED = 50
"""Changed files that a message to the apps names; of more it names none."""


def _end_if_late(path: Path, now: float) -> str:
    """End an absence if the file says so, too: what the lobby knows may be derived data."""
    facts = read_facts(path)
    if facts is None or facts.deadline is None or facts.deadline > now:
        return ""
    return end_absence(path, facts.turns, facts.to_move)


class ClubService:
    """Follows the games and visits of a hosted club."""

    def __init__(
        self,
        club: HostedClub,
        address: str = "",
        on_turn: Sequence[str] = (),
        metrics_port: int | None = None,
        terms: ClubTerms | None = None,
    ) -> None:
        """`on_turn` is the command for absent members; `address` is passed to it."""
        self._club = club
        self._folder = club.folder
        self._address = address
        self._metrics_port = metrics_port
        self._on_turn = tuple(on_turn)
        self._turns: dict[str, int] | None = None
        self._games: tuple[ClubGame, ...] = ()
        self._totals: Counter[str] = Counter()
        self._commands = asyncio.Semaphore(MOST_COMMANDS)
        self._tasks: set[asyncio.Task[None]] = set()
        self._derived = Derived(club.folder)
        self._host = secrets.token_hex(8)
        """Distinguishes this host from others of the same folder."""
        self._renewed = 0.0
        self._said_present: tuple[str, ...] = ()
        self._trouble = ""
        """Why turns cannot be saved; '' if they can."""
        self._left: dict[str, float] = {}
        """When members who have left did so, by name."""
        self._informed: dict[str, int] = {}
        """The turns for which a command has run, also if the derived data is deleted meanwhile."""
        most_effort = (terms or ClubTerms()).most_effort
        self.bots = ClubBots(club.folder, most_effort, log)
        self.sessions: SessionRegistry | None = None

    @asynccontextmanager
    async def following(self, sessions: SessionRegistry) -> AsyncIterator[None]:
        """Watch the folder for all members, and serve the metrics."""
        self.sessions = sessions
        metrics = None
        if self._metrics_port is not None:
            metrics = await serve_metrics(self._metrics_port, self.figures)
            emit(f"metrics: http://127.0.0.1:{metrics.sockets[0].getsockname()[1]}/metrics")
            flush_output()
        watcher = asyncio.create_task(self._club.watch(self._follow))
        ticker = asyncio.create_task(self._tick_for_ever())
        try:
            yield
        finally:
            for task in (watcher, ticker, *self._tasks):
                task.cancel()
            await asyncio.to_thread(self.bots.close)
            self._derived.renew_presence(self._host, ())
            if metrics is not None:
                metrics.close()

    async def _follow(self, names: frozenset[str]) -> None:
        await self._outlive(self._changed(names))

    async def _outlive(self, work: Awaitable[None]) -> None:
        """Log an unexpected error: the next change of the folder may succeed."""
        try:
            await work
        except Exception as error:  # noqa: BLE001 - one game must not stop the others
            log(f"internal error: {type(error).__name__}; the host goes on")

    async def _changed(self, names: frozenset[str]) -> None:
        """Read what has changed, then let the apps read it."""
        if self.sessions is not None:
            self.sessions.refresh()
        if not names or any(name.endswith(SUFFIX) for name in names):
            await self.look()
        if self.sessions is not None:
            told = sorted(names) if len(names) <= _MOST_NAMED else []
            self.sessions.inform({"games": told})

    async def _tick_for_ever(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            await self._outlive(self.tick())

    async def tick(self) -> None:
        """Do what is due although no file has changed."""
        self._warn_if_full()
        self._share_presence()
        await self._end_absences(time())
        self._inform_absent()
        self.bots.consider(self._games)

    def visited(self, came: bool, presence: Presence) -> None:
        """Log a connected or disconnected member or spectator."""
        self._totals["visits"] += came
        names = self._names(presence)
        self._left.update(dict.fromkeys(names, monotonic()))
        who = ", ".join(names) or "a spectator"
        log(f"{who} {'joined' if came else 'left'} from {presence.address}")

    def _names(self, presence: Presence) -> list[str]:
        names = self.sessions.terms.names if self.sessions is not None else ()
        return [names[seat] for seat in sorted(presence.seats) if seat < len(names)]

    def _warn_if_full(self) -> None:
        """Log once that turns can no longer be saved, and once that they can be saved again."""
        try:
            room = os.statvfs(self._folder)
        except OSError:
            return
        # Some file systems do not count the files that they have room for.
        is_full = room.f_bavail * room.f_frsize < LEAST_ROOM or (room.f_files and not room.f_favail)
        trouble = "has no room: turns may not be saved" if is_full else ""
        if not os.access(self._folder, os.W_OK):
            trouble = "is read-only: turns are not saved"
        if trouble and not self._trouble:
            log(f"warning: the folder of the club {trouble}")
        elif self._trouble and not trouble:
            log("the folder of the club can be written again")
        self._trouble = trouble

    def _share_presence(self) -> None:
        """Tell other hosts who is connected here, and the apps who is connected there."""
        sessions = self.sessions
        if sessions is None:
            return
        here, now = sessions.present_names, monotonic()
        if here != self._said_present or now - self._renewed > PRESENT_SECONDS / 3:
            self._derived.renew_presence(self._host, here)
            self._said_present, self._renewed = here, now
        sessions.learn_elsewhere(self._derived.present(self._host))

    # Games.

    async def look(self) -> None:
        """Compare the games with those of the last time: log turns, run commands and bots."""
        try:
            games = await asyncio.to_thread(store.list_games, self._folder, None, is_host=True)
        except OSError:
            return
        before = self._turns
        self._games = games
        self._turns = {game.key: game.facts.turns for game in games}
        for game in games:
            played = game.facts.turns - (before or {}).get(game.key, 0)
            if before is not None and played > 0:
                self._totals["turns"] += played
                log(f"turn {game.facts.turns} of {showable(game.key, 60)}")
        self._inform_absent()
        self.bots.consider(games)
        members = [member.name for member in self._club.members]
        await asyncio.to_thread(store.rate_members, self._folder, games, members, is_host=True)

    async def _end_absences(self, now: float) -> None:
        for game in self._games:
            deadline = game.facts.deadline
            if deadline is None or deadline > now:
                continue
            try:
                ended = await asyncio.to_thread(_end_if_late, game.path, now)
            except (OSError, AtlantisError):
                continue  # the player, or another host, was faster
            if ended:
                log(f"{showable(ended, 80)} in {showable(game.key, 60)}")

    def _inform_absent(self) -> None:
        """Run the command of `--on-turn` for the members who are to move and are not connected."""
        sessions = self.sessions
        if not self._on_turn or sessions is None:
            return
        by_folded = {each.casefold(): each for each in sessions.terms.names}
        present = {*sessions.present_names, *self._derived.present(self._host)}
        lately = monotonic() - AWAY_SECONDS
        present |= {name for name, left in self._left.items() if left > lately}
        for game in self._games:
            name = game.facts.names[game.facts.to_move] or ""
            member = by_folded.get(name.casefold())
            turns = game.facts.turns
            is_informed = self._informed.get(game.key) == turns
            if game.facts.result or member is None or member in present or is_informed:
                continue
            self._informed[game.key] = turns
            if self._derived.inform_once(game.key, turns):
                self._start_command(game, member)

    def _start_command(self, game: ClubGame, member: str) -> None:
        words = {
            "ATLANTIS_MEMBER": member,
            "ATLANTIS_GAME": showable(game.path.stem, 60),
            "ATLANTIS_TURN": str(game.facts.turns + 1),
            "ATLANTIS_ADDRESS": self._address,
        }
        task = asyncio.create_task(self._run(words))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, words: Mapping[str, str]) -> None:
        async with self._commands:
            try:
                process = await asyncio.create_subprocess_exec(
                    *self._on_turn,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env={**os.environ, **words},
                )
            except OSError as error:
                log(f"cannot run the command of '--on-turn': {showable(error.strerror or '', 80)}")
                return
            try:
                await asyncio.wait_for(process.wait(), COMMAND_SECONDS)
            except TimeoutError:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    def figures(self) -> Figures:
        """The figures of the club for the metrics."""
        sessions = self.sessions
        presences = sessions.presences if sessions is not None else ()
        watching = sum(presence.is_watching for presence in presences)
        finished = sum(bool(game.facts.result) for game in self._games)
        return (
            ('present{kind="member"}', "gauge", len(presences) - watching),
            ('present{kind="spectator"}', "gauge", watching),
            ('games{state="running"}', "gauge", len(self._games) - finished),
            ('games{state="finished"}', "gauge", finished),
            ("members", "gauge", len(sessions.terms.names) if sessions is not None else 0),
            ("visits_total", "counter", self._totals["visits"]),
            ("turns_total", "counter", self._totals["turns"]),
            ("wrong_codes_total", "counter", sessions.refused if sessions is not None else 0),
        )


def parse_command(text: str) -> tuple[str, ...]:
    """Split a command line as a shell does, without running a shell."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise CommandError(f"cannot parse the command of '--on-turn': {error}") from error
    if not words:
        raise CommandError("the command of '--on-turn' is empty")
    return words


def log(line: str) -> None:
    """Write a line of the log with the time; sanitised by `emit`."""
    with suppress(CommandError, OSError):  # the reader of the log is gone; the games go on
        emit(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {line}")
        flush_output()
