"""`atlantis judge`: have a bot judge every turn of a game, and save the judgement."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import closing

from atlantis_core.bots.registry import bot_named
from atlantis_core.contests.game_runs import play_games
from atlantis_core.contests.progress import Progress
from atlantis_core.contests.stop_signals import stopped_by_signals
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.judged_games import Judgement, find_judgement, keep_judgement
from atlantis_core.review.judgement import TurnsToJudge
from atlantis_core.review.reasons import describe_verdict
from atlantis_core.review.verdicts import BAD_LOSS, DOUBTFUL_LOSS, GOOD_MARGIN, TurnMark
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from . import match_options
from .errors import CommandError
from .game_files import OpenedGame, open_playable
from .inputs import STANDARD_STREAM, name_of
from .output import complain, emit, emit_json, emit_table, emit_wrapped

DESCRIPTION = f"""\
Have a bot judge every turn: each player's winning chance before and after it, a
better turn if there was one, and each player's accuracy. '?' marks a bad turn,
which loses at least {100 * BAD_LOSS:.0f} percent; '?!' a doubtful one, at least
{100 * DOUBTFUL_LOSS:.0f}; '!' a turn at least {100 * GOOD_MARGIN:.0f} better than the second best.
The judgement is saved in the file's annotations; later runs judge only new turns."""
EXAMPLES = """\
  atlantis judge game.json                       the mistakes, and the accuracy
  atlantis judge game.json --all                 every turn
  atlantis judge game.json --json | jq .turns    for programs
  atlantis judge game.json --effort 8000 --again a stronger judge
"""


def add_arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="a game; '-' is standard input")
    match_options.add_bot_options(parser, "bot that judges", " per turn")
    add(
        "--jobs",
        metavar="N",
        type=match_options.jobs,
        default=os.cpu_count() or 1,
        help="number of processes (default: number of CPUs)",
    )
    add("--again", action="store_true", help="judge all turns again")
    add("--read-only", action="store_true", help="do not write the file")
    add("--all", action="store_true", help="show every turn, not only the marked ones")
    add("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> int:
    opened = open_playable(options.file)
    if not opened.cast.names:
        raise CommandError("this board has no players")
    effort = bot_named(options.bot).default_effort if options.effort is None else options.effort
    known = None if options.again else find_judgement(opened.transcript)
    if known is None or (known.bot, known.effort) != (options.bot, effort):
        known = Judgement(options.bot, effort, {})
    judgement = _judge(opened, known, options.jobs)
    if judgement is not known and not options.read_only:
        _save(opened, judgement)
    if options.json:
        _emit_json(opened, judgement)
    else:
        _emit_text(opened, judgement, show_all=options.all)
    return opened.status


def _judge(opened: OpenedGame, known: Judgement, jobs: int) -> Judgement:
    """Judge the missing turns in other processes, with a progress line on standard error."""
    missing = known.missing(opened.last_turn)
    if not missing:
        return known
    game = opened.game
    work = TurnsToJudge(
        tuple(game.positions), tuple(game.turns), known.bot, known.effort, opened.cast.names
    )
    progress = Progress(sys.stderr, opened.last_turn, opened.last_turn - len(missing), noun="turn")
    found = {}
    try:
        with (
            stopped_by_signals(),
            closing(play_games(work, [turn - 1 for turn in missing], max(jobs, 2))) as judged,
        ):
            for number, verdict in judged:
                found[number + 1] = verdict
                progress.step()
    finally:
        progress.end()
    return known.with_verdicts(found)


def _save(opened: OpenedGame, judgement: Judgement) -> None:
    """Save the judgement in the file; only warns if that fails, so that it is still printed."""
    if opened.name == STANDARD_STREAM:
        return
    if not opened.is_readable:
        complain("atlantis judge: judgement not saved: parts of the file could not be read")
        return
    try:
        opened.save(keep_judgement(opened.transcript, judgement))
    except AtlantisError as error:
        complain(f"atlantis judge: judgement not saved: {error}")


def _emit_text(opened: OpenedGame, judgement: Judgement, *, show_all: bool) -> None:
    for turn in range(1, opened.last_turn + 1):
        if show_all or judgement.mark(turn) is not TurnMark.NONE:
            _emit_turn(opened, judgement, turn)
    emit()
    header = ("", "player", "accuracy", "good !", "doubtful ?!", "bad ?")
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
    share = judgement.accuracy(player)
    accuracy = "-" if share is None else f"{100 * share:.0f} %"
    counts = (marks[TurnMark.GOOD], marks[TurnMark.DOUBTFUL], marks[TurnMark.BAD])
    return (opened.cast.letters[player], opened.cast[player], accuracy, *counts)


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
                "why": list(verdict.reasons),
            }
            for turn, verdict in sorted(judgement.verdicts.items())
        ],
    }
    emit_json(document)
