"""Drawing of the timeline: columns, bars, shared lines, marks, repaints."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from rich.color import Color
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot

from atlantis_core.review.game_statistics import Figures, GameStatistics, Moment, MomentKind
from atlantis_core.review.judged_games import Judgement
from atlantis_core.review.verdicts import TurnMark, TurnVerdict
from atlantis_tui.board.areas import Pen
from atlantis_tui.review.plot_points import (
    Metric,
    chance_columns,
    level,
    marks_by_column,
    strengths,
    values,
)
from atlantis_tui.review.timeline import Timeline
from atlantis_tui.widgets.scrub_bar import column_of_place, place_of_column
from tests.review.games import duel

STYLES = tuple(Style(color=name) for name in ("red", "blue", "green"))
WIDTH = 14
"""Two columns of margin, eleven of turns, one blank."""


class Story(GameStatistics):
    """Statistics with given strengths only."""

    def __init__(self, *strengths: tuple[int, ...]) -> None:
        super().__init__([duel()] * len(strengths))
        self._strengths = strengths

    def figures(self, turn: int) -> Figures:
        strength = self._strengths[turn]
        nothing = (0,) * len(strength)
        return Figures(nothing, nothing, strength, nothing, 0)


EVEN = Story(*((turn, 10 - turn) for turn in range(11)))
THREE = Story((9, 0, 3), (0, 9, 3))
SEVEN = Story(*((6 - turn, 6, turn) for turn in range(7)))


@asynccontextmanager
async def shown(
    story: GameStatistics,
    *moments: Moment,
    height: int = 2,
    is_ascii: bool = False,
    width: int = WIDTH,
) -> AsyncIterator[Timeline]:
    timeline = Timeline()

    class OneWidget(App[None]):
        def compose(self) -> ComposeResult:
            yield timeline

    async with OneWidget().run_test(size=(width, 10)) as pilot:
        timeline.styles.height = height
        timeline.styles.width = width
        await pilot.pause()
        styles = STYLES[: len(story.figures(0).stones)]
        timeline.show(story, moments, "RBG", styles, is_ascii=is_ascii)
        yield timeline


@pytest.mark.parametrize(
    ("width", "last", "turns"),
    [
        (11, 10, list(range(11))),
        (6, 10, [0, 2, 4, 6, 8, 10]),
        (5, 2, [0, 1, 1, 2, 2]),
        (4, 10, [0, 3, 7, 10]),
        (2, 10, [0, 10]),
        (3, 0, [0, 0, 0]),
        (1, 7, [7]),
    ],
)
def test_columns_map_evenly_to_turns(width: int, last: int, turns: list[int]) -> None:
    assert [place_of_column(column, width, last) for column in range(width)] == turns
    assert place_of_column(-5, width, last) == turns[0]
    assert place_of_column(width + 5, width, last) == turns[-1]


@pytest.mark.parametrize(
    ("width", "last", "columns"),
    [
        (11, 10, list(range(11))),
        (6, 10, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]),
        (5, 2, [0, 2, 4]),
        (1, 2, [0, 0, 0]),
        (9, 0, [0]),
    ],
)
def test_turns_map_evenly_to_columns(width: int, last: int, columns: list[int]) -> None:
    assert [column_of_place(turn, width, last) for turn in range(last + 1)] == columns


@pytest.mark.parametrize(
    ("value", "most", "expected"),
    [(0, 10, 0), (-1, 10, 0), (1, 0, 0), (1, 100, 1), (50, 100, 4), (90, 100, 7), (100, 100, 8)],
)
def test_positive_values_have_at_least_level_one(value: int, most: int, expected: int) -> None:
    assert level(value, most, 9) == expected


def test_column_shows_its_most_important_mark() -> None:
    kinds = (MomentKind.VARIATION, MomentKind.LEAD, MomentKind.CHAIN, MomentKind.LEAD)
    moments = [Moment(turn, kind) for turn, kind in enumerate(kinds)]
    assert marks_by_column(moments, 2, 3) == {0: moments[1], 1: moments[3]}
    assert marks_by_column(moments[::-1], 1, 3) == {0: moments[3]}


def test_strength_and_chances_are_sampled_at_the_columns() -> None:
    assert strengths(EVEN, 3) == [(0, 10), (5, 5), (10, 0)]
    assert values(EVEN, Metric.STONES, 3) == strengths(EVEN, 3)
    assert values(EVEN, Metric.SECURED, 2) == values(EVEN, Metric.LEADING, 2) == [(0, 0)] * 2
    verdict = TurnVerdict(0, (0.25, 0.75), (0.5, 0.5), 0.0, None, (), TurnMark.NONE)
    judgement = Judgement("gentle", 1, {1: verdict})
    assert chance_columns(judgement, 2, 3, 2) == [(25, 75), (50, 50), (0, 0)]


async def test_two_players_keep_their_sides_on_one_line() -> None:
    async with shown(EVEN) as timeline:
        strength, marks = timeline.text.splitlines()
        assert strength == "   ▁▂▂▃▄▅▆▆▇█ "
        assert marks == "  ─────────── "
        red, blue = Color.parse("red"), Color.parse("blue")
        for column in ((3, 1), (1, 3)):
            _, style = timeline._duel(column, Pen(STYLES[:2]))
            assert (style.color, style.bgcolor) == (red, blue)


async def test_bars_use_the_background_colour_of_letters_with_16_colours() -> None:
    """Blue letters cannot be read on black, so they are white on blue: the bars were white."""
    async with shown(EVEN) as timeline:
        red, blue = Color.from_ansi(9), Color.from_ansi(4)
        on_black = Style(color=red, bgcolor=Color.from_ansi(0))
        timeline._styles = (on_black, Style(color=Color.from_ansi(15), bgcolor=blue))
        _, style = timeline._duel((1, 3), Pen(timeline._styles))
        assert (style.color, style.bgcolor) == (red, blue)
        assert [timeline._bars([(1, 3)], player)[0][1] for player in (0, 1)] == [
            Style(color=red),
            Style(color=blue),
        ]


async def test_ascii_timeline_shows_the_share_of_the_first_player() -> None:
    chain = Moment(3, MomentKind.CHAIN)
    async with shown(EVEN, chain, is_ascii=True) as timeline:
        assert timeline.text.splitlines() == ["  01234456789 ", "  ---*------- "]


async def test_columns_without_strength_are_blank() -> None:
    async with shown(Story((0, 0), (1, 0))) as timeline:
        assert timeline.text.splitlines()[0] == "       ██████ "


async def test_tall_timeline_stacks_the_players_from_fixed_sides() -> None:
    for is_ascii, lines in (
        (False, ["         ▄▄   ", "    ▄▄        "]),
        (True, ["  :::::::..## ", "  ::..####### "]),
    ):
        async with shown(EVEN, height=3, is_ascii=is_ascii) as timeline:
            assert timeline.text.splitlines()[:2] == lines


async def test_chances_are_shares_of_the_whole() -> None:
    verdict = TurnVerdict(0, (0.25, 0.75), (0.5, 0.5), 0.0, None, (), TurnMark.NONE)
    async with shown(Story((1, 1), (1, 1)), height=3, is_ascii=True) as timeline:
        timeline.show_chances(Judgement("gentle", 1, {1: verdict}))
        assert timeline.text.splitlines()[:2] == ["  ::::::::::: ", "  .....###### "]


async def test_single_player_fills_the_line() -> None:
    async with shown(Story((1,), (5,))) as timeline:
        assert timeline.text.splitlines()[0] == "  ███████████ "
        assert timeline._duel((1,), Pen(STYLES[:1])) == ("█", Style(color="red"))


async def test_three_players_have_parts_of_one_line() -> None:
    async with shown(THREE, width=30, is_ascii=True) as timeline:
        assert timeline.text.splitlines()[0] == "  R9990000 B0009999 G3333333  "
    async with shown(SEVEN, width=30, is_ascii=True) as timeline:
        assert timeline.text.splitlines()[0] == "  R9864320 B9999999 G0234689  "
        timeline.show_turn(4)
        assert timeline._now_columns == [7, 16, 25]
        parts = (range(3, 10), range(12, 19), range(21, 28))
        assert [[timeline.place_at(x) for x in part] for part in parts] == [list(range(7))] * 3


async def test_marks_are_below_their_turns_in_every_part() -> None:
    chain = Moment(2, MomentKind.CHAIN)
    async with shown(SEVEN, chain, width=30, is_ascii=True) as timeline:
        assert timeline.text.splitlines() == [
            "  R9864320 B9999999 G0234689  ",
            "     *        *        *      ",
        ]
        timeline.show_turn(2)
        assert [timeline.turn_beside(by) for by in (-1, 1)] == [1, 3]


async def test_narrow_timeline_has_no_parts() -> None:
    async with shown(THREE, width=27, is_ascii=True) as timeline:
        assert timeline.text.splitlines()[0] == "  R999000 B000999 G333333  "
    async with shown(THREE, width=26, is_ascii=True) as timeline:
        assert timeline.text.splitlines()[0] == "  ###########:::::::::::: "


async def test_next_column_is_always_another_turn() -> None:
    async with shown(Story((1, 1), (1, 1), (1, 1))) as timeline:
        timeline.show_turn(1)
        assert [timeline.turn_beside(by) for by in (-1, 1, -9, 9)] == [0, 2, 0, 2]
        timeline.show_turn(2)
        assert [timeline.turn_beside(by) for by in (-1, 1)] == [1, 2]
    async with shown(Story(*[(1, 1)] * 5)) as timeline:
        timeline.show_turn(2)
        assert [timeline.turn_beside(by) for by in (-1, 1)] == [1, 3]
    long = Story(*[(1, 1)] * 101)
    async with shown(long) as timeline:
        timeline.show_turn(50)
        assert [timeline.turn_beside(by) for by in (-1, 1, 5)] == [40, 60, 100]


async def test_only_changed_columns_are_repainted() -> None:
    async with shown(EVEN) as timeline:
        painted: list[Region | None] = []
        timeline.refresh = lambda *regions, **_: painted.extend(regions or (None,))  # type: ignore[assignment]
        timeline.show_turn(4)
        assert painted == [Region(x, y, 1, 1) for y in (0, 1) for x in (2, 6)]
        painted.clear()
        timeline.show_turn(4)
        timeline.show_moments(())
        timeline.show_chances(None)
        assert painted == []
        assert timeline.text.splitlines()[1] == "  ─────────── "
        timeline.show_moments([Moment(4, MomentKind.MISTAKE)])
        assert painted == [Region(0, 1, WIDTH, 1)]
        assert timeline.text.splitlines()[1] == "  ────?────── "
        timeline.show(EVEN, (), "RBG", STYLES[:2], is_ascii=True)
        timeline.show_chances(Judgement("gentle", 1, {}))
        assert painted[1:] == [None, None]
        assert timeline.text.splitlines() == [" " * WIDTH, "  ----------- "]


async def test_current_turn_is_reversed() -> None:
    async with shown(EVEN) as timeline:
        timeline.show_turn(10)
        for y in range(2):
            at = 0
            for segment in timeline.render_line(y):
                is_here = at == 12
                assert bool(segment.style and segment.style.reverse) is is_here
                at += len(segment.text)


async def test_resize_redraws_the_timeline() -> None:
    async with shown(EVEN, Moment(5, MomentKind.CHAIN), is_ascii=True) as timeline:
        assert timeline.text.splitlines() == ["  01234456789 ", "  -----*----- "]
        timeline.styles.width = 8
        await Pilot(timeline.app).pause()
        assert timeline.text.splitlines() == ["  03479 ", "  --*-- "]


async def test_new_theme_redraws_the_timeline() -> None:
    async with shown(EVEN) as timeline:
        before = [segment.style for segment in timeline.render_line(1)]
        timeline.app.theme = "textual-light"
        await Pilot(timeline.app).pause()
        assert all(
            now.style != old for now, old in zip(timeline.render_line(1), before, strict=True)
        )


async def test_chart_of_chances_has_an_axis_and_no_current_turn() -> None:
    chart = Timeline(is_chart=True)

    class OneWidget(App[None]):
        def compose(self) -> ComposeResult:
            yield chart

    async with OneWidget().run_test(size=(WIDTH, 10)) as pilot:
        chart.styles.height = 4
        await pilot.pause()
        chart.show(EVEN, (), "RB", STYLES[:2], is_ascii=True)
        chart.show_turn(len(EVEN) - 1)
        lines = chart.text.splitlines()
        assert [line[:4] for line in lines] == ["100 ", " 50 ", "  0 ", "    "]
        strip = chart.render_line(3)
        assert not any(segment.style and segment.style.reverse for segment in strip)
