"""The solver: verdicts, lines and certificates, checked with the oracle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlantis_core.bots.hints import HintRequest, prove
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field, parse_field
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import outcome
from atlantis_core.rules.turns import play_turn
from atlantis_core.solving.solver import Proof, ProvedResult, SolvingError, Verdict, solve
from atlantis_core.solving.states import StateGraph, symmetries
from atlantis_core.support.cancelling import Cancelled, never
from tests.commands.running import run
from tests.little_boards import position as little_position
from tests.translation import oracle_world
from .checking import canonical, find_problems


def small(segments: str, *stacks: str, to_move: int = 0) -> Position:
    """A position: segments separated by slashes, stacks such as ``a1=2 b1=-1``."""
    board = Board([[parse_field(name) for name in part.split()] for part in segments.split("/")])
    placed: list[dict[Field, int]] = []
    for text in stacks:
        pairs = (word.split("=") for word in text.split())
        placed.append({parse_field(name): int(stones) for name, stones in pairs})
    return Position.setup(board, placed, to_move)


SEGMENT = "a1 a2 b1 b2 b3 c2 c3"
TWO_SEGMENTS = "a2 a3 b2 b3 b4 c3 c4/c1 c2 d1 d2 d3 e2 e3"
SIX_FIELDS = "a2 b1 b2 b3 c2 c3"
SMALL = [
    (small("a1 a2 b1 b2", "a1=1", "b2=1"), (ProvedResult.LOSS, 2)),
    (small("a1 a2 b1 b2 b3", "a1=1", "b3=1"), (ProvedResult.LOSS, 4)),
    (small(SEGMENT, "a1=1", "c3=1"), (ProvedResult.LOSS, 4)),
    (small("a1 a2 b1/b2 b3 c2 c3", "a1=1", "c3=1"), (ProvedResult.LOSS, 4)),
    (small(SEGMENT, "a1=2", "c3=1"), (ProvedResult.WIN, 1)),
    (small(SEGMENT, "a1=1", "b2=1"), (ProvedResult.LOSS, 2)),
    (small(SEGMENT, "a1=2", "c3=2"), (ProvedResult.LOSS, 6)),
    (small(SEGMENT, "a1=1 a2=1", "c2=1 c3=1"), (ProvedResult.LOSS, 8)),
    (small(TWO_SEGMENTS, "b3=1", "d2=1"), (ProvedResult.LOSS, 8)),
    (small(SIX_FIELDS, "a2=2", "c3=2"), (ProvedResult.WIN, 5)),
    (small(SIX_FIELDS, "a2=2", "c2=2"), (ProvedResult.WIN, 7)),
    (small("a1 a2 b1 b2 b3 c2", "a2=3", "b2=3"), (ProvedResult.WIN, 5)),
    (small("a1 a2/b1 b2 b3 c2 c3", "b2=3", "b3=3"), (ProvedResult.LOSS, 8)),
    (small("a1 a2/b1 b2", "a1=1 a2=1", "b1=1 b2=1"), None),
    (small("a1 b1 c1", "a1=1", "c1=1"), None),
]


def assert_proved(position: Position, proof: Proof) -> None:
    """Check the certificate with the oracle, and play the line."""
    assert proof.verdict is not None
    assert proof.certificate[position.notation] == proof.verdict
    entries = [
        (oracle_world(Position.parse(notation)), (result.value, distance))
        for notation, (result, distance) in proof.certificate.items()
    ]
    assert find_problems(entries) == []
    result, turns = proof.verdict
    if result is ProvedResult.DRAW:
        assert proof.line == ()
        return
    assert len(proof.line) <= turns
    end = position
    for turn in proof.line:
        end = play_turn(end, turn)
    ending = outcome(end)
    assert ending is not None
    assert (ending.winner == position.to_move) == (result is ProvedResult.WIN)


@pytest.mark.parametrize(("position", "expected"), SMALL)
def test_small_boards_are_proved(position: Position, expected: Verdict | None) -> None:
    proof = solve(position, 3000)
    assert_proved(position, proof)
    assert expected is None or proof.verdict == expected


@pytest.mark.parametrize(
    ("stacks", "turns"), [(("a1=3", "c3=3"), 12), (("a1=1 a2=1 b1=1", "b3=1 c2=1 c3=1"), 10)]
)
def test_larger_verdicts_of_one_segment(stacks: tuple[str, str], turns: int) -> None:
    proof = solve(small(SEGMENT, *stacks))
    assert proof.verdict == (ProvedResult.LOSS, turns)
    assert len(proof.line) == turns


@pytest.mark.parametrize(
    ("board", "stacks", "turns", "states"),
    [
        ("B3 D2 E5", ("b3:1", "d2:1"), 12, 282),
        ("B3 D2 G4", ("b3:1", "d2:1"), 8, 479),
        ("B3 D2 G4", ("b3:1", "g4:1"), 12, 592),
        ("B5 D4 F3", ("b5:1", "d4:1"), 8, 376),
        ("B5 D4 F3", ("b5:1", "f3:1"), 14, 422),
    ],
)
def test_three_segments(board: str, stacks: tuple[str, str], turns: int, states: int) -> None:
    proof = solve(little_position(board, *stacks))
    assert proof.verdict == (ProvedResult.LOSS, turns)
    assert (len(proof.line), proof.states) == (turns, states)


def test_large_certificate_is_a_proof() -> None:
    """The solver needs 280,240 states to find these 259 (docs/solving.md)."""
    path = Path(__file__).parent / "three_stones_each.json"
    certificate = json.loads(path.read_text(encoding="utf-8"))
    start = little_position("B3 D2", "b3:3", "d2:3")
    assert certificate[start.notation] == ["win", 15]
    entries = [
        (oracle_world(Position.parse(notation)), (result, distance))
        for notation, (result, distance) in certificate.items()
    ]
    assert find_problems(entries) == []


def test_checker_rejects_wrong_certificates() -> None:
    position, _ = SMALL[1]
    proof = solve(position)
    entries = [
        (oracle_world(Position.parse(notation)), (result.value, distance))
        for notation, (result, distance) in proof.certificate.items()
    ]
    assert find_problems(entries[:1])
    swapped = {"win": "loss", "loss": "win", "draw": "win"}
    for place, (world, (result, distance)) in enumerate(entries):
        wrong = [*entries[:place], (world, (swapped[result], distance)), *entries[place + 1 :]]
        assert find_problems(wrong)


def test_symmetric_positions_are_one_state() -> None:
    board = SMALL[2][0].board
    assert len(symmetries(board)) == 12
    graph = StateGraph(SMALL[2][0], 100, 100)
    twins = [
        small(SEGMENT, f"{one}=1", f"{two}=1")
        for one, two in (("a1", "c3"), ("c3", "a1"), ("b1", "b3"))
    ]
    assert len({graph.key_of(twin) for twin in twins}) == 1
    assert len({canonical(oracle_world(twin)) for twin in twins}) == 1
    other = small(SEGMENT, "a1=1", "b2=1")
    assert graph.key_of(other) != graph.key_of(twins[0])


def test_limits_are_honest_and_cancelling_works() -> None:
    position = small(f"{SEGMENT}", "a1=2 a2=2", "c3=2 c2=2")
    assert solve(position, 5).verdict is None
    assert solve(position, 5).states <= 5
    with pytest.raises(Cancelled):
        solve(position, 5000, lambda: True)
    with pytest.raises(SolvingError, match="3 players"):
        solve(small(SEGMENT, "a1=1", "b2=1", "c3=1"))


def test_hint_of_a_proved_position_says_so() -> None:
    won = small(SEGMENT, "a1=2", "c3=1")
    (best,) = HintRequest(won, names=("Ann", "Ben"))(never).candidates
    assert best.is_proved
    assert best.chances == (1.0, 0.0)
    assert best.reasons == ("proved: Ann wins within 1 turn",)
    lost = SMALL[2][0]
    candidates = HintRequest(lost, effort=20, names=("Ann", "Ben"))(never).candidates
    assert all(found.is_proved and found.chances == (0.0, 1.0) for found in candidates)
    assert prove(small(SEGMENT, "a1=1", "b2=1", "c3=1")) is None


def test_command(tmp_path: Path) -> None:
    position = SMALL[2][0].notation
    done = run("solve", position)
    assert (done.status, done.err) == (0, "")
    assert "wins within 4 turns (proved, " in done.out
    assert "line: pass / " in done.out
    document = json.loads(run("solve", position, "--json").out)
    assert (document["result"], document["turns"]) == ("loss", 4)
    assert document["certificate"][position] == ["loss", 4]
    unsolved = run("solve", small(SEGMENT, "a1=2 a2=2", "c3=2 c2=2").notation, "--limit", "5")
    assert (unsolved.status, unsolved.out) == (1, "not solved within 5 states\n")
    assert run("solve", position, "--limit", "0").status == 2
    assert run("solve", tmp_path / "missing.json").status != 0
