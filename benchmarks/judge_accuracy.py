"""Accuracy of the judge; run by hand, its table is in docs/reviewing.md.

    python -m benchmarks.judge_accuracy [--jobs N] [--references FILE] --seed N
    python -m benchmarks.judge_accuracy [--jobs N] [--opening TURNS] FILE [FILE ...]

Judges 14 games between bots that it plays itself, preferably with an unused seed, or the games of
files, and compares with a reference: the same bot with 30,000 and 60,000 positions and other seeds.
A loss is certain if both reference searches find that the turn loses at least 15 points against the
same better turn. A mark is right if the mean of both searches confirms a loss of at least 8 points.
Turns of the random opening and turns without a decision do not count.
"""

from __future__ import annotations

import argparse
import pickle
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import chain, groupby
from pathlib import Path
from time import process_time
from typing import NamedTuple

from atlantis_core.arena.matches import Match
from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.seats import parse_contestant
from atlantis_core.commands.match_options import open_start
from atlantis_core.positions.position import Position
from atlantis_core.review.judged_games import Judgement
from atlantis_core.review.judgement import TurnQuestion, blocks
from atlantis_core.review.position_values import (
    JUDGE,
    PositionValue,
    clear_values,
    judging_effort,
    position_value,
)
from atlantis_core.review.verdicts import BAD_LOSS, TurnMark, TurnVerdict
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.scoring import has_decision
from atlantis_core.rules.turns import play_turn
from atlantis_core.transcript import load, replay

REFERENCE = ((30_000, 201), (60_000, 202))
"""Effort and seed of the searches that decide."""
SCREENING = (30_000, 101)
"""Effort and seed of the search that proposes better turns."""
PROPOSED = 3
RIGHT_LOSS = 0.08
"""The mean loss that a mark needs in order to be right."""
OPENING = 4
"""Random turns at the start of a game, which do not count."""
MATCHES = (
    ("hexagon:3", "grandmaster greedy", 4),
    ("hexagon:2", "master greedy", 4),
    ("triangle:4", "grandmaster master greedy", 6),
)
"""Board, players and number of the games."""


class Judged(NamedTuple):
    """A turn, its mark, and its loss according to the reference."""

    board: str
    turn: int
    mark: TurnMark
    certain: float
    """The smallest loss of the two searches, for the best alternative."""
    mean: float


class GameCost(NamedTuple):
    """The turns of a game, and the processor time of judging and of playing it."""

    turns: tuple[Judged, ...]
    judging: float
    playing: float
    on_two_cores: float = 0.0
    """Time of judging on two idle cores, which share the blocks of turns as workers do."""


class ToPlay(NamedTuple):
    """A game that bots play: the number of its match, and its number there."""

    seed: int
    match: int
    game: int

    def play(self) -> Game:
        board, names, _ = MATCHES[self.match]
        seats = tuple(map(parse_contestant, names.split()))
        start = open_start(board, len(seats))
        played = Match(seats, board, start, self.seed, openings=OPENING).play(self.game)
        return Game(played.start, played.turns)


def games_of(seed: int) -> list[ToPlay]:
    """All games of a seed."""
    rows = enumerate(MATCHES)
    return [ToPlay(seed, row, game) for row, (_, _, games) in rows for game in range(games)]


def examine(source: Path | ToPlay, opening: int, efforts: Sequence[int]) -> list[GameCost]:
    """Judge a game with each effort, and compare each turn with the reference."""
    game = source.play() if isinstance(source, ToPlay) else replay(load(source))
    playing = _seconds(lambda: _play_again(game))
    return [_examine(game, opening, effort, playing) for effort in efforts]


def _examine(game: Game, opening: int, effort: int, playing: float) -> GameCost:
    board = f"{len(game.position.board.fields)} fields, {game.position.players} players"
    found: dict[int, TurnVerdict] = {}
    cores = [0.0, 0.0]
    for block in blocks(range(1, game.turn_number + 1)):
        idle = cores.index(min(cores))
        cores[idle] += _seconds(partial(_judge, game, block, effort, found))
    verdicts = Judgement(JUDGE, effort, found).verdicts
    turns = []
    for turn in range(opening + 1, game.turn_number + 1):
        position = game.position_after(turn - 1)
        if has_decision(position, position.to_move):
            verdict = verdicts[turn]
            losses = list(_reference(game, turn, verdict.best))
            certain = max((min(found) for found in losses), default=0.0)
            mean = max((sum(found) / len(found) for found in losses), default=0.0)
            turns.append(Judged(board, turn, verdict.mark, certain, mean))
    return GameCost(tuple(turns), sum(cores), playing, max(cores))


def _play_again(game: Game) -> None:
    """Let the judge choose a turn in each position, as if it played."""
    bot = bot_named(JUDGE)
    for turn in range(game.turn_number):
        bot.choose(Question(game.position_after(turn), turn))


