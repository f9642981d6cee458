"""The commands `show`, `replay`, `moves`, `hint`, `fmt` and `convert` for files of other games.

Uses only the protocol of games. Text from files is sanitised here before it is printed.
"""

from __future__ import annotations

import os
from argparse import Namespace

from atlantis_core.diagram.art import Style
from atlantis_core.files.compression import pack, plain_name
from atlantis_core.files.saving import ANY_FILE, NO_FILE, save_bytes
from atlantis_core.games.pictures import Picture
from atlantis_core.games.protocol import Position, Record
from atlantis_core.games.rendering import render_ansi
from atlantis_core.opening import GameFile
from atlantis_core.support.diagnostics import Diagnostic, Lines, Severity, format_diagnostic
from atlantis_core.support.errors import NoSuchTurnError
from atlantis_core.support.safe_text import showable, showable_lines
from .addresses import parse_address
from .errors import CommandError, ReportedError, UsageError
from .game_files import RecordAt, open_input, read_transcript, report, report_warnings
from .inputs import STANDARD_STREAM, name_of
from .output import (
    complain,
    emit,
    emit_bytes,
    emit_json,
    emit_lines,
    emit_wrapped,
    is_terminal,
    report_about,
    terminal_height,
    terminal_width,
)
from .terminal import When, choose_depth

_LEGEND_LINES = 6
_JSON = ".json"
_MOST_COMMENTS = 20


def show_record(at: RecordAt, options: Namespace) -> int:
    """Draw the position after a step, with title, state and comment below."""
    if options.axes or options.labels is not None or options.unicode:
        raise UsageError("'--axes', '--labels' and '--unicode' work only with Atlantis boards")
    record, status = open_record(at)
    step = choose_step(record, at.step)
    position = record.position(step)
    if options.svg:
        emit(position.svg(record.colors).rstrip("\n"))
        return status
    picture = position.picture(_choose_size(position, options.style))
    depth = choose_depth(When(options.color), os.environ, is_terminal=is_terminal())
    emit_lines(render_ansi(picture, record.colors, depth), is_styled=True)
    if not options.no_legend:
        _emit_legend(record, step, picture)
    return status


def replay_record(at: RecordAt, first: int, *, as_json: bool) -> int:
    """Print the steps from `first` to the one given."""
    record, status = open_record(at)
    first = choose_step(record, first)
    last = choose_step(record, at.step)
    for step in range(first, last + 1):
        if as_json:
            _emit_json(record, step)
        else:
            _emit_step(record, step)
    if not as_json and last == record.last_step and record.players:
        emit_wrapped(_state(record, last))
    return status


def list_record_moves(at: RecordAt, *, as_json: bool) -> int:
    """List the legal moves after a step, as a player types them."""
    record, status = open_record(at)
    position = record.position(choose_step(record, at.step))
    moves = [move.text for move in position.legal_moves()]
    if as_json:
        emit_json(moves)
        return status
    emit_lines(map(showable, moves))
    if not moves:
        complain("the game is over" if position.result else "there are no legal moves")
    return status


def hint_record(at: RecordAt, effort: int | None, *, as_json: bool) -> int:
    """Print the move that the game's own bot suggests after a step."""
    record, status = open_record(at)
    step = choose_step(record, at.step)
    position = record.position(step)
    side = position.to_move
    if side is None or position.result is not None:
        raise CommandError(position.result or "this notation has no moves")
    thought = at.file.game.think(record.cut(step), effort)
    if as_json:
        described = {
            "step": step,
            "to_move": record.players[side],
            "move": thought.move.text,
            "worth": thought.worth,
            "words": thought.words,
            "judged": thought.judged,
        }
        emit_json(described)
        return status
    emit(f"after step {step}, {showable(record.players[side])} to move: {thought.move.text}")
    emit_wrapped(showable(thought.words), "  ", "  ")
    return status


def format_record(at: RecordAt, *, only_check: bool) -> int:
    """Rewrite a file in the standard layout of its notation."""
    record = _open_whole(at)
    if at.file.reading.is_import:
        raise CommandError(
            f"'{showable(name_of(at.path))}' is in a read-only notation: "
            "'atlantis convert' writes the standard one"
        )
    content = record.canonical()
    is_same = content == at.file.text
    if only_check:
        if not is_same:
            emit(showable(name_of(at.path)))
        return 0 if is_same else 1
    if at.path == STANDARD_STREAM:
        emit_bytes(content.encode())
    elif not is_same:
        packed = pack(content.encode(), at.path)
        save_bytes(packed, at.path, expected=at.file.fingerprint, report=report_about(at.path))
        emit(showable(at.path))
    if at.file.entry.suffixes[0] == _JSON and not is_same:
        _report_lost_comments(name_of(at.path), at.file.text)
    return 0


def _report_lost_comments(name: str, text: str) -> None:
    """Print the JSON comments that formatting removed."""
    from atlantis_core.json_text.comments import find_comments

    lines = Lines(text)
    found = find_comments(text)
    for start, end in found[:_MOST_COMMENTS]:
        line, column = lines.locate(start)
        lost = showable(" ".join(text[start:end].split()), 120)
        length = end - start
        message = f"comment removed: {lost}"
        complain(
            format_diagnostic(Diagnostic(Severity.WARNING, name, line, column, length, message))
        )
    if len(found) > _MOST_COMMENTS:
        rest = len(found) - _MOST_COMMENTS
        complain(f"{showable(name)}: {rest} more comments removed")


