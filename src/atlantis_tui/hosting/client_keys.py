"""Parses key files of remote players: seat and public key (as ssh-keygen writes it) per line.

2      ssh-ed25519 AAAAC3Nza... ben@example
watch  ssh-ed25519 AAAAC3Nza... cleo@example
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.transcript.seat_names import parse_seats


class ClientKey(NamedTuple):
    """A public key in OpenSSH format and its seats; no seats means watching."""

    key: str
    seats: frozenset[int]


class ClientKeysError(AtlantisError):
    """An invalid line of a key file."""

    def __init__(self, name: str, line: int, problem: str) -> None:
        super().__init__(name, line, problem)
        self.name = name
        self.line = line
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.name}:{self.line}: {self.problem}"


def parse_client_keys(text: str, name: str, names: Sequence[str]) -> tuple[ClientKey, ...]:
    """Parse a key file; `names` are the players' names. Does not validate the keys."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split(None, 1)
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 2:
            raise ClientKeysError(
                name, number, "missing key (expected SEAT KEY, for example '2 ssh-ed25519 ...')"
            )
        try:
            found.append(ClientKey(words[1].strip(), parse_seats(words[0], names)))
        except NotationError as error:
            raise ClientKeysError(name, number, str(error)) from error
    return tuple(found)
