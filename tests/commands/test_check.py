"""`atlantis check`: diagnostics with their places."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands.running import run
from tests.commands.samples import BROKEN, GAME, ILLEGAL, write

TEXT_GAME = "atlantis-transcript 1.0\nboard B2 E4\nplayer B2 (Ann) (red)\nplayer E4 (Bob) (blue)\n"


def test_check_prints_nothing_for_a_valid_file(tmp_path: Path) -> None:
    assert run("check", write(tmp_path, GAME)) == (0, "", "")


def test_every_diagnostic_has_line_and_column(tmp_path: Path) -> None:
    path = write(tmp_path, BROKEN)

    finished = run("check", path)

    assert finished.status == 1
    first, second = finished.out.splitlines()
    assert first.startswith(f"{path}:6:6: error: not a field: 'C5x'")
    assert second.startswith(f"{path}:18:27: error: 'q9' is not on the board")
    assert finished.err == ""


def test_truncated_message_is_ascii(tmp_path: Path) -> None:
    told = run("check", write(tmp_path, BROKEN.replace("C5x", "x" * 3000)))
    assert told.status == 1
    assert "xxx...'" in told.out
    assert told.out.isascii()


def test_check_finds_illegal_moves(tmp_path: Path) -> None:
    finished = run("check", write(tmp_path, ILLEGAL))

    assert finished.status == 1
    assert ":23:6: error: turn 2 (player 2, Bob), move 1: illegal move 'e4-e9'" in finished.out


def test_warnings_do_not_change_the_exit_status(tmp_path: Path) -> None:
    finished = run("check", write(tmp_path, GAME.replace('"red"', '"rde"')))

    assert finished.status == 0
    assert ":12:16: warning: " in finished.out


def test_terminal_output_has_the_source_line_and_a_caret(tmp_path: Path) -> None:
    path = write(tmp_path, BROKEN)

    lines = run("check", path, is_terminal=True).out.splitlines()

    assert lines[0].startswith(f"{path}:6:6: error: ")
    assert lines[1] == '    6 |     ["C5x"],'
    assert lines[2] == "      |      ^^^^^"
    assert lines[-1] == "1 file, 2 errors"
    assert run("check", write(tmp_path, GAME), is_terminal=True).out == "1 file, no problems\n"


def test_json_has_one_object_per_diagnostic(tmp_path: Path) -> None:
    path = write(tmp_path, GAME.replace('"E4": 1', '"E4": 1, "a1": 2'))

    finished = run("check", "--json", path)

    assert finished.status == 1
    (found,) = map(json.loads, finished.out.splitlines())
    assert list(found) == [
        "file",
        "line",
        "column",
        "length",
        "severity",
        "message",
        "hint",
        "related",
    ]
    assert (found["file"], found["severity"]) == (str(path), "error")
    assert (found["line"], found["column"], found["length"]) == (18, 27, 4)
    assert [place["line"] for place in found["related"]] == [13]
    assert run("check", "--json", write(tmp_path, GAME), is_terminal=True).out == ""


def test_check_walks_folders(tmp_path: Path) -> None:
    inner, hidden = tmp_path / "b" / "inner", tmp_path / ".hidden"
    inner.mkdir(parents=True)
    hidden.mkdir()
    write(tmp_path, BROKEN, "z.json")
    write(inner, BROKEN, "a.json")
    write(inner, TEXT_GAME.replace("B2", "B2x"), "old")
    write(inner, "# Atlantis\nNotes.\n", "README.md")
    write(hidden, BROKEN)

    finished = run("check", tmp_path)

    found = [line.split(":")[0] for line in finished.out.splitlines()]
    assert finished.status == 1
    assert list(dict.fromkeys(found)) == [
        str(tmp_path / "z.json"),
        str(inner / "a.json"),
        str(inner / "old"),
    ]


def test_folder_without_game_files_is_reported(tmp_path: Path) -> None:
    finished = run("check", tmp_path)

    assert (finished.status, finished.out) == (0, "")
    assert finished.err == f"atlantis check: no game files in '{tmp_path}'\n"


def test_unreadable_file_is_a_diagnostic(tmp_path: Path) -> None:
    missing, sound = tmp_path / "missing.json", write(tmp_path, GAME)

    finished = run("check", missing, sound)

    assert finished.status == 1
    assert finished.out == f"{missing}: error: cannot read: no such file or directory\n"
    (found,) = map(json.loads, run("check", "--json", missing).out.splitlines())
    assert (found["line"], found["column"]) == (0, 0)


def test_check_reads_the_old_format(tmp_path: Path) -> None:
    assert run("check", write(tmp_path, TEXT_GAME, "game.txt")) == (0, "", "")
    broken = run("check", write(tmp_path, TEXT_GAME.replace("(red)", "(red"), "game.txt"))
    assert broken.status == 1


def test_standard_input_has_a_name_in_diagnostics(tmp_path: Path) -> None:
    finished = run("check", "-", stdin=BROKEN.encode())

    assert finished.status == 1
    assert finished.out.startswith("<stdin>:6:6: error: ")
    assert not list(tmp_path.iterdir())


def test_invalid_bytes_have_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(GAME.encode().replace(b"Ann", b"A\xff\xfen"))

    plain, drawn = run("check", path), run("check", path, is_terminal=True)

    assert plain.status == drawn.status == 1
    assert ":11:17: error: not UTF-8" in plain.out
    assert "\n   11 | " in drawn.out
