"""Variations in the annotations of a transcript: their names, and edits that return a new one.

A variation is named by the turn it replaces: ``12.1`` is the first that replaces turn 12,
``12.1/14.2`` the second that replaces turn 14 of that. The main line has the empty name.
Does not check whether turns are legal: `lines` does. Edits keep everything else, including unknown
keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.positions.grid import format_moves
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.phrases import counted
from atlantis_core.transcript.limits import MAX_VARIATION_DEPTH
from atlantis_core.transcript.model import Annotations, Transcript, Turn, Variation

Variations = tuple[Variation, ...]


class Branch(NamedTuple):
    """A variation of a line: the turn it replaces, and its number among those, from 1."""

    turn: int
    number: int

    def __str__(self) -> str:
        return f"{self.turn}.{self.number}"


Path = tuple[Branch, ...]
"""The variations that lead to a line; empty for the main line."""
MAIN: Path = ()

_BRANCH = re.compile(r"([1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")


class NoSuchVariationError(AtlantisError):
    """A path does not exist."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"there is no variation '{format_path(self.path)}'"


class VariationError(AtlantisError):
    """An edit is impossible; the text says why."""


def format_path(path: Path) -> str:
    """``12.1/14.2``; the main line is called ``main``."""
    return "/".join(map(str, path)) or "main"


def describe_variation(path: Path, variation: Variation) -> str:
    """The name, first turn and length of a variation: ``12.1: b2-b4 (3 turns)``."""
    first = format_moves(variation.turns[0]) if variation.turns else "nothing"
    return f"{format_path(path)}: {first} ({counted(len(variation.turns), 'turn')})"


def parse_path(text: str) -> Path:
    """Parse the name of a line."""
    if text in {"", "main"}:
        return MAIN
    found = [_BRANCH.fullmatch(word) for word in text.split("/")]
    if not all(found):
        raise NotationError(text, "variation", "for example '12.1' or '12.1/14.2'")
    return tuple(Branch(int(match[1]), int(match[2])) for match in found if match)


def branches(variations: Variations) -> Iterator[tuple[Branch, Variation]]:
    """The variations of one line with their names, ordered by the turns they replace."""
    counted: dict[int, int] = {}
    for variation in _ordered(variations):
        number = counted[variation.turn] = counted.get(variation.turn, 0) + 1
        yield Branch(variation.turn, number), variation


def _ordered(variations: Iterable[Variation]) -> Variations:
    """Sorted by the turns they replace; stable for those of the same turn."""
    return tuple(sorted(variations, key=lambda variation: variation.turn))


def find_variation(variations: Variations, path: Path) -> Variation:
    """The variation at a non-empty path."""
    found: Variation | None = None
    for branch in path:
        found = dict(branches(found.variations if found else variations)).get(branch)
        if found is None:
            raise NoSuchVariationError(path)
    if found is None:
        raise VariationError("the main line is not a variation")
    return found


def walk_paths(variations: Variations, parent: Path = MAIN) -> Iterator[tuple[Path, Variation]]:
    """All variations with their paths, each before its own variations."""
    for branch, variation in branches(variations):
        path = (*parent, branch)
        yield path, variation
        yield from walk_paths(variation.variations, path)


def add_variation(
    transcript: Transcript, parent: Path, turn: int, turns: Iterable[Turn]
) -> tuple[Transcript, Path]:
    """Add a variation that replaces a turn of the line `parent`; also returns its path."""
    if len(parent) >= MAX_VARIATION_DEPTH:
        raise VariationError(f"variations can be nested at most {len(parent)} deep")
    new = Variation(turn, tuple(turns))
    changed = _edit_children(transcript, parent, lambda before: _ordered((*before, new)))
    siblings = _children(changed, parent)
    number = sum(1 for variation in siblings if variation.turn == turn)
    return changed, (*parent, Branch(turn, number))


def extend_variation(transcript: Transcript, path: Path, moves: Turn) -> Transcript:
    """Add a turn at the end of a variation."""
    return _edit(transcript, path, lambda line: line._replace(turns=(*line.turns, moves)))


def delete_variation(transcript: Transcript, path: Path) -> Transcript:
    """Delete a variation with its own variations."""
    gone = find_variation(transcript.annotations.variations, path)
    return _edit_children(
        transcript,
        path[:-1],
        lambda before: tuple(variation for variation in before if variation is not gone),
    )


