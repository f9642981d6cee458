"""Any bytes are read or refused with diagnostics; never another exception.

The long run by hand is `python -m tests.transcript.fuzzing`.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from atlantis_core.transcript import check
from tests.transcript.documents import B2, HEAD, TWO, text_document
from tests.transcript.fuzzing import WORDS, feed, mutate, seeds

SEEDS = seeds()
LIKELY = st.lists(st.sampled_from(WORDS) | st.binary(max_size=3), max_size=30).map(b" ".join)
OUTCOMES = {"refused", "illegal", "replayed"}


@given(st.binary())
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b"{" * 100_000)
@example(b"/" * 100_000)
@example(b"/*" * 100_000)
@example(b'"\\' * 100_000)
@example(b"\\u" * 100_000)
def test_any_bytes(data: bytes) -> None:
    assert feed(data) in OUTCOMES


@given(LIKELY)
def test_any_words_of_the_formats(data: bytes) -> None:
    assert feed(b"{" + data) in OUTCOMES
    assert feed(b"atlantis-transcript 1.0 " + data) in OUTCOMES


@given(LIKELY, st.sampled_from(["segments", "players", "turns", "annotations", "events", "x"]))
def test_any_value_of_any_key(data: bytes, key: str) -> None:
    members = {"segments": B2, "players": TWO, key: f'"{key}": '}
    text = "{" + ", ".join([HEAD, *(v for k, v in members.items() if k != key), members[key]])
    assert feed(text.encode() + data + b"}") in OUTCOMES


@given(st.integers(0, 2**32), st.sampled_from(range(len(SEEDS))))
def test_any_mutated_file(seed: int, which: int) -> None:
    assert feed(mutate(SEEDS[which], SEEDS, random.Random(seed))) in OUTCOMES


@given(st.text(st.characters(codec=None)))
def test_any_text_also_with_lone_surrogates(text: str) -> None:
    for document in (text, "{" + text, text_document(text), text_document("board B2", text)):
        assert all(found.has_place for found in check(document))


@pytest.mark.parametrize("character", ["[", "{", '"', "(", "/", "\\", "-", "a", "1", " ", ",", ":"])
def test_two_hundred_kilobytes_of_one_character(character: str) -> None:
    for start in ("", "{", '{"a": ', "atlantis-transcript 1.0 board "):
        found = check(start + character * 200_000)
        assert 1 <= len(found) <= 110
