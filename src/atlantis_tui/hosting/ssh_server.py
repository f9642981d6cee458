"""SSH server: remote players log in with a public key or an invitation code.

They can run only the remote app, or `talk` for plain text: no other commands, file transfer or
forwarding. A connection has three attempts, delayed by the rate limiter. Invalid connections are
dropped silently.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import TypeAlias

import asyncssh

from atlantis_core.commands.errors import describe_os_error
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.seat_names import WATCH
from atlantis_tui.club.members import MOST_MEMBERS, ClubError
from atlantis_tui.settings.arguments import PlainText
from atlantis_tui.settings.folders import read_small, write_private
from .client_keys import ClientKey
from .clients import Client, Window
from .sessions import WINDOWS_EACH, SessionRegistry

TRIES = 3
"""Wrong codes allowed per connection."""
LOGIN_SECONDS = 60
PLAIN_TEXT = "talk"
"""The command of an SSH client that plays in plain text."""
NO_TERMINAL = "this game needs a terminal: use 'ssh -t', or add 'talk' to play in plain text\r\n"
WRONG_CODE = "This code is not valid. "
RESET = (
    "\x1b[?2026l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?1004l\x1b[?2004l"
    "\x1b[?2048l\x1b[<u\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[0m"
)
"""Ends every mode that the app starts: mouse reports, focus reports, marked pastes and so on.

For apps that do not do so themselves, because they are disconnected or killed.
"""
Challenge: TypeAlias = tuple[str, str, str, Sequence[tuple[str, bool]]]
"""Title, instructions, language, and prompts with whether the answer is displayed."""
END_OF_FILE = b"\x04"
"""Ends the input of a pseudo-terminal."""


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
        self._is_plain = False
        """Whether the player wants plain text, which needs no terminal."""
        self._last_typed = monotonic()
        self._idle_timer: asyncio.TimerHandle | None = None
        self.on_close: Callable[[], None] = lambda: None

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

    def exec_requested(self, command: str) -> bool:
        self._is_plain = command.strip() == PLAIN_TEXT
        return self._is_plain

    def session_started(self) -> None:
        channel = self._open_channel()
        if not (self._has_terminal or self._is_plain):
            self._close_with(NO_TERMINAL)
            return
        if not self._sessions.has_room(self._seats, self._address):
            self._close_with("too many spectators; try again later\r\n")
            return
        columns, rows = channel.get_terminal_size()[:2]
        window = Window.of(
            columns, rows, channel.get_terminal_type(), dict(channel.get_environment())
        )
        if not self._has_terminal:
            window = replace(window, has_echo=False)
        client = self._sessions.start(
            window, self._seats, self._address, self._user, self, plain=self._plain_text
        )
        client.on_output = self._show
        client.on_exit = self._exited
        self._client = client
        self._check_idle()

    @property
    def _plain_text(self) -> PlainText | None:
        if not self._is_plain:
            return None
        return PlainText.TERMINAL if self._has_terminal else PlainText.PIPE

    def eof_received(self) -> bool:
        """End the input of a plain session, and stay open for its last answers."""
        if self._is_plain and self._client is not None:
            self._client.type(END_OF_FILE)
        return self._is_plain

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
        self.on_close()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        if self._client is not None:
            self._client.abandon()
            self._sessions.unregister(self._client.number)

    def leave(self, reason: str, *, may_return: bool = False) -> None:
        """Show the reason and disconnect; drops later output of the app."""
        del may_return  # an ssh client does not connect by itself
        if self._client is not None:
            self._client.on_output = lambda _: None
            self._client.end()
        reset = "" if self._is_plain else RESET
        self._close_with(f"{reset}\r\n{reason}\r\n")

    def _show(self, output: bytes) -> None:
        """Send output of the app, unless the player has disconnected meanwhile."""
        channel = self._open_channel()
        if not channel.is_closing():
            channel.write(output)

    def _exited(self, status: int) -> None:
        if self._client is not None:
            self._sessions.unregister(self._client.number)
        if self._channel is not None and not self._channel.is_closing():
            if status < 0 and not self._is_plain:  # killed
                self._channel.write(RESET.encode())
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
        self._offered: str | None = None
        """The first key that the client offered and that admits no member."""
        self._windows = 0
        """Open windows of this connection."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._address = str(peer[0]) if peer else "?"
        if not self._sessions.open_connection(self._address, conn):
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if self._connection is not None:
            self._sessions.connections.close(self._connection)

    def begin_auth(self, username: str) -> bool:
        terms = self._sessions.terms
        if username == WATCH and terms.has_open_watching:
            self._seats = frozenset()
            return False
        return True

    def public_key_auth_supported(self) -> bool:
        terms = self._sessions.terms
        return bool(terms.keys) or terms.club is not None

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        del username
        shown = key.public_data
        for known in self._sessions.terms.keys:
            if public_data(known.key) == shown:
                self._seats = known.seats
                return True
        if self._offered is None:
            # Without the comment: the words of a stranger.
            self._offered = " ".join(key.export_public_key().decode("ascii").split()[:2])
        return False

    def password_auth_supported(self) -> bool:
        return self._sessions.terms.has_codes

    def kbdint_auth_supported(self) -> bool:
        return self._sessions.terms.has_codes

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Challenge:
        """Ask for the code by its name; ssh would ask for a password."""
        del username, lang, submethods
        return challenge("")

    async def validate_kbdint_response(
        self, username: str, responses: Sequence[str]
    ) -> Challenge | bool:
        code = responses[0] if len(responses) == 1 else ""
        return await self.validate_password(username, code) or challenge(WRONG_CODE)

    async def validate_password(self, username: str, password: str) -> bool:
        try:
            self._seats = self._sessions.join(password, username, self._offered)
        except ClubError as error:
            self._disconnect(showable(str(error), 200))
            return False
        if self._seats is None and self._connection is not None:
            self._seats = await self._sessions.recognise(password, self._address, self._connection)
        if self._seats is None:
            self._failures += 1
            if self._failures >= TRIES:
                self._disconnect("too many wrong invitation codes")
            return False
        return True

    def _disconnect(self, reason: str) -> None:
        if self._connection is not None:
            self._connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, reason)

    def session_requested(
        self,
    ) -> tuple[asyncssh.SSHServerChannel[bytes], asyncssh.SSHServerSession[bytes]] | bool:
        if self._connection is None or self._seats is None or self._windows >= WINDOWS_EACH:
            return False
        self._windows += 1
        self._sessions.connections.hold(self._connection)
        user = showable(str(self._connection.get_extra_info("username") or ""), 20)
        session = ClientSession(self._sessions, self._seats, self._address, user)
        session.on_close = self._window_closed
        return self._connection.create_server_channel(encoding=None), session

    def _window_closed(self) -> None:
        self._windows -= 1
        if not self._windows and self._connection is not None:
            self._sessions.connections.release(self._connection)


def challenge(reason: str) -> Challenge:
    """The question of ssh; in the prompt, because ssh may not show anything else."""
    return "", "", "en", [(f"{reason}Invitation code: ", False)]


@lru_cache(maxsize=2 * MOST_MEMBERS)
def public_data(key: str) -> bytes | None:
    """The key itself without name and comment; None if the text is not a key."""
    try:
        return asyncssh.import_public_key(key).public_data
    except asyncssh.KeyImportError:
        return None


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
