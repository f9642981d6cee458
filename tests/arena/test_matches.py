"""Matches: reproducible for any number of jobs; results can be resumed; tables add up."""

from __future__ import annotations

import io
import json
import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from atlantis_core.arena.ladder import Rung, format_ladder, pairings, rung_of
from atlantis_core.arena.match_collection import MatchCollection
from atlantis_core.arena.matches import (
    Match,
    fingerprint,
    names_of,
)
from atlantis_core.arena.referee import Ending
from atlantis_core.arena.results import MatchFormat, Result
from atlantis_core.arena.tables import endings_line, match_rows, standings
from atlantis_core.bots.agent_player import TimeLimits
from atlantis_core.bots.seats import parse_contestant
from atlantis_core.contests.contestants import NoStartError, fault_lines, seating
from atlantis_core.contests.game_runs import play_games
from atlantis_core.contests.progress import Progress, format_duration
from atlantis_core.contests.results_file import ResultsError, ResultsFile
from atlantis_core.contests.statistics import Estimate
from atlantis_core.contests.workers import Worker, WorkerLostError, stop_workers
from atlantis_core.positions.board import Board
from atlantis_core.positions.position import Position
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.transcript import load, replay
from tests.waiting import PATIENCE

START = traditional_start(Shape.TRIANGLE, 2, 2)
MATCH = Match((parse_contestant("greedy"), parse_contestant("random")), "triangle:2", START, seed=3)


def make_result(number: int, winner: int, scores: tuple[int, int] = (3, 1)) -> Result:
    order = seating(2, number)
    seat = order.index(winner)
    by_seat = scores if seat == 0 else scores[::-1]
    return Result(number, order, by_seat, (seat, 1 - seat), Ending.FINISHED, 10)


def make_forfeit(number: int, culprit: int, offence: str) -> Result:
    order = seating(2, number)
    seat = order.index(culprit)
    return Result(number, order, (0, 0), (1 - seat, seat), Ending.FORFEIT, 0, seat, offence)


def test_seats_rotate() -> None:
    assert [seating(3, number) for number in range(4)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
        (0, 1, 2),
    ]


def test_seed_determines_games_for_any_number_of_jobs() -> None:
    alone = dict(play_games(MATCH, range(4), jobs=1))
    together = dict(play_games(MATCH, range(4), jobs=2))
    assert alone == together
    assert len({verdict.turns for verdict in alone.values()}) > 1


def test_lost_worker_is_reported() -> None:
    worker = Worker(MATCH)
    worker.process.kill()
    worker.process.join(timeout=PATIENCE)
    worker.begin(0)
    with pytest.raises(WorkerLostError, match="exited unexpectedly"):
        worker.finish()
    stop_workers([worker], patience=5)


def test_different_seed_gives_different_games() -> None:
    other = Match(MATCH.contestants, MATCH.board, START, seed=4)
    assert MATCH.play(0) != other.play(0)


def test_results_are_saved_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first = ResultsFile(path, MatchFormat(MATCH))
    for number in range(2):
        verdict = MATCH.play(number)
        first.keep(number, verdict)
    first.close()
    second = ResultsFile(path, MatchFormat(MATCH))
    second.close()
    assert second.results == first.results
    assert [result.number for result in second.results] == [0, 1]


def test_games_are_saved_as_transcripts_with_tags(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "results.jsonl", MatchFormat(MATCH))
    verdict = MATCH.play(1)
    file.keep(1, verdict)
    file.close()
    transcript = load(tmp_path / "results-games" / "00002.json")
    assert not transcript.warnings
    assert transcript.names == ("random", "greedy")
    assert transcript.annotations.tags["event"] == "match greedy - random"
    assert transcript.annotations.tags["result"] == "-".join(map(str, verdict.scores))
    assert transcript.annotations.tags["ending"] == verdict.ending.value
    assert replay(transcript).turns == verdict.turns


def test_tags_of_a_forfeit_name_player_and_reason(tmp_path: Path) -> None:
    match = replace(
        MATCH, contestants=(parse_contestant("agent:sh -c 'exit 3'"), parse_contestant("random"))
    )
    file = ResultsFile(tmp_path / "results.jsonl", MatchFormat(match))
    verdict = match.play(1)
    file.keep(1, verdict)
    file.close()
    tags = load(tmp_path / "results-games" / "00002.json").annotations.tags
    assert tags["offender"] == "agent:sh -c 'exit 3'"
    assert str(tags["offence"]).startswith("exit: exited without answering")
    assert "effort" not in tags


@pytest.mark.parametrize("jobs", [1, 2])
def test_program_that_does_not_start_ends_the_match(jobs: int) -> None:
    match = replace(
        MATCH, contestants=(parse_contestant("random"), parse_contestant("agent:./no/such"))
    )
    with pytest.raises(NoStartError, match=r"cannot start './no/such'"):
        list(play_games(match, range(4), jobs))


