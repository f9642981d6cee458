"""Rows of the open screen: recent files, then the entries of a folder or a collection.

Names in files and of files may contain anything; they are sanitised for display.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from atlantis_core.files.collections import SUFFIXES as COLLECTIONS
from atlantis_core.files.collections import Part, part_name, read_parts
from atlantis_core.files.compression import DamagedError
from atlantis_core.games.registry import has_game_suffix
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_tui.settings.folders import home_folder
from atlantis_tui.widgets.row_list import Row
from atlantis_tui.widgets.text_lines import Piece

SUFFIXES = (".json", ".json.gz", ".txt", ".atlantis", *COLLECTIONS)
"""Suffixes of Atlantis games."""
MOST_RECENT = 8
MOST_LISTED = 2000
MOST_PARSED = 8 << 20
"""Bytes of a collection of which the list shows the players; of later games only the line."""
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


def collection_rows(path: Path) -> Iterator[Row]:
    """The games of a collection, each on its line."""
    yield Row("", (Piece(f" {showable(_short(path), 60)}", "heading"),))
    yield Row(key_of(path.parent), (Piece(f"   {PARENT}/", "dim"),))
    count, parsed = 0, 0
    try:
        for part in islice(read_parts(path), MOST_LISTED):
            count, parsed = count + 1, parsed + len(part.content)
            yield _game_row(path, part, is_parsed=parsed <= MOST_PARSED)
    except DamagedError as error:
        yield Row("", (Piece(f"   {error}", "bad"),))
    except OSError as error:
        yield Row("", (Piece(f"   {error.strerror or 'cannot read this file'}", "bad"),))
    if count == MOST_LISTED:
        yield Row("", (Piece(f"   the first {MOST_LISTED} games: press b to search all", "dim"),))
    elif not count:
        yield Row("", (Piece("   no games in this file", "dim"),))


def _game_row(path: Path, part: Part, *, is_parsed: bool) -> Row:
    about = _players(part.content) if is_parsed else ""
    number = Piece(f" {part.line:>4} ", "dim")
    return Row(key_of(Path(part_name(path, part.line))), (number, Piece(f" {about}")))


def _players(content: bytes) -> str:
    """The players of a game and its length, as far as they can be read without replaying it."""
    try:
        game = json.loads(content)
        players = enumerate(game["players"], 1)
        names = [str(player.get("name") or number) for number, player in players]
        length = counted(len(game.get("turns", ())), "turn")
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return "not a game"
    return f"{showable(' - '.join(names), 40)}, {length}"


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
