"""The cost of a file is bounded by its size: distant fields, long games, pipes, huge files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from atlantis_core.bots.interface import Question
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.engine import surface
from atlantis_core.engine.values import Step
from atlantis_core.files.plain_files import NotPlainError, read_plain, read_plain_text
from atlantis_core.files.saving import fingerprint_of
from atlantis_core.json_text.limits import MAX_PROBLEMS
from atlantis_core.narration import describe_turn, make_cast
from atlantis_core.positions.board import FREE_EXTENT, MAX_FIELDS, Board, largest_extent
from atlantis_core.positions.grid import Field, segment_fields
from atlantis_core.positions.position import Position
from atlantis_core.rules import turns
from atlantis_core.rules.game import MAX_GAME_EXTENT, MAX_TURNS, Game
from atlantis_core.rules.planning import plan_from
from atlantis_core.rules.scoring import areas, is_over
from atlantis_core.rules.shapes import Shape, standard_board, traditional_start
from atlantis_core.rules.turns import report_turn
from atlantis_core.seats import parse_seat
from atlantis_core.support.errors import NotationError, SetupError
from atlantis_core.transcript import TranscriptError, check, load, loads, replay
from atlantis_core.transcript.limits import MAX_VARIATION_DEPTH
from tests.costly_files import LARGEST, SMALLEST, costly, honest, unpack
from tests.engines import EACH_ENGINE
from tests.strategies import Setup, seeds, setups
from tests.translation import engine_start
from tests.waiting import PATIENCE

MEGABYTES = 1 << 20

MEASURE = """
import re, resource, sys
from pathlib import Path
from atlantis_core.commands import main
status = main(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if sys.platform == "linux":  # there the figure includes what the parent used when it started this
    used = int(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])
