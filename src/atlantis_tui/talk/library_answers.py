"""Answers from the index of games (`atlantis library`): by words and tags, or by position."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from atlantis_core.commands.indexed_files import add_games
from atlantis_core.dialogue.verbs import DialogueError
from atlantis_core.game_library.index import GameIndex
from atlantis_core.game_library.lookup import explore, find_position
from atlantis_core.game_library.paths import usual_index
from atlantis_core.game_library.rows import GameMatch, IndexedGame
from atlantis_core.game_library.search import Order, find_games, parse_search
from atlantis_core.game_library.tree import Continuation
from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.support.phrases import counted, listed
from atlantis_core.support.safe_text import showable
from atlantis_tui.settings.folders import games_folder, parse_path

MOST_FOUND = 500
MOST_TURNS = 5


def index_games(text: str) -> list[str]:
    """Index a file or folder, by default the folder of the user's games."""
    path = parse_path(text) if text else games_folder()
    if not path.exists():
        raise DialogueError(f"no such file or folder: {showable(str(path), 80)}")
    with closing(GameIndex(usual_index())) as index:
        return add_games(index, [str(path)])


def search_games(text: str) -> list[tuple[Path, str]]:
    """The games of a search as the library of the app parses it, each with its description."""
    with closing(GameIndex(usual_index())) as index:
        found = find_games(index, parse_search(text), Order.NEWEST, "", MOST_FOUND)
    return _described(found.matches)


def games_with(position: Position) -> tuple[list[tuple[Path, str]], list[str]]:
    """The games that reach a position, and the turns played there with the mover's results."""
    with closing(GameIndex(usual_index())) as index:
        found = find_position(index, position)
        explored = explore(index, position) if found.matches else None
    turns = explored.continuations[:MOST_TURNS] if explored else ()
    return _described(found.matches), [_describe_turn(turn) for turn in turns]


def _described(matches: list[GameMatch]) -> list[tuple[Path, str]]:
    return [(Path(game.place), _describe_game(game)) for game, _ in matches]


def _describe_game(game: IndexedGame) -> str:
    """``Ann and Ben, hexagon:2, 34 turns, Ann won: club.jsonl:3``."""
    names = listed([name or f"player {n}" for n, name in enumerate(game.players, 1)])
    won = f", {game.winner} won" if game.winner else ""
    about = f"{names}, {game.board}, {counted(game.turns, 'turn')}{won}"
    return showable(f"{about}: {Path(game.place).name}", 200)


def _describe_turn(found: Continuation) -> str:
    won = f", won {found.wins} of {found.finished}" if found.finished else ""
    return f"{format_moves(found.turn)}: {counted(found.games, 'game')}{won}"
