"""Everything on a board can be read, marks keep the owner, and players differ for all eyes.

Measured on what is sent, for every theme, every mark and every depth of colours.
"""

from __future__ import annotations

from colorsys import rgb_to_hsv
from itertools import combinations, pairwise

import pytest

from atlantis_core.diagram import Role
from atlantis_core.rules.overlays import Claim, Hold
from atlantis_core.support.color_vision import JUST_DIFFERENT, Eyes, distance
from atlantis_core.support.colors import DEFAULT_PALETTE, RGB, SVG_COLORS
from atlantis_tui.board.backgrounds import FRAMES, make_backgrounds
from atlantis_tui.board.marks import Mark
from atlantis_tui.board.shown_position import EMPTY
from atlantis_tui.board.styles import CellLook, FieldLook, StrokeLook, look_of
from atlantis_tui.settings.options import Colors
from atlantis_tui.terminal.contrast import contrast
from tests.tui.contrasts import (
    BACKGROUNDS,
    GROWING,
    LOOKS,
    MARKING,
    OURS,
    PAGE,
    PLAIN,
    Background,
    Look,
    find_table,
    mark_distances,
    measure,
    pair,
    tables,
    with_table,
)

READABLE, VISIBLE = 4.5, 3.0
APART = 8.0
"""What any two players differ by in CIELAB, to the eyes that tell them apart worst."""
APART_IN_OURS = 10.0
UNLIKE_PLAYERS = 20.0
"""What the background of a mark differs by from the colour of any player."""

every_look = pytest.mark.parametrize("look", LOOKS, ids=lambda x: f"{x.theme}-{x.depth.value}")


@every_look
def test_all_texts_have_enough_contrast(look: Look) -> None:
    for background in BACKGROUNDS:
        figures = measure(look, background)
        assert figures.stones >= READABLE, background
        assert figures.names >= READABLE, background
        assert figures.rest >= VISIBLE, background
        assert figures.strokes >= VISIBLE, background


@every_look
def test_any_two_players_differ_with_every_colour_vision(look: Look) -> None:
    least = APART_IN_OURS if look.theme in OURS else APART
    assert least > 3 * JUST_DIFFERENT
    for background in BACKGROUNDS:
        for eyes, apart in measure(look, background).apart.items():
            assert apart >= least, (background, eyes)


@every_look
def test_marks_differ_from_players_board_and_each_other(look: Look) -> None:
    for mark, (from_players, from_backgrounds) in mark_distances(look).items():
        assert from_players >= UNLIKE_PLAYERS, mark
        # With 16 colours, symbols distinguish the marks.
        assert look.depth is Colors.FEW or from_backgrounds >= JUST_DIFFERENT, mark


@pytest.mark.parametrize("name", OURS)
def test_territories_have_their_players_hue_with_256_colours(name: str) -> None:
    """The nearest of the 256 colours to a dark tint is usually grey."""
    backgrounds = make_backgrounds(Look(name, Colors.MANY).variables, Colors.MANY)
    colors = tuple(SVG_COLORS[color] for color in DEFAULT_PALETTE)
    holds = backgrounds.of_holds(colors)
    tints = [{shades[player] for shades in holds.values()} for player in range(len(colors))]
    for color, own in zip(colors, tints, strict=True):
        hues = [rgb_to_hsv(*shade)[0] for shade in (color, *own)]
        assert all(max(shade) - min(shade) > 30 for shade in own), color
        assert all(min(abs(hue - hues[0]), 1 - abs(hue - hues[0])) < 0.05 for hue in hues)
    assert all(one.isdisjoint(other) for one, other in combinations(tints, 2))
    assert all(tide.blue > 1.5 * tide.red for tide in backgrounds.tides)
    board = backgrounds.board
    assert [*backgrounds.tides] == sorted(
        backgrounds.tides, key=lambda tide: contrast(tide, board), reverse=True
    )


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.MANY])
def test_players_with_the_same_colour_get_different_shades(name: str, depth: Colors) -> None:
    for color in SVG_COLORS:
        styles = Look(name, depth).styles([color, color])
        one, other = (pair(styles, PLAIN.look(Role.STACK, player))[1] for player in (0, 1))
        assert min(distance(one, other, eyes) for eyes in Eyes) >= APART, color


@every_look
def test_no_mark_changes_the_tile_of_a_stack(look: Look) -> None:
    styles = look.styles(DEFAULT_PALETTE)
    for player in range(6):
        for plain in (PLAIN, GROWING):
            tile = styles.style(plain.look(plain.stones, player))
            for background in BACKGROUNDS:
                if background.is_growing is plain.is_growing:
                    marked = styles.style(background.look(plain.stones, player))
                    assert marked == tile, background


