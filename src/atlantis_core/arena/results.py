"""Results on disk: one JSON object a line, and every game as a transcript beside them.

The first line says which match it is; the same match goes on where it was interrupted, another
one is refused instead of mixed in. A last line that was cut off is dropped. A game counts only
when its line is there, so its transcript is written before, and it counts once, however many
lines it has. While a file is open it is locked, so that two runs cannot write the same games.
"""

from __future__ import annotations

import errno
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from atlantis_core.arena.matches import Match, names_of, seating
from atlantis_core.arena.referee import Ending, Verdict
from atlantis_core.colors import default_colors
from atlantis_core.errors import AtlantisError
from atlantis_core.safe_text import showable
from atlantis_core.transcript import ANY_FILE, FrozenMap, Player, Transcript, save

if sys.platform != "win32":
    import fcntl

FORMAT = "Atlantis match"
START = "start"
"""The setting that files of earlier versions do not have."""


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

    @property
    def culprit(self) -> int | None:
        """The contestant who misbehaved."""
        return None if self.offender is None else self.order[self.offender]


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
        "offender": None if result.culprit is None else names[result.culprit],
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
        self._file: IO[bytes] = path.open("a+b")
        try:
            _lock(self._file, path)
            self.results = _load(self._file, path, match)
            if not self._file.tell():
                self._write({"format": FORMAT, **match.settings()})
        except BaseException:
            self._file.close()
            raise

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


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep others out until the file is closed; raises ResultsError if one of them is in."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ResultsError(
            f"another run is writing to '{showable(str(path))}' "
            "(wait until it has ended, or choose another file)"
        ) from None
    except OSError as error:
        # Some network file systems cannot lock; that is no reason to refuse a match.
        if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
            raise


def _load(file: IO[bytes], path: Path, match: Match) -> list[Result]:
    """The results in a file, each game once; cuts off an unfinished line. Ends at its end."""
    file.seek(0)
    content = file.read()
    if not content:
        return []
    whole = content[: content.rfind(b"\n") + 1]
    first, *lines = whole.splitlines() or [b""]
    _check_settings(path, first, match)
    results: dict[int, Result] = {}
    try:
        for line in lines:
            result = _from_json(json.loads(line))
            results.setdefault(result.number, result)
    except (ValueError, KeyError, TypeError) as error:
        raise ResultsError(
            f"'{showable(str(path))}' has a line that is no result: {error}"
        ) from error
    if len(whole) < len(content):
        file.truncate(len(whole))
    return list(results.values())


def _check_settings(path: Path, first: bytes, match: Match) -> None:
    shown = showable(str(path))
    try:
        found = json.loads(first)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ResultsError(f"'{shown}' holds no results of a match (expected a new file)")
    settings = match.settings()
    for key, words in _SETTING_WORDS.items():
        if found.get(key) != settings[key]:
            values = f"{_in_words(found.get(key))}, not {_in_words(settings[key])}"
            raise ResultsError(f"'{shown}' belongs to another match: {words} {values}")
    if found.get(START, settings[START]) != settings[START]:
        raise ResultsError(
            f"'{shown}' belongs to another match: '{showable(match.board)}' began with another "
            "position then (expected the same board and the same stones)"
        )


_SETTING_WORDS = {
    "contestants": "its players are",
    "board": "its board is",
    "seed": "its seed is",
    "effort": "its effort is",
    "turn_limit": "its turn limit is",
    "turn_seconds": "its seconds for a turn are",
}


def _in_words(value: object) -> str:
    """A setting for people; the file may hold anything."""
    if value is None:
        return "the default"
    if isinstance(value, list):
        return " - ".join(map(_in_words, value))
    return f"{value:g}" if isinstance(value, float) else showable(str(value), 80)


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
