"""Endings declared in tags: a game can end before it is over by the rules.

A referee ends a match game (R2.4), a player resigns or runs out of time, or the players agree on
a draw. The tag `ending` names the kind and `winner` the winner. `resigned` and `timed out` list
seats, from 1: these players pass from then on, and the game ends when one other player is left.
`draw offer` lists the seats that want a draw, and the turn after which they offered it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import adjudicate
from atlantis_core.support.phrases import listed
from atlantis_core.support.safe_text import showable
from .model import Transcript


class EndingKind(Enum):
    """Why a game ended before it was over by the rules; the values are those of the tag."""

    REPETITION = "repetition"
    TURN_LIMIT = "turn limit"
    FORFEIT = "forfeit"
    RESIGNATION = "resignation"
    TIME = "time"
    DRAW = "draw"


class DeclaredEnding(NamedTuple):
    """The ending of a game, and the seat of the winner, from 0; None without a winner."""

    kind: EndingKind
    winner: int | None


WORDS = {
    EndingKind.REPETITION.value: "adjudicated after repetition",
    EndingKind.TURN_LIMIT.value: "adjudicated at the turn limit",
    EndingKind.FORFEIT.value: "forfeited",
    EndingKind.RESIGNATION.value: "resigned",
    EndingKind.TIME.value: "lost on time",
    EndingKind.DRAW.value: "drawn by agreement",
}
"""Phrase for each declared ending."""

_LOSERS = {EndingKind.RESIGNATION: "resigned", EndingKind.TIME: "timed out"}
"""The tag that lists the seats which lost in this way."""
_ENDING, _WINNER, _OFFER = "ending", "winner", "draw offer"
_LOST = {EndingKind.RESIGNATION: "resigned", EndingKind.TIME: "ran out of time"}


def find_ending(transcript: Transcript) -> DeclaredEnding | None:
    """The declared ending, or None."""
    written = str(transcript.annotations.tags.get(_ENDING))
    if written not in WORDS:
        return None
    return DeclaredEnding(EndingKind(written), _find_winner(transcript))


def declared_sentence(transcript: Transcript, names: Sequence[str] = ()) -> str | None:
    """Like `declared_ending`, as a sentence."""
    ending = declared_ending(transcript, names)
    return None if ending is None else f"{ending[0].upper()}{ending[1:]}."


def declared_ending(transcript: Transcript, names: Sequence[str] = ()) -> str | None:
    """The declared ending with winner and score, safe to show, or None.

    `names` are those that the screen shows; without them, those of the file.
    """
    names = names or transcript.names
    tags = transcript.annotations.tags
    words = WORDS.get(str(tags.get(_ENDING)))
    if words is None:
        return None
    words = "; ".join(_describe_losers(transcript, names)) or words
    seat, result = _find_winner(transcript), tags.get("result")
    winner = tags.get(_WINNER) if seat is None else names[seat]
    if winner is None:
        return words
    score = "" if result is None else f" ({showable(str(result), 40)})"
    return f"{words}: {showable(str(winner), 60)} won{score}"


def places_of(transcript: Transcript, game: Game) -> tuple[int, ...] | None:
    """The place of each player, from 1; equal in a draw. None while the game runs."""
    players = range(game.start.players)
    finished, declared = game.outcome, find_ending(transcript)
    if finished is not None:
        return tuple(finished.ranking.index(player) + 1 for player in players)
    if declared is None:
        return None
    if declared.kind is EndingKind.DRAW:
        return (1,) * len(players)
    ranking, out = adjudicate(game.position).ranking, seats_out(transcript)
    ranking = tuple(sorted(ranking, key=lambda seat: (seat != declared.winner, seat in out)))
    return tuple(ranking.index(player) + 1 for player in players)


# Resigning, and losing on time.


def seats_out(transcript: Transcript) -> frozenset[int]:
    """The seats, from 0, that have resigned or run out of time."""
    return frozenset(seat for kind in _LOSERS for seat in _losers(transcript, kind))


def give_up(
    transcript: Transcript,
    seat: int,
    contestants: Collection[int],
    kind: EndingKind = EndingKind.RESIGNATION,
) -> Transcript:
    """Take a player out of the game; this ends it if one of the contestants is left."""
    losers = [*_losers(transcript, kind), seat]
    changed = transcript.with_tag(_LOSERS[kind], _format_seats(losers)).with_tag(_OFFER, None)
    out = seats_out(changed)
    left = [other for other in contestants if other not in out]
    if len(left) > 1:
        return changed
    winner = transcript.names[left[0]] if left else None
    return changed.with_tag(_ENDING, kind.value).with_tag(_WINNER, winner)


def without_ending(transcript: Transcript) -> Transcript:
    """Let a game go on that players have ended: remove the tags of its ending."""
    for name in (_ENDING, _WINNER, _OFFER, *_LOSERS.values()):
        transcript = transcript.with_tag(name, None)
    return transcript


# Agreeing on a draw.


def draw_offers(transcript: Transcript, turns: int) -> frozenset[int]:
    """The seats, from 0, whose offer of a draw still holds after this many turns.

    An offer holds until all players have had a turn.
    """
    written = re.fullmatch(
        r"after turn (\d{1,6}): ([\d, ]{1,99})", str(transcript.annotations.tags.get(_OFFER))
    )
    players = len(transcript.players)
    if written is None or not 0 <= turns - int(written[1]) < players:
        return frozenset()
    return frozenset(_parse_seats(written[2], players))


def offer_draw(
    transcript: Transcript, seat: int, turns: int, contestants: Collection[int]
) -> Transcript:
    """Offer a draw, or agree to one: the game ends when all contestants left have agreed."""
    agreed = {*draw_offers(transcript, turns), seat}
    if agreed >= set(contestants) - seats_out(transcript):
        ended = transcript.with_tag(_OFFER, None).with_tag(_WINNER, None)
        return ended.with_tag(_ENDING, EndingKind.DRAW.value)
    return transcript.with_tag(_OFFER, f"after turn {turns}: {_format_seats(sorted(agreed))}")


def _describe_losers(transcript: Transcript, names: Sequence[str]) -> Iterator[str]:
    for kind, verb in _LOST.items():
        losers = [showable(names[seat], 60) for seat in _losers(transcript, kind)]
        if losers:
            yield f"{listed(losers)} {verb}"


def _losers(transcript: Transcript, kind: EndingKind) -> tuple[int, ...]:
    written = transcript.annotations.tags.get(_LOSERS[kind])
    return _parse_seats(str(written or ""), len(transcript.players))


def _find_winner(transcript: Transcript) -> int | None:
    """The seat with the winner's name; among equal names, one that has not lost."""
    winner, out = str(transcript.annotations.tags.get(_WINNER)), seats_out(transcript)
    named = [seat for seat, name in enumerate(transcript.names) if name == winner]
    return next((seat for seat in named if seat not in out), None)


def _format_seats(seats: Collection[int]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def _parse_seats(text: str, players: int) -> tuple[int, ...]:
    """Seats from 0; ignores what is not the number of a seat."""
    numbers = {str(seat + 1): seat for seat in range(players)}
    found = (numbers.get(word.strip()) for word in text.split(","))
    return tuple(dict.fromkeys(seat for seat in found if seat is not None))
