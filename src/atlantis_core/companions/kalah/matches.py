"""Many matches between two agents: which they are, and what is kept of each.

South alternates from match to match. A match is determined by its number as far as the agents
are; playing them in several processes, stopping and resuming are for `contests`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from atlantis_core.companions.kalah.board import Board, new_board
from atlantis_core.companions.kalah.dialogues import Onlooker, titled
from atlantis_core.companions.kalah.position import KalahPosition
from atlantis_core.companions.kalah.programs import GOODBYE, play_match
from atlantis_core.companions.kalah.referee import MATCH_SECONDS, Ending, Verdict
from atlantis_core.companions.records import GameRecord
from atlantis_core.contests.contestants import seating, told_apart
from atlantis_core.contests.results_file import (
    Line,
    ResultsFile,
    first_difference,
    integer,
    integers,
)
from atlantis_core.files.saving import ANY_FILE, save_bytes

FORMAT = "Kalah match"


@dataclass(frozen=True, slots=True)
class Result:
    """One match, without its moves. Seat 0 began as South; contestants are numbered as given."""

    number: int
    order: tuple[int, ...]
    """The contestant on every seat."""
    scores: tuple[int, ...]
    """By seat: what was in the store of the side that it had at last."""
    winning_seat: int | None
    """None for a draw."""
    ending: Ending
    choices: int
    milliseconds: tuple[int, ...]
    """By seat: what an answer took on average."""
    offender: int | None = None
    """The seat that misbehaved."""
    offence: str | None = None

    @property
    def winner(self) -> int | None:
        """The contestant who won."""
        return None if self.winning_seat is None else self.order[self.winning_seat]

    @property
    def culprit(self) -> int | None:
        """The contestant who misbehaved."""
        return None if self.offender is None else self.order[self.offender]


@dataclass(frozen=True)
class Pairing:
    """Who plays, on what, and how long they may think; a contest and its book."""

    commands: tuple[str, str]
    holes: int
    seeds: int
    seconds: float = MATCH_SECONDS

    @property
    def start(self) -> Board:
        return new_board(self.holes, self.seeds)

    @property
    def names(self) -> tuple[str, ...]:
        return told_apart(self.commands)

    @property
    def patience(self) -> float:
        return 4 * GOODBYE + 1

    def play(self, number: int) -> Verdict:
        """Raises NoStartError if one of the programs cannot be started."""
        order = seating(2, number)
        return play_match([self.commands[each] for each in order], self.start, self.seconds)

    def result_of(self, number: int, verdict: Verdict) -> Result:
        """What the results file keeps of a match."""
        offence = verdict.offence
        return Result(
            number=number,
            order=seating(2, number),
            scores=(verdict.score(0), verdict.score(1)),
            winning_seat=verdict.winner,
            ending=verdict.ending,
            choices=len(verdict.choices),
            milliseconds=verdict.milliseconds,
            offender=None if offence is None else offence.agent,
            offence=None if offence is None else f"{offence.fault.value}: {offence.explanation}",
        )

    @property
    def heading(self) -> Line:
        return {"format": FORMAT, **self._settings()}

    def _settings(self) -> Line:
        return {
            "contestants": list(self.commands),
            "holes": self.holes,
            "seeds": self.seeds,
            "seconds": self.seconds,
        }

    def difference(self, found: Line) -> str | None:
        return first_difference(found, self._settings(), _SETTING_WORDS)

    def parse_line(self, line: Line) -> Result:
        winner, offender, offence = line["winner"], line["offender"], line["offence"]
        return Result(
            number=integer(line["game"]) - 1,
            order=integers(line["order"]),
            scores=integers(line["scores"]),
            winning_seat=None if winner is None else integer(winner),
            ending=Ending(line["ending"]),
            choices=integer(line["choices"]),
            milliseconds=integers(line["milliseconds"]),
            offender=None if offender is None else integer(offender),
            offence=None if offence is None else str(offence),
        )


_SETTING_WORDS = {
    "contestants": "its players are",
    "holes": "its holes are",
    "seeds": "its seeds are",
    "seconds": "its seconds for a match are",
}


def format_line(result: Result) -> Line:
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


def record_of(verdict: Verdict, names: tuple[str, str]) -> GameRecord:
    """A match as an onlooker saw it; how it was broken off is its last comment."""
    layout = Onlooker(ended_after=len(verdict.choices))
    record = titled(GameRecord("", names, KalahPosition(verdict.start), layout))
    for choice in verdict.choices:
        position = record.position(record.last_step)
        if not isinstance(position, KalahPosition):
            raise TypeError(f"not a position of Kalah: {position!r}")
        record = record.played(position.move_of(choice))
    if verdict.offence is None:
        return record
    culprit = ("first", "second")[verdict.offence.agent]
    said = " ".join(verdict.offence.explanation.split())
    comment = f"{verdict.ending.value} of the {culprit} player: {said}"
    return record.commented(record.last_step, _plain(comment))


def _plain(text: str) -> str:
    """Without what a comment cannot hold: programs say anything."""
    return "".join(character if character.isprintable() else "?" for character in text)


class MatchFile:
    """The results of a pairing and the folder of its records, open for going on. Close it."""

    def __init__(self, path: Path, pairing: Pairing) -> None:
        """Open or begin a file; raises ResultsError if it belongs to something else."""
        self._pairing = pairing
        self._file = ResultsFile(path, pairing)

    @property
    def results(self) -> list[Result]:
        return list(self._file.results)

    def keep(self, number: int, verdict: Verdict) -> Result:
        """The result of a match that was played: first its record is written, then its line."""
        result = self._pairing.result_of(number, verdict)
        folder = self._file.folder
        folder.mkdir(exist_ok=True)
        name = f"{number + 1:05d}.kalah"
        first, second = (self._pairing.names[each] for each in result.order)
        text = record_of(verdict, (first, second)).canonical()
        save_bytes(text.encode(), folder / name, expected=ANY_FILE)
        self._file.add(result, {**format_line(result), "record": f"{folder.name}/{name}"})
        return result

    def close(self) -> None:
        self._file.close()
