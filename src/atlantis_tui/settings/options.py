"""Options of the app as an immutable value, and the configuration file (TOML).

The file overrides defaults, the command line overrides the file. Errors in the file are reported
and the default is used, so that a mistake in it never prevents playing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import Enum
from pathlib import Path

from atlantis_core.rules.overlays import Overlay
from atlantis_core.support.safe_text import showable
from .folders import config_folder, read_small, write_private


class Zoom(Enum):
    """Board size; AUTO is the largest that fits."""

    AUTO = "auto"
    LARGE = "large"
    BROAD = "broad"
    SPEC = "spec"
    WIDE = "wide"
    MIDDLE = "middle"
    COMPACT = "compact"

    @classmethod
    def _missing_(cls, value: object) -> Zoom | None:
        # Files of earlier versions; that drawing was rotated.
        return cls.COMPACT if value == "mini" else None


class Names(Enum):
    """Which fields show their names: all, those near the cursor and marked ones, or none."""

    ALL = "all"
    NEAR = "near"
    NONE = "none"

    @classmethod
    def _missing_(cls, value: object) -> Names | None:
        # Files of earlier versions.
        return {"True": cls.ALL, "False": cls.NONE}.get(str(value))

    @property
    def next(self) -> Names:
        """The next one in turn."""
        choices = tuple(Names)
        return choices[(choices.index(self) + 1) % len(choices)]


class Colors(Enum):
    """Colour depth; AUTO depends on the environment."""

    AUTO = "auto"
    TRUE = "truecolor"
    MANY = "256"
    FEW = "16"
    NONE = "mono"


COLOR_SYSTEM_NAMES = {
    Colors.TRUE: "truecolor",
    Colors.MANY: "256",
    Colors.FEW: "standard",
    Colors.NONE: "standard",
}
"""Names of the colour depths in Textual and Rich."""
SLOW_FRAMES = 8
"""Repaints per second on a slow connection; faster updates are merged."""


class Desktop(Enum):
    """Desktop notifications: which escape sequence the terminal gets; AUTO guesses."""

    OFF = "off"
    AUTO = "auto"
    OSC9 = "osc9"
    OSC777 = "osc777"


SPEEDS = range(1, 5)
"""Animation speeds, slow to fast."""


@dataclass(frozen=True, slots=True)
class Options:
    """All options with their defaults."""

    ascii: bool = False
    """Use ASCII characters only, also in frames and symbols."""
    fine_lines: bool = False
    """Draw the board with Unicode lines instead of ASCII characters."""
    colors: Colors = Colors.AUTO
    animation: bool = True
    """Animate moves, waves and growth."""
    speed: int = 2
    mouse: bool = True
    slow: bool = False
    """Fewer repaints, and one frame per turn, for slow connections."""
    theme: str = "atlantis"
    zoom: Zoom = Zoom.AUTO
    labels: Names = Names.ALL
    """Which fields show their names where there is room; unless none, axes are shown, too."""
    overlay: Overlay = Overlay.NONE
    """Signs that are written into free fields."""
    bell: bool = True
    """Ring when a bot has moved and it is a person's turn."""
    desktop: Desktop = Desktop.OFF
    """Ask the terminal for a desktop notification at the same moment."""
    ask_pass: bool = True
    """Ask once per game before a turn without moves."""
    judge: bool = True
    """Let a bot judge a game as soon as it is over."""


KEYS = "keys"
_MAX_DOTS = 500
"""Per line: tomllib needs quadratic time for a key of many parts."""
NAMES = tuple(option.name for option in fields(Options))


@dataclass(frozen=True, slots=True)
class Loaded:
    """The options of a file, and the problems found in it."""

    options: Options
    problems: tuple[str, ...]
    keys: Mapping[str, object] | None = None
    """The table `[keys]`, not validated."""


def default_path() -> Path:
    """Path of the user's configuration file."""
    return config_folder() / "config.toml"


def load_options(path: Path) -> Loaded:
    """Read a configuration file. A missing file is fine; mistakes become problems."""
    try:
        text = read_small(path)
    except FileNotFoundError:
        return Loaded(Options(), ())
    except (OSError, ValueError) as error:
        return Loaded(Options(), (f"cannot read {path.name}: {showable(str(error))}",))
    return parse_options(text, path.name)


def parse_options(text: str, name: str = "config.toml") -> Loaded:
    import tomllib

    if any(line.count(".") > _MAX_DOTS for line in text.splitlines()):
        return Loaded(Options(), (f"{name} has a line with more than {_MAX_DOTS} dots",))
    try:
        table = tomllib.loads(text)
    except RecursionError:
        return Loaded(Options(), (f"{name} is not valid TOML: nested too deeply",))
    except ValueError as error:  # also plain ValueError, for a number of thousands of digits
        return Loaded(Options(), (f"{name} is not valid TOML: {showable(str(error))}",))
    keys = table.pop(KEYS, None)
    return replace(apply(Options(), table, name), keys=keys)


def apply(options: Options, table: Mapping[str, object], name: str) -> Loaded:
    """Set the options in the table; invalid entries become problems."""
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
    """Convert a value to the option's type; raises ValueError naming the expected values."""
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
    try:
        return kind(str(value))
    except ValueError:
        choices = " or ".join(f"'{choice.value}'" for choice in kind)
        raise _unexpected(key, value, choices) from None


def _unexpected(key: str, value: object, expected: str) -> ValueError:
    shown = showable(str(value), 40)
    return ValueError(f"option '{key}' cannot be '{shown}' (expected {expected})")


def _replace(options: Options, chosen: Mapping[str, object]) -> Options:
    # `parse_value` converted the values to the right types.
    return replace(options, **chosen)  # type: ignore[arg-type]


def save_options(options: Options, path: Path) -> None:
    """Write the options; keeps other lines and comments of the file."""
    try:
        before = read_small(path)
    except FileNotFoundError:
        before = "# Atlantis options; see docs/options.md. Missing options use their defaults.\n"
    write_private(path, format_options(options, before))


def format_options(options: Options, before: str = "") -> str:
    """The text of a configuration file with these options and its other lines."""
    lines = before.splitlines()
    for key, value in asdict(options).items():
        line = f"{key} = {format_value(value)}"
        places = [n for n, old in enumerate(lines) if re.match(rf"\s*{key}\s*=", old)]
        if places:
            lines[places[0]] = line
        elif value != getattr(Options(), key):
            # A line after a table heading would belong to that table.
            tables = [n for n, old in enumerate(lines) if old.lstrip().startswith("[")]
            lines.insert(tables[0] if tables else len(lines), line)
    return "".join(f"{line}\n" for line in lines)


def format_value(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def colors_of_terminal(environ: Mapping[str, str] | None = None) -> Colors:
    """Colour depth of the terminal, from environment variables."""
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
"""Terminals without colours. All others in use today have at least eight."""
