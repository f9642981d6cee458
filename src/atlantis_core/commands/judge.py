"""`atlantis judge`: have a bot judge every turn of a game, and save the judgement."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any, TypeVar

from atlantis_core.bots.registry import BOTS
from atlantis_core.contests.game_runs import play_games
from atlantis_core.contests.progress import Progress
from atlantis_core.contests.stop_signals import stopped_by_signals
from atlantis_core.contests.workers import Contest, WorkerLostError
from atlantis_core.opening import GameFile
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.judged_games import Judgement, find_judgement
from atlantis_core.review.judgement import TurnsToJudge, blocks
from atlantis_core.review.position_values import JUDGE, judging_effort
from atlantis_core.review.reasons import describe_verdict
from atlantis_core.review.verdicts import (
    BAD_LOSS,
    BLUNDER_FALL,
    DOUBTFUL_LOSS,
    TurnMark,
    TurnVerdict,
)
from atlantis_core.support.safe_text import showable
from . import match_options
from .command_lines import add_number
from .errors import CommandError, UsageError
from .folders import games_in, only_game
from .game_files import OpenedGame, RecordAt, for_each, open_found, replay_file
from .inputs import FoundGame, name_of
from .judged_tables import MARKS, JudgedPlayers, emit_disagreements, heading, percent
from .judgement_file import JudgementFile
from .output import emit, emit_json, emit_table, emit_wrapped

V = TypeVar("V")
DESCRIPTION = f"""\
Have a bot judge every turn: each player's winning chance before and after it, a
better turn if there was one, and each player's accuracy. '?' marks a bad turn,
which costs at least {100 * BAD_LOSS:.0f} points
of winning chance; '??' a blunder, {100 * BLUNDER_FALL:.0f} or more;
'?!' a doubtful turn, at least {100 * DOUBTFUL_LOSS:.0f}; '~' an unclear one; '!' the only
good turn.
The judgement is saved in the file's annotations, better turns as variations; later
runs judge only new turns. Other games of two players are judged by their own bots;
these judgements are not saved.
For several games, folders or collections, prints one table per event: accuracy, marks
and the worst turn of each player. For two bots, prints the turns on which they
disagree."""
EXAMPLES = """\
  atlantis judge game.json                       the mistakes, and the accuracy
  atlantis judge game.json --all                 every turn
  atlantis judge game.json --json | jq .turns    for programs
  atlantis judge match.kalah                     another game, by its own bot
  atlantis judge game.json --effort 8000 --again a stronger judge
  atlantis judge games/                          a table of all players
  atlantis judge game.json --bot master --bot grandmaster
