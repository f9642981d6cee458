"""A person's finished games: records, rating, and a file that survives kills and rivals."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.bots.ratings import BOT_RATINGS
from atlantis_core.bots.registry import LEVELS
from atlantis_core.contests.statistics import ELO_SCALE, plackett_luce, rate_against
from atlantis_core.files.errors import SaveError
from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.review import history_file
from atlantis_core.review.history_file import (
    FORMAT,
    add_game,
    add_name,
    load_history,
    parse_history,
)
from atlantis_core.review.player_history import (
    Encounter,
    FinishedGame,
    describe_finished,
    even_match,
    rating_of,
    ratings_over_time,
    records_of,
    streak_of,
)
from atlantis_core.seats import SEATS_KEY
from atlantis_core.transcript import load, loads, replay
from atlantis_core.transcript.declared_ending import give_up, offer_draw
from tests.tui.walking import GAME
from tests.waiting import PATIENCE, wait_for

KEYS = ["game", "date", "board", "encounters", "turns", "chain", "ending", "name"]
SAMPLE = Path(__file__).parents[2] / "transcripts" / "games" / "hexagon-3-2-players.json"
DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def finished(number: int, opponent: str, score: float, board: str = "hexagon:2") -> FinishedGame:
    met = (Encounter(opponent, score),)
    return FinishedGame(f"game{number}", "2026-05-17", board, met, turns=20, chain=number)


def test_ratings_of_the_bots_are_those_of_the_ladder() -> None:
    table = re.findall(r"^\| (\w+) \| (\d+) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: int(elo) for name, elo in table} == dict(BOT_RATINGS)
    assert set(LEVELS) <= set(BOT_RATINGS)


@given(st.lists(st.tuples(st.sampled_from([0, 174, 351, 900]), st.sampled_from([0, 0.5, 1]))))
def test_rating_explains_the_score(met: list[tuple[float, float]]) -> None:
    rating = rate_against(met, 400.0)

    def expected(other: float) -> float:
        return 1 / (1 + 10 ** ((other - rating) / 400))

    total = 0.5 + sum(score for _, score in met)
    others = [400.0, *(other for other, _ in met)]
    assert sum(map(expected, others)) == pytest.approx(total, abs=1e-4)


def test_rating_agrees_with_the_ladder_against_a_fixed_field() -> None:
    # A player as strong as the average of two others who drew all their games.
    rankings = [[0, 1], [1, 0]] * 20
    assert plackett_luce(rankings, 2) == pytest.approx([0, 0], abs=1e-6)
    assert rate_against([(0, 1), (0, 0)] * 20, 0) == pytest.approx(0, abs=1e-6)
    assert rate_against([(0, 1)] * 3, 0) == pytest.approx(ELO_SCALE * 1.945910149, abs=1e-3)


def test_records_by_opponent_and_board() -> None:
    games = [
        finished(1, "bot:gentle", 0),
        finished(2, "bot:gentle", 1),
        finished(7, "bot:gentle", 1),
        finished(4, "bot:gentle", 0.5, board="triangle:4"),
        finished(5, "person:Bob", 0),
    ]
    gentle, drawn, bob = records_of(games)
    assert gentle == ("bot:gentle", "hexagon:2", 3, 2, 0, 2, 7)
    assert (drawn.draws, drawn.streak) == (1, 0)
    assert (bob.wins, bob.streak) == (0, -1)
    assert len(list(ratings_over_time(games))) == 5


def test_streak_counts_the_last_results_of_one_kind() -> None:
    def streak(*scores: float) -> int:
        return streak_of([finished(n, "bot:gentle", score) for n, score in enumerate(scores)])

    assert streak() == 0
    assert streak(0, 1, 1) == 2
    assert streak(1, 0) == -1
    assert streak(1, 0.5) == 0
    assert streak(0.5, 0, 0, 0) == -3


def test_even_match_is_the_nearest_rating() -> None:
    assert even_match(-9999, LEVELS) == min(LEVELS, key=BOT_RATINGS.__getitem__)
    assert even_match(9999, LEVELS) == max(LEVELS, key=BOT_RATINGS.__getitem__)
    assert even_match(0, ["nobody"]) is None


def test_chain_is_the_largest_of_the_players_own_turns() -> None:
    played = load(SAMPLE)
    game = replay(played)
    for player in range(2):
        seen = describe_finished(played, game, player, "2026-05-17", "x")
        assert seen is not None
        reports = map(game.report, range(1, game.turn_number + 1))
        assert seen.chain == max(len(r.exploded) for r in reports if r.player == player)
        assert (seen.turns, seen.ending, seen.board) == (game.turn_number, "", "hexagon:3")
    cut = played.with_turns(played.turns[:1])
    alone = describe_finished(give_up(cut, 0, (0, 1)), replay(cut), 1, "2026-05-17", "x")
    assert alone is not None
    assert alone.chain == 0


def test_rating_counts_rated_bots_only() -> None:
    others = ("person:gentle", "agent:gentle", "gentle", "bot:nobody")
    assert rating_of([finished(n, name, 1) for n, name in enumerate(others)]) is None
    rating = rating_of([finished(n, "bot:gentle", n % 2) for n in range(40)])
    assert rating is not None
    assert even_match(rating, LEVELS) == "gentle"
    strong = rating_of([finished(n, "bot:grandmaster", 1) for n in range(9)])
    assert strong is not None
    assert strong > BOT_RATINGS["grandmaster"]


def test_finished_game_from_a_transcript() -> None:
    game = loads(GAME)
    assert describe_finished(game, replay(game), 0, "2026-05-17", "x") is None
    lost = give_up(game, 0, (0, 1))
    seen = describe_finished(lost, replay(lost), 0, "2026-05-17", "x")
    assert seen is not None
    assert (seen.board, seen.score, seen.ending) == ("14 fields", 0, "resignation")
    assert seen.encounters == (Encounter("person:Bob", 0.0),)
    annotations = game.annotations._replace(extra=FrozenMap({SEATS_KEY: ("person", "bot:gentle")}))
    won = give_up(game.with_annotations(annotations), 1, (0, 1))
    seen = describe_finished(won, replay(won), 0, "2026-05-17", "x")
    assert seen is not None
    assert seen.encounters == (Encounter("bot:gentle", 1.0),)
    drawn = offer_draw(offer_draw(game, 0, 1, (0, 1)), 1, 1, (0, 1))
    seen = describe_finished(drawn, replay(drawn), 1, "2026-05-17", "x")
    assert seen is not None
    assert seen.score == 0.5


def test_file_keeps_games_and_name(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "results.jsonl"
    assert load_history(path) == ((), "", (), True)
    games = tuple(finished(n, "bot:gentle", n % 2) for n in range(3))
    for game in games:
        add_game(path, game)
    add_name(path, "Ann")
    add_name(path, "Zoë")
    again = games[0]._replace(turns=99)
    add_game(path, again)  # the same game, played on after an undo
    assert load_history(path) == ((*games[1:], again), "Zoë", (), True)
    assert path.stat().st_mode & 0o777 == 0o600


def test_damaged_lines_are_reported_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    add_game(path, finished(1, "bot:gentle", 1))
    with path.open("ab") as file:
        file.write(b'{"game": "x", "date": "tomorrow"}\n\xff\xff\n[[[[\n{"game": "torn", "da')
    add_game(path, finished(2, "bot:gentle", 0))
    found = load_history(path)
    assert [game.game for game in found.games] == ["game1", "game2"]
    assert "4 damaged lines skipped" in found.problems[0]
    assert b"\xff\xff" in path.read_bytes()


@pytest.mark.parametrize("first", ['{"format": "Atlantis results", "version": 2}', "{}", "hello"])
def test_newer_and_foreign_files_are_reported_and_kept(tmp_path: Path, first: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(first + "\n")
    found = load_history(path)
    assert (found.games, found.is_writable, len(found.problems)) == ((), False, 1)
    with pytest.raises(SaveError):
        add_game(path, finished(1, "bot:gentle", 1))
    assert path.read_text() == first + "\n"


def test_part_of_a_heading_is_completed_by_the_next_writer(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    add_game(path, finished(1, "bot:gentle", 1))
    whole = path.read_bytes()
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        assert load_history(path).is_writable
        add_game(path, finished(2, "bot:gentle", 0))
        assert load_history(path).games[-1] == finished(2, "bot:gentle", 0)


@given(
    st.binary(max_size=200)
    | st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=8)
        ),
        max_leaves=12,
    ).map(lambda value: json.dumps(value).encode())
)
def test_any_line_is_survived(line: bytes) -> None:
    heading = json.dumps({"format": FORMAT, "version": 1}).encode()
    found = parse_history(heading + b"\n" + line + b"\n", Path("results.jsonl"))
    assert found.is_writable
    records_of(found.games)


WRITER = """
import sys
from pathlib import Path
from atlantis_core.review.history_file import add_game
from atlantis_core.review.player_history import Encounter, FinishedGame
path, who, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for n in range(number):
    met = (Encounter("bot:gentle", 1.0),)
    add_game(path, FinishedGame(f"{who}{n}", "2026-05-17", "hexagon:2", met, 20, n))
