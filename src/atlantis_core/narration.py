"""English sentences about turns, standings and results, shared by the commands and the app.

Sentences have no line breaks; the caller wraps them. `make_cast` makes names and colours from
files safe to show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby, repeat

from .positions.events import (
    Elimination,
    Explosion,
    Growth,
    Impact,
    MoveEvent,
    TurnReport,
    TurnStep,
    Wave,
)
from .positions.grid import Field, Move, format_moves
from .positions.position import FieldState, Position
from .rules.scoring import (
    Area,
    Outcome,
    Reason,
    Standing,
    areas,
    has_decision,
    outcome,
    standing,
    tally,
)
from .support.colors import choose_letters
from .support.phrases import counted, listed
from .support.safe_text import showable_ends

LONGEST_NAME = 40
"""Longer names are cut in the middle, because command lines often differ at the end."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Display names of the players in turn order, and their letters in diagrams."""

    names: tuple[str, ...]
    letters: str

    def __getitem__(self, player: int) -> str:
        return self.names[player]

    def full_name(self, player: int) -> str:
        """The name with the player's letter in diagrams: ``Ann (R)``."""
        ending = f"({self.letters[player]})"
        name = self.names[player]
        return name if name.endswith(ending) else f"{name} {ending}"


def make_cast(names: Sequence[str | None], colors: Sequence[str]) -> Cast:
    """Call each player by name, else by colour. The letter distinguishes equal names."""
    letters = choose_letters(colors)
    called = [
        _shown(name) or _shown(color).capitalize() or f"Player {letter}"
        for name, color, letter in zip(names, colors, letters, strict=True)
    ]
    folded = [name.casefold() for name in called]
    distinct = (
        f"{name} ({letter})" if folded.count(name.casefold()) > 1 else name
        for name, letter in zip(called, letters, strict=True)
    )
    return Cast(tuple(distinct), letters)


def describe_turn(report: TurnReport, cast: Cast) -> tuple[str, ...]:
    """Everything that happened in a turn, one sentence per step.

    Then the standing if the turn changed it, and the outcome if the game is over.
    """
    lines = [sentence for _, sentence in describe_turn_steps(report, cast)]
    if not report.changes_areas:
        return tuple(lines)
    lines += _describe_losers(report, cast)
    held = standing(report.end)
    if held != standing(report.start):
        lines.append(describe_standing(held, cast))
    ending = outcome(report.end)
    if ending is not None:
        lines.extend(describe_outcome(ending, cast))
    return tuple(lines)


def describe_turn_step(step: TurnStep | None, cast: Cast, wave: int | None = None) -> str:
    """A move, wave or growth as a sentence; a wave with its number if one is given."""
    match step:
        case MoveEvent():
            return describe_move(step, cast)
        case Wave():
            return describe_wave(step, cast, wave)
        case Growth(fields):
            return describe_growth(fields)
        case None:
            return "nothing happens"


def describe_turn_steps(report: TurnReport, cast: Cast) -> Iterator[tuple[TurnStep | None, str]]:
    """The steps of a turn with a sentence for each. For a pass, the first step is None."""
    if not report.moves:
        can_decide = has_decision(report.start, report.player)
        why = "passes" if can_decide else "has nothing left to decide and passes"
        yield None, f"{cast[report.player]} {why}."
    waves = count(1) if len(report.waves) > 1 else repeat(None)
    for step in report.steps:
        number = next(waves) if isinstance(step, Wave) else None
        yield step, describe_turn_step(step, cast, number)


def describe_move(event: MoveEvent, cast: Cast) -> str:
    """One move: stones that leave, stones eliminated on the way, stones that arrive."""
    parts = [f"{event.move}: {_stones(event.stones)} {_verb(event.stones, 'moves', 'move')}"]
    if event.stones == 1 and event.eliminations:
        (lost,) = event.eliminations
        return f"{parts[0]} and is eliminated together with one of {cast[lost.opponent]}'s."
    if event.eliminations:
        parts += [_elimination(lost, cast) for lost in event.eliminations]
        parts.append(_arrival(event))
    return "; ".join(parts) + "."


def describe_wave(wave: Wave, cast: Cast, number: int | None = None) -> str:
    """The fields that exploded together, and what their stones did."""
    heading = "" if number is None else f"Wave {number}: "
    parts = [*_explosions(wave.explosions), *_arrivals(wave.impacts)]
    parts += _casualties(wave.impacts, cast)
    surplus = sum(blast.surplus for blast in wave.explosions)
    if surplus:
        parts.append(f"{counted(surplus, 'surplus stone')} {_verb(surplus, 'is', 'are')} lost")
    return heading + "; ".join(parts) + "."


def describe_growth(grown: Sequence[Field]) -> str:
    many = len(grown) > 1
    return f"{_fields(grown)} {'grow' if many else 'grows'} by a stone{' each' if many else ''}."


def describe_standing(held: Standing, cast: Cast) -> str:
    """Secured and leading fields of all players who have any (R6.3)."""
    parts = [
        f"{word}: {_figures(figures, cast)}"
        for word, figures in (("secured", held.secured), ("leading", held.leading))
        if any(figures)
    ]
    text = "; ".join(parts) or "no player has an area alone"
    return text[0].upper() + text[1:] + "."


def describe_outcome(ending: Outcome, cast: Cast) -> tuple[str, ...]:
    """Why a game is over, who won, and the scores."""
    if not ending.ranking:
        return (_reason(ending.reason),)
    scores = [ending.scores[player] for player in ending.ranking]
    first, *others = (
        f"{cast[player]} {_verb(place, 'wins with', 'has')} {counted(score, 'field')}"
        for place, (player, score) in enumerate(zip(ending.ranking, scores, strict=True), 1)
    )
    lines = [_reason(ending.reason), "; ".join([first, *others]) + "."]
    if len(set(scores)) < len(scores):
        lines.append("Ties go to the player later in turn order.")
    return tuple(lines)


