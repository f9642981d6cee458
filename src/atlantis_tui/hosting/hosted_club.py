"""A hosted club: its members, kept up to date, and the only watcher of its folder."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.support.errors import AtlantisError
from atlantis_tui.club.facts import folder_stamps
from atlantis_tui.club.members import MEMBERS_FILE, ClubError, Member, load_roster, register
from .client_keys import ClientKey
from .invitations import Invitations, digest_code, load_member_codes

if TYPE_CHECKING:
    from atlantis_tui.hosting.sessions import HostingTerms

LOOK_SECONDS, LONGEST_LOOK_SECONDS = 0.25, 1.0
LOOK_SHARE = 20.0
"""Time between two looks, as a multiple of the processor time of one, within these limits."""
NO_KEY = "this invitation needs a key: run 'ssh-keygen -t ed25519' and connect again"


class Admission(NamedTuple):
    """The terms of hosting that follow the members file."""

    names: tuple[str, ...]
    keys: tuple[ClientKey, ...]
    closed: frozenset[int]
    invitations: Invitations


class HostedClub:
    """The members of a club. A member's number stays the same until the host ends."""

    def __init__(self, folder: Path, codes: Path, *, has_codes: bool) -> None:
        """With `has_codes`, codes admit members with a key too.

        Raises MembersError, OSError, and ValueError if the members file is not text.
        """
        self.folder = folder
        self._codes = codes
        self._has_codes = has_codes
        self._stamp: tuple[int, int] | None = None
        self._digests: frozenset[str] = frozenset()
        self.members: tuple[Member, ...] = ()
        """Also those who are no longer members."""
        self.gone: frozenset[int] = frozenset()
        """The numbers of those who are no longer members."""
        self._read()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(member.name for member in self.members)

    @property
    def open_invitations(self) -> int:
        return len(self._digests)

    def read_again(self, terms: HostingTerms) -> Admission:
        """The people admitted now. Keeps the last members if their file is unreadable."""
        has_changed = False
        try:
            has_changed = self._read()
        except (OSError, ValueError, AtlantisError):
            self._stamp = None
        if has_changed or not terms.names:
            return self.admission()
        return Admission(terms.names, terms.keys, terms.closed, terms.invitations)

    def admission(self) -> Admission:
        numbered = list(enumerate(self.members))
        keys = [
            ClientKey(member.key, frozenset({number}))
            for number, member in numbered
            if member.key is not None and number not in self.gone
        ]
        keyed = frozenset(number for number, member in numbered if member.key is not None)
        closed = self.gone if self._has_codes else self.gone | keyed
        codes = load_member_codes(self._codes, self.names)
        return Admission(self.names, tuple(keys), closed, codes)

    def _read(self) -> bool:
        """Read the members file if it has changed."""
        status = (self.folder / MEMBERS_FILE).stat()
        stamp = status.st_mtime_ns, status.st_ino
        if stamp == self._stamp:
            return False
        roster = load_roster(self.folder)
        now = {member.name: member for member in roster.members}
        self.gone = frozenset(n for n, name in enumerate(self.names) if name not in now)
        kept = tuple(now.pop(member.name, member) for member in self.members)
        self.members = (*kept, *now.values())
        self._digests = roster.invitations
        self._stamp = stamp
        return True

    def is_invited(self, code: str) -> bool:
        return digest_code(code) in self._digests

    def register(self, code: str, name: str, key: str | None) -> None:
        """Add a member with the key that the client offered. Raises ClubError."""
        if key is None:
            raise ClubError(NO_KEY)
        try:
            register(self.folder, digest_code(code), name, key)
        except ClubError:
            raise
        except (OSError, ValueError, AtlantisError) as error:
            raise ClubError("the club cannot register you at the moment; try again") from error

    async def watch(self, on_change: Callable[[frozenset[str]], Awaitable[None]]) -> None:
        """Call `on_change` with the names of the files that have changed, at first with none.

        Runs until cancelled. Looks less often if a look takes long.
        """
        seen: dict[str, tuple[int, int]] | None = None
        while True:
            now, pause = None, LOOK_SECONDS
            with suppress(OSError):
                now, seconds = await asyncio.to_thread(_look, self.folder)
                pause = pause_after(seconds)
            if now is not None and now != seen:
                changed = {name for name, _ in (seen or {}).items() ^ now.items()}
                is_first, seen = seen is None, now
                await on_change(frozenset() if is_first else frozenset(changed))
            await asyncio.sleep(pause)


def _look(folder: Path) -> tuple[dict[str, tuple[int, int]], float]:
    """The stamps of a folder, and the processor time of finding them."""
    began = thread_time()
    return folder_stamps(folder), thread_time() - began


def pause_after(seconds: float) -> float:
    """How long to wait after a look at the folder that took so much processor time.

    Time that passes on a busy machine does not count, or turns would arrive minutes later there.
    """
    return min(max(LOOK_SECONDS, LOOK_SHARE * seconds), LONGEST_LOOK_SECONDS)
