"""`python -m atlantis_tui [FILE]` opens the app."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.widgets import Footer, Header, Static


class AtlantisApp(App[None]):
    """A first screen that says which file it was given."""

    BINDINGS: ClassVar = [("q", "quit", "Quit")]
    TITLE = "Atlantis"

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self._path = path

    def compose(self) -> ComposeResult:
        yield Header()
        yield Static(self._greeting(), markup=False)
        yield Footer()

    def _greeting(self) -> str:
        return "no file" if self._path is None else str(self._path)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m atlantis_tui", description="Play Atlantis.")
    parser.add_argument("file", nargs="?", type=Path, help="a game or a starting board")
    options = parser.parse_args(arguments)
    app = AtlantisApp(options.file)
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    raise SystemExit(main())
