"""The benchmark runner, tested with a simulated clock."""

from collections.abc import Callable, Iterator

import pytest

from benchmarks.claims import Claim, at_least, at_most
from benchmarks.runner import discover, main
from benchmarks.timing import best_seconds, times_costlier, times_faster


class WorkClock:
    """A clock that advances only by work."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls: list[str] = []

    def __call__(self) -> float:
        return self.now

    def work(self, name: str, *seconds: float) -> Callable[[], None]:
        """Work that takes the given seconds in turn, repeating the last."""
        remaining = list(seconds)

        def run() -> None:
            self.calls.append(name)
            self.now += remaining.pop(0) if len(remaining) > 1 else remaining[0]

        return run


def kept() -> Iterator[Claim]:
    yield at_least(6, "a turn", 9.25)
    yield at_most(2048, "a position", 2048, unit="bytes")


def broken() -> Iterator[Claim]:
    yield at_least(6, "a turn", 5.99)
    yield at_most(12, "a quiet turn", float("nan"))


@pytest.mark.parametrize(
    ("claim", "is_kept"),
    [
        (at_least(6, "bound itself", 6), True),
        (at_least(6, "just below", 5.99), False),
        (at_most(12, "bound itself", 12), True),
        (at_most(12, "just above", 12.01), False),
        (at_least(6, "not a number", float("nan")), False),
        (at_most(6, "not a number", float("nan")), False),
    ],
)
def test_claim_is_kept_up_to_its_bound(claim: Claim, is_kept: bool) -> None:
    assert claim.is_kept is is_kept


def test_kept_claims_are_printed_and_succeed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], {"rules": kept}) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines] == [
        ["rules"],
        ["a", "turn", "9.25", ">=", "6", "times", "ok"],
        ["a", "position", "2,048", "<=", "2,048", "bytes", "ok"],
        ["every", "claim", "is", "kept"],
    ]


def test_broken_claim_fails_and_the_rest_is_still_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([], {"bad": broken, "good": kept}) == 1

    output = capsys.readouterr().out
    assert output.count("BROKEN") == 2
    assert output.count(" ok") == 2
    assert output.endswith("broken claims: 2\n")


def test_only_the_named_benchmarks_are_measured() -> None:
    assert main(["good"], {"bad": broken, "good": kept}) == 0


@pytest.mark.parametrize("arguments", [["speling"], ["good", "speling"]])
def test_unknown_name_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments, {"good": kept}) == 2
    assert capsys.readouterr().err == "unknown benchmark: 'speling' (expected one of good)\n"


def test_measuring_nothing_fails() -> None:
    assert main([], {}) == 2


def test_every_benchmark_module_has_claims() -> None:
    assert all(callable(measure) for measure in discover().values())


def test_best_round_counts() -> None:
    clock = WorkClock()

    assert best_seconds(clock.work("a", 9, 5, 3, 4), rounds=3, clock=clock) == [3]


def test_rounds_are_interleaved() -> None:
    clock = WorkClock()

    best_seconds(clock.work("a", 1), clock.work("b", 1), rounds=2, clock=clock)

    calibration = ["a", "b"]
    assert clock.calls == calibration + ["a", "b"] * 2


def test_ratios_match_their_names() -> None:
    clock = WorkClock()
    quick, slow = clock.work("quick", 2), clock.work("slow", 12)

    assert times_faster(quick, than=slow, clock=clock) == 6
    assert times_costlier(slow, than=quick, clock=clock) == 6
