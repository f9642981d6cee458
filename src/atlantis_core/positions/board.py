"""The board: an immutable set of fields grouped into segments, shared by positions.

Also defines the padded grid in which positions store their bytes: field (x, y) has index
``(y - y0) * width + (x - x0)``. At least one empty column and row surround the fields, so the
neighbours of a field are six fixed index offsets away and no step can leave the bytes or wrap
onto another field.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from atlantis_core.support.errors import SetupError, UnknownFieldError
from atlantis_core.support.phrases import counted
from .grid import Direction, Field, Move

MAX_FIELDS = 50_000
"""More fields than any playable board; bounds the time of every operation."""
MAX_EXTENT = 1_000_000
"""Largest product of width and height, regardless of the number of fields."""
FREE_EXTENT = 65_536
"""Extent allowed for every board, whatever its form: a ring, a long line, two islands."""
EXTENT_A_FIELD = 16
"""Extent allowed in addition for every field; a compact board needs about two."""
Line = tuple[tuple[int, Move], ...]
"""The fields in one direction from a field: index, and the move to it."""
CACHED_REACH = 14
"""Longest lines that are cached. Taller stacks are rare, and their lines can cross the board."""


def largest_extent(fields: int) -> int:
    """Largest product of width and height allowed for a board with this many fields.

    A position stores a rectangle, so one distant field can make a small file expensive. The
    limit keeps the cost in proportion to the number of fields.
    """
    return min(MAX_EXTENT, FREE_EXTENT + EXTENT_A_FIELD * fields)


class _Around(dict[int, tuple[int, ...]]):
    """Indices of the neighbours of each field, computed on first access."""

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, index: int) -> tuple[int, ...]:
        there = (index + offset for offset in self._board.offsets)
        self[index] = around = tuple(near for near in there if near in self._board.field_at)
        return around


class _Order(dict[int, int]):
    """Number of each field in the order of the board, computed on first access."""

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, index: int) -> int:
        if self:
            raise KeyError(index)
        self.update((there, number) for number, there in enumerate(self._board.field_at))
        return self[index]


class _Lines(dict[tuple[int, int], tuple[Line, ...]]):
    """Lines from a field as long as a stack of a given height reaches, computed on first access."""

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, key: tuple[int, int]) -> tuple[Line, ...]:
        index, reach = key
        found = (self.line(index, offset, reach) for offset in self._board.offsets)
        lines = tuple(line for line in found if line)
        if reach <= CACHED_REACH:
            self[key] = lines
        return lines

    def line(self, index: int, offset: int, reach: int) -> Line:
        field_at, line = self._board.field_at, []
        for there in range(index + offset, index + (reach + 1) * offset, offset):
            if there not in field_at:
                break
            line.append((there, Move(field_at[index], field_at[there])))
        return tuple(line)


class Board:
    """Fields in segments. Boards with the same segments in any order are equal."""

    __slots__ = (
        "_identity",
        "_index",
        "_is_connected",
        "_segment_numbers",
        "_segments",
        "around",
        "field_at",
        "flat",
        "high_bits",
        "lines",
        "moves_at",
        "offsets",
        "order",
        "segment_at",
        "size",
        "width",
    )

    def __init__(self, segments: Iterable[Iterable[Field]]) -> None:
        self._segments = tuple(tuple(map(_check_field, segment)) for segment in segments)
        self._segment_numbers = number_segments(self._segments)
        self._identity: frozenset[frozenset[Field]] | None = None
        self._is_connected: bool | None = None
        self._lay_out()

    def _lay_out(self) -> None:
        columns = [field.x for field in self._segment_numbers]
        rows = [field.y for field in self._segment_numbers]
        x0, y0 = min(columns) - 1, min(rows) - 1
        width, height = max(columns) - x0 + 1, max(rows) - y0 + 2
        most = largest_extent(len(columns))
        if width * height > most:
            spans = f"the board spans {width} by {height} fields"
            expected = f"expected a product of at most {most} for {counted(len(columns), 'field')}"
            raise SetupError([f"{spans} ({expected})"])
        self.width = width
        """Index distance between two rows."""
        self.size = width * height + 2
        """Number of bytes of a position."""
        self.high_bits = int.from_bytes(b"\x80" * self.size, "little")
        """The highest bit of every byte, to compare all bytes of a position at once."""
        self.offsets = tuple(dx + dy * width for dx, dy in (d.value for d in Direction))
        """Index distance of the neighbour in each direction, in the order of `Direction`."""
        self._index = {f: (f.y - y0) * width + f.x - x0 for f in self._segment_numbers}
        self.field_at: Mapping[int, Field] = MappingProxyType(
            {index: field for field, index in self._index.items()}
        )
        """The field with a given index of the padded grid."""
        self.segment_at: Mapping[int, int] = MappingProxyType(
            {self._index[field]: number for field, number in self._segment_numbers.items()}
        )
        """The number of the segment that the field with a given index belongs to."""
        numbers = array("H", bytes(2 * self.size))
        for field, number in self._segment_numbers.items():
            numbers[self._index[field]] = number
        self.flat = (width, x0, y0, len(self), numbers.tobytes())
        """The geometry in plain numbers, for the native engine: width, corner of the grid,
        number of fields, and for every index two bytes with the number of its segment."""
        self.order: Mapping[int, int] = _Order(self)
        """Number, from 0, of the field with a given index."""
        self.around: Mapping[int, tuple[int, ...]] = _Around(self)
        """Indices of the neighbours of the field with a given index."""
        self.lines = _Lines(self)
        """The non-empty lines by index and number of stones, in the order of `Direction`."""
        self.moves_at: list[tuple[Move | None, ...] | None] = [None] * self.size
        """Results of `moves_from` by index, for the native engine."""

    @property
    def segments(self) -> tuple[tuple[Field, ...], ...]:
        """The segments as they were given."""
        return self._segments

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields, segment by segment."""
        return tuple(self._segment_numbers)

    def __len__(self) -> int:
        return len(self._segment_numbers)

    def __iter__(self) -> Iterator[Field]:
        return iter(self._segment_numbers)

    def __contains__(self, field: object) -> bool:
        return field in self._segment_numbers

    def segment_of(self, field: Field) -> int:
        """The number of the segment of a field, from 0."""
        try:
            return self._segment_numbers[field]
        except KeyError:
            raise UnknownFieldError(field) from None

    def index(self, field: Field) -> int:
        """The index of a field in the bytes of a position."""
        try:
            return self._index[field]
        except KeyError:
            raise UnknownFieldError(field) from None

    def find(self, field: Field) -> int | None:
        """Like `index`, but None for a field that is not on the board."""
        return self._index.get(field)

    def neighbours(self, field: Field) -> tuple[Field, ...]:
        """The fields of the board next to a field, in the order of `Direction`."""
        return tuple(self.field_at[near] for near in self.around[self.index(field)])

    @property
    def is_connected(self) -> bool:
        """Whether every field can be reached from every other: the board is not in islands."""
        if self._is_connected is None:
            waiting = [next(iter(self.field_at))]
            found = set(waiting)
            while waiting:
                fresh = set(self.around[waiting.pop()]) - found
                found |= fresh
                waiting += fresh
            self._is_connected = len(found) == len(self)
        return self._is_connected

    def moves_from(self, index: int, reach: int) -> tuple[Move | None, ...]:
        """The moves from a field that far or further: as many places for each direction, nearest
        first, None off the board. Kept in `moves_at`.
        """
        known = self.moves_at[index]
        if known is not None and len(known) >= reach * len(self.offsets):
            return known
        found: list[Move | None] = []
        for offset in self.offsets:
            line = [move for _, move in self.lines.line(index, offset, reach)]
            found += [*line, *[None] * (reach - len(line))]
        self.moves_at[index] = kept = tuple(found)
        return kept

    def _key(self) -> frozenset[frozenset[Field]]:
        if self._identity is None:
            self._identity = frozenset(map(frozenset, self._segments))
        return self._identity

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Board) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[type[Board], tuple[tuple[tuple[Field, ...], ...]]]:
        return type(self), (self._segments,)

    def __repr__(self) -> str:
        return f"<Board of {len(self)} fields in {len(self._segments)} segments>"


