"""Fuzzes the native engine, built with sanitizers: `make fuzz-native`.

Valid arguments are mutated: bytes flipped, cut and lengthened, geometry of another board, steps
and moves off the board, extreme numbers, values of other types, and objects whose conversion to
a number empties the list that is being read, fills it or raises. A function may return a value,
return None or raise one of the errors below; the sanitizers end the process on invalid memory
access. For unchanged arguments the result must equal that of the pure engine.

Arguments: the folder into which the module was built, the number of calls, and a seed.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine import pure
from atlantis_core.engine.pure.net import NET_BYTES
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.settling import Trial
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import legal_moves
from hatch_build import compile_engine

SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g")
EXTREMES = (
    *(
        sign * (2**bits + more)
        for bits in (31, 32, 62, 63, 64)
        for sign in (1, -1)
        for more in (-1, 0)
    ),
    10**40,
    -(10**40),
)
"""Numbers around the limits of C types."""
ODD: tuple[object, ...] = (
    None, -1, 0, 1, 7, 255, 1.5, float("nan"), "a", b"", b"\x21" * 9, (), (1, 2, 3), [], [()],
    [(1, 2)], [(1, 1, 1)], {}, object(), True, *EXTREMES,
)  # fmt: skip
REFUSALS = (TypeError, ValueError, OverflowError, AttributeError, LookupError, MemoryError)


APART = ("turn", "explore")
"""Their twins are elsewhere in the core, and tests compare them there."""


class Index:
    """A number whose `__index__` and `__float__` have a side effect."""

    def __init__(self, value: int, first: Callable[[], object]) -> None:
        self._value = value
        self._first = first

    def __index__(self) -> int:
        self._first()
        return self._value

    def __float__(self) -> float:
        self._first()
        return float(self._value)


def load(folder: Path) -> ModuleType:
    """Load the module from a folder."""
    (path,) = folder.rglob("_native*.so")
    spec = importlib.util.spec_from_file_location("_native", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"cannot load {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def positions(dice: Random) -> list[Position]:
    """The positions of a few random games."""
    found: list[Position] = []
    for shape, side, players in (
        (Shape.TRIANGLE, 2, 2),
        (Shape.HEXAGON, 2, 3),
        (Shape.RHOMBUS, 3, 6),
    ):
        game = Game(
            traditional_start(shape, side, min(players, 4 if shape is Shape.RHOMBUS else 6))
        )
        while not game.is_over and game.turn_number < 40:
            moves = legal_moves(game.position)
            game.play([dice.choice(moves)] if moves else [])
        found += game.positions
    return found


NET = bytes(NET_BYTES)


def plan(dice: Random) -> tuple[int, ...]:
    """How to explore a position: effort, contested moves only, replacing, beam, candidates."""
    efforts, yes_or_no = (0, 1, 5, 40, 300), (0, 1)
    width, candidates = dice.choice((0, 1, 4, 24)), dice.choice((1, 8, 24))
    return dice.choice(efforts), dice.choice(yes_or_no), dice.choice(yes_or_no), width, candidates


def calls(position: Position, dice: Random) -> list[tuple[str, list[object]]]:
    """Every function with valid arguments."""
    moves = legal_moves(position)
    turn = (dice.choice(moves),) if moves else ()
    trial = Trial(position)
    steps = [trial.step(move) for move in turn]
    plain: list[object] = list(position.plain)
    return [
        ("turn", [*plain, turn]),
        ("play", [*plain, steps]),
        ("settle", [*plain, steps, dice.randrange(9)]),
        ("foresee", [*plain, steps]),
        ("judge", [*plain, steps, SEASONED]),
        ("inputs", [*plain, steps]),
        ("rate", [*plain, steps, NET]),
        ("explore", [*plain, dice.choice((NET, SEASONED)), plan(dice), dice.shuffle, dict]),
        ("measure", plain),
        ("areas", plain),
        ("standing", plain),
        ("is_over", plain),
        ("moves", [*plain, position.tall]),
    ]


def spoil(value: object, dice: Random) -> object:
    """Mutate an argument."""
    if isinstance(value, bytes) and dice.random() < 0.7:
        return spoil_bytes(value, dice)
    if isinstance(value, list) and dice.random() < 0.8:
        return spoil_steps(value, dice)
    if isinstance(value, tuple) and value and isinstance(value[0], Move):
        return spoil_turn(value, dice)
    if isinstance(value, tuple) and value and isinstance(value[0], float):
        return spoil_items(value, dice)
    if hasattr(value, "flat") and dice.random() < 0.8:
        return spoil_board(value, dice)
    if isinstance(value, int) and dice.random() < 0.3:
        return Index(value, raise_something)
    return dice.choice(ODD)


def raise_something() -> None:
    raise KeyError("not a number today")


def spoil_items(value: Sequence[object], dice: Random) -> tuple[object, ...]:
    """Replace one or two items."""
    items = list(value)
    for _ in range(dice.choice((1, 2))):
        place = dice.randrange(len(items))
        asked = Index(1, dice.choice((raise_something, dict)))
        items[place] = dice.choice((*EXTREMES, None, "a", asked, asked, asked))
    return tuple(items)


def spoil_steps(value: list[object], dice: Random) -> list[object]:
    """Steps off the board, or a list that changes while it is read."""
    if not value or dice.random() < 0.4:
        numbers = (-1, 0, 1, 2, 9, 40, 10**6, *EXTREMES)
        return [tuple(dice.choice(numbers) for _ in range(3)) for _ in range(3)]
    steps: list[object] = []
    change = dice.choice((steps.clear, lambda: steps.extend([(1, 2, 3)] * 99), raise_something))
    for step in value:
        items = list(step) if isinstance(step, tuple) and step else [step]
        place = dice.randrange(len(items))
        number = items[place]
        if isinstance(number, int):
            items[place] = Index(number, change)
        steps.append(tuple(items))
    return steps + value if dice.random() < 0.5 else steps


def spoil_turn(value: Sequence[object], dice: Random) -> tuple[object, ...]:
    """Moves between any fields, of numbers and number-like objects."""
    numbers: list[object] = [*range(-3, 20), *EXTREMES, None, Index(3, raise_something)]
    if dice.random() < 0.5:
        numbers = [*range(-3, 20)]
    near = [(dice.choice(numbers), dice.choice(numbers)) for _ in range(8)]
    moves = [(dice.choice(near), dice.choice(near)) for _ in range(4)]
    return (*value, *moves) if dice.random() < 0.5 else tuple(moves)


class OddMoves:
    """Moves of a board that adds unusual moves and drops others."""

    def __init__(self, size: int, dice: Random) -> None:
        self.moves_at: list[object] = [None] * size
        self._dice = dice

    def moves_from(self, index: int, reach: int) -> object:
        dice = self._dice
        found = tuple([object() for _ in range(dice.choice((6 * reach, 6 * reach, 5, 0)))])
        if index < len(self.moves_at):
            self.moves_at[index] = dice.choice((found, found, found, *ODD))
        if dice.random() < 0.05:
            dice.choice((self.moves_at.clear, self.moves_at.reverse, raise_something))()
        return found


def spoil_board(value: Any, dice: Random) -> SimpleNamespace:
    flat = list(value.flat)
    if dice.random() < 0.8:
        odd = (-1, 0, 1, 2, 5, 10**9, b"", None, *EXTREMES, Index(9, raise_something), *flat)
        flat[dice.randrange(5)] = dice.choice(odd)
    if dice.random() < 0.2 and isinstance(flat[4], bytes):
        flat[4] = bytes(dice.choice((0, 1, 255)) for _ in flat[4])
    odd_moves = OddMoves(dice.choice((9, 200, 400)), dice)
    found = value if hasattr(value, "moves_from") and dice.random() < 0.5 else odd_moves
    moves = dice.choice((found.moves_at, found.moves_at, found.moves_at, *ODD))
    return SimpleNamespace(flat=tuple(flat), moves_at=moves, moves_from=found.moves_from)


def spoil_bytes(value: bytes, dice: Random) -> bytes:
    kind, changed = dice.randrange(4), bytearray(value)
    if kind == 0:
        return value[: dice.randrange(len(value) + 1)]
    if kind == 1:
        return value + bytes(dice.randrange(256) for _ in range(dice.randrange(40)))
    for _ in range(dice.choice((1, 2, 60)) if value else 0):
        changed[dice.randrange(len(value))] = dice.choice((0, 1, 2, 6, 33, 38, 49, 64, 65, 255))
    return bytes(changed)


def fuzz(native: ModuleType, number: int, seed: int = 1) -> tuple[int, int]:
    """Make this many calls. Returns the numbers of answered and of refused calls."""
    dice = Random(seed)
    known, answered, refused = positions(dice), 0, 0
    while answered + refused < number:
        for name, right in calls(dice.choice(known), dice):
            arguments = list(right)
            is_spoilt = dice.random() < 0.8
            if is_spoilt:
                for _ in range(dice.choice((1, 1, 2))):
                    place = dice.randrange(len(arguments))
                    arguments[place] = spoil(arguments[place], dice)
                if dice.random() < 0.02:
                    arguments = arguments[:-1]
            try:
                found = getattr(native, name)(*arguments)
            except REFUSALS:
                refused += 1
                continue
            answered += 1
            if not is_spoilt and found is not None and name not in APART:
                assert found == getattr(pure, name)(*arguments), (name, arguments)
    return answered, refused


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0])
    if arguments[1] == "build":
        source = Path(__file__).parents[2] / "src" / "atlantis_core" / "engine" / "_native.c"
        if compile_engine(source, folder, SANITIZED) is None:
            raise SystemExit("the fuzz needs a C compiler with sanitizers")
        return
    answered, refused = fuzz(load(folder), int(arguments[1]), *map(int, arguments[2:3]))
    sys.stdout.write(f"{answered} calls answered, {refused} refused, none out of bounds\n")


if __name__ == "__main__":
    main(sys.argv[1:])
