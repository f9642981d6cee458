"""Options of `atlantis host`."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

import pytest

from atlantis_tui.hosting.host_command import add_arguments, host_address
from atlantis_tui.hosting.host_game import ssh_address, watcher_count, web_address


@pytest.mark.parametrize("option", ["--player-keys", "--guests"])
def test_player_keys_keep_their_old_name(option: str) -> None:
    parser = ArgumentParser()
    add_arguments(parser)
    assert parser.parse_args(["game.json", option, "keys.txt"]).player_keys == "keys.txt"
    assert parser.parse_args(["game.json"]).player_keys is None
    assert "--guests" not in parser.format_help()


@pytest.mark.parametrize(
    ("named", "shown"),
    [
        ((), "127.0.0.1:2222"),
        (("--address", "club.example"), "club.example:2222"),
        (("--address", "club.example:22"), "club.example:22"),
        (("--address", "[2001:db8::1]:22"), "[2001:db8::1]:22"),
    ],
)
def test_invitations_have_the_address_that_players_use(named: tuple[str, ...], shown: str) -> None:
    parser = ArgumentParser()
    add_arguments(parser)
    assert str(host_address(parser.parse_args(["club", *named]), 2222)) == shown


@pytest.mark.parametrize("text", ["", "a b", "x;ls", "club:99999", "http://club", "-oProxy@x:1:2"])
def test_invalid_address_for_ssh_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="expected for example 'club"):
        ssh_address(text)


@pytest.mark.parametrize("text", ["", "club.example", "ftp://x", "https://x/path", "https://a b"])
def test_invalid_address_for_browsers_is_refused(text: str) -> None:
    assert web_address("https://club.example/") == "https://club.example"
    with pytest.raises(ArgumentTypeError, match="expected for example 'https:"):
        web_address(text)


@pytest.mark.parametrize("text", ["", "-1", "\u00b2", "1001", "0" * 9 + "9" * 9, "9" * 5000])
def test_invalid_number_of_spectators_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="expected 0 to 1000"):
        watcher_count(text)
