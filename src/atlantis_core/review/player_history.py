"""A person's finished games: records by opponent and board, and a rating on the ladder's scale.

Pure values; `history_file` stores them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from atlantis_core.bots.ratings import BOT_RATINGS
from atlantis_core.contests.statistics import rate_against
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import find_shape
from atlantis_core.seats import SEATS_KEY, Seat, SeatKind, bot_seat, contestants_of, read_seats
from atlantis_core.support.phrases import counted
from atlantis_core.transcript.declared_ending import find_ending, places_of
from atlantis_core.transcript.model import Transcript
from .game_statistics import explosions_between

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class Encounter(NamedTuple):
    """One opponent of a game, and whether the person finished ahead (1), level (0.5) or behind."""

    opponent: str
    """A seat as in transcripts (``bot:gentle``); persons have their name (``person:Ann``)."""
    score: float


class FinishedGame(NamedTuple):
    """A finished game from the view of one player."""

    game: str
    """Identifies the game: a later line about the same game replaces an earlier one."""
    date: str
    board: str
    encounters: tuple[Encounter, ...]
    turns: int
    chain: int
    """The most explosions in one of the player's own turns."""
    ending: str = ""
    """The value of `EndingKind` if the game did not end by the rules."""
    kind: str = ""
    """The name of another game in the registry; empty for Atlantis."""

    @property
    def score(self) -> float:
        """1 if the player won, 0.5 for a draw, else 0."""
        return min((encounter.score for encounter in self.encounters), default=LOSS)


class OpponentRecord(NamedTuple):
    """The games against the same opponents on the same board."""

    opponents: str
    board: str
    games: int
    wins: int
    draws: int
    streak: int
    """Wins in a row up to now; losses count downwards."""
    chain: int


def finished_record(
    kind: str, board: str, opponents: Iterable[tuple[str, float]], turns: int, date: str, file: str
) -> FinishedGame:
    """A finished game of another game; `opponents` are seats with the player's score."""
    encounters = tuple(Encounter(*opponent) for opponent in opponents)
    return FinishedGame(_identify(file), date, board, encounters, turns, chain=0, kind=kind)


def describe_finished(
    transcript: Transcript, game: Game, player: int, date: str, identity: str
) -> FinishedGame | None:
    """A game as one player has finished it; None while it runs or if there is no opponent."""
    places = places_of(transcript, game)
    seats = read_seats(transcript.annotations.extra.get(SEATS_KEY), len(transcript.players))
    opponents = [seat for seat in contestants_of(seats) if seat != player]
    if places is None or not opponents:
        return None
    ending = None if game.is_over else find_ending(transcript)
    shape = find_shape(game.start.board)
    board = f"{shape[0].value}:{shape[1]}" if shape else counted(len(game.start.board), "field")
    return FinishedGame(
        game=_identify(identity),
        date=date,
        board=board,
        encounters=tuple(
            Encounter(_label(seats[seat], transcript.names[seat]), _score(places, player, seat))
            for seat in opponents
        ),
        turns=game.turn_number,
        chain=_biggest_chain(game, player),
        ending="" if ending is None else ending.kind.value,
    )


def _identify(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _label(seat: Seat, name: str) -> str:
    return f"{seat.kind.value}:{name}" if seat.kind is SeatKind.PERSON else str(seat)


def _score(places: Sequence[int], player: int, opponent: int) -> float:
    own, other = places[player], places[opponent]
    return DRAW if own == other else WIN if own < other else LOSS


def _biggest_chain(game: Game, player: int) -> int:
    first, players = (player - game.start.to_move) % game.start.players, game.start.players
    own = range(first + 1, game.turn_number + 1, players)
    positions = game.positions
    return max((explosions_between(*positions[turn - 1 : turn + 1]) for turn in own), default=0)


def records_of(games: Iterable[FinishedGame]) -> tuple[OpponentRecord, ...]:
    """A record for each group of opponents and board, in the order of their first games."""
    groups: dict[tuple[str, str], list[FinishedGame]] = {}
    for game in games:
        opponents = ", ".join(sorted(encounter.opponent for encounter in game.encounters))
        groups.setdefault((opponents, game.board), []).append(game)
    return tuple(
        OpponentRecord(
            opponents,
            board,
            len(group),
            sum(game.score == WIN for game in group),
            sum(game.score == DRAW for game in group),
            streak_of(group),
            max(game.chain for game in group),
        )
        for (opponents, board), group in groups.items()
    )


def streak_of(games: Sequence[FinishedGame]) -> int:
    """Wins in a row at the end, or losses in a row as a negative number; 0 after a draw."""
    streak = 0
    for game in reversed(games):
        if game.score == DRAW or (streak and (game.score == WIN) != (streak > 0)):
            break
        streak += 1 if game.score == WIN else -1
    return streak


def rating_of(games: Iterable[FinishedGame]) -> float | None:
    """The rating from the games against rated bots, with the ladder's method; None without one."""
    met = [
        (BOT_RATINGS[name], encounter.score)
        for game in games
        if not game.kind
        for encounter in game.encounters
        if (name := encounter.opponent.removeprefix("bot:")) in BOT_RATINGS
        and encounter.opponent == str(bot_seat(name))
    ]
    average = sum(BOT_RATINGS.values()) / len(BOT_RATINGS)
    return rate_against(met, average) if met else None


def ratings_over_time(games: Sequence[FinishedGame]) -> Iterator[float]:
    """The rating after each game, from the first game against a rated bot on."""
    games = [game for game in games if not game.kind]
    for number in range(1, len(games) + 1):
        rating = rating_of(games[:number])
        if rating is not None:
            yield rating


def even_match(rating: float, names: Iterable[str]) -> str | None:
    """The bot among these whose rating is nearest."""
    rated = [name for name in names if name in BOT_RATINGS]
    return min(rated, key=lambda name: abs(BOT_RATINGS[name] - rating), default=None)
