"""Starts the app: parses arguments and options, prepares the environment, runs Textual.

Textual reads environment variables when it is imported, so they are set before that.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from atlantis_core.support.errors import AtlantisError, EngineError
from atlantis_core.support.safe_text import showable
from atlantis_tui.settings.arguments import Arguments, parse_arguments
from atlantis_tui.settings.options import (
    COLOR_SYSTEM_NAMES,
    SLOW_FRAMES,
    Colors,
    Loaded,
    Options,
    colors_of_terminal,
    default_path,
    load_options,
)

if TYPE_CHECKING:
    from textual.screen import Screen

    from atlantis_tui.game.document import GameDocument
    from atlantis_tui.play.client_list import ClientList

NO_TERMINAL = (
    "the app needs a terminal (without one, try 'atlantis talk', 'atlantis show FILE'"
    " or 'atlantis --help')"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the app and return the exit status."""
    return start(parse_arguments(sys.argv[1:] if arguments is None else arguments))


def start(named: Arguments) -> int:
    """Run the app with parsed arguments and return the exit status."""
    # Imports allocate a lot but leave no garbage; the app enables collection after its first frame.
    gc.disable()
    try:
        import_module("atlantis_core.engine")
    except EngineError as error:
        _print_error(str(error))
        return 2
    if not named.is_unseen and not _has_terminal():
        _print_error(NO_TERMINAL)
        return 2
    # The host's options do not suit a remote player's terminal.
    loaded = Loaded(Options(), ()) if named.is_guest else load_options(default_path())
    options = named.options(loaded.options)
    usual = colors_of_terminal()
    depth = usual if options.colors is Colors.AUTO else options.colors
    _prepare_environment(options, depth)
    if named.is_guest:
        return _run_remotely(named, options, depth)
    return _run(named, options, depth, usual, loaded)


def _has_terminal() -> bool:
    """Whether standard input and standard error, on which Textual paints, are terminals."""
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__))


def _print_error(message: str) -> None:
    print(f"atlantis: {showable(message)}", file=sys.stderr)  # noqa: T201 - no screen is open


def _prepare_environment(options: Options, depth: Colors) -> None:
    os.environ.setdefault("TEXTUAL_COLOR_SYSTEM", COLOR_SYSTEM_NAMES[depth])
    # The app's own filter removes colours; Textual's would turn them into greys.
    os.environ.pop("NO_COLOR", None)
    if options.slow:
        os.environ.setdefault("TEXTUAL_FPS", str(SLOW_FRAMES))
    if options.slow or not options.animation:
        os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    constants = sys.modules.get("textual.constants")
    if constants is not None:  # already imported by the fork server
        # Without reloading it, which would copy memory that all clients share.
        vars(constants).update(COLOR_SYSTEM=os.environ["TEXTUAL_COLOR_SYSTEM"])


def _run(named: Arguments, options: Options, depth: Colors, usual: Colors, loaded: Loaded) -> int:
    from atlantis_tui.atlantis_app import AtlantisApp

    app = AtlantisApp(named, options, depth, loaded.problems)
    app.usual_depth = usual
    if loaded.keys is not None:
        app.take_keys(loaded.keys)
    app.run(headless=named.is_unseen, mouse=options.mouse)
    if app.farewell:
        _print_error(app.farewell)
    if app.crash:
        _print_error(f"the app crashed; your game is saved. {_report(app.crash)}")
    return app.return_code or 0


def _report(crash: str) -> str:
    from atlantis_tui.crash_report import write_report

    try:
        return f"Report: {write_report(crash)}"
    except AtlantisError as error:
        return f"The report could not be written: {error}"


def _run_remotely(named: Arguments, options: Options, depth: Colors) -> int:
    from atlantis_tui.game.document import open_remotely

    if named.path is None:
        _print_error("--guest needs a game file (expected 'atlantis FILE --as SEAT --guest')")
        return 2
    if named.path.is_dir():
        return _run_lobby(named, named.path, options, depth)
    try:
        document = open_remotely(named.path, named.own)
    except (OSError, AtlantisError):
        # Remote players must not learn the path of the file or its contents.
        _print_error("cannot open this game")
        return 1
    if named.plain is not None:
        from atlantis_tui.talk.command import talk_remotely

        return talk_remotely(document, named.plain)
    return _run_remote_app(document, _client_list(named), options, depth)


def _run_lobby(named: Arguments, folder: Path, options: Options, depth: Colors) -> int:
    from atlantis_core.transcript.seat_names import WATCH
    from atlantis_tui.club.lobby_screen import LobbyScreen
    from atlantis_tui.club.members import is_member_name
    from atlantis_tui.club.store import ClubTerms
    from atlantis_tui.club.wishes import MOST_EFFORT

    member = None if named.own in (None, WATCH) else named.own
    if member is not None and not is_member_name(member):
        _print_error("not a member's name (expected 'atlantis FOLDER --as NAME --guest')")
        return 2
    effort = MOST_EFFORT if named.most_effort is None else named.most_effort
    terms = ClubTerms(effort, named.has_chat)
    if named.plain is not None:
        from atlantis_tui.talk.command import talk_in_club

        return talk_in_club(folder, member, terms, named.plain)
    clients = _client_list(named)
    lobby = partial(LobbyScreen, folder, member, clients, terms)
    return _run_remote_app(lobby, clients, options, depth)


def _client_list(named: Arguments) -> ClientList | None:
    from atlantis_tui.play.client_list import ClientList

    return None if named.guests_socket is None else ClientList(named.guests_socket)


def _run_remote_app(
    first: GameDocument | Callable[[], Screen[None]],
    clients: ClientList | None,
    options: Options,
    depth: Colors,
) -> int:
    from atlantis_tui.remote_app import RemoteApp

    app = RemoteApp(first, options, depth, clients)
    app.run(mouse=options.mouse)
    if app.crash:
        _report(app.crash)
        _print_error("the app crashed; the game is saved")
    return app.return_code or 0
