"""Parses the old text format (R8) into the same plain data as a JSON transcript.

Checks only the grammar; `document_reader` validates the data, with the spans from this module.
"""

from __future__ import annotations

import re

from atlantis_core.json_text.frozen import BROKEN
from atlantis_core.json_text.places import ObjectNode, Problems, Span, Tree, span_of
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from .document_reader import FORMAT_NAME, VERSION, newer_version_hint
from .suggestions import nearest_word
from .text_builder import ListBuilder, Name, Rounds, put_stack, without
from .text_cursor import UnexpectedError
from .text_players import PlayerReader
from .text_slips import is_doubled_point, is_zero_turn
from .text_tokens import DASHES, Token, TokenKind, read_tokens

HEADER = "atlantis-transcript"
_HEADER = re.compile(r"\s*(atlantis-transcript)(?:[ \t]+(\S+)|[ \t]*(?=[\r\n]|\Z))")


def read_text_format(text: str, problems: Problems) -> tuple[object, Tree, int | None]:
    """Plain data, the spans of its values, and the offset from which turns cannot be trusted.

    Adds what is wrong to the problems. A slip whose meaning is clear is reported and read as meant,
    so that it causes no other message.
    """
    parser = _Parser(text, problems)
    parser.read()
    return parser.data, parser.root, parser.reliable_end


