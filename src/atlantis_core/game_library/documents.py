"""Computes from the text of a game what the index stores about it."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from atlantis_core.positions.board import Board
from atlantis_core.positions.identity import position_hash
from atlantis_core.positions.position import Position
from atlantis_core.review.game_statistics import biggest_chain
from atlantis_core.review.judged_games import find_judgement
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import find_shape
from atlantis_core.support.safe_text import encodable
from atlantis_core.transcript.declared_ending import places_of
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.reader import loads
from atlantis_core.transcript.replaying import replay
from .rows import TURN_BITS, GameRow


class Document(NamedTuple):
    """The text of one game, as a file contains it."""

    line: int
    """The line of a collection on which it begins; 0 for a whole file."""
    place: str
    content: bytes

    @property
    def digest(self) -> int:
        """A hash of the text, as a signed 64-bit number."""
        found = blake2b(self.content, digest_size=8).digest()
        return int.from_bytes(found, "little", signed=True)


def read_row(document: Document) -> GameRow | None:
    """Read a game; None for a board without players. Raises AtlantisError if it is broken."""
    read = read_game(document.content, document.place)
    if read is None:
        return None
    positions = list(read[2].positions)[: 1 << TURN_BITS]
    hashes = tuple(map(position_hash, positions))
    return GameRow(document.line, document.digest, _values(*read[1:]), hashes)


def read_game(content: bytes, place: str) -> tuple[str, Transcript, Game] | None:
    """A game to index; None for a board without players. Raises AtlantisError if it is broken."""
    transcript = loads(content, place)
    return (place, transcript, replay(transcript)) if transcript.players else None


def _values(transcript: Transcript, game: Game) -> tuple[object, ...]:
    names = [player.name or "" for player in transcript.players]
    tags = transcript.annotations.tags
    places = places_of(transcript, game) or ()
    chain = biggest_chain(game.positions)
    judgement = find_judgement(transcript)
    accuracy = () if judgement is None else [judgement.accuracy(p) for p in range(len(names))]
    winner = names[places.index(1)] if places.count(1) == 1 else ""
    comments = "\n".join(transcript.annotations.comments.values())
    to_move = "" if places or game.is_over else names[game.position.to_move]
    found = () if judgement is None else judgement.verdicts.values()
    marks = " ".join(sorted({verdict.mark.value for verdict in found} - {""}))
    known = (str(tags.get("event") or ""), _board(tags.get("board"), game.start), tags.get("date"))
    texts = (json.dumps(names), *known[:2], str(known[2] or ""), winner, json.dumps(places))
    numbers = (game.turn_number, chain, json.dumps(accuracy))
    return (*map(encodable, texts), *numbers, *map(encodable, (comments, to_move, marks)))


def _board(tag: object, start: Position) -> str:
    return str(tag) if tag else _shape(start.board)


@lru_cache(maxsize=256)
def _shape(board: Board) -> str:
    found = find_shape(board)
    return f"{found[0].value}:{found[1]}" if found else f"{len(board)} fields"
