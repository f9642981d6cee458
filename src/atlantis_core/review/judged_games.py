"""The judgement of a whole game, stored in the annotations of its file.

Reads and writes verdicts. A judgement that is malformed or belongs to other turns is ignored. It
names the bot and its effort, so that readers can tell a weak judge from a strong one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from atlantis_core.json_text.frozen import FrozenMap, JsonObject, JsonValue, freeze_object
from atlantis_core.positions.grid import Move, format_moves, name_pairs, parse_field
from atlantis_core.rules.game import Turn
from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript.model import Transcript
from .variations import MAIN, add_variation
from .verdicts import STORED_DIGITS, TurnMark, TurnVerdict, accuracy

KEY = "judgement"
"""Key among the annotations."""


@dataclass(frozen=True)
class Judgement:
    """A bot's verdicts on the turns of a game; may be incomplete."""

    bot: str
    effort: int
    verdicts: Mapping[int, TurnVerdict]
    """Verdicts by turn number, from 1."""

    def __post_init__(self) -> None:
        """Give each position one value: that before the next turn."""
        object.__setattr__(self, "verdicts", _joined(self.verdicts))

    def missing(self, turns: int) -> tuple[int, ...]:
        """The turns, out of this many, that are not judged yet."""
        return tuple(turn for turn in range(1, turns + 1) if turn not in self.verdicts)

    @property
    def mistakes(self) -> tuple[int, ...]:
        """The turns for which the judge found a better one, in order."""
        judged = sorted(self.verdicts.items())
        return tuple(turn for turn, found in judged if found.mark.is_mistake)

    def mark(self, turn: int) -> TurnMark:
        verdict = self.verdicts.get(turn)
        return TurnMark.NONE if verdict is None else verdict.mark

    def accuracy(self, player: int) -> float | None:
        """Accuracy of a player, from 0 to 1."""
        return accuracy(self.verdicts.values(), player)

    def marks_of(self, player: int) -> Mapping[TurnMark, int]:
        own = [found.mark for found in self.verdicts.values() if found.player == player]
        return {mark: own.count(mark) for mark in TurnMark if mark is not TurnMark.NONE}

    def chances(self, turn: int) -> tuple[float, ...] | None:
        """The chances of all players after a turn (0: the start); None if it is not judged."""
        if not turn:
            first = self.verdicts.get(1)
            return None if first is None else first.before
        verdict = self.verdicts.get(turn)
        return None if verdict is None else verdict.after

    def before_gap(self) -> Judgement:
        """The judged turns before the first one that is missing: what a file can hold."""
        last = sum(1 for _ in _beginning(self))
        kept = {turn: verdict for turn, verdict in self.verdicts.items() if turn <= last}
        return Judgement(self.bot, self.effort, kept)

    def with_verdicts(self, found: Mapping[int, TurnVerdict]) -> Judgement:
        return Judgement(self.bot, self.effort, {**self.verdicts, **found})


def _joined(verdicts: Mapping[int, TurnVerdict]) -> dict[int, TurnVerdict]:
    joined: dict[int, TurnVerdict] = {}
    for turn in sorted(verdicts, reverse=True):
        found, following = verdicts[turn], joined.get(turn + 1)
        joined[turn] = found if following is None else found.measured_to(following.before)
    return dict(reversed(joined.items()))


def keep_judgement(transcript: Transcript, judgement: Judgement | None) -> Transcript:
    """The transcript with a judgement in its annotations; None removes it.

    Better turns that the judgement adds become variations with their lines of best replies.
    """
    transcript = _with_better_turns(transcript, judgement)
    extra = dict(transcript.annotations.extra)
    extra.pop(KEY, None)
    if judgement is not None:
        extra[KEY] = _written(transcript, judgement)
    return transcript.with_annotations(transcript.annotations._replace(extra=FrozenMap(extra)))


def _with_better_turns(transcript: Transcript, judgement: Judgement | None) -> Transcript:
    known = find_judgement(transcript)
    if judgement is None:
        return transcript
    for turn in judgement.mistakes:
        verdict = judgement.verdicts[turn]
        if verdict.best is None or (known and turn in known.verdicts):
            continue
        others = (v for v in transcript.annotations.variations if v.turn == turn)
        if not any(set(other.turns[0]) == set(verdict.best) for other in others if other.turns):
            transcript, _ = add_variation(transcript, MAIN, turn, (verdict.best, *verdict.line))
    return transcript