print(used * (1 if sys.platform == "darwin" else 1024), file=sys.stderr)
sys.exit(status)
"""


def far_apart(columns: int, rows: int) -> list[list[str]]:
    """A segment at one corner, a single field at the opposite one."""
    return [["a1", "a2", "b1"], [str(Field(columns, rows))]]


def test_extent_of_a_board_is_limited_by_its_fields() -> None:
    side = 250
    assert side * side < FREE_EXTENT
    assert len(Board([[Field(1, 1)], [Field(side, side)]])) == 2
    with pytest.raises(SetupError, match="expected a product of at most 65568 for 2 fields"):
        Board([[Field(1, 1)], [Field(260, 260)]])


@pytest.mark.parametrize("shape", Shape)
def test_compact_boards_are_far_below_the_limit(shape: Shape) -> None:
    for side in (1, 2, 5, 20, 40):
        board = standard_board(shape, side)
        assert board.size <= largest_extent(len(board))


def test_unusual_boards_are_accepted() -> None:
    line = [segment_fields(Field(2 + 2 * n, 2 + 3 * n)) for n in range(100)]
    islands = [segment_fields(Field(2 + x, 2 + y)) for x in (0, 200) for y in (0, 200)]
    ring = [[Field(x, y)] for x in range(1, 200) for y in range(1, 200) if x in (1, 199) or y == 1]
    for segments in (line, islands, ring):
        assert len(Board(segments).segments) == len(segments)


def test_distant_field_is_reported_at_its_place() -> None:
    written = {"format": "Atlantis transcript", "version": "1.0", "segments": far_apart(900, 900)}
    (found,) = check(json.dumps(written))
    assert "the board spans 901 by 902 fields" in found.message
    assert found.hint == f"'{Field(900, 900)}' is far away from the others"


def test_length_of_a_game_is_limited_by_the_size_of_its_positions() -> None:
    written = {
        "format": "Atlantis transcript",
        "version": "1.0",
        "segments": far_apart(240, 240),
        "players": [{"stacks": {"a1": 1}}, {"stacks": {"b1": 1}}],
        "turns": [[]] * 4000,
    }
    most = MAX_GAME_EXTENT // Board([[Field(1, 1)], [Field(240, 240)]]).size
    assert most < 4000
    with pytest.raises(TranscriptError, match=f"too long for a board.*{most}") as caught:
        replay(loads(json.dumps(written)))
    assert caught.value.diagnostics[0].is_error


def test_variations_are_checked_up_to_the_length_of_a_game() -> None:
    most = MAX_GAME_EXTENT // Board([[Field(1, 1)], [Field(240, 240)]]).size
    document = json.loads(transcript_of(far_apart(240, 240), 1))
    inner = {"turn": 1, "turns": [[["a1", "z9"]]]}
    document["annotations"] = {
        "variations": [{"turn": 1, "turns": [[]], "variations": [inner]}] * 9
    }
    said = "\n".join(found.message for found in check(json.dumps(document)))
    assert said.count("the variation cannot be played") == 9
    document["annotations"]["variations"] *= most
    said = "\n".join(found.message for found in check(json.dumps(document)))
    assert f"{18 * most} turns of variations, too many to check" in said
    assert "cannot be played" not in said


@pytest.mark.parametrize("deeper", [0, 1])
def test_limit_of_nested_variations_is_exact(deeper: int) -> None:
    document = json.loads(transcript_of([["a1", "a2", "b1"]], 1))
    variations: list[object] = []
    for _ in range(MAX_VARIATION_DEPTH + deeper):
        variations = [{"turn": 1, "turns": [[]], "variations": variations}]
    document["annotations"] = {"variations": variations}
    messages = [found.message for found in check(json.dumps(document))]
    assert messages.count(f"variations nested deeper than {MAX_VARIATION_DEPTH} levels") == deeper


@pytest.mark.parametrize("command", [["check"], ["replay"], ["show"]])
def test_no_file_below_a_megabyte_needs_more_than_300(tmp_path: Path, command: list[str]) -> None:
    files: dict[str, dict[str, object]] = {
        "long": {"segments": far_apart(240, 240), "turns": [[]] * 90_000},
        "short": {"segments": far_apart(240, 240), "turns": [[]] * 3_000},
        "wide": {"segments": [[str(Field(3 * n, n % 90))] for n in range(1, 280)], "turns": []},
    }
    for name, content in files.items():
        path = tmp_path / f"{name}.json"
        players = [{"stacks": {"a1": 1}}, {"stacks": {"b1": 1}}] if name != "wide" else []
        document = {"format": "Atlantis transcript", "version": "1.0", "players": players}
        path.write_text(json.dumps({**document, **content}))
        assert path.stat().st_size < MEGABYTES
        assert peak_memory(path, *command) < 300 * MEGABYTES, name


def peak_memory(path: Path, *command: str) -> int:
    """Peak memory in bytes of a command on a file."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *command, str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr
    return int(done.stderr.split()[-1])


