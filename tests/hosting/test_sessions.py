"""Invitation codes, key files, limits and options of hosting, without connections."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from atlantis_core.commands.errors import CommandError
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.game.document import GameDocument
from atlantis_tui.hosting.client_keys import ClientKeysError, parse_client_keys
from atlantis_tui.hosting.clients import Window
from atlantis_tui.hosting.host_command import add_arguments
from atlantis_tui.hosting.host_game import Endpoint, duration, endpoint, make_plan, remote_seats
from atlantis_tui.hosting.invitations import ALPHABET, load_invitations, make_code
from atlantis_tui.hosting.rate_limit import (
    FREE_FAILURES,
    LONGEST_SECONDS,
    MOST_AT_ONCE,
    RateLimit,
)
from atlantis_tui.hosting.sessions import SPARE_CONNECTIONS, HostingTerms, SessionRegistry

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
    assert len(set(made.codes.values())) == 3
    assert path.stat().st_mode & 0o077 == 0
    assert made.seat_of(made.codes[1].upper()) == 1
    assert made.seat_of(make_code()) is None
    assert made.seat_of("") is None


def test_damaged_code_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('["", 7, {"a": 1}]', encoding="utf-8")

    codes = load_invitations(path, 2).codes

    assert all(len(code) == 17 for code in codes.values())


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


def test_failed_attempts_from_one_address_increase_the_delay() -> None:
    now = 0.0
    rate_limit = RateLimit(lambda: now)

    waits = []
    for _ in range(12):
        waits.append(rate_limit.seconds("1.2.3.4"))
        rate_limit.fail("1.2.3.4")

    assert waits[:FREE_FAILURES] == [0.0] * FREE_FAILURES
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_SECONDS
    assert rate_limit.seconds("5.6.7.8") == 0.0
    rate_limit.succeed("1.2.3.4")
    assert rate_limit.seconds("1.2.3.4") == 0.0


def test_parallel_attempts_beyond_the_limit_are_rejected() -> None:
    rate_limit = RateLimit(lambda: 0.0)
    with ExitStack() as stack:
        waits = [
            stack.enter_context(rate_limit.attempt("1.2.3.4")) for _ in range(MOST_AT_ONCE + 2)
        ]
        assert waits == [0.0] * MOST_AT_ONCE + [None, None]
        with rate_limit.attempt("5.6.7.8") as other:
            assert other == 0.0
    with rate_limit.attempt("1.2.3.4") as later:
        assert later == 0.0


def test_one_address_cannot_use_all_connections(tmp_path: Path) -> None:
    terms = HostingTerms(tmp_path / "game.json", load_invitations(tmp_path / "game.json", 2), (), 0)
    # No client is admitted here, so the registry needs no `Clients`.
    sessions = SessionRegistry(terms, cast("Any", None), lambda _came, _visit: None)
    heard = [sessions.open_connection("1.2.3.4") for _ in range(SPARE_CONNECTIONS + 1)]
    assert heard == [True] * SPARE_CONNECTIONS + [False]
    assert sessions.open_connection("5.6.7.8")
    sessions.close_connection("1.2.3.4")
    assert sessions.open_connection("1.2.3.4")


def test_failures_expire_after_an_hour() -> None:
    now = [0.0]
    rate_limit = RateLimit(lambda: now[0])
    for _ in range(9):
        rate_limit.fail("1.2.3.4")

    now[0] = 3601.0

    assert rate_limit.seconds("1.2.3.4") == 0.0


def test_environment_of_a_client_is_sanitised() -> None:
    said = {
        "LANG": "de_DE.UTF-8",
        "COLORTERM": "truecolor",
        "LD_PRELOAD": "x.so",
        "PYTHONPATH": ".",
        "LC_ALL": "../../etc",
    }

    window = Window.of(0, 100_000, "xterm\x1b]0;x", said)

    assert (window.columns, window.rows) == (80, 1000)
    assert window.environment == {
        "TERM": "xterm",
        "LANG": "de_DE.UTF-8",
        "COLORTERM": "truecolor",
    }
    assert Window.of(80, 24, "screen.xterm-256color").environment["TERM"] == "screen.xterm-256color"


def test_invalid_addresses_and_durations_are_rejected() -> None:
    assert endpoint("127.0.0.1:2222") == Endpoint("127.0.0.1", 2222)
    assert endpoint("[::1]:22") == Endpoint("::1", 22)
    assert str(endpoint("[::1]:22")) == "[::1]:22"
    assert duration("2h") == 7200
    assert duration("90s") == 90
    for text in ("2222", "a:b", "::1:22", "x:99999", ":-1", "a..b:22", f"{'x' * 99}:22"):
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