"""
AnyRunner = Callable[[Contest[Any], Sequence[int], int], Generator[tuple[int, Any], None, None]]


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "files", metavar="FILE", nargs="+", help="game, collection or folder; '-' is standard input"
    )
    add(
        "--bot",
        metavar="NAME",
        type=match_options.bot,
        action="append",
        help=f"bot that judges: {', '.join(BOTS)} (default: {JUDGE}); two are compared",
    )
    text = "positions to search per position (default: depends on the bot)"
    add_number(parser, "--effort", match_options.effort, text)
    add(
        "--jobs",
        metavar="N",
        type=match_options.jobs,
        default=os.cpu_count() or 1,
        help="number of processes (default: number of CPUs)",
    )
    add("--on", metavar="ADDRESS", help="judge on a Dask cluster, for example tcp://scheduler:8786")
    add("--again", action="store_true", help="judge all turns again")
    add("--read-only", action="store_true", help="do not write the file")
    add("--all", action="store_true", help="show every turn, not only the marked ones")
    add("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> int:
    bots: list[str] = options.bot or [JUDGE]
    if len(bots) > 2:
        raise UsageError(f"{len(bots)} bots (expected one, or two to compare)")
    runner = _runner(options)
    if len(bots) == 2:
        return _compare(bots, options, runner)
    if len(options.files) == 1 and (only := only_game(options.files[0])) is not None:
        return _judge_one(only, bots[0], options, runner)
    table = JudgedPlayers()

    def judge(found: FoundGame) -> int:
        opened = _open(found, options)
        if opened is None:
            return 0
        judgement = _judged(opened, bots[0], options, runner)
        if options.json:
            _emit_json(opened, judgement)
        else:
            table.add(opened, judgement)
        return opened.status

    status = for_each("judge", games_in("judge", options.files), judge)
    table.emit()
    return status


def _runner(options: Namespace) -> AnyRunner:
    """The cluster that `--on` names, or processes on this machine."""
    if options.on is None:
        return play_games
    from atlantis_core.arena.results import software
    from atlantis_core.contests.cluster import runner_on

    return runner_on(options.on, software)


def _judge_one(found: FoundGame, bot: str, options: Namespace, runner: AnyRunner) -> int:
    path, file = found.path, open_found(found)
    if isinstance(file, GameFile):
        if options.bot:
            raise UsageError("'--bot' works only with Atlantis games: other games have one bot")
        return _judge_other_game(RecordAt(path, file), options, runner)
    opened = replay_file(path, file)
    judgement = _judged(opened, bot, options, runner)
    if options.json:
        _emit_json(opened, judgement)
    else:
        _emit_text(opened, judgement, show_all=options.all)
    return opened.status


def _open(found: FoundGame, options: Namespace) -> OpenedGame | None:
    """The game; None if a folder contains another game, or a board without players."""
    file = open_found(found)
    is_named = found.path in options.files
    if isinstance(file, GameFile) and not is_named:
        return None
    opened = replay_file(found.path, file)
    return opened if opened.cast.names or is_named else None


def _compare(bots: Sequence[str], options: Namespace, runner: AnyRunner) -> int:
    """Print the turns about which two bots disagree; saves nothing."""

    def judge(found: FoundGame) -> int:
        opened = _open(found, options)
        if opened is None:
            return 0
        start = (_start(opened, bot, options.effort, again=options.again) for bot in bots)
        judges = [_judge(opened, known, options.jobs, runner) for known in start]
        emit_disagreements(opened, judges, is_json=options.json)
        return opened.status

    return for_each("judge", games_in("judge", options.files), judge)


def _judged(opened: OpenedGame, bot: str, options: Namespace, runner: AnyRunner) -> Judgement:
    """Judge the turns not judged yet, and save the judgement, also if judging is interrupted."""
    known = _start(opened, bot, options.effort, again=options.again)
    found: dict[int, TurnVerdict] = {}
    file = JudgementFile(opened, is_read_only=options.read_only)
    try:
        judgement = _judge(opened, known, options.jobs, runner, found, file)
    except BaseException:
        if found:
            file.save(known.with_verdicts(found))
        raise
    if judgement is not known:
        file.save(judgement)
    return judgement


def _start(opened: OpenedGame, bot: str, effort: int | None, *, again: bool) -> Judgement:
    """The known verdicts of this bot with this effort."""
    if not opened.cast.names:
        raise CommandError("this board has no players")
    effort = judging_effort(bot) if effort is None else effort
    known = None if again else find_judgement(opened.transcript)
    if known is None or (known.bot, known.effort) != (bot, effort):
        return Judgement(bot, effort, {})
    return known


def _judge(
    opened: OpenedGame,
    known: Judgement,
    jobs: int,
    runner: AnyRunner,
    found: dict[int, TurnVerdict] | None = None,
    file: JudgementFile | None = None,
) -> Judgement:
    """Judge the missing turns in other processes, with a progress line on standard error.

    `found` receives each verdict as soon as it is known, and `file` from time to time all. If a
    worker is lost, other ones judge the turns that are still missing.
    """
    found = {} if found is None else found
    while known.with_verdicts(found).missing(opened.last_turn):
        before = len(found)
        try:
            _judge_missing(opened, known, jobs, runner, found, file)
        except WorkerLostError:
            if len(found) == before:
                raise
    return known.with_verdicts(found) if found else known


def _judge_missing(
    opened: OpenedGame,
    known: Judgement,
    jobs: int,
    runner: AnyRunner,
    found: dict[int, TurnVerdict],
    file: JudgementFile | None,
) -> None:
    missing = known.with_verdicts(found).missing(opened.last_turn)
    game = opened.game
    wanted = tuple(blocks(missing))
    turns = tuple(game.positions), tuple(game.turns)
    work = TurnsToJudge(*turns, known.bot, known.effort, opened.cast.names, wanted)
    progress = Progress(sys.stderr, opened.last_turn, opened.last_turn - len(missing), noun="turn")
    for _, verdicts in _run(work, len(wanted), jobs, runner, progress):
        found |= verdicts
        for _ in verdicts:
            progress.step()
        if file is not None:
            file.keep(known.with_verdicts(found))


def _run(
    work: Contest[V], parts: int, jobs: int, runner: AnyRunner, progress: Progress
) -> Iterator[tuple[int, V]]:
    """The results of all parts of the work, by other processes."""
    try:
        with (
            stopped_by_signals(),
            closing(runner(work, range(parts), max(jobs, 2))) as judged,
        ):
            yield from judged
    finally:
        progress.end()


def _emit_text(opened: OpenedGame, judgement: Judgement, *, show_all: bool) -> None:
    for turn in range(1, opened.last_turn + 1):
        if show_all or judgement.mark(turn) is not TurnMark.NONE:
            _emit_turn(opened, judgement, turn)
    emit()
    header = ("", "player", "accuracy", *map(heading, MARKS))
    rows = [_row(opened, judgement, player) for player in range(len(opened.cast.names))]
    emit_table(header, rows)
    emit(f"judged by {showable(judgement.bot)}, effort {judgement.effort}")


def _emit_turn(opened: OpenedGame, judgement: Judgement, turn: int) -> None:
    verdict = judgement.verdicts[turn]
    who, played = opened.cast.full_name(verdict.player), format_moves(opened.game.turns[turn - 1])
    emit_wrapped(f"{turn}. {who}: {played} {verdict.mark.value}".rstrip(), hanging="    ")
    emit_wrapped(describe_verdict(verdict, opened.cast), "    ", "      ")
    if verdict.best is not None:
        emit_wrapped(f"better: {format_moves(verdict.best)}", "    ", "      ")
        for reason in verdict.reasons:
            emit_wrapped(showable(reason), "    - ", "      ")


def _row(opened: OpenedGame, judgement: Judgement, player: int) -> tuple[str | int, ...]:
    marks: Mapping[TurnMark, int] = judgement.marks_of(player)
    counts = [marks[mark] for mark in MARKS]
    share = percent(judgement.accuracy(player))
    return (opened.cast.letters[player], opened.cast[player], share, *counts)


def _judge_other_game(at: RecordAt, options: Namespace, runner: AnyRunner) -> int:
    """Judge a file of another game by the game's own bot; saves nothing."""
    from atlantis_core.record_judgement import StepsToJudge
    from .judged_tables import emit_steps, emit_steps_json
    from .other_games import open_record

    record, status = open_record(at)
    if not record.players:
        raise CommandError("this notation has no moves")
    work = StepsToJudge(at.file.entry, record, options.effort)
    progress = Progress(sys.stderr, record.last_step, noun="step")
    found = {}
    for number, verdict in _run(work, record.last_step, options.jobs, runner, progress):
        found[number] = verdict
        progress.step()
    verdicts = [found[number] for number in range(record.last_step)]
    if options.json:
        emit_steps_json(record, verdicts)
    else:
        emit_steps(record, verdicts, show_all=options.all)
    return status


def _emit_json(opened: OpenedGame, judgement: Judgement) -> None:
    players = range(len(opened.cast.names))
    document = {
        "file": name_of(opened.name),
        "bot": judgement.bot,
        "effort": judgement.effort,
        "players": [
            {
                "name": opened.cast[player],
                "accuracy": judgement.accuracy(player),
                "marks": {m.name.lower(): n for m, n in judgement.marks_of(player).items()},
            }
            for player in players
        ],
        "turns": [
            {
                "turn": turn,
                "player": verdict.player,
                "moves": [str(move) for move in opened.game.turns[turn - 1]],
                "before": [round(chance, 4) for chance in verdict.before],
                "after": [round(chance, 4) for chance in verdict.after],
                "loss": round(verdict.loss, 4),
                "mark": verdict.mark.value,
                "forced": verdict.is_forced,
                "best": None if verdict.best is None else [str(move) for move in verdict.best],
                "line": [[str(move) for move in reply] for reply in verdict.line],
                "why": list(verdict.reasons),
            }
            for turn, verdict in sorted(judgement.verdicts.items())
        ],
    }
    emit_json(document)
