"""Loading and saving for `Game.load` and `Game.save`.

A loaded game keeps its transcript, so that saving does not lose names, tags or comments.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.saving import NO_FILE, fingerprint_of
from atlantis_core.rules.game import Game
from .model import Transcript
from .reader import load
from .replaying import replay, transcribe
from .saving import save


class GameFile(NamedTuple):
    """The file that a game was loaded from or saved to last."""

    path: Path
    fingerprint: Fingerprint
    transcript: Transcript


def load_game(path: Path | str) -> Game:
    fingerprint = fingerprint_of(path)
    transcript = load(path)
    game = replay(transcript)
    game.file = GameFile(Path(path).absolute(), fingerprint, transcript)
    return game


def save_game(game: Game, path: Path | str) -> None:
    known = game.file if isinstance(game.file, GameFile) else None
    transcript = transcript_of(game)
    is_same = known is not None and known.path == Path(path).absolute()
    saved = save(transcript, path, expected=known.fingerprint if known and is_same else NO_FILE)
    game.file = GameFile(Path(path).absolute(), saved, transcript)


def transcript_of(game: Game) -> Transcript:
    """A game as a transcript, with what its file says beside the turns."""
    if isinstance(game.file, GameFile):
        return game.file.transcript.with_turns(game.turns)
    return transcribe(game)
