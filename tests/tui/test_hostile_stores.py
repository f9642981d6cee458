"""The app's own files: whatever they contain, reading them yields nothing and writing works."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from atlantis_core.learning.library import puzzles
from atlantis_core.positions.grid import parse_moves
from atlantis_core.seats import PERSON
from atlantis_tui.game import input_store
from atlantis_tui.game.input_store import Unfinished
from atlantis_tui.hosting.invitations import Invitations, load_invitations
from atlantis_tui.learn import progress
from atlantis_tui.other_games import seats as seat_store
from atlantis_tui.settings import kept_lists

MOVES = parse_moves("b2-b3")
COMMENT = Unfinished("3", "why?")
CONTENTS = {
    "empty": b"",
    "not JSON": b"{",
    "not UTF-8": b"\xff\xfe",
    "nested": b"[" * 50_000,
    "too large": b" " * (2 << 20) + b"[]",
    "huge number": b"[" + b"9" * 5_000 + b"]",
    "null": b"null",
    "of a newer version": b'{"version": 99, "entries": [{"path": 1}]}',
    "wrong types": b'[1, null, {}, ["\\ud800"], true]',
    "odd names": b'["\\u0000", "\\ud800", "/dev/zero", "\\u001b[2J", ""]',
    "surrogates as a code": b'["' + b"\\ud800" * 15 + b'"]',
    "wrong plan": b'{"turn": "3", "moves": ["b2-b3"], "about": 1, "text": null}',
    "illegible plan": b'{"turn": 3, "moves": "b2-b3, b2-?", "about": [], "text": {}}',
}


class Store(NamedTuple):
    """A file of the app, a function that reads it, and one that writes and reads it."""

    path: Path
    load: Callable[[], object]
    write: Callable[[], object]
    written: object


@pytest.fixture
def stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Store]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    game = tmp_path / "game.json"
    game.touch()
    codes = tmp_path / "codes.json"

    def write_recent() -> object:
        kept_lists.remember(game)
        return kept_lists.load_recent()

    def write_plan() -> object:
        input_store.save_plan(game, 0, 3, MOVES)
        return input_store.load_plan(game, 0, 3)

    def write_comment() -> object:
        input_store.save_comment(game, COMMENT)
        return input_store.load_comment(game)

    def write_seats() -> object:
        seat_store.keep_seats(game, (PERSON, PERSON))
        return seat_store.recall_seats(game)

    def write_progress() -> object:
        progress.keep_solved("first")
        return "first" in progress.load_solved()

    def write_seen() -> object:
        progress.keep_seen("first")
        return "first" in progress.load_seen()

    def write_record() -> object:
        progress.keep_attempt(puzzles()[0], is_solved=True)
        return progress.load_record()

    def write_codes() -> object:
        invitations = load_invitations(codes, 2)
        return [invitations.seats_of(code) for code in invitations.codes]

    return {
        "recent": Store(kept_lists.recent_path(), kept_lists.load_recent, write_recent, (game,)),
        "plan": Store(
            input_store.plan_path(game, 0),
            lambda: input_store.load_plan(game, 0, 3),
            write_plan,
            MOVES,
        ),
        "comment": Store(
            input_store._comment_path(game),
            lambda: input_store.load_comment(game),
            write_comment,
            COMMENT,
        ),
        "seats": Store(
            seat_store.store_path(),
            lambda: seat_store.recall_seats(game),
            write_seats,
            (PERSON, PERSON),
        ),
        "progress": Store(progress.progress_path(), lambda: (), write_progress, True),
        "seen": Store(progress.seen_path(), lambda: (), write_seen, True),
        "record": Store(
            progress.record_path(),
            lambda: progress.load_record().tried,
            write_record,
            progress.PuzzleRecord().after(puzzles()[0], is_solved=True),
        ),
        "codes": Store(codes, lambda: (), write_codes, [frozenset({0}), frozenset({1})]),
    }


def obstacles(path: Path) -> Iterator[str]:
    """Put everything at a path that is not a file of the user, one after the other."""
    os.mkfifo(path)
    yield "pipe"
    path.unlink()
    for target in (Path("/dev/zero"), path.with_name("missing"), path):
        path.symlink_to(target)
        yield f"link to {target}"
        path.unlink()
    path.mkdir()
    yield "folder"
    path.rmdir()


@pytest.mark.parametrize("content", CONTENTS)
def test_garbage_is_ignored_and_replaced(stores: dict[str, Store], content: str) -> None:
    for name, store in stores.items():
        store.path.parent.mkdir(parents=True, exist_ok=True)
        store.path.write_bytes(CONTENTS[content])
        assert not store.load(), name
        assert store.write() == store.written, name


def test_other_kinds_of_files_are_ignored(stores: dict[str, Store]) -> None:
    for store in stores.values():
        store.path.parent.mkdir(parents=True, exist_ok=True)
        for _ in obstacles(store.path):
            assert not store.load()


def test_code_that_cannot_be_encoded_is_wrong() -> None:
    assert Invitations(Path("codes"), ["k7m2p-x9q4r-t3w8z"]).seats_of("\ud800" * 15) is None


@pytest.mark.parametrize("stored", ["k7m2p", "k7m2p-x9q4r-t3w8!", "k7m2p-x9q4r-t3w8z-2"])
def test_stored_code_of_other_length_or_letters_is_replaced(tmp_path: Path, stored: str) -> None:
    path = tmp_path / "codes.json"
    path.write_text(json.dumps([stored]), encoding="utf-8")
    assert load_invitations(path, 1).codes[0] != stored
    path.write_text(json.dumps(["k7m2p-x9q4r-t3w8z"]), encoding="utf-8")
    assert load_invitations(path, 1).codes[0] == "k7m2p-x9q4r-t3w8z"
