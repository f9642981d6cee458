"""Screen for a file with errors: shows the diagnostics and opens an editor."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable

from textual.app import ComposeResult, SuspendNotSupported
from textual.containers import VerticalScroll

from atlantis_core.games.errors import GameError
from atlantis_core.processes.command_line import parse_command
from atlantis_core.support.diagnostics import draw_diagnostics
from atlantis_core.support.errors import NotationError
from atlantis_core.support.phrases import counted
from atlantis_tui import routes
from atlantis_tui.game.document import GameDocument
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.text_lines import Piece, Row, TextLines, wrapped
from .opened_file import BrokenFile, open_path

_SOURCE = re.compile(r"\s*[0-9]*\s+\| ")
EDITORS = ("nano", "vim", "vi", "notepad")
"""Tried in this order if the environment names none."""


class BrokenScreen(BaseScreen):
    """All diagnostics of a file, with their source lines."""

    BINDINGS = parse_bindings("""
        e  edit   Open the file in your editor         open your editor
        r  retry  Try to open it again                 try again
        g  go     Review up to the first illegal turn  review anyway
    """)
    foot = (("↑↓", "scroll", ""),)
    DEFAULT_CSS = """
    BrokenScreen {
        & > VerticalScroll { height: 1fr; padding: 1 1; scrollbar-size: 0 0; }
        & #report { height: auto; width: auto; }
    }
    """

    def __init__(self, broken: BrokenFile) -> None:
        super().__init__()
        self.path = broken.path
        self.broken = broken

    def compose(self) -> ComposeResult:
        report = VerticalScroll(TextLines(id="report"))
        return self.page(self.path.name, report, TextLines(id="message"))

    def on_resize(self) -> None:
        self.paint()

    def paint(self) -> None:
        count = sum(diagnostic.is_error for diagnostic in self.broken.diagnostics)
        errors = counted(count, "error")
        head = Piece(f" {self.path.name} ", "strong"), Piece(f"cannot be opened: {errors}", "bad")
        self.query_one("#head", TextLines).show_line(*head)
        width = max(self.size.width - 4, 20)
        drawn = draw_diagnostics(self.broken.diagnostics, self.broken.text)
        lines = [row for line in drawn.splitlines() for row in _rows(line, width)]
        self.query_one("#report", TextLines).show_lines(lines)

    def say(self, text: str) -> None:
        self.query_one("#message", TextLines).show_line(" ", Piece(text, "bad"))

    def action_edit(self) -> None:
        """Run the user's editor in the terminal, then open the file again."""
        try:
            command = editor_command()
            if command is None:
                self.say("no editor found; set the EDITOR environment variable")
                return
            with self.app.suspend():
                # An absolute path, so that a file named '-c' or '+x' is not read as an option.
                subprocess.run([*command, str(self.path.absolute())], check=False)  # noqa: S603 -- the user's own editor
        except (SuspendNotSupported, OSError, NotationError) as error:
            self.say(f"cannot start the editor: {error}")
            return
        self.action_retry()

    def action_go(self) -> None:
        """Review the turns that can be played. The review can repair the file."""
        try:
            document = GameDocument.broken(self.path, self.broken.diagnostics)
        except OSError as error:
            self.say(error.strerror or str(error))
            return
        if document is None:
            self.say("cannot open any part of this game: fix its board or players first")
        else:
            self.atlantis.replace(routes.Review(document))

    def action_retry(self) -> None:
        try:
            opened = open_path(self.path)
        except (OSError, GameError) as error:
            self.say(getattr(error, "strerror", None) or str(error))
            return
        if isinstance(opened, BrokenFile):
            self.broken = opened
            self.paint()
            self.say("the file still has errors")
        else:
            self.atlantis.replace(routes.Opened(opened))


def editor_command() -> list[str] | None:
    """The user's editor as a command, or None if none is found.

    Raises NotationError if the environment variable is not a valid command.
    """
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if chosen:
        return list(parse_command(chosen))
    return next(([name] for name in EDITORS if shutil.which(name)), None)


def _rows(line: str, width: int) -> Iterable[Row]:
    """One line of the report; wraps messages, but not source lines and carets."""
    if _SOURCE.match(line):
        return [(Piece(line, "dim"),)]
    return wrapped([line], width, "bad" if ": error: " in line else "plain")
