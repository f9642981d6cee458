"""The members of a club: a file with a name and, if the member has one, a public key per line.

    ann         ssh-ed25519 AAAAC3Nza... ann@example
    ben
    invitation  5e884898da280471...

An invitation is the SHA-256 of a code. Registering replaces its line by that of the new member in
one save, so that a code works once, also if several processes or machines serve the club.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.saving import NO_FILE, Expected, Writing, fingerprint_of, save_bytes
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.seat_names import HOST, WATCH
from atlantis_tui.settings.folders import read_small

MEMBERS_FILE = "members.txt"
OPEN = "open"
"""Stands for an open seat where a member's name is expected."""
INVITATION = "invitation"
"""First word of a line with an invitation."""
MOST_MEMBERS = 2000
MOST_KEY = 2000
"""Characters of a public key; larger ones are not registered."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,19}")
_RESERVED = {WATCH, HOST, OPEN, INVITATION}
_ATTEMPTS = 20
_EXPECTED = (
    "expected a letter, then up to 19 letters, digits, '.', '-' or '_', but not "
    f"{' or '.join(sorted(_RESERVED))}"
)


class ClubError(AtlantisError):
    """A wish of a member that the club cannot fulfil; the text is for the member."""


class Member(NamedTuple):
    """A member of a club. Without a key the member logs in with a code."""

    name: str
    key: str | None = None


class Roster(NamedTuple):
    """A parsed members file."""

    members: tuple[Member, ...] = ()
    invitations: frozenset[str] = frozenset()
    """The SHA-256 of each unused code."""


class MembersError(AtlantisError):
    """An invalid line of a members file, by number."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        self.problem = problem

    def __str__(self) -> str:
        return f"{MEMBERS_FILE}:{self.line}: {self.problem}"


def is_member_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and name.casefold() not in _RESERVED


def parse_roster(text: str) -> Roster:
    """Parse a members file. Raises MembersError; does not validate the keys."""
    found: dict[str, Member] = {}
    invitations = set()
    for number, line in enumerate(text.splitlines(), 1):
        name, _, rest = line.strip().partition(" ")
        if not name or name.startswith("#"):
            continue
        if name == INVITATION:
            invitations.add(rest.strip())
            continue
        if not is_member_name(name):
            shown = showable(name, 40)
            raise MembersError(number, f"not a member's name: '{shown}' ({_EXPECTED})")
        if name.casefold() in found:
            raise MembersError(number, f"'{name}' is a member already")
        found[name.casefold()] = Member(name, rest.strip() or None)
    return Roster(tuple(found.values()), frozenset(invitations))


def load_roster(folder: Path) -> Roster:
    """The members of a club. Raises MembersError, OSError, and ValueError if it is not text."""
    return parse_roster(read_small(folder / MEMBERS_FILE))


def add_invitation(folder: Path, digest: str) -> None:
    """Let a person register with the code of this digest. Creates the file. Raises SaveError."""
    _change(folder, lambda text: f"{text}{INVITATION} {digest}\n")


def register(folder: Path, digest: str, name: str, key: str) -> None:
    """Use an invitation: add a member with a name and a public key.

    Raises ClubError if the invitation, the name or the key is not available.
    """

    def replaced(text: str) -> str:
        roster = parse_roster(text)
        if digest not in roster.invitations:
            raise ClubError("this invitation has been used")
        if not is_member_name(name):
            raise ClubError(f"this cannot be a member's name ({_EXPECTED})")
        if any(member.name.casefold() == name.casefold() for member in roster.members):
            raise ClubError(f"'{name}' is a member already: connect again with another name")
        if any((member.key or "").split()[:2] == key.split()[:2] for member in roster.members):
            raise ClubError("another member has this key")
        if len(key) > MOST_KEY or len(key.splitlines()) != 1 or len(roster.members) >= MOST_MEMBERS:
            raise ClubError("the club cannot take this key")
        lines = text.splitlines()
        place = next(n for n, line in enumerate(lines) if line.split() == [INVITATION, digest])
        lines[place] = f"{name} {key}"
        return "\n".join(lines) + "\n"

    _change(folder, replaced)


def _change(folder: Path, change: Callable[[str], str]) -> None:
    """Replace the members file, again if another process has changed it meanwhile."""
    path = folder / MEMBERS_FILE
    for _ in range(_ATTEMPTS):
        try:
            expected: Expected | Fingerprint = fingerprint_of(path)
            text = read_small(path)
        except FileNotFoundError:
            expected, text = NO_FILE, ""
        if text and not text.endswith("\n"):
            text += "\n"
        try:
            save_bytes(change(text).encode(), path, expected=expected, how=Writing(is_private=True))
        except SaveConflictError:
            continue
        return
    raise ClubError("the club is busy; try again")