"""


def writing(path: Path, who: str, number: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(path), who, str(number)])


def test_two_windows_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    processes = [writing(path, who, 40) for who in "ab"]
    assert [process.wait(PATIENCE) for process in processes] == [0, 0]
    found = load_history(path)
    assert (len(found.games), found.problems) == (80, ())


def test_killed_writers_lose_at_most_their_last_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for who in "abc":
        before = path.stat().st_size if path.exists() else 0
        process = writing(path, who, 100_000)
        wait_for(lambda size=before: path.exists() and path.stat().st_size > size)  # type: ignore[misc]
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
    add_game(path, finished(1, "bot:gentle", 1))
    found = load_history(path)
    assert found.games[-1].game == "game1"
    assert {game.game[0] for game in found.games} == set("abcg")
    assert path.read_bytes().count(b"\n") - 1 - len(found.games) <= 3


def test_a_rating_costs_the_same_for_any_number_of_games() -> None:
    few = [(351.0, 1.0), (351.0, 0.0), (900.0, 0.5)]

    class Counted(float):
        read = 0

        def __rsub__(self, other: float) -> float:
            Counted.read += 1
            return other - float(self)

        def __sub__(self, other: float) -> float:
            Counted.read += 1
            return float(self) - other

    many = [(Counted(rating), score) for rating, score in few * 1000]
    assert rate_against(many, 500.0) > rate_against(few, 500.0) - 500
    assert Counted.read <= 4


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of file sizes")
def test_a_full_disk_leaves_no_part_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    add_name(path, "Ann")
    before = path.read_bytes()
    code = (
        "import resource, signal, sys; from pathlib import Path;"
        "from atlantis_core.review.history_file import add_name;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2);"
        "add_name(Path(sys.argv[1]), 'Bob')"
    )
    limit = str(len(before) + 5)

    command = [sys.executable, "-c", code, str(path), limit]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert "SaveError" in ended.stderr
    assert path.read_bytes() == before


def test_a_file_beyond_the_limit_is_reported_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.jsonl"
    add_name(path, "Ann")
    monkeypatch.setattr(history_file, "MAX_BYTES", 10)

    assert load_history(path).problems
    with pytest.raises(SaveError):
        add_name(path, "Bob")
