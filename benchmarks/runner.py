"""Finds the benchmarks, measures them and prints one table.

A benchmark is a module `benchmarks/bench_<name>.py` with a function `claims()` that measures and
yields `Claim`s.
"""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, cast

import benchmarks
from benchmarks.claims import Claim

Measure: TypeAlias = Callable[[], Iterable[Claim]]

PREFIX = "bench_"


def discover() -> dict[str, Measure]:
    """The `claims` functions by name of their benchmark, sorted."""
    names = sorted(
        module.name
        for module in pkgutil.iter_modules(benchmarks.__path__)
        if module.name.startswith(PREFIX)
    )
    return {name.removeprefix(PREFIX): _claims_of(name) for name in names}


def main(arguments: Sequence[str], found: dict[str, Measure] | None = None) -> int:
    """Measure the benchmarks named in `arguments`, or all, and return the exit status.

    0: every claim is kept; 1: one is broken; 2: there is nothing to measure.
    """
    measures = discover() if found is None else found
    unknown = [name for name in arguments if name not in measures]
    if unknown or not measures:
        asked = ", ".join(f"'{name}'" for name in unknown) or "any"
        print(f"unknown benchmark: {asked} (expected {_choices(measures)})", file=sys.stderr)
        return 2
    broken = 0
    for name in arguments or measures:
        for line, is_kept in _table(name, measures[name]()):
            print(line, flush=True)
            broken += not is_kept
    print("every claim is kept" if not broken else f"broken claims: {broken}")
    return 1 if broken else 0


def _claims_of(name: str) -> Measure:
    return cast(Measure, importlib.import_module(f"benchmarks.{name}").claims)


def _choices(measures: dict[str, Measure]) -> str:
    return "one of " + ", ".join(measures) if measures else f"modules benchmarks/{PREFIX}*.py"


def _table(name: str, claims: Iterable[Claim]) -> Iterator[tuple[str, bool]]:
    """The rows of one benchmark, each as soon as it is measured, and whether it is kept."""
    yield name, True
    for claim in claims:
        yield _format_row(claim), claim.is_kept


def _format_row(claim: Claim) -> str:
    value = f"{_format_number(claim.value):>8}"
    bound = f"{claim.comparison.value} {_format_number(claim.bound)}"
    verdict = "ok" if claim.is_kept else "BROKEN"
    return f"  {claim.name:<52} {value} {bound:<9} {claim.unit:<6} {verdict}"


def _format_number(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 100 or float(number).is_integer() else f"{number:.2f}"
