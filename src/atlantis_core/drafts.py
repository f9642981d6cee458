"""Model of the board editor: immutable drafts of a board and start, and functions to edit them.

A `Draft` may be invalid, for example an empty board; `check_draft` returns the diagnostics that
the file reader would give. Every edit is a function from a draft to a new draft and raises
`EditError` if it is impossible. `DraftHistory` adds undo and redo. With symmetry, an edit applies
to all images of a field or to none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from atlantis_core.json_text.frozen import EMPTY, FrozenMap, JsonObject
from atlantis_core.transcript.model import (
    NO_ANNOTATIONS,
    Annotations,
    Player,
    Segment,
    Transcript,
)
from atlantis_core.transcript.shift import shifted
from .positions.grid import Field, format_segment, segment_fields
from .positions.position import MAX_PLAYERS, MAX_STONES, Position
from .positions.symmetry import Images
from .rules.shapes import Shape, standard_board, traditional_start
from .support.diagnostics import Diagnostic
from .support.errors import AtlantisError
from .transcript import check, dumps


class EditError(AtlantisError):
    """An edit is impossible; the message says why."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Segments and players of a board being edited."""

    segments: tuple[Segment, ...] = ()
    players: tuple[Player, ...] = ()
    annotations: Annotations = NO_ANNOTATIONS
    extra: JsonObject = EMPTY
    """Unknown keys of the file, written back unchanged."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields, segment by segment."""
        return tuple(place for segment in self.segments for place in segment)

    def segment_of(self, place: Field) -> int | None:
        """The number of the segment that contains a field, from 0, or None."""
        for number, segment in enumerate(self.segments):
            if place in segment:
                return number
        return None

    def stack_on(self, place: Field) -> tuple[int, int] | None:
        """Player and value of a field as in a transcript (R7.5), or None."""
        for number, player in enumerate(self.players):
            if place in player.stacks:
                return number, player.stacks[place]
        return None


def draft_of_position(position: Position) -> Draft:
    """A draft of a position; its players have no names and no colours."""
    stacks = map(position.stacks, range(position.players))
    players = tuple(Player(FrozenMap(sorted(own.items()))) for own in stacks)
    return Draft(position.board.segments, players)


def draft_of_shape(shape: Shape, side: int, players: int = 0) -> Draft:
    """A standard board, empty or with its standard start."""
    if not players:
        return Draft(standard_board(shape, side).segments)
    return draft_of_position(traditional_start(shape, side, players))


def draft_of_transcript(transcript: Transcript) -> Draft:
    """The start of a transcript, without its turns and annotations except tags."""
    annotations = Annotations(tags=transcript.annotations.tags)
    return Draft(transcript.segments, transcript.players, annotations, transcript.extra)


def transcript_of_draft(draft: Draft) -> Transcript:
    """The transcript of this draft. Does not check it."""
    return Transcript(
        draft.segments, draft.players, annotations=draft.annotations, extra=draft.extra
    )


def check_draft(draft: Draft, name: str = "this board") -> tuple[Diagnostic, ...]:
    """The diagnostics that the reader gives for this draft saved as a file."""
    return check(dumps(transcript_of_draft(draft)), name)


def add_segments(draft: Draft, centres: Iterable[Field]) -> Draft:
    """Add standard segments; skip those that the board already has."""
    segments = list(draft.segments)
    known = {frozenset(segment) for segment in segments}
    taken = set(draft.fields)
    for centre in dict.fromkeys(centres):
        fresh = segment_fields(centre)
        if frozenset(fresh) in known:
            continue
        for place in fresh:
            if place in taken:
                name = format_segment(centre)
                raise EditError(f"segment {name} does not fit: {place} is already on the board")
        taken.update(fresh)
        known.add(frozenset(fresh))
        segments.append(fresh)
    return _changed(draft, replace(draft, segments=tuple(segments)), "is already on the board")


def remove_segments(draft: Draft, places: Iterable[Field]) -> Draft:
    """Remove the segments that contain these fields, and their stacks."""
    numbers = {draft.segment_of(place) for place in places}
    gone = {place for n in numbers if n is not None for place in draft.segments[n]}
    return remove_fields(draft, gone)


def add_fields(draft: Draft, places: Iterable[tuple[Field, Field | None]]) -> Draft:
    """Add fields, each to the segment of its partner or, with None, as a new segment.

    A field whose partner is not on the board becomes a new segment. A field that is already
    on the board moves to the segment of its partner.
    """
    changed = draft
    for place, partner in places:
        if partner == place or (partner is None and draft.segment_of(place) is not None):
            continue
        changed = _join(changed, place, partner)
    return _changed(draft, changed, "is already on the board")


def _join(draft: Draft, place: Field, partner: Field | None) -> Draft:
    segments = [[other for other in segment if other != place] for segment in draft.segments]
    number = None if partner is None else draft.segment_of(partner)
    if number is None:
        segments.append([place])
    else:
        segments[number].append(place)
    return replace(draft, segments=tuple(tuple(sorted(s)) for s in segments if s))


def split_fields(draft: Draft, places: Iterable[Field]) -> Draft:
    """Make each of these fields a segment of its own."""
    changed = draft
    for place in places:
        if changed.segment_of(place) is not None:
            changed = _join(changed, place, None)
    return _changed(draft, changed, "is not on the board")