def describe_to_move(position: Position, cast: Cast) -> str:
    """Whose turn it is in a running game."""
    player = cast[position.to_move]
    if has_decision(position, position.to_move):
        return f"{player} is to move."
    return f"{player} is next, but has nothing left to decide."


def describe_moves(position: Position, moves: Iterable[Move]) -> Iterator[str]:
    """The destinations of each stack, with its height: ``b2 (3): b3 b4 b5``."""
    for source, group in groupby(moves, key=lambda move: move.source):
        destinations = " ".join(str(move.destination) for move in group)
        yield f"{source} ({position[source].stones}): {destinations}"


def describe_areas(position: Position, cast: Cast) -> tuple[str, ...]:
    """Every area, largest first: lowest field, size, occupants, whether it is stable."""
    ordered = sorted(areas(position), key=lambda area: (-area.size, area.fields[0]))
    return tuple(_describe_area(area, cast) for area in ordered)


def describe_board(position: Position) -> str:
    """The size of a board: ``19 segments, 133 fields``."""
    segments = counted(len(position.board.segments), "segment")
    return f"{segments}, {counted(len(position.board), 'field')}"


def describe_start(position: Position, cast: Cast) -> str:
    """The board and the players of a game."""
    players = listed([cast.full_name(player) for player in range(position.players)])
    return f"Start: {describe_board(position)}; {players or 'no players'}."


def turn_heading(turn: int, report: TurnReport, cast: Cast) -> str:
    """The number of a turn, its player, and its moves in notation."""
    played = format_moves(event.move for event in report.moves)
    return f"Turn {turn}, {cast.full_name(report.player)}: {played}"


def _shown(text: str | None) -> str:
    return showable_ends(text.strip(), LONGEST_NAME) if text else ""


def _verb(number: int, one: str, many: str) -> str:
    return one if number == 1 else many


def _stones(number: int) -> str:
    return counted(number, "stone")


def _fields(fields: Iterable[Field]) -> str:
    return listed([str(field) for field in sorted(fields)])


def _describe_area(area: Area, cast: Cast) -> str:
    occupants = listed([cast[player] for player in area.occupants]) or "empty"
    state = "stable" if area.is_stable else "not stable"
    touched = ", next to a growing field" if area.is_growing else ""
    return (
        f"Area of {area.fields[0]}: {counted(area.size, 'field')}, {occupants}, {state}{touched}."
    )


def _elimination(lost: Elimination, cast: Cast) -> str:
    of = f"{cast[lost.opponent]}'s"
    if lost.stones == 1:
        return f"on {lost.field} one is eliminated, with one of {of}"
    return f"on {lost.field} {lost.stones} are eliminated, with {lost.stones} of {of}"


def _arrival(event: MoveEvent) -> str:
    if not event.landed:
        return "none is left"
    return f"{event.landed} {_verb(event.landed, 'arrives', 'arrive')}"


def _explosions(explosions: Iterable[Explosion]) -> list[str]:
    blasts = list(explosions)
    turned = {
        FieldState.OPEN: ("explodes and starts growing", "explode and start growing"),
        FieldState.GROWING: ("explodes and dies", "explode and die"),
    }
    parts = []
    for state, words in turned.items():
        fields = [blast.field for blast in blasts if blast.was is state]
        if fields:
            parts.append(f"{_fields(fields)} {_verb(len(fields), *words)}")
    return parts


def _arrivals(impacts: Iterable[Impact]) -> list[str]:
    """The fields that gain stones in a wave, grouped by the number of stones."""
    by_stones: dict[int, list[Field]] = {}
    for impact in impacts:
        if impact.gained:
            by_stones.setdefault(impact.gained, []).append(impact.field)
    return [
        f"{_fields(fields)} {_verb(len(fields), 'gains', 'gain')} "
        f"{'a stone' if stones == 1 else _stones(stones)}{' each' if len(fields) > 1 else ''}"
        for stones, fields in sorted(by_stones.items())
    ]


def _casualties(impacts: Iterable[Impact], cast: Cast) -> list[str]:
    """The losses of the opponents in a wave, player by player."""
    hits: dict[int, list[Impact]] = {}
    for impact in impacts:
        if impact.eliminated and impact.before.player is not None:
            hits.setdefault(impact.before.player, []).append(impact)
    return [_loss(cast[player], lost) for player, lost in sorted(hits.items())]


def _loss(name: str, hits: Sequence[Impact]) -> str:
    total = sum(hit.eliminated for hit in hits)
    # The total is enough for one field, or for one stone on each field.
    is_plain = len(hits) == 1 or total == len(hits)
    fields = [
        str(hit.field) if is_plain else f"{hit.field} ({hit.eliminated})"
        for hit in sorted(hits, key=lambda hit: hit.field)
    ]
    return f"{name} loses {_stones(total)} on {listed(fields)}"


def _describe_losers(report: TurnReport, cast: Cast) -> list[str]:
    """The players who lost their last stone in this turn."""
    stones = zip(tally(report.start).stones, tally(report.end).stones, strict=True)
    losers = [player for player, (before, after) in enumerate(stones) if before and not after]
    return [f"{cast[player]} has no stones left." for player in losers]


def _figures(figures: Sequence[int], cast: Cast) -> str:
    return ", ".join(f"{cast[player]} {n}" for player, n in enumerate(figures) if n)


def _reason(reason: Reason) -> str:
    if reason is Reason.ADJUDICATED:
        return "The game was stopped and adjudicated."
    return f"The game is over: {reason.value}."