def cut_variation(transcript: Transcript, path: Path, turn: int) -> Transcript:
    """Delete a variation's turns from the given one on, with their variations."""
    line = find_variation(transcript.annotations.variations, path)
    if turn <= line.turn:
        return delete_variation(transcript, path)
    return _edit(transcript, path, lambda line: _keep_before(line, turn))


def cut_main(transcript: Transcript, turn: int) -> Transcript:
    """Delete the turns of the game from the given one on, with their variations."""
    notes = transcript.annotations
    kept = _keep_before(Variation(1, transcript.turns, notes.comments, notes.variations), turn)
    changed = notes._replace(
        comments=kept.comments, variations=kept.variations, clocks=notes.clocks[: turn - 1]
    )
    return transcript.with_turns(kept.turns).with_annotations(changed)


def comment_on(transcript: Transcript, path: Path, turn: int, text: str | None) -> Transcript:
    """Set the comment of a turn of a line (0: the start); None or blank removes it."""
    kept = text if text is not None and text.strip() else None
    if not path:
        return transcript.with_comment(turn, kept)
    return _edit(transcript, path, lambda line: _with_comment(line, turn, kept))


def promote_variation(transcript: Transcript, path: Path) -> tuple[Transcript, Path]:
    """Promote a variation into its parent line; also returns the path of that line.

    The replaced turns become a variation in its place, so nothing is lost. Clocks of turns that
    leave the main line are dropped, because they belong to another sequence.
    """
    chosen = find_variation(transcript.annotations.variations, path)
    parent = path[:-1]
    if parent:
        return _edit(transcript, parent, lambda line: _swap(line, chosen)), parent
    notes = transcript.annotations
    main = Variation(1, transcript.turns, notes.comments, notes.variations)
    new = _swap(main, chosen)
    changed = notes._replace(
        comments=new.comments,
        variations=new.variations,
        clocks=notes.clocks[: chosen.turn - 1],
    )
    return transcript.with_turns(new.turns).with_annotations(changed), MAIN


def _swap(line: Variation, chosen: Variation) -> Variation:
    """The line continued by one of its variations; the old continuation becomes a variation."""
    at = chosen.turn
    others = tuple(variation for variation in line.variations if variation is not chosen)
    rest = Variation(
        at,
        line.turns[at - line.turn :],
        _comments(line, lambda turn: turn >= at),
        tuple(variation for variation in others if variation.turn > at),
    )
    staying = tuple(variation for variation in others if variation.turn <= at)
    return line._replace(
        turns=line.turns[: at - line.turn] + chosen.turns,
        comments=FrozenMap({**_comments(line, lambda turn: turn < at), **chosen.comments}),
        variations=_ordered((*([rest] if rest.turns else []), *staying, *chosen.variations)),
    )


def _keep_before(line: Variation, turn: int) -> Variation:
    return line._replace(
        turns=line.turns[: turn - line.turn],
        comments=_comments(line, lambda number: number < turn),
        variations=tuple(below for below in line.variations if below.turn <= turn),
    )


def _comments(line: Variation, keeps: Callable[[int], bool]) -> FrozenMap[int, str]:
    return FrozenMap({turn: text for turn, text in line.comments.items() if keeps(turn)})


def _with_comment(line: Variation, turn: int, text: str | None) -> Variation:
    kept = dict(line.comments)
    kept.pop(turn, None)
    if text is not None:
        kept[turn] = text
    return line._replace(comments=FrozenMap(dict(sorted(kept.items()))))


def _children(transcript: Transcript, path: Path) -> Variations:
    variations = transcript.annotations.variations
    return find_variation(variations, path).variations if path else variations


def _edit_children(
    transcript: Transcript, parent: Path, change: Callable[[Variations], Variations]
) -> Transcript:
    if parent:
        return _edit(
            transcript, parent, lambda line: line._replace(variations=change(line.variations))
        )
    notes: Annotations = transcript.annotations
    return transcript.with_annotations(notes.with_variations(change(notes.variations)))


def _edit(
    transcript: Transcript, path: Path, change: Callable[[Variation], Variation]
) -> Transcript:
    """Replace one variation, and with it all that contain it."""
    old = find_variation(transcript.annotations.variations, path)
    new = change(old)

    def exchanged(before: Variations) -> Variations:
        return tuple(new if variation is old else variation for variation in before)

    return _edit_children(transcript, path[:-1], exchanged)
