"""Invitation codes: one secret per seat and one for spectators, valid until they are renewed.

A code alone admits a remote player, so codes are too long to guess, stored readable only for the
host, and never logged. Hosting the same file again reuses its codes.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from atlantis_core.transcript.seat_names import WATCH
from atlantis_tui.settings.folders import read_json, write_private

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters that look like digits. Each character adds almost five bits."""
_GROUPS = 3
_GROUP_LENGTH = 5


class Invitations:
    """The codes of one game, by seat from 0; the last code is that of spectators."""

    def __init__(self, path: Path, codes: Sequence[str], names: Sequence[str] = ()) -> None:
        """If `names` are given, the file stores codes by name, so that their order may change."""
        self._path = path
        self._names = (*names, WATCH) if names else ()
        self._codes = list(codes)

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(self._codes[:-1])

    @property
    def watch_code(self) -> str:
        return self._codes[-1]

    def seats_of(self, code: str) -> frozenset[int] | None:
        """The seat of a code, none for spectators, None for a wrong code.

        Compares with all codes, for constant time.
        """
        given = _encode(code)
        found = None
        for seat, known in enumerate(self._codes):
            if hmac.compare_digest(_encode(known), given):
                found = frozenset({seat} - {len(self._codes) - 1})
        return found

    def renew(self, seats: Iterable[int]) -> None:
        """Replace and save the codes of these seats; the old ones no longer work."""
        for seat in seats:
            self._codes[seat] = make_code()
        self.save()

    def save(self) -> None:
        by_name = dict(zip(self._names, self._codes, strict=False))
        write_private(self._path, json.dumps(by_name or self._codes))


def make_code() -> str:
    """A new code such as ``k7m2p-x9q4r-t3w8z``."""
    letters = [secrets.choice(ALPHABET) for _ in range(_GROUPS * _GROUP_LENGTH)]
    groups = (letters[at : at + _GROUP_LENGTH] for at in range(0, len(letters), _GROUP_LENGTH))
    return "-".join("".join(group) for group in groups)


def load_invitations(path: Path, players: int) -> Invitations:
    """Load the codes of a game; creates and saves missing ones."""
    content = read_json(path)
    saved: list[object] = content if isinstance(content, list) else []
    # The files of earlier versions have no code for spectators.
    known = [code if isinstance(code, str) and _is_code(code) else "" for code in saved]
    codes = [code or make_code() for code in [*known, *[""] * (players + 1)][: players + 1]]
    invitations = Invitations(path, codes)
    if codes != saved:
        invitations.save()
    return invitations


def digest_code(code: str) -> str:
    """The SHA-256 of a code, which does not reveal it."""
    return sha256(_encode(code)).hexdigest()


def load_member_codes(path: Path, names: Sequence[str]) -> Invitations:
    """Load the codes of a club's members by name; creates and saves missing ones."""
    content = read_json(path)
    saved: dict[str, object] = content if isinstance(content, dict) else {}
    found = [saved.get(name) for name in (*names, WATCH)]
    codes = [code if isinstance(code, str) and _is_code(code) else make_code() for code in found]
    invitations = Invitations(path, codes, names)
    if codes != found:
        invitations.save()
    return invitations


def _is_code(code: str) -> bool:
    return len(_plain(code)) == _GROUPS * _GROUP_LENGTH and set(_plain(code)) <= set(ALPHABET)


def _encode(code: str) -> bytes:
    return _plain(code).encode("utf-8", "replace")  # lone surrogates, from a terminal


def _plain(code: str) -> str:
    """Normalised code: case, blanks and dashes do not matter."""
    return "".join(code.lower().replace("-", " ").split())
