"""`atlantis library`: index many games, and search them by tags and by position."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from contextlib import closing
from functools import partial
from pathlib import Path

from atlantis_core.game_library.index import Condition, GameIndex, IndexDamagedError
from atlantis_core.game_library.lookup import MOST_REPLAYED, explore, find_position
from atlantis_core.game_library.opening_games import are_indexed, index_opening_games
from atlantis_core.game_library.paths import usual_index
from atlantis_core.game_library.reading import GameReader
from atlantis_core.game_library.rows import IndexedGame
from atlantis_core.game_library.search import CONDITIONS, conditions_of
from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.support.errors import NotationError
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from .errors import CommandError, UsageError
from .game_files import RecordAt, open_at
from .indexed_files import add_games, remove_games
from .output import complain, emit, emit_json, emit_table

DESCRIPTION = """\
Index many games, and search them. 'add' indexes files, folders and collections; if
you repeat it, it reads only what has changed. Without a path it updates everything
that was added before. 'remove' forgets files and folders, but does not delete them.
'search' lists the games that fulfil all options. 'tree' shows the turns played from a
position, with results; turns that lead to the same position count as one. Rotated,
mirrored and shifted boards count as the same. '--openings' searches 3000 packaged
games of the strongest bot instead of yours. The index is a cache in ~/.cache/atlantis:
you can delete it, and 'add' builds it again."""
EXAMPLES = """\
  atlantis library add ~/games bots.jsonl
  atlantis library add                       again, and what is new in these folders
  atlantis library remove bots.jsonl
  atlantis library search --player Ann --event club
  atlantis library search --loser Ann --board hexagon:2
  atlantis library search --position game.json#12 --json
  atlantis library tree game.json#2
  atlantis library tree game.json#2 --openings
