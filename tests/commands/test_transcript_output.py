"""`convert`, `fmt` and `shift`: files are written completely or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from atlantis_core.json_text.comments import find_comments
from atlantis_core.transcript import SaveError, load, loads, replay
from tests.commands.running import run
from tests.commands.samples import BOARD, BROKEN, GAME, write

MESSY = """\
// our first game
{ "format": 'Atlantis transcript', "version": "1.0" /* it is "1.0" */
  "segments": ["B2", "C5", "E4"],
  "players": [{"stacks": {"B2": 1}, "name": "Ann // not a comment", "color": "red"},
              {"stacks": {"E4": 1}, "color": "navy", "shoes": 43}],
  "turns": [[["b2", "c3"]],],
}
"""
OLD_BOARD = (
    '{"format": "Atlantis transcript", "version": "1.0",'
    ' "segments": [["b-1", "c0", "-a0", "a1"], ["c1", "d2"]],'
    ' "players": [{"color": "red", "stacks": {"b-1": 2}},'
    '             {"color": "blue", "stacks": {"d2": 1}}],'
    ' "turns": [[["b-1", "c0"]]],'
    ' "annotations": {"comments": {"1": "c0 looks good"},'
    '   "variations": [{"turn": 1, "turns": [[["b-1", "d1"]], []],'
    '     "variations": [{"turn": 2, "turns": [[["d2", "c1"]]]}]}]}}'
)


def test_convert_uses_the_format_of_the_suffix(tmp_path: Path) -> None:
    path, text, back = write(tmp_path, GAME), tmp_path / "game.txt", tmp_path / "back.json"

    assert run("convert", path, text) == (0, "", "")
    assert text.read_text().startswith("atlantis-transcript 1.0")
    assert run("convert", text, back).status == 0
    assert replay(load(back)).positions == replay(load(path)).positions


def test_convert_works_as_a_filter(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)

    piped = run("convert", "-", "-", "--to", "text", stdin=GAME.encode())

    run("convert", path, tmp_path / "game.txt")
    assert piped == (0, (tmp_path / "game.txt").read_text(), "")
    assert run("convert", path, "-", "--to", "json").out == GAME


@pytest.mark.parametrize("target", ["-", "game", "game.xml"])
def test_convert_without_a_format_is_a_usage_error(tmp_path: Path, target: str) -> None:
    path = write(tmp_path, GAME)

    finished = run("convert", path, target if target == "-" else tmp_path / target)

    assert (finished.status, finished.out) == (2, "")
    assert "'--to json', '--to text' or '--to code'" in finished.err
    assert [path] == list(tmp_path.iterdir())


def test_r8_7_convert_lists_what_the_old_format_cannot_hold(tmp_path: Path) -> None:
    path = write(tmp_path, GAME.replace('{"E4": 1}', '{"E4": -1}'))
    target = tmp_path / "game.txt"

    finished = run("convert", path, target)

    assert (finished.status, finished.out) == (1, "")
    assert finished.err.startswith("atlantis convert: the old text format cannot represent: ")
    assert not target.exists()


def test_fmt_does_not_touch_formatted_files(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    before = path.stat()

    assert run("fmt", path) == (0, "", "")
    assert run("fmt", "--check", path) == (0, "", "")
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert path.stat().st_ino == before.st_ino


def test_fmt_changes_the_layout_and_keeps_unknown_keys(tmp_path: Path) -> None:
    path = write(tmp_path, MESSY)

    checked = run("fmt", "--check", path)
    assert (checked.status, checked.out) == (1, f"{path}\n")
    assert path.read_text() == MESSY

    finished = run("fmt", path)

    assert (finished.status, finished.out) == (0, f"{path}\n")
    strict = json.loads("".join(uncommented(path.read_text())))
    assert strict["players"][1]["shoes"] == 43
    assert strict["players"][0]["name"] == "Ann // not a comment"
    assert run("fmt", "--check", path) == (0, "", "")


def uncommented(text: str) -> Iterator[str]:
    at = 0
    for start, end in find_comments(text):
        yield text[at:start]
        at = end
    yield text[at:]


def test_fmt_keeps_comments_beside_their_values(tmp_path: Path) -> None:
    path = write(tmp_path, MESSY)

    finished = run("fmt", path)

    assert finished.err == ""
    lines = [line.strip() for line in path.read_text().splitlines()]
    assert lines[1] == "// our first game"
    assert any(line.endswith('/* it is "1.0" */') and "version" in line for line in lines)


def test_fmt_works_as_a_filter() -> None:
    finished = run("fmt", "-", stdin=MESSY.encode())

    assert finished.status == 0
    assert loads(finished.out) == loads(MESSY)
    assert run("fmt", "-", stdin=finished.out.encode()).out == finished.out


def test_fmt_keeps_the_old_format(tmp_path: Path) -> None:
    path = write(tmp_path, "atlantis-transcript 1.0 board B2 E4", "board.txt")

    assert run("fmt", path).out == f"{path}\n"
    assert path.read_text().startswith("atlantis-transcript 1.0\n")
    assert run("fmt", "--check", path).status == 0


def test_fmt_leaves_unreadable_files_unchanged(tmp_path: Path) -> None:
    broken, messy = write(tmp_path, BROKEN, "a.json"), write(tmp_path, MESSY, "b.json")

    finished = run("fmt", broken, tmp_path / "missing.json", messy)

    assert (finished.status, finished.out) == (1, f"{messy}\n")
    assert broken.read_text() == BROKEN
    assert "a.json:6:6: error: " in finished.err
    assert "missing.json': no such file or directory" in finished.err


def test_fmt_continues_after_a_file_that_cannot_be_saved(tmp_path: Path) -> None:
    first, second = write(tmp_path, MESSY, "a.json"), write(tmp_path, MESSY, "b.json")

    def refuse_first(content: bytes, path: str, **_options: object) -> None:
        if path == str(first):
            raise SaveError(path, "the disk is full")
        Path(path).write_bytes(content)

    with patch("atlantis_core.commands.fmt.save_bytes", refuse_first):
        finished = run("fmt", first, second)

    assert (finished.status, finished.out) == (1, f"{second}\n")
    assert f"atlantis fmt: '{first}' was not saved: the disk is full\n" in finished.err
    assert first.read_text() == MESSY


def test_fmt_removes_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xef\xbb\xbf" + GAME.encode())

    assert run("fmt", path).out == f"{path}\n"
    assert path.read_bytes() == GAME.encode()


def test_r1_3_shift_moves_every_field_of_a_transcript(tmp_path: Path) -> None:
    path = write(tmp_path, OLD_BOARD)

    finished = run("shift", path)

    shifted = loads(finished.out)
    assert finished.status == 0
    assert [[str(field) for field in segment] for segment in shifted.segments] == [
        ["a2", "b3", "c1", "d2"],
        ["d3", "e4"],
    ]
    assert {str(field): n for field, n in shifted.players[0].stacks.items()} == {"c1": 2}
    assert [[str(move) for move in turn] for turn in shifted.turns] == [["c1-d2"]]
    (variation,) = shifted.annotations.variations
    assert [str(move) for move in variation.turns[0]] == ["c1-e3"]
    assert [str(move) for move in variation.variations[0].turns[0]] == ["e4-d3"]
    assert shifted.annotations.comments == {1: "c0 looks good"}
    assert "field names in comments were not changed" in finished.err
    assert path.read_text() == OLD_BOARD


def test_shift_works_in_place_and_leaves_positive_boards_unchanged(tmp_path: Path) -> None:
    path = write(tmp_path, OLD_BOARD)

    assert run("shift", path, "-o", path).status == 0
    again = run("shift", path)

    assert again.out == path.read_text()
    assert again.err == "nothing to shift: all coordinates are positive\n"
    assert run("check", path).status == 0


def test_shifted_game_has_the_same_result(tmp_path: Path) -> None:
    path = write(tmp_path, BOARD.replace('["B2", "C5", "E4"]', '["B-2", "C1", "E0"]'))

    shifted = loads(run("shift", path).out)

    assert shifted.segments == load(write(tmp_path, BOARD, "positive.json")).segments