def _judge(game: Game, turns: Sequence[int], effort: int, found: dict[int, TurnVerdict]) -> None:
    clear_values()
    for turn in turns:
        asked = TurnQuestion(game.position_after(turn - 1), game.turns[turn - 1], effort=effort)
        found[turn] = asked()


def _seconds(work: Callable[[], object]) -> float:
    """The processor time of some work."""
    began = process_time()
    work()
    return process_time() - began


def _reference(game: Game, turn: int, best: Turn | None) -> Iterator[list[float]]:
    """The losses against the judge's better turn and against those that the reference proposes."""
    position, after = game.position_after(turn - 1), game.position_after(turn)
    player = position.to_move
    played = _chance(after, player, SCREENING)
    found = _value(position, SCREENING).candidates[:PROPOSED]
    turns = [one.turn for one in found if one.chances[player] - played >= BAD_LOSS]
    for better in dict.fromkeys([*turns, *([best] if best is not None else [])]):
        other = play_turn(position, better)
        if other != after:
            yield [_chance(other, player, r) - _chance(after, player, r) for r in REFERENCE]


def _chance(position: Position, player: int, reference: tuple[int, int]) -> float:
    return _value(position, reference).chances[player]


@cache
def _value(position: Position, reference: tuple[int, int]) -> PositionValue:
    """A search of the reference, from the store if it has one."""
    if not _store:
        return position_value(position, JUDGE, *reference)
    key = f"{position.notation} {reference}"
    found = _store[0].execute("SELECT value FROM found WHERE key = ?", (key,)).fetchone()
    if found is not None:
        return pickle.loads(found[0])  # type: ignore[no-any-return]  # noqa: S301 - written below
    value = position_value(position, JUDGE, *reference)
    with _store[0]:
        _store[0].execute("INSERT OR REPLACE INTO found VALUES (?, ?)", (key, pickle.dumps(value)))
    return value


_store: list[sqlite3.Connection] = []


def open_store(path: Path) -> None:
    """Keep the searches of the reference in a file, for other settings of the judge.

    Delete the file after a change of the search or its net.
    """
    store = sqlite3.connect(path, timeout=600)
    store.execute("CREATE TABLE IF NOT EXISTS found (key TEXT PRIMARY KEY, value BLOB)")
    _store[:] = [store]


def report(games: Iterable[GameCost]) -> Iterator[str]:
    """The table, one line per kind of board and one for all."""
    games = list(games)
    turns = sorted((t for game in games for t in game.turns), key=lambda t: (t.board, t.turn))
    yield "| board | turns | certain losses | found | marks | right | unclear |"
    yield "|---|---|---|---|---|---|---|"
    for board, group in groupby(turns, key=lambda turn: turn.board):
        yield _row(board, list(group))
    yield _row(f"all {len(games)} games", turns)
    judging, playing, paired = (
        sum(costs) for costs in zip(*(game[1:] for game in games), strict=True)
    )
    yield (
        f"judging took {judging / playing:.2f} times the processor time of playing,"
        f" on two cores {paired / playing:.2f} times its time"
    )
    for turn in turns:
        is_missed = turn.certain >= BAD_LOSS and not turn.mark.is_mistake
        if is_missed or (turn.mark.is_mistake and turn.mean < RIGHT_LOSS):
            word = "missed" if is_missed else "wrong"
            figures = f"{turn.certain:.2f} {turn.mean:.2f}"
            yield f"{word}: {turn.board}, turn {turn.turn} {turn.mark.value} {figures}"


def _row(name: str, turns: list[Judged]) -> str:
    losses = [turn for turn in turns if turn.certain >= BAD_LOSS]
    marks = [turn for turn in turns if turn.mark.is_mistake]
    found = sum(turn.mark.is_mistake for turn in losses)
    right = sum(turn.mean >= RIGHT_LOSS for turn in marks)
    unclear = sum(turn.mark is TurnMark.UNCLEAR for turn in turns)
    cells = (name, len(turns), len(losses), found, len(marks), right, unclear)
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the judge with a stronger one.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, action="append", help="play the games of this seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--effort", type=int, action="append", help="another effort of the judge")
    parser.add_argument("--references", type=Path, help="file that keeps the reference searches")
    parser.add_argument("--opening", type=int, default=OPENING, help="random turns at the start")
    options = parser.parse_args()
    sources = [*options.files, *chain.from_iterable(map(games_of, options.seed or ()))]
    efforts = [judging_effort(JUDGE), *(options.effort or ())]
    work = partial(examine, opening=options.opening, efforts=efforts)
    setup = partial(open_store, options.references) if options.references else None
    with ProcessPoolExecutor(options.jobs, initializer=setup) as pool:
        games = []
        for number, game in enumerate(pool.map(work, sources), 1):
            games.append(game)
            print(f"game {number} of {len(sources)}", file=sys.stderr)
    for effort, judged in zip(efforts, zip(*games, strict=True), strict=True):
        print(f"effort {effort}", *report(judged), sep="\n")


if __name__ == "__main__":
    main()
