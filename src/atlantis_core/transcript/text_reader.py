"""Parses the old text format (R8) into the same plain data as a JSON transcript.

Checks only the grammar; `document_reader` validates the data, with the spans from this module.
"""

from __future__ import annotations

import re

from atlantis_core.json_text.frozen import BROKEN
from atlantis_core.json_text.places import ListNode, ObjectNode, Problems, Span, Tree, span_of
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from .document_reader import FORMAT_NAME, VERSION
from .suggestions import nearest_word, suggest_word
from .text_builder import ListBuilder, Name, Rounds, name_then_color, put_stack, without
from .text_tokens import DASHES, UNREADABLE, Token, TokenKind, read_tokens

HEADER = "atlantis-transcript"
_HEADER = re.compile(r"\s*(atlantis-transcript)(?:[ \t]+(\S+)|[ \t]*(?=[\r\n]|\Z))")
_PILE_MARKS = (":", ";")


class _UnexpectedError(Exception):
    """An unexpected token, which has been reported."""


def read_text_format(text: str, problems: Problems) -> tuple[object, Tree, int | None]:
    """Plain data, the spans of its values, and the offset from which turns cannot be trusted.

    Adds what is wrong to the problems. A slip whose meaning is clear is reported and read as meant,
    so that it causes no other message.
    """
    parser = _Parser(text, problems)
    parser.read()
    return parser.data, parser.root, parser.reliable_end


