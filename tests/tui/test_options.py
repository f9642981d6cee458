"""Options: defaults, file, command line, and that mistakes never keep anybody from playing."""

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
    Options,
    Zoom,
    colors_of_terminal,
    format_options,
    load_options,
    parse_options,
    save_options,
)


def test_a_missing_file_gives_the_defaults(tmp_path: Path) -> None:
    loaded = load_options(tmp_path / "config.toml")
    assert loaded.options == Options()
    assert loaded.problems == ()


def test_the_page_shows_a_file_that_says_every_default() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "options.md").read_text(encoding="utf-8")
    shown = page.split("```toml\n")[1].split("```")[0]
    assert parse_options(shown) == Loaded(Options(), ())
    assert re.findall(r"^(\w+) =", shown, re.MULTILINE) == list(NAMES)


def test_options_survive_saving(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "config.toml"
    options = replace(
        Options(), ascii=True, colors=Colors.FEW, speed=4, theme='odd "name"\\', zoom=Zoom.MINI
    )
    save_options(options, path)
    assert load_options(path).options == options
    assert load_options(path).problems == ()


def test_saving_keeps_comments_and_lines_of_others(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('# mine\nzoom = "spec"\n\n[later]\nx = 1\n')
    save_options(replace(Options(), zoom=Zoom.MINI, bell=False), path)
    text = path.read_text()
    assert text.startswith('# mine\nzoom = "mini"\n')
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
    ],
)
def test_a_mistake_is_reported_and_the_default_stays(text: str, problem: str) -> None:
    loaded = parse_options(text)
    assert loaded.options == Options()
    assert len(loaded.problems) == 1
    assert problem in loaded.problems[0]


def test_one_mistake_does_not_spoil_the_rest() -> None:
    loaded = parse_options('zoom = "huge"\nbell = false\ncolors = 256\n')
    assert loaded.options == replace(Options(), bell=False, colors=Colors.MANY)
    assert len(loaded.problems) == 1


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "cannot read" in load_options(path).problems[0]
    assert "cannot read" in load_options(tmp_path).problems[0]


def test_defaults_are_not_written() -> None:
    assert format_options(Options()) == ""


def test_the_command_line_wins() -> None:
    base = replace(Options(), ascii=True, animation=True)
    named = parse_arguments(["--no-ascii", "--no-animation", "--zoom", "2", "--mono", "--slow"])
    options = named.options(base)
    assert not options.ascii
    assert not options.animation
    assert options.slow
    assert options.zoom is Zoom.COMPACT
    assert options.colors is Colors.NONE


def test_what_the_command_line_does_not_name_stays() -> None:
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
def test_a_wrong_option_is_answered_in_a_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parse_arguments(arguments)
    first, second = capsys.readouterr().err.splitlines()
    assert left.value.code == 2
    assert first.startswith(f"atlantis: {said}")
    assert second == "'atlantis --help' shows details."


def test_a_target_may_name_a_turn(tmp_path: Path) -> None:
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
def test_the_terminal_says_how_many_colours(environ: dict[str, str], colors: Colors) -> None:
    assert colors_of_terminal(environ) is colors
