"""The command that lets a bot judge the game."""

from __future__ import annotations

import os
from contextlib import closing

from atlantis_core.contests.game_runs import play_games
from atlantis_core.review.judged_games import Judgement
from atlantis_core.review.judgement import TurnsToJudge, bot_and_effort
from atlantis_core.review.reasons import describe_moment, describe_verdict
from atlantis_core.review.turning_points import TurningPointFinder
from atlantis_core.review.verdicts import TurnMark
from .state import DialogueError, DialogueState, Lines


def judge(state: DialogueState, _: str) -> Lines:
    """Judge every turn of the game, save the result, and list the marked turns."""
    main = state.replay.tree.main
    if not main.turn_number:
        raise DialogueError("no turn has been played yet")
    known = state.replay.judgement
    settings = bot_and_effort(None if known is None else (known.bot, known.effort))
    if known is None or (known.missing(main.turn_number) and settings != (known.bot, known.effort)):
        known = Judgement(*settings, {})
    missing = [turn - 1 for turn in known.missing(main.turn_number)]
    lines = []
    if missing:
        work = TurnsToJudge(
            tuple(main.positions), tuple(main.turns), known.bot, known.effort, state.cast.names
        )
        with closing(play_games(work, missing, os.cpu_count() or 1)) as judged:
            found = {number + 1: verdict for number, verdict in judged}
        known = known.with_verdicts(found)
        state.replay.keep_judgement(known)
        lines.append(f"judged by {known.bot}, effort {known.effort}; {state.save_edit()}")
    _mark_turning_points(state)
    return [*lines, *_marked(state, known), *_accuracy(state, known)]


def _mark_turning_points(state: DialogueState) -> None:
    finder = TurningPointFinder(state.replay.tree.main.positions)
    finder.advance(len(finder))
    state.replay.turning_points = finder.turning_points


def _marked(state: DialogueState, judgement: Judgement) -> Lines:
    lines = {
        turn: f"turn {turn} {verdict.mark.value} {describe_verdict(verdict, state.cast)}"
        for turn, verdict in judgement.verdicts.items()
        if verdict.mark is not TurnMark.NONE
    }
    for moment in state.replay.turning_points or ():
        text = f"turn {moment.turn}: {describe_moment(moment, state.cast)}"
        lines[moment.turn] = f"{lines[moment.turn]}; {text}" if moment.turn in lines else text
    return [lines[turn] for turn in sorted(lines)]


def _accuracy(state: DialogueState, judgement: Judgement) -> Lines:
    for player, name in enumerate(state.cast.names):
        share = judgement.accuracy(player)
        if share is not None:
            yield f"accuracy of {name}: {100 * share:.0f}%"