def _check_field(value: object) -> Field:
    """Return the field, or raise SetupError for other values, such as unparsed names."""
    if isinstance(value, tuple) and len(value) == 2:
        x, y = value
        if isinstance(x, int) and isinstance(y, int):
            return Field(x, y)
    raise SetupError([f"not a field: {value!r} (expected for example parse_field('c5'))"])


def number_segments(segments: tuple[tuple[Field, ...], ...]) -> dict[Field, int]:
    """Map each field to the number of its segment. Raises SetupError with all problems."""
    problems = [f"segment {n} has no fields" for n, fields in enumerate(segments, 1) if not fields]
    numbers: dict[Field, int] = {}
    for number, segment in enumerate(segments):
        for field in segment:
            first = numbers.setdefault(field, number)
            if first != number:
                problems.append(f"field '{field}' is in segment {first + 1} and {number + 1}")
        if len(set(segment)) != len(segment):
            twice = sorted(str(field) for field, count in Counter(segment).items() if count > 1)
            problems.append(f"segment {number + 1} names a field twice: {', '.join(twice)}")
    if not numbers:
        problems.append("a board needs at least one field")
    if len(numbers) > MAX_FIELDS:
        problems.append(f"the board has {len(numbers)} fields (expected at most {MAX_FIELDS})")
    if problems:
        raise SetupError(problems)
    return numbers
