"""Invitation codes, key files, limits and options of hosting, without connections."""

from __future__ import annotations

import asyncio
import json
import socket
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import Any, cast
from unittest.mock import Mock

import pytest

from atlantis_core.commands.errors import CommandError
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.game.document import GameDocument
from atlantis_tui.hosting.client_keys import ClientKey, ClientKeysError, parse_client_keys
from atlantis_tui.hosting.clients import (
    ALL_GAMES,
    MOST_ROWS,
    Client,
    Window,
    environment_of_clients,
)
from atlantis_tui.hosting.connection_table import ConnectionTable, network_of
from atlantis_tui.hosting.host_command import add_arguments
from atlantis_tui.hosting.host_game import (
    Endpoint,
    duration,
    endpoint,
    invitations_path,
    make_plan,
    rematch_plan,
    rematch_terms,
    remote_seats,
)
from atlantis_tui.hosting.invitations import ALPHABET, load_invitations, make_code
from atlantis_tui.hosting.rate_limit import (
    FREE_FAILURES,
    LONGEST_SECONDS,
    RateLimit,
)
from atlantis_tui.hosting.sessions import (
    SPARE_CONNECTIONS,
    HostingTerms,
    Presence,
    SessionRegistry,
)
from atlantis_tui.settings.arguments import PlainText

NAMES = ("Ann", "Ben")


@pytest.fixture(autouse=True)
def own_folders(folders: Path) -> None:
    """Use separate folders for the codes."""
    assert not folders.exists()


def test_invitation_code_has_over_sixty_bits_and_no_ambiguous_letters() -> None:
    code = make_code()

    assert len(code.replace("-", "")) == 15
    assert len(ALPHABET) ** 15 > 2**60
    assert not set("0o1il") & set(ALPHABET)
    assert make_code() != code


def test_saved_codes_are_readable_only_for_the_owner(tmp_path: Path) -> None:
    path = tmp_path / "codes" / "game.json"

    made = load_invitations(path, 3)

    assert load_invitations(path, 3).codes == made.codes
    assert len({*made.codes, made.watch_code}) == 4
    assert path.stat().st_mode & 0o077 == 0
    assert made.seats_of(made.codes[1].upper()) == frozenset({1})
    assert made.seats_of(made.watch_code) == frozenset()
    assert made.seats_of(make_code()) is None
    assert made.seats_of("") is None


