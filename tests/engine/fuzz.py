"""Throws arguments of every kind at the native engine, built with sanitizers: `make fuzz-native`.

Arguments are right, then spoilt a little or a lot: bytes flipped, cut and lengthened, geometry of
another board, steps and moves into nowhere, values of other types. Whatever comes, a function may
give an answer, give None or raise; the sanitizers end the process if it reads or writes where
it must not. Where nothing was spoilt, the answer must be that of the pure engine.

Called with the folder into which the module was built, and how many arguments to try.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace

from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine import pure
from atlantis_core.engine.pure.net import NET_BYTES
from atlantis_core.game import Game
from atlantis_core.grid import Field, Move
from atlantis_core.position import Position
from atlantis_core.settling import Trial
from atlantis_core.shapes import Shape, traditional_start
from atlantis_core.turns import legal_moves
from hatch_build import compile_engine

SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g")
ODD: tuple[object, ...] = (
    None, -1, 0, 1, 7, 255, 2**31, 2**63, -(2**63), 10**40, 1.5, float("nan"), "a", b"",
    b"\x21" * 9, (), (1, 2, 3), [], [()], [(1, 2)], [(1, 1, 1)], {}, object(), True,
)  # fmt: skip
REFUSALS = (TypeError, ValueError, OverflowError, AttributeError, KeyError, MemoryError)


def load(folder: Path) -> ModuleType:
    """The module that was built into a folder."""
    (path,) = folder.rglob("_native*.so")
    spec = importlib.util.spec_from_file_location("_native", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"cannot load {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def positions(dice: Random) -> list[Position]:
    """The positions of a few games of chance."""
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


def calls(position: Position, dice: Random) -> list[tuple[str, list[object]]]:
    """Every function with right arguments."""
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
        ("rate", [*plain, steps, bytes(NET_BYTES)]),
        ("measure", plain),
        ("areas", plain),
        ("standing", plain),
        ("is_over", plain),
        ("moves", [position.board, position.cells, position.to_move, dict(position.tall)]),
    ]


def spoil(value: object, dice: Random) -> object:
    """Something like a right argument."""
    if isinstance(value, bytes) and dice.random() < 0.7:
        return spoil_bytes(value, dice)
    if isinstance(value, list) and dice.random() < 0.8:
        return [tuple(dice.choice((-1, 0, 1, 2, 9, 40, 10**6)) for _ in range(3)) for _ in range(3)]
    if isinstance(value, tuple) and value and isinstance(value[0], Move):
        near = [Field(dice.randrange(-3, 20), dice.randrange(-3, 20)) for _ in range(8)]
        return tuple(Move(dice.choice(near), dice.choice(near)) for _ in range(4))
    if hasattr(value, "flat") and dice.random() < 0.8:
        flat = list(value.flat)
        flat[dice.randrange(5)] = dice.choice((-1, 0, 1, 2, 5, 10**9, b"", None, *flat))
        return SimpleNamespace(flat=tuple(flat), lines=getattr(value, "lines", {}))
    return dice.choice(ODD)


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
    """Try so many calls; gives how many were answered and how many refused."""
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
            if not is_spoilt and found is not None and name != "turn":
                assert found == getattr(pure, name)(*arguments), (name, arguments)
    return answered, refused


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0])
    if arguments[1] == "build":
        source = Path(__file__).parents[2] / "src" / "atlantis_core" / "engine" / "_native.c"
        if compile_engine(source, folder, SANITIZED) is None:
            raise SystemExit("the fuzz needs a C compiler with sanitizers")
        return
    answered, refused = fuzz(load(folder), int(arguments[1]))
    sys.stdout.write(f"{answered} calls answered, {refused} refused, none out of bounds\n")


if __name__ == "__main__":
    main(sys.argv[1:])
