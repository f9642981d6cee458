"""Small documents for tests: whole transcripts made of the relevant parts."""

from __future__ import annotations

import json

from atlantis_core.support.diagnostics import Diagnostic, Related, Severity
from atlantis_core.transcript import TranscriptError, check, loads

HEAD = '"format": "Atlantis transcript", "version": "1.0"'
B2 = '"segments": ["B2"]'
TWO = '"players": [{"color": "red", "stacks": {"a1": 1}}, {"color": "blue", "stacks": {"c3": 1}}]'

SEED_SEGMENTS = """
    "segments": [ ["a1","a2","b1","b2","b3","c2"],
                  ["c3","d4","d5","c4","c5"] ]
"""
SEED_PLAYERS = """
    "players": [
        {   "name":     "John"
            "color":    "red"
            "stacks":
                {   "a1":  1,
                    "a2":  0,
                    "b1": -2
                },
        },
        {   "name":     "Mary",
            "color":    "Blue",
            "stacks":
                {   "c3": 2
                    "d4": 2
                }
        }
    ]
"""
SEED_TURNS = """
    "turns": [
        [ ['a1','b2'],['b2','c3'],['c2','c4'] ],    /* player 1 */
        [ ],                                        /* player 2 */
        /* etc */
    ]
"""
SEED_HEAD = """
    "format":    "Atlantis transcript"
    "version":   "1.0"
"""


def document(*parts: str) -> str:
    """A JSON transcript: format and version in the first line, then one member per line."""
    return "{" + ",\n".join([HEAD, *parts]) + "}"


def text_document(*lines: str) -> str:
    """A transcript in the old format."""
    return "\n".join(["atlantis-transcript 1.0", *lines, ""])


def errors_of(text: str | bytes) -> list[str]:
    """Place and message of every error found by reading."""
    try:
        loads(text, "x")
    except TranscriptError as error:
        return [_short(found) for found in error.diagnostics if found.is_error]
    return []


def warnings_of(text: str | bytes) -> list[str]:
    """Place and message of every warning of a readable text."""
    return [_short(found) for found in loads(text, "x").warnings]


def checked(text: str | bytes) -> list[str]:
    """Place, severity and message of every diagnostic, illegal moves included."""
    return [
        f"{found.line}:{found.column}:{found.length} {found.severity.value}: {found.message}"
        for found in check(text, "x")
    ]


def hints_of(text: str | bytes, severity: Severity = Severity.ERROR) -> list[str]:
    return [found.hint for found in check(text, "x") if found.severity is severity]


def underlined(text: str, found: Diagnostic | Related) -> str:
    """The text that a diagnostic underlines."""
    line = text.split("\n")[found.line - 1]
    return line[found.column - 1 : found.column - 1 + found.length]


def as_data(text: str) -> object:
    return json.loads(text)


def _short(found: Diagnostic) -> str:
    return f"{found.line}:{found.column} {found.message}"
