"""`atlantis stats`: print statistics of games in a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict, dataclass

from atlantis_core.opening import GameFile
from atlantis_core.review.game_statistics import GameStatistics, MomentKind
from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import outcome
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_ending
from .folders import find_files
from .game_files import OpenedGame, for_each, open_input, replay_file
from .inputs import name_of
from .output import emit_json, emit_table

DESCRIPTION = """\
Print a table of games: turns, explosions, biggest chain (most explosions in one
turn), lead changes and score. The leader is the player with the most secured and
leading fields; a tie does not change the lead. Unfinished games show the secured
fields so far. --json adds the number of moves and the turn of the biggest chain."""
EXAMPLES = """\
  atlantis stats game.json
  atlantis stats games/*.json
  atlantis stats --json games/*.json
"""
_HEADER = ("game", "turns", "explosions", "biggest\nchain", "lead\nchanges", "score")


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Statistics of one game."""

    turns: int
    moves: int
    explosions: int
    biggest_chain: int
    biggest_chain_turn: int | None
    lead_changes: int
    scores: tuple[int, ...]
    over: bool
    ranking: tuple[int, ...] | None


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a game or folder; '-' is standard input"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")


def run(options: Namespace) -> int:
    rows: list[tuple[str | int, ...]] = []

    def measure(path: str) -> int:
        file = open_input(path)
        if isinstance(file, GameFile) and path not in options.files:
            return 0  # a folder may contain other games as well
        opened = replay_file(path, file)
        if opened.status:
            return opened.status
        figures = measure_game(opened.game)
        if options.json:
            emit_json({"file": opened.name, "players": opened.cast.names, **asdict(figures)})
        else:
            rows.append(_row(opened, figures))
        return 0

    status = for_each("stats", find_files("stats", options.files), measure)
    if rows:
        emit_table(_HEADER, rows)
    return status


def measure_game(game: Game) -> GameFigures:
    statistics = GameStatistics(game.positions)
    statistics.advance(game.turn_number)
    chains = [statistics.figures(turn).explosions for turn in range(1, game.turn_number + 1)]
    biggest = max(chains, default=0)
    ending = outcome(game.position)
    return GameFigures(
        turns=game.turn_number,
        moves=sum(map(len, game.turns)),
        explosions=sum(chains),
        biggest_chain=biggest,
        biggest_chain_turn=chains.index(biggest) + 1 if biggest else None,
        lead_changes=sum(moment.mark is MomentKind.LEAD for moment in statistics.moments()),
        scores=statistics.figures(game.turn_number).secured,
        over=ending is not None,
        ranking=None if ending is None else ending.ranking,
    )


def _row(opened: OpenedGame, figures: GameFigures) -> tuple[str | int, ...]:
    return (
        showable(name_of(opened.name)),
        figures.turns,
        figures.explosions,
        figures.biggest_chain,
        figures.lead_changes,
        _score(opened, figures),
    )


def _score(opened: OpenedGame, figures: GameFigures) -> str:
    order = figures.ranking or range(len(figures.scores))
    scores = ", ".join(f"{opened.cast[player]} {figures.scores[player]}" for player in order)
    if figures.over:
        return scores
    return f"{scores} ({declared_ending(opened.transcript) or 'not over'})"
