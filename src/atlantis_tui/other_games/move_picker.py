"""Selects a move of another game on its picture, place by place; marks and describes the choice."""

from __future__ import annotations

from collections.abc import Iterable

from atlantis_core.games.pictures import Mark, Place
from atlantis_core.games.protocol import Move, Position, Preview, Record, Thought
from atlantis_core.support.phrases import counted
from atlantis_tui.widgets.picture_view import PictureView
from .move_choice import MoveChoice


class MovePicker:
    """The moves on offer, the places selected so far, and the cursor of the picture."""

    def __init__(self, board: PictureView) -> None:
        self._board = board
        self.choice = MoveChoice()
        self._position: Position | None = None
        self.is_counting = False
        """Whether to show where the move at the cursor ends."""

    def offer(self, position: Position, moves: Iterable[Move] = ()) -> None:
        """Offer moves of a position; none while no person is to move."""
        self.choice, self._position = MoveChoice(tuple(moves)), position

    def put_cursor(self) -> None:
        """Move the cursor to a selectable place, unless it is on one."""
        if self._board.cursor not in self.choice.targets and self._targets():
            self._board.put_cursor(self._targets()[0])

    def point(self, place: Place) -> tuple[bool, Move | None]:
        """Select a place. Returns whether that had an effect, and the move if it is complete."""
        before = self.choice
        self.choice, move = before.point(place)
        return self.choice != before, move

    def select(self, move: Move) -> None:
        """Select the places of a move, so that Enter plays it."""
        self.choice = self.choice.up_to_last(move)
        self._board.cursor = move.places[-1]

    def drop(self) -> bool:
        """Cancel the selection. Returns whether there was one."""
        had_places = bool(self.choice.chosen)
        self.choice = MoveChoice(self.choice.moves)
        return had_places

    def next_target(self, by: int) -> None:
        """Move the cursor to the next or previous selectable place."""
        spots, targets = list(self._board.picture.spots), self._targets()
        if targets:
            here = spots.index(self._board.cursor) if self._board.cursor in spots else -1
            ahead = [place for place in targets if (spots.index(place) - here) * by > 0]
            self._board.cursor = (ahead or targets)[0 if by > 0 else -1]

    def _targets(self) -> list[Place]:
        return [place for place in self._board.picture.spots if place in self.choice.targets]

    # Counting: where the move at the cursor ends.

    def toggle_counting(self) -> bool:
        """Show or hide where moves end. Returns False in games in which nothing is counted."""
        position = self._position
        if position is None or all(position.preview(move) is None for move in self.choice.moves):
            return False
        self.is_counting = not self.is_counting
        return True

    @property
    def preview(self) -> Preview | None:
        """Where the only move at the cursor ends, if that is shown."""
        here = [move for move in self.choice.moves if move.places == (self._board.cursor,)]
        if not self.is_counting or self._position is None or self.choice.chosen or len(here) != 1:
            return None
        return self._position.preview(here[0])

    # Display.

    def marks(self, record: Record, thought: Thought | None) -> dict[Place, Mark]:
        """Marks of the last move and a hint, or of the selected places and their targets."""
        choice, preview = self.choice, self.preview
        if choice.chosen:
            marks = dict.fromkeys(choice.targets, Mark.TARGET)
            return {**marks, **dict.fromkeys(choice.chosen, Mark.CHOSEN)}
        last = record.move(record.last_step) if record.last_step else None
        hint = () if thought is None else thought.move.places
        marks = {**dict.fromkeys(last.places if last else (), Mark.LAST)}
        marks |= dict.fromkeys(hint, Mark.HINT)
        return marks if preview is None else {**marks, preview.place: Mark.TARGET}

    def describe_cursor(self) -> str:
        """The moves at the place under the cursor."""
        place, choice, preview = self._board.cursor, self.choice, self.preview
        if place is None:
            return ""
        begin = len(choice.chosen)
        here = [move for move in choice.moves if move.places[begin : begin + 1] == (place,)]
        if not choice.chosen:
            counts = f"{place}: {counted(len(here), 'move') if here else 'no move from here'}"
            return f"{counts}; {preview.words}" if preview else counts
        chosen = "-".join(choice.chosen)
        if place == choice.chosen[-1]:
            return f"{chosen}: select where to move; Tab: next place, Escape: cancel"
        return f"{chosen} to {place}: {'press Enter to move' if here else 'no legal move there'}"