def test_no_file_needs_five_times_the_memory_of_a_real_one(tmp_path: Path) -> None:
    """A real file of its size, whose memory is interpolated."""
    path = tmp_path / "game.json"
    usual = []
    for size in (SMALLEST, LARGEST):
        path.write_bytes(honest(size))
        usual.append(peak_memory(path, "check"))
    least, most = usual
    for name, content in costly():
        assert len(content) <= LARGEST, name
        path.write_bytes(content)
        allowed = 5 * (least + (most - least) * min(LARGEST, len(unpack(content))) // LARGEST)
        assert peak_memory(path, "check") < min(allowed, 300 * MEGABYTES), name


@pytest.mark.parametrize("name", [name for name, _ in costly() if re.match("as |islands", name)])
def test_longest_games_on_wide_boards_are_replayed(name: str) -> None:
    """Otherwise they would cost nothing and prove nothing."""
    (content,) = (content for found, content in costly() if found == name)
    assert replay(loads(content.decode())).turn_number > 1_500


def test_variations_share_the_preceding_turns(tmp_path: Path) -> None:
    """Separate games for twenty thousand variations would need gigabytes."""
    path = tmp_path / "game.json"
    path.write_bytes(next(file for name, file in costly() if name == "a variation of every turn"))
    assert peak_memory(path, "replay", "--json") < 300 * MEGABYTES


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    for read in (load, fingerprint_of, lambda path: read_plain(path, 10)):
        with pytest.raises(NotPlainError, match="not a regular file"):
            read(pipe)
    with pytest.raises(IsADirectoryError):
        read_plain(tmp_path, 10)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.json")


def test_huge_file_is_read_partially(tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(3 << 30)
    first = fingerprint_of(huge)
    with huge.open("r+b") as file:
        file.truncate((3 << 30) + 1)
    assert not fingerprint_of(huge).has_same_content(first)
    with pytest.raises(TranscriptError, match="too large"):
        load(huge)
    with pytest.raises(ValueError, match="more than 1000 bytes"):
        read_plain_text(huge, 1000)


def test_limit_of_small_files_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "options"
    path.write_text("x" * 1000)
    assert read_plain_text(path, 1000) == "x" * 1000
    with pytest.raises(ValueError, match="more than 999 bytes"):
        read_plain_text(path, 999)


def test_files_are_closed_after_reading(tmp_path: Path) -> None:
    """The system returns the lowest free descriptor, so a leak would show."""
    (tmp_path / "plain").write_text("x")
    os.mkfifo(tmp_path / "pipe")
    free = lowest_free_descriptor()
    for name in ("plain", "pipe", "."):
        with suppress(NotPlainError, IsADirectoryError):
            read_plain(tmp_path / name, 10)
    assert lowest_free_descriptor() == free


def lowest_free_descriptor() -> int:
    found = os.open(os.devnull, os.O_RDONLY)
    os.close(found)
    return found


@pytest.mark.parametrize("name", ["'" * 300_000, "a " * 150_000, "x" * 300_000, "a\0b", "\ud800"])
def test_huge_command_line_is_refused_at_once(name: str) -> None:
    with pytest.raises(NotationError, match="not a command line"):
        parse_seat(f"agent:{name}")


def transcript_of(segments: list[list[str]], turns: int) -> str:
    document = {
        "format": "Atlantis transcript",
        "version": "1.0",
        "segments": segments,
        "players": [{"stacks": {"a1": 1}, "color": "red"}, {"stacks": {"a2": 1}, "color": "blue"}],
        "turns": [[]] * turns,
    }
    return json.dumps(document)


def test_limit_of_turns_is_exact() -> None:
    board = [["a1", "a2", "b1"]]
    assert len(loads(transcript_of(board, MAX_TURNS)).turns) == MAX_TURNS
    with pytest.raises(TranscriptError, match=f"{MAX_TURNS + 1} turns .expected at most"):
        loads(transcript_of(board, MAX_TURNS + 1))


def test_limit_of_fields_is_exact() -> None:
    rows = 250
    fields = [Field(1 + n // rows, 1 + n % rows) for n in range(MAX_FIELDS + 1)]
    assert len(Board([fields[:-1]])) == MAX_FIELDS
    with pytest.raises(SetupError, match=f"{MAX_FIELDS + 1} fields"):
        Board([fields])
    names = [str(field) for field in fields]
    assert len(loads(transcript_of([names[:-1]], 0)).segments[0]) == MAX_FIELDS
    with pytest.raises(TranscriptError, match=f"more than {MAX_FIELDS} fields"):
        loads(transcript_of([names], 0))


def test_limit_of_the_length_of_a_game_is_exact() -> None:
    segments = far_apart(240, 240)
    size = Board([[Field(1, 1)], [Field(240, 240)]]).size
    most = MAX_GAME_EXTENT // size
    document = json.loads(transcript_of([["a1", "a2", "b1"], *segments[1:]], most + 1))
    with pytest.raises(TranscriptError, match="too long"):
        replay(loads(json.dumps(document)))
    document["turns"].pop()
    with pytest.raises(TranscriptError) as caught:
        # A game of this length is replayed; it happens to be over sooner.
        replay(loads(json.dumps(document)))
    assert "too long" not in str(caught.value)


@EACH_ENGINE
def test_pass_does_not_scan_all_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of passes on a large board fit into a few bytes."""
    game = Game(traditional_start(Shape.HEXAGON, 3, players=2))
    monkeypatch.setattr(surface, "is_over", refuse)
    game.play()
    assert game.position.cells is game.start.cells
    assert game.position.open_neighbours is game.start.open_neighbours
    assert not game.is_over


@EACH_ENGINE
def test_standing_is_computed_only_if_a_turn_can_change_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game(traditional_start(Shape.HEXAGON, 3, players=2))
    game.play(game.legal_moves()[:1])
    cast = make_cast(["Ann", "Ben"], ["red", "blue"])
    for name in ("areas", "standing", "is_over"):
        monkeypatch.setattr(surface, name, refuse)
    assert len(describe_turn(game.report(1), cast)) == 1


def refuse(*_: object) -> object:
    raise AssertionError("looked at all fields")


@EACH_ENGINE
@given(setups(longest=7), seeds)
def test_only_explosions_and_eliminations_change_the_standing(setup: Setup, seed: int) -> None:
    position = engine_start(setup)
    report = report_turn(position, RandomBot().choose(Question(position, seed)).turn)
    if not report.changes_areas:
        before, after = (surface.standing(*at.plain) for at in (report.start, report.end))
        assert before == after
        assert is_over(report.start) == is_over(report.end)


@EACH_ENGINE
def test_cost_of_many_small_areas_is_linear_in_their_fields() -> None:
    alone = [Field(1 + 2 * (n // 40), 1 + 2 * (n % 40)) for n in range(1_600)]
    found = areas(Position.setup(Board([alone]), []))
    assert [area.bits for area in found] == [1] * len(alone)
    assert sorted(area.fields for area in found) == sorted((field,) for field in alone)


def single_fields(side: int) -> dict[str, Any]:
    """A square of single-field segments, and a turn with a move from all but one."""
    fields = [Field(x, y) for y in range(1, side + 1) for x in range(1, side + 1)]
    ahead = (Field(field.x + (1 if field.x < side else -1), field.y) for field in fields)
    turn = [[str(source), str(to)] for source, to in zip(fields, ahead, strict=True)][:-1]
    return one_turn([[str(field)] for field in fields], turn)


def long_chain(length: int) -> dict[str, Any]:
    """A row of fields that explode one after another, one per wave."""
    return one_turn([[str(Field(1, row)) for row in range(1, length + 1)]], [])


def one_turn(segments: list[list[str]], turn: list[list[str]]) -> dict[str, Any]:
    *own, other = (name for segment in segments for name in segment)
    return {
        "format": "Atlantis transcript",
        "version": "1.0",
        "segments": segments,
        "players": [
            {"stacks": dict.fromkeys(own, 1), "color": "red"},
            {"stacks": {other: 1}, "color": "blue"},
        ],
        "turns": [turn],
    }


@pytest.mark.parametrize("document", [single_fields(100), long_chain(10_000)])
def test_replay_stores_no_board_per_move_or_wave(tmp_path: Path, document: dict[str, Any]) -> None:
    """Before, ten thousand moves took 130 megabytes, ten thousand waves 430."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document))
    assert peak_memory(path, "replay") < 80 * MEGABYTES


@pytest.mark.parametrize("wrong", [1, 600])
def test_illegal_moves_of_a_long_turn_are_found_in_one_pass(
    wrong: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, each was judged with a new table of all earlier moves."""
    document = single_fields(25)
    for move in document["turns"][0][-wrong:]:
        move[1] = "a1"
    asked: list[Field] = []
    segment_of = Board.segment_of

    def counting_segment_of(board: Board, field: Field) -> int:
        asked.append(field)
        return segment_of(board, field)

    monkeypatch.setattr(Board, "segment_of", counting_segment_of)
    monkeypatch.setattr(surface, "moves", refuse)
    found = check(json.dumps(document))
    assert len(found) == min(wrong, MAX_PROBLEMS + 1)
    assert len(asked) <= 624


def test_plan_of_many_moves_is_checked_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replay(loads(json.dumps(single_fields(12))))
    turn, calls = game.turns[0], []
    judge = turns._judge

    def counting_judge(*args: Any) -> Step | turns.Violation:
        calls.append(args)
        return judge(*args)

    monkeypatch.setattr(turns, "_judge", counting_judge)
    assert plan_from(game.start, turn).moves == turn
    assert plan_from(game.start, (*turn[:50], turn[3], *turn[50:])).moves == turn[:50]
    assert len(calls) <= 4 * len(turn)
