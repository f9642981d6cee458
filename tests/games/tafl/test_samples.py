"""The sample games are valid, canonical, and there is one for each variant."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.games.tafl.game import GAME
from atlantis_core.games.tafl.records import TaflRecord
from atlantis_core.games.tafl.variants import VARIANTS, find_variant

FOLDER = Path(__file__).parents[3] / "transcripts" / "tafl"
NAMES = sorted(path.stem for path in FOLDER.glob("*.otg"))


def sample(name: str) -> TaflRecord:
    text = (FOLDER / f"{name}.otg").read_bytes().decode()
    reading = GAME.read(text, name)
    assert isinstance(reading.record, TaflRecord)
    assert reading.diagnostics == ()
    assert reading.record.text() == text
    return reading.record


def test_every_variant_has_a_game() -> None:
    assert {variant.name for variant in VARIANTS} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_canonical(name: str) -> None:
    record = sample(name)
    assert record.canonical() == record.text()
    assert record.last_step >= 20
    variant = find_variant(name.removeprefix("puzzle-"))
    assert variant is not None
    assert record.game.rules == variant.rules
    tag = record.game.tag("result")
    outcome = record.half_moves[-1].after.outcome
    assert tag is not None
    assert tag.value.text == ("?" if outcome is None else outcome.written)


def test_puzzle_has_one_solution() -> None:
    """Only the stated move forces a win with the next move."""
    record = sample("puzzle-brandub")
    assert record.puzzle is not None
    start = record.position(record.puzzle.start)
    winner = start.to_move
    assert winner is not None
    winning = []
    for move in start.legal_moves():
        after = start.play(move)
        answers = [after.play(reply) for reply in after.legal_moves()]
        if all(
            any(
                (last.play(final).result or "").startswith(record.players[winner])
                for final in last.legal_moves()
            )
            for last in answers
        ):
            winning.append(move)
    assert winning == [record.move(record.puzzle.start + 1)]
