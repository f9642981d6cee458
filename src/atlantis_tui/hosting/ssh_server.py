"""The game over SSH: guests come with an ordinary client, by key or by an invitation code.

Whoever is let in gets the app as a guest and nothing else: no command, no file transfer, no
forwarding. Wrong codes are answered slowly and three times a connection; connections that say
nothing sensible are dropped without disturbing anybody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from pathlib import Path
from time import monotonic

import asyncssh

from atlantis_core.commands.errors import describe_os_error
from atlantis_core.errors import AtlantisError
from atlantis_core.safe_text import showable
from atlantis_core.transcript.seat_names import WATCH
from atlantis_tui.settings.folders import read_small, write_whole
from .client_keys import ClientKey
from .clients import Client, Window
from .sessions import SessionRegistry

TRIES = 3
"""Wrong codes on one connection."""
LOGIN_SECONDS = 60
NO_TERMINAL = b"this game needs a terminal: use 'ssh -t'\r\n"


class ClientSession(asyncssh.SSHServerSession[bytes]):
    """A terminal of a guest: bytes in, bytes out."""

    def __init__(
        self, sessions: SessionRegistry, seats: frozenset[int], address: str, user: str
    ) -> None:
        self._sessions = sessions
        self._seats = seats
        self._address = address
        self._user = user
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._client: Client | None = None
        self._has_terminal = False
        self._last_typed = monotonic()
        self._watch: asyncio.TimerHandle | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        del term_type, term_size, term_modes  # the channel remembers them
        self._has_terminal = True
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        channel = self._open_channel()
        if not self._has_terminal:
            self._farewell(NO_TERMINAL.decode())
            return
        if not self._sessions.has_room(self._seats):
            self._farewell("there is no room for more watchers\r\n")
            return
        columns, rows = channel.get_terminal_size()[:2]
        window = Window.of(
            columns, rows, channel.get_terminal_type(), dict(channel.get_environment())
        )
        client = self._sessions.welcome(window, self._seats, self._address, self._user, self)
        client.on_output = channel.write
        client.on_exit = self._exited
        self._client = client
        self._look_again()

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        del datatype
        self._last_typed = monotonic()
        if self._client is not None:
            self._client.type(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        del pixwidth, pixheight
        if self._client is not None:
            self._client.resize(width, height)

    def pause_writing(self) -> None:
        if self._client is not None:
            self._client.pause()

    def resume_writing(self) -> None:
        if self._client is not None:
            self._client.resume()

    def break_received(self, msec: int) -> bool:
        del msec
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if self._watch is not None:
            self._watch.cancel()
        if self._client is not None:
            self._client.forget()
            self._sessions.leave(self._client.number)

    def leave(self, reason: str) -> None:
        """Say why, and close; what the app paints after that has nowhere to go."""
        if self._client is not None:
            self._client.on_output = lambda _: None
            self._client.end()
        self._farewell(f"\x1b[?1049l\x1b[?25h\x1b[0m\r\n{reason}\r\n")

    def _exited(self, status: int) -> None:
        if self._client is not None:
            self._sessions.leave(self._client.number)
        if self._channel is not None and not self._channel.is_closing():
            self._channel.exit(status if status >= 0 else 1)

    def _farewell(self, text: str) -> None:
        channel = self._channel
        if channel is not None and not channel.is_closing():
            channel.write(text.encode())
            channel.exit(1)

    def _open_channel(self) -> asyncssh.SSHServerChannel[bytes]:
        if self._channel is None:
            raise AssertionError("a session that has started has its channel")
        return self._channel

    def _look_again(self) -> None:
        """Send away who has not touched a key for too long."""
        left = self._last_typed + self._sessions.terms.idle_seconds - monotonic()
        if left <= 0:
            self.leave("nothing was typed for a long time; come again")
        else:
            self._watch = asyncio.get_running_loop().call_later(left, self._look_again)


class Connection(asyncssh.SSHServer):
    """One connection: who it is, and whether they may come in."""

    def __init__(self, sessions: SessionRegistry) -> None:
        self._sessions = sessions
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._failures = 0
        self._seats: frozenset[int] | None = None
        self._is_counted = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._address = str(peer[0]) if peer else "?"
        self._is_counted = self._sessions.knock(self._address)
        if not self._is_counted:
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if self._is_counted:
            self._is_counted = False
            self._sessions.hang_up(self._address)

    def begin_auth(self, username: str) -> bool:
        terms = self._sessions.terms
        if username == WATCH and terms.has_open_watching:
            self._seats = frozenset()
            return False
        return True

    def public_key_auth_supported(self) -> bool:
        return bool(self._sessions.terms.keys)

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        del username
        for known in self._sessions.terms.keys:
            if _same_key(known.key, key):
                self._seats = known.seats
                return True
        return False

    def password_auth_supported(self) -> bool:
        return True

    async def validate_password(self, username: str, password: str) -> bool:
        del username
        self._seats = await self._sessions.recognise(password, self._address)
        if self._seats is None:
            self._failures += 1
            if self._failures >= TRIES and self._connection is not None:
                self._connection.disconnect(
                    asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "too many wrong codes"
                )
            return False
        return True

    def session_requested(
        self,
    ) -> tuple[asyncssh.SSHServerChannel[bytes], asyncssh.SSHServerSession[bytes]] | bool:
        if self._connection is None or self._seats is None:
            return False
        user = showable(str(self._connection.get_extra_info("username") or ""), 20)
        session = ClientSession(self._sessions, self._seats, self._address, user)
        return self._connection.create_server_channel(encoding=None), session


def _same_key(known: str, shown: asyncssh.SSHKey) -> bool:
    try:
        return asyncssh.import_public_key(known).public_data == shown.public_data
    except asyncssh.KeyImportError:
        return False


def check_keys(keys: Iterable[ClientKey]) -> None:
    """Raise asyncssh.KeyImportError if one is none."""
    for known in keys:
        asyncssh.import_public_key(known.key)


class HostKeyError(AtlantisError):
    """The key of this host cannot be used. Nobody but its owner throws it away."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        shown = showable(str(self.path))
        return f"'{shown}' is not the key of a host: {self.reason} (without it a new one is made)"


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """The key by which guests know this host again; made the first time. Raises HostKeyError."""
    try:
        return asyncssh.import_private_key(read_small(path))
    except FileNotFoundError:
        pass
    except OSError as error:
        raise HostKeyError(path, describe_os_error(error)) from error
    except ValueError as error:  # no key, one with a password, no text
        raise HostKeyError(path, showable(str(error), 80)) from error
    key = asyncssh.generate_private_key("ssh-ed25519", comment="atlantis host")
    write_whole(path, key.export_private_key().decode("ascii"))
    return key


async def listen(
    sessions: SessionRegistry, host: str, port: int, key: asyncssh.SSHKey
) -> asyncssh.SSHAcceptor:
    """Open the door; the acceptor knows the port."""
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # codes and strangers stay unlogged
    return await asyncssh.listen(
        host,
        port,
        server_host_keys=[key],
        server_factory=lambda: Connection(sessions),
        line_editor=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        gss_host=None,
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=30,
        keepalive_count_max=4,
        server_version="Atlantis",
    )