def test_truncated_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    file = ResultsFile(path, MatchFormat(MATCH))
    verdict = MATCH.play(0)
    file.keep(0, verdict)
    file.close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"game": 2, "ord')
    again = ResultsFile(path, MatchFormat(MATCH))
    again.close()
    assert len(again.results) == 1
    assert path.read_bytes() == whole


def test_results_of_another_match_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(path, MatchFormat(MATCH)).close()
    other = Match(MATCH.contestants, MATCH.board, START, seed=9)
    with pytest.raises(ResultsError, match="its seed is 3, not 9"):
        ResultsFile(path, MatchFormat(other))


OTHER_START = traditional_start(Shape.TRIANGLE, 3, 2)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"effort": 20}, "its effort is the default, not 20"),
        ({"turn_limit": 7}, "its turn limit is the default, not 7"),
        ({"limits": TimeLimits(turn=2.5)}, "its time per turn in seconds is 10, not 2.5"),
        ({"board": "b.json"}, "its board is triangle:2, not b.json"),
        (
            {"contestants": (parse_contestant("greedy"), parse_contestant("gentle"))},
            "its players are greedy - random, not greedy - gentle",
        ),
        ({"start": OTHER_START}, "the start of 'triangle:2' was different"),
    ],
)
def test_differences_between_matches_are_named(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(path, MatchFormat(MATCH)).close()
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=re.escape(words)):
        ResultsFile(path, MatchFormat(replace(MATCH, **changes)))
    assert path.read_bytes() == before


