"""`atlantis export`: the suffix decides the format; files are overwritten only with --force."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.transcript import loads
from atlantis_core.transcript.json_writer import write_line
from tests.commands.running import run
from tests.commands.samples import GAME, write
from tests.exports.stories import ANNOTATED


@pytest.mark.parametrize(
    ("place", "name", "begins"),
    [
        ("", "a.txt", b"Turn 38, Ben (S): d3-e3"),
        ("#8", "a.txt", b"Turn 8, Ben (S): d10-d11."),
        ("#8", "a.svg", b"<svg "),
        ("#7..8", "a.svg", b"<svg "),
        ("#8", "a.PNG", b"\x89PNG"),
        ("#8", "a.gif", b"GIF89a"),
        ("#7..8", "a.cast", b'{"version": 2,'),
        ("#..8", "a.html", b"<!DOCTYPE html>"),
        ("#12.1", "a.svg", b"<svg "),
        ("#12.1/12..", "a.cast", b'{"version": 2,'),
    ],
)
def test_suffix_decides_the_format(tmp_path: Path, place: str, name: str, begins: bytes) -> None:
    path = tmp_path / name
    finished = run("export", f"{ANNOTATED}{place}", "-o", path)
    assert (finished.status, finished.out, finished.err) == (0, f"{path}\n", "")
    assert path.read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("place", "name", "message"),
    [
        ("", "a.jpg", "unknown format: "),
        ("", "a", "unknown format: "),
        ("#1..2", "a.png", "can show only one turn (expected e.g. '#12')"),
        ("#5..2", "a.gif", "turn 2 is before turn 5"),
        ("#1..999", "a.gif", "there is no turn 999 (expected 0 to 38)"),
        ("#9.9", "a.svg", "there is no variation '9.9'"),
    ],
)
def test_impossible_export_is_a_usage_error(
    tmp_path: Path, place: str, name: str, message: str
) -> None:
    finished = run("export", f"{ANNOTATED}{place}", "-o", tmp_path / name)
    assert finished.status == 2
    assert message in finished.err
    assert not list(tmp_path.iterdir())


def test_export_to_an_unknown_home_folder_is_a_usage_error() -> None:
    finished = run("export", ANNOTATED, "-o", "~no-such-user/board.svg")
    assert finished.status == 2
    assert "unknown home folder: '~no-such-user/board.svg'" in finished.err


def test_file_is_overwritten_only_with_force(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("mine", encoding="utf-8")
    refused = run("export", ANNOTATED, "-o", path)
    assert refused.status == 1
    assert "a file with this name already exists" in refused.err
    assert path.read_text(encoding="utf-8") == "mine"
    assert run("export", ANNOTATED, "-o", path, "--force").status == 0
    assert path.read_text(encoding="utf-8") != "mine"


def test_export_works_with_pipes() -> None:
    content = ANNOTATED.read_bytes()
    finished = run("export", "-#8", "-o", "-", "--to", "svg", stdin=content)
    assert finished.status == 0
    assert finished.out.startswith("<svg ")


def test_show_svg_equals_export_svg(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    run("export", f"{ANNOTATED}#8", "-o", path)
    assert run("show", f"{ANNOTATED}#8", "--svg").out == path.read_text(encoding="utf-8")


def test_broken_game_is_exported_up_to_the_break(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    text = ANNOTATED.read_text(encoding="utf-8")
    broken.write_text(text.replace('[["j8", "i8"]]', '[["j8", "a1"]]'), encoding="utf-8")
    path = tmp_path / "a.txt"
    finished = run("export", broken, "-o", path)
    assert finished.status == 1
    assert "turn 3 (player 3, Cleo), move 1: illegal move 'j8-a1'" in finished.err
    assert path.read_text(encoding="utf-8").startswith("Turn 2, Ben (S): e10-e9.")


def test_overlay_is_exported_with_its_meaning(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    options = ("--overlay", "territory", "-o", "-")
    for name, place in (("svg", "#0"), ("svg", "#0..1"), ("html", "")):
        exported = run("export", f"{path}{place}", *options, "--to", name).out
        assert 'class="sign"' in exported
        assert "territory: =C= secured" in exported
    assert "territory:" in run("export", f"{path}#0", *options, "--to", "txt").out


def test_every_game_of_collections_and_folders_is_exported(tmp_path: Path) -> None:
    line = write_line(loads(GAME))
    (tmp_path / "many.jsonl").write_text(f"{line}{{}}\n{line}")
    (tmp_path / "games" / "sub").mkdir(parents=True)
    write(tmp_path / "games", GAME, "one.json")
    write(tmp_path / "games" / "sub", GAME, "one.json")
    target = tmp_path / "pages"

    finished = run(
        "export", f"{tmp_path}/many.jsonl#0", tmp_path / "games", "-o", target, "--to", "txt"
    )

    assert finished.status == 1
    assert f"{tmp_path}/many.jsonl:2:1" in finished.err
    names = ["many-1.txt", "many-3.txt", "one-2.txt", "one.txt"]
    assert sorted(path.name for path in target.iterdir()) == names
    assert (target / "one.txt").read_bytes() == (target / "one-2.txt").read_bytes()
    assert (target / "many-1.txt").read_bytes() != (target / "one.txt").read_bytes()
    again = run("export", tmp_path / "games", "-o", target, "--to", "txt")
    assert again.status == 1
    assert "exists" in again.err


def test_several_games_on_standard_input_are_exported(tmp_path: Path) -> None:
    content = (GAME + GAME).encode()
    refused = run("export", "-", "-o", tmp_path / "a.txt", stdin=content)
    finished = run("export", "-", "-o", tmp_path, "--to", "svg", stdin=content)
    assert refused.status == 2
    assert "-o FOLDER --to html" in refused.err
    assert finished.status == 0
    assert len(list(tmp_path.glob("stdin-*.svg"))) == 2
