"""The JSON Schema for editors agrees with the reader, as far as a schema can."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from atlantis_core.json_text.places import Problems
from atlantis_core.json_text.relaxed_json import read_relaxed_json
from atlantis_core.positions.position import MAX_PLAYERS, MAX_STONES
from atlantis_core.rules.game import MAX_TURNS
from atlantis_core.support.colors import SVG_COLORS
from atlantis_core.transcript import Transcript, dumps
from tests.transcript import make_samples, test_foreign, test_malformed
from tests.transcript.test_writing import transcripts

SCHEMA = json.loads((files("atlantis_core.transcript") / "schema.json").read_bytes())
VALIDATOR = Draft202012Validator(SCHEMA)
SAMPLES = sorted(
    path
    for path in make_samples.FOLDER.rglob("*.json")
    if path.relative_to(make_samples.FOLDER).parts[0] not in make_samples.OTHER_GAMES
)
FOREIGN = sorted(test_foreign.FOLDER.glob("*.json"))
MALFORMED = [path for path in test_malformed.FILES if path.suffix == ".json"]

SYNTAX = frozenset(
    """
    control-characters.json curly-quotes.json cut-off.json deep.json duplicate-keys.json
    empty.json latin-1.json nan.json not-a-transcript.json number-too-long.json python.json
    stray-commas.json unclosed-comment.json unclosed-list.json unclosed-string.json utf-16.json
    arrow-for-colon.json duplicate-segments-key.json equals-for-colon-tight.json
    equals-for-colon.json extra-brace.json gzip-broken.json merge-conflict.json
    missing-brace-after-last-player.json missing-brace-after-player.json
    missing-brace-after-stacks.json missing-brace-before-player.json
    missing-bracket-after-players.json missing-bracket-after-turn.json
    missing-bracket-before-turn.json missing-colon.json missing-quote-before.json parens.json
    semicolon-for-comma.json slip-numbered.json semicolon-in-move.json unclosed-key.json
    unclosed-string-move-end.json unclosed-string-move.json zip.json
    """.split()
)
"""Not JSON, or beyond our limits: reported by an editor's JSON parser before the schema."""
MEANING = frozenset(
    """
    field-twice.json huge-board.json illegal-moves.json stack-beside-board.json stack-twice.json
    turns-after-the-end.json variation-beyond-the-end.json stones-with-point.json
    duplicate-segment.json duplicate-segment-by-fields.json slip-doubled.json slip-missing.json
    slip-segcase.json slip-segtypo.json slip-swapped.json
    """.split()
)
"""Errors that a schema cannot detect: relations between fields, illegal moves, numbers of missing
turns; and in JSON Schema 1.0 is a whole number."""


def _data(path: Path) -> object:
    """The data of a file, even if it is not strict JSON."""
    return read_relaxed_json(path.read_bytes().decode("utf-8", "replace"), Problems()).data


def _is_valid(data: object) -> bool:
    return bool(VALIDATOR.is_valid(data))


def test_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", SAMPLES + FOREIGN, ids=lambda path: path.name)
def test_good_files_are_accepted(path: Path) -> None:
    errors = [error.message for error in VALIDATOR.iter_errors(_data(path))]
    assert errors == []


@pytest.mark.parametrize(
    "path",
    [path for path in MALFORMED if path.name not in SYNTAX | MEANING],
    ids=lambda path: path.name,
)
def test_malformed_files_are_rejected(path: Path) -> None:
    assert not _is_valid(_data(path))


@pytest.mark.parametrize(
    "path", [path for path in MALFORMED if path.name in MEANING], ids=lambda path: path.name
)
def test_list_of_undetectable_files_is_minimal(path: Path) -> None:
    assert _is_valid(json.loads(path.read_bytes()))


def test_lists_name_existing_files() -> None:
    assert {path.name for path in MALFORMED} >= SYNTAX | MEANING
    assert not SYNTAX & MEANING


@settings(max_examples=30)
@given(transcripts())
def test_written_files_are_accepted(transcript: Transcript) -> None:
    assert _is_valid(json.loads(dumps(transcript)))


def test_schema_has_the_same_limits_and_colors() -> None:
    definitions = SCHEMA["$defs"]
    player = definitions["player"]["properties"]
    assert player["color"]["anyOf"][0]["enum"] == sorted(SVG_COLORS)
    assert player["stacks"]["additionalProperties"]["maximum"] == MAX_STONES
    assert SCHEMA["properties"]["players"]["maxItems"] == MAX_PLAYERS
    assert definitions["turns"]["maxItems"] == MAX_TURNS
