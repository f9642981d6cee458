"""Past findings stay fixed, and every run includes a little fuzzing."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzzing.readers import READERS, SAMPLES
from tests.fuzzing.running import FINDINGS, mutated, seeds, try_one

KNOWN = sorted(FINDINGS.glob("*.bin"))


@pytest.mark.parametrize("name", READERS)
def test_mutated_inputs_are_answered(name: str) -> None:
    dice, corpus = Random(name), seeds()
    for _ in range(150):
        assert try_one(name, mutated(name, dice, corpus)).startswith(name)


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_valid(name: str) -> None:
    assert try_one(name, SAMPLES[name]).startswith(f"{name}: "), "not an error"


def test_every_finding_names_its_reader() -> None:
    assert KNOWN, "a set of samples that is empty tests nothing"
    assert {path.name.partition("-")[0] for path in KNOWN} <= {
        name.partition("-")[0] for name in READERS
    }


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.name)
@pytest.mark.parametrize("name", READERS)
def test_past_findings_are_answered(name: str, path: object) -> None:
    (data,) = [known.read_bytes() for known in KNOWN if known == path]
    assert try_one(name, data).startswith(name)