def test_renewed_code_replaces_the_old_one_for_good(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    invitations = load_invitations(path, 2)
    old = invitations.codes

    invitations.renew({1})

    again = load_invitations(path, 2)
    assert again.codes == invitations.codes
    assert again.seats_of(old[0]) == frozenset({0})
    assert again.seats_of(old[1]) is None
    assert again.seats_of(again.codes[1]) == frozenset({1})


def test_codes_of_an_earlier_version_stay_valid(tmp_path: Path) -> None:
    """Its files have no code for spectators."""
    path = tmp_path / "game.json"
    codes = [make_code(), make_code()]
    path.write_text(json.dumps(codes), encoding="utf-8")

    loaded = load_invitations(path, 2)

    assert list(loaded.codes) == codes
    assert load_invitations(path, 2).watch_code == loaded.watch_code


def test_damaged_code_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('["", 7, {"a": 1}]', encoding="utf-8")

    codes = load_invitations(path, 2).codes

    assert [len(code) for code in codes] == [17, 17]


def test_parse_client_keys_returns_key_and_seats() -> None:
    text = "# friends\n\n2 ssh-ed25519 AAAA ben\nwatch  ssh-rsa BBBB\n"

    assert parse_client_keys(text, "keys", NAMES) == (
        ("ssh-ed25519 AAAA ben", frozenset({1})),
        ("ssh-rsa BBBB", frozenset()),
    )


@pytest.mark.parametrize("line", ["2", "3 ssh-ed25519 AAAA", "ssh-ed25519 AAAA ben"])
def test_invalid_line_of_a_key_file_is_reported_with_its_number(line: str) -> None:
    with pytest.raises(ClientKeysError, match=r"^keys:2: "):
        parse_client_keys(f"# friends\n{line}\n", "keys", NAMES)


def test_wrong_codes_from_one_address_are_answered_ever_later() -> None:
    rate_limit = RateLimit(lambda: 0.0)

    waits = [rate_limit.fail("1.2.3.4") for _ in range(12)]

    assert waits[:FREE_FAILURES] == [0.0] * FREE_FAILURES
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_SECONDS
    assert rate_limit.fail("5.6.7.8") == 0.0


async def test_right_code_is_answered_at_once_beside_a_hundred_guessers(tmp_path: Path) -> None:
    invitations = load_invitations(tmp_path / "codes.json", 2)
    sessions = _registry(HostingTerms(tmp_path / "game.json", invitations))
    guesses = [
        asyncio.create_task(sessions.recognise(make_code(), "1.2.3.4", Mock())) for _ in range(100)
    ]
    await asyncio.sleep(0)

    # Waits for nothing: a coroutine that finishes in its first step.
    answer = sessions.recognise(invitations.codes[1], "1.2.3.4", Mock())
    with pytest.raises(StopIteration) as returned:
        answer.send(None)

    assert returned.value.value == {1}
    assert not any(guess.done() and guess.result() for guess in guesses)
    for guess in guesses:
        guess.cancel()


async def test_codes_are_refused_where_only_keys_are_accepted(tmp_path: Path) -> None:
    invitations = load_invitations(tmp_path / "codes.json", 2)
    terms = HostingTerms(tmp_path / "game.json", invitations, has_codes=False)

    assert await _registry(terms).recognise(invitations.codes[0], "1.2.3.4", Mock()) is None


def test_one_address_never_fills_all_places_of_spectators(tmp_path: Path) -> None:
    invitations = load_invitations(tmp_path / "codes.json", 2)
    for most in range(2, 9):
        sessions = _registry(HostingTerms(tmp_path, invitations, most_watchers=most))
        none: frozenset[int] = frozenset()
        number = 0
        while sessions.has_room(none, "1.2.3.4"):
            number += 1
            sessions.register(Presence(number, none, "1.2.3.4", "watch", 0.0), Mock())
        assert 0 < number < most
        assert sessions.has_room(none, "5.6.7.8")
        assert sessions.has_room(frozenset({1}), "1.2.3.4")


def test_removed_player_needs_a_new_code(tmp_path: Path) -> None:
    invitations = load_invitations(tmp_path / "codes.json", 2)
    ben, cleo = (ClientKey(f"key {seat}", frozenset({seat})) for seat in (1, 2))
    terms = HostingTerms(tmp_path / "game.json", invitations, keys=(ben, cleo))
    sessions = _registry(terms)
    old, session = invitations.codes[1], Mock()
    sessions.register(Presence(7, frozenset({1}), "1.2.3.4", "ben", 0.0), session)

    sessions.drop(7)

    session.leave.assert_called_once_with("the host removed you from the game")
    assert invitations.seats_of(old) is None
    assert sessions.terms.keys == (cleo,)


def test_players_keep_their_codes_and_keys_in_a_rematch(tmp_path: Path) -> None:
    plan = make_plan(_host_options(tmp_path, "--as", "1"))
    ann, ben = plan.invitations.codes
    terms = HostingTerms(plan.path, plan.invitations, NAMES, keys=(ClientKey("k", frozenset({1})),))
    again = tmp_path / "game-1.json"

    rematch = rematch_plan(plan, again, [1, 0])
    moved = rematch_terms(terms, rematch, [1, 0])

    assert (rematch.names, rematch.own, remote_seats(rematch)) == (
        ("Ben", "Ann"),
        frozenset({1}),
        (0,),
    )
    assert moved.path == again
    assert moved.keys == (ClientKey("k", frozenset({0})),)
    assert moved.invitations.seats_of(ben) == frozenset({0})
    assert load_invitations(invitations_path(again), 2).codes == (ben, ann)


def test_remote_players_learn_of_a_rematch_and_of_their_seats(tmp_path: Path) -> None:
    registry = _registry(HostingTerms(tmp_path / "game.json", Mock(), NAMES))
    apps = [Mock(number=number) for number in (1, 2, 3)]
    registry.clients = Mock(**{"start.side_effect": apps})
    window, session = Window.of(80, 24, "xterm"), Mock()
    registry.start(window, frozenset({1}), "192.0.2.1", "ben", session)
    registry.start(window, frozenset(), "192.0.2.2", "watch", session)
    registry.start(window, frozenset({2}), "192.0.2.3", "cleo", session, plain=PlainText.PIPE)
    again = HostingTerms(tmp_path / "game-1.json", Mock(), ("Ben", "Cleo", "Ann"))

    registry.move_to(again, [1, 2, 0])

    path = str(again.path)
    apps[0].inform.assert_called_with({"rematch": path, "seats": "1"})
    apps[1].inform.assert_called_with({"rematch": path, "seats": "watch"})
    session.leave.assert_called_once_with("the host started a rematch: connect again to join it")
    assert [presence.seats for presence in registry.presences] == [{0}, set(), {1}]


def test_remote_players_learn_whether_the_host_is_away(tmp_path: Path) -> None:
    registry = _registry(HostingTerms(tmp_path / "game.json", Mock(), NAMES))
    registry.host_names = ("Ann",)
    app = Mock(number=1)
    registry.clients = Mock(**{"start.return_value": app})
    registry.start(Window.of(80, 24, "xterm"), frozenset({1}), "192.0.2.1", "ben", Mock())
    app.inform.assert_called_once_with({"present": ["Ann", "Ben"], "is_host_away": False})

    registry.set_host_away(True)
    registry.set_host_away(True)

    app.inform.assert_called_with({"present": ["Ben"], "is_host_away": True})
    assert app.inform.call_count == 2


def _host_options(folder: Path, *words: str) -> Namespace:
    path = folder / "game.json"
    GameDocument.new(
        traditional_start(Shape.HEXAGON, 2, players=2), names=list(NAMES), path=path
    ).save()
    parser = ArgumentParser()
    add_arguments(parser)
    return parser.parse_args([str(path), *words])


def _registry(terms: HostingTerms) -> SessionRegistry:
    """A registry that starts no process."""
    return SessionRegistry(terms, cast("Any", None), lambda _came, _presence: None)


def _connections(number: int) -> list[Mock]:
    return [Mock() for _ in range(number)]


def test_connections_without_a_window_make_room_for_later_ones_of_the_same_network() -> None:
    table = ConnectionTable(3, 6)
    first, player, third, fourth, fifth = _connections(5)
    for each in (first, player, third):
        assert table.open("192.0.2.1", each)
    table.hold(player)
    stranger = Mock()
    assert table.open("192.0.2.2", stranger)

    assert table.open("192.0.2.1", fourth)
    assert table.open("192.0.2.1", fifth)

    assert [each.abort.called for each in (first, player, third, fourth, fifth, stranger)] == [
        *(True, False, True),
        *(False, False, False),
    ]


def test_full_house_drops_connections_of_the_network_that_has_most() -> None:
    table = ConnectionTable(3, 4)
    crowd, quiet, newcomer = _connections(3), Mock(), Mock()
    assert table.open("192.0.2.2", quiet)
    for each in crowd:
        assert table.open("192.0.2.1", each)

    assert table.open("192.0.2.3", newcomer)

    assert [each.abort.called for each in (quiet, *crowd)] == [False, True, False, False]


def test_connection_with_a_wrong_code_makes_room_first() -> None:
    table = ConnectionTable(3, 6)
    typing, guessing, silent, fourth, fifth = _connections(5)
    for each in (typing, guessing, silent):
        assert table.open("192.0.2.1", each)
    table.suspect(guessing)

    assert table.open("192.0.2.1", fourth)
    assert [each.abort.called for each in (typing, guessing, silent)] == [False, True, False]
    assert table.open("192.0.2.1", fifth)
    assert [each.abort.called for each in (typing, guessing, silent)] == [True, True, False]


def test_connections_with_windows_are_never_dropped() -> None:
    table = ConnectionTable(2, 3)
    players = _connections(3)
    for address, each in zip(("192.0.2.1", "192.0.2.1", "192.0.2.2"), players, strict=True):
        assert table.open(address, each)
        table.hold(each)

    assert not table.open("192.0.2.1", Mock())
    assert not table.open("192.0.2.3", Mock())
    table.release(players[0])
    assert table.open("192.0.2.3", Mock())
    assert [each.abort.called for each in players] == [True, False, False]
    table.close(players[0])  # which is gone already
    table.close(players[1])
    assert table.open("192.0.2.3", Mock())


def test_closed_connection_leaves_its_place() -> None:
    table = ConnectionTable(1, 1)
    player = Mock()
    assert table.open("192.0.2.1", player)
    table.hold(player)
    table.close(player)
    assert table.open("192.0.2.1", Mock())


def test_connection_that_had_a_window_makes_room_after_older_ones() -> None:
    table = ConnectionTable(2, 4)
    player, silent = _connections(2)
    assert table.open("192.0.2.1", player)
    table.hold(player)
    assert table.open("192.0.2.1", silent)
    table.release(player)
    assert table.open("192.0.2.1", Mock())
    assert [each.abort.called for each in (player, silent)] == [False, True]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", "?"),
    ],
)
def test_addresses_of_one_customer_are_one_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_trusted_proxy_has_no_limit_of_its_own(tmp_path: Path) -> None:
    proxies = frozenset({"192.0.2.1"})
    terms = HostingTerms(tmp_path, Mock(), most_watchers=0, trusted_proxies=proxies)
    sessions = _registry(terms)
    crowd = _connections(SPARE_CONNECTIONS + 1)

    for each in crowd:
        assert sessions.open_connection("192.0.2.1", each)

    assert not any(each.abort.called for each in crowd)


