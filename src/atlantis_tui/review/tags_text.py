"""Tags as editable text, one per line: ``event: Spring Cup``.

Values that are not strings in the file (numbers, true, null) keep their type unless edited.
"""

from __future__ import annotations

from collections.abc import Mapping

from atlantis_core.json_text.frozen import FrozenMap, JsonScalar
from atlantis_core.support.errors import NotationError
from atlantis_core.transcript.model import Transcript

USUAL = ("event", "place", "date", "round", "result")
"""Offered if the game does not have them yet."""


def format_tags(tags: Mapping[str, JsonScalar]) -> str:
    """The tags as lines, followed by empty usual ones."""
    lines = [f"{name}: {_written(value)}" for name, value in tags.items()]
    lines += [f"{name}: " for name in USUAL if name not in tags]
    return "\n".join(lines)


def parse_tags(text: str, transcript: Transcript) -> Transcript:
    """The transcript with the tags of a text; a line without a value removes its tag."""
    old = transcript.annotations.tags
    found: dict[str, JsonScalar] = {}
    for line in filter(str.strip, text.splitlines()):
        name, colon, value = line.partition(":")
        name, value = name.strip(), value.strip()
        if not colon or not name:
            raise NotationError(line, "tag", "for example 'event: Spring Cup'")
        if value:
            is_same = name in old and _written(old[name]) == value
            found[name] = old[name] if is_same else value
    annotations = transcript.annotations._replace(tags=FrozenMap(found))
    return transcript.with_annotations(annotations)


def _written(value: JsonScalar) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return " ".join(str(value).split())
