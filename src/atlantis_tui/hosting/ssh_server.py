"""SSH server: remote players log in with a public key or an invitation code.

They can run only the remote app: no commands, file transfer or forwarding. A connection has
three attempts, delayed by the rate limiter. Invalid connections are dropped silently.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from pathlib import Path
from time import monotonic

import asyncssh

from atlantis_core.commands.errors import describe_os_error
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.seat_names import WATCH
from atlantis_tui.settings.folders import read_small, write_private
from .client_keys import ClientKey
from .clients import Client, Window
from .sessions import SessionRegistry

TRIES = 3
"""Wrong codes allowed per connection."""
LOGIN_SECONDS = 60
NO_TERMINAL = b"this game needs a terminal: use 'ssh -t'\r\n"


class ClientSession(asyncssh.SSHServerSession[bytes]):
    """A remote player's SSH session: passes input and output between channel and client."""

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
        self._idle_timer: asyncio.TimerHandle | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        del term_type, term_size, term_modes  # the channel stores them
        self._has_terminal = True
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        channel = self._open_channel()
        if not self._has_terminal:
            self._close_with(NO_TERMINAL.decode())
            return
        if not self._sessions.has_room(self._seats):
            self._close_with("too many spectators; try again later\r\n")
            return
        columns, rows = channel.get_terminal_size()[:2]
        window = Window.of(
            columns, rows, channel.get_terminal_type(), dict(channel.get_environment())
        )
        client = self._sessions.start(window, self._seats, self._address, self._user, self)
        client.on_output = channel.write
        client.on_exit = self._exited
        self._client = client
        self._check_idle()

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
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        if self._client is not None:
            self._client.abandon()
            self._sessions.unregister(self._client.number)

    def leave(self, reason: str) -> None:
        """Show the reason and disconnect; drops later output of the app."""
        if self._client is not None:
            self._client.on_output = lambda _: None
            self._client.end()
        self._close_with(f"\x1b[?1049l\x1b[?25h\x1b[0m\r\n{reason}\r\n")

    def _exited(self, status: int) -> None:
        if self._client is not None:
            self._sessions.unregister(self._client.number)
        if self._channel is not None and not self._channel.is_closing():
            self._channel.exit(status if status >= 0 else 1)

    def _close_with(self, text: str) -> None:
        channel = self._channel
        if channel is not None and not channel.is_closing():
            channel.write(text.encode())
            channel.exit(1)

    def _open_channel(self) -> asyncssh.SSHServerChannel[bytes]:
        if self._channel is None:
            raise AssertionError("a session that has started has its channel")
        return self._channel

    def _check_idle(self) -> None:
        """Disconnect if the player has been idle for too long, else check again later."""
        left = self._last_typed + self._sessions.terms.idle_seconds - monotonic()
        if left <= 0:
            self.leave("disconnected: idle for too long; connect again")
        else:
            self._idle_timer = asyncio.get_running_loop().call_later(left, self._check_idle)


class Connection(asyncssh.SSHServer):
    """Authenticates one SSH connection."""

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
        self._is_counted = self._sessions.open_connection(self._address)
        if not self._is_counted:
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if self._is_counted:
            self._is_counted = False
            self._sessions.close_connection(self._address)

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
                    asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "too many wrong invitation codes"
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
    """Raise asyncssh.KeyImportError if a key is invalid."""
    for known in keys:
        asyncssh.import_public_key(known.key)


class HostKeyError(AtlantisError):
    """The host key cannot be used. The app never deletes or replaces it."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        shown = showable(str(self.path))
        return f"'{shown}' is not a valid host key: {self.reason} (delete it to create a new one)"


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """Load the host key, or create it the first time. Raises HostKeyError."""
    try:
        return asyncssh.import_private_key(read_small(path))
    except FileNotFoundError:
        pass
    except OSError as error:
        raise HostKeyError(path, describe_os_error(error)) from error
    except ValueError as error:  # not a key, a key with a passphrase, or not text
        raise HostKeyError(path, showable(str(error), 80)) from error
    key = asyncssh.generate_private_key("ssh-ed25519", comment="atlantis host")
    write_private(path, key.export_private_key().decode("ascii"))
    return key


async def listen(
    sessions: SessionRegistry, host: str, port: int, key: asyncssh.SSHKey
) -> asyncssh.SSHAcceptor:
    """Start the SSH server; the acceptor has the actual port."""
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # do not log codes or scanners
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
