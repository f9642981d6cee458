"""A terminal that gets only differences shows the same as one that gets everything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pyte
import pytest
from pyte.screens import Char
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.terminal.thin_output import BRIDGE, ThinOutput, erases_with_background
from tests.tui.driving import playing

WIDTH, HEIGHT = 24, 6
SIZE = Size(WIDTH, HEIGHT)
CONSOLE = Console(color_system="truecolor", force_terminal=True, width=WIDTH)
STYLES = [
    Style(),
    Style(color="#112233"),
    Style(bgcolor="#445566"),
    Style(bold=True, bgcolor="#445566"),
    Style(dim=True, bold=True, color="red", bgcolor="#445566"),
    Style(reverse=True),
    Style(underline=True, color="#112233"),
]


class Paper:
    """A terminal emulator."""

    def __init__(self) -> None:
        self._screen = pyte.Screen(WIDTH, HEIGHT)
        self._stream = pyte.Stream(self._screen)

    def write(self, text: str) -> None:
        self._stream.feed(text)

    @property
    def cells(self) -> dict[tuple[int, int], Sequence[object]]:
        return {
            (x, y): _visible(self._screen.buffer[y][x]) for y in range(HEIGHT) for x in range(WIDTH)
        }

    def lay(self, strip: Strip, x: int, y: int) -> None:
        """Write a whole strip without `ThinOutput`."""
        for text, style, _ in strip:
            codes = Strip.render_ansi(style or Style(), ColorSystem.TRUECOLOR)
            self.write(f"\x1b[{y + 1};{x + 1}H\x1b[0;{codes or '0'}m{text}\x1b[0m")
            x += len(text)


def _visible(cell: Char) -> Sequence[object]:
    """The visible part of a cell: only the background of a blank, unless it is reversed."""
    return (" ", cell.bg) if cell.data == " " and not cell.reverse else cell


def random_strip(dice: Random, width: int) -> Strip:
    segments = []
    while width:
        length = dice.randint(1, min(width, dice.choice((5, WIDTH))))
        letters = dice.choice(("ab ·╱", "    a", " "))
        text = "".join(dice.choice(letters) for _ in range(length))
        segments.append(Segment(text, dice.choice(STYLES)))
        width -= length
    return Strip(segments)


def layout_update(strips: list[Strip]) -> LayoutUpdate:
    return LayoutUpdate([[strip] for strip in strips], Region(0, 0, WIDTH, len(strips)))


def sent(output: ThinOutput, update: CompositorUpdate) -> str:
    return output.thin(update, CONSOLE, SIZE).render_segments(CONSOLE)


@pytest.mark.parametrize("can_erase", [False, True])
def test_diffed_updates_give_the_same_screen(can_erase: bool) -> None:
    dice = Random(5)
    output, thin, whole = ThinOutput(can_erase=can_erase), Paper(), Paper()
    strips = [random_strip(dice, WIDTH) for _ in range(HEIGHT)]
    for _ in range(300):
        update: CompositorUpdate
        if dice.random() < 0.3:
            strips = [random_strip(dice, WIDTH) for _ in range(HEIGHT)]
            update = layout_update(strips)
        else:
            line = dice.randrange(HEIGHT)
            strips[line] = random_strip(dice, WIDTH)
            first = dice.randrange(WIDTH - 1)
            last = dice.randint(first + 1, WIDTH)
            cut = dice.randrange(1, WIDTH)
            pieces = {
                0: strips[line].crop(0, cut) if first < cut else None,
                cut: strips[line].crop(cut, WIDTH) if last > cut else None,
            }
            chops: list[dict[int, Strip | None]] = [{0: strip} for strip in strips]
            ends = [[WIDTH] for _ in strips]
            chops[line], ends[line] = pieces, [cut, WIDTH]
            update = ChopsUpdate(chops, [(line, first, last)], ends)
            whole.lay(strips[line].crop(first, last), first, line)
        if isinstance(update, LayoutUpdate):
            for y, strip in enumerate(strips):
                whole.lay(strip, 0, y)
        thin.write(sent(output, update))
        assert thin.cells == whole.cells


def test_unchanged_cells_are_not_sent() -> None:
    output = ThinOutput()
    strips = [Strip([Segment("hello " * 4)]) for _ in range(HEIGHT)]
    assert "hello" in sent(output, layout_update(strips))
    assert sent(output, layout_update(strips)) == ""
    output.forget()
    assert "hello" in sent(output, layout_update(strips))


def test_long_blanks_are_erased_if_the_terminal_keeps_the_background() -> None:
    strips = [Strip([Segment("a" + " " * (WIDTH - 1), STYLES[2])])]
    for can_erase in (False, True):
        text = sent(ThinOutput(can_erase=can_erase), layout_update(strips))
        assert (f"\x1b[{WIDTH - 1}X" in text) == can_erase
        assert (" " * 10 in text) != can_erase


@pytest.mark.parametrize(
    ("variables", "can_erase"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "tmux-256color"}, True),
        ({"TERM": "linux"}, True),
        ({"TERM": "screen-256color", "TMUX": "1"}, True),
        ({"TERM": "screen-256color"}, False),
        ({"TERM": "vt100"}, False),
        ({}, False),
    ],
)
def test_terminals_that_erase_with_the_background(
    variables: dict[str, str], can_erase: bool
) -> None:
    assert erases_with_background(variables) == can_erase


def test_single_changed_cell_costs_few_bytes() -> None:
    output = ThinOutput()
    strips = [Strip([Segment("." * WIDTH, STYLES[1])]) for _ in range(HEIGHT)]
    sent(output, layout_update(strips))
    strips[3] = Strip([Segment("." * 11 + "X" + "." * 12, STYLES[1])])
    text = sent(output, layout_update(strips))
    assert text.startswith("\x1b[4;12H")
    assert text.count("X") == 1
    assert "." not in re.sub(r"\x1b\[[^m]*m", "", text)


@pytest.mark.parametrize(("first", "second"), [(0, 23), (1, 8), (3, 9), (3, 10), (2, 22)])
def test_two_changes_on_one_line_are_both_sent(first: int, second: int) -> None:
    output, paper = ThinOutput(), Paper()
    strips = [Strip([Segment("." * WIDTH, STYLES[1])]) for _ in range(HEIGHT)]
    paper.write(sent(output, layout_update(strips)))
    changed = list("." * WIDTH)
    changed[first], changed[second] = "X", "Y"
    strips[2] = Strip([Segment("".join(changed), STYLES[1])])
    text = sent(output, layout_update(strips))
    paper.write(text)
    assert "".join(str(paper.cells[x, 2][0]) for x in range(WIDTH)) == "".join(changed)
    is_bridged = second - first - 1 <= BRIDGE
    assert text.count("H") == 1
    assert text.count("C") == (0 if is_bridged else 1)
    assert sent(output, layout_update(strips)) == "", "the copy knows both changes"


def test_wide_characters_are_sent_whole() -> None:
    output = ThinOutput()
    strips = [Strip([Segment("日本" + "x" * (WIDTH - 4))])]
    sent(output, layout_update(strips))
    again = sent(output, layout_update(strips))
    assert "日" in again
    assert "本" in again


def test_new_width_sends_everything() -> None:
    output = ThinOutput()
    strips = [Strip([Segment("a" * WIDTH)])]
    sent(output, layout_update(strips))
    wider = output.thin(layout_update(strips), CONSOLE, Size(WIDTH + 1, HEIGHT))
    assert wider.render_segments(CONSOLE)


def test_update_of_the_old_size_after_a_resize_leaves_nothing_behind() -> None:
    """Textual draws the old size for a moment after the terminal has become smaller."""
    output, paper = ThinOutput(), Paper()
    line = Strip([Segment("x" * (WIDTH + 3))])
    paper.write(sent(output, layout_update([line] * (HEIGHT + 2))))
    assert all(cell[0] == "x" for cell in paper.cells.values())
    moved = ChopsUpdate([{WIDTH: line}], [(0, WIDTH, WIDTH + 3)], [[WIDTH + 3]])
    assert sent(output, moved) == ""
    last = Strip([Segment("y" * WIDTH)])
    assert sent(output, ChopsUpdate([{0: last}] * 9, [(HEIGHT, 0, WIDTH)], [[WIDTH]] * 9)) == ""
    strips = [Strip([Segment(" " * WIDTH)])] * HEIGHT
    paper.write(sent(output, layout_update(strips)))
    assert not any(str(cell[0]).strip() for cell in paper.cells.values())


class Other(CompositorUpdate):
    """An update that is not diffed."""

    def __rich_console__(self, console: object, options: object) -> object:
        return ()

    def render_segments(self, console: Console) -> str:  # noqa: ARG002 -- textual's signature
        return "other"


def test_other_updates_are_passed_on() -> None:
    output = ThinOutput()
    other = Other()
    assert output.thin(other, CONSOLE, SIZE) is other


async def test_everything_is_sent_after_suspending() -> None:
    async with playing(traditional_start(Shape.HEXAGON, 2, players=2)) as driver:
        output = driver.app._thin_output
        for signal in (driver.app.app_suspend_signal, driver.app.app_resume_signal):
            output._shown[0] = [("x", "")]
            signal.publish(driver.app)
            await driver.until(lambda: not output._shown)


def test_colours_match_the_colour_system() -> None:
    few = Console(color_system="256", force_terminal=True, width=WIDTH)
    strips = [Strip([Segment("x" * WIDTH, STYLES[1])])]
    text = ThinOutput().thin(layout_update(strips), few, SIZE).render_segments(few)
    assert "38;5;" in text
    assert "38;2;" not in text
    none = Console(color_system=None, force_terminal=True, width=WIDTH)
    assert "x" in ThinOutput().thin(layout_update(strips), none, SIZE).render_segments(none)


def test_style_is_sent_once_for_neighbours_and_reset_at_the_end() -> None:
    strips = [Strip([Segment("ab" * (WIDTH // 2), STYLES[1])])]
    look = "\x1b[0;38;2;17;34;51m"
    assert sent(ThinOutput(), layout_update(strips)) == (
        f"\x1b[1;1H{look}{'ab' * (WIDTH // 2)}\x1b[0m"
    )
    plain = [Strip([Segment("ab" * (WIDTH // 2))])]
    assert sent(ThinOutput(), layout_update(plain)) == (
        f"\x1b[1;1H\x1b[0m{'ab' * (WIDTH // 2)}\x1b[0m"
    )


def test_everything_is_sent_after_another_kind_of_update() -> None:
    output = ThinOutput()
    strips = [Strip([Segment("hello " * 4)])]
    sent(output, layout_update(strips))
    output.thin(Other(), CONSOLE, SIZE)
    assert "hello" in sent(output, layout_update(strips)), "it may have written anywhere"


def test_strip_wider_than_the_terminal_is_cropped() -> None:
    output = ThinOutput()
    strips = [Strip([Segment("x" * (WIDTH + 3))])]
    assert sent(output, layout_update(strips)).count("x") == WIDTH
    assert sent(output, layout_update(strips)) == ""


def test_combining_marks_are_sent_with_their_character() -> None:
    strips = [Strip([Segment("Zoe\u0308" + "x" * (WIDTH - 3))])]
    assert "Zoe\u0308x" in sent(ThinOutput(), layout_update(strips))


def strokes(*columns: int) -> list[Strip]:
    """Lines with one stroke each, in turn of two colours, so that they are sent by colour."""
    return [
        Strip([Segment(" " * column), Segment("/", STYLES[1]), Segment("x", STYLES[5])])
        for column in columns
    ]


@pytest.mark.parametrize(("columns", "move"), [((9, 8), "\x1b[B\b\b"), ((9, 10), "\x1b[B")])
def test_strokes_below_each_other_are_reached_by_short_moves(
    columns: tuple[int, int], move: str
) -> None:
    output, thin = ThinOutput(), Paper()
    thin.write(sent(output, layout_update([Strip.blank(WIDTH)] * HEIGHT)))
    text = sent(output, layout_update(strokes(*columns)))
    assert f"/{move}/" in text
    thin.write(text)
    assert [thin.cells[x, y][0] for y, x in enumerate(columns)] == ["/", "/"]


def test_no_move_depends_on_where_the_last_column_leaves_the_cursor() -> None:
    output, thin = ThinOutput(), Paper()
    thin.write(sent(output, layout_update([Strip.blank(WIDTH)] * HEIGHT)))
    text = sent(output, layout_update(strokes(WIDTH - 2, WIDTH - 2, WIDTH - 2)))
    assert not re.search(r"x\x1b\[[ABCG]|x\x08", text)
    thin.write(text)
    assert [thin.cells[WIDTH - 1, y][0] for y in range(3)] == ["x"] * 3