@every_look
def test_players_are_drawn_alike(look: Look) -> None:
    """Every stack is black or white on its owner's colour; no player is drawn inversely."""
    styles = look.styles(DEFAULT_PALETTE)
    board = pair(styles, PLAIN.look(Role.BLANK))[1]
    for player in range(6):
        letters, tile = pair(styles, PLAIN.look(Role.STACK, player))
        assert letters in (RGB(0, 0, 0), RGB(255, 255, 255))
        assert contrast(tile, board) >= VISIBLE or look.depth is Colors.FEW
        assert tile != board


@every_look
def test_departure_and_arrival_differ(look: Look) -> None:
    styles = look.styles(DEFAULT_PALETTE)
    ends = [
        pair(styles, Background(mark.value, mark).look(Role.BLANK))[1]
        for mark in (Mark.DEPARTURE, Mark.ARRIVAL)
    ]
    strokes = [
        styles.stroke(StrokeLook(Role.INNER_BORDER, FieldLook(mark)))
        for mark in (Mark.DEPARTURE, Mark.ARRIVAL)
    ]
    assert strokes[0] != strokes[1]
    assert look.depth is Colors.FEW or distance(ends[0], ends[1]) >= JUST_DIFFERENT


@pytest.mark.parametrize("mark", MARKING)
def test_marks_change_the_ground(mark: Mark) -> None:
    styles = Look(OURS[0], Colors.TRUE).styles(DEFAULT_PALETTE)
    marked = Background(mark.value, mark)
    assert pair(styles, marked.look(Role.BLANK))[1] != pair(styles, PLAIN.look(Role.BLANK))[1]


def test_only_stones_are_underlined() -> None:
    for look in LOOKS:
        styles = look.styles(DEFAULT_PALETTE)
        for role in Role:
            is_stones = role in (Role.STACK, Role.GROWING)
            style = styles.style(CellLook(role, 0, is_movable=True))
            assert bool(style.underline) is is_stones


def test_growing_fields_have_a_tint_of_their_owners_colour() -> None:
    styles = Look(OURS[0], Colors.TRUE).styles(DEFAULT_PALETTE)
    board = pair(styles, PLAIN.look(Role.BLANK))[1]
    for player, name in enumerate(DEFAULT_PALETTE):
        _, tint = pair(styles, GROWING.look(Role.GROWING, player))
        assert distance(tint, SVG_COLORS[name]) < distance(board, SVG_COLORS[name]), name
        assert distance(tint, board) > 15


@pytest.mark.parametrize("name", OURS)
def test_firmer_holds_have_stronger_tints_of_the_owners_colour(name: str) -> None:
    styles = Look(name, Colors.TRUE).styles(DEFAULT_PALETTE)
    board = pair(styles, PLAIN.look(Role.BLANK))[1]
    for player in range(6):
        grounds = [
            pair(styles, Background("", hold=hold).look(Role.BLANK, player))[1]
            for hold in (Hold.FIRST, Hold.ALONE, Hold.SECURED)
        ]
        tile = pair(styles, PLAIN.look(Role.STACK, player))[1]
        far = [distance(board, ground) for ground in grounds]
        assert far == sorted(far)
        assert far[0] >= 10
        assert min(b - a for a, b in pairwise(far)) >= 2 * JUST_DIFFERENT
        assert all(distance(ground, tile) < distance(board, tile) for ground in grounds)


@every_look
def test_overlays_keep_the_strokes_of_marks_and_lose_their_ground(look: Look) -> None:
    styles = look.styles(DEFAULT_PALETTE)
    held = FieldLook(claim=Claim(Hold.ALONE, 0))
    ground = styles.style(CellLook(Role.BLANK, field=held))
    plain = styles.stroke(StrokeLook(Role.INNER_BORDER, held, held))
    for mark in FRAMES:
        marked = held._replace(mark=mark)
        # With 16 colours, overlays have no ground, and only lifted stones have one.
        is_plain = styles.style(CellLook(Role.BLANK, field=marked)) == ground
        assert is_plain or (look.depth is Colors.FEW and mark is Mark.SOURCE)
        assert styles.stroke(StrokeLook(Role.INNER_BORDER, marked, marked.ground)) != plain


def test_fields_that_sink_in_similar_rounds_look_alike() -> None:
    looks = [look_of(EMPTY, frozenset(), sinks=turn) for turn in range(1, 12)]
    assert [look.tide for look in looks] == [0, 0, 1, 1] + [2] * 7


def test_tables_of_the_page_match_the_measured_contrasts() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, table in tables():
        found = find_table(page, name)
        assert found is not None, name
        assert found[0] == table, f"'python -m tests.tui.contrasts' writes '{name}' anew"


def test_table_of_a_new_theme_is_added_to_the_page() -> None:
    page = with_table("# Colours\n", "dusk 256", "| old |")
    page = with_table(page, "dusk 256", "| new |")
    assert page == "# Colours\n\n`dusk`, 256:\n\n<!-- dusk 256 -->\n\n| new |\n"
