"""A visit on a pseudo-terminal that runs what most remote players run: a lobby, a game, a turn."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.errors import AtlantisError
from atlantis_tui import app
from atlantis_tui.game.document import GameDocument
from atlantis_tui.settings.arguments import parse_arguments
from .shared_code import CodeName, record
from .terminals import reopen_streams, set_window_size

if sys.platform != "win32":  # which cannot host
    import pty

_LONGEST_SECONDS = 300
_QUIT = b"\x11"


def recorded_visit() -> frozenset[CodeName]:
    """Open a game from the lobby of a small club and see a turn; returns which code has run.

    Uses up the standard streams of this process, and ends it if the visit takes too long.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(_LONGEST_SECONDS)
    with tempfile.TemporaryDirectory() as name:
        club = Path(name)
        (club / "members.txt").write_text("ann\nben\n", encoding="utf-8")
        start = traditional_start(Shape.HEXAGON, 2, players=2)
        GameDocument.new(start, names=["ben", "ann"]).save_as(club / "game.json")
        ours, theirs = pty.openpty()
        set_window_size(theirs, 80, 24)
        for descriptor in range(3):
            os.dup2(theirs, descriptor)
        reopen_streams()
        os.environ["TERM"] = "xterm-256color"
        threading.Thread(target=_play, args=(ours, club / "game.json"), daemon=True).start()
        named = parse_arguments([name, "--as", "ann", "--guest"])
        return record(lambda: app.start(named))


def _play(terminal: int, game: Path) -> None:
    """Act as the player at the terminal, and as the opponent."""
    with suppress(OSError, AtlantisError):
        _read_until(terminal, b"   ben")
        os.write(terminal, b"\r")
        _read_until(terminal, b"waiting for")
        GameDocument.load(game).play()
        _read_until(terminal, b"your turn")
        os.write(terminal, b"e" + _QUIT + _QUIT)
        while os.read(terminal, 4096):
            pass


def _read_until(terminal: int, text: bytes) -> None:
    received = b""
    while text not in received:
        received += os.read(terminal, 4096)
