"""Parser for JSON written by hand, which keeps the position of every value.

Accepts comments (``/* */`` and ``//``), strings in single quotes, missing and trailing commas
(R7.8). Other violations are problems; the parser recovers, so that one pass finds all of them.
Values that cannot be recovered become `BROKEN`, which later stages do not report again.

Slower than the standard parser, so used only for text that is not strict JSON and for positions
of values. Uses its own stack, so that deep nesting cannot exhaust Python's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import repeat
from typing import Final, NamedTuple, NoReturn

from atlantis_core.support.safe_text import showable
from .frozen import BROKEN
from .limits import MAX_NESTING, MAX_TOKENS
from .nesting import CLOSING, Misfit, find_misfit
from .places import ListNode, ObjectNode, Problem, Problems, Span, Tree, span_of
from .quotes import find_lost_quote
from .tokens import COMMA, PAIR, TOKEN, string_end
from .words import WORDS, quoted, read_string, read_word

_WHOLE_LEVELS: Final = 2
"""Levels whose lists are still reliable if the text ends inside their last item."""


class Relaxed(NamedTuple):
    """Plain data as from the standard parser, and the spans of its values."""

    data: object
    tree: Tree
    reliable_end: int | None
    """Offset up to which the brackets are reliable; None if all are."""
    comments: tuple[Span, ...]


def read_relaxed_json(text: str, problems: Problems) -> Relaxed:
    """Parse a text and add what is wrong to the problems."""
    return _Reader(text, problems).read()


class _Stop(Exception):  # noqa: N818 - control flow, not an error
    """End the parsing early."""


class _Frame(NamedTuple):
    """An enclosing list or object."""

    bracket: str
    node: ListNode | ObjectNode
    items: list[object] | None
    spans: list[Tree]
    members: dict[str, object] | None
    named: ObjectNode


class _Reader:
    """Parser state between two tokens: open containers, and what may come next."""

    def __init__(self, text: str, problems: Problems) -> None:
        self.text = text
        self.matches = TOKEN.finditer(text)
        self.problems = problems
        self.data: object = BROKEN
        self.tree: Tree = (0, len(text))
        self.has_root = False
        self.reliable_end: int | None = None
        self.comments: list[Span] = []
        self.has_round_brackets = False
        self.has_item_numbers = False
        self.has_stray_spaces = False
        self.has_slips = False
        self.outer: list[_Frame] = []
        # Of the innermost container: the items and their spans if it is a list, ...
        self.items: list[object] | None = None
        self.spans: list[Tree] = []
        # ... the members and their node if it is an object.
        self.members: dict[str, object] | None = None
        self.named = ObjectNode(0, 0)
        self.key: str | None = None
        self.has_colon = False
        self.after_comma = False

    def read(self) -> Relaxed:
        handlers: tuple[Callable[[str, int, int], None], ...] = (
            *[self._stray] * 5,
            self._plain_string,
            self._open,
            self._close,
            self._colon,
            self._string,
            self._comment,
            self._curly_string,
            self._word,
            self._foreign_comment,
            self._unclosed_comment,
            self._end,
            self._comma,
            self._semicolon,
            self._equals,
            self._round_bracket,
            self._stray,
        )
        try:
            for _ in repeat(None, MAX_TOKENS):
                match = next(self.matches)
                kind = match.lastindex or PAIR
                if match[COMMA]:
                    self._comma(",", *match.span(COMMA))
                if kind == PAIR:
                    self._pair(match)
                else:
                    handlers[kind](match[kind], *match.span(kind))
            self._too_long()
        except _Stop:
            pass
        return Relaxed(self.data, self.tree, self.reliable_end, tuple(self.comments))

    def _error(
        self, start: int, end: int, message: str, hint: str = "", *related: tuple[Span, str]
    ) -> None:
        self.problems.error(Span(start, end), message, hint, *related)
        self._check_stop()

    def _check_stop(self) -> None:
        if self.problems.should_stop:
            raise _Stop

    def _unbalanced(
        self, start: int, end: int, message: str, related: Span | None = None
    ) -> NoReturn:
        """Report unbalanced brackets once, at the likeliest place, and stop."""
        misfit = find_misfit(self.text, end)
        if misfit is not None:
            self._misfit(misfit)
        else:
            opened = () if related is None else (_opened(self.text[related.start], related),)
            self.problems.error(Span(start, end), message, "", *opened)
            self.reliable_end = start if related is None else related.start
        self._leave_all(start)
        raise _Stop

    def _misfit(self, misfit: Misfit) -> None:
        place, message, opened, bracket = misfit
        spans = (problem.place for problem in self.problems)
        if not any(isinstance(span, Span) and span.start == place.start for span in spans):
            self.problems.error(place, message, "", _opened(bracket, opened))
        self.reliable_end = opened.start

    def _missing_bracket(self, start: int, end: int, message: str) -> None:
        """Report a missing bracket, here or earlier if the indentation says so."""
        misfit = None if self.has_slips else find_misfit(self.text, end)
        self.has_slips = True  # search the whole text only once
        if misfit is not None and misfit.place.start < start:
            self._misfit(misfit)
            self._leave_all(start)
            raise _Stop
        self._never_closed(start, end, message)

    def _leave_all(self, at: int) -> None:
        self.key = None
        while self.outer:
            self._leave(at, at)

    def _pair(self, match: re.Match[str]) -> None:
        pair: list[object] = [match[3], match[4]]
        tree = (match.start(PAIR), match.end(), *match.span(3), *match.span(4))
        if self.items is not None:
            self.after_comma = False
            self.items.append(pair)
            self.spans.append(tree)
        else:
            self._container(pair, tree[0], tree)

    def _value(self, value: object, start: int, end: int, tree: Tree) -> None:
        self.after_comma = False
        if self.items is not None:
            self.items.append(value)
            self.spans.append(tree)
        elif self.members is not None:
            self._member(self.members, value, start, end, tree)
        else:
            self._root(value, start, end, tree)

    def _root(self, value: object, start: int, end: int, tree: Tree) -> None:
        if self.has_root:
            message = "unexpected text after the end of the document (expected one '{...}')"
            self._unbalanced(start, end, message)
        self.has_root, self.data, self.tree = True, value, tree

    def _member(
        self, members: dict[str, object], value: object, start: int, end: int, tree: Tree
    ) -> None:
        if self.key is None:
            self._new_key(value, start, end)
            return
        if not self.has_colon:
            self._error(start, end, f"missing ':' after the key {quoted(self.key)}")
        if self.key in members and (isinstance(value, (list, dict)) or members[self.key] != value):
            value = BROKEN  # ambiguous
        members[self.key] = value
        self.named.children[self.key] = tree
        self.key, self.has_colon = None, False

    def _new_key(self, value: object, start: int, end: int) -> None:
        if not isinstance(value, str):
            self._error(start, end, "expected a key in quotes", 'for example "stacks"')
            return
        first = self.named.keys.setdefault(value, Span(start, end))
        if first.start != start:
            message = f"the key {quoted(value)} appears twice"
            self._error(start, end, message, "remove one of them", (first, "first used here"))
        self.key = value

    def _plain_string(self, token: str, start: int, end: int) -> None:
        if self.items is not None:
            self.after_comma = False
            self.items.append(token[1:-1])
            self.spans.append((start, end))
        else:
            self._value(token[1:-1], start, end, (start, end))

    def _string(self, _quote: str, start: int, _end: int) -> None:
        end, is_closed = string_end(self.text, start)
        self.matches = TOKEN.finditer(self.text, end)
        token = self.text[start:end]
        if is_closed:
            value = read_string(token, start, self.problems)
            self._check_stop()
            self._value(value, start, end, (start, end))
        else:
            self._unclosed_string(token, start, end)

    def _comment(self, _token: str, start: int, end: int) -> None:
        self.comments.append(Span(start, end))

    def _unclosed_string(self, token: str, start: int, end: int) -> None:
        lost = find_lost_quote(self.text, start)
        if lost is not None:
            self.problems.discard(lambda problem: self._is_on_line(problem, start))
            self.problems.error(*lost)
            self.reliable_end = 1 + self.text.rfind("\n", 0, start)
            self._leave_all(start)
            raise _Stop
        is_key = self.members is not None and self.key is None
        if self._is_cut_off(token, end):  # `_end` reports the end of the file
            self._value(token[1:] if is_key else BROKEN, start, end, (start, end))
            return
        if is_key and ":" in token:  # the key of a member on one line
            token = token[: token.index(":")]
            self.matches = TOKEN.finditer(self.text, start + len(token))
            end = start + len(token)
        text = token[1:].rstrip(", \t]}")
        message = f"the string is not closed on its line (expected {token[0]})"
        hint = "" if is_key else "write a line break inside a string as \\n"
        self._error(start, end, message, hint)
        self._value(text, start, end, (start, end))
        at = start + 1 + len(text)
        for offset, mark in enumerate(self.text[at:end], at):
            if mark in "]}":
                self._close(mark, offset, offset + 1)
            elif mark == ",":
                self.after_comma = True

    def _is_cut_off(self, token: str, end: int) -> bool:
        """Whether the file ends inside a string, rather than lacking a quote on its last line."""
        is_last = bool(self.outer) and not self.text[end:].strip()
        return is_last and not any(mark in token for mark in ",:]}")

    def _is_on_line(self, problem: Problem, at: int) -> bool:
        place = problem.place
        return isinstance(place, Span) and place.start > self.text.rfind("\n", 0, at)

    def _curly_string(self, token: str, start: int, end: int) -> None:
        hint = f'write "{showable(token[1:-1], 40)}"'
        self._error(start, end, "use straight quotes instead of curly ones", hint)
        self._value(token[1:-1], start, end, (start, end))

    def _word(self, token: str, start: int, end: int) -> None:
        if self.has_root and not self.outer:
            self._root(BROKEN, start, end, (start, end))
        if self.items is not None and token.endswith(".") and token[:-1].isdecimal():
            self._item_number(start, end)
            return
        is_key = self.members is not None and self.key is None
        value = WORDS.get(token, BROKEN) if not is_key else BROKEN
        if value is BROKEN:
            value = read_word(token, Span(start, end), self.problems, is_key=is_key)
            self._check_stop()
        self._value(value, start, end, (start, end))

    def _comma(self, _token: str, start: int, end: int) -> None:
        if self.key is not None:
            self._no_value(start, end)
        elif self.after_comma or not (self.items or self.members):
            self._error(start, end, "unexpected comma", "remove the comma")
        self.after_comma = True

    def _colon(self, _token: str, start: int, end: int) -> None:
        if self.items is not None:
            self._key_in_list(self.items, start, end)
        elif self.key is None or self.has_colon:
            self._error(start, end, "':' is only allowed between a key and its value")
        self.has_colon = self.key is not None

    def _equals(self, token: str, start: int, end: int) -> None:
        if self.key is None or self.has_colon:
            self._stray(token[0], start, end)
            return
        message = f"'{token}' between a key and its value (expected ':')"
        self._error(start, end, message)
        self.has_colon = True

    def _semicolon(self, _token: str, start: int, end: int) -> None:
        self._error(start, end, "';' between two values (expected ',')")
        if self.key is not None:
            self._no_value(start, end)
        self.after_comma = True

    def _round_bracket(self, token: str, start: int, end: int) -> None:
        if not self.has_round_brackets:
            self._error(start, end, f"a list in round brackets: '{token}' (expected '[' and ']')")
            self.has_round_brackets = True
        if token == "(":  # noqa: S105 - a bracket, not a password
            self._open("[", start, end)
        else:
            self._close("]", start, end)

    def _key_in_list(self, items: list[object], start: int, end: int) -> None:
        """Handle ':' in a list, which usually means a missing ']' before the key."""
        key = items[-1] if items else None
        tree = self.spans[-1] if items else None
        is_inside_object = len(self.outer) > 1 and self.outer[-1].members is not None
        if not (isinstance(key, str) and isinstance(tree, tuple) and is_inside_object):
            if isinstance(key, int) and not isinstance(key, bool):
                items.pop()  # the number of an item, not an item
                self._item_number(span_of(self.spans.pop()).start, end)
            else:
                self._error(start, end, "':' in a list (expected ',' or ']')")
            return
        at, to = tree[:2]
        items.pop()
        self.spans.pop()
        before = items[-1] if items else None
        if isinstance(before, dict) and key in before:
            self._missing_brace(key, at, to)
        else:
            self._missing_bracket(at, to, f"expected ']' before the key {quoted(key)}")
            self._leave(at, at)
        self._new_key(key, at, to)

    def _item_number(self, start: int, end: int) -> None:
        """Skip the number of an item; report the first one of a file."""
        self.after_comma = True
        if not self.has_item_numbers:
            message = f"the items of a list have no numbers: {quoted(self.text[start:end])}"
            self._error(start, end, message, "remove it")
        self.has_item_numbers = True

    def _missing_brace(self, key: str, at: int, to: int) -> None:
        """Open an object: the one before has the same key, so another one begins here."""
        self._error(at, to, f"expected '{{' before the key {quoted(key)}")
        self._open("{", at, at)

    def _no_value(self, start: int, end: int) -> None:
        self._error(start, end, f"the key {quoted(self.key or '')} has no value")
        self.has_colon = True
        self._value(BROKEN, start, end, (start, end))

    def _open(self, token: str, start: int, end: int) -> None:
        if len(self.outer) >= MAX_NESTING:
            self._error(start, end, f"nested deeper than {MAX_NESTING} levels")
            raise _Stop
        if self._ends_object(token):
            if not self.members:
                self._error(start, end, "a second '{' (remove one of the two)")
                return
            self._missing_bracket(start, end, "expected '}' before '{'")
            self._leave(start, start)
        if token == "[":  # noqa: S105 - a bracket, not a password
            items: list[object] = []
            listed = ListNode(start, end)
            self._container(items, start, listed)
            self._enter(token, listed)
            self.items, self.spans, self.members = items, listed.children, None
        else:
            members: dict[str, object] = {}
            named = ObjectNode(start, end)
            self._container(members, start, named)
            self._enter(token, named)
            self.items, self.members, self.named = None, members, named

    def _container(self, value: object, start: int, node: Tree) -> None:
        if self.members is not None and self.key is None:
            if not self.members and len(self.outer) > 1:
                self._wrong_brace(self.outer[-1])
            self._unbalanced(start, start + 1, "expected a key in quotes")
        self._value(value, start, start + 1, node)

    def _wrong_brace(self, frame: _Frame) -> NoReturn:
        """Report an object without keys, which was meant as a list, and stop."""
        opened = Span(frame.node.start, frame.node.start + 1)
        message = "this list begins with '{' (expected '[')"
        self.problems.error(opened, message, "a list is in square brackets: [...]")
        if frame.members:
            frame.members[next(reversed(frame.members))] = BROKEN
        self.reliable_end = opened.start
        self._leave_all(opened.start)
        raise _Stop

    def _ends_object(self, token: str) -> bool:
        """Whether an object begins where a key is expected, in a list of objects."""
        is_keyless = self.members is not None and self.key is None and len(self.outer) > 1
        return is_keyless and token != "[" and self.outer[-1].items is not None  # noqa: S105 - a bracket

    def _enter(self, bracket: str, node: ListNode | ObjectNode) -> None:
        frame = _Frame(bracket, node, self.items, self.spans, self.members, self.named)
        self.outer.append(frame)
        self.after_comma = False

    def _close(self, token: str, start: int, end: int) -> None:
        if not self.outer or CLOSING[self.outer[-1].bracket] != token:
            self._unmatched(token, start, end)
        self._leave(start, end)

    def _unmatched(self, token: str, start: int, end: int) -> NoReturn:
        if not any(CLOSING[frame.bracket] == token for frame in self.outer):
            self._unbalanced(start, end, f"unmatched {token!r}")
        bracket, opened = self.outer[-1].bracket, self.outer[-1].node.start
        message = f"expected {CLOSING[bracket]!r} before {token!r}"
        self._unbalanced(start, end, message, Span(opened, opened + 1))

    def _leave(self, start: int, end: int) -> None:
        if self.key is not None:
            self._no_value(start, end)
        frame = self.outer.pop()
        frame.node.end = end
        self.items, self.spans = frame.items, frame.spans
        self.members, self.named = frame.members, frame.named
        self.after_comma = False

    def _never_closed(self, start: int, end: int, message: str) -> None:
        frame = self.outer[-1]
        opened = Span(frame.node.start, frame.node.start + 1)
        self._error(start, end, message, "", _opened(frame.bracket, opened))

    def _foreign_comment(self, _token: str, start: int, end: int) -> None:
        self._error(start, end, "comments begin with '//' or '/*', not with '#'")

    def _unclosed_comment(self, _token: str, start: int, end: int) -> None:
        self._error(start, end, "the comment is not closed (expected '*/')")
        self.reliable_end = start
        self._leave_all(start)
        raise _Stop

    def _stray(self, token: str, start: int, end: int) -> None:
        if not token.isspace():
            self._error(start, end, f"unexpected character {quoted(token)} (U+{ord(token):04X})")
        elif not self.has_stray_spaces:  # a text from a web page has many
            message = f"a space that is not allowed here (U+{ord(token):04X})"
            self._error(start, end, message, "replace all of them by ordinary spaces")
            self.has_stray_spaces = True

    def _end(self, _token: str, start: int, _end: int) -> None:
        if not self.has_root:
            self._error(start, start, "the document is empty", "a transcript is {...}")
        if self.outer:
            self._truncated(start)
        raise _Stop

    def _truncated(self, end: int) -> None:
        """Report a text that ends inside a list or object."""
        misfit = find_misfit(self.text, end)
        if misfit is not None:
            self._misfit(misfit)
        else:
            closing = CLOSING[self.outer[-1].bracket]
            self._never_closed(end, end, f"unexpected end of file (expected {closing!r})")
            # Inner values may be incomplete; the items of a list near the top are not.
            whole = self.outer[:_WHOLE_LEVELS]
            self.reliable_end = (
                end + 1 if len(self.outer) == len(whole) else self.outer[len(whole)].node.start
            )
        self._leave_all(end)

    def _too_long(self) -> None:
        end = len(self.text)
        kinds = "words, strings, brackets and comments"
        self._error(0, 1, f"the file has more than {MAX_TOKENS} {kinds}")
        self.reliable_end = 0
        self._leave_all(end)


def _opened(bracket: str, opened: Span) -> tuple[Span, str]:
    return opened, f"{bracket!r} was opened here"
