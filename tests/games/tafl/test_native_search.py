"""The native search: the rules and the evaluation of Python, and a bot that sees further."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from atlantis_core.games.search import WON
from atlantis_core.games.tafl import native_search, opponent
from atlantis_core.games.tafl.evaluation import worth_for_defenders
from atlantis_core.games.tafl.native_search import can_search, native_best_move, native_rows
from atlantis_core.games.tafl.opponent import best_move
from atlantis_core.games.tafl.pieces import KINDS, NO_PIECES, THE_KING, Side, format_space
from atlantis_core.games.tafl.play import (
    NOTHING,
    Ending,
    Position,
    consequences,
    legal_moves,
    play_legal,
    start_position,
)
from atlantis_core.games.tafl.rules_text import parse_rules
from atlantis_core.games.tafl.variants import VARIANTS, find_variant
from tests.engines import native_engine
from tests.games.tafl.test_against_oracle import format_move
from tests.games.tafl.test_endings import GAMES, Written, rows

SPECIAL = {"berserk"}
"""Variants with pieces that are left to Python."""


@pytest.fixture(autouse=True)
def built() -> None:
    if getattr(native_engine(), "tafl", None) is None:
        pytest.skip("the native engine is older than its source")
    if not native_search.IS_NATIVE:
        pytest.skip("this run uses the pure engine")


def rules_of(name: str) -> Position:
    variant = find_variant(name)
    assert variant is not None
    return start_position(variant.rules)


def positions_of_game(start: Position, dice: Random, most: int) -> Iterator[Position]:
    """A random game that likes captures; each position as if it had no past."""
    at = start
    for _ in range(most):
        if at.outcome is not None:
            return
        yield at._replace(past=NOTHING)
        moves = legal_moves(at)
        taking = [move for move in moves if consequences(at, move).captured]
        at = play_legal(at, dice.choice(taking if taking and dice.random() < 0.7 else moves))


def crowded(start: Position, dice: Random) -> Position:
    """Random pieces, most of them near an edge: walls, forts, enclosed and surrounded sides."""
    size = start.size
    spaces = [space for space in range(size * size) if start.tables.plain >> space & 1]
    dice.shuffle(spaces)
    spaces.sort(key=lambda space: dice.random() * (1 if start.tables.edge >> space & 1 else 2))
    pieces, number = list(NO_PIECES), dice.randrange(6, size * size * 2 // 3)
    pieces[THE_KING] = 1 << spaces[0]
    share = dice.choice([0.2, 0.5, 0.8])
    for space in spaces[1:number]:
        pieces[KINDS if dice.random() < share else 0] |= 1 << space
    return start_position(start.rules, tuple(pieces))


def ringed(start: Position, dice: Random) -> Position:
    """A ring of attackers around the defenders, which one more attacker can close."""
    size, middle = start.size, start.size // 2
    ring, inside = [], []
    for space in range(size * size):
        far = max(abs(space // size - middle), abs(space % size - middle))
        if far == middle - 1:
            ring.append(space)
        elif far < middle - 1 and start.tables.plain >> space & 1:
            inside.append(space)
    gap = dice.choice([space for space in ring if space // size == 1 and 1 < space % size < 9])
    king, *others = dice.sample(inside, 8)
    pieces = list(NO_PIECES)
    pieces[0] = sum(1 << space for space in ring) - (1 << gap) + (1 << (gap - size))
    pieces[KINDS] = sum(1 << space for space in others)
    pieces[THE_KING] = 1 << king
    return start_position(start.rules, tuple(pieces))


def ending_of(at: Position) -> int:
    if at.outcome is None:
        return 0
    winner = at.outcome.winner
    return 3 if winner is None else 1 if winner is Side.ATTACKERS else 2


def compare(at: Position, dice: Random) -> set[Ending]:
    """Compare all moves, and what some of them lead to; returns the endings."""
    found_rows = {row.move: row for row in native_rows(at)}
    moves = legal_moves(at)
    assert sorted(found_rows) == sorted(moves), str(at)
    found = set()
    ending = [move for move in moves if found_rows[move].ending]
    for move in {*dice.sample(moves, min(len(moves), 20)), *ending}:
        after, row = play_legal(at, move), found_rows[move]
        names = f"{at} {format_space(move >> 9, at.size)}-{format_space(move & 511, at.size)}"
        pieces = (after.attackers, after.defenders, after.pieces[THE_KING])
        assert (row.attackers, row.defenders, row.kings) == pieces, names
        assert row.ending == ending_of(after), names
        if after.outcome is None:
            assert row.worth == worth_for_defenders(after), names
        else:
            found.add(after.outcome.ending)
    return found


@pytest.mark.parametrize(
    "name", [variant.name for variant in VARIANTS if variant.name not in SPECIAL]
)
def test_rules_and_evaluation_are_those_of_python(name: str) -> None:
    dice, start = Random(name), rules_of(name)
    assert can_search(start)
    for at in positions_of_game(start, dice, 40 if start.size < 13 else 8):
        compare(at, dice)


OTHER_RULES = (
    "dim:7 efe:y sw:s swf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    "dim:9 esc:e ks:c ka:h tfr:l efe:y sw:w start:/9/9/4t4/9/2t1K1t2/9/4T4/9/9/",
    "dim:7 esc:e ks:m ka:a lin:y spd:2 surf:y start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    "dim:11 ks:s ka:n cenh:tTcCnN cenhe: efe:y sw:s start:/11/11/11/5t5/11/4tK5/11/5T5/11/11/11/",
)


@pytest.mark.parametrize("name", ["copenhagen", "fetlar", "tablut", *OTHER_RULES])
def test_crowded_boards_end_alike(name: str) -> None:
    dice = Random(name)
    start = start_position(parse_rules(name)) if ":" in name else rules_of(name)
    made = [crowded(start, dice) for _ in range(60)]
    if name in ("copenhagen", "fetlar"):
        made += [ringed(start, dice) for _ in range(10)]
    for at in made:
        if at.outcome is None and legal_moves(at):
            compare(at._replace(past=NOTHING), dice)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_endings_written_by_hand(game: Written) -> None:
    """Forts, enclosures and surrounding decide hardly any random game."""
    at = start_position(parse_rules(f"dim:7 {game.rules} starti:{rows(game.board)}"))
    if not can_search(at):
        pytest.skip("guards, mercenaries and jumps are left to Python")
    endings = set()
    for text in game.moves.split():
        endings |= compare(at._replace(past=NOTHING), Random(0))
        [move] = [move for move in legal_moves(at) if format_move(move, 7) == text]
        at = play_legal(at, move)
    assert game.end is None or game.end[1] in endings


def test_other_pieces_and_berserk_moves_are_left_to_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not can_search(rules_of("berserk"))
    monkeypatch.setattr(opponent, "native_best_move", lambda *_: pytest.fail("not native"))
    assert best_move(rules_of("berserk"), 30).move in legal_moves(rules_of("berserk"))


def test_third_repetition_is_a_draw_and_the_second_is_not() -> None:
    """The king shuttles while the attackers do: only the past tells how often."""
    record = "dim:7 tfr:d atkf:n ks:s surf:n start:/t5t/7/7/3K3/7/7/t5t/"
    at = start_position(parse_rules(record))
    moves = ["d4-d5", "a1-b1", "d5-d4", "b1-a1"]
    for text in moves + moves[:3]:
        start, end = (ord(part[0]) - 97 + 7 * (int(part[1]) - 1) for part in text.split("-"))
        at = play_legal(at, start << 9 | end)
    repeating = (1 << 9) | 0
    third = play_legal(at, repeating)
    assert third.outcome is not None
    assert third.outcome.ending is Ending.REPETITION
    found = native_best_move(at, 4_000)
    assert found.move != repeating or abs(found.worth) < WON // 2


@pytest.mark.parametrize("name", ["brandub", "copenhagen"])
def test_answer_depends_on_nothing_but_position_and_effort(name: str) -> None:
    first, second = (native_best_move(rules_of(name), 3_000) for _ in range(2))
    assert first == second
    assert first.judged <= 3_001
    at = rules_of(name)
    for move in first.line:
        assert move in legal_moves(at)
        at = play_legal(at, move)


def test_impossible_arguments_are_refused() -> None:
    at = rules_of("brandub")
    numbers, zones, masks = native_search._laws_of(at.tables)
    pieces, ask = bytes(144), native_engine().tafl
    for wrong in (
        (numbers, zones[:-1], masks, pieces, 0, b"", 10, bool),
        (numbers, zones, masks[:-1], pieces, 0, b"", 10, bool),
        (numbers, zones, masks, pieces[:-1], 0, b"", 10, bool),
        (numbers, zones, masks, pieces, 2, b"", 10, bool),
        (numbers, zones, masks, pieces, 0, b"x", 10, bool),
        ((20, *numbers[1:]), bytes(400), masks, pieces, 0, b"", 10, bool),
        (numbers, b"\xff" * 49, masks, pieces, 0, b"", 10, bool),
    ):
        with pytest.raises(ValueError, match="not a board of tafl"):
            ask(*wrong)
    with pytest.raises(ValueError, match="no legal move"):
        ask(numbers, zones, masks, pieces, 0, b"", 10, bool)


def test_an_error_while_asking_whether_to_stop_is_raised() -> None:
    def stop() -> bool:
        raise KeyError("asked")

    with pytest.raises(KeyError):
        native_best_move(rules_of("copenhagen"), 10**9, stop)