"""


def add_arguments(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = actions.add_parser("add", help="index files, folders and collections", allow_abbrev=False)
    text = "a file, folder or collection (default: all that were added)"
    add.add_argument("paths", metavar="PATH", nargs="*", help=text)
    text = "update everything that was added before, too"
    add.add_argument("--again", action="store_true", help=text)
    text = "read the games on a Dask cluster, for example tcp://scheduler:8786"
    add.add_argument("--on", metavar="ADDRESS", help=text)
    _add_index(add, "index the games of the bots now, and not when they are first needed")
    remove = actions.add_parser("remove", help="forget files and folders", allow_abbrev=False)
    remove.add_argument("paths", metavar="PATH", nargs="+", help="what was added")
    remove.add_argument("--index", metavar="FILE", type=Path, help="the index")
    remove.set_defaults(openings=False)
    search = actions.add_parser("search", help="list games", allow_abbrev=False)
    text = "a position that the game reaches, also in notation"
    search.add_argument("--position", metavar="FILE#N", help=text)
    _add_conditions(search)
    tree = actions.add_parser("tree", help="show the turns played", allow_abbrev=False)
    tree.add_argument("position", metavar="FILE#N", help="a position, also in notation")
    _add_conditions(tree)


def _add_index(parser: ArgumentParser, about_openings: str) -> None:
    index = parser.add_mutually_exclusive_group()
    text = "the index (default: in ~/.cache/atlantis)"
    index.add_argument("--index", metavar="FILE", type=Path, help=text)
    index.add_argument("--openings", action="store_true", help=about_openings)


def _add_conditions(parser: ArgumentParser) -> None:
    _add_index(parser, "search 3000 packaged games of the strongest bot instead of your games")
    add = parser.add_argument
    add("--player", metavar="NAME", help="a player's name")
    add("--winner", metavar="NAME", help="the winner's name")
    add("--loser", metavar="NAME", help="a player who did not win")
    add("--is", metavar="STATE", help="running, finished or drawn")
    add("--event", metavar="TEXT", help="part of the event")
    add("--board", metavar="NAME", help="the board, for example hexagon:2")
    add("--file", metavar="TEXT", help="part of the path of its file")
    add("--since", metavar="DATE", help="first date, for example 2026-01-31")
    add("--until", metavar="DATE", help="last date")
    add("--shortest", metavar="N", type=int, help="least number of turns")
    add("--longest", metavar="N", type=int, help="greatest number of turns")
    add("--comment", metavar="TEXT", help="part of a comment")
    add("--mark", metavar="MARK", help="a judge's mark of a turn: good, doubtful, bad, blunder")
    add("--most", metavar="N", type=int, default=MOST_REPLAYED, help="most games to replay")
    add("--json", action="store_true", help="print one JSON object per line")


def run(options: Namespace) -> int:
    try:
        return _run(options)
    except IndexDamagedError as error:
        if options.action != "add":
            raise
        complain(f"atlantis library: {error}")
        options.again = True
        return _run(options)


def _run(options: Namespace) -> int:
    with closing(_open(options)) as index:
        if index.was_replaced:
            complain("atlantis library: the index was damaged or outdated and is empty now")
            options.again = True
        if options.action == "remove":
            return _remove(index, options.paths)
        if options.action == "add":
            return _add(index, options)
        return _tree(index, options) if options.action == "tree" else _search(index, options)


def _open(options: Namespace) -> GameIndex:
    if not options.openings:
        return GameIndex(options.index or usual_index())
    if not are_indexed():
        complain("atlantis library: indexing the games of the bots (only this once) ...")
    return index_opening_games()


def _add(index: GameIndex, options: Namespace) -> int:
    if options.openings:
        if options.paths:
            raise UsageError("--openings indexes the packaged games: name no other files")
        emit(f"{counted(index.count(), 'game')} of the bots")
        return 0
    told, *problems = add_games(index, options.paths, _reader(options.on), is_again=options.again)
    for problem in problems:
        complain(f"atlantis library: {problem}")
    emit(told)
    return 1 if problems else 0


def _remove(index: GameIndex, paths: list[str]) -> int:
    count = remove_games(index, paths)
    emit(f"{counted(count, 'file')} removed from the index")
    return 0 if count else 1


def _reader(address: str | None) -> GameReader:
    """Reads games in this process, or on the cluster that `--on` names."""
    if address is None:
        return GameReader()
    from atlantis_core.arena.results import software
    from atlantis_core.contests.cluster import play_all_on

    return GameReader(partial(play_all_on, address, software))


def _search(index: GameIndex, options: Namespace) -> int:
    conditions = _conditions(options)
    if options.position is None:
        games = index.search(conditions)
        return _emit_games((game, None) for game in games) if options.json else _table(games)
    found = find_position(index, _position(options.position), conditions, options.most)
    _warn_of_limit(found.skipped, options.most)
    return _emit_games(found.matches) if options.json else _table(one.game for one in found.matches)


def _conditions(options: Namespace) -> list[Condition]:
    given = ((name, getattr(options, name)) for name in ("is", *CONDITIONS))
    try:
        return [
            condition
            for name, value in given
            if value is not None
            for condition in conditions_of(name, value)
        ]
    except NotationError as error:
        raise UsageError(str(error)) from error


def _position(text: str) -> Position:
    at = open_at(Namespace(file=text, turn=None))
    if isinstance(at, RecordAt):
        raise CommandError(f"only Atlantis games are indexed (this is {at.file.entry.files})")
    return at.line.position_after(at.turn)


def _tree(index: GameIndex, options: Namespace) -> int:
    position = _position(options.position)
    explored = explore(index, position, _conditions(options), options.most)
    _warn_of_limit(explored.skipped, options.most)
    rows = []
    for found in explored.continuations:
        if options.json:
            shown = {name: value for name, value in found._asdict().items() if name != "after"}
            emit_json({**shown, "turn": [str(move) for move in found.turn]})
        share = f"{100 * found.wins / found.finished:.0f} %" if found.finished else "-"
        accuracy = "-" if found.accuracy is None else f"{100 * found.accuracy:.0f} %"
        rows.append((format_moves(found.turn) or "pass", found.games, share, accuracy))
    if not options.json:
        emit(f"{counted(explored.games, 'game')} with this position")
        if rows:
            emit_table(("turn", "games", "won", "accuracy"), rows)
    return 0


def _warn_of_limit(skipped: int, most: int) -> None:
    if skipped:
        complain(f"atlantis library: replaying {most} of {most + skipped} games (--most sets this)")


def _emit_games(games: Iterable[tuple[IndexedGame, int | None]]) -> int:
    for game, turn in games:
        line = {name: value for name, value in game._asdict().items() if name != "id"}
        emit_json(line if turn is None else {**line, "turn": turn})
    return 0


def _table(games: Iterable[IndexedGame]) -> int:
    rows = [
        (showable(g.place), ", ".join(map(showable, g.players)), showable(g.winner or "-"), g.turns)
        for g in games
    ]
    if rows:
        emit_table(("game", "players", "winner", "turns"), rows)
    emit(counted(len(rows), "game"))
    return 0
