"""Chat beside a game: sanitised, limited, and never more than a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atlantis_core.files.locks import lock
from atlantis_tui.club import chat
from atlantis_tui.club.members import ClubError


@pytest.fixture
def game(club: Path) -> Path:
    return club / "mine.json"


def test_messages_are_kept_in_order_and_sanitised(game: Path) -> None:
    assert chat.chat_size(game) == 0
    said = chat.say(game, "ann", "hello  there", now=1.0)
    assert said == (1.0, "ann", "hello there")
    chat.say(game, "ben", "\x1b[2J\u202ehi\nben: x", now=2.0)

    first, second = chat.read_chat(game)
    assert (first.name, first.text) == ("ann", "hello there")
    assert second.name == "ben"
    assert "\x1b" not in str(second)
    assert "\u202e" not in str(second)
    assert "\n" not in str(second)
    assert (chat.chat_path(game).stat().st_mode & 0o077) == 0


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("ann", "  \n ", "type a message"),
        ("ann", "x" * (chat.LONGEST + 1), "at most 200 characters"),
        ("watch", "hi", "only members can write"),
        ("not a name", "hi", "only members can write"),
    ],
)
def test_unusable_messages_are_refused(game: Path, name: str, text: str, problem: str) -> None:
    with pytest.raises(ClubError, match=problem):
        chat.say(game, name, text)
    assert chat.read_chat(game) == ()


def test_member_cannot_flood_but_others_can_answer(game: Path) -> None:
    for _ in range(chat.IN_A_ROW):
        chat.say(game, "ann", "spam", now=100.0)
    for now in (100.0, 101.0, 99.9 + chat.ROW_SECONDS):
        with pytest.raises(ClubError, match="wait a little"):
            chat.say(game, "ann", "spam", now=now)
    chat.say(game, "ben", "stop it", now=102.0)
    chat.say(game, "ann", "sorry", now=100.0 + chat.ROW_SECONDS)

    assert [message.name for message in chat.read_chat(game)] == ["ann"] * 5 + ["ben", "ann"]


def test_longest_messages_are_all_read_and_make_room(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Characters of twelve bytes hid the newest messages, and the file grew without an end."""
    monkeypatch.setattr(chat, "MOST_MESSAGES", 10)
    for number in range(25):
        chat.say(game, "ann", "\N{FOX FACE}" * chat.LONGEST, now=100.0 * number)
        assert chat.read_chat(game)[-1].when == 100.0 * number
    assert chat.chat_size(game) <= 10 * chat.LONGEST_LINE


def test_chat_with_other_contents_makes_room(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_MESSAGES", 10)
    chat.chat_path(game).write_bytes(b"?" * (11 * chat.LONGEST_LINE))
    chat.say(game, "ann", "hello", now=1.0)
    assert [message.text for message in chat.read_chat(game)] == ["hello"]


@pytest.mark.parametrize("when", ["1e300", "-1e300", "NaN", "Infinity", "1" + "0" * 400])
def test_message_with_an_impossible_time_is_skipped(game: Path, when: str) -> None:
    chat.chat_path(game).write_text(f'[{when}, "ann", "hi"]\n[253402300799, "ann", "late"]\n')
    assert [str(message)[-9:] for message in chat.read_chat(game)] == ["ann: late"]


def test_clock_that_was_put_back_stops_no_chat(game: Path) -> None:
    for _ in range(chat.IN_A_ROW):
        chat.say(game, "ann", "tomorrow", now=90_000.0)
    chat.say(game, "ann", "today", now=1.0)
    assert chat.read_chat(game)[-1].text == "today"


def test_chat_waits_for_another_writer(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "_LOCK_SECONDS", 0.0)
    chat.say(game, "ann", "one", now=1.0)
    with chat.chat_path(game).open("r+b") as other:
        lock(other.fileno(), 0.0)
        with pytest.raises(ClubError, match="the chat is busy"):
            chat.say(game, "ann", "two", now=2.0)
    chat.say(game, "ann", "three", now=3.0)
    assert [message.text for message in chat.read_chat(game)] == ["one", "three"]


def test_old_messages_make_room(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_MESSAGES", 10)
    for number in range(25):
        chat.say(game, "ann", f"message {number}", now=number * 100.0)

    texts = [message.text for message in chat.read_chat(game)]
    assert texts == [f"message {number}" for number in range(15, 25)]
    chat.say(game, "ann", "message 25", now=2500.0004)
    kept = chat.read_chat(game)
    assert [message.text for message in kept] == [f"message {number}" for number in range(20, 26)]
    assert kept[-1].when == 2500.0


def test_damaged_lines_are_skipped(game: Path) -> None:
    chat.say(game, "ann", "one", now=1.0)
    with chat.chat_path(game).open("ab") as stream:
        stream.write(b'{"x": 1}\n[1, 2, 3]\n\xff\xfe\n[1e400, "ann"]\n' + b"[" * 5000 + b"\n")
    chat.say(game, "ben", "two", now=2.0)

    assert [message.text for message in chat.read_chat(game)] == ["one", "two"]


def test_message_after_a_torn_one_is_kept(game: Path) -> None:
    chat.say(game, "ann", "one", now=1.0)
    with chat.chat_path(game).open("ab") as stream:
        stream.write(b'[2.0, "ann", "tw')
    chat.say(game, "ben", "three", now=3.0)

    assert [message.text for message in chat.read_chat(game)] == ["one", "three"]
    assert len(chat.chat_path(game).read_bytes().splitlines()) == 3


def test_folder_in_place_of_a_chat_is_no_chat(game: Path) -> None:
    chat.chat_path(game).mkdir()
    assert chat.read_chat(game) == ()
    with pytest.raises(OSError, match="directory"):
        chat.say(game, "ann", "hi")


def test_links_and_pipes_are_not_followed(game: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text('[1, "ann", "secret"]\n', encoding="utf-8")
    chat.chat_path(game).symlink_to(secret)
    assert chat.read_chat(game) == ()
    with pytest.raises(OSError, match="symbolic links"):
        chat.say(game, "ann", "hi")
    assert secret.read_text(encoding="utf-8") == '[1, "ann", "secret"]\n'

    chat.chat_path(game).unlink()
    os.mkfifo(chat.chat_path(game))
    assert chat.read_chat(game) == ()
