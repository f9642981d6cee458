"""Transcripts: reading relative to playing, and the relaxed reader relative to the standard one.

The game has no explosions and is therefore the worst case: such turns cost the engine least, so
reading weighs most. Every player moves in most turns, often several stacks.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

from atlantis_core import Game, Move, Position, Shape, legal_moves, play_turn, traditional_start
from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.json_text.places import Problems
from atlantis_core.json_text.relaxed_json import read_relaxed_json
from atlantis_core.positions.position import FieldState
from atlantis_core.transcript import Annotations, Player, Transcript, dumps, loads, replay
from benchmarks.claims import Claim, at_most
from benchmarks.timing import best_seconds, times_costlier

TURNS = 5_000
MOST_MOVES = 4
SEED = 3


@cache
def long_game() -> Transcript:
    """Six players who move on hexagon 5 for 5,000 turns without eliminations or explosions."""
    start = traditional_start(Shape.HEXAGON, 5, players=6)
    dice = random.Random(SEED)
    turns: list[tuple[Move, ...]] = []
    position = start
    for _ in range(TURNS):
        turn = _quiet_turn(position, dice)
        turns.append(turn)
        position = play_turn(position, turn)
    players = tuple(
        Player(FrozenMap(start.stacks(number)), f"player {number + 1}", color)
        for number, color in enumerate("red green blue orange purple gold".split())
    )
    return Transcript(start.board.segments, players, tuple(turns))


def _quiet_turn(position: Position, dice: random.Random) -> tuple[Move, ...]:
    turn: tuple[Move, ...] = ()
    for _ in range(MOST_MOVES):
        choice = legal_moves(position, turn)
        if not choice:
            break
        longer = (*turn, dice.choice(choice))
        if _is_quiet(position, play_turn(position, longer)):
            turn = longer
    return turn


def _is_quiet(before: Position, after: Position) -> bool:
    held = [contents for _, contents in after.occupied()]
    stones = sum(contents.stones for contents in held)
    is_open = all(contents.state is FieldState.OPEN for contents in held)
    return is_open and stones == sum(contents.stones for _, contents in before.occupied())


def claims() -> Iterator[Claim]:
    transcript = long_game()
    text = dumps(transcript)
    start = traditional_start(Shape.HEXAGON, 5, players=6)
    assert replay(loads(text)).turn_number == TURNS
    moves = sum(map(len, transcript.turns))

    both, engine = best_seconds(
        lambda: replay(loads(text)), lambda: Game(start, transcript.turns), rounds=5
    )
    yield at_most(3, f"read and replay {TURNS} turns, relative to the engine", both / engine)
    yield at_most(60, "a move in the canonical layout", len(text) / moves, "bytes")

    assert read_relaxed_json(text, Problems()).data == json.loads(text)
    ratio = times_costlier(
        lambda: read_relaxed_json(text, Problems()), than=lambda: json.loads(text)
    )
    yield at_most(40, "relaxed reader, canonical layout, beside json.loads", ratio)
    spread = json.dumps(json.loads(text), indent=1)
    ratio = times_costlier(
        lambda: read_relaxed_json(spread, Problems()), than=lambda: json.loads(spread)
    )
    yield at_most(40, "relaxed reader, a value per line, relative to json.loads", ratio)
    comments = FrozenMap({turn: f'turn {turn}:\n"hm"' for turn in range(1, TURNS, 3)})
    clocks = tuple(turn * 7919 % 600 / 10 for turn in range(TURNS))
    annotations = Annotations(comments=comments, clocks=clocks)
    annotated = dumps(transcript.with_annotations(annotations))
    ratio = times_costlier(
        lambda: read_relaxed_json(annotated, Problems()), than=lambda: json.loads(annotated)
    )
    yield at_most(40, "relaxed reader, with comments, beside json.loads", ratio)
