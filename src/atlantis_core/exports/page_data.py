"""The data of a page's script: for each line its turns and scenes, as changes from scene to scene.

A turn has a scene per step, then one that shows the whole turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from atlantis_core.diagram.svg import centre
from atlantis_core.positions.grid import name_pairs
from atlantis_core.review.variations import format_path
from atlantis_core.rules.overlays import overlay_signs
from atlantis_core.support.safe_text import showable
from .page_board import Looks
from .page_words import PageWords, TurnWords
from .scenes import Scene, Story, check_fields

_WHOLE_TURN_SECONDS = 1.2


def format_data(stories: list[Story], looks: Looks) -> str:
    """The data as JSON, escaped so that it cannot close its element."""
    board = stories[0].line.position_after(0).board
    lines, scenes = [], 0
    for story in stories:
        found = []
        for scene in _scenes(story, looks):
            found.append(scene)
            check_fields((scenes + len(found)) * len(board))
        scenes += len(found)
        lines.append(
            {
                "name": format_path(story.path),
                "problem": showable(story.line.problem),
                "turns": _turns(story),
                "scenes": found,
            }
        )
    document = {
        "fields": {str(field): [round(part, 1) for part in centre(field)] for field in board},
        "players": story_players(stories[0]),
        "lines": lines,
    }
    text = json.dumps(document, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def story_players(story: Story) -> list[str]:
    return [story.cast.full_name(player) for player in range(len(story.cast.names))]


def _turns(story: Story) -> dict[int, dict[str, object]]:
    words = PageWords(story)
    shown = range(max(0, story.first - 1), story.last + 1)
    return {turn: _described(words.turn(turn)) for turn in shown}


def _described(words: TurnWords) -> dict[str, object]:
    return {name: value for name, value in words._asdict().items() if value}


def _scenes(story: Story, looks: Looks) -> Iterator[dict[str, object]]:
    """The scenes, each with the fields and signs that changed since the previous one."""
    fields: dict[str, object] = {}
    signs: dict[str, object] = {}
    for scene in _steps(story):
        shown = looks.of(scene.position)
        fields, old_fields = {str(field): look for field, look in shown.items()}, fields
        signs, old_signs = _signs(story, scene), signs
        told: dict[str, object] = {
            "turn": scene.turn,
            "step": scene.step,
            "sentence": " ".join(scene.sentences) if scene.step else "",
            "fields": _changes(old_fields, fields),
            "signs": _changes(old_signs, signs),
            "arrows": name_pairs(scene.arrows),
            "exploded": [str(field) for field in scene.exploded],
            "ms": round(1000 * (scene.seconds if scene.step else _WHOLE_TURN_SECONDS)),
        }
        yield {name: value for name, value in told.items() if value or name == "turn"}


def _steps(story: Story) -> Iterator[Scene]:
    """The board before the first turn; then the steps of every turn, and the whole turn."""
    yield story.scene(max(0, story.first - 1))
    for turn in range(max(1, story.first), story.last + 1):
        steps = list(story.steps(turn))
        if len(steps) > 1:
            yield from steps
        yield story.scene(turn)


def _signs(story: Story, scene: Scene) -> dict[str, object]:
    """Text of the sign of each field, and whether stones are below it."""
    occupied = {field for field, _ in scene.position.occupied()}
    signs = overlay_signs(scene.position, story.overlay, story.cast.letters)
    return {str(field): [sign.text, field in occupied] for field, sign in signs.items()}


def _changes(before: Mapping[str, object], now: Mapping[str, object]) -> dict[str, object]:
    """New and changed entries; None for entries that are gone."""
    changed = {name: look for name, look in now.items() if before.get(name) != look}
    return {**changed, **{name: None for name in before if name not in now}}
