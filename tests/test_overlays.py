"""Overlays: claims to fields, the order in which fields sink, and their signs."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from atlantis_core import Position, Shape, traditional_start
from atlantis_core.diagram import Diagram, Look, Role, Style, draw
from atlantis_core.diagram.faces import SEAT_LETTERS
from atlantis_core.positions.position import FieldState
from atlantis_core.rules.overlays import (
    Hold,
    Overlay,
    Sign,
    count_land,
    overlay_signs,
    small_signs,
    territory,
    tide,
)
from atlantis_core.rules.scoring import standing
from atlantis_core.rules.settling import settle
from atlantis_core.rules.turns import play_turn
from tests.review.games import recorded

POSITIONS = recorded("f02_5p").positions[::9]


@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_territory_agrees_with_the_standing(position: Position) -> None:
    claims = territory(position)
    counts = Counter((claim.hold, claim.player) for claim in claims.values())
    held = standing(position)
    for player in range(position.players):
        assert counts[Hold.SECURED, player] == held.secured[player]
        assert counts[Hold.ALONE, player] == held.leading[player]
    assert all((claim.hold is Hold.TIED) is (claim.player is None) for claim in claims.values())


@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_land_counts_the_territory(position: Position) -> None:
    claims = territory(position).values()
    land = count_land(position)
    assert land.held == tuple(
        sum(claim.player == player for claim in claims) for player in range(position.players)
    )
    assert sum(land.held) + land.tied + land.sunk == len(position.board)
    assert land.sunk == sum(there.state is not FieldState.OPEN for _, there in position.occupied())


@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_stacks_are_reached_first_by_their_owner(position: Position) -> None:
    claims = territory(position)
    for field, there in position.occupied():
        if there.state is FieldState.OPEN:
            assert claims[field].player == there.player
        else:
            assert field not in claims


@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_tide_is_what_happens_if_all_pass(position: Position) -> None:
    rounds = tide(position)
    settled = settle(position)
    dead = {field for field, there in settled.occupied() if there.state is FieldState.DEAD}
    now = {field for field, there in position.occupied() if there.state is FieldState.DEAD}
    assert set(rounds) == dead - now
    for number in range(1, max(rounds.values(), default=0) + 1):
        for _ in range(position.players):
            position = play_turn(position, ())
        sunk = {field for field, there in position.occupied() if there.state is FieldState.DEAD}
        assert sunk - now == {field for field, turn in rounds.items() if turn <= number}


def test_signs_name_hold_and_player() -> None:
    position = traditional_start(Shape.HEXAGON, 2, players=2)
    assert overlay_signs(position, Overlay.NONE, "CS") == {}
    signs = overlay_signs(position, Overlay.TERRITORY, "CS")
    assert {sign.text for sign in signs.values()} <= {".C.", ".S.", "-C-", "-S-", "=C=", "=S=", "?"}
    assert not {field for field, _ in position.occupied()} & signs.keys()
    tides = overlay_signs(position, Overlay.TIDE, "CS")
    assert all(sign.text[0] == "~" and sign.text[1:].isdigit() for sign in tides.values())
    assert all(sign.player is None for sign in tides.values())


def test_overlays_follow_one_another() -> None:
    turns = [Overlay.NONE, Overlay.TERRITORY, Overlay.TIDE, Overlay.NONE]
    assert all(one.next is other for one, other in pairwise(turns))
    assert all(overlay.meaning for overlay in Overlay)


def test_signs_have_a_form_of_two_characters() -> None:
    shorts = [Sign(text).short for text in ("=C=", ".S.", "?", "~1", "~12")]
    assert shorts == ["=C", ".S", "?", "~1", "~+"]


@pytest.mark.parametrize("style", [Style.SPEC, Style.MIDDLE, Style.COMPACT])
@pytest.mark.parametrize("overlay", [Overlay.TERRITORY, Overlay.TIDE])
def test_overlay_hides_no_stack(style: Style, overlay: Overlay) -> None:
    for position in POSITIONS:
        find = small_signs if style is Style.COMPACT else overlay_signs
        signs = find(position, overlay, SEAT_LETTERS)
        marks = {field: sign.text for field, sign in signs.items()}
        drawn = draw(position, style, look=Look(labels=False), marks=marks)
        bare = draw(position, style, look=Look(labels=False))
        for role in (Role.STACK, Role.GROWING):
            assert stones(drawn, role) == stones(bare, role)


def stones(diagram: Diagram, role: Role) -> list[str]:
    faces = [diagram.face(field) for field in diagram.layout.places]
    return [
        f"{face.player}{piece.text.strip('_ ')}"
        for face in faces
        for row in face.rows
        for piece in row
        if piece.role is role
    ]
