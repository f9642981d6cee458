"""`atlantis check`: print the diagnostics of files, for people and for editors."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.files.collections import split_name
from atlantis_core.opening import open_bytes
from atlantis_core.support.diagnostics import (
    Diagnostic,
    Lines,
    Severity,
    draw_diagnostic,
    format_diagnostic,
)
from atlantis_core.support.phrases import counted
from .errors import UnreadableError
from .folders import games_in
from .inputs import FoundGame, name_of
from .output import emit, emit_json, is_terminal

DESCRIPTION = """\
Check files for errors: syntax, invalid boards, illegal moves. Prints one line per
problem, FILE:LINE:COLUMN: error|warning: MESSAGE; on a terminal also the source
line with a caret. In a folder, checks all *.json files, old text transcripts and
files of other games, recursively. Exits with status 1 if there are errors;
warnings do not count."""
EXAMPLES = """\
  atlantis check game.json
  atlantis check transcripts/          all files in a folder
  atlantis check --json game.json      one JSON object per line, for editors
  atlantis new --board hexagon:2 | atlantis check -
"""
_BOM = b"\xef\xbb\xbf"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="file, collection or folder; '-' is standard input"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per diagnostic")


def run(options: Namespace) -> int:
    games, found = 0, dict.fromkeys(Severity, 0)
    for game in games_in("check", options.files, other_games=True):
        games += 1
        content, diagnostics = _check_game(game)
        if not diagnostics:
            continue
        text = content.removeprefix(_BOM).decode("utf-8", "surrogateescape")
        lines = Lines(text, split_name(game.path)[1])
        for diagnostic in diagnostics:
            found[diagnostic.severity] += 1
            _emit(diagnostic, lines, as_json=options.json)
        if any(diagnostic.is_error for diagnostic in diagnostics):
            game.report_broken()
    if is_terminal() and not options.json:
        emit(_summary(games, found))
    return 1 if found[Severity.ERROR] else 0


def _check_game(game: FoundGame) -> tuple[bytes, tuple[Diagnostic, ...]]:
    """Return the content of a file or game and its diagnostics; an unreadable one has one."""
    name = name_of(game.path)
    try:
        content = game.read().data
    except UnreadableError as failure:
        return b"", (Diagnostic(Severity.ERROR, name, 0, 0, 0, f"cannot read: {failure.reason}"),)
    return content, open_bytes(content, name).check()


def _emit(diagnostic: Diagnostic, lines: Lines, *, as_json: bool) -> None:
    if as_json:
        emit_json(_describe(diagnostic))
    elif is_terminal():
        emit(draw_diagnostic(diagnostic, lines))
    else:
        emit(format_diagnostic(diagnostic))


def _describe(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "file": diagnostic.file,
        "line": diagnostic.line,
        "column": diagnostic.column,
        "length": diagnostic.length,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "related": [
            {
                "line": related.line,
                "column": related.column,
                "length": related.length,
                "message": related.message,
            }
            for related in diagnostic.related
        ],
    }


def _summary(files: int, found: dict[Severity, int]) -> str:
    counts = [counted(files, "file")]
    counts += [counted(number, severity.value) for severity, number in found.items() if number]
    return ", ".join(counts) if len(counts) > 1 else f"{counts[0]}, no problems"
