"""The one-line notation of positions: it round-trips, is canonical, and explains mistakes."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core import (
    Board,
    Game,
    NotationError,
    Position,
    SetupError,
    Shape,
    hexagon,
    traditional_start,
)
from atlantis_core.rules.notation import PREFIX, is_notation
from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript import TranscriptError
from tests.strategies import Setup, setups
from tests.translation import engine_start

ROOT = Path(__file__).parent.parent
GAMES = sorted((ROOT / "transcripts").rglob("*.json"))
PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


@given(setups(), st.randoms(use_true_random=False))
def test_equal_positions_have_the_same_notation(setup: Setup, dice: Random) -> None:
    position = engine_start(setup)
    shuffled = [dice.sample(segment, len(segment)) for segment in position.board.segments]
    dice.shuffle(shuffled)
    stacks = [position.stacks(player) for player in range(position.players)]
    same = Position.setup(Board(shuffled), stacks, position.to_move)
    assert same == position
    assert same.notation == position.notation
    assert Position.parse(position.notation) == position


def test_every_position_of_every_shipped_game_round_trips() -> None:
    seen = 0
    for path in GAMES:
        try:
            positions = Game.load(path).positions
        except TranscriptError:  # files of other games, and broken samples
            continue
        for position in positions:
            assert Position.parse(position.notation) == position
            seen += 1
    assert seen > 300


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("shape", Shape)
def test_a_traditional_start_is_short(shape: Shape, players: int) -> None:
    start = traditional_start(shape, 4, players)
    assert start.notation == f"pos1:{shape.value}4::{players}A"


def test_a_position_without_players_round_trips() -> None:
    bare = Position.setup(hexagon(2), [])
    assert bare.notation == "pos1:hexagon2::0A"
    assert Position.parse(bare.notation) == bare


def test_a_board_without_stones_is_not_its_start() -> None:
    empty = Position.setup(hexagon(2), [{}, {}])
    assert empty.notation == "pos1:hexagon2:49.:2A"
    assert Position.parse(empty.notation) == empty


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pos2:hexagon2::2A", "not a version of the notation: 'pos2:' (expected 'pos1:'; a newer"),
        ("pos1:hexagon2:2A", "(expected four parts such as"),
        ("pos1:hexagon2::2a", "not a player to move: '2a' (expected the number of players"),
        ("pos1:hexagon2::9A", "not a player to move: '9A'"),
        ("pos1:hexagon2::2C", "player 2 to move (expected 0 to 1)"),
        ("pos1:pentagon2::2A", "not a board: 'pentagon2' (expected 'triangle3'"),
        ("pos1:hexagon0::2A", "a hexagon of side 0"),
        ("pos1:hexagon9999::2A", "more than 50000 fields"),
        ("pos1:B2+c::2A", "not a field: 'c'"),
        ("pos1:::2A", "not a field: ''"),
        ("pos1:hexagon1:8A:2A", "not a run of fields: '8A' (expected 7 fields in total, not more"),
        ("pos1:hexagon1:A:2A", "not a run of fields: 'A' (expected 7 fields in total, not 1)"),
        ("pos1:hexagon1:7C:2A", "not a run of fields: '7C' (expected players AB)"),
        ("pos1:hexagon1:7a0:2A", "(expected at least one stone on a growing field)"),
        ("pos1:hexagon1:7?:2A", "not a run of fields: '7?' (expected for example '3A2'"),
        ("pos1:hexagon1:99999.:2A", "7 fields in total"),
        ("pos1:hexagon1:7A999999999:2A", "holds 999999999 stones (expected at most"),
    ],
)
def test_a_mistake_is_explained_where_it_is(text: str, message: str) -> None:
    with pytest.raises((NotationError, SetupError), match=re.escape(message)):
        Position.parse(text)


@given(st.text(alphabet="pos1:hexagon2AabB+.,0123-", max_size=40))
def test_random_text_raises_errors_of_ours_only(text: str) -> None:
    try:
        position = Position.parse(PREFIX + text)
    except AtlantisError:
        return
    assert Position.parse(position.notation) == position


def test_only_the_prefix_claims_a_text() -> None:
    assert is_notation(" pos1:")
    assert not is_notation("game.json")


@pytest.mark.parametrize("line", re.findall(r"^(pos1:\S+)$", PAGE, re.MULTILINE))
def test_the_examples_of_the_page_are_canonical(line: str) -> None:
    assert Position.parse(line).notation == line