def test_failures_expire_after_an_hour() -> None:
    now = [0.0]
    rate_limit = RateLimit(lambda: now[0])
    for _ in range(9):
        rate_limit.fail("1.2.3.4")

    now[0] = 3601.0

    assert rate_limit.fail("1.2.3.4") == 0.0


def test_environment_of_a_client_is_sanitised() -> None:
    said = {
        "LANG": "de_DE.UTF-8",
        "COLORTERM": "truecolor",
        "LD_PRELOAD": "x.so",
        "PYTHONPATH": ".",
        "LC_ALL": "../../etc",
    }

    window = Window.of(0, 100_000, "xterm\x1b]0;x", said)

    assert (window.columns, window.rows) == (80, MOST_ROWS)
    assert window.environment == {
        "TERM": "xterm",
        "LANG": "de_DE.UTF-8",
        "COLORTERM": "truecolor",
    }
    assert Window.of(80, 24, "screen.xterm-256color").environment["TERM"] == "screen.xterm-256color"


def test_bots_of_remote_players_search_with_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many players share the host's machine."""
    monkeypatch.setenv("ATLANTIS_THREADS", "8")

    assert environment_of_clients()["ATLANTIS_THREADS"] == "1"


def test_invalid_addresses_and_durations_are_rejected() -> None:
    assert endpoint("127.0.0.1:2222") == Endpoint("127.0.0.1", 2222)
    assert endpoint("[::1]:22") == Endpoint("::1", 22)
    assert str(endpoint("[::1]:22")) == "[::1]:22"
    assert duration("2h") == 7200
    assert duration("90s") == 90
    long = f"x:{'0' * 9}{'9' * 9}"
    for text in ("2222", "a:b", "::1:22", "x:99999", long, ":-1", "a..b:22", f"{'x' * 99}:22"):
        with pytest.raises(ArgumentTypeError, match="not an address to listen on"):
            endpoint(text)
    for text in ("", "h", "2", "0h", "-1h", "1w"):
        with pytest.raises(ArgumentTypeError, match="not a time"):
            duration(text)


