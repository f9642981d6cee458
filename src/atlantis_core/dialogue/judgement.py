"""The commands that let a bot judge the game, and turns that the user tries instead of mistakes."""

from __future__ import annotations

import os
from contextlib import closing

from atlantis_core.bots.threads import available_threads, searching_with
from atlantis_core.contests.game_runs import play_games
from atlantis_core.positions.grid import format_moves, parse_moves
from atlantis_core.review.judged_games import Judgement
from atlantis_core.review.judgement import TurnQuestion, TurnsToJudge, blocks, bot_and_effort
from atlantis_core.review.places import Place
from atlantis_core.review.reasons import describe_moment, describe_tried, describe_verdict
from atlantis_core.review.turning_points import TurningPointFinder
from atlantis_core.review.variations import MAIN
from atlantis_core.review.verdicts import TurnMark
from atlantis_core.rules.turns import play_turn
from .state import DialogueState
from .verbs import DialogueError, Lines


def judge(state: DialogueState, _: str) -> Lines:
    """Judge every turn of the game, save the result, and list the marked turns."""
    main = state.replay.tree.main
    if not main.turn_number:
        raise DialogueError("no turn has been played yet")
    known = state.replay.judgement
    settings = bot_and_effort(None if known is None else (known.bot, known.effort))
    if known is None or (known.missing(main.turn_number) and settings != (known.bot, known.effort)):
        known = Judgement(*settings, {})
    missing = tuple(blocks(known.missing(main.turn_number)))
    lines = []
    if missing:
        turns = tuple(main.positions), tuple(main.turns)
        work = TurnsToJudge(*turns, known.bot, known.effort, state.cast.names, missing)
        with closing(play_games(work, range(len(missing)), os.cpu_count() or 1)) as judged:
            found = {turn: verdict for _, block in judged for turn, verdict in block.items()}
        known = known.with_verdicts(found)
        state.replay.keep_judgement(known)
        lines.append(f"judged by {known.bot}, effort {known.effort}; {state.save_edit()}")
    _mark_turning_points(state)
    return [*lines, *_marked(state, known), *_accuracy(state, known)]


def better(state: DialogueState, text: str) -> Lines:
    """Ask for a better turn than this or the next mistake, or judge the one that the user typed."""
    judgement = state.replay.judgement
    if judgement is None:
        raise DialogueError("this game is not judged yet (type 'judge')")
    return _judge_tried(state, judgement, text) if text.strip() else _ask(state, judgement)


def _ask(state: DialogueState, judgement: Judgement) -> Lines:
    """Go to the position before a mistake; does not tell the better turn."""
    replay = state.replay
    is_waiting = not replay.path and state.retried == replay.turn + 1
    first = replay.turn + 2 if is_waiting else 1 if replay.path else replay.turn
    mistake = next((turn for turn in judgement.mistakes if turn >= first), None)
    if mistake is None:
        raise DialogueError("no more mistakes after this turn")
    replay.go(Place(MAIN, mistake - 1))
    state.retried = mistake
    verdict, played = judgement.verdicts[mistake], replay.tree.main.turns[mistake - 1]
    yield f"find a better turn {mistake} for {state.cast[verdict.player]}"
    yield f"{format_moves(played)}: {describe_verdict(verdict, state.cast)}"
    yield "type 'better MOVES' or 'better pass'"


def _judge_tried(state: DialogueState, judgement: Judgement, text: str) -> Lines:
    replay, mistake = state.replay, state.retried
    if mistake is None or replay.path or replay.turn != mistake - 1:
        raise DialogueError("no mistake to improve here (type 'better' first)")
    turn, position = parse_moves(text.strip().lower()), replay.tree.main.position_after(mistake - 1)
    known = judgement.verdicts[mistake]
    if play_turn(position, turn) == replay.tree.main.position_after(mistake):
        verdict = known
    else:
        bot, effort = bot_and_effort((judgement.bot, judgement.effort))
        with searching_with(available_threads()):
            verdict = TurnQuestion(position, turn, bot, effort, state.cast.names)()
    yield describe_tried(turn, verdict, known)
    again = "" if verdict.best is None else "'better MOVES' to try again, "
    yield f"type {again}'better' for the next mistake, or 'next' to hear the turn played"


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
