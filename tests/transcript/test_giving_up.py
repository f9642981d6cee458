"""Resigning, losing on time and agreeing on a draw: the tags, and who won."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.transcript import dumps, load, loads, replay
from atlantis_core.transcript.declared_ending import (
    DeclaredEnding,
    EndingKind,
    declared_ending,
    draw_offers,
    find_ending,
    give_up,
    offer_draw,
    places_of,
    seats_out,
    without_ending,
)
from tests.commands.running import run
from tests.tui.walking import GAME

TWO = loads(GAME)
THREE = loads(
    '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5", "E4"],'
    '"players": [{"name": "Ann", "color": "red", "stacks": {"b2": 2}},'
    ' {"name": "Bob", "color": "navy", "stacks": {"c5": 2}},'
    ' {"name": "Cid", "color": "lime", "stacks": {"e4": 2}}], "turns": []}'
)


def test_resigning_ends_a_game_of_two() -> None:
    ended = loads(dumps(give_up(TWO, 1, (0, 1))))
    assert find_ending(ended) == DeclaredEnding(EndingKind.RESIGNATION, 0)
    assert declared_ending(ended) == "Bob resigned: Ann won"
    assert declared_ending(ended, ("Red", "Blue", "Tan")) == "Blue resigned: Red won"
    assert places_of(ended, replay(ended)) == (1, 2)
    assert without_ending(ended) == TWO


def test_resigned_player_of_three_passes_until_one_is_left() -> None:
    once = give_up(THREE, 0, range(3))
    assert find_ending(once) is None
    assert places_of(once, replay(once)) is None
    assert seats_out(once) == {0}
    game = replay(once)
    assert game.passes_for(seats_out(once))
    assert (game.play_forced(seats_out(once)), game.position.to_move) == (1, 1)
    twice = give_up(once, 2, range(3), EndingKind.TIME)
    assert declared_ending(twice) == "Ann resigned; Cid ran out of time: Bob won"
    assert places_of(twice, replay(twice))[1] == 1  # type: ignore[index]  # the game is over


def test_dummies_do_not_win() -> None:
    assert find_ending(give_up(THREE, 0, (0, 2))) == DeclaredEnding(EndingKind.RESIGNATION, 2)


def test_players_with_the_same_name_are_told_apart() -> None:
    same = TWO.with_player(1, name="Ann")
    for seat in (0, 1):
        ending = find_ending(give_up(same, seat, (0, 1)))
        assert ending is not None
        assert ending.winner == 1 - seat


def test_draw_needs_all_contestants() -> None:
    offered = offer_draw(TWO, 0, 1, (0, 1))
    assert find_ending(offered) is None
    assert draw_offers(offered, 1) == draw_offers(offered, 2) == {0}
    assert draw_offers(offered, 0) == draw_offers(offered, 3) == frozenset()
    agreed = offer_draw(offered, 1, 2, (0, 1))
    assert declared_ending(agreed) == "drawn by agreement"
    assert places_of(agreed, replay(agreed)) == (1, 1)
    assert find_ending(offer_draw(offered, 1, 3, (0, 1))) is None  # the first offer has lapsed


@given(st.text(max_size=30) | st.integers() | st.booleans(), st.sampled_from(EndingKind))
def test_tags_written_by_hand_are_harmless(value: str | int, kind: EndingKind) -> None:
    ended = TWO.with_tag("ending", kind.value)
    for name in ("winner", "resigned", "timed out", "draw offer"):
        ended = ended.with_tag(name, value)
    assert seats_out(ended) | draw_offers(ended, 1) <= {0, 1}
    assert set(places_of(ended, replay(ended)) or ()) <= {1, 2}
    assert declared_ending(ended) is not None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    return path


def test_commands_honour_a_resignation(path: Path) -> None:
    assert run("turn", path, "resign", "--as", "Ann").out == "Ann resigned: Bob won.\n"
    assert "Ann resigned: Bob won" in run("games", path.parent).out
    assert "(Ann resigned: Bob won)" in run("stats", path).out
    assert '"places": [2, 1]' in run("stats", "--json", path).out
    assert "Ann resigned: Bob won." in run("replay", path).out
    assert "Ann resigned: Bob won." in run("read", path, "end").out
    refused = run("turn", path, "pass")
    assert (refused.status, refused.err) == (
        1,
        "atlantis turn: the game is over: Ann resigned: Bob won\n",
    )


def test_draw_by_command_takes_two(path: Path) -> None:
    assert "Ann offers a draw" in run("turn", path, "draw", "--as", "Ann").out
    assert run("turn", path, "draw", "--as", "Bob").out == "Drawn by agreement.\n"
    assert find_ending(load(path)) == DeclaredEnding(EndingKind.DRAW, None)


@pytest.mark.parametrize("who", ["Eve", "1,2", "watch"])
def test_resigning_needs_one_player(path: Path, who: str) -> None:
    before = path.read_text()
    assert run("turn", path, "resign", "--as", who).status == 2
    assert path.read_text() == before


def test_bots_do_not_agree_on_draws(path: Path) -> None:
    path.write_text(
        GAME.replace('"turns"', '"annotations": {"seats": ["person", "bot:random"]}, "turns"')
    )
    refused = run("turn", path, "draw")
    assert (refused.status, "bots and agents do not agree" in refused.err) == (1, True)
