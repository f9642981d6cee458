"""`make load-club`: scripted members play in one folder while processes are killed.

200 games, 600 members of whom 60 play at a time, in six processes, and two hosts. Every second or
so a process is killed in whatever it does, and started again. Each player writes down a turn after
it was saved. At the end every such turn is in its game, none was saved twice, and every game
replays. The suite runs a small load.
"""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript import load, replay
from atlantis_tui.club import store
from atlantis_tui.club.members import MEMBERS_FILE
from atlantis_tui.club.store import Standing
from atlantis_tui.game.document import GameDocument
from tests.tui.terminal import app_command
from tests.waiting import PATIENCE, wait_for

WORKERS = 6


class Load(NamedTuple):
    """How much to play."""

    games: int = 200
    members: int = 600
    present: int = 60
    turns: int = 10_000
    kills: int = 200
    hosts: int = 2


class Result(NamedTuple):
    """What was played and found."""

    written: int
    """Turns that a player wrote down."""
    saved: int
    """Turns in the files."""
    missing: tuple[str, ...]
    doubled: tuple[str, ...]
    kills: int


def name_of(number: int) -> str:
    return f"member{number}"


def prepare(folder: Path, wanted: Load) -> None:
    """A club with members and games of two or three of those who are present."""
    dice = Random(1)
    lines = "".join(f"{name_of(number)}\n" for number in range(wanted.members))
    (folder / MEMBERS_FILE).write_text(lines, encoding="utf-8")
    for number in range(wanted.games):
        players = dice.choice((2, 2, 3))
        names = [name_of(n) for n in dice.sample(range(wanted.present), players)]
        start = traditional_start(Shape.HEXAGON, 2, players)
        GameDocument.new(start, names=names).save_as(folder / f"game-{number:03}.json")


def play(folder: Path, journal: Path, worker: int, present: int, seed: int) -> None:
    """Play for the members of one worker until killed; write down what was saved."""
    dice, bot = Random(seed), bot_named("random")
    own = [name_of(number) for number in range(present) if number % WORKERS == worker]
    with journal.open("a", encoding="utf-8") as written:
        for number in count(seed):
            member = dice.choice(own)
            games = store.list_games(folder, member)
            waiting = [game for game in games if game.standing is Standing.ON_TURN]
            over = [game for game in games if game.seats and game.standing is Standing.FINISHED]
            # Another window may have changed the game meanwhile; its save wins.
            with suppress(OSError, AtlantisError):
                if not waiting:
                    if over:
                        store.start_rematch(folder, dice.choice(over), member)
                    continue
                game = dice.choice(waiting)
                document = store.open_game(game.path, member)
                position = document.game.position
                if document.is_closed or position.to_move not in game.seats:
                    continue
                turn = bot.choose(Question(position, seed=number)).turn
                document.play(turn)
                at = document.game.turn_number
                written.write(f"{game.key} {at} {digest(format_moves(turn))}\n")
                written.flush()


def digest(moves: str) -> str:
    return hashlib.sha256(moves.encode()).hexdigest()[:16]


def run(folder: Path, wanted: Load) -> Result:
    """Play, kill and check."""
    club, journals = folder / "club", folder / "journals"
    club.mkdir()
    journals.mkdir()
    prepare(club, wanted)
    dice, kills, seeds = Random(2), 0, count(1000, 100_000)
    with ExitStack() as stack:
        running = [_start(club, journals, number, wanted, next(seeds)) for number in range(WORKERS)]
        hosts = [_host(club) for _ in range(wanted.hosts)]
        stack.callback(lambda: _kill_all([*running, *hosts]))
        while kills < wanted.kills or _count(journals) < wanted.turns:
            reached = _count(journals) + wanted.turns // max(wanted.kills, 1)
            wait_for(lambda least=reached: _count(journals) >= least)  # type: ignore[misc]
            number = dice.randrange(WORKERS + len(hosts))
            if number < WORKERS:
                _kill(running[number])
                running[number] = _start(club, journals, number, wanted, next(seeds))
            else:
                _kill(hosts[number - WORKERS])
                hosts[number - WORKERS] = _host(club)
            kills += 1
    return _check(club, journals, kills)


def _start(
    club: Path, journals: Path, worker: int, wanted: Load, seed: int
) -> subprocess.Popen[bytes]:
    journal = journals / f"{worker}-{seed}"
    words = [str(club), str(journal), str(worker), str(wanted.present), str(seed)]
    return subprocess.Popen([sys.executable, "-m", "tests.club.load", *words])


def _host(club: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "XDG_STATE_HOME": str(club.parent / "state")}
    command = app_command("host", str(club), "--listen", "127.0.0.1:0", "--on-turn", "true")
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(PATIENCE)


def _kill_all(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        _kill(process)


def _lines(journals: Path) -> Iterator[str]:
    for journal in journals.iterdir():
        *whole, _cut = journal.read_text(encoding="utf-8").split("\n")
        yield from whole


def _count(journals: Path) -> int:
    return sum(1 for _ in _lines(journals))


def _check(club: Path, journals: Path, kills: int) -> Result:
    written = list(_lines(journals))
    turns = [line.rpartition(" ")[0] for line in written]
    saved = set()
    for path in club.glob("*.json"):
        transcript = load(path)
        replay(transcript)
        for number, turn in enumerate(transcript.turns, 1):
            saved.add(f"{path.name} {number} {digest(format_moves(turn))}")
    doubled = sorted(turn for turn, times in Counter(turns).items() if times > 1)
    missing = sorted(set(written) - saved)
    return Result(len(written), len(saved), tuple(missing), tuple(doubled), kills)


def main() -> int:
    if len(sys.argv) > 1:
        folder, journal, *numbers = sys.argv[1:]
        play(Path(folder), Path(journal), *map(int, numbers))
        return 0
    began = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        result = run(Path(folder), Load())
    print(f"{result._replace(missing=result.missing[:9])} in {monotonic() - began:.0f} s")  # noqa: T201
    return bool(result.missing or result.doubled)


if __name__ == "__main__":
    sys.exit(main())
