"""Kalah as a game of the registry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from atlantis_core.games.defaults import GameDefaults
from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import (
    Game,
    Program,
    Reading,
    Record,
    Thought,
    Variant,
)
from atlantis_core.games.records import GameRecord
from atlantis_core.support.cancelling import IsCancelled, never
from atlantis_core.support.phrases import counted
from .board import HOLES, SEEDS, Board, Swap, new_board
from .chooser import EFFORT, Chooser, ChosenMove
from .dialogues import MAX_HOLES, MAX_SEEDS, DialogueLayout, read_dialogue, titled
from .drawing import PLAYERS
from .evaluation import SEED
from .position import KalahPosition, kalah_position
from .programs import KalahProgram

_START = re.compile(r"(?m)^(?: *[0-9]+\.[0-9]{3} > )?(?:START;|CHANGE;(?:SWAP|[0-9]+);)")
_AHEAD = 6 * SEED
"""A lead with which a player usually wins."""
_MOST_GENTLE, _MOST_STRONG = 400, 8_000
"""Efforts of levels on large boards; on small ones, as many would find nearly every best move."""
_VARIANT = re.compile(r"([0-9]{1,3})x([0-9]{1,4})")


class Kalah(GameDefaults):
    """Reads dialogues, starts matches of any size, suggests moves, and runs agents."""

    rules = """
        Lift all seeds of one of your holes and sow them one by one into the following
        places, including your store but not the opponent's.

        If the last seed lands in your store, you move again, except after the first move of
        a match. If it lands in an empty hole of yours and there are seeds opposite, you
        capture it and those seeds.

        The match ends when a side has no seeds in its holes; the seeds on the other side go
        into that side's store. The player with more seeds wins. The second player may answer
        the first move by swapping sides.
    """

    def recognises(self, text: str) -> bool:
        return _START.search(text) is not None

    def read(self, text: str, name: str) -> Reading:
        return read_dialogue(text, name)

    def level_efforts(self, record: Record) -> tuple[int, ...]:
        position = record.position(0)
        seeds = position.board.seeds if isinstance(position, KalahPosition) else 0
        return 20, min(_MOST_GENTLE, 2 * seeds), min(_MOST_STRONG, seeds * seeds * 2 // 3)

    def variants(self) -> Sequence[Variant]:
        return (
            Variant("7x7", "seven holes a side, seven seeds in each"),
            Variant("6x4", "six holes, four seeds: as sold in shops"),
            Variant("6x6", "six holes, six seeds"),
            Variant("4x3", "four holes, three seeds: a short game"),
        )

    def new(self, variant: str, names: Sequence[str] = ()) -> Record:
        first, second = (
            name or default for name, default in zip_longest(names[:2], PLAYERS, fillvalue="")
        )
        record = GameRecord(
            title="",
            players=(first, second),
            start=KalahPosition(parse_size(variant)),
            layout=DialogueLayout(),
        )
        return titled(record)

    def think(
        self, record: Record, effort: int | None = None, is_cancelled: IsCancelled = never
    ) -> Thought:
        position = kalah_position(record, record.last_step)
        board = position.board
        if board.mover is None:
            raise GameError("the match is over")
        chooser = Chooser(board.size, board.seeds)
        chosen = chooser.choose(board, EFFORT if effort is None else effort, is_cancelled)
        words = _describe(position, chosen)
        return Thought(
            position.move_of(chosen.choice),
            chosen.worth,
            words,
            chosen.judged,
            chosen.is_exact,
            _AHEAD,
        )

    def open_program(self, command: str, side: int) -> Program:
        return KalahProgram(command, side)


def parse_size(text: str) -> Board:
    """The start of a match from holes and seeds, ``7x7`` or empty; raises GameError."""
    match = _VARIANT.fullmatch(text or f"{HOLES}x{SEEDS}")
    if match is None or not (1 <= int(match[1]) <= MAX_HOLES and 1 <= int(match[2]) <= MAX_SEEDS):
        raise GameError(
            f"unknown board: {text[:40]!r} (expected holes and seeds, for example '6x4', "
            f"at most '{MAX_HOLES}x{MAX_SEEDS}')"
        )
    return new_board(int(match[1]), int(match[2]))


def _describe(position: KalahPosition, chosen: ChosenMove) -> str:
    if chosen.choice is Swap.SWAP:
        return f"the first move was worth {abs(chosen.worth) / SEED:.1f} seeds: take its side"
    seeds = counted(abs(round(chosen.worth / SEED)), "seed")
    about = "" if chosen.is_exact else "about "
    how = "ahead" if chosen.worth >= 0 else "behind"
    standing = f"{about}{seeds} {how}" if round(chosen.worth / SEED) else f"{about}even"
    line = " ".join(map(str, chosen.line[:6]))
    name = position.players[position.board.player or 0]
    return f"{name} ends {standing} after {line}" if line else f"{name} ends {standing}"


GAME: Game = Kalah()
