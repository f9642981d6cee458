"""Parsing of FILE#TURN, also for files whose names contain a hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.commands.addresses import Address, choose_turn, parse_address, parse_range
from atlantis_core.commands.errors import UsageError
from atlantis_core.review.variations import Branch


@pytest.mark.parametrize(
    ("text", "path", "turn"),
    [
        ("game.json", "game.json", None),
        ("game.json#12", "game.json", 12),
        ("game.json#0", "game.json", 0),
        ("a#b.json#3", "a#b.json", 3),
        ("a#b.json", "a#b.json", None),
        ("-", "-", None),
        ("-#4", "-", 4),
        ("#4", "#4", None),
        ("game.json#", "game.json#", None),
        ("game.json#9999999999999", "game.json#9999999999999", None),
    ],
)
def test_number_after_the_last_hash_is_a_turn(text: str, path: str, turn: int | None) -> None:
    assert parse_address(text) == Address(path, turn)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("12.1", Address("g.json", 12, (Branch(12, 1),))),
        ("12.1/14", Address("g.json", 14, (Branch(12, 1),))),
        ("12.1/14.2/15", Address("g.json", 15, (Branch(12, 1), Branch(14, 2)))),
        ("main/3", Address("g.json", 3)),
    ],
)
def test_place_can_be_a_variation(place: str, expected: Address) -> None:
    assert parse_address(f"g.json#{place}") == expected
    assert parse_range(f"g.json#{place}") == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("3..5", Address("g.json", 3, (), 5, is_range=True)),
        ("3..", Address("g.json", 3, (), None, is_range=True)),
        ("..5", Address("g.json", None, (), 5, is_range=True)),
        ("..", Address("g.json", None, (), None, is_range=True)),
        ("12.1/14..16", Address("g.json", 14, (Branch(12, 1),), 16, is_range=True)),
    ],
)
def test_range_has_a_first_and_a_last_turn(place: str, expected: Address) -> None:
    assert parse_range(f"g.json#{place}") == expected
    with pytest.raises(UsageError, match="expected one turn"):
        parse_address(f"g.json#{place}")


def test_existing_file_with_a_hash_wins_over_a_turn(tmp_path: Path) -> None:
    whole, shorter = tmp_path / "game#12", tmp_path / "game"
    whole.touch()
    shorter.touch()

    assert parse_address(str(whole)) == Address(str(whole), None)
    assert parse_address(f"{whole}#3") == Address(str(whole), 3)
    assert parse_address(f"{shorter}#3") == Address(str(shorter), 3)


@pytest.mark.parametrize("turn", ["x", "", "-1", "1.", "1.0", "3..x", "१"])
def test_text_after_an_existing_file_must_be_a_turn(tmp_path: Path, turn: str) -> None:
    path = tmp_path / "game.json"
    path.touch()

    with pytest.raises(UsageError, match=r"not a turn: .*game\.json#12"):
        parse_address(f"{path}#{turn}")


def test_turn_option_must_agree_with_the_address() -> None:
    assert choose_turn(Address("g", None), None) is None
    assert choose_turn(Address("g", 3), None) == 3
    assert choose_turn(Address("g", None), 0) == 0
    assert choose_turn(Address("g", 3), 3) == 3
    with pytest.raises(UsageError, match="two different turns: '#3' and '--turn 4'"):
        choose_turn(Address("g", 3), 4)
