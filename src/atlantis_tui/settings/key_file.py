"""Writes the table `[keys]` of the options file, and keeps its other lines and comments."""

from __future__ import annotations

import re
from pathlib import Path

from atlantis_core.support.errors import AtlantisError
from .folders import read_small, write_private
from .key_actions import current_names
from .key_map import KeyMap, character_of, parse_keys
from .options import format_value, parse_options

_HEADING = "[keys]"
_ENTRY = re.compile(r"""\s*(["']?)([\w-]+)\1\s*=""")
"""The beginning of a line that gives an action a key."""


class KeyFileError(AtlantisError):
    """The file writes its keys in a way that this module does not change."""


def save_keys(keys: KeyMap, path: Path) -> None:
    """Write the keys. Raises AtlantisError or OSError; the file is then unchanged."""
    try:
        before = read_small(path)
    except FileNotFoundError:
        before = ""
    except ValueError as error:
        raise KeyFileError(f"keys not saved: cannot read {path.name}: {error}") from None
    write_private(path, format_keys(keys, before, path.name))


def format_keys(keys: KeyMap, before: str, name: str = "config.toml") -> str:
    """The text of an options file with these keys and its other lines.

    Raises KeyFileError if the file is not valid, or has its keys elsewhere than below `[keys]`.
    """
    old = parse_options(before, name)
    lines = before.splitlines()
    headings = [n for n, line in enumerate(lines) if line.partition("#")[0].strip() == _HEADING]
    start = headings[0] + 1 if headings else len(lines)
    end = next((n for n in range(start, len(lines)) if _begins_table(lines[n])), len(lines))
    waiting = dict(keys.keys)
    kept = [line for line in lines[start:end] if _is_kept(line, waiting)]
    while kept and not kept[-1].strip():
        kept.pop()
    added = [f"{action} = {format_value(_written(key))}" for action, key in waiting.items()]
    heading = [] if headings or not added else ([""] if start else []) + [_HEADING]
    gap = [""] if end < len(lines) else []
    text = "".join(f"{line}\n" for line in [*lines[:start], *heading, *kept, *added, *gap])
    text += "".join(f"{line}\n" for line in lines[end:])
    new = parse_options(text, name)
    is_right = new.options == old.options and _keys_of(new.keys) == dict(keys.keys)
    if not is_right or len(new.problems) != len(old.problems):
        raise KeyFileError(
            f"keys not saved: {name} is not valid, or lists keys elsewhere than below [keys]"
        )
    return text


def _begins_table(line: str) -> bool:
    return line.lstrip().startswith("[")


def _is_kept(line: str, waiting: dict[str, str]) -> bool:
    """Whether a line of the table stays; removes what it says from the keys still to be written."""
    found = _ENTRY.match(line)
    names = current_names(found[2]) if found else ()
    if not found or not names:
        return True  # a comment, or an entry that the app reports
    said = _keys_of(parse_options(f"{_HEADING}\n{line}").keys)
    if not said:
        return not any(name in waiting for name in names)  # not a key: the app reports it
    if any(waiting.get(name) != said.get(name) for name in names):
        return False
    for name in names:
        del waiting[name]
    return True


def _keys_of(table: object) -> dict[str, str]:
    return {} if table is None else dict(parse_keys(table, "")[0].keys)


def _written(key: str) -> str:
    """A key as its character if it has a visible one, else by name."""
    character = character_of(key)
    return character if character and character.isprintable() and character != " " else key