def test_files_of_earlier_versions_have_no_start(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    header = {"format": "Atlantis match", **MATCH.settings()}
    del header["start"]
    path.write_text(json.dumps(header) + "\n")
    file = ResultsFile(path, MatchFormat(MATCH))
    file.close()
    assert file.results == []


def test_fingerprint_of_a_start_ignores_how_it_is_written() -> None:
    stacks = [START.stacks(player) for player in range(2)]
    turned = Board([segment[::-1] for segment in reversed(START.board.segments)])
    assert fingerprint(Position.setup(turned, stacks)) == fingerprint(START)
    others = [
        Position.setup(START.board, stacks[::-1]),
        Position.setup(START.board, stacks, to_move=1),
        Position.setup(OTHER_START.board, stacks),
    ]
    assert fingerprint(START) not in map(fingerprint, others)


def test_two_runs_cannot_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first = ResultsFile(path, MatchFormat(MATCH))
    with pytest.raises(ResultsError, match="another run is writing to"):
        ResultsFile(path, MatchFormat(MATCH))
    first.close()
    ResultsFile(path, MatchFormat(MATCH)).close()
    assert [place.name for place in tmp_path.iterdir()] == ["results.jsonl"]


def test_game_written_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    file = ResultsFile(path, MatchFormat(MATCH))
    for number in (0, 1, 0):
        verdict = MATCH.play(number)
        file.keep(number, verdict)
    file.close()
    again = ResultsFile(path, MatchFormat(MATCH))
    again.close()
    assert [result.number for result in again.results] == [0, 1]


@pytest.mark.parametrize("content", [b"hello\n", b"{}\n", b"[1]\n", b'{"format": 1}\n'])
def test_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(ResultsError, match="is not a results file"):
        ResultsFile(path, MatchFormat(MATCH))
    assert path.read_bytes() == content


GOOD_LINE: dict[str, object] = {
    "game": 1,
    "order": [0, 1],
    "scores": [3, 4],
    "ranking": [1, 0],
    "ending": "finished",
    "turns": 9,
    "offender": None,
    "offence": None,
}


@pytest.mark.parametrize(
    "line",
    [
        json.dumps({"game": "one"}),
        "[" * 200_000,
        "7",
        *(
            json.dumps(GOOD_LINE | dict([change]))
            for change in (
                ("order", [5, 6]),
                ("order", [0, 0]),
                ("ranking", []),
                ("ranking", [0]),
                ("ranking", [1, 2]),
                ("scores", [1]),
                ("game", 0),
                ("turns", -1),
                ("offender", 2),
                ("ending", "a bang"),
                ("order", "01"),
                ("turns", 10**400),
                ("scores", [10**400, 1]),
                ("scores", [[[]], 1]),
                ("ending", []),
            )
        ),
    ],
    ids=lambda line: line[:20],
)
def test_broken_line_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(path, MatchFormat(MATCH)).close()
    with path.open("a") as file:
        file.write(json.dumps(GOOD_LINE) + "\n" + line + "\n")
    with pytest.raises(ResultsError, match="line 3 is not a result") as caught:
        ResultsFile(path, MatchFormat(MATCH))
    assert len(str(caught.value)) < 500


def test_heading_with_deeply_nested_brackets_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    header = json.dumps({"format": "Atlantis match", **MATCH.settings()})
    deep = "[" * 900 + "]" * 900
    path.write_text(header.replace('"seed": 3', f'"seed": {deep}') + "\n")
    with pytest.raises(ResultsError, match="its seed is a list, not 3"):
        ResultsFile(path, MatchFormat(MATCH))


def test_unclosed_brackets_are_not_a_heading(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text("[" * 200_000 + "\n")
    with pytest.raises(ResultsError, match="is not a results file"):
        ResultsFile(path, MatchFormat(MATCH))


def test_table_adds_up() -> None:
    results = [make_result(0, 0), make_result(1, 0), make_result(2, 1, (2, 0)), make_result(3, 0)]
    first, second = standings(results, ["a", "b"])
    assert (first.wins, second.wins) == (3, 1)
    assert first.wins_by_seat == (1, 2)
    assert first.games_by_seat == (2, 2)
    assert first.lead.value == pytest.approx((2 + 2 - 2 + 2) / 4)
    assert second.lead.value == pytest.approx(-first.lead.value)
    assert first.rating == pytest.approx(-second.rating)
    header, row, _ = match_rows(results, ["a", "b"])
    assert len(header) == len(row)
    assert row[:3] == ("a", "3/4", "75 %")


def test_endings_are_counted() -> None:
    results = [
        make_result(0, 0),
        Result(1, (1, 0), (0, 0), (1, 0), Ending.REPETITION, 20),
        Result(2, (0, 1), (0, 0), (1, 0), Ending.FORFEIT, 0, 0, "silence: slept"),
    ]
    assert endings_line(results) == (
        "1 finished, 1 adjudicated after repetition, 1 forfeited; 10 turns per game"
    )


def test_each_kind_of_fault_is_listed_once() -> None:
    results = [
        make_forfeit(0, 1, "exit: exited without answering (status 3)"),
        make_result(1, 0),
        make_forfeit(2, 1, "exit: exited without answering (status 4)"),
        make_forfeit(3, 1, "silence: did not answer"),
        make_forfeit(4, 0, "garbage: not a turn: 'TURN: x'"),
    ]
    assert fault_lines(results, ["a", "b"]) == [
        "b: exit in 2 games, first in game 1: exited without answering (status 3)",
        "b: silence in game 4: did not answer",
        "a: garbage in game 5: not a turn: 'TURN: x'",
    ]


def test_single_game_is_singular_and_has_no_interval() -> None:
    results = [Result(0, (0, 1), (3, 1), (0, 1), Ending.FINISHED, 1)]
    assert endings_line(results) == "1 finished; 1 turn per game"
    _, row, _ = match_rows(results, ["a", "b"])
    assert row[-3:-1] == ("+2.0", "-")


def test_equal_contestants_are_numbered() -> None:
    seats = [parse_contestant("random"), parse_contestant("greedy"), parse_contestant("random")]
    assert names_of(seats) == ("random#1", "greedy", "random#2")


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_shows_remaining_time() -> None:
    moments = iter([0.0, 60.0, 120.0])
    screen = Screen()
    progress = Progress(screen, total=10, done=4, clock=lambda: next(moments))
    progress.step("1 - 0")
    assert screen.getvalue() == "\r5/10 games, 5 min left  1 - 0"
    progress.end()
    assert screen.getvalue().endswith("\r")


def test_progress_is_silent_without_a_terminal() -> None:
    stream = io.StringIO()
    progress = Progress(stream, total=2, clock=lambda: 0.0)
    progress.step()
    progress.end()
    assert stream.getvalue() == ""


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0 s"), (59.6, "60 s"), (150, "2 min"), (7500, "2 h 5 min")]
)
def test_durations(seconds: float, text: str) -> None:
    assert format_duration(seconds) == text


def test_ladder_begins_with_neighbours() -> None:
    pairs = pairings(["a", "b", "c"])
    assert pairs == [("a", "b"), ("b", "c"), ("a", "c")]


def test_ladder_table() -> None:
    share = Estimate(0.75, 0.66, 0.82)
    rung = Rung("hexagon:2", "a", "b", 75, 100, share, share, 98, adjudicated=3, forfeited=1)
    lines = format_ladder([rung], ["a", "b"])
    assert lines[2] == "| b | 190 |"
    assert lines[3] == "| a | 0 |"
    assert lines[-3].endswith("| different | adjudicated | forfeited |")
    assert lines[-1] == "| hexagon:2 | b over a | 75 of 100 | 75 % | 66 to 82 % | 98 | 3 | 1 |"


def test_ladder_table_with_several_opponents_counts_those_behind() -> None:
    first, ahead = Estimate(0.5, 0.4, 0.6), Estimate(0.75, 0.66, 0.82)
    rung = Rung("hexagon:3", "a", "b", 50, 100, first, ahead, 99, opponents=2)
    lines = format_ladder([rung], ["a", "b"])
    assert lines[2] == "| b | 190 |"
    assert lines[-3].startswith("| board | match | first | share | 95 % | ahead | 95 % |")
    assert lines[-1].startswith(
        "| hexagon:3 | b against 2 a | 50 of 100 | 50 % | 40 to 60 % | 75 % | 66 to 82 % | 99 |"
    )


def test_rung_counts_opponents_behind() -> None:
    rankings = [(0, 1, 2), (0, 2, 1), (0, 2, 1)]  # seats, when contestant 0 sat on 0, 2 and 1
    results = [
        Result(number, seating(3, number), (3, 2, 1), ranking, Ending.FINISHED, 9)
        for number, ranking in enumerate(rankings)
    ]
    rung = rung_of(("a", "b"), "hexagon:2", results)
    assert rung.wins == 1
    assert rung.ahead.value == pytest.approx((2 + 1 + 0) / 6)
    assert rung.ahead.low < rung.ahead.value < rung.ahead.high


def test_rung_counts_forfeits() -> None:
    results = [make_result(0, 0), make_forfeit(1, 1, "exit: ended"), make_forfeit(2, 1, "exit: x")]
    rung = rung_of(("a", "b"), "hexagon:2", results)
    assert (rung.wins, rung.games, rung.adjudicated, rung.forfeited) == (3, 3, 0, 2)


def test_a_collection_of_a_match_is_resumed_without_a_surplus_game(tmp_path: Path) -> None:
    def keep(*games: int) -> list[Result]:
        with closing(MatchCollection(collection)) as games_file:
            file = ResultsFile(path, MatchFormat(MATCH, games_file))
            with closing(file):
                for number in games:
                    file.keep(number, MATCH.play(number))
                return file.results

    path, collection = tmp_path / "results.jsonl", tmp_path / "results-games.jsonl"
    keep(0, 1)
    whole = path.read_bytes()
    keep(2)
    path.write_bytes(whole)  # as if killed between the game and its result

    results = keep(2)

    assert [result.number for result in results] == [0, 1, 2]
    for line in (1, 2, 3):
        transcript = load(f"{collection}:{line}")
        assert transcript.annotations.tags["game"] == line
        assert replay(transcript).turns == MATCH.play(line - 1).turns
    assert len(collection.read_text().splitlines()) == 3
    assert [json.loads(line)["transcript"] for line in path.read_text().splitlines()[1:]] == [
        f"results-games.jsonl:{line}" for line in (1, 2, 3)
    ]


def test_a_collection_with_other_games_is_not_truncated(tmp_path: Path) -> None:
    collection = tmp_path / "results-games.jsonl"
    collection.write_text("{}\n{}\n")
    file = ResultsFile(tmp_path / "results.jsonl", MatchFormat(MATCH, MatchCollection(collection)))

    with closing(file), pytest.raises(ResultsError, match="2 games that are not in the results"):
        file.keep(0, MATCH.play(0))

    assert collection.read_text() == "{}\n{}\n"


def test_files_of_a_match_show_the_bytes_of_any_program_name(tmp_path: Path) -> None:
    agents = parse_contestant("agent:./A\udce9B"), parse_contestant("random")
    match = replace(MATCH, contestants=agents, effort=1)
    path = tmp_path / "results.jsonl"

    with closing(ResultsFile(path, MatchFormat(match))) as file:
        file.keep(0, replace(MATCH, effort=1).play(0))

    heading = json.loads(path.read_bytes().decode("ascii").splitlines()[0])
    assert heading["contestants"] == [r"agent:./A\xe9B", "random"]
    written = load(tmp_path / "results-games/00001.json")
    assert [player.name for player in written.players] == [r"agent:./A\xe9B", "random"]
    assert written.annotations.tags["event"] == r"match agent:./A\xe9B - random"
    with closing(ResultsFile(path, MatchFormat(match))) as file:
        assert len(file.results) == 1
    other = replace(match, contestants=(parse_contestant(r"agent:./A\xe9B"), agents[1]))
    with pytest.raises(ResultsError, match="its players are"):
        ResultsFile(path, MatchFormat(other))


def test_results_of_earlier_versions_with_unescaped_bytes_are_resumed(tmp_path: Path) -> None:
    agents = parse_contestant("agent:./A\udce9B"), parse_contestant("random")
    form = MatchFormat(replace(MATCH, contestants=agents))
    path = tmp_path / "results.jsonl"
    heading = {**form.heading, "contestants": ["agent:./A\udce9B", "random"]}
    path.write_text(json.dumps(heading) + "\n", encoding="ascii")

    with closing(ResultsFile(path, form)) as file:
        assert file.results == []
