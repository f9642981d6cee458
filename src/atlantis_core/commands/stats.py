"""`atlantis stats`: print statistics of games in a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from atlantis_core.opening import GameFile
from atlantis_core.review.crosstable import Crosstable, HeadToHead, PlayerResults
from atlantis_core.review.game_statistics import GameStatistics, MomentKind
from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import outcome
from atlantis_core.support.errors import NotationError
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import declared_ending, places_of
from .command_lines import reading
from .errors import UsageError
from .folders import games_in
from .game_files import OpenedGame, for_each, open_found, replay_file
from .inputs import FoundGame, name_of
from .output import emit, emit_json, emit_table

DESCRIPTION = """\
Print a table of games: turns, explosions, biggest chain (most explosions in one
turn), lead changes and score. The leader is the player with the most secured and
leading fields; a tie does not change the lead. Unfinished games show the secured
fields so far. --json adds the number of moves, the turn of the biggest chain, how the
game ended if not by the rules, and the place of each player (equal in a draw).
--crosstable prints the players instead, best first: games, wins, the share of
opponents that the player finished ahead of, and how often the player finished ahead
of and behind each other player (3-1)."""
EXAMPLES = """\
  atlantis stats game.json
  atlantis stats games/*.json
  atlantis stats --json games/*.json
  atlantis stats --crosstable games.jsonl
  atlantis stats --crosstable --by event --where board=hexagon:2 games
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
        "files", metavar="FILE", nargs="+", help="game, collection or folder; '-' is standard input"
    )
    add = parser.add_argument
    add("--crosstable", action="store_true", help="print the results of the players")
    add("--by", metavar="TAG", help="one crosstable for each value of a tag, for example event")
    add(
        "--where",
        metavar="TAG=TEXT",
        action="append",
        default=[],
        type=reading(_tag_and_text),
        help="only games whose tag contains this text",
    )
    add("--json", action="store_true", help="print one JSON object per line")


def _tag_and_text(text: str) -> tuple[str, str]:
    """Parse a condition on a tag; raises NotationError."""
    tag, equals, wanted = text.partition("=")
    if not tag or not equals:
        raise NotationError(text, "condition on a tag", "for example 'event=club'")
    return tag, wanted


def run(options: Namespace) -> int:
    if options.by is not None and not options.crosstable:
        raise UsageError("--by needs --crosstable")
    rows: list[tuple[str | int, ...]] = []
    tables: dict[str, Crosstable] = {}

    def measure(found: FoundGame) -> int:
        file = open_found(found)
        if isinstance(file, GameFile) and found.path not in options.files:
            return 0  # a folder may contain other games as well
        opened = replay_file(found.path, file)
        if opened.status:
            return opened.status
        tags = opened.transcript.annotations.tags
        if not _fulfils(tags, options.where):
            return 0
        if options.crosstable:
            group = "" if options.by is None else str(tags.get(options.by, ""))
            _count(opened, tables.setdefault(group, Crosstable()))
            return 0
        figures = measure_game(opened.game)
        if options.json:
            emit_json(
                {
                    "file": opened.name,
                    "players": opened.cast.names,
                    **asdict(figures),
                    "ending": declared_ending(opened.transcript, opened.cast.names),
                    "places": places_of(opened.transcript, opened.game),
                }
            )
        else:
            rows.append(_row(opened, figures))
        return 0

    status = for_each("stats", games_in("stats", options.files), measure)
    if rows:
        emit_table(_HEADER, rows)
    for group, table in sorted(tables.items()):
        _emit_crosstable(table.standings(), options, group)
    return status


def _count(opened: OpenedGame, table: Crosstable) -> None:
    places = places_of(opened.transcript, opened.game)
    if places:
        table.add(opened.cast.names, places)


def _fulfils(tags: Mapping[str, object], conditions: Iterable[tuple[str, str]]) -> bool:
    return all(text.lower() in str(tags.get(tag, "")).lower() for tag, text in conditions)


def _emit_crosstable(players: list[PlayerResults], options: Namespace, group: str) -> None:
    if options.json:
        for player in players:
            named = {} if options.by is None else {options.by: group}
            emit_json({**named, **asdict(player), "share": round(player.share, 4)})
        return
    if options.by is not None:
        emit(f"{showable(options.by)}: {showable(group) or '-'}")
    numbers = range(1, len(players) + 1)
    header = ("", "player", "games", "wins", "share", *map(str, numbers))
    emit_table(header, [_standing(number, players) for number in numbers])


def _standing(number: int, players: list[PlayerResults]) -> tuple[str | int, ...]:
    player = players[number - 1]
    meetings = (_meeting(player.against.get(other.name)) for other in players)
    figures = (player.games, player.wins, f"{100 * player.share:.0f} %")
    return (number, showable(player.name), *figures, *meetings)


def _meeting(found: HeadToHead | None) -> str:
    if found is None:
        return "-"
    return f"{found.ahead}-{found.behind}" + (f"={found.level}" if found.level else "")


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
    return f"{scores} ({declared_ending(opened.transcript, opened.cast.names) or 'not over'})"
