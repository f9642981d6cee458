"""Fuzzes the native engine, built with sanitizers: `make fuzz-native`.

Valid arguments are mutated: bytes flipped, cut and lengthened, geometry of another board, steps
and moves off the board, extreme numbers, values of other types, and objects whose conversion to
a number empties the list that is being read, fills it or raises. Callbacks change what they are
given and what the engine reads, call the engine again, or raise. A function may return a value,
return None or raise one of the errors below; the sanitizers end the process on invalid memory
access. For unchanged arguments the result must equal that of the pure engine. A tenth of the calls
come from several threads that share their boards.

Arguments: the folder into which the module was built, the number of calls, and a seed.
"""

from __future__ import annotations

import gc
import importlib.util
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine import pure
from atlantis_core.engine.pure.net import NET_BYTES
from atlantis_core.games.kalah import native_search as kalah
from atlantis_core.games.kalah.board import new_board
from atlantis_core.games.tafl import native_search as tafl
from atlantis_core.games.tafl.play import legal_moves as tafl_moves
from atlantis_core.games.tafl.play import play_legal, start_position
from atlantis_core.games.tafl.variants import VARIANTS
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.settling import Trial
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import legal_moves
from atlantis_core.solving.states import symmetries
from atlantis_core.support.cancelling import never
from hatch_build import compile_engine
from tests.attacks import record

SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-DANY_PROCESSOR")
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


THREADS = 4
PLAN_ITEMS = 5
"""Longer tuples hold no effort, which an extreme number would make endless."""
OTHER_GAMES = 0.5
"""Share of rounds that call the search of another game as well."""
APART = ("turn", "explore", "search", "successors", "kalah", "tafl")
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


class Intruder:
    """A callback that does what the engine does not expect, and now and then what it expects."""

    def __init__(self, call: Callable[[], object], board: Any, dice: Random) -> None:
        """`call` calls the engine again."""
        self._call, self._board, self._dice = call, board, dice

    def __call__(self, *given: Any) -> None:
        dice = self._dice
        for items in given:
            number = Index(0, dice.choice((items.clear, items.reverse, raise_something)))
            odd: tuple[Any, ...] = ([], [*items, 0], [number] * len(items), [-1] * len(items))
            if dice.random() < 0.5:
                items[:] = dice.choice((*odd, list(EXTREMES), [*items[1:], None]))
        if dice.random() < 0.3:
            self._call()
        moves = getattr(self._board, "moves_at", None)
        if isinstance(moves, list) and dice.random() < 0.2:
            moves[:] = dice.choice(([], [None] * len(moves), [()] * len(moves), moves[:9]))
            gc.collect(0)
        if dice.random() < 0.1:
            raise KeyError("not now")


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


class AskedError(Exception):
    """Ends a search before it begins."""


def asked_of(module: ModuleType, search: Callable[[], object]) -> list[object]:
    """The arguments, but the last two, with which another game calls the native engine."""
    asked: list[object] = []

    def record(*arguments: object) -> None:
        asked.extend(arguments)
        raise AskedError

    with patch.object(module, "_search", record):
        try:
            search()
        except AskedError:
            return asked[:-2]
    raise AssertionError("the engine was not called")


Search = tuple[str, list[object]]


def searches_of_other_games(dice: Random) -> list[Search]:
    """Searches of Kalah and tafl, a few moves into games; effort and cancellation are missing."""
    found: list[Search] = []
    for holes, seeds in ((6, 4), (7, 7), (8, 5)):
        board = new_board(holes, seeds)
        for _ in range(dice.randrange(2 * holes)):
            following = board.play(dice.choice(list(board.sown)))
            board = board if following.mover is None else following
        asked = asked_of(kalah, partial(search_kalah, holes, 2 * holes * seeds, board.packed))
        found.append(("kalah", asked))
    for variant in VARIANTS:
        position = start_position(variant.rules)
        for _ in range(dice.randrange(12)):
            after = play_legal(position, dice.choice(tafl_moves(position)))
            position = position if after.outcome is not None else after
        if tafl.can_search(position):
            found.append(("tafl", asked_of(tafl, partial(tafl.native_best_move, position, 1))))
    return found


def search_kalah(holes: int, seeds: int, packed: int) -> None:
    search = kalah.native_search(holes, seeds)
    if search is not None:
        search(packed, 1, never)


def calls_of_other_games(searches: Sequence[Search], dice: Random) -> Iterator[Search]:
    """One of the searches, with valid arguments."""
    if searches and dice.random() < OTHER_GAMES:
        name, asked = dice.choice(searches)
        yield name, [*asked, dice.choice((-1, 0, 1, 500)), cancel_after(9)]


