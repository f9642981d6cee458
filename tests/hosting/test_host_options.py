"""Options of `atlantis host`."""

from __future__ import annotations

from argparse import ArgumentParser

import pytest

from atlantis_tui.hosting.host_command import add_arguments


@pytest.mark.parametrize("option", ["--player-keys", "--guests"])
def test_player_keys_keep_their_old_name(option: str) -> None:
    parser = ArgumentParser()
    add_arguments(parser)
    assert parser.parse_args(["game.json", option, "keys.txt"]).player_keys == "keys.txt"
    assert parser.parse_args(["game.json"]).player_keys is None
    assert "--guests" not in parser.format_help()