class _Parser(PlayerReader):
    """Recursive descent parser that builds the data and the tree of spans in parallel."""

    def __init__(self, text: str, problems: Problems) -> None:
        super().__init__([], problems)
        self.root = ObjectNode(0, len(text))
        self.data: dict[str, object] = {"format": FORMAT_NAME, "version": VERSION}
        self.data["segments"] = BROKEN
        self._has_told_of_brackets = False
        """Whether `1)` for `1.` has been reported, which is one habit and not many mistakes."""
        self._craters: list[Name] = []
        self._tokens = read_tokens(text, self._read_header(text), problems)

    def _read_header(self, text: str) -> int:
        match = _HEADER.match(text)
        if match is None:
            start = len(text) - len(text.lstrip())
            line = re.match(r"[^\r\n]{0,60}", text[start:])
            shown = line[0].rstrip() if line else ""
            message = (
                f"the file begins with '{showable(shown, 40)}' (expected '{HEADER} {VERSION}')"
            )
            self._problems.error(Span(start, start + len(shown)), message)
            board = text.find("board")
            return board if board >= 0 else len(text)
        if match[2] is None:
            message = f"the version is missing after '{HEADER}' (expected '{VERSION}')"
            self._problems.error(Span(*match.span(1)), message)
        elif match[2] != VERSION:
            message = f"unknown version '{showable(match[2], 40)}' (expected '{VERSION}')"
            self._problems.error(Span(*match.span(2)), message, newer_version_hint(match[2]))
        return match.end()

    def read(self) -> None:
        try:
            self._read_board()
        except UnexpectedError:
            self._skip_to()
        players = ListBuilder(self._token.span.start)
        rounds = Rounds(self._token.span.start)
        while self._token.kind is not TokenKind.END and not self._problems.should_stop:
            try:
                self._read_part(players, rounds)
            except UnexpectedError:
                rounds.is_doubtful = True
                self._skip_to()
        self._finish(players, rounds)

    def _read_part(self, players: ListBuilder, rounds: Rounds) -> None:
        if not rounds.number and self._is_player():
            self._read_player(players)
        elif self._is_result():
            self._read_result()
        elif self._token.kind is TokenKind.NUMBER:
            # Without all players the number of turns in a round is unknown.
            self._read_round(rounds, len(players.data) if self.reliable_end is None else 0)
        else:
            if not rounds.number:
                self._doubt(self._token.span.start)
            error = self._fail("a player or a round" if not rounds.number else "a round or a turn")
            self._next()
            raise error

    def _is_player(self) -> bool:
        """Whether a player begins here; reports a misspelt word."""
        token = self._token
        if token.kind is not TokenKind.WORD or nearest_word(token.text, ("player",)) is None:
            return False
        if token.text != "player":
            self._fail("a player or a round")
        return True

    def _is_result(self) -> bool:
        """Whether a result such as 1-0 or 1/2-1/2 follows."""
        if self._token.kind is TokenKind.RESULT:
            return True
        if self._token.kind is not TokenKind.NUMBER or self._at + 2 >= len(self._tokens):
            return False
        dash, other = self._tokens[self._at + 1], self._tokens[self._at + 2]
        return dash.text in ("-", *DASHES) and other.kind is TokenKind.NUMBER

    def _read_result(self) -> None:
        first = last = self._next()
        shown = first.text
        if first.kind is TokenKind.NUMBER:
            _, last = self._next(), self._next()
            shown = f"{first.text}-{last.text}"
        span = Span(first.span.start, last.span.end)
        message = f"this format has no place for a result such as '{shown}'"
        self._problems.error(span, message, "remove it; the turns decide the result")

    def _finish(self, players: ListBuilder, rounds: Rounds) -> None:
        if players.data:
            self._put("players", players)
        if rounds.turns.data:
            self._put("turns", rounds.turns)
        if rounds.comments:
            self.data["annotations"] = {"comments": rounds.comments}
            annotations = ObjectNode(*span_of(rounds.comments_node))
            annotations.children["comments"] = rounds.comments_node
            self.root.children["annotations"] = annotations
        if self._craters:
            self._place_craters(players)

    def _put(self, key: str, built: ListBuilder) -> None:
        self.data[key] = built.data
        self.root.children[key] = built.node
        self.root.keys[key] = Span(built.node.start, built.node.start)

    def _read_board(self) -> None:
        if not self._is_word("board"):
            raise self._fail("'board'")
        segments = ListBuilder(self._next().span.start)
        while not self._is_crater_dash() and self._read_segment(segments):
            self._skip_comma("segments", TokenKind.SEGMENT)
        if not segments.data:
            raise self._fail("a segment such as 'B2' or '[a1 a2 b2]'")
        self._put("segments", segments)
        if self._take_mark("-"):
            while (crater := self._take_name(TokenKind.FIELD)) is not None:
                self._craters.append(crater)
            if not self._craters:
                raise self._fail("a dead field")

    def _is_crater_dash(self) -> bool:
        """Whether a dash begins the dead fields, and is not part of a segment such as -A2."""
        is_name = self._is_minus() and self._tokens[self._at + 1].kind is TokenKind.SEGMENT
        return self._is_mark("-") and not is_name

    def _read_segment(self, segments: ListBuilder) -> bool:
        if self._is_mark("["):
            bracket = self._next()
            fields = ListBuilder(bracket.span.start)
            while (name := self._take_name(TokenKind.FIELD, TokenKind.SEGMENT)) is not None:
                fields.add(name.text, name.span)
                self._skip_comma("fields", TokenKind.FIELD, TokenKind.SEGMENT)
            fields.node.end = self._token.span.end
            segments.add(fields.data, fields.node)
            if not self._take_mark("]"):
                raise self._fail("a field or ']'")
            return True
        name = self._take_name(TokenKind.SEGMENT)
        if name is not None:
            segments.add(name.text, name.span)
        elif self._token.kind is TokenKind.FIELD:
            field = self._next()
            message = f"expected a segment such as 'B2' or '[a1 a2 b2]', not {field}"
            name = Name(field.text.upper(), field.span)
            self._problems.error(field.span, message, f"did you mean '{showable(name.text, 40)}'?")
            segments.add(name.text, name.span)
        return name is not None

    def _read_round(self, rounds: Rounds, players: int) -> None:
        number = self._next()
        if self._has_lost_player:
            self._doubt(number.span.start)
        if not rounds.is_complete(players) and not rounds.is_doubtful:
            turns = counted(rounds.size, "turn")
            message = f"round {rounds.number} has {turns} for {players} players"
            hint = "is a '.' missing after a turn, or 'pass.' for a player who does not move?"
            self._problems.error(rounds.span, message, hint)
        if not rounds.is_complete(players):
            self._doubt(rounds.span.start)
        is_next = rounds.is_next(number.text)
        rounds.number += 1
        rounds.counted, rounds.is_doubtful, rounds.span = None, False, number.span
        if not is_next:
            self._report_number(number, rounds.number)
            rounds.counted = rounds.number
            rounds.number = int(number.text) if len(number.text) < 9 else rounds.number
        if not self._take_mark(".") and not self._take_bracket(number):
            error = self._fail(f"'.' after the number of the round {number}")
            self._take_mark(":", ";", ",")
            if self._token.kind is not TokenKind.FIELD and not self._is_word("pass"):
                raise error
        rounds.size = 0
        while not self._is_round_over(is_full=rounds.size >= players):
            self._read_turn(rounds, players)
            if self._problems.should_stop:
                return
        if rounds.size == 0:
            raise self._fail("a turn")

    def _take_bracket(self, number: Token) -> bool:
        """Take the bracket of ``1)``; report the first one of a file."""
        if not self._is_mark(")"):
            return False
        bracket = self._next()
        if not self._has_told_of_brackets:
            message = f"expected '.' after the number of the round {number}, not ')'"
            self._problems.error(bracket.span, message, f"write '{number.text}.'")
        self._has_told_of_brackets = True
        return True

    def _is_round_over(self, *, is_full: bool) -> bool:
        """Whether no turn follows; corrects a reversed field such as ``2b`` first."""
        self._turn_field_round()
        if not is_full and is_zero_turn(self._tokens, self._at):
            return False
        over = (TokenKind.NUMBER, TokenKind.RESULT, TokenKind.END)
        return self._token.kind in over or self._is_word("player")

    def _report_number(self, number: Token, expected: int) -> None:
        message = f"expected round {expected}, not {number}"
        after = f" after round {expected - 1}" if expected > 1 else ""
        hint = f"is a round missing or repeated{after}? Rounds are numbered from 1"
        self._problems.error(number.span, message, hint)
        self._doubt(number.span.start)

    def _read_turn(self, rounds: Rounds, players: int) -> None:
        start, is_word = self._token.span.start, self._token.kind is TokenKind.WORD
        moves = ListBuilder(start)
        is_read = True
        try:
            self._read_moves(moves, players - rounds.size)
            comment = self._next() if self._token.kind is TokenKind.STRING else None
            self._skip_square_comment()
            if not self._is_mark("."):
                error = self._fail("'.' at the end of the turn")
                if not self._is_mark(";", ":", ","):
                    raise error
        except UnexpectedError:
            unread = self._token.span.start
            self._skip_to(is_turn=True)
            self._discard_characters(unread, self._token.span.end)
            comment, is_read, rounds.is_doubtful = None, False, True
        moves.node.end = self._token.span.start
        self._take_mark(".", ";", ":", ",")
        rounds.add(moves, comment, is_read=is_read)
        if is_read and is_doubled_point(self._tokens, self._at, players - rounds.size):
            self._problems.error(self._next().span, "a turn ends with one '.', not with two")
        if players and rounds.size == players + 1:
            message = f"round {rounds.number} has more turns than there are players"
            hint = f"is the number of round {rounds.number + 1} missing before this turn?"
            if self._token.text == str(rounds.number + 1):
                hint = "is a player missing above?"
            if is_read or not is_word:  # a word may be a misspelt number of a round
                self._problems.error(Span(start, moves.node.end), message, hint)
            self._doubt(rounds.span.start)
            rounds.counted = rounds.number + 1

    def _discard_characters(self, start: int, end: int) -> None:
        """Discard reports of characters in a part that is not read and has been reported."""
        self._problems.discard(
            lambda problem: (
                isinstance(problem.place, Span)
                and start < problem.place.start < end
                and problem.message.startswith("unexpected character")
            )
        )

    def _skip_square_comment(self) -> None:
        """Report a comment in square brackets, and skip it."""
        if not self._is_mark("["):
            return
        bracket = self._next()
        ends = [at for at, token in enumerate(self._tokens[self._at :]) if token.text == "]"][:1]
        if not ends:
            self._at -= 1
            return
        self._at += ends[0] + 1
        message = "a comment is written in parentheses, not in square brackets"
        self._problems.error(bracket.span, message, "write '(' and ')'")

    def _place_craters(self, players: ListBuilder) -> None:
        """Give dead fields to the first player, or without players remove them (R8.6)."""
        if players.data:
            first, node = players.data[0], players.node.children[0]
            stacks = first["stacks"] if isinstance(first, dict) else {}
            stacks_node = node.child("stacks") if not isinstance(node, tuple) else None
            if isinstance(stacks, dict) and isinstance(stacks_node, ObjectNode):
                for crater in self._craters:
                    put_stack(stacks, stacks_node, crater, 0, self._problems)
            return
        names = {crater.text for crater in self._craters}
        kept = without(self.data["segments"], self.root.children["segments"], names)
        for crater in self._craters:
            if crater.text in names:
                message = f"the dead field '{crater.text}' is not on the board"
                self._problems.error(crater.span, message)
        self._put("segments", kept)
        self._problems.warn(
            self._craters[0].span,
            f"{len(self._craters)} dead fields have no owner and are left off the board",
            "add a player to keep them",
        )
