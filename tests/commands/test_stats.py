"""`atlantis stats`."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.review.crosstable import Crosstable
from atlantis_core.transcript import loads as load_text
from atlantis_core.transcript.json_writer import write_line
from tests.commands.running import run
from tests.commands.samples import BROKEN, GAME, SHORT_GAME, recorded_trace, write
from tests.waiting import PATIENCE


def test_stats_prints_a_table(tmp_path: Path) -> None:
    game, short = write(tmp_path, GAME, "a.json"), write(tmp_path, SHORT_GAME, "b.json")

    finished = run("stats", game, short)

    heading = [line.split() for line in finished.out.splitlines()]
    assert finished.status == 0
    assert heading[:2] == [
        ["biggest", "lead"],
        ["game", "turns", "explosions", "chain", "changes", "score"],
    ]
    assert heading[2][-5:] == ["0,", "Bob", "0", "(not", "over)"]
    assert heading[3][1:] == ["1", "0", "0", "0", "Blue", "0,", "Red", "0"]


def test_stats_agree_with_the_replayed_game(tmp_path: Path) -> None:
    transcript, _ = recorded_trace("06_triangle6_3p")
    path = write(tmp_path, json.dumps(transcript))
    _, *turns = map(json.loads, run("replay", path, "--json").out.splitlines())
    chains = [sum(map(len, turn["waves"])) for turn in turns]

    figures = json.loads(run("stats", "--json", path).out)

    assert figures["file"] == str(path)
    assert figures["turns"] == len(turns)
    assert figures["moves"] == sum(len(turn["moves"]) for turn in turns)
    assert figures["explosions"] == sum(chains)
    assert figures["biggest_chain"] == max(chains) > 1
    assert chains[figures["biggest_chain_turn"] - 1] == max(chains)
    assert figures["scores"] == turns[-1]["secured"]
    assert figures["over"] == turns[-1]["over"]
    assert figures["lead_changes"] == _lead_changes(turns)


def _lead_changes(turns: list[dict[str, list[int]]]) -> int:
    """Number of times that the leader changes; a tie keeps the leader."""
    leaders: list[int] = []
    for turn in turns:
        totals = [a + b for a, b in zip(turn["secured"], turn["leading"], strict=True)]
        first = max(totals)
        if first and totals.count(first) == 1 and leaders[-1:] != [totals.index(first)]:
            leaders.append(totals.index(first))
    return max(len(leaders) - 1, 0)


def test_stats_continues_after_a_broken_file(tmp_path: Path) -> None:
    broken, game = write(tmp_path, BROKEN, "a.json"), write(tmp_path, GAME, "b.json")

    finished = run("stats", broken, game)

    assert finished.status == 1
    assert "b.json" in finished.out
    assert "a.json:6:6: error" in finished.err


def test_stats_reads_all_games_of_a_folder(tmp_path: Path) -> None:
    write(tmp_path, GAME, "a.json")
    below = tmp_path / "below"
    below.mkdir()
    (below / "b.json.gz").write_bytes(gzip.compress(write(tmp_path, SHORT_GAME, "c").read_bytes()))
    finished = run("stats", "--json", tmp_path)
    names = [Path(json.loads(line)["file"]).name for line in finished.out.splitlines()]
    assert names == ["a.json", "b.json.gz"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are of POSIX")
@pytest.mark.parametrize("command", [["stats"], ["games"], ["fmt", "--check"]], ids=" ".join)
def test_pipes_in_a_folder_are_skipped(tmp_path: Path, command: list[str]) -> None:
    write(tmp_path, GAME, "b.json")
    os.mkfifo(tmp_path / "a.json")
    (tmp_path / "c.json").symlink_to("c.json")
    finished = subprocess.run(
        [sys.executable, "-m", "atlantis_core", *command, tmp_path],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert b"a.json" not in finished.stdout + finished.stderr
    assert b"c.json" in finished.stdout + finished.stderr


def test_c_locale_gets_ascii(tmp_path: Path) -> None:
    path = write(tmp_path, GAME.replace("Bob", "Böb"), "a.json")
    command = [sys.executable, "-m", "atlantis_core", "stats", str(path)]
    for locale, name in (("C", b"B\\xf6b"), ("C.UTF-8", "Böb".encode())):
        environ = {"LC_ALL": locale, "PATH": os.environ["PATH"]}
        finished = subprocess.run(
            command, capture_output=True, check=True, env=environ, timeout=PATIENCE
        )
        assert name in finished.stdout


def test_crosstable_adds_up() -> None:
    games = {"Ann": {"Bob": (2, 1)}, "Bob": {"Ann": (1, 2)}}
    table = Crosstable()
    for places in ((1, 2), (1, 2), (2, 1), (1, 1)):
        table.add(("Ann", "Bob"), places)

    found = {
        player.name: {name: (one.ahead, one.behind) for name, one in player.against.items()}
        for player in table.standings()
    }
    assert found == games
    assert [(player.name, player.games, player.wins) for player in table.standings()] == [
        ("Ann", 4, 2),
        ("Bob", 4, 1),
    ]
    assert sum(player.share for player in table.standings()) == 1


@given(st.lists(st.tuples(st.permutations("ABCDEF"), st.integers(2, 6)), max_size=12))
def test_each_player_ahead_is_one_behind(games: list[tuple[list[str], int]]) -> None:
    table = Crosstable()
    for names, players in games:
        table.add(names[:players], range(1, players + 1))
    found = {player.name: player for player in table.standings()}

    assert sum(player.wins for player in found.values()) == len(games)
    for player in found.values():
        for name, one in player.against.items():
            assert found[name].against[player.name].behind == one.ahead


def test_crosstable_by_event(tmp_path: Path) -> None:
    transcript = load_text(SHORT_GAME)
    lines = [write_line(transcript.with_tag("event", event)) for event in ("club", "open", "club")]
    path = write(tmp_path, "".join(lines), "games.jsonl")

    grouped = run("stats", "--crosstable", "--by", "event", "--json", path)
    chosen = run("stats", "--crosstable", "--where", "event=CLUB", path)

    players = [json.loads(line) for line in grouped.out.splitlines()]
    assert [(one["event"], one["games"]) for one in players] == [
        ("club", 2),
        ("club", 2),
        ("open", 1),
        ("open", 1),
    ]
    assert [line.split() for line in chosen.out.splitlines()] == [
        ["player", "games", "wins", "share", "1", "2"],
        ["1", "Blue", "2", "2", "100", "%", "-", "2-0"],
        ["2", "Red", "2", "0", "0", "%", "0-2", "-"],
    ]
    assert run("stats", "--by", "event", path).status == 2
    refused = run("stats", "--crosstable", "--where", "club", path)
    assert refused.status == 2
    assert "not a condition on a tag: 'club'" in refused.err
