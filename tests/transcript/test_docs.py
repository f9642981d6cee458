"""The examples of docs/transcripts.md are correct and its lists are complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from atlantis_core.json_text import limits as text_limits
from atlantis_core.positions.board import EXTENT_A_FIELD, FREE_EXTENT, MAX_EXTENT, MAX_FIELDS
from atlantis_core.positions.position import MAX_PLAYERS, MAX_STONES
from atlantis_core.rules import game
from atlantis_core.transcript import Format, dumps, limits, load, loads, replay, save
from tests.transcript.documents import B2, TWO, checked, document

TEXT = (Path(__file__).parents[2] / "docs" / "transcripts.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", _blocks("json"))
def test_json_examples_are_canonical(block: str) -> None:
    assert dumps(loads(block)) == block


def test_only_the_syntax_example_is_illegal() -> None:
    form, annotated = _blocks("json")
    assert len(checked(form)) == 1
    assert "turn 1 (player 1, Ada), move 2" in checked(form)[0]
    assert checked(annotated) == []


@pytest.mark.parametrize("block", _blocks("text"))
def test_examples_of_the_old_format_are_canonical(block: str) -> None:
    transcript = loads(block)
    assert replay(transcript).turn_number == 3
    assert dumps(transcript, Format.TEXT) == block


def test_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = _blocks("python")
    monkeypatch.chdir(tmp_path)
    save(loads(document(B2, TWO, '"turns": [[["a1", "a2"]]]')), "game.json")
    exec(block, {})  # noqa: S102 - our own documentation
    transcript = load("game.json")
    assert len(transcript.turns) == 2
    assert transcript.annotations.comments[2] == "at last"


def test_table_of_limits_is_complete() -> None:
    table = TEXT.split("## Limits")[1].split("##")[0]
    numbers = {int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", table)}
    for limit in (
        text_limits.MAX_MARKS,
        text_limits.MAX_TOKENS,
        limits.MAX_OLD_TOKENS,
        text_limits.MAX_NESTING,
        text_limits.MAX_NUMBER_LENGTH,
        game.MAX_TURNS,
        limits.MAX_VARIATION_TURNS,
        limits.MAX_VARIATION_EXTENT,
        limits.MAX_VARIATION_DEPTH,
        MAX_FIELDS,
        MAX_EXTENT,
        FREE_EXTENT,
        EXTENT_A_FIELD,
        game.MAX_GAME_EXTENT,
        MAX_PLAYERS,
        MAX_STONES,
        text_limits.MAX_BYTES // 2**20,
    ):
        assert limit in numbers
