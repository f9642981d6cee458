"""Rows of the open screen: recent files, then the entries of a folder.

File names may contain anything; they are sanitised for display.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from atlantis_core.games.registry import has_game_suffix
from atlantis_core.support.safe_text import showable
from atlantis_tui.settings.folders import home_folder
from atlantis_tui.widgets.row_list import Row
from atlantis_tui.widgets.text_lines import Piece

SUFFIXES = (".json", ".json.gz", ".txt", ".atlantis")
"""Suffixes of Atlantis games."""
MOST_RECENT = 8
MOST_LISTED = 2000
PARENT = ".."


def key_of(path: Path) -> str:
    return f"path {path}"


def path_of(key: str) -> Path | None:
    """The path of a row's key, or None for other rows."""
    word, _, name = key.partition(" ")
    return Path(name) if word == "path" and name else None


def recent_rows(recent: tuple[Path, ...]) -> Iterator[Row]:
    if not recent:
        return
    yield Row("", (Piece(" Recent files", "heading"),))
    for path in recent[:MOST_RECENT]:
        folder = showable(_short(path.parent), 60)
        yield Row(
            key_of(path),
            (Piece(f"   {showable(path.name, 60)}"), Piece(f"  {folder}", "dim")),
        )
    yield Row("")


def folder_rows(folder: Path, *, is_all: bool) -> Iterator[Row]:
    yield Row("", (Piece(f" {showable(_short(folder), 60)}", "heading"),))
    if folder.parent != folder:
        yield Row(key_of(folder.parent), (Piece(f"   {PARENT}/", "dim"),))
    try:
        folders, files = _entries(folder, is_all=is_all)
    except OSError as error:
        reason = error.strerror or "cannot read this folder"
        yield Row("", (Piece(f"   {reason}", "bad"),))
        return
    for path in folders:
        yield Row(key_of(path), (Piece(f"   {showable(path.name, 80)}/", "strong"),))
    for path in files:
        yield Row(key_of(path), (Piece(f"   {showable(path.name, 80)}"),))
    if not folders and not files:
        yield Row("", (Piece("   no games in this folder", "dim"),))


def first_choice(rows: Sequence[Row], folder: Path) -> str:
    """Key of the row to select first: any row before the parent folder."""
    keys = [row.key for row in rows if row.key]
    above = key_of(folder.parent)
    return next((key for key in keys if key != above), keys[0] if keys else "")


def _entries(folder: Path, *, is_all: bool) -> list[list[Path]]:
    folders, files = list[str](), list[str]()
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") and not is_all:
                continue
            if entry.is_dir():
                folders.append(entry.name)
            elif is_all or _is_game(entry.name.lower()):
                files.append(entry.name)
    # Make paths only for listed names: 50,000 of them would block the keys.
    folders.sort()
    files.sort()
    return [[folder / name for name in names[:MOST_LISTED]] for names in (folders, files)]


def _is_game(name: str) -> bool:
    return name.endswith(SUFFIXES) or has_game_suffix(name)


def _short(path: Path) -> str:
    """A path with the home folder written as ~."""
    home = home_folder()
    return f"~/{path.relative_to(home)}".rstrip("/.") if path.is_relative_to(home) else str(path)
