"""Small files for the tests of commands."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import cast

from tests.recorded_games import FOLDER

BOARD = '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5", "E4"]}\n'

GAME = """\
{
  "format": "Atlantis transcript",
  "version": "1.0",
  "segments": [
    ["B2"],
    ["C5"],
    ["E4"]
  ],
  "players": [
    {
      "name": "Ann",
      "color": "red",
      "stacks": {"B2": 1}
    },
    {
      "name": "Bob",
      "color": "navy",
      "stacks": {"E4": 1}
    }
  ],
  "turns": [
    [["b2", "c3"]],
    [["e4", "d4"]],
    [["a1", "a2"]]
  ]
}
"""
"""A formatted game of three turns."""

ILLEGAL = GAME.replace('["e4", "d4"]', '["e4", "e9"]')
BROKEN = GAME.replace('"C5"', '"C5x"').replace('"E4": 1', '"E4": 1, "q9": 2')
HOSTILE_NAME = "\x1b]0;owned\x07\x1b[2J\u202eAnn\x9b31m\nBob"
HOSTILE = GAME.replace('"Ann"', json.dumps(HOSTILE_NAME))

SHORT_GAME = """\
{
  "format": "Atlantis transcript",
  "version": "1.0",
  "segments": [["a1", "a2", "a3"]],
  "players": [
    {"color": "red", "stacks": {"a1": 1}},
    {"color": "blue", "stacks": {"a2": 1}}
  ],
  "turns": [[["a1", "a2"]]]
}
"""
"""A game that is over after its only turn, which removes all stones."""


def write(folder: Path, text: str, name: str = "game.json") -> Path:
    """Put a sample into a file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def recorded_trace(name: str) -> tuple[dict[str, object], list[dict[str, object]]]:
    """A recorded game as a transcript, and what the author's engine said after each turn."""
    trace = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    turns = cast("list[dict[str, object]]", trace["turns"])
    return {**trace["initial"], "turns": [turn["moves"] for turn in turns]}, turns