def convert_record(at: RecordAt, target: str, wanted: str | None) -> int:
    """Write the game to another file in the standard notation."""
    if wanted is not None:
        raise UsageError("'--to' works only with Atlantis games: other games keep their notation")
    record = _open_whole(at)
    suffixes = at.file.entry.suffixes
    if target == STANDARD_STREAM:
        emit_bytes(record.text().encode())
        return 0
    if not plain_name(target).lower().endswith(suffixes):
        expected = " or ".join(f"'{suffix}'" for suffix in suffixes)
        raise UsageError(
            f"cannot write '{showable(target)}': {at.file.entry.title} has its own file format "
            f"(expected a name that ends in {expected}, or '-')"
        )
    packed = pack(record.text().encode(), target)
    save_bytes(packed, target, expected=ANY_FILE, report=report_about(target))
    return 0


def write_new(text: str, path: str) -> None:
    """Write a new file, or to standard output; never overwrites."""
    if path == STANDARD_STREAM:
        emit_bytes(text.encode())
    else:
        save_bytes(pack(text.encode(), path), path, expected=NO_FILE)


def open_other_game(text: str, expected: str) -> RecordAt:
    """Open the file of another game that ``FILE#STEP`` names; raises CommandError for Atlantis."""
    address = parse_address(text)
    file = open_input(address.path)
    if isinstance(file, GameFile):
        return RecordAt(address.path, file, address.turn)
    read_transcript(address.path, file)
    raise CommandError(f"'{showable(address.path)}' is an Atlantis game (expected {expected})")


def wrong_game(at: RecordAt, expected: str) -> CommandError:
    """Return the error for a file of another game than the expected one."""
    is_kind = f"is {at.file.entry.files} (expected {expected})"
    return CommandError(f"'{showable(at.path)}' {is_kind}")


def open_record(at: RecordAt) -> tuple[Record, int]:
    """Report the diagnostics; return the record up to its first error, and the exit status."""
    file = at.file
    if file.has_errors:
        report(file.diagnostics, file.text)
    else:
        report_warnings(name_of(at.path), file.diagnostics)
    if file.record is None:
        raise ReportedError
    return file.record, ReportedError.status if file.has_errors else 0


def _open_whole(at: RecordAt) -> Record:
    record, status = open_record(at)
    if status:
        raise ReportedError
    return record


def choose_step(record: Record, step: int | None) -> int:
    """Return the step, the last one for None; raises UsageError if the record has no such step."""
    if step is not None and step > record.last_step:
        raise UsageError(str(NoSuchTurnError(step, record.last_step)).replace("turn", "step"))
    return record.last_step if step is None else step


def _choose_size(position: Position, style: str | None) -> int:
    """The size that `--style` names, or the largest that fits the terminal."""
    largest = position.sizes - 1
    if style is not None:
        chosen = Style(style)
        if chosen is Style.MINI:
            return 0
        return largest if chosen.has_corners else largest // 2
    pictures = ((size, position.picture(size)) for size in range(largest, 0, -1))
    room = terminal_width(), terminal_height() - _LEGEND_LINES if is_terminal() else None
    fitting = (size for size, picture in pictures if _fits(picture, *room))
    return next(fitting, 0)


def _fits(picture: Picture, width: int, height: int | None) -> bool:
    return picture.width <= width and (height is None or picture.height <= height)


def _emit_legend(record: Record, step: int, picture: Picture) -> None:
    emit()
    if picture.caption:
        emit_wrapped(f"({showable(picture.caption)})")
    emit_wrapped(showable(record.title))
    state = _state(record, step)
    if state or record.last_step:
        emit_wrapped(f"{_step_sentence(step, record.last_step)} {state}".rstrip())
    for line in record.position(step).notes():
        emit_wrapped(showable(line), hanging="    ")
    _emit_comment(record, step)


def _step_sentence(step: int, last: int) -> str:
    if not last:
        return "At the start."
    return f"After step {step} of {last}." if step else f"Before step 1 of {last}."


def _state(record: Record, step: int) -> str:
    """Sentence about the player to move or the result; empty for notations without moves."""
    position = record.position(step)
    if position.result is not None:
        return f"{showable(position.result[:1].upper() + position.result[1:])}."
    if position.to_move is None:
        return ""
    return f"{showable(record.players[position.to_move])} to move."


def _emit_step(record: Record, step: int) -> None:
    if step:
        mover = record.position(step - 1).to_move
        player = "" if mover is None else f"{showable(record.players[mover])}: "
        emit_wrapped(f"{step}. {player}{showable(record.label(step))}", hanging="    ")
    else:
        emit_wrapped(f"Start: {showable(record.title)}.")
    _emit_comment(record, step)


def _emit_comment(record: Record, step: int) -> None:
    for line in showable_lines(record.comment(step)):
        emit_wrapped(line, "  | ", "  | ")


def _emit_json(record: Record, step: int) -> None:
    position = record.position(step)
    is_move = step > 0 and record.move(step) is not None
    mover = None if position.result is not None else position.to_move
    described = {
        "step": step,
        "move": record.label(step) if is_move else None,
        "position": position.text,
        "to_move": None if mover is None else record.players[mover],
        "moves": len(position.legal_moves()),
        "result": position.result,
    }
    emit_json(described, is_compact=True)
