"""Many matches between two agents: the pairing, the stored results, and their table.

South alternates from match to match. `contests` plays matches in several processes and resumes
stopped contests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from atlantis_core.contests.contestants import GameResult, distinct_names, seating
from atlantis_core.contests.results_file import (
    Line,
    first_difference,
    make_folder,
    numbers,
    permutation,
    seat_or_none,
    text_or_none,
    whole_number,
)
from atlantis_core.contests.statistics import (
    count_endings,
    elo_estimate,
    mean,
    mean_length,
    wilson,
)
from atlantis_core.files.saving import ANY_FILE, save_bytes
from atlantis_core.games.records import GameRecord
from atlantis_core.support.safe_text import escape_bytes
from .board import Board, new_board
from .dialogues import DialogueLayout, titled
from .position import KalahPosition, kalah_position
from .programs import EXIT_SECONDS, play_match
from .referee import MATCH_SECONDS, MatchEnding, Verdict

FORMAT = "Kalah match"
_HEADER = (
    *("player", "wins", "draws", "share", "95 %", "first", "second"),
    *("lead", "95 %", "Elo", "ms"),
)
_ENDING_WORDS = {
    MatchEnding.FINISHED: "finished",
    MatchEnding.FOUL: "ended by a foul",
    MatchEnding.EXIT: "ended by an exit",
    MatchEnding.TIMEOUT: "out of time",
}


@dataclass(frozen=True, slots=True)
class Result(GameResult):
    """One match, without its moves. Seat 0 began as South; contestants are numbered as given."""

    number: int
    order: tuple[int, ...]
    scores: tuple[int, ...]
    """Final store of each seat."""
    winning_seat: int | None
    """None for a draw."""
    ending: MatchEnding
    choices: int
    milliseconds: tuple[int, ...]
    """Average time of an answer, by seat."""
    offender: int | None = None
    offence: str | None = None

    @property
    def winner(self) -> int | None:
        """The contestant who won."""
        return None if self.winning_seat is None else self.order[self.winning_seat]


@dataclass(frozen=True)
class Pairing:
    """The agents, the board and the time limit; a contest and its results file."""

    commands: tuple[str, str]
    holes: int
    seeds: int
    seconds: float = MATCH_SECONDS

    @property
    def start(self) -> Board:
        return new_board(self.holes, self.seeds)

    @property
    def names(self) -> tuple[str, ...]:
        return distinct_names(map(escape_bytes, self.commands))

    @property
    def patience(self) -> float:
        return 4 * EXIT_SECONDS + 1

    def play(self, number: int) -> Verdict:
        """Raises NoStartError if one of the programs cannot start."""
        order = seating(2, number)
        return play_match([self.commands[each] for each in order], self.start, self.seconds)

    def result_of(self, number: int, played: Verdict) -> Result:
        offence = played.offence
        return Result(
            number=number,
            order=seating(2, number),
            scores=(played.score(0), played.score(1)),
            winning_seat=played.winner,
            ending=played.ending,
            choices=len(played.choices),
            milliseconds=played.milliseconds,
            offender=None if offence is None else offence.seat,
            offence=None if offence is None else str(offence),
        )

    def save_record(self, result: Result, played: Verdict, folder: Path) -> Line:
        name = f"{result.number + 1:05d}.kalah"
        first, second = (_plain(self.names[each]) for each in result.order)
        text = record_of(played, (first, second)).canonical()
        save_bytes(text.encode(), make_folder(folder) / name, expected=ANY_FILE)
        return {"record": f"{folder.name}/{name}"}

    @property
    def heading(self) -> Line:
        return {"format": FORMAT, **self._settings()}

    def _settings(self) -> Line:
        return {
            "contestants": list(map(escape_bytes, self.commands)),
            "holes": self.holes,
            "seeds": self.seeds,
            "seconds": self.seconds,
        }

    def difference(self, found: Line) -> str | None:
        return first_difference(found, self._settings(), _SETTING_WORDS)

    def format_line(self, result: Result) -> Line:
        return {
            "game": result.number + 1,
            "order": list(result.order),
            "scores": list(result.scores),
            "winner": result.winning_seat,
            "ending": result.ending.value,
            "choices": result.choices,
            "milliseconds": list(result.milliseconds),
            "offender": result.offender,
            "offence": result.offence,
        }

    def parse_line(self, line: Line) -> Result:
        return Result(
            number=whole_number(line, "game", 1) - 1,
            order=permutation(line, "order", 2),
            scores=numbers(line, "scores", 2),
            winning_seat=seat_or_none(line, "winner", 2),
            ending=MatchEnding(line.get("ending")),
            choices=whole_number(line, "choices"),
            milliseconds=numbers(line, "milliseconds", 2),
            offender=seat_or_none(line, "offender", 2),
            offence=text_or_none(line, "offence"),
        )


_SETTING_WORDS = {
    "contestants": "its players are",
    "holes": "its holes are",
    "seeds": "its seeds are",
    "seconds": "its seconds for a match are",
}


def record_of(verdict: Verdict, names: tuple[str, str]) -> GameRecord:
    """A match as a record; the reason of an early end is its last comment."""
    layout = DialogueLayout(ended_after=len(verdict.choices))
    record = titled(GameRecord("", names, KalahPosition(verdict.start), layout))
    for choice in verdict.choices:
        record = record.played(kalah_position(record, record.last_step).move_of(choice))
    if verdict.offence is None:
        return record
    culprit = ("first", "second")[verdict.offence.seat]
    reason = " ".join(verdict.offence.explanation.split())
    comment = f"{verdict.ending.value} of the {culprit} player: {reason}"
    return record.commented(record.last_step, _plain(comment))


def _plain(text: str) -> str:
    """Replace unprintable characters: programs may print and be named anything."""
    return "".join(character if character.isprintable() else "?" for character in text)


def match_rows(results: Sequence[Result], names: Sequence[str]) -> list[tuple[str, ...]]:
    """The heading and a row per contestant."""
    return [_HEADER, *(_row(results, number, name) for number, name in enumerate(names))]


def _row(results: Sequence[Result], contestant: int, name: str) -> tuple[str, ...]:
    wins = sum(result.winner == contestant for result in results)
    draws = sum(result.winner is None for result in results)
    share = wilson(wins + draws / 2, len(results))
    lead = mean([_lead(result, contestant) for result in results])
    answers = [result.milliseconds[result.order.index(contestant)] for result in results]
    return (
        name,
        f"{wins}/{len(results)}",
        str(draws),
        *share.percent,
        *(_wins_on(results, contestant, seat) for seat in (0, 1)),
        *lead.signed,
        f"{elo_estimate(share).value:+.0f}",
        f"{mean(answers).value:.0f}",
    )


def _wins_on(results: Sequence[Result], contestant: int, seat: int) -> str:
    played = [result for result in results if result.order[seat] == contestant]
    return f"{sum(result.winner == contestant for result in played)}/{len(played)}"


def _lead(result: Result, contestant: int) -> int:
    seat = result.order.index(contestant)
    return result.scores[seat] - result.scores[1 - seat]


def endings_line(results: Sequence[Result]) -> str:
    """One sentence about the endings of the matches."""
    endings = count_endings([result.ending for result in results], _ENDING_WORDS)
    return f"{endings}; {mean_length([result.choices for result in results], 'move')} per game"