def test_bots_get_no_invitation_and_agents_need_a_window(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    seats = (Seat(SeatKind.BOT, "random"), PERSON, PERSON)
    start = traditional_start(Shape.HEXAGON, 2, players=3)
    GameDocument.new(start, seats=seats, path=path).save()
    parser = ArgumentParser()
    add_arguments(parser)

    plan = make_plan(parser.parse_args([str(path)]))

    assert plan.own == frozenset({1})
    assert remote_seats(plan) == (2,)
    assert remote_seats(make_plan(parser.parse_args([str(path), "--no-window"]))) == (1, 2)
    document = GameDocument.load(path)
    document.take_seats([Seat(SeatKind.AGENT, "./mine"), PERSON, PERSON])
    document.save()
    with pytest.raises(CommandError, match="which you must allow in the window"):
        make_plan(parser.parse_args([str(path), "--no-window"]))


async def test_app_that_falls_behind_gets_the_latest_news_when_it_reads_again() -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    client = Client(1, Mock(), ours)
    reader, writer = await asyncio.open_connection(sock=theirs)
    many = 2000
    latest = {"present": [str(many)], "is_host_away": False}
    for number in range(many):  # without a chance for the app to read
        client.inform({"games": [f"{number:0>200}.json"]})
        client.inform({"present": [str(number)], "is_host_away": False})
    client.inform(latest)

    async def read() -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        while ALL_GAMES not in found or latest not in found:
            found.append(json.loads(await reader.readline()))
        return found

    found = await asyncio.wait_for(read(), 60)
    assert len(found) < many
    client.inform({"games": ["next.json"]})
    assert json.loads(await reader.readline()) == {"games": ["next.json"]}

    writer.close()
    await writer.wait_closed()
    client.inform({"games": ["after the end.json"]})
    client.inform({"games": ["after the end.json"]})
    client.detach()
    assert ours.fileno() == -1


def test_output_is_dropped_once_the_player_has_disconnected() -> None:
    ssh_server = pytest.importorskip("atlantis_tui.hosting.ssh_server")
    sessions, channel = Mock(), Mock(**{"get_terminal_size.return_value": (80, 24, 0, 0)})
    sessions.terms.idle_seconds = 60
    session = ssh_server.ClientSession(sessions, frozenset(), "192.0.2.1", "watch")

    async def start() -> None:
        session.connection_made(channel)
        session.pty_requested("xterm", (80, 24, 0, 0), None)
        session.session_started()

    channel.get_environment.return_value = {}
    channel.get_terminal_type.return_value = "xterm"
    channel.is_closing.return_value = False
    asyncio.run(start())
    client = sessions.start.return_value
    client.on_output(b"seen")
    channel.is_closing.return_value = True
    channel.write.side_effect = BrokenPipeError
    client.on_output(b"unseen")

    assert [call.args for call in channel.write.call_args_list] == [(b"seen",)]
