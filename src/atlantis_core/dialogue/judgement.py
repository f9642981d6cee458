"""Commands that let a bot judge the game, and learn from it."""

from __future__ import annotations

import os
from contextlib import closing

from atlantis_core.contests.game_runs import play_games
from atlantis_core.review.judged_games import Judgement
from atlantis_core.review.judgement import TurnsToJudge, judge_to_ask
from atlantis_core.review.reasons import describe_moment, describe_verdict
from atlantis_core.review.turning_points import TurningPointFinder
from atlantis_core.review.verdicts import TurnMark
from .state import DialogueError, Lines, Talk


def judge(talk: Talk, _: str) -> Lines:
    """Let a bot judge every turn of the game, keep that, and list what it has marked."""
    main = talk.replay.tree.main
    if not main.turn_number:
        raise DialogueError("no turn has been played")
    known = talk.replay.judgement
    who = judge_to_ask(None if known is None else (known.bot, known.effort))
    if known is None or (known.missing(main.turn_number) and who != (known.bot, known.effort)):
        known = Judgement(*who, {})
    missing = [turn - 1 for turn in known.missing(main.turn_number)]
    said = []
    if missing:
        work = TurnsToJudge(
            tuple(main.positions), tuple(main.turns), known.bot, known.effort, talk.cast.names
        )
        with closing(play_games(work, missing, os.cpu_count() or 1)) as judged:
            found = {number + 1: verdict for number, verdict in judged}
        known = known.with_verdicts(found)
        talk.replay.keep_judgement(known)
        said.append(f"judged by {known.bot}, effort {known.effort}; {talk.keep()}")
    _mark_turning_points(talk)
    return [*said, *_marked(talk, known), *_accuracy(talk, known)]


def _mark_turning_points(talk: Talk) -> None:
    judge = TurningPointFinder(talk.replay.tree.main.positions)
    judge.advance(len(judge))
    talk.replay.turning_points = judge.turning_points


def _marked(talk: Talk, judgement: Judgement) -> Lines:
    lines = {
        turn: f"turn {turn} {verdict.mark.value} {describe_verdict(verdict, talk.cast)}"
        for turn, verdict in judgement.verdicts.items()
        if verdict.mark is not TurnMark.NONE
    }
    for moment in talk.replay.turning_points or ():
        told = f"turn {moment.turn}: {describe_moment(moment, talk.cast)}"
        lines[moment.turn] = f"{lines[moment.turn]}; {told}" if moment.turn in lines else told
    return [lines[turn] for turn in sorted(lines)]


def _accuracy(talk: Talk, judgement: Judgement) -> Lines:
    for player, name in enumerate(talk.cast.names):
        share = judgement.accuracy(player)
        if share is not None:
            yield f"accuracy of {name}: {100 * share:.0f} percent"