def remove_fields(draft: Draft, places: Iterable[Field]) -> Draft:
    """Remove fields and their stacks."""
    gone = frozenset(places)
    left = [tuple(place for place in segment if place not in gone) for segment in draft.segments]
    changed = replace(
        draft,
        segments=tuple(segment for segment in left if segment),
        players=tuple(_without(seat, gone) for seat in draft.players),
    )
    return _changed(draft, changed, "is not on the board")


def _without(seat: Player, gone: frozenset[Field]) -> Player:
    return _with_stacks(seat, {p: n for p, n in seat.stacks.items() if p not in gone})


def set_stacks(draft: Draft, stacks: Iterable[tuple[Field, int, int]]) -> Draft:
    """Put stacks onto fields: field, player, value as in a transcript (R7.5)."""
    wanted = {place: (player, value) for place, player, value in stacks}
    for place, (player, value) in wanted.items():
        if draft.segment_of(place) is None:
            raise EditError(f"{place} is not on the board")
        if player >= len(draft.players):
            raise EditError("add a player before placing stones")
        if abs(value) > MAX_STONES:
            raise EditError(f"{abs(value)} stones on {place} (expected at most {MAX_STONES})")
    cleared = [_without(seat, frozenset(wanted)) for seat in draft.players]
    for place, (player, value) in wanted.items():
        own = {**cleared[player].stacks, place: value}
        cleared[player] = _with_stacks(cleared[player], own)
    return replace(draft, players=tuple(cleared))


def clear_stacks(draft: Draft, places: Iterable[Field]) -> Draft:
    """Make fields open and empty."""
    gone = frozenset(places)
    return replace(draft, players=tuple(_without(seat, gone) for seat in draft.players))


def add_seat(draft: Draft) -> Draft:
    if len(draft.players) >= MAX_PLAYERS:
        raise EditError(f"there are already {MAX_PLAYERS} players, the maximum")
    return replace(draft, players=(*draft.players, Player()))


def remove_seat(draft: Draft, player: int) -> Draft:
    """Remove a player and all their stacks."""
    _check_seat(draft, player)
    return replace(draft, players=draft.players[:player] + draft.players[player + 1 :])


def move_seat(draft: Draft, player: int, by: int) -> Draft:
    """Move a player one place earlier (-1) or later (1) in turn order."""
    _check_seat(draft, player)
    to = player + by
    if not 0 <= to < len(draft.players):
        raise EditError("already first or last in turn order")
    seats = [seat for number, seat in enumerate(draft.players) if number != player]
    seats.insert(to, draft.players[player])
    return replace(draft, players=tuple(seats))


def name_seat(draft: Draft, player: int, name: str | None) -> Draft:
    _check_seat(draft, player)
    return _with_seat(draft, player, draft.players[player]._replace(name=name or None))


def color_seat(draft: Draft, player: int, color: str | None) -> Draft:
    """Give a player a colour. Does not check the name; `check_draft` does."""
    _check_seat(draft, player)
    return _with_seat(draft, player, draft.players[player]._replace(color=color or None))


def shift_into_range(draft: Draft) -> Draft:
    """Move the whole draft so that columns begin with a and rows with 1 (R1.3)."""
    fields = draft.fields
    right = 1 - min((place.x for place in fields), default=1)
    up = 1 - min((place.y for place in fields), default=1)
    moved = shifted(transcript_of_draft(draft), right, up)
    return replace(draft, segments=moved.segments, players=moved.players)


def image_stacks(
    images: Images, place: Field, player: int, value: int, players: int
) -> Iterator[tuple[Field, int, int]]:
    """The stacks on all images of a field, rotating through the players around the board.

    With as many players as images, each image gets the next player; with more players, those
    at equal distances in turn order. Where images coincide, the first one wins.
    """
    around = images.of(place)
    step = max(players // len(around), 1)
    seen: set[Field] = set()
    for number, image in enumerate(around):
        if image not in seen:
            seen.add(image)
            yield image, (player + number * step) % max(players, 1), value


def _with_stacks(seat: Player, stacks: Mapping[Field, int]) -> Player:
    return seat._replace(stacks=FrozenMap(sorted(stacks.items())))


def _check_seat(draft: Draft, player: int) -> None:
    if not 0 <= player < len(draft.players):
        raise EditError(f"there is no player {player + 1}")


def _with_seat(draft: Draft, player: int, seat: Player) -> Draft:
    return replace(draft, players=(*draft.players[:player], seat, *draft.players[player + 1 :]))


def _changed(before: Draft, after: Draft, otherwise: str) -> Draft:
    if after == before:
        raise EditError(f"no change: it {otherwise}")
    return after


@dataclass(frozen=True, slots=True)
class DraftHistory:
    """A draft with its undo and redo stacks. Each entry has a label to show."""

    draft: Draft
    past: tuple[tuple[str, Draft], ...] = ()
    future: tuple[tuple[str, Draft], ...] = ()

    def edit(self, label: str, draft: Draft) -> DraftHistory:
        """Continue with another draft; adds no entry if it is equal to the current one."""
        if draft == self.draft:
            return self
        return DraftHistory(draft, (*self.past, (label, self.draft)))

    def undo(self) -> DraftHistory:
        if not self.past:
            raise EditError("nothing to undo")
        label, before = self.past[-1]
        return DraftHistory(before, self.past[:-1], ((label, self.draft), *self.future))

    def redo(self) -> DraftHistory:
        if not self.future:
            raise EditError("nothing to redo")
        label, after = self.future[0]
        return DraftHistory(after, (*self.past, (label, self.draft)), self.future[1:])
