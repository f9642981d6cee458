"""Invitation codes: one secret per seat, valid until the game ends.

A code alone admits a remote player, so codes are too long to guess, stored readable only for the
host, and never logged. Hosting the same file again reuses its codes.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from atlantis_tui.settings.folders import read_json, write_private

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters that look like digits. Each character adds almost five bits."""
_GROUPS = 3
_GROUP_LENGTH = 5


class Invitations:
    """The codes of one game, by seat from 0."""

    def __init__(self, codes: Mapping[int, str]) -> None:
        self.codes = MappingProxyType(dict(codes))

    def seat_of(self, code: str) -> int | None:
        """The seat of a code, or None. Compares with all codes, for constant time."""
        given = _encode(code)
        found = None
        for seat, known in self.codes.items():
            if hmac.compare_digest(_encode(known), given):
                found = seat
        return found


def make_code() -> str:
    """A new code such as ``k7m2p-x9q4r-t3w8z``."""
    letters = [secrets.choice(ALPHABET) for _ in range(_GROUPS * _GROUP_LENGTH)]
    groups = (letters[at : at + _GROUP_LENGTH] for at in range(0, len(letters), _GROUP_LENGTH))
    return "-".join("".join(group) for group in groups)


def load_invitations(path: Path, players: int) -> Invitations:
    """Load the codes of a game; creates and saves missing ones."""
    saved = _read(path)
    codes = {seat: saved.get(seat) or make_code() for seat in range(players)}
    if codes != saved:
        write_private(path, json.dumps(list(codes.values())))
    return Invitations(codes)


def _read(path: Path) -> dict[int, str]:
    content = read_json(path)
    listed: list[object] = content if isinstance(content, list) else []
    return {
        seat: code for seat, code in enumerate(listed) if isinstance(code, str) and _is_code(code)
    }


def _is_code(code: str) -> bool:
    return len(_plain(code)) == _GROUPS * _GROUP_LENGTH and set(_plain(code)) <= set(ALPHABET)


def _encode(code: str) -> bytes:
    return _plain(code).encode("utf-8", "replace")  # lone surrogates, from a terminal


def _plain(code: str) -> str:
    """Normalised code: case, blanks and dashes do not matter."""
    return "".join(code.lower().replace("-", " ").split())