def cancel_after(times: int) -> Callable[[], bool]:
    """A callback that cancels a search without end."""
    left: Iterator[int] = iter(range(times))
    return lambda: next(left, None) is None


NET = bytes(NET_BYTES)


def plan(dice: Random) -> tuple[int, ...]:
    """How to explore a position: effort, contested moves only, replacing, beam, candidates."""
    efforts, yes_or_no = (0, 1, 5, 40, 300), (0, 1)
    width, candidates = dice.choice((0, 1, 4, 24)), dice.choice((1, 8, 24))
    return dice.choice(efforts), dice.choice(yes_or_no), dice.choice(yes_or_no), width, candidates


def orders_of(position: Position) -> bytes:
    """The symmetries of a board, as the solver packs them."""
    return b"".join(array("H", order).tobytes() for order in symmetries(position.board))


def limits(dice: Random) -> tuple[int, int]:
    """Turns and states that the solver may list."""
    return dice.choice((0, 1, 50, 3000)), dice.choice((0, 1, 20, 1000))


def habits(dice: Random) -> tuple[float, ...]:
    """How to search a tree: effort, idle walks, curiosity, prior and threads."""
    effort, walks, curiosity = (0, 1, 40, 300), (0, 1, 64), (0.0, 0.3)
    threads = dice.choice((1, 1, 2, 4))
    return dice.choice(effort), dice.choice(walks), dice.choice(curiosity), 0.3, threads


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
        ("search", [*plain, NET, habits(dice), plan(dice), plan(dice), dice.shuffle, dict]),
        ("successors", [*plain, orders_of(position), *limits(dice), dict]),
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
    if (
        isinstance(value, tuple)
        and value
        and (isinstance(value[0], float) or len(value) > PLAN_ITEMS)
    ):
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


def own_moves(board: Any) -> SimpleNamespace:
    """A board with a list of moves of its own, which may be damaged."""
    moves_at = list(board.moves_at)

    def moves_from(index: int, reach: int) -> object:
        found = board.moves_from(index, reach)
        moves_at[index] = found
        return found

    return SimpleNamespace(flat=board.flat, moves_at=moves_at, moves_from=moves_from)


def intrude(
    native: ModuleType, arguments: list[object], known: Sequence[Position], dice: Random
) -> None:
    """Replace the callbacks by those of an intruder."""

    def call() -> None:
        name, right = dice.choice(calls(dice.choice(known), dice))
        getattr(native, name)(*right)

    arguments[0] = own_moves(arguments[0])
    for place in (-2, -1):
        if dice.random() < 0.7:
            arguments[place] = Intruder(call, arguments[0], dice)


def fuzz(
    native: ModuleType,
    number: int,
    seed: int = 1,
    known: Sequence[Position] = (),
    searches: Sequence[Search] = (),
) -> tuple[int, int]:
    """Make this many calls. Returns the numbers of answered and of refused calls."""
    dice = Random(seed)
    known, answered, refused = known or positions(dice), 0, 0
    searches = searches or searches_of_other_games(dice)
    while answered + refused < number:
        others = calls_of_other_games(searches, dice)
        for name, right in (*calls(dice.choice(known), dice), *others):
            arguments = list(right)
            is_spoilt = dice.random() < 0.8
            if name in ("explore", "search") and dice.random() < 0.3:
                is_spoilt = True
                intrude(native, arguments, known, dice)
            elif is_spoilt:
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


def fuzz_in_threads(native: ModuleType, number: int, seed: int) -> tuple[int, int]:
    """Make this many calls from threads that share their positions and boards."""
    known, searches = positions(Random(seed)), searches_of_other_games(Random(seed))
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    with ThreadPoolExecutor(THREADS) as pool:
        tasks = [
            pool.submit(fuzz, native, number // THREADS, seed + one, known, searches)
            for one in range(THREADS)
        ]
        counts = [task.result() for task in tasks]
    sys.setswitchinterval(before)
    return sum(count[0] for count in counts), sum(count[1] for count in counts)


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0])
    if arguments[1] == "build":
        source = Path(__file__).parents[2] / "src" / "atlantis_core" / "engine" / "_native.c"
        if compile_engine(source, folder, SANITIZED) is None:
            raise SystemExit("the fuzz needs a C compiler with sanitizers")
        return
    native, number, seed = load(folder), int(arguments[1]), int(arguments[2])
    counts = fuzz(native, number, seed), fuzz_in_threads(native, number // 10, seed)
    answered, refused = map(sum, zip(*counts, strict=True))
    result = f"{answered} calls answered, {refused} refused, none out of bounds"
    sys.stdout.write(f"{result}\n")
    record(f"make fuzz-native CALLS={number} SEED={seed}", result)


if __name__ == "__main__":
    main(sys.argv[1:])
