"""Stored results of a match: a line per game in a results file, and transcripts."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from atlantis_core.contests.contestants import GameResult, seating
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
from atlantis_core.engine import RUNNING
from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.game import Turn
from atlantis_core.support.colors import default_colors
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript import ANY_FILE, FrozenMap, Player, Transcript, save
from atlantis_core.version import __version__
from .match_collection import MatchCollection
from .matches import Match, names_of
from .referee import Ending, PlayedGame

FORMAT = "Atlantis match"
START = "start"
"""A setting that files of earlier versions lack."""


@dataclass(frozen=True, slots=True)
class Result(GameResult):
    """One game of a match, without its turns. Contestants are numbered as in the match."""

    number: int
    order: tuple[int, ...]
    scores: tuple[int, ...]
    """Score of each seat."""
    ranking: tuple[int, ...]
    """Seats, the winner first."""
    ending: Ending
    turns: int
    offender: int | None = None
    offence: str | None = None
    digest: str = ""
    """Hash of the turns; empty in files of earlier versions."""

    @property
    def winner(self) -> int:
        """The contestant who won."""
        return self.order[self.ranking[0]]

    def count_behind(self, contestant: int) -> int:
        """The number of opponents that a contestant finished ahead of."""
        place = self.ranking.index(self.order.index(contestant))
        return len(self.ranking) - 1 - place


def _digest(turns: Iterable[Turn]) -> str:
    text = ";".join(format_moves(turn) for turn in turns)
    return sha256(text.encode()).hexdigest()[:12]


def transcript_of(match: Match, result: Result, verdict: PlayedGame) -> Transcript:
    """A game as a transcript, with tags about its match and result."""
    names = names_of(match.contestants)
    colors = default_colors([None] * len(names))
    players = (
        Player(FrozenMap(verdict.start.stacks(seat)), names[contestant], colors[seat])
        for seat, contestant in enumerate(result.order)
    )
    made = Transcript(verdict.start.board.segments, tuple(players), verdict.turns)
    tags: dict[str, str | int | None] = {
        "event": f"match {' - '.join(names)}",
        "board": match.board,
        "game": result.number + 1,
        "seed": match.seed,
        "effort": match.effort,
        "opening": match.openings or None,
        "result": "-".join(map(str, result.scores)),
        "winner": names[result.winner],
        "ending": result.ending.value,
        "offender": None if result.culprit is None else names[result.culprit],
        "offence": result.offence,
    }
    for name, value in tags.items():
        made = made.with_tag(name, value)
    return made


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """`ResultFormat` of a match."""

    match: Match
    collection: MatchCollection | None = None
    """Receives the transcripts instead of a folder."""

    @property
    def heading(self) -> Line:
        return {"format": FORMAT, **self.match.settings()}

    def difference(self, found: Line) -> str | None:
        settings = self.match.settings()
        earlier = {"openings": 0}  # missing in files of earlier versions
        different = first_difference({**earlier, **found}, settings, _SETTING_WORDS)
        if different is None and found.get(START, settings[START]) != settings[START]:
            return (
                f"the start of '{showable(self.match.board)}' was different "
                "(expected the same board and stones)"
            )
        return different

    def result_of(self, number: int, played: PlayedGame) -> Result:
        offence = played.offence
        return Result(
            number=number,
            order=seating(len(self.match.contestants), number),
            scores=played.scores,
            ranking=played.ranking,
            ending=played.ending,
            turns=len(played.turns),
            offender=None if offence is None else offence.seat,
            offence=None if offence is None else str(offence),
            digest=_digest(played.turns),
        )

    def save_record(self, result: Result, played: PlayedGame, folder: Path) -> Line:
        transcript = transcript_of(self.match, result, played)
        if self.collection is not None:
            return {"transcript": self.collection.append(transcript)}
        name = f"{result.number + 1:05d}.json"
        save(transcript, make_folder(folder) / name, expected=ANY_FILE)
        return {"transcript": f"{folder.name}/{name}"}

    def format_line(self, result: Result) -> Line:
        line = {**asdict(result), "game": result.number + 1, "ending": result.ending.value}
        return {name: line[name] for name in _LINE}

    def parse_line(self, line: Line) -> Result:
        result = _from_json(line, len(self.match.contestants))
        if self.collection is not None:
            self.collection.note(line.get("transcript"))
        return result


_LINE = (
    *("game", "order", "scores", "ranking", "ending", "turns"),
    *("offender", "offence", "digest"),
)


_SETTING_WORDS = {
    "contestants": "its players are",
    "board": "its board is",
    "seed": "its seed is",
    "effort": "its effort is",
    "turn_limit": "its turn limit is",
    "turn_seconds": "its time per turn in seconds is",
    "openings": "its number of random opening turns is",
}


def _from_json(line: Line, players: int) -> Result:
    return Result(
        number=whole_number(line, "game", 1) - 1,
        order=permutation(line, "order", players),
        scores=numbers(line, "scores", players),
        ranking=permutation(line, "ranking", players),
        ending=Ending(line.get("ending")),
        turns=whole_number(line, "turns"),
        offender=seat_or_none(line, "offender", players),
        offence=text_or_none(line, "offence"),
        digest=str(line.get("digest", "")),
    )


def software() -> tuple[str, ...]:
    """The versions of Atlantis, its engine and Python, to compare the machines of a cluster."""
    python = ".".join(map(str, sys.version_info[:2]))
    return f"atlantis {__version__}", f"{RUNNING.value} engine", f"Python {python}"
