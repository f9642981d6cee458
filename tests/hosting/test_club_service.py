"""The log, the metrics and the messages to absent members of a hosted club."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from atlantis_core.commands.errors import CommandError
from atlantis_core.positions.grid import parse_moves
from atlantis_tui.club import store
from atlantis_tui.club.derived import DERIVED_FILE, Derived
from atlantis_tui.club.facts import FactsMemory
from atlantis_tui.game.document import GameDocument
from atlantis_tui.hosting import club_service, hosted_club
from atlantis_tui.hosting.club_service import AWAY_SECONDS, ClubService, parse_command
from atlantis_tui.hosting.hosted_club import LOOK_SECONDS, HostedClub, pause_after
from atlantis_tui.hosting.metrics import serve_metrics
from atlantis_tui.hosting.sessions import HostingTerms, Presence, SessionRegistry
from tests.club.conftest import add_game
from tests.waiting import PATIENCE

SCRIPT = 'echo "$ATLANTIS_MEMBER $ATLANTIS_GAME $ATLANTIS_TURN" >> "$0"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "club"
    place.mkdir()
    (place / "members.txt").write_text("ann\nben\n", encoding="utf-8")
    add_game(place, "one", "Ann", "ben")
    return place


def _serve(folder: Path, *on_turn: str) -> ClubService:
    club = HostedClub(folder, folder.parent / "codes.json", has_codes=True)
    service = ClubService(club, "127.0.0.1:2222", on_turn)
    terms = HostingTerms(folder, club=club, **club.admission()._asdict())
    service.sessions = SessionRegistry(terms, Mock(), service.visited)
    return service


def _play(path: Path) -> None:
    document = GameDocument.load(path)
    document.play(parse_moves("b3-c4") if document.game.turn_number == 0 else ())


async def _look(service: ClubService) -> None:
    """Look once and wait for the commands."""
    await service.look()
    await asyncio.gather(*service._tasks)


def _arrive(service: ClubService, seat: int) -> None:
    assert service.sessions is not None
    presence = Presence(seat + 1, frozenset({seat}), "127.0.0.1\x1b[31m", "any", 0.0)
    service.sessions.register(presence, Mock())


def test_visits_and_turns_are_logged_once_and_sanitised(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        service = _serve(folder)
        await service.look()
        _arrive(service, 1)
        _play(folder / "one.json")
        await service.look()
        await service.look()

    asyncio.run(scenario())
    lines = [line.partition("Z ")[2] for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 2
    assert lines[0].startswith("ben joined from 127.0.0.1")
    assert "\x1b" not in lines[0]
    assert lines[1] == "turn 1 of one.json"


def test_command_runs_once_per_turn_of_an_absent_member(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = ("sh", "-c", SCRIPT, str(out))

    async def scenario() -> None:
        first, second = _serve(folder, *command), _serve(folder, *command)
        for service in (first, second, first):
            await _look(service)
        _play(folder / "one.json")
        _arrive(first, 1)  # ben reads it on the screen
        await _look(first)
        _play(folder / "one.json")
        await _look(first)
        await _look(_serve(folder, *command))  # a host that restarts

    asyncio.run(scenario())
    assert out.read_text(encoding="utf-8").splitlines() == ["ann one 1", "ann one 3"]


def test_command_runs_for_a_member_who_leaves_without_moving(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, now = tmp_path / "out", [1000.0]
    monkeypatch.setattr(club_service, "monotonic", lambda: now[0])

    async def scenario() -> None:
        service = _serve(folder, "sh", "-c", SCRIPT, str(out))
        assert service.sessions is not None

        async def lines_after(seconds: float) -> int:
            now[0] += seconds
            await service.tick()
            await asyncio.gather(*service._tasks)
            return len(out.read_text().splitlines()) if out.exists() else 0

        _arrive(service, 0)
        await service.look()
        service.sessions.unregister(1)
        assert await lines_after(AWAY_SECONDS - 1) == 0
        _arrive(service, 0)  # a connection that broke and returned
        assert await lines_after(AWAY_SECONDS) == 0
        service.sessions.unregister(1)
        assert await lines_after(AWAY_SECONDS - 1) == 0
        assert await lines_after(1) == 1
        assert await lines_after(AWAY_SECONDS) == 1

    asyncio.run(scenario())
    assert out.read_text(encoding="utf-8") == "ann one 1\n"


def test_next_look_at_the_folder_does_not_wait_for_the_work_of_the_last(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn would reach the players of a busy machine minutes later."""
    now, pauses = [0.0], []
    for clock in ("thread_time", "monotonic"):
        monkeypatch.setattr(hosted_club, clock, lambda: now[0], raising=False)

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        raise asyncio.CancelledError

    async def work(_: frozenset[str]) -> None:
        now[0] += 60.0

    club = HostedClub(folder, folder.parent / "codes.json", has_codes=True)
    monkeypatch.setattr("atlantis_tui.hosting.hosted_club.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(club.watch(work))
    assert pauses == [LOOK_SECONDS]
    assert [pause_after(seconds) for seconds in (0.0, 0.02, 60.0)] == [LOOK_SECONDS, 0.4, 1.0]


def test_full_folder_is_logged_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    room = Mock(f_frsize=4096, f_bavail=0, f_files=0, f_favail=0)
    monkeypatch.setattr("os.statvfs", lambda _: room)

    async def scenario() -> None:
        service = _serve(folder)
        for free in (0, 0, 10_000, 10_000):
            room.f_bavail = free
            await service.tick()

    asyncio.run(scenario())
    lines = [line.partition("Z ")[2] for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "warning: the folder of the club has no room: turns may not be saved",
        "the folder of the club can be written again",
    ]


def test_absence_ends_by_the_clock_of_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deadline in the derived data takes nobody out of a game."""
    asyncio.run(_look(_serve(folder)))
    ((name, (stamp, text)),) = Derived(folder).facts().items()
    Derived(folder).store_facts({name: (stamp, json.dumps({**json.loads(text), "deadline": 1.0}))})
    before = (folder / name).read_bytes()
    monkeypatch.setattr(store, "_MEMORY", FactsMemory())

    async def scenario() -> float | None:
        service = _serve(folder)
        await service.look()
        await service._end_absences(2.0)
        return service._games[0].facts.deadline

    assert asyncio.run(scenario()) == 1.0
    assert (folder / name).read_bytes() == before


def test_derived_data_may_be_deleted_and_damaged(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = ("sh", "-c", SCRIPT, str(out))
    asyncio.run(_look(_serve(folder, *command)))
    (folder / DERIVED_FILE).unlink()
    asyncio.run(_look(_serve(folder, *command)))
    (folder / DERIVED_FILE).write_bytes(b"no database at all" * 100)
    asyncio.run(_look(_serve(folder, *command)))

    assert out.read_text(encoding="utf-8").splitlines() == ["ann one 1"] * 3
    assert [game.key for game in store.list_games(folder, None)] == ["one.json"]


def test_command_does_not_run_again_when_derived_data_is_deleted_meanwhile(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"

    async def scenario() -> None:
        first, second = (_serve(folder, "sh", "-c", SCRIPT, str(out)) for _ in range(2))
        for service in (first, second):
            await _look(service)
        (folder / DERIVED_FILE).unlink()
        for service in (first, second):
            await _look(service)

    asyncio.run(scenario())
    assert out.read_text(encoding="utf-8").splitlines() == ["ann one 1"]


def test_unexpected_error_is_logged_and_the_host_goes_on(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        service = _serve(folder)
        monkeypatch.setattr(store, "list_games", Mock(side_effect=[TypeError("x"), ()]))
        for _ in range(2):
            await service._follow(frozenset())

    asyncio.run(scenario())
    assert capsys.readouterr().out.endswith("Z internal error: TypeError; the host goes on\n")


def test_command_that_cannot_run_is_logged(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_look(_serve(folder, "/no/such/program")))
    assert "cannot run the command of '--on-turn'" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "  ", "mail 'ann"])
def test_unusable_command_is_refused(text: str) -> None:
    with pytest.raises(CommandError, match="--on-turn"):
        parse_command(text)


def test_metrics_count_members_games_and_turns(folder: Path) -> None:
    async def scenario() -> tuple[str, str]:
        service = _serve(folder)
        sessions = service.sessions
        assert sessions is not None
        await service.look()
        _arrive(service, 0)
        _play(folder / "one.json")
        await service.look()
        await sessions.recognise("wrong", "127.0.0.1", Mock())
        server = await serve_metrics(0, service.figures)
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        body = (await reader.read()).decode()
        writer.close()
        server.close()
        return head, body

    head, body = asyncio.run(scenario())
    assert head.startswith("HTTP/1.0 200 OK\r\n")
    figures = dict(re.findall(r"^(atlantis_\S+) (\d+)$", body, re.MULTILINE))
    assert figures == {
        'atlantis_present{kind="member"}': "1",
        'atlantis_present{kind="spectator"}': "0",
        'atlantis_games{state="running"}': "1",
        'atlantis_games{state="finished"}': "0",
        "atlantis_members": "2",
        "atlantis_visits_total": "1",
        "atlantis_turns_total": "1",
        "atlantis_wrong_codes_total": "1",
    }
    # A line with the kind comes before the figures of each name.
    lines = body.splitlines()
    assert len([line for line in lines if line.startswith("# TYPE ")]) == 6
    kind = ""
    for line in lines:
        kind = line.split()[2] if line.startswith("# TYPE ") else kind
        assert line.startswith("# TYPE ") or re.split(r"[{ ]", line)[0] == kind


def test_metrics_end_the_connection_of_an_endless_request(folder: Path) -> None:
    async def scenario() -> None:
        failures: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: failures.append(what))
        server = await serve_metrics(0, _serve(folder).figures)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"x" * 100_000)
        with suppress(ConnectionResetError):  # it may be ended before it has read everything
            assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
        writer.close()
        server.close()
        assert failures == []

    asyncio.run(scenario())
