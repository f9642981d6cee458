"""Stories to export: a short game with a chain, a variation, comments and a hostile name."""

from __future__ import annotations

from pathlib import Path

from atlantis_core.commands.game_files import cast_of
from atlantis_core.exports.scenes import Story
from atlantis_core.review.lines import GameTree
from atlantis_core.transcript import Transcript, load, loads, replay

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
ANNOTATED = TRANSCRIPTS / "annotated" / "triangle-4-3-players.json"
HOSTILE = """{
  "format": "Atlantis transcript",
  "version": "1.0",
  "segments": [["B2"]],
  "players": [
    {"name": "<script>alert(1)</script>\\u001b[31m", "color": "red", "stacks": {"a1": 1, "b2": 2}},
    {"name": "]]>&amp;\\"'", "color": "blue", "stacks": {"c3": 1}}
  ],
  "turns": [[["b2", "b1"]], []],
  "annotations": {
    "tags": {"event": "</title><script>alert(2)</script>"},
    "comments": {"0": "</script><img src=x onerror=alert(3)>", "1": "two\\nlines"},
    "variations": [{"turn": 1, "turns": [[["a1", "a2"]]], "comments": {"1": "<b>why</b>"}}]
  }
}
"""


def story_of(transcript: Transcript, first: int = 0, last: int | None = None) -> Story:
    tree = GameTree(transcript, replay(transcript).positions)
    end = tree.main.turn_number if last is None else last
    return Story(tree, cast_of(transcript), first, end)


def annotated(first: int = 0, last: int | None = None) -> Story:
    return story_of(load(ANNOTATED), first, last)


def hostile() -> Story:
    text = HOSTILE.replace('"b1"]]', '"b4"]]').replace('["b2", "b4"]', '["a1", "b1"]')
    return story_of(loads(text))
