"""Bots, clocks and presence of a hosted club."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atlantis_core.bots.interface import Answer
from atlantis_core.bots.worker import Choose
from atlantis_core.positions.grid import parse_moves
from atlantis_core.support.cancelling import never
from atlantis_core.transcript import load, save
from atlantis_core.transcript.clocks import BEGAN_TAG, format_began
from atlantis_tui.club import store
from atlantis_tui.club.absence import lose, open_served
from atlantis_tui.club.derived import Derived
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.thinker import BotProcess
from atlantis_tui.hosting.club_bots import ClubBots
from tests.hosting.test_club_service import _arrive, _serve

MEMBERS = ("ann", "ben", "cleo")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "club"
    place.mkdir()
    (place / "members.txt").write_text("ann\nben\ncleo\n", encoding="utf-8")
    return place


@pytest.fixture
def efforts(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Let bots think in this process; collects the efforts that they were asked for."""
    asked: list[int | None] = []

    async def ask(_: BotProcess, task: Choose) -> Answer:
        asked.append(task.question.effort)
        return task(never)

    monkeypatch.setattr(BotProcess, "ask", ask)
    return asked


async def _let_play(folder: Path, effort: int = 9, log: Callable[[str], Any] = print) -> None:
    bots = ClubBots(folder, effort, log)
    bots.consider(store.list_games(folder, None))
    await bots.finish()
    bots.close()


def test_host_plays_for_a_bot_within_its_effort(folder: Path, efforts: list[int]) -> None:
    path = store.start_game(folder, "hexagon:2 bot:greedy", "ann", MEMBERS)
    store.open_game(path, "ann").play(parse_moves("b3-c4"))

    asyncio.run(_let_play(folder, effort=5))

    assert len(load(path).turns) == 2
    assert efforts == [5]
    asyncio.run(_let_play(folder))
    assert len(load(path).turns) == 2


def test_two_hosts_play_a_turn_once(folder: Path, efforts: list[int]) -> None:
    path = store.start_game(folder, "hexagon:2 bot:gentle", "ann", MEMBERS)
    store.open_game(path, "ann").play(parse_moves("b3-c4"))

    async def both() -> None:
        await asyncio.gather(_let_play(folder), _let_play(folder))

    asyncio.run(both())
    assert len(load(path).turns) == 2
    assert len(efforts) == 1


def test_host_passes_for_a_player_who_is_out(folder: Path, efforts: list[int]) -> None:
    path = store.start_game(folder, "hexagon:2 ben cleo", "ann", MEMBERS)
    lose(open_served(path), 0)
    asyncio.run(_let_play(folder))
    assert load(path).turns == ((),)
    assert efforts == []


def test_agents_of_files_never_run(folder: Path, efforts: list[int], tmp_path: Path) -> None:
    path = store.start_game(folder, "hexagon:2 bot:gentle", "ann", MEMBERS)
    ran = tmp_path / "ran"
    written = path.read_text(encoding="utf-8").replace("bot:gentle", f"agent:touch {ran}")
    path.write_text(written, encoding="utf-8")
    store.open_game(path, "ann").play(parse_moves("b3-c4"))
    asyncio.run(_let_play(folder))
    assert len(load(path).turns) == 1
    assert efforts == []
    assert not ran.exists()


def test_unknown_bot_is_logged_once(folder: Path, efforts: list[int]) -> None:
    path = store.start_game(folder, "hexagon:2 bot:gentle", "ann", MEMBERS)
    written = path.read_text(encoding="utf-8").replace("bot:gentle", "bot:nosuch")
    path.write_text(written, encoding="utf-8")
    store.open_game(path, "ann").play(parse_moves("b3-c4"))
    said: list[str] = []

    async def twice() -> None:
        bots = ClubBots(folder, 9, said.append)
        for _ in range(2):
            bots.consider(store.list_games(folder, None))
            await bots.finish()

    asyncio.run(twice())
    assert len(said) == 1
    assert "nosuch" in said[0]
    assert str(folder) not in said[0]
    assert efforts == []


def _age(path: Path, ago: timedelta) -> None:
    transcript = load(path)
    assert transcript.source is not None
    assert transcript.source.fingerprint is not None
    began = format_began(datetime.now(UTC) - ago)
    save(transcript.with_tag(BEGAN_TAG, began), path, expected=transcript.source.fingerprint)


def test_host_ends_absences_and_the_bot_plays_on(
    folder: Path, efforts: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    lost = store.start_game(folder, "hexagon:2 ben 3days", "ann", MEMBERS)
    replaced = store.start_game(folder, "hexagon:2 ben 3days absent:bot:gentle", "ann", MEMBERS)
    running = store.start_game(folder, "hexagon:2 cleo 7days", "ben", MEMBERS)
    for path in (lost, replaced, running):
        _age(path, timedelta(days=4))

    async def scenario() -> None:
        service = _serve(folder)
        await service.look()
        await service.tick()
        await service.look()
        await service.bots.finish()
        service.bots.close()

    asyncio.run(scenario())
    assert GameDocument.load(lost).is_closed
    assert len(load(replaced).turns) == 1
    assert not load(running).turns
    assert len(efforts) == 1
    out = capsys.readouterr().out
    assert "ann ran out of time in " in out
    assert "the bot gentle plays for ann in " in out


def test_presence_of_other_hosts_is_shown_and_prevents_messages(
    folder: Path, tmp_path: Path
) -> None:
    store.start_game(folder, "hexagon:2 ben", "ann", MEMBERS)
    out = tmp_path / "out"

    async def scenario() -> None:
        there, here = _serve(folder), _serve(folder, "touch", str(out))
        _arrive(there, 0)
        await there.tick()
        await here.tick()
        assert here.sessions is not None
        assert here.sessions.elsewhere == {"ann"}
        await here.look()
        await asyncio.gather(*here._tasks)

    asyncio.run(scenario())
    assert not out.exists()
    assert Derived(folder).present("me") == {"ann"}
