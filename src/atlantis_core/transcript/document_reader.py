"""Validates a whole document (R7.1 to R7.3).

Takes plain data from strict JSON, relaxed JSON or the old text format. Reports problems by JSON
path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from atlantis_core.json_text.frozen import BROKEN, FrozenMap, JsonObject, freeze_object
from atlantis_core.json_text.places import KeyAt, Path, Problems
from atlantis_core.support.safe_text import showable
from .annotations_reader import ANNOTATION_KEYS, read_annotations
from .model import NO_ANNOTATIONS, Annotations, Transcript, Turns
from .start_reader import describe, expect_object, read_players, read_segments
from .suggestions import nearest_word, suggest_word
from .turns_reader import Events, TurnsReader, read_events

FORMAT_NAME = "Atlantis transcript"
OLD_FORMAT_NAME = "Atlantis trancript"
"""Typo of an older program: read with a warning, never written."""
VERSION = "1.0"
EVENTS_KEY = "events"
"""Key of the annotations for the parts of events other than moves and chat."""
_NEEDED = ("format", "version", "segments")
_KEYS = (*_NEEDED, "players", "turns", "annotations")
_OTHER_WORDS = ("moves", "rounds", "plies", "history")
"""Keys that people write for `turns`."""


class Document(NamedTuple):
    """The readable part of a document."""

    transcript: Transcript
    turns_at: tuple[Path, ...] | None
    """Paths of the turns, if not under ``turns``."""
    playable: int | None
    """Number of turns that can be replayed; None if board or players have problems."""


def read_document(data: object, problems: Problems, *, is_whole: bool) -> Document:
    """Validate a document and add what is wrong to the problems.

    Missing keys are reported only if the data is the whole document.
    """
    if not expect_object(data, (), "a transcript", problems):
        return Document(Transcript(()), None, None)
    if is_whole:
        _check_needed(data, problems)
    _check_keys(data, problems)
    had_errors = problems.error_count
    segments, homes = read_segments(data.get("segments", BROKEN), problems)
    players = read_players(data.get("players", []), homes, problems)
    is_start_sound = problems.error_count == had_errors and bool(segments)
    reader = TurnsReader(homes.keys(), problems)
    turns, events = _read_turns(data, reader, problems)
    if turns and not players:
        is_start_sound = False
        if not data.get("players"):
            _report_no_players(data, problems)
    annotations = _read_annotations(data, turns, events, reader, problems)
    transcript = Transcript(segments, players, turns, annotations, _extra(data))
    playable = (reader.first_unreadable or len(turns) + 1) - 1 if is_start_sound else None
    return Document(transcript, events and events.turns_at, playable)


def _report_no_players(data: Mapping[str, object], problems: Problems) -> None:
    misspelt = _misspelt_players(data)
    key = misspelt or ("events" if "events" in data else "turns")
    hint = f"rename '{showable(misspelt, 40)}' to 'players'" if misspelt else "add 'players'"
    problems.error(KeyAt((key,)), "turns need players", hint)


def _misspelt_players(data: Mapping[str, object]) -> str | None:
    """The key that is a typo of `players`, in a document that needs them."""
    if "players" in data or not (data.get("turns") or data.get("events")):
        return None
    return nearest_word("players", [key for key in data if key not in (*_KEYS, "events")])


def _extra(data: Mapping[str, object]) -> JsonObject:
    known = {*_KEYS, "events"}
    return freeze_object({key: value for key, value in data.items() if key not in known})


def _read_turns(
    data: Mapping[str, object], reader: TurnsReader, problems: Problems
) -> tuple[Turns, Events | None]:
    if "events" not in data:
        return reader.read_turns(data.get("turns", []), ("turns",)), None
    if "turns" in data:
        related = (KeyAt(("turns",)), "'turns' are here")
        message = "a transcript has either 'turns' or 'events', not both"
        problems.error(KeyAt(("events",)), message, "remove one of them", related)
    events = read_events(data["events"], reader, problems)
    return events.turns, events


def _read_annotations(
    data: Mapping[str, object],
    turns: Turns,
    events: Events | None,
    reader: TurnsReader,
    problems: Problems,
) -> Annotations:
    annotations = NO_ANNOTATIONS
    if "annotations" in data:
        misspelt, unread = _misspelt_turns(data)
        last = max(len(turns), len(unread))
        annotations = read_annotations(data["annotations"], last, reader, problems)
        if unread and (annotations.variations or any(annotations.comments)):
            hint = f"rename '{showable(misspelt, 40)}' to 'turns'"
            problems.error(KeyAt((misspelt,)), "annotations need the turns of the game", hint)
    if events is None:
        return annotations
    comments = {**events.comments, **annotations.comments}
    extra = dict(annotations.extra)
    if events.details:
        extra.setdefault(EVENTS_KEY, events.details)
    return annotations._replace(
        comments=FrozenMap(sorted(comments.items())), extra=FrozenMap(extra)
    )


def _misspelt_turns(data: Mapping[str, object]) -> tuple[str, list[object]]:
    """A key that is a typo of `turns`, and its list; both empty if there is none."""
    if "turns" in data or "events" in data:
        return "", []
    found = nearest_word("turns", [key for key in data if key not in _KEYS]) or ""
    turns = data.get(found)
    return (found, turns) if isinstance(turns, list) else ("", [])


def _check_needed(data: Mapping[str, object], problems: Problems) -> None:
    for key in _NEEDED:
        if key not in data:
            hint = f'add "{key}"' if nearest_word(key, data) is None else ""
            problems.error((), f"the key '{key}' is missing", hint)


def _check_keys(data: Mapping[str, object], problems: Problems) -> None:
    missing = [key for key in _KEYS if key not in data]
    misspelt = _misspelt_players(data)
    for key in data:
        if key in ANNOTATION_KEYS:
            message = f"'{key}' has no effect at the top level; it is kept"
            problems.warn(KeyAt((key,)), message, "move it into 'annotations'")
        elif key not in _KEYS and missing and key != misspelt:
            hint = suggest_word(key, missing) if key != "events" else ""
            if key in _OTHER_WORDS and not data.keys() & {"turns", "events"}:
                hint = "did you mean 'turns'?"
            if hint:
                message = f"unknown key '{showable(key, 40)}' (kept, but ignored)"
                problems.warn(KeyAt((key,)), message, hint)
    _check_format(data.get("format", FORMAT_NAME), problems)
    _check_version(data.get("version", VERSION), problems, is_later="events" in data)


def _check_format(value: object, problems: Problems) -> None:
    if value == OLD_FORMAT_NAME:
        message = f"'{OLD_FORMAT_NAME}' is a typo from an older program"
        problems.warn(("format",), message, f"it will be written as '{FORMAT_NAME}'")
    elif value != FORMAT_NAME and value is not BROKEN:
        message = f"the format must be '{FORMAT_NAME}', not {describe(value)}"
        is_near = isinstance(value, str) and nearest_word(value, (FORMAT_NAME,))
        problems.error(("format",), message, f'write "{FORMAT_NAME}"' if is_near else "")


def _check_version(value: object, problems: Problems, *, is_later: bool) -> None:
    if value == VERSION or value is BROKEN:
        return
    if not isinstance(value, str):
        message = f"the version must be a string, not {describe(value)}"
        problems.error(("version",), message, f'write "{VERSION}"')
    elif is_later or value.startswith("1."):
        message = f"version '{showable(value, 40)}' is read as version {VERSION}"
        problems.warn(("version",), message, f"it will be written as version {VERSION}")
    else:
        message = f"unknown version '{showable(value, 40)}' (expected '{VERSION}')"
        problems.error(("version",), message, newer_version_hint(value))


def newer_version_hint(version: str) -> str:
    """What to do about a version of the format that only a later program can have written."""
    first = version.partition(".")[0]
    is_newer = first.isascii() and first.isdigit() and len(first) < 5 and int(first) > 1
    return "a newer version of Atlantis may have written it: update this one" if is_newer else ""
