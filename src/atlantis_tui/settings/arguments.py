"""Command-line arguments of the app: file, place in the game, options.

Headless commands parse their own arguments; see `atlantis_core.commands`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import NamedTuple, NoReturn

from atlantis_core.commands.program import program_name, with_program_name
from atlantis_core.review.places import Place, parse_place
from atlantis_core.rules.overlays import Overlay
from atlantis_core.support.errors import NotationError
from atlantis_core.support.safe_text import showable
from .options import SPEEDS, Colors, Desktop, Names, Options, Zoom, apply

_DEPTHS = ", ".join(depth.value for depth in Colors)
_ZOOMS = {
    "0": Zoom.AUTO,
    "1": Zoom.COMPACT,
    "2": Zoom.MIDDLE,
    "3": Zoom.WIDE,
    "4": Zoom.SPEC,
    "5": Zoom.BROAD,
    "6": Zoom.LARGE,
}
_SIZES = ", ".join(zoom.value for zoom in _ZOOMS.values())


class PlainText(Enum):
    """Connection of a remote player who wants plain text."""

    TERMINAL = "terminal"
    PIPE = "pipe"
    """The player's own terminal shows what is typed."""


class Arguments(NamedTuple):
    """The parsed command line."""

    path: Path | None
    place: Place | None
    new: str | None
    seats: tuple[str, ...]
    named: dict[str, object]
    own: str | None = None
    """The seats that this window plays (``--as``); None means all."""
    is_guest: bool = False
    """Whether a remote player uses this window, who may reach only the game."""
    guests_socket: int | None = None
    """Socket through which the server notifies the host's window of clients."""
    is_unseen: bool = False
    """Whether the host's window runs without a terminal, only for the bots."""

    plain: PlainText | None = None
    """Whether a remote player wants plain text."""
    most_effort: int | None = None
    """Effort of the bots that a member of a club may start games with."""
    has_chat: bool = True

    def options(self, base: Options) -> Options:
        """The options, overridden by those of the command line."""
        return apply(base, self.named, "command line").options


def read_zoom(text: str) -> Zoom:
    """Parse `auto`, `compact` to `large`, or 0 to 6 in this order."""
    try:
        return _ZOOMS.get(text) or Zoom(text.lower())
    except ValueError:
        raise NotationError(text, "zoom", f"{_SIZES}, or 0 to 6") from None


def _zoom_argument(text: str) -> Zoom:
    try:
        return read_zoom(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _colors_argument(text: str) -> Colors:
    try:
        return Colors(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"not a number of colours: '{text}' (expected {_DEPTHS})"
        ) from None


def split_target(text: str) -> tuple[Path, Place | None]:
    """Split `game.json#42` or `game.json#12.1/14` into path and place.

    A file whose whole name is `text` takes precedence.
    """
    name, _, place = text.rpartition("#")
    if name and place and not Path(text).exists():
        with suppress(NotationError):
            return Path(name), parse_place(place, ())
    return Path(text), None


def parse_arguments(arguments: Sequence[str]) -> Arguments:
    """Parse the command line; prints a message and exits on errors."""
    parser = make_parser()
    named = vars(parser.parse_args(arguments))
    target = named.pop("file")
    path, place = (None, None) if target is None else split_target(target)
    new, seats = named.pop("new"), tuple(named.pop("seat") or ())
    own, is_guest = named.pop("own"), named.pop("guest")
    guests_socket, is_unseen = named.pop("guests_socket"), named.pop("unseen")
    plain = named.pop("plain")
    club = named.pop("most_effort"), named.pop("has_chat")
    if own is not None and (path is None or new is not None):
        parser.error(f"--as needs an existing game (expected '{parser.prog} FILE --as SEATS')")
    if named.pop("mono"):
        named["colors"] = Colors.NONE
    chosen = {
        key: value.value if isinstance(value, (Zoom, Colors, Names)) else value
        for key, value in named.items()
        if value is not None
    }
    remote = is_guest, guests_socket, is_unseen, plain
    return Arguments(path, place, new, seats, chosen, own, *remote, *club)


class _Parser(argparse.ArgumentParser):
    """Reports errors in one line and strips control characters."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {showable(message)}\n'{self.prog} --help' shows details.\n")


def make_parser(*, has_help: bool = True) -> argparse.ArgumentParser:
    """The parser of the app; without `--help` when `atlantis --help` lists its options."""
    parser = _Parser(
        add_help=has_help,
        prog=program_name(),
        description="Play Atlantis in the terminal.",
        epilog=with_program_name("Headless commands: see 'atlantis --help'."),
    )
    switch = argparse.BooleanOptionalAction
    add = parser.add_argument
    add("file", nargs="?", help="a game or board file; FILE#42 opens it at turn 42")
    add("--new", metavar="SHAPE:SIDE", help="start a new game: hexagon:3, tafl:copenhagen")
    add(
        "--seat",
        action="append",
        metavar="WHO",
        help="person, dummy, bot, bot:NAME or agent:COMMAND; once for each player",
    )
    add("--as", dest="own", metavar="SEATS", help="seats of this window: 2 or 1,3, names, or watch")
    add(
        "--guest",
        action="store_true",
        help="restrict to this game: no other files, no shell (for remote players)",
    )
    add("--guests-socket", type=int, default=None, help=argparse.SUPPRESS)
    add("--plain", type=PlainText, default=None, help=argparse.SUPPRESS)
    add("--unseen", action="store_true", help=argparse.SUPPRESS)
    add("--most-effort", type=int, default=None, help=argparse.SUPPRESS)
    add("--no-chat", dest="has_chat", action="store_false", help=argparse.SUPPRESS)
    add("--ascii", action=switch, default=None, help="use ASCII characters only")
    add("--fine-lines", action=switch, default=None, help="draw boards with Unicode lines")
    add("--mono", action="store_true", help="no colours (also: NO_COLOR in the environment)")
    add("--colors", type=_colors_argument, metavar="DEPTH", help=f"number of colours: {_DEPTHS}")
    add("--animation", action=switch, default=None, help="animate turns")
    add("--speed", type=int, choices=SPEEDS, default=None, help="animation speed")
    add("--mouse", action=switch, default=None, help="react to the mouse")
    add("--slow", action=switch, default=None, help="redraw less, for slow connections")
    add(
        "--labels",
        choices=[names.value for names in Names],
        default=None,
        help="show names of all fields, of those near the cursor, or none",
    )
    add(
        "--no-labels",
        dest="labels",
        action="store_const",
        const=Names.NONE.value,
        help="the same as --labels none",
    )
    add(
        "--overlay",
        choices=[overlay.value for overlay in Overlay],
        default=None,
        help="write into the fields who holds them, or when they sink",
    )
    add("--bell", action=switch, default=None, help="ring when a bot has moved")
    add(
        "--desktop",
        choices=[desktop.value for desktop in Desktop],
        default=None,
        help="desktop notification when a bot has moved",
    )
    add("--ask-pass", action=switch, default=None, help="ask before passing")
    add("--theme", default=None, help="name of the theme")
    add(
        "--zoom",
        type=_zoom_argument,
        default=None,
        help=f"board size: {_SIZES}",
    )
    return parser
