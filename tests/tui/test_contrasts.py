"""Everything on a board can be read, marks keep the owner, and players differ for all eyes.

Measured on what is sent, for every theme, every mark and every depth of colours.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from atlantis_core.diagram import Role
from atlantis_core.support.color_vision import JUST_DIFFERENT, Eyes, distance
from atlantis_core.support.colors import DEFAULT_PALETTE, SVG_COLORS
from atlantis_tui.board.marks import Mark
from atlantis_tui.settings.options import Colors
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
@pytest.mark.parametrize("depth", [Colors.TRUE, Colors.MANY])
def test_players_with_the_same_colour_get_different_shades(name: str, depth: Colors) -> None:
    for color in SVG_COLORS:
        styles = Look(name, depth).styles([color, color])
        one, other = (pair(styles, PLAIN.look(Role.STACK, player))[0] for player in (0, 1))
        assert min(distance(one, other, eyes) for eyes in Eyes) >= APART, color


@every_look
def test_marks_keep_the_owners_colour(look: Look) -> None:
    """Letters keep the owner's colour: no two players are written alike on any background."""
    styles = look.styles(DEFAULT_PALETTE)
    for background in BACKGROUNDS:
        written = {pair(styles, background.look(Role.STACK, player)) for player in range(6)}
        assert len(written) == 6, background


@pytest.mark.parametrize("mark", MARKING)
def test_marks_change_the_background_and_keep_the_hue_of_letters(mark: Mark) -> None:
    look = Look(OURS[0], Colors.TRUE)
    styles = look.styles(DEFAULT_PALETTE)
    marked = Background(mark.value, frozenset({mark}))
    for player in range(6):
        plain_ink, plain_background = pair(styles, PLAIN.look(Role.STACK, player))
        ink, background = pair(styles, marked.look(Role.STACK, player))
        assert background != plain_background
        assert [a <= b for a, b in pairwise(ink)] == [a <= b for a, b in pairwise(plain_ink)]


def test_only_stones_are_underlined() -> None:
    movable = Background("movable", frozenset({Mark.MOVABLE}))
    for look in LOOKS:
        styles = look.styles(DEFAULT_PALETTE)
        for role in Role:
            is_stones = role in (Role.STACK, Role.GROWING)
            assert bool(styles.style(movable.look(role, 0)).underline) is is_stones


def test_growing_fields_have_their_owners_colour_as_background() -> None:
    styles = Look(OURS[0], Colors.TRUE).styles(DEFAULT_PALETTE)
    for player, name in enumerate(DEFAULT_PALETTE):
        _, background = pair(styles, GROWING.look(Role.STACK, player))
        assert distance(background, SVG_COLORS[name]) < 40, name


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
