"""Results files of a minimal contest: storing, resuming, locking, refusing."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from atlantis_core.contests.contestants import GameResult
from atlantis_core.contests.results_file import (
    Line,
    ResultsError,
    ResultsFile,
    first_difference,
    make_folder,
    numbers,
    open_results,
    permutation,
    seat_or_none,
    text_or_none,
    whole_number,
)
from atlantis_core.files.errors import SaveError

MOST = 10**9


@dataclass(frozen=True)
class Toss(GameResult):
    """A game that consists only of points."""

    number: int
    points: int
    order: tuple[int, ...] = (0,)
    offender: int | None = None
    offence: str | None = None


@dataclass(frozen=True)
class TossFormat:
    """Format of tosses; a played toss is its points."""

    seed: int = 1

    @property
    def heading(self) -> Line:
        return {"format": "Tosses", "seed": self.seed}

    def difference(self, found: Line) -> str | None:
        return first_difference(found, self.heading, {"seed": "its seed is"})

    def result_of(self, number: int, played: int) -> Toss:
        return Toss(number, played)

    def save_record(self, result: Toss, played: int, folder: Path) -> Line:
        (make_folder(folder) / f"{result.number}.txt").write_text(str(played))
        return {"record": f"{result.number}.txt"}

    def format_line(self, result: Toss) -> Line:
        return {"game": result.number, "points": result.points}

    def parse_line(self, line: Line) -> Toss:
        return self.result_of(whole_number(line, "game"), whole_number(line, "points"))


HEADING = b'{"format": "Tosses", "seed": 1}\n'
FIRST = b'{"game": 0, "points": 5, "record": "0.txt"}\n'
SECOND = b'{"game": 1, "points": 7, "record": "1.txt"}\n'


def open_file(path: Path, seed: int = 1) -> ResultsFile[int, Toss]:
    return ResultsFile(path, TossFormat(seed))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def test_keep_writes_record_and_line_at_once(path: Path) -> None:
    with closing(open_file(path)) as file:
        assert path.read_bytes() == HEADING
        for number, points in enumerate((5, 7)):
            result = file.keep(number, points)
            assert result == file.results[-1] == Toss(number, points)
        assert path.read_bytes() == HEADING + FIRST + SECOND
    assert (path.parent / "results-games" / "1.txt").read_text() == "7"


@pytest.mark.parametrize(
    ("content", "points", "left"),
    [
        (b"", [], HEADING),
        (HEADING, [], HEADING),
        (HEADING + FIRST + SECOND, [5, 7], HEADING + FIRST + SECOND),
        (HEADING + FIRST + SECOND[:-1], [5], HEADING + FIRST),
        (HEADING + FIRST + b"{", [5], HEADING + FIRST),
        (HEADING + FIRST + SECOND + FIRST.replace(b"5", b"6"), [5, 7], None),
    ],
    ids=["new", "heading only", "two games", "no line end", "incomplete", "repeated"],
)
def test_contest_resumes_after_interruption(
    path: Path, content: bytes, points: list[int], left: bytes | None
) -> None:
    path.write_bytes(content)
    with closing(open_file(path)) as file:
        assert [result.points for result in file.results] == points
        file.keep(2, 9)
    third = b'{"game": 2, "points": 9, "record": "2.txt"}\n'
    assert path.read_bytes() == (content if left is None else left) + third


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\n", "is not a results file (choose a new file)"),
        (HEADING[:-1], "is not a results file (choose a new file)"),
        (b"hello\n", "is not a results file (choose a new file)"),
        (b'{"format": "Other", "seed": 1}\n', "is not a results file (choose a new file)"),
        (HEADING.replace(b"1", b"2"), "belongs to another match: its seed is 2, not 1"),
        (HEADING + b"7\n", "line 2 is not a result: not an object"),
        (HEADING + FIRST + b"{\n", "line 3 is not a result: not JSON"),
        (HEADING + FIRST + b"{}\n", "line 3 is not a result: game: None (expected a number from 0"),
    ],
)
def test_foreign_file_is_refused_unchanged_and_unlocked(
    path: Path, content: bytes, reason: str
) -> None:
    path.write_bytes(content)
    with pytest.raises(ResultsError, match=re.escape(reason)) as refused:
        open_file(path)
    assert path.read_bytes() == content
    path.write_bytes(b"")
    open_file(path).close()  # the lock is released although the exception still exists
    assert str(path) in str(refused.value)


def test_second_run_on_the_same_file_is_refused(path: Path) -> None:
    with closing(open_file(path)), pytest.raises(ResultsError, match="another run is writing"):
        open_file(path)
    open_file(path).close()


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EIO])
def test_file_systems_without_locks_are_accepted(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, "no locks here")

    monkeypatch.setattr(fcntl, "flock", refuse)
    if number == errno.EIO:
        with pytest.raises(OSError, match="no locks here"):
            open_file(path)
    else:
        open_file(path).close()
        assert path.read_bytes() == HEADING


def test_write_error_names_the_file_and_the_game_does_not_count(path: Path) -> None:
    with closing(open_file(path)) as file:
        with path.open("rb") as only_read:
            os.dup2(only_read.fileno(), file._file.fileno())
        with pytest.raises(OSError, match=re.escape(str(path))) as refused:
            file.keep(0, 5)
        assert refused.value.errno == errno.EBADF
        assert file.results == []
    assert path.read_bytes() == HEADING


def test_open_results_stores_games_only_with_a_path(path: Path) -> None:
    with ExitStack() as stack:
        known, keep = open_results(None, TossFormat(), stack)
        assert (known, keep(0, 5).points) == ((), 5)
    for earlier in ([], [5]):
        with ExitStack() as stack:
            known, keep = open_results(path, TossFormat(), stack)
            assert [result.points for result in known] == earlier
            keep(len(earlier), 5)
    assert len(path.read_bytes().splitlines()) == 3
    open_file(path).close()


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (1, None),
        (None, "its seed is the default, not 1"),
        (2.50, "its seed is 2.5, not 1"),
        ("\x1b" * 200, f"its seed is {'␛' * 77}..., not 1"),
        (["a", 1.50, []], "its seed is a - 1.5 - a list, not 1"),
        (["x" * 80] * 9, f"its seed is {' - '.join(['x' * 80] * 9)[:397]}..., not 1"),
        ({"a": 1}, "its seed is an object, not 1"),
    ],
)
def test_first_difference_in_words(found: object, words: str | None) -> None:
    settings = {"board": "a", "seed": 1, "effort": 1}
    said = {"board": "its board is", "seed": "its seed is", "effort": "its effort is"}
    assert first_difference({"board": "a", "seed": found, "effort": 1}, settings, said) == words


READ: list[tuple[Callable[[Line], object], object, object]] = [
    (lambda line: whole_number(line, "x"), 0, 0),
    (lambda line: whole_number(line, "x"), -1, "a number from 0 to 1000000000"),
    (lambda line: whole_number(line, "x", 1), 0, "a number from 1 to 1000000000"),
    (lambda line: whole_number(line, "x"), MOST, MOST),
    (lambda line: whole_number(line, "x"), MOST + 1, "a number from 0 to 1000000000"),
    (lambda line: whole_number(line, "x"), True, "a number from 0"),
    (lambda line: numbers(line, "x", 2), [-MOST, MOST], (-MOST, MOST)),
    (lambda line: numbers(line, "x", 2), [-MOST - 1, 0], "a number from -1000000000"),
    (lambda line: numbers(line, "x", 2), [0, 0, 0], "expected 2 numbers"),
    (lambda line: numbers(line, "x", 2), "00", "expected 2 numbers"),
    (lambda line: permutation(line, "x", 3), [2, 0, 1], (2, 0, 1)),
    (lambda line: permutation(line, "x", 3), [2, 0, 2], "expected the numbers 0 to 2"),
    (lambda line: seat_or_none(line, "x", 2), None, None),
    (lambda line: seat_or_none(line, "x", 2), 0, 0),
    (lambda line: seat_or_none(line, "x", 2), 1, 1),
    (lambda line: seat_or_none(line, "x", 2), 2, "a number from 0 to 1"),
    (lambda line: seat_or_none(line, "x", 2), -1, "a number from 0 to 1"),
    (lambda line: text_or_none(line, "x"), None, None),
    (lambda line: text_or_none(line, "x"), 7, "7"),
]


@pytest.mark.parametrize(("read", "value", "expected"), READ)
def test_values_of_a_line(read: Callable[[Line], object], value: object, expected: object) -> None:
    line: Line = json.loads(json.dumps({"x": value}))
    if isinstance(expected, str) and expected != "7":
        with pytest.raises(ValueError, match=re.escape(expected)):
            read(line)
    else:
        assert read(line) == expected


def test_new_file_has_default_permissions(path: Path) -> None:
    other = path.with_name("other")
    other.touch()
    open_file(path).close()
    assert path.stat().st_mode == other.stat().st_mode


def test_link_to_a_results_file_is_resumed(path: Path) -> None:
    path.write_bytes(HEADING + FIRST)
    link = path.with_name("link.jsonl")
    link.symlink_to(path)
    with closing(open_file(link)) as file:
        file.keep(1, 7)
    assert path.read_bytes() == HEADING + FIRST + SECOND
    assert link.is_symlink()


def test_file_is_not_created_through_a_link(path: Path) -> None:
    path.symlink_to(path.with_name("missing"))
    with pytest.raises(SaveError, match="it is a symbolic link to a missing file"):
        open_file(path)
    assert not path.with_name("missing").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give links away")
def test_folder_of_games_is_not_a_link_of_another_user(path: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder = tmp_path / "results-games"
    folder.symlink_to(elsewhere)
    os.chown(folder, 12345, 12345, follow_symlinks=False)
    with closing(open_file(path)) as file, pytest.raises(SaveError, match="link of another user"):
        file.keep(0, 5)
    assert not list(elsewhere.iterdir())
    assert path.read_bytes() == HEADING
