"""Open connections by network, of which those without a window make room for new ones.

A stranger who opens many connections therefore never keeps a player out, not even one at the same
address: a player's connection gets its window while those of the stranger grow old.
"""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Protocol

_PREFIX_BITS = 64
"""An IPv6 network of this size belongs to one customer."""


class Abortable(Protocol):
    """A connection that can be closed at once."""

    def abort(self) -> None:
        """Close the connection, without sending what is left."""


class ConnectionTable:
    """Counts connections by network and in all."""

    def __init__(self, most_each: int, most: int) -> None:
        """At most `most_each` connections from one network, and `most` in all."""
        self._most_each = most_each
        self._most = most
        self._networks: dict[Abortable, str] = {}
        self._waiting: dict[Abortable, bool] = {}
        """Those without a window, the oldest first, and whether they have tried a wrong code."""

    def open(self, address: str, connection: Abortable, *, is_limited: bool = True) -> bool:
        """Count a connection; aborts one without a window where there is no room.

        Returns False if there is none either. `is_limited` applies the limit of one network.
        """
        network = network_of(address)
        counts = Counter(self._networks.values())
        if is_limited and counts[network] >= self._most_each:
            if not self._drop_one_of(network):
                return False
        elif len(self._networks) >= self._most:
            waiting = {self._networks[each] for each in self._waiting}
            if not waiting or not self._drop_one_of(max(waiting, key=counts.__getitem__)):
                return False
        self._networks[connection] = network
        self._waiting[connection] = False
        return True

    def suspect(self, connection: Abortable) -> None:
        """Note that a connection has tried a wrong code: it makes room before others."""
        if connection in self._waiting:
            self._waiting[connection] = True

    def hold(self, connection: Abortable) -> None:
        """Keep a connection, which has a window now."""
        self._waiting.pop(connection, None)

    def release(self, connection: Abortable) -> None:
        """Let a connection make room again, because its last window has closed."""
        if connection in self._networks:
            self._waiting[connection] = False

    def close(self, connection: Abortable) -> None:
        """Forget a connection; does nothing if it is not counted."""
        self._networks.pop(connection, None)
        self._waiting.pop(connection, None)

    def _drop_one_of(self, network: str) -> bool:
        """Abort the oldest that has tried a wrong code, else the oldest without a window."""
        found = [each for each in self._waiting if self._networks[each] == network]
        if not found:
            return False
        dropped = next((each for each in found if self._waiting[each]), found[0])
        self.close(dropped)
        dropped.abort()
        return True


def network_of(address: str) -> str:
    """The address, or the network of a customer for IPv6; the text itself if it is neither."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> _PREFIX_BITS << _PREFIX_BITS)}/{_PREFIX_BITS}"
