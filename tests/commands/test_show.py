"""`atlantis show`: drawing and legend."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from atlantis_core.diagram import MODERATE, Look, Style, draw
from atlantis_core.rules.shapes import hexagon
from atlantis_core.transcript import load, replay
from tests.commands.running import PLAIN, run
from tests.commands.samples import BOARD, GAME, HOSTILE, ILLEGAL, SHORT_GAME, write
from tests.diagram.test_spec_picture import PICTURE
from tests.little_boards import board

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
COLORFUL = {"TERM": "xterm-256color", "COLUMNS": "80"}


def test_r9_3_show_draws_the_board_of_the_specification(tmp_path: Path) -> None:
    shown = run("show", write(tmp_path, BOARD), "--axes")

    assert shown.status == 0
    assert shown.out.rstrip("\n").split("\n") == PICTURE.strip("\n").split("\n")
    assert shown.err == ""


def test_share_code_may_begin_with_capitals() -> None:
    shown = run("show", "ATL1:5Mla8")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == run("show", "atl1:5Mla8").out


def test_show_draws_axes_only_on_request(tmp_path: Path) -> None:
    assert run("show", write(tmp_path, BOARD)).out == f"{draw(board('B2 C5 E4'))}\n"


@pytest.mark.parametrize("style", list(Style))
def test_every_style_draws_the_position_after_a_turn(tmp_path: Path, style: Style) -> None:
    path = write(tmp_path, GAME)
    game = replay(load(path))

    for turn, position in enumerate(game.positions):
        shown = run("show", f"{path}#{turn}", "--style", style.value, "--no-legend")
        assert shown.out == f"{draw(position, style, look=Look(letters='RN'))}\n"


def test_turn_option_selects_a_turn_and_defaults_to_the_last(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)

    assert run("show", path, "--turn", "2") == run("show", f"{path}#2")
    assert run("show", path) == run("show", f"{path}#3")
    assert run("show", f"{path}#1").out != run("show", f"{path}#2").out


def test_missing_turn_is_a_usage_error(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)

    beyond = run("show", f"{path}#4")

    assert (beyond.status, beyond.out) == (2, "")
    assert beyond.err == "atlantis show: there is no turn 4 (expected 0 to 3)\n"
    assert run("show", f"{path}#1", "--turn", "2").status == 2
    assert run("show", path, "--turn", "-1").status == 2


def test_legend_lists_stones_and_fields_of_players(tmp_path: Path) -> None:
    shown = run("show", write(tmp_path, GAME), "--style", "mini")

    assert shown.out.split("\n\n", 1)[1] == (
        "After turn 3 of 3. Bob is to move.\n"
        "\n"
        "   player  stones  growing  secured  leading\n"
        "R  Ann          7        0        0        0\n"
        "N  Bob          7        0        0        0\n"
    )
    assert "Before turn 1 of 3. Ann is to move." in run("show", f"{tmp_path}/game.json#0").out


def test_legend_of_a_finished_game_has_the_outcome(tmp_path: Path) -> None:
    shown = run("show", write(tmp_path, SHORT_GAME))

    assert "The game is over: every open field lies in a stable area." in shown.out
    assert "Blue wins with 0 fields; Red has 0 fields." in shown.out


def test_labels_are_the_default_only_in_spec(tmp_path: Path) -> None:
    path = write(tmp_path, BOARD)

    assert "b2" in run("show", path).out
    assert "b2" not in run("show", path, "--no-labels").out
    assert run("show", path, "--style", "compact").out != (
        run("show", path, "--style", "compact", "--labels").out
    )


def test_output_is_ascii_by_default(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)

    for style in Style:
        assert run("show", path, "--style", style.value, "--axes").out.isascii()
    assert not run("show", path, "--unicode").out.isascii()


def test_colours_do_not_change_the_text(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    plain = run("show", path, "--style", "compact")

    colored = run("show", path, "--style", "compact", "--color", "always")

    assert ESCAPE.search(colored.out)
    lines = [line.rstrip() for line in ESCAPE.sub("", colored.out).split("\n")]
    assert lines == plain.out.split("\n")
    assert run("show", path, "--style", "compact", environ=COLORFUL) == plain


@pytest.mark.parametrize(
    ("environ", "sequence"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "48;2;255;0;0"),
        ({"TERM": "xterm-256color"}, "48;5;196"),
        ({"TERM": "no-such-terminal"}, "101"),
    ],
)
def test_terminal_output_has_the_colours_of_the_players(
    tmp_path: Path, environ: dict[str, str], sequence: str
) -> None:
    path = write(tmp_path, GAME)

    assert sequence in run("show", path, is_terminal=True, environ=environ).out
    plain = run("show", path, is_terminal=True, environ={**environ, "NO_COLOR": "1"})
    assert "\x1b" not in plain.out


def test_terminal_gets_the_largest_style_that_fits(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    run("new", "--board", "hexagon:3", "-o", path)
    pictures = {style: draw(hexagon(3), style) for style in Style}
    widths = {style: picture.layout.width for style, picture in pictures.items()}

    def shown(columns: int) -> str:
        environ = {**PLAIN, "COLUMNS": str(columns)}
        return run("show", path, "--no-legend", is_terminal=True, environ=environ).out

    for style in MODERATE:
        asked = run("show", path, "--no-legend", "--style", style.value).out
        assert shown(widths[style]) == asked
    assert shown(widths[Style.SPEC] - 1) == shown(widths[Style.MIDDLE])
    assert shown(10) == shown(widths[Style.MINI])
    assert run("show", path, "--no-legend").out == shown(widths[Style.SPEC])


def test_player_names_print_no_control_characters(tmp_path: Path) -> None:
    path = write(tmp_path, HOSTILE)

    for arguments in (("show",), ("replay",), ("stats",), ("moves",), ("check",)):
        for is_terminal in (False, True):
            finished = run(*arguments, path, is_terminal=is_terminal)
            assert finished.status == 0
            shown = finished.out + finished.err
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)


def test_show_reads_standard_input(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)

    assert run("show", "-", stdin=GAME.encode()) == run("show", path)
    assert run("show", "-", "--turn", "1", stdin=GAME.encode()) == run("show", f"{path}#1")
    assert run("show", "-#1", "--axes", stdin=GAME.encode()) == run("show", f"{path}#1", "--axes")


def test_show_draws_the_board_before_an_illegal_turn(tmp_path: Path) -> None:
    path = write(tmp_path, ILLEGAL)

    shown = run("show", f"{path}#1")

    assert shown.status == 1
    assert "After turn 1 of 1." in shown.out
    assert "illegal move" in shown.err


def test_show_draws_negative_coordinates_and_scattered_fields(tmp_path: Path) -> None:
    text = BOARD.replace('["B2", "C5", "E4"]', '[["-a0", "c-1"], ["aa30"], ["k5", "k6"]]')
    path = write(tmp_path, text)

    shown = run("show", path, "--axes")

    assert shown.status == 0
    assert "-a0" in shown.out
    assert "aa30" in shown.out


def test_warnings_are_counted_in_one_line_on_standard_error(tmp_path: Path) -> None:
    one = write(tmp_path, GAME.replace('"red"', '"rde"'), "one.json")
    two = write(tmp_path, GAME.replace('"red"', '"rde"').replace('"navy"', '"x"'), "two.json")

    assert re.fullmatch(r".*one\.json:12:16: warning: .*rde.*\n", run("show", one).err)
    assert re.fullmatch(
        r".*two\.json: 2 warnings \('atlantis check .*two\.json' lists them\)\n",
        run("show", two).err,
    )
    assert run("show", one).status == 0


@pytest.mark.parametrize("command", ["show", "hint", "moves"])
def test_commands_take_a_position_in_notation(command: str) -> None:
    result = run(command, "pos1:triangle2::2B")
    assert result.status == 0
    assert result.out


def test_a_wrong_notation_is_a_usage_error() -> None:
    result = run("show", "pos1:triangle2:2A")
    assert result.status == 2
    assert "not a position" in result.err


def test_show_writes_the_signs_of_an_overlay(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    bare = run("show", path, "--style", "middle").out
    shown = run("show", path, "--style", "middle", "--overlay", "territory").out
    assert "territory: =C= secured" in shown
    assert re.search(r"[.=-][RN][.=-]|\?", shown.split("territory")[0])
    assert "territory" not in bare
    assert "tide: ~3 sinks" in run("show", path, "--overlay", "tide").out


def test_images_have_the_signs_of_an_overlay(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    assert 'class="sign"' in run("show", path, "--svg", "--overlay", "territory").out
    assert 'class="sign"' not in run("show", path, "--svg").out