class _Parser:
    """Recursive descent parser that builds the data and the tree of spans in parallel."""

    def __init__(self, text: str, problems: Problems) -> None:
        self._problems = problems
        self.root = ObjectNode(0, len(text))
        self.data: dict[str, object] = {"format": FORMAT_NAME, "version": VERSION}
        self.data["segments"] = BROKEN
        self.reliable_end: int | None = None
        """Where the order of players or turns becomes doubtful; None if it does not."""
        self._craters: list[Name] = []
        self._tokens = read_tokens(text, self._read_header(text), problems)
        self._at = 0

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
            self._problems.error(Span(*match.span(2)), message)
        return match.end()

    @property
    def _token(self) -> Token:
        return self._tokens[self._at]

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def _is_mark(self, *marks: str) -> bool:
        return self._token.kind is TokenKind.MARK and self._token.text in marks

    def _is_word(self, word: str) -> bool:
        return self._token.kind is TokenKind.WORD and self._token.text == word

    def _take_mark(self, *marks: str) -> bool:
        if self._is_mark(*marks):
            self._next()
            return True
        return False

    def _fail(self, expected: str) -> _UnexpectedError:
        token = self._token
        if token.kind is TokenKind.END and token.text == UNREADABLE:
            return _UnexpectedError()
        known = ("board", "player", "pass")
        is_unknown = token.kind is TokenKind.WORD and token.text not in known
        hint = suggest_word(token.text, known) if is_unknown else ""
        self._problems.error(token.span, f"expected {expected}, not {token}", hint)
        return _UnexpectedError()

    def _doubt(self, offset: int) -> None:
        if self.reliable_end is None:
            self.reliable_end = offset

    def _skip_to(self, *, is_turn: bool = False) -> None:
        """Skip tokens up to the next player, board or round."""
        while self._token.kind is not TokenKind.END:
            if self._is_word("player") or self._is_word("board"):
                return
            if self._token.kind is TokenKind.NUMBER and self._tokens[self._at + 1].text == ".":
                return
            if is_turn and self._is_mark("."):
                return
            self._next()

    def _is_minus(self) -> bool:
        """Whether a dash is part of the following name: a column before a (R1.3)."""
        if not self._is_mark("-"):
            return False
        following = self._tokens[self._at + 1]
        is_name = following.kind in (TokenKind.FIELD, TokenKind.SEGMENT)
        return is_name and following.span.start == self._token.span.end

    def _take_name(self, *kinds: TokenKind) -> Name | None:
        """The next field or segment, or None."""
        minus = self._token if self._is_minus() else None
        token = self._tokens[self._at + 1] if minus else self._token
        if token.kind not in kinds:
            return None
        self._next()
        if minus is None:
            return Name(token.text, token.span)
        self._next()
        return Name("-" + token.text, Span(minus.span.start, token.span.end))

    def read(self) -> None:
        try:
            self._read_board()
        except _UnexpectedError:
            self._skip_to()
        players = ListBuilder(self._token.span.start)
        rounds = Rounds(self._token.span.start)
        while self._token.kind is not TokenKind.END and not self._problems.should_stop:
            try:
                self._read_part(players, rounds)
            except _UnexpectedError:
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
        """Whether a result such as 1-0 follows."""
        if self._token.kind is not TokenKind.NUMBER or self._at + 2 >= len(self._tokens):
            return False
        dash, other = self._tokens[self._at + 1], self._tokens[self._at + 2]
        return dash.text in ("-", *DASHES) and other.kind is TokenKind.NUMBER

    def _read_result(self) -> None:
        first, _, last = self._next(), self._next(), self._next()
        span = Span(first.span.start, last.span.end)
        message = f"this format has no place for a result such as '{first.text}-{last.text}'"
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
            pass
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
            fields.node.end = self._token.span.end
            segments.add(fields.data, fields.node)
            if not self._take_mark("]"):
                raise self._fail("a field or ']'")
            return True
        name = self._take_name(TokenKind.SEGMENT)
        if name is not None:
            segments.add(name.text, name.span)
        elif self._token.kind is TokenKind.FIELD:
            raise self._fail("a segment such as 'B2' or '[a1 a2 b2]'")
        return name is not None

    def _read_player(self, players: ListBuilder) -> None:
        word = self._next()
        node = ObjectNode(word.span.start, word.span.end)
        stacks: dict[str, object] = {}
        stacks_node = ObjectNode(*word.span)
        # BROKEN until read, so that a missing name or colour is not reported twice.
        player: dict[str, object] = {"stacks": stacks, "name": BROKEN, "color": BROKEN}
        node.children["stacks"] = stacks_node
        players.add(player, node)
        while (name := self._take_name(TokenKind.FIELD, TokenKind.SEGMENT)) is not None:
            put_stack(stacks, stacks_node, name, self._read_pile(name), self._problems)
        if not stacks:
            raise self._fail("a field or a segment with stones")
        strings: list[Token] = []
        while self._token.kind is TokenKind.STRING and len(strings) < 2:
            strings.append(self._next())
        if len(strings) < 2:
            raise self._fail("the player's name and color, two strings such as (Joe) (red)")
        for key, token in zip(("name", "color"), name_then_color(*strings), strict=True):
            player[key] = token.text
            node.children[key] = token.span
            if not token.text:
                del player[key]

    def _read_pile(self, name: Name) -> object:
        """The number of stones on a field; 1 by default."""
        if not self._is_mark(*_PILE_MARKS):
            return 1
        if name.text.isupper():
            raise self._fail("no height after a segment: only fields have one")
        self._next()
        if self._token.kind is not TokenKind.NUMBER:
            raise self._fail("a number of stones")
        number = self._next()
        if len(number.text) > 9 or int(number.text) == 0:
            self._problems.error(number.span, f"expected a number of stones from 1, not {number}")
            return BROKEN
        return int(number.text)

    def _read_round(self, rounds: Rounds, players: int) -> None:
        number = self._next()
        if not rounds.is_complete(players):
            turns = counted(rounds.size, "turn")
            message = f"round {rounds.number} has {turns} for {players} players"
            hint = "is a '.' missing after a turn, or 'pass.' for a player who does not move?"
            self._problems.error(rounds.span, message, hint)
            self._doubt(rounds.span.start)
        rounds.number += 1
        rounds.span = number.span
        if number.text != str(rounds.number):
            self._report_number(number, rounds.number)
            rounds.number = int(number.text) if len(number.text) < 9 else rounds.number
        if not self._take_mark("."):
            raise self._fail(f"'.' after the number of the round {number}")
        rounds.size = 0
        while self._token.kind not in (TokenKind.NUMBER, TokenKind.END) and not self._is_word(
            "player"
        ):
            self._read_turn(rounds, players)
            if self._problems.should_stop:
                return
        if rounds.size == 0:
            raise self._fail("a turn")

    def _report_number(self, number: Token, expected: int) -> None:
        message = f"expected round {expected}, not {number}"
        after = f" after round {expected - 1}" if expected > 1 else ""
        hint = f"is a round missing or repeated{after}? Rounds are numbered from 1"
        self._problems.error(number.span, message, hint)
        self._doubt(number.span.start)

    def _read_turn(self, rounds: Rounds, players: int) -> None:
        start = self._token.span.start
        moves = ListBuilder(start)
        is_read = True
        try:
            self._read_moves(moves)
            comment = self._next() if self._token.kind is TokenKind.STRING else None
            if not self._is_mark("."):
                error = self._fail("'.' at the end of the turn")
                if not self._is_mark(";", ":", ","):
                    raise error
        except _UnexpectedError:
            self._skip_to(is_turn=True)
            comment, is_read = None, False
        moves.node.end = self._token.span.start
        self._take_mark(".", ";", ":", ",")
        rounds.add(moves, comment, is_read=is_read)
        if players and rounds.size == players + 1:
            message = f"round {rounds.number} has more turns than there are players"
            hint = f"is the number of round {rounds.number + 1} missing before this turn?"
            self._problems.error(Span(start, moves.node.end), message, hint)
            self._doubt(start)

    def _read_moves(self, moves: ListBuilder) -> None:
        if self._is_word("pass"):
            self._next()
            return
        if self._take_empty_turn():
            return
        while (source := self._take_source()) is not None:
            dash = self._take_dash(source)
            destination = self._take_name(TokenKind.FIELD, TokenKind.SEGMENT)
            if destination is None:
                raise self._fail("the destination of the move")
            source, destination = self._correct_move(source, dash, destination)
            spans: list[Tree] = [source.span, destination.span]
            node = ListNode(source.span.start, destination.span.end, spans)
            moves.add([source.text, destination.text], node)
        if not moves.data:
            raise self._fail("moves or 'pass'")

    def _take_empty_turn(self) -> bool:
        """Take what people write for a pass: a dash or points alone; report it."""
        first = self._token
        following = self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        if first.text in ("-", *DASHES) and following.text == ".":
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
        is_move = self._token.kind is TokenKind.SEGMENT and (
            self._tokens[self._at + 1].text in ("-", *DASHES)
        )
        return self._take_name(TokenKind.FIELD, *([TokenKind.SEGMENT] if is_move else []))

    def _take_dash(self, source: Name) -> Token:
        """The dash of a move, or what people write instead; `x` is cut from the next name."""
        token = self._token
        if self._is_mark("-", *DASHES) or (token.kind is TokenKind.WORD and token.text == "x"):
            return self._next()
        if token.kind is TokenKind.FIELD and re.match("x[a-z]", token.text):
            middle = token.span.start + 1
            self._tokens[self._at] = Token(token.kind, token.text[1:], Span(middle, token.span.end))
            return Token(TokenKind.WORD, "x", Span(token.span.start, middle))
        raise self._fail(f"'-' and the destination of the move from '{source.text}'")

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