def find_judgement(transcript: Transcript) -> Judgement | None:
    """The judgement in the annotations; None if it is missing, malformed or for other turns."""
    data = transcript.annotations.extra.get(KEY)
    if not isinstance(data, FrozenMap):
        return None
    bot, effort, turns = data.get("bot"), data.get("effort"), data.get("turns")
    if not isinstance(bot, str) or type(effort) is not int or not isinstance(turns, tuple):
        return None
    if len(turns) > len(transcript.turns) or data.get("game") != _digest(transcript, len(turns)):
        return None
    players = len(transcript.players)
    found = {}
    for number, entry in enumerate(turns, 1):
        verdict = _read(entry, (number - 1) % players, players)
        if verdict is None:
            return None
        found[number] = verdict
    return Judgement(bot, effort, found)


def _written(transcript: Transcript, judgement: Judgement) -> JsonObject:
    """Stores only the judged turns before the first gap: the digest covers the first turns."""
    judged = list(_beginning(judgement))
    return freeze_object(
        {
            "bot": judgement.bot,
            "effort": judgement.effort,
            "game": _digest(transcript, len(judged)),
            "turns": [_write(verdict) for verdict in judged],
        }
    )


def _beginning(judgement: Judgement) -> Iterator[TurnVerdict]:
    turn = 1
    while turn in judgement.verdicts:
        yield judgement.verdicts[turn]
        turn += 1


def _write(verdict: TurnVerdict) -> dict[str, object]:
    written: dict[str, object] = {
        "before": [round(chance, STORED_DIGITS) for chance in verdict.before],
        "after": [round(chance, STORED_DIGITS) for chance in verdict.after],
        "loss": round(verdict.loss, STORED_DIGITS),
    }
    if verdict.mark is not TurnMark.NONE:
        written["mark"] = verdict.mark.value
    if verdict.is_forced:
        written["forced"] = True
    if verdict.best is not None:
        written["best"] = name_pairs(verdict.best)
        written["line"] = [name_pairs(turn) for turn in verdict.line]
        written["why"] = list(verdict.reasons)
    return written


def _read(entry: JsonValue, player: int, players: int) -> TurnVerdict | None:
    if not isinstance(entry, FrozenMap):
        return None
    before, after, loss = entry.get("before"), entry.get("after"), entry.get("loss")
    if not _are_chances(before, players) or not _are_chances(after, players):
        return None
    if not _is_chance(loss) or entry.get("mark", "") not in {mark.value for mark in TurnMark}:
        return None
    best = _read_turn(entry["best"]) if "best" in entry else None
    why = entry.get("why", ())
    reasons = tuple(map(str, why)) if isinstance(why, tuple) else ()
    mark = TurnMark(entry.get("mark", ""))
    is_forced = entry.get("forced") is True
    line = _read_line(entry.get("line", ()))
    return TurnVerdict(player, before, after, loss, best, reasons, mark, is_forced, line)


def _is_chance(value: JsonValue) -> TypeGuard[float]:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and 0 <= value <= 1  # type: ignore[operator]  # checked above


def _are_chances(value: JsonValue, players: int) -> TypeGuard[tuple[float, ...]]:
    return isinstance(value, tuple) and len(value) == players and all(map(_is_chance, value))


def _read_turn(value: JsonValue) -> Turn | None:
    try:
        pairs = [tuple(pair) for pair in value]  # type: ignore[union-attr,arg-type]  # caught
        return tuple(Move(parse_field(str(a)), parse_field(str(b))) for a, b in pairs)
    except (AtlantisError, TypeError, ValueError):
        return None


def _read_line(value: JsonValue) -> tuple[Turn, ...]:
    """The replies of a line up to the first that cannot be read."""
    found: list[Turn] = []
    for entry in value if isinstance(value, tuple) else ():
        turn = _read_turn(entry)
        if turn is None:
            break
        found.append(turn)
    return tuple(found)


def _digest(transcript: Transcript, turns: int) -> str:
    """Identifies the start and the first turns of a game."""
    parts = [
        repr(sorted(map(str, transcript.fields()))),
        *(repr(sorted((str(f), n) for f, n in p.stacks.items())) for p in transcript.players),
        *(format_moves(turn) for turn in transcript.turns[:turns]),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
