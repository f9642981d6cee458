"""Common mistakes get one message at the right place, without follow-up errors.

The samples with their exact messages are in `malformed/`; this module tests what they have in
common, and warnings, compressed files and hostile sizes.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from atlantis_core.files.compression import DamagedError, unpack
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.json_text.nesting import find_misfit
from atlantis_core.transcript import check, load, loads, replay, save
from tests.transcript.test_malformed import FOLDER

SLIPS = """
arrow-for-colon duplicate-segment duplicate-segment-by-fields duplicate-segments-key
equals-for-colon equals-for-colon-tight extra-brace format-name gzip-broken merge-conflict
missing-brace-after-last-player missing-brace-after-player missing-brace-after-stacks
missing-brace-before-player missing-bracket-after-players missing-bracket-after-turn
missing-bracket-before-turn missing-colon missing-quote-before parens semicolon-for-comma
semicolon-in-move unclosed-key unclosed-string-move unclosed-string-move-end zip
""".split()
SOUND = """{
  "format": "Atlantis transcript",
  "version": "1.0",
  "segments": [["B2"]],
  "players": [{"color": "red", "stacks": {"a1": 1}}, {"color": "blue", "stacks": {"c3": 1}}],
  "turns": [[], []]
}
"""


@pytest.mark.parametrize("name", SLIPS)
def test_one_mistake_gets_one_message(name: str) -> None:
    (found,) = check((FOLDER / f"{name}.json").read_bytes())
    assert found.is_error


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.expected")), ids=lambda path: path.stem)
def test_no_hint_suggests_removing_turns(path: Path) -> None:
    assert "remove this turn" not in path.read_text(encoding="utf-8")
    assert "remove the turns" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("key", ["tags", "comments", "variations", "clocks"])
def test_annotations_at_the_top_level_are_kept_with_a_warning(key: str) -> None:
    text = SOUND.replace('  "turns"', f'  "{key}": {{}},\n  "turns"')
    (found,) = check(text)
    assert (found.line, found.column, found.is_error) == (6, 3, False)
    assert found.message == f"'{key}' has no effect at the top level; it is kept"
    assert found.hint == "move it into 'annotations'"
    assert key in loads(text).extra


def test_errors_before_a_missing_bracket_are_reported() -> None:
    text = SOUND.replace('"1.0"', '"9.0"').replace("[[], []]\n", "[[], []\n")
    assert [found.message for found in check(text)] == [
        "unknown version '9.0' (expected '1.0')",
        "expected ']' before '}'",
    ]


@pytest.mark.parametrize(
    ("turns", "lines"),
    [
        ('[["a1", "a9"]],\n    [["c3", "b2"],\n    [["a1", "q9"]]', [7, 9]),
        ('[["a1", "a9"]],\n    [["c3", "a1"]', [7, 9]),
        ('[],\n    [["c3", "a1"]', [9]),
        ('[["a1", "c3"]][["c3", "b2"]', [7, 8]),
        ('5[["c3", "b2"]', [7, 8]),
        ('[],\n    [["c3", "a1"]],\n    [["b2", "a1"]', [8, 10]),
    ],
)
def test_illegal_turn_is_reported_only_before_a_missing_bracket(
    turns: str, lines: list[int]
) -> None:
    found = check(SOUND.replace("[[], []]", f"[\n    {turns}\n  ]"))
    assert [problem.line for problem in found] == lines


@pytest.mark.parametrize("indent", ["", "  "])
def test_indentation_counts_only_in_indented_text(indent: str) -> None:
    text = f'{{\n{indent}"a": [1,\n{indent}"b": 2\n}}\n'
    misfit = find_misfit(text, len(text))
    assert (misfit is None) == (not indent)


UNCLOSED = '  "b": [2,\n  "c": 3\n}\n'


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ("{\n", "nothing else"),
        ('{ "a": [\n  1\n],\n', "a bracket is as far to the right as its line"),
        ('{\n  "a": [[\n    1\n  ]],\n', "what one line opened, one line may close"),
        ('{\n  "a": [\n    1\n  ],\n', "a bracket below the line that opened it"),
        ('{\n  "a": [1, [4], 3],\n', "brackets of one line"),
        ('{\n  "a": [\n  ],\n', "an empty list"),
        ('{\n  "a": {"d": [\n    1\n  ]},\n', "two kinds of brackets"),
        ('{\n/* [ */ // {\n  "a": "[",\n', "no brackets"),
    ],
)
def test_wrong_indentation_is_found_after_correct_lines(before: str, why: str) -> None:
    text = before + UNCLOSED
    misfit = find_misfit(text, len(text))
    assert misfit is not None, why
    opened = text.index("[2")
    assert misfit == (
        (text.index('"c"'), text.index('"c"') + 3),
        "expected ']' before this line",
        (opened, opened + 1),
        "[",
    ), why


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("[\n  [\n    1\n]", 12, "expected another ']' before this one"),
        ("{\n  [\n    1\n}", 12, "expected ']' before '}'"),
        ("[\n  [\n    1\n    ],\n  2\n]", 16, "']' is indented deeper than the bracket it closes"),
        ("[\n  [\n    1]\n", 11, "']' closes a bracket of an earlier line"),
        ("[\n  [\n    1,\n  {}\n]", 15, "expected ']' before '{'"),
    ],
)
def test_bracket_that_contradicts_its_indentation(text: str, place: int, message: str) -> None:
    misfit = find_misfit(text, len(text))
    assert misfit is not None
    assert (misfit.place, misfit.message) == ((place, place + 1), message)


@pytest.mark.parametrize(("length", "is_read"), [(2_000_000, True), (2_000_001, False)])
def test_indentation_of_huge_text_is_ignored(length: int, is_read: bool) -> None:
    text = "{\n" + UNCLOSED
    assert (find_misfit(text.ljust(length), len(text)) is not None) == is_read


def test_two_conflicts_are_two_messages() -> None:
    conflict = "<<<<<<< ours\n[],\n=======\n[[]],\n>>>>>>> theirs\n"
    found = check(SOUND.replace("[[], []]", f"[\n{conflict}{conflict}]"))
    assert [problem.line for problem in found] == [7, 12]


def test_incomplete_conflict_markers_are_ignored() -> None:
    text = SOUND.replace('  "turns"', "  /*\n=======\n  */\n" + '  "turns"')
    assert check(text) == ()


def test_compressed_game_is_read_and_stays_compressed(tmp_path: Path) -> None:
    path = tmp_path / "game.json.gz"
    path.write_bytes(gzip.compress(SOUND.encode()))
    before = load(path)
    assert replay(before).turn_number == 2
    source = before.source
    assert source is not None
    assert source.fingerprint is not None
    save(before.with_comment(1, "why"), path, expected=source.fingerprint)
    assert gzip.decompress(path.read_bytes()).startswith(b"{\n")
    assert load(path).annotations.comments[1] == "why"


def test_compressed_file_that_unpacks_to_gigabytes_is_refused() -> None:
    bomb = gzip.compress(b" " * (3 * MAX_BYTES))
    before = gzip.compress(b" " * 600)
    assert len(unpack(bomb, 1000)) == 1000
    assert [len(unpack(before + bomb, most)) for most in (600, 601, 1000)] == [600, 601, 1000]
    assert [found.message for found in check(bomb)] == [
        f"the file is too large (expected at most {MAX_BYTES} bytes)"
    ]


@pytest.mark.parametrize("size", [0, 1, 200, 5_000, 100_000])
def test_compressed_file_may_have_many_members(size: int) -> None:
    parts = [bytes(number % 251 for number in range(first, first + size)) for first in range(9)]
    packed = b"".join(map(gzip.compress, parts))
    assert unpack(packed, 10 * size + 1) == b"".join(parts)
    for damaged in (packed[:-1], packed + b"x", packed + packed[:5]):
        with pytest.raises(DamagedError):
            unpack(damaged, 10 * size + 1)
