"""Options: defaults, file, command line; mistakes never prevent playing."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from atlantis_core.review.places import Place
from atlantis_tui.settings.arguments import parse_arguments, split_target
from atlantis_tui.settings.options import (
    NAMES,
    Colors,
    Loaded,
    Names,
    Options,
    Zoom,
    colors_of_terminal,
    format_options,
    load_options,
    parse_options,
    save_options,
)


def test_missing_file_gives_the_defaults(tmp_path: Path) -> None:
    loaded = load_options(tmp_path / "config.toml")
    assert loaded.options == Options()
    assert loaded.problems == ()


def test_documented_file_contains_every_default() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "options.md").read_text(encoding="utf-8")
    shown = page.split("```toml\n")[1].split("```")[0]
    assert parse_options(shown) == Loaded(Options(), ())
    assert re.findall(r"^(\w+) =", shown, re.MULTILINE) == list(NAMES)


def test_saved_options_are_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "config.toml"
    options = replace(
        Options(), ascii=True, colors=Colors.FEW, speed=4, theme='odd "name"\\', zoom=Zoom.LARGE
    )
    save_options(options, path)
    assert load_options(path).options == options
    assert load_options(path).problems == ()


def test_saving_keeps_comments_and_unknown_lines(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('# mine\nzoom = "spec"\n\n[later]\nx = 1\n')
    save_options(replace(Options(), zoom=Zoom.LARGE, bell=False), path)
    text = path.read_text()
    assert text.startswith('# mine\nzoom = "large"\n')
    assert "[later]\nx = 1\n" in text
    assert text.index("bell = false") < text.index("[later]")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('zoom = "huge"', "option 'zoom' cannot be 'huge'"),
        ("speed = 9", "option 'speed' cannot be '9' (expected 1 to 4)"),
        ("speed = true", "option 'speed' cannot be 'True'"),
        ('mouse = "yes"', "option 'mouse' cannot be 'yes' (expected true or false)"),
        ("theme = 3", "option 'theme' cannot be '3' (expected a text in quotes)"),
        ("zooom = 1", "no such option: 'zooom'"),
        ("zoom", "is not valid TOML"),
        ("zoom = " + "[" * 5000, "is not valid TOML"),
        ("speed = " + "2" * 5000, "is not valid TOML"),
        ("a." * 501 + "b = 1", "config.toml has a line with more than 500 dots"),
    ],
)
def test_invalid_option_is_reported_and_the_default_used(text: str, problem: str) -> None:
    loaded = parse_options(text)
    assert loaded.options == Options()
    assert len(loaded.problems) == 1
    assert problem in loaded.problems[0]


def test_other_options_are_used_despite_an_invalid_one() -> None:
    loaded = parse_options('zoom = "huge"\nbell = false\ncolors = 256\n')
    assert loaded.options == replace(Options(), bell=False, colors=Colors.MANY)
    assert len(loaded.problems) == 1


def test_unreadable_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "cannot read" in load_options(path).problems[0]
    assert "cannot read" in load_options(tmp_path).problems[0]


def test_defaults_are_not_saved() -> None:
    assert format_options(Options()) == ""


def test_command_line_overrides_the_file() -> None:
    base = replace(Options(), ascii=True, animation=True)
    named = parse_arguments(["--no-ascii", "--no-animation", "--zoom", "2", "--mono", "--slow"])
    options = named.options(base)
    assert not options.ascii
    assert not options.animation
    assert options.slow
    assert options.zoom is Zoom.MIDDLE
    assert options.colors is Colors.NONE


def test_options_not_on_the_command_line_stay() -> None:
    base = replace(Options(), ascii=True, mouse=False, zoom=Zoom.SPEC)
    assert parse_arguments([]).options(base) == base


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--colors", "12"], "argument --colors: not a number of colours: '12' (expected auto, "),
        (["--new"], "argument --new: expected one argument"),
        (["--as", "2"], "--as needs an existing game (expected 'atlantis FILE --as SEATS')"),
        (["--new", "hexagon:2", "--as", "2"], "--as needs an existing game"),
        (["game.json", "--new", "hexagon:2", "--as", "2"], "--as needs an existing game"),
        (["--zoom", "9"], "argument --zoom: not a zoom: '9'"),
    ],
)
def test_invalid_argument_is_reported_in_two_lines(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parse_arguments(arguments)
    first, second = capsys.readouterr().err.splitlines()
    assert left.value.code == 2
    assert first.startswith(f"atlantis: {said}")
    assert second == "'atlantis --help' shows details."


def test_target_with_a_turn_is_split(tmp_path: Path) -> None:
    odd = tmp_path / "game#7"
    odd.write_text("")
    assert split_target("game.json#42") == (Path("game.json"), Place((), 42))
    assert split_target("game.json") == (Path("game.json"), None)
    assert split_target("#1") == (Path("#1"), None)
    assert split_target(str(odd)) == (odd, None)


@pytest.mark.parametrize(
    ("environ", "colors"),
    [
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, Colors.NONE),
        ({"COLORTERM": "truecolor", "TERM": "xterm"}, Colors.TRUE),
        ({"TERM": "xterm-256color"}, Colors.MANY),
        ({"TERM": "screen-256color", "NO_COLOR": ""}, Colors.MANY),
        ({"TERM": "linux"}, Colors.FEW),
        ({"TERM": "vt100"}, Colors.NONE),
    ],
)
def test_colour_depth_is_read_from_the_environment(environ: dict[str, str], colors: Colors) -> None:
    assert colors_of_terminal(environ) is colors


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('zoom = "mini"', replace(Options(), zoom=Zoom.COMPACT)),
        ("labels = true", Options()),
        ("labels = false", replace(Options(), labels=Names.NONE)),
        ('labels = "near"', replace(Options(), labels=Names.NEAR)),
    ],
)
def test_values_of_earlier_versions_are_read(text: str, expected: Options) -> None:
    assert parse_options(text) == Loaded(expected, ())


@pytest.mark.parametrize(
    ("arguments", "labels"),
    [
        (["--labels", "near"], Names.NEAR),
        (["--no-labels"], Names.NONE),
        ([], Names.ALL),
    ],
)
def test_field_names_on_the_command_line(arguments: list[str], labels: Names) -> None:
    assert parse_arguments(arguments).options(Options()).labels is labels
