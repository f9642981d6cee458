"""The options of the app: one immutable value, a file of them, and what the command line says.

Defaults, then the file, then the command line: each may speak about some options only. The
file is TOML in the user's configuration folder. What it says wrongly is reported and the
default stays, so that a slip in it can never keep anybody from playing. Knows no screen.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import Enum
from pathlib import Path

from atlantis_core.safe_text import showable
from .folders import config_folder, read_small, write_whole


class Zoom(Enum):
    """How large the board is drawn; automatic is the largest that fits."""

    AUTO = "auto"
    SPEC = "spec"
    MIDDLE = "middle"
    COMPACT = "compact"
    MINI = "mini"


class Colors(Enum):
    """How many colours the terminal is sent; automatic goes by the environment."""

    AUTO = "auto"
    TRUE = "truecolor"
    MANY = "256"
    FEW = "16"
    NONE = "mono"


SPEEDS = range(1, 5)
"""Of the animation, from slow to quick."""


@dataclass(frozen=True, slots=True)
class Options:
    """Everything that can be configured."""

    ascii: bool = False
    """Only ASCII characters, in frames and marks as well."""
    fine_lines: bool = False
    """Draw the board with Unicode lines instead of ASCII characters."""
    colors: Colors = Colors.AUTO
    animation: bool = True
    """Show moves, waves and growth one after the other."""
    speed: int = 2
    mouse: bool = True
    slow: bool = False
    """For thin lines: fewer repaints, one picture for a whole turn."""
    theme: str = "atlantis"
    zoom: Zoom = Zoom.AUTO
    labels: bool = True
    """Field names where there is room, and the axes around the board."""
    bell: bool = True
    """Ring when it is a person's turn after a bot has thought."""
    ask_pass: bool = True
    """Ask once in a game whether an empty turn is meant."""


KEYS = "keys"
NAMES = tuple(option.name for option in fields(Options))


@dataclass(frozen=True, slots=True)
class Loaded:
    """The options of a file, and what was wrong in it."""

    options: Options
    problems: tuple[str, ...]
    keys: Mapping[str, object] | None = None
    """The table `[keys]`, as it is written."""


def default_path() -> Path:
    """The configuration file of the user."""
    return config_folder() / "config.toml"


def load_options(path: Path) -> Loaded:
    """Read a configuration file. A missing one is fine; mistakes are reported, never raised."""
    try:
        text = read_small(path)
    except FileNotFoundError:
        return Loaded(Options(), ())
    except (OSError, ValueError) as error:
        return Loaded(Options(), (f"cannot read {path.name}: {showable(str(error))}",))
    return parse_options(text, path.name)


def parse_options(text: str, name: str = "config.toml") -> Loaded:
    """The options of a TOML text."""
    import tomllib

    try:
        table = tomllib.loads(text)
    except RecursionError:
        return Loaded(Options(), (f"{name} is not valid TOML: nested too deeply",))
    except tomllib.TOMLDecodeError as error:
        return Loaded(Options(), (f"{name} is not valid TOML: {showable(str(error))}",))
    keys = table.pop(KEYS, None)
    return replace(apply(Options(), table, name), keys=keys)


def apply(options: Options, table: Mapping[str, object], name: str) -> Loaded:
    """Set every option that the table names; what cannot be set is a problem."""
    problems: list[str] = []
    chosen: dict[str, object] = {}
    for key, value in table.items():
        if key not in NAMES:
            problems.append(f"{name}: no such option: '{showable(key, 40)}'")
            continue
        try:
            chosen[key] = parse_value(key, value)
        except ValueError as error:
            problems.append(f"{name}: {error}")
    return Loaded(_replace(options, chosen), tuple(problems))


def parse_value(key: str, value: object) -> object:
    """The value of an option as its type; raises ValueError with what was expected."""
    default = getattr(Options(), key)
    if isinstance(default, Enum):
        return _parse_choice(key, type(default), value)
    if key == "speed":
        if type(value) is int and value in SPEEDS:
            return value
        raise _unexpected(key, value, f"{SPEEDS[0]} to {SPEEDS[-1]}")
    if type(value) is not type(default):
        expected = "true or false" if isinstance(default, bool) else "a text in quotes"
        raise _unexpected(key, value, expected)
    return value


def _parse_choice(key: str, kind: type[Enum], value: object) -> Enum:
    for choice in kind:
        if choice.value == str(value):
            return choice
    raise _unexpected(key, value, " or ".join(f"'{choice.value}'" for choice in kind))


def _unexpected(key: str, value: object, expected: str) -> ValueError:
    shown = showable(str(value), 40)
    return ValueError(f"option '{key}' cannot be '{shown}' (expected {expected})")


def _replace(options: Options, chosen: Mapping[str, object]) -> Options:
    # The values come from `parse_value`, which gives each option its own type.
    return replace(options, **chosen)  # type: ignore[arg-type]


def save_options(options: Options, path: Path) -> None:
    """Write the options; lines and comments that are not ours stay as they are."""
    try:
        before = read_small(path)
    except FileNotFoundError:
        before = "# Atlantis options; see docs/options.md. Missing options use their defaults.\n"
    write_whole(path, format_options(options, before))


def format_options(options: Options, before: str = "") -> str:
    """The text of a configuration file with these options, keeping what else it said."""
    lines = before.splitlines()
    for key, value in asdict(options).items():
        line = f"{key} = {_format_value(value)}"
        places = [n for n, old in enumerate(lines) if re.match(rf"\s*{key}\s*=", old)]
        if places:
            lines[places[0]] = line
        elif value != getattr(Options(), key):
            # Tables are not ours, and what follows one would be part of it.
            tables = [n for n, old in enumerate(lines) if old.lstrip().startswith("[")]
            lines.insert(tables[0] if tables else len(lines), line)
    return "".join(f"{line}\n" for line in lines)


def _format_value(value: object) -> str:
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def colors_of_terminal(environ: Mapping[str, str] | None = None) -> Colors:
    """How many colours this terminal is to be sent when nobody has said."""
    environ = os.environ if environ is None else environ
    if environ.get("NO_COLOR"):
        return Colors.NONE
    if environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return Colors.TRUE
    term = environ.get("TERM", "")
    if "256" in term:
        return Colors.MANY
    return Colors.NONE if _COLORLESS.fullmatch(term) else Colors.FEW


_COLORLESS = re.compile(r"dumb|vt\d.*|.*-(?:m|mono)|(?:adm|tvi|wyse|wy)\d.*|unknown")
"""Terminals that have no colours. The rest of those in use today have at least eight."""
