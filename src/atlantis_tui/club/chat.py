"""Chat at a game: a file of JSON lines beside the game, one for each message.

Members write, everyone who watches the game reads. Messages are sanitised, limited in length and
number, and a member can write only a few in a row; the limits hold for all hosts of a folder,
because they are read from the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from time import localtime, strftime, time
from typing import NamedTuple

from atlantis_core.files.locks import lock
from atlantis_core.support.safe_text import showable
from .facts import CHAT_SUFFIX
from .members import ClubError, is_member_name

LONGEST = 200
"""Characters of a message."""
MOST_MESSAGES = 400
"""Messages of a game; the oldest are dropped."""
LONGEST_LINE = 12 * LONGEST + 100
"""Bytes of a message in the file: a character outside of the basic plane is written as twelve."""
LAST_TIME = 253_402_300_799.0
"""The end of the year 9999, which calendars can still show."""
IN_A_ROW, ROW_SECONDS = 5, 30.0
"""A member may write so many messages in this time."""
_LOCK_SECONDS = 2.0
_SAFELY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Opens no links and waits for no pipe; Windows, which cannot host, lacks the flags."""


class Message(NamedTuple):
    """One message, safe to show."""

    when: float
    name: str
    text: str

    def __str__(self) -> str:
        return f"{strftime('%d %b %H:%M', localtime(self.when))}  {self.name}: {self.text}"


def chat_path(game: Path) -> Path:
    return game.with_suffix(CHAT_SUFFIX)


def read_chat(game: Path) -> tuple[Message, ...]:
    """The messages at a game, oldest first; none if there is no readable file."""
    try:
        descriptor = os.open(chat_path(game), os.O_RDONLY | _SAFELY)
    except OSError:
        return ()
    try:
        return tuple(_parse(os.read(descriptor, MOST_MESSAGES * LONGEST_LINE)))
    except OSError:  # a pipe or a folder
        return ()
    finally:
        os.close(descriptor)


def chat_size(game: Path) -> int:
    """The size of the file of a chat, which changes with every message; 0 without one."""
    try:
        return chat_path(game).lstat().st_size
    except OSError:
        return 0


def say(game: Path, name: str, text: str, now: float | None = None) -> Message:
    """Add a message. Raises ClubError, which says why it is not possible, and OSError."""
    words = showable(" ".join(text.split()), LONGEST + 1)
    if not words:
        raise ClubError("type a message after 'say'")
    if len(words) > LONGEST:
        raise ClubError(f"a message has at most {LONGEST} characters")
    if not is_member_name(name):
        raise ClubError("only members can write")
    message = Message(time() if now is None else now, name, words)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | _SAFELY
    with os.fdopen(os.open(chat_path(game), flags, 0o600), "r+b", buffering=0) as stream:
        try:
            lock(stream.fileno(), _LOCK_SECONDS)
        except BlockingIOError:
            raise ClubError("the chat is busy; try again") from None
        data = stream.read(MOST_MESSAGES * LONGEST_LINE) or b""
        before = tuple(_parse(data))
        # Later messages were written before the clock was put back.
        recent = [each for each in before if 0 <= message.when - each.when < ROW_SECONDS]
        if sum(each.name == name for each in recent) >= IN_A_ROW:
            raise ClubError(
                f"at most {IN_A_ROW} messages in {ROW_SECONDS:g} seconds; wait a little"
            )
        if len(before) >= MOST_MESSAGES or stream.read(1):
            stream.truncate(0)
            stream.write(b"".join(map(_format, before[-MOST_MESSAGES // 2 :])))
        elif data and not data.endswith(b"\n"):  # the disk was full within a message
            stream.write(b"\n")
        stream.write(_format(message))
    return message


def _format(message: Message) -> bytes:
    return json.dumps([round(message.when, 3), message.name, message.text]).encode() + b"\n"


def _parse(data: bytes) -> Iterator[Message]:
    """The last messages of a file; skips damaged lines."""
    for line in data.rstrip(b"\n").rsplit(b"\n", MOST_MESSAGES)[-MOST_MESSAGES:]:
        try:
            match json.loads(line):
                case [int() | float() as when, str(name), str(text)] if 0 <= when <= LAST_TIME:
                    yield Message(float(when), showable(name, 20), showable(text, LONGEST))
        except (ValueError, RecursionError, OverflowError):
            continue
