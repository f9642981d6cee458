"""Rows of the library: a game is read from the index when its row is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, overload

from atlantis_core.support.columns import display_width, pad
from atlantis_core.support.safe_text import showable
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.row_list import LongRows, Row
from atlantis_tui.widgets.text_lines import Piece

if TYPE_CHECKING:
    from atlantis_core.game_library.rows import IndexedGame

PART = 200
"""Games that are read at a time."""
MOST_KEPT = 20 * PART
"""Games in memory; the others are read again when they are drawn again."""
_GAME = "game "
_OTHER_COLUMNS, _LEAST = 31, 12
"""Width of all columns but the players, and the least width of those."""
_LONGEST_NAME, _SHORTEST_NAME = 60, 3
_BETWEEN = " - "
_BOARD, _WIDE = 14, 24
"""Width of the board's column, and of the players' from which on it is shown."""


class GameRows(LongRows):
    """The rows above the list, then one row for each game."""

    def __init__(
        self,
        above: Iterable[Row],
        numbers: Sequence[int],
        known: Mapping[int, IndexedGame],
        want: Callable[[GameRows, Sequence[int]], object],
        width: Callable[[], int],
    ) -> None:
        """`known` has some of the games by their numbers; `want` is called for others."""
        self._above = (*above, Row(""))
        """The last of them is the heading, which depends on the width."""
        self._width = width
        self.numbers = numbers
        self.known = dict(known)
        """Games that have been read, by their numbers."""
        self._want = want
        self._wanted = set[int]()
        """Parts that were asked for."""

    @property
    def first_key(self) -> str:
        """The key of the first game, or of the first row above."""
        keys = (f"{_GAME}{number}" for number in self.numbers)
        return next(keys, next((row.key for row in self._above if row.key), ""))

    def __len__(self) -> int:
        return len(self._above) + len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        if place == len(self._above) - 1 and self.numbers:
            heading = _line("players", "places", "turns", "date", "board", self._width())
            return Row("", (Piece(heading, "dim"),))
        if place < len(self._above):
            return self._above[place]
        at = place - len(self._above)
        game = self._find(at)
        text = " ..." if game is None else row_text(game, self._width())
        return Row(f"{_GAME}{self.numbers[at]}", (Piece(text),))

    def place_of(self, key: str) -> int:
        above = next((at for at, row in enumerate(self._above) if key and row.key == key), -1)
        if above >= 0 or not key.startswith(_GAME):
            return above
        number = int(key.removeprefix(_GAME))
        places = (at for at, other in enumerate(self.numbers) if other == number)
        return next(places, -1 - len(self._above)) + len(self._above)

    def game(self, key: str) -> IndexedGame | None:
        """The game of a row; None for other rows, and until it has been read."""
        return self.known.get(int(key.removeprefix(_GAME))) if key.startswith(_GAME) else None

    def learn(self, games: Mapping[int, IndexedGame]) -> None:
        """Receive games that were wanted."""
        if len(self.known) > MOST_KEPT:
            self.known.clear()
            self._wanted.clear()
        self.known |= games

    def _find(self, at: int) -> IndexedGame | None:
        game = self.known.get(self.numbers[at])
        part = at // PART
        if game is None and part not in self._wanted:
            self._wanted.add(part)
            self._want(self, self.numbers[part * PART : (part + 1) * PART])
        return game


def row_text(game: IndexedGame, width: int) -> str:
    """Players, result, length and date of a game, and the board where there is room."""
    result = "-".join(map(str, game.places)) or "running"
    players = fit_names(game.players, _widths(width)[0])
    return _line(players, result, str(game.turns), game.date, game.board, width)


def fit_names(names: Sequence[str], width: int) -> str:
    """The names of players on one line: whole, counted if only their numbers differ, or cut."""
    shown = [showable(name, _LONGEST_NAME) or "?" for name in names]
    line = _BETWEEN.join(shown)
    if display_width(line) <= width:
        return line
    stem, number, _ = shown[0].rpartition("#")
    if number and all(name.rpartition("#")[:2] == (stem, number) for name in shown):
        return cut(f"{len(shown)} x {stem}", width)
    left = width - len(_BETWEEN) * (len(shown) - 1)
    if left < _SHORTEST_NAME * len(shown):
        return cut(line, width)
    shortest_first = sorted(range(len(shown)), key=lambda at: display_width(shown[at]))
    for done, at in enumerate(shortest_first):
        shown[at] = cut(shown[at], left // (len(shown) - done))
        left -= display_width(shown[at])
    return _BETWEEN.join(shown)


def _widths(width: int) -> tuple[int, int]:
    """The widths of the columns of players and board in a list of this width."""
    rest = max(width - _OTHER_COLUMNS, _LEAST)
    return (rest - _BOARD, _BOARD) if rest >= _BOARD + _WIDE else (rest, 0)


def _line(players: str, places: str, turns: str, date: str, board: str, width: int) -> str:
    names, has_board = _widths(width)
    shown = pad(cut(showable(board, _BOARD), _BOARD - 1), _BOARD) if has_board else ""
    return f" {pad(cut(players, names), names)} {shown}{places:<11} {turns:>5} {showable(date, 10)}"
