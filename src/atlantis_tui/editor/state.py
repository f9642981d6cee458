"""Immutable state of the board editor: sketch, current player, symmetry, picked segment.

Every operation returns a new state or raises EditError. With a symmetry, each edit applies to
all mirror images of the field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from atlantis_core import drafts
from atlantis_core.drafts import Draft, DraftHistory, EditError
from atlantis_core.narration import Cast, make_cast
from atlantis_core.positions.grid import Field, format_segment
from atlantis_core.positions.symmetry import Images, Symmetry, lay_over
from atlantis_core.support.colors import default_colors
from atlantis_core.support.phrases import counted

_SYMMETRIES = tuple(Symmetry)
NO_IMAGES = lay_over(Symmetry.NONE, ())


@dataclass(frozen=True, slots=True)
class EditorState:
    """The sketch being edited, and the settings that edits depend on."""

    sketch: DraftHistory
    player: int = 0
    """The current player, who owns the stones placed next."""
    images: Images = NO_IMAGES
    picked: Field | None = None
    """A field of the segment that new single fields join."""
    is_handing_on: bool = True
    """Whether mirrored stones belong to the next players in turn, or to the same player."""

    @property
    def draft(self) -> Draft:
        return self.sketch.draft

    @property
    def colors(self) -> tuple[str, ...]:
        return default_colors([player.color for player in self.draft.players])

    @property
    def cast(self) -> Cast:
        names = [player.name for player in self.draft.players]
        return make_cast(names, self.colors)

    # Segments and fields.

    def add_segment(self, place: Field) -> EditorState:
        changed = drafts.add_segments(self.draft, self.images.of(place))
        return self._edited(f"segment {format_segment(place)} added", changed)

    def remove_segment(self, place: Field) -> EditorState:
        self._check_field(place)
        changed = drafts.remove_segments(self.draft, self.images.of(place))
        return self._edited(f"segment of {place} removed", changed)

    def add_field(self, place: Field) -> EditorState:
        """Add a field to the picked segment, or move it there; else it gets its own segment."""
        places = [(image(place), self._partner(image)) for image in self.images.maps]
        return self._edited(f"{place} added", drafts.add_fields(self.draft, places))

    def _partner(self, image: Callable[[Field], Field]) -> Field | None:
        return None if self.picked is None else image(self.picked)

    def remove_field(self, place: Field) -> EditorState:
        self._check_field(place)
        changed = drafts.remove_fields(self.draft, self.images.of(place))
        return self._edited(f"{place} removed", changed)

    def toggle_field(self, place: Field) -> EditorState:
        """Add a field where there is none, else remove it."""
        is_there = self.draft.segment_of(place) is not None
        return self.remove_field(place) if is_there else self.add_field(place)

    def split_field(self, place: Field) -> EditorState:
        changed = drafts.split_fields(self.draft, self.images.of(place))
        return self._edited(f"{place} split off", changed)

    def join_field(self, place: Field) -> EditorState:
        """Move a field to the picked segment."""
        self._check_field(place)
        if self.picked is None:
            raise EditError("no segment is picked: press v on a field of the other segment first")
        return self.add_field(place)

    def pick(self, place: Field) -> EditorState:
        """Pick the segment that single fields join; picking it again unpicks it."""
        number = self.draft.segment_of(place)
        now = None if self.picked is None else self.draft.segment_of(self.picked)
        return replace(self, picked=None if number is None or number == now else place)

    # Stacks.

    def put(self, place: Field, value: int) -> EditorState:
        """Set a stack (>0), growing field (<0) or dead field (0) of the current player."""
        self._check_field(place)
        players = len(self.draft.players)
        if self.is_handing_on:
            stacks = list(drafts.image_stacks(self.images, place, self.player, value, players))
        else:
            stacks = [(image, self.player, value) for image in self.images.of(place)]
        on_board = [stack for stack in stacks if self.draft.segment_of(stack[0]) is not None]
        return self._edited(_describe(place, value), drafts.set_stacks(self.draft, on_board))

    def put_stones(self, place: Field, stones: int) -> EditorState:
        """Set the number of stones; a growing field stays growing, 0 makes the field dead."""
        there = self.draft.stack_on(place)
        is_growing = there is not None and there[1] < 0
        return self.put(place, -stones if is_growing else stones)

    def toggle_growing(self, place: Field) -> EditorState:
        """Turn an open stack into a growing field with the same stones, and back."""
        there = self.draft.stack_on(place)
        if there is None:
            return self.put(place, -1)
        player, value = there
        return replace(self, player=player).put(place, -value or -1)

    def clear(self, place: Field) -> EditorState:
        changed = drafts.clear_stacks(self.draft, self.images.of(place))
        return self._edited(f"{place} cleared", changed)

    # Players.

    def choose_player(self, by: int) -> EditorState:
        count = len(self.draft.players)
        return replace(self, player=(self.player + by) % count) if count else self

    def add_player(self) -> EditorState:
        """Add a player with an unused colour."""
        number = len(self.draft.players)
        added = drafts.add_seat(self.draft)
        colors = default_colors([*(player.color for player in self.draft.players), None])
        colored = drafts.color_seat(added, number, colors[number])
        return replace(self._edited("player added", colored), player=number)

    def remove_player(self) -> EditorState:
        removed = self._edited("player removed", drafts.remove_seat(self.draft, self.player))
        return replace(removed, player=max(min(self.player, len(removed.draft.players) - 1), 0))

    def move_player(self, by: int) -> EditorState:
        moved = self._edited("turn order changed", drafts.move_seat(self.draft, self.player, by))
        return replace(moved, player=self.player + by)

    def name_player(self, name: str) -> EditorState:
        return self._edited("name changed", drafts.name_seat(self.draft, self.player, name))

    def color_player(self, color: str) -> EditorState:
        return self._edited("colour changed", drafts.color_seat(self.draft, self.player, color))

    # The whole board.

    def load(self, draft: Draft, label: str) -> EditorState:
        """Replace the draft; can be undone."""
        loaded = replace(self._edited(label, draft), picked=None, images=NO_IMAGES)
        return replace(loaded, player=0)

    def shift_into_range(self) -> EditorState:
        shifted = drafts.shift_into_range(self.draft)
        return replace(self._edited("board shifted", shifted), picked=None, images=NO_IMAGES)

    def choose_symmetry(self, by: int, cursor: Field) -> EditorState:
        """The next symmetry, around the current middle of the board."""
        place = (_SYMMETRIES.index(self.images.symmetry) + by) % len(_SYMMETRIES)
        around = self.draft.fields or (cursor,)
        return replace(self, images=lay_over(_SYMMETRIES[place], around))

    def toggle_handing_on(self) -> EditorState:
        return replace(self, is_handing_on=not self.is_handing_on)

    def undo(self) -> EditorState:
        return self._went(self.sketch.undo())

    def redo(self) -> EditorState:
        return self._went(self.sketch.redo())

    def _went(self, sketch: DraftHistory) -> EditorState:
        player = max(min(self.player, len(sketch.draft.players) - 1), 0)
        return replace(self, sketch=sketch, player=player)

    def _edited(self, label: str, draft: Draft) -> EditorState:
        return replace(self, sketch=self.sketch.edit(label, draft))

    def _check_field(self, place: Field) -> None:
        if self.draft.segment_of(place) is None:
            raise EditError(
                f"{place} is not a field yet: press n to add a segment, f to add a field"
            )


def _describe(place: Field, value: int) -> str:
    if not value:
        return f"{place} dead"
    stones = counted(abs(value), "stone")
    return f"{stones} on {place}" if value > 0 else f"{place} growing with {stones}"
