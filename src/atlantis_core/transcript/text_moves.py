"""Reads the moves of a turn in the old text format; reports slips and reads them as meant."""

from __future__ import annotations

import re

from atlantis_core.json_text.places import ListNode, Span, Tree
from atlantis_core.support.safe_text import showable
from .text_builder import ListBuilder, Name
from .text_cursor import TokenCursor, UnexpectedError
from .text_slips import (
    ENDINGS,
    is_arrow,
    is_comma_in_turn,
    is_reversed_field,
    letters_in_row,
    split_reversed_fields,
    third_field,
    token_after,
)
from .text_tokens import DASHES, Token, TokenKind


class MoveReader(TokenCursor):
    """Reads moves and passes."""

    def _turn_field_round(self) -> None:
        """Report a row before its column, and read it as the field."""
        split_reversed_fields(self._tokens, self._at)
        if not is_reversed_field(self._tokens, self._at):
            return
        row = self._next()
        span, name = Span(row.span.start, self._token.span.end), self._token.text.lower() + row.text
        message = f"not a field: '{showable(row.text + self._token.text, 40)}'"
        self._problems.error(span, message, f"write '{showable(name, 40)}'")
        self._tokens[self._at] = Token(TokenKind.FIELD, name, span)

    def _correct_row(self) -> None:
        """Report a field whose row contains letters for digits, and read it as meant."""
        digits = letters_in_row(self._tokens, self._at)
        if not digits:
            return
        field = self._next()
        span = Span(field.span.start, self._token.span.end)
        message = f"not a field: '{showable(field.text + self._token.text, 40)}'"
        name = field.text + digits
        self._problems.error(span, message, f"write '{showable(name, 40)}'")
        self._tokens[self._at] = Token(TokenKind.FIELD, name, span)

    def _read_moves(self, moves: ListBuilder, turns_left: int) -> None:
        """Read the moves of a turn, after which `turns_left` - 1 turns of the round follow."""
        if self._is_word("pass"):
            self._next()
            return
        if self._take_empty_turn():
            return
        while (source := self._take_source()) is not None:
            dash = self._take_dash(source)
            self._turn_field_round()
            self._correct_row()
            destination = self._take_name(TokenKind.FIELD, TokenKind.SEGMENT)
            if destination is None:
                raise self._fail("the destination of the move")
            source, destination = self._correct_move(source, dash, destination)
            spans: list[Tree] = [source.span, destination.span]
            node = ListNode(source.span.start, destination.span.end, spans)
            moves.add([source.text, destination.text], node)
            self._refuse_slips(source, destination, turns_left)
        if not moves.data:
            raise self._fail_turn()

    def _fail_turn(self) -> UnexpectedError:
        """Report a word in place of a turn."""
        token = self._token
        if token.text not in ENDINGS:
            return self._fail("moves or 'pass'")
        command = f"atlantis turn FILE {token.text}"
        hint = f"this format has no results; convert the file to JSON and run: {command}"
        self._problems.error(token.span, f"expected moves or 'pass', not {token}", hint)
        return UnexpectedError()

    def _refuse_slips(self, source: Name, destination: Name, turns_left: int) -> None:
        """Report a third field directly after a move, or a comma between two moves."""
        third = third_field(self._tokens, self._at)
        if third is not None:
            hint = f"write '{source.text}-{destination.text} {destination.text}-{third.text}'"
            span = Span(source.span.start, third.span.end)
            self._problems.error(span, "a move has two fields, not three", hint)
            raise UnexpectedError
        if is_comma_in_turn(self._tokens, self._at, turns_left):
            comma = self._next()
            self._problems.error(comma.span, "moves are separated by spaces, not by ','")
        if self._problems.should_stop:
            raise UnexpectedError

    def _take_empty_turn(self) -> bool:
        """Take what people write for a pass: a dash or points alone; report it."""
        first = self._token
        following = self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        if first.text in ("-", "0", *DASHES) and following.text == ".":
            self._next()
        elif self._is_mark("."):
            while self._tokens[self._at + 1].text == "." and (
                self._tokens[self._at + 1].span.start == self._token.span.end
            ):
                self._next()
        else:
            return False
        span = Span(first.span.start, self._token.span.end)
        self._problems.error(span, "a turn without moves is written 'pass.'")
        return True

    def _take_source(self) -> Name | None:
        """The first field of a move; a name in capitals only if a move follows."""
        self._correct_row()
        is_move = self._token.kind is TokenKind.SEGMENT and (
            self._tokens[self._at + 1].text in ("-", *DASHES)
        )
        return self._take_name(TokenKind.FIELD, *([TokenKind.SEGMENT] if is_move else []))

    def _take_dash(self, source: Name) -> Token:
        """The dash of a move, or what people write instead; `x` is cut from the next name."""
        token = self._token
        if is_arrow(self._tokens, self._at):
            arrow = token_after(self._tokens, self._at)
            self._next()
            self._next()
            return Token(TokenKind.MARK, "->", Span(token.span.start, arrow.span.end))
        if self._is_mark("-", ":", "/", "~", *DASHES) or self._is_word("x") or self._is_word("to"):
            return self._next()
        if token.kind is TokenKind.FIELD and re.match("x[a-z]", token.text):
            middle = token.span.start + 1
            self._tokens[self._at] = Token(token.kind, token.text[1:], Span(middle, token.span.end))
            return Token(TokenKind.WORD, "x", Span(token.span.start, middle))
        expected = f"'-' and the destination of the move from '{source.text}'"
        if token.kind is not TokenKind.FIELD:
            raise self._fail(expected)
        meant = showable(f"{source.text}-{token.text}", 40)
        self._problems.error(token.span, f"expected {expected}, not {token}", f"write '{meant}'")
        raise UnexpectedError

    def _correct_move(self, source: Name, dash: Token, destination: Name) -> tuple[Name, Name]:
        """A move as it must be written; reports one that is not."""
        meant = f"{source.text}-{destination.text}".lower()
        if dash.text != "-":
            message = f"expected '-' between the fields of a move, not {dash}"
            self._problems.error(dash.span, message, f"write '{meant}'")
        elif meant != f"{source.text}-{destination.text}":
            span = Span(source.span.start, destination.span.end)
            message = "fields are written in small letters; capitals name segments"
            self._problems.error(span, message, f"write '{meant}'")
        return (
            source._replace(text=source.text.lower()),
            destination._replace(text=destination.text.lower()),
        )
