"""Modal dialogs: a text to read, or a question with answers.

Plain text only. Every answer has a key and can be clicked; Escape returns ''.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen

from .board_frame import BoardFrame
from .key_bindings import parse_bindings
from .line_breaks import wrap
from .text_lines import Line, Piece, Row, TextLines, as_piece

R = TypeVar("R")
_MARGIN = 6
"""Columns around the text of a dialog: border, padding, scroll bar."""
_FRAME_LINES, _HIGH = 2, 18
_LEAST, _SHARE = 12, 0.55
"""From height `_HIGH` on, a long dialog over a board covers a share less one, or so many lines.

Every covered line of the board is sent again when the dialog closes.
"""
_SCROLLING = "↑↓ scroll  Esc close"
Text: TypeAlias = Sequence[Line] | Callable[[], Sequence[Line]]
"""Lines of a dialog; a function is called again when the window is resized."""


class Answer(NamedTuple):
    """A key, its label, and the value that the dialog returns."""

    key: str
    text: str
    value: str


class Dialog(ModalScreen[str]):
    """Text with answers below; returns the value of the selected answer, or '' for Escape."""

    BINDINGS = parse_bindings("escape  close  Close")
    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        background: transparent;
        & > VerticalScroll { width: auto; max-height: 100%; scrollbar-size-vertical: 1; }
        & > .-long { overflow-y: scroll; }
        & TextLines { width: auto; }
    }
    """

    def __init__(self, title: str, lines: Text, answers: Sequence[Answer] = ()) -> None:
        super().__init__()
        self._heading = title
        self._text = lines
        self._answers = tuple(answers) or (Answer("enter", "close", ""),)
        self._key_cover = TextLines(id="cover")

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window") as window:
            window.border_title = self._heading
            text, answers = self._text_lines(), self._answer_lines()
            self._prepare_scrolling(window, text, answers)
            yield TextLines(*text, id="text")
            yield TextLines(*answers, id="answers")
        yield self._key_cover

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def on_resize(self) -> None:
        text, answers = self._text_lines(), self._answer_lines()
        self._prepare_scrolling(self.query_one(VerticalScroll), text, answers)
        self.query_one("#text", TextLines).show_lines(text)
        self.query_one("#answers", TextLines).show_lines(answers)
        for part in self.query(TextLines):
            part.refresh(layout=True)

    def _prepare_scrolling(self, window: VerticalScroll, *parts: Sequence[Line]) -> None:
        """Show the scroll bar at once: if Textual adds it later, everything is sent twice."""
        height, room = sum(map(len, parts)) + _FRAME_LINES, self.app.size.height
        is_whole = room < _HIGH or not self._is_over_board
        most = room if is_whole else max(int(room * _SHARE) - 1, _LEAST)
        is_long = height > most
        window.styles.max_height = most
        window.set_class(is_long, "-long")
        window.border_subtitle = _SCROLLING if is_long else ""
        self._key_cover.display = not is_long  # over a board, the cover would cost too many bytes

    @property
    def _is_over_board(self) -> bool:
        *_, below = (screen for screen in self.app.screen_stack if screen is not self)
        return bool(below.query(BoardFrame))

    def ask_again(self, lines: Sequence[Line], answers: Sequence[Answer]) -> None:
        """Replace text and answers of the open dialog."""
        self._text, self._answers = lines, tuple(answers)
        self.on_resize()

    @property
    def _width(self) -> int:
        return self.app.size.width - _MARGIN

    def _text_lines(self) -> list[Line]:
        lines = self._text() if callable(self._text) else self._text
        return [part for line in lines for part in _broken(line, self._width)]

    def _answer_lines(self) -> list[Line]:
        return [(), *_rows(self._answers, self._width)]

    def on_key(self, event: events.Key) -> None:
        for answer in self._answers:
            if answer.key in (event.key, event.character):
                event.stop()
                event.prevent_default()
                close_once(self, answer.value)
                return

    def action_answer(self, value: str) -> None:
        close_once(self, value)

    def action_close(self) -> None:
        close_once(self, "")


def close_once(screen: Screen[R], result: R | None = None) -> bool:
    """Close a screen with its result; returns False if an earlier key has closed it."""
    is_open = screen.is_attached and screen.app.screen is screen
    if is_open:
        screen.dismiss(result)
    return is_open


def _broken(line: Line, width: int) -> Iterator[Line]:
    """Wrap a line of one piece; a line of several pieces has columns and stays as it is."""
    sentence = as_piece(line[0] if len(line) == 1 else "")
    if cell_len(sentence.text) <= width:
        yield line
    else:
        yield from ((sentence._replace(text=part),) for part in wrap(sentence.text, width))


def _rows(answers: Sequence[Answer], width: int) -> Iterator[Row]:
    """The answers, as many per line as fit."""
    row: Row = ()
    for answer in answers:
        first, *others = _parts(answer, width)
        if row and (others or _length((*row, *first)) > width):
            yield row
            row = ()
        row += first
        for part in others:
            yield row
            row = part
    yield row


def _parts(answer: Answer, width: int) -> Iterator[Row]:
    """The lines of an answer, usually one."""
    action = f"screen.answer('{answer.value}')"
    key = f" {answer.key.capitalize() if len(answer.key) > 1 else answer.key}"
    for number, part in enumerate(wrap(answer.text, width - len(key) - 2)):
        before = " " * len(key) if number else key
        yield (Piece(before, "key", action), Piece(f" {part} ", "plain", action))


def _length(row: Line) -> int:
    return sum(cell_len(piece.text) for piece in map(as_piece, row))
