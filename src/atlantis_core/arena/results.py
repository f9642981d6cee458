"""Results on disk: one JSON object a line, and every game as a transcript beside them.

The first line says which match it is; the same match goes on where it was interrupted, another
one is refused instead of mixed in. A last line that was cut off is dropped. A game counts only
when its line is there, so its transcript is written before.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from atlantis_core.arena.matches import Match, names_of, seating
from atlantis_core.arena.referee import Ending, Verdict
from atlantis_core.colors import default_colors
from atlantis_core.errors import AtlantisError
from atlantis_core.transcript import ANY_FILE, FrozenMap, Player, Transcript, save

FORMAT = "Atlantis match"


class ResultsError(AtlantisError):
    """A file that is no results of this match."""


@dataclass(frozen=True, slots=True)
class Result:
    """One game of a match, without its turns. Contestants are numbered as in the match."""

    number: int
    order: tuple[int, ...]
    """The contestant on every seat."""
    scores: tuple[int, ...]
    """By seat."""
    ranking: tuple[int, ...]
    """Seats, the winner first."""
    ending: Ending
    turns: int
    offender: int | None = None
    """The seat that misbehaved."""
    offence: str | None = None

    @property
    def winner(self) -> int:
        """The contestant who won."""
        return self.order[self.ranking[0]]


def result_of(match: Match, number: int, verdict: Verdict) -> Result:
    """What the results file keeps of a game."""
    offence = verdict.offence
    return Result(
        number=number,
        order=seating(len(match.contestants), number),
        scores=verdict.scores,
        ranking=verdict.ranking,
        ending=verdict.ending,
        turns=len(verdict.turns),
        offender=None if offence is None else offence.seat,
        offence=None if offence is None else f"{offence.fault.value}: {offence.explanation}",
    )


def transcript_of(match: Match, result: Result, verdict: Verdict) -> Transcript:
    """A game as a transcript, with tags that say where it comes from."""
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
        "result": "-".join(map(str, result.scores)),
        "winner": names[result.winner],
        "ending": result.ending.value,
        "offence": result.offence,
    }
    for name, value in tags.items():
        made = made.with_tag(name, value)
    return made


class ResultsFile:
    """The file of a match, open for going on. Use it in a `with`, or close it."""

    def __init__(self, path: Path, match: Match) -> None:
        """Open or begin a file; raises ResultsError if it belongs to something else."""
        self._path = path
        self._match = match
        self.results = _load(path, match)
        self._file: IO[bytes] = path.open("ab")
        if not self._file.tell():
            self._write({"format": FORMAT, **match.settings()})

    @property
    def folder(self) -> Path:
        """Where the transcripts are."""
        return self._path.with_name(self._path.stem + "-games")

    def add(self, result: Result, verdict: Verdict) -> None:
        """Keep a game: first its transcript, then its line."""
        self.folder.mkdir(exist_ok=True)
        name = f"{result.number + 1:05d}.json"
        save(transcript_of(self._match, result, verdict), self.folder / name, expected=ANY_FILE)
        self._write({**_to_json(result), "transcript": f"{self.folder.name}/{name}"})
        self.results.append(result)

    def close(self) -> None:
        self._file.close()

    def _write(self, line: dict[str, object]) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()


def _to_json(result: Result) -> dict[str, object]:
    return {
        "game": result.number + 1,
        "order": list(result.order),
        "scores": list(result.scores),
        "ranking": list(result.ranking),
        "ending": result.ending.value,
        "turns": result.turns,
        "offender": result.offender,
        "offence": result.offence,
    }


def _load(path: Path, match: Match) -> list[Result]:
    """The results in a file, none if there is no such file; cuts off an unfinished line."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return []
    if not content:
        return []
    whole = content[: content.rfind(b"\n") + 1]
    first, *lines = whole.splitlines() or [b""]
    _check_settings(path, first, match)
    try:
        results = [_from_json(json.loads(line)) for line in lines]
    except (ValueError, KeyError, TypeError) as error:
        raise ResultsError(f"'{path}' has a line that is no result: {error}") from error
    if len(whole) < len(content):
        path.write_bytes(whole)
    return results


def _check_settings(path: Path, first: bytes, match: Match) -> None:
    try:
        found = json.loads(first)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ResultsError(f"'{path}' holds no results of a match (expected a new file)")
    for key, value in match.settings().items():
        if found.get(key) != value:
            raise ResultsError(
                f"'{path}' belongs to another match: its {key} is {found.get(key)!r}, not {value!r}"
            )


def _from_json(line: dict[str, object]) -> Result:
    return Result(
        number=_integer(line["game"]) - 1,
        order=_integers(line["order"]),
        scores=_integers(line["scores"]),
        ranking=_integers(line["ranking"]),
        ending=Ending(line["ending"]),
        turns=_integer(line["turns"]),
        offender=None if line["offender"] is None else _integer(line["offender"]),
        offence=None if line["offence"] is None else str(line["offence"]),
    )


def _integer(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"not a whole number: {value!r}")
    return value


def _integers(values: object) -> tuple[int, ...]:
    if not isinstance(values, list):
        raise ValueError(f"not a list: {values!r}")  # noqa: TRY004 - bad data, not a wrong type
    return tuple(map(_integer, values))
