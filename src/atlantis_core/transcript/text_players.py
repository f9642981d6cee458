"""Reads players in the old text format; reports slips and reads them as meant."""

from __future__ import annotations

from atlantis_core.json_text.frozen import BROKEN
from atlantis_core.json_text.places import ObjectNode, Problems, Span
from atlantis_core.support.colors import find_color
from atlantis_core.support.safe_text import showable
from .text_builder import ListBuilder, Name, name_then_color, put_stack
from .text_moves import MoveReader
from .text_slips import token_after
from .text_tokens import Token, TokenKind

_PILE_MARKS = (":", ";", "=", "*")
"""What precedes a number of stones, and what people write for it."""


class PlayerReader(MoveReader):
    """Reads players: their stones, name and color."""

    def __init__(self, tokens: list[Token], problems: Problems) -> None:
        super().__init__(tokens, problems)
        self._has_told_of_commas = False
        """Whether commas between segments or fields have been reported."""
        self._has_lost_player = False
        """Whether the stones of a player are missing, without which no turn can be judged."""

    def _skip_comma(self, what: str, *kinds: TokenKind) -> None:
        """Skip a comma between names on the board; report the first one of a file."""
        following = token_after(self._tokens, self._at)
        if not self._is_mark(",", ";") or not (following.kind in kinds or following.text == "["):
            return
        comma = self._next()
        if not self._has_told_of_commas:
            message = f"{what} are separated by spaces, not by {comma}"
            self._problems.error(comma.span, message)
        self._has_told_of_commas = True

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
            stones = self._read_pile(name)
            put_stack(stacks, stacks_node, name, stones, self._problems)
            self._has_lost_player |= stones is BROKEN
            self._skip_comma("fields", TokenKind.FIELD, TokenKind.SEGMENT)
        if not stacks:
            self._has_lost_player = True
            raise self._fail("a field or a segment with stones")
        strings: list[Token] = []
        while len(strings) < 2 and (string := self._take_string()) is not None:
            strings.append(string)
        if len(strings) == 1:
            self._report_one_string(strings[0])
            return
        if not strings:
            raise self._fail("the player's name and color, two strings such as (Joe) (red)")
        others = (known for known in players.data[:-1] if isinstance(known, dict))
        if any(known["stacks"] == stacks for known in others):
            self._doubt(self._token.span.start)  # a copy: there are fewer players than it seems
        for key, token in zip(("name", "color"), name_then_color(*strings), strict=True):
            player[key] = token.text
            node.children[key] = token.span
            if not token.text:
                del player[key]

    def _take_string(self) -> Token | None:
        """The name or the color of a player; reports a word without parentheses."""
        token = self._token
        if token.kind is TokenKind.WORD and token.text not in ("player", "board"):
            message = f"expected the player's name or color in parentheses, not {token}"
            self._problems.error(token.span, message, f"write '({showable(token.text, 40)})'")
            self._tokens[self._at] = token._replace(kind=TokenKind.STRING)
        return self._next() if self._token.kind is TokenKind.STRING else None

    def _report_one_string(self, only: Token) -> None:
        given, lacking = ("color", "name") if find_color(only.text) else ("name", "color")
        message = f"the player has a {given}, {only}, but no {lacking}"
        strings = f"(NAME) ({only.text})" if lacking == "name" else f"({only.text}) (COLOR)"
        self._problems.error(only.span, message, f"write {showable(strings, 60)}")

    def _read_pile(self, name: Name) -> object:
        """The number of stones on a field; 1 by default."""
        if not self._is_mark(*_PILE_MARKS):
            return 1
        mark = self._next()
        if self._token.kind is not TokenKind.NUMBER:
            raise self._fail("a number of stones")
        number = self._take_number()
        if not number.text.isdecimal() or len(number.text) > 9 or int(number.text) == 0:
            self._problems.error(number.span, f"expected a number of stones from 1, not {number}")
            return BROKEN
        if name.text.isupper():
            message = "a segment has no number of stones: it stands for one on each of its fields"
            hint = f"write each field with its number, such as b2:{showable(number.text, 9)}"
            self._problems.error(Span(mark.span.start, number.span.end), message, hint)
        elif mark.text in "=*":
            message = f"expected ':' before the number of stones, not {mark}"
            hint = f"write '{showable(name.text, 20)}:{number.text}'"
            self._problems.error(mark.span, message, hint)
        return int(number.text)

    def _take_number(self) -> Token:
        """A number; what people write for a fraction is one token."""
        number = self._next()
        point, digits = self._token, token_after(self._tokens, self._at)
        ends = (number.span.end, point.span.end)
        is_fraction = point.text in (".", ",") and digits.kind is TokenKind.NUMBER
        if not is_fraction or ends != (point.span.start, digits.span.start):
            return number
        self._next()
        self._next()
        text = number.text + point.text + digits.text
        return Token(TokenKind.NUMBER, text, Span(number.span.start, digits.span.end))
