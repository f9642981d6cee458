"""What happened in a turn, who holds what and how a game ended, in plain English.

Owns the words: the command, the reading dialogue and the app all say it the same way. Needs
no colours and no pictures. Gives sentences without line breaks; laying them out is up to the
caller. Knows no files: names and colours come as they were written there and are made safe
for showing here, so that no name can steer a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby, repeat

from .colors import choose_letters
from .events import Elimination, Explosion, Growth, Happening, Impact, MoveEvent, TurnReport, Wave
from .grid import Field, Move, format_moves
from .phrases import counted, listed
from .position import FieldState, Position
from .safe_text import showable_ends
from .scoring import Area, Outcome, Reason, Standing, areas, has_decision, outcome, standing, tally

LONGEST_NAME = 40
"""Longer names lose their middle: a sentence must stay one, and command lines differ at the end."""


@dataclass(frozen=True, slots=True)
class Cast:
    """What the players are called, in order of play, and the letters they have in diagrams."""

    names: tuple[str, ...]
    letters: str

    def __getitem__(self, player: int) -> str:
        return self.names[player]

    def full_name(self, player: int) -> str:
        """The name with the letter, so that it can be found in a diagram: ``Ann (R)``."""
        ending = f"({self.letters[player]})"
        name = self.names[player]
        return name if name.endswith(ending) else f"{name} {ending}"


def make_cast(names: Sequence[str | None], colors: Sequence[str]) -> Cast:
    """Call each player by name, else by colour, of which they also have their letters.

    No two players are called the same: the letter tells namesakes apart.
    """
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
    """Everything that happened in a turn, in order, a sentence each.

    Says who holds how much only where the turn changed it, and ends with the outcome if
    there is one.
    """
    lines = [sentence for _, sentence in tell_happenings(report, cast)]
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


def describe_happening(event: Happening | None, cast: Cast, wave: int | None = None) -> str:
    """One move, wave or growth in a sentence; a wave with its number if one is given."""
    match event:
        case MoveEvent():
            return describe_move(event, cast)
        case Wave():
            return describe_wave(event, cast, wave)
        case Growth(fields):
            return describe_growth(fields)
        case None:
            return "nothing happens"


def tell_happenings(report: TurnReport, cast: Cast) -> Iterator[tuple[Happening | None, str]]:
    """Moves, waves and growth in order, each with its sentence; without moves first why not."""
    if not report.moves:
        why = "passes" if has_decision(report.start, report.player) else "has nothing to decide"
        yield None, f"{cast[report.player]} {why}."
    waves = count(1) if len(report.waves) > 1 else repeat(None)
    for event in report.happenings:
        number = next(waves) if isinstance(event, Wave) else None
        yield event, describe_happening(event, cast, number)


def describe_move(event: MoveEvent, cast: Cast) -> str:
    """One move: how many stones set out, which fell on the way, how many arrived."""
    parts = [f"{event.move}: {_stones(event.stones)} {_verb(event.stones, 'moves', 'move')}"]
    if event.stones == 1 and event.eliminations:
        (fallen,) = event.eliminations
        return f"{parts[0]} and falls with one of {cast[fallen.opponent]}'s."
    if event.eliminations:
        parts += [_fall(fallen, cast) for fallen in event.eliminations]
        parts.append(_arrival(event))
    return "; ".join(parts) + "."


def describe_wave(wave: Wave, cast: Cast, number: int | None = None) -> str:
    """Which fields exploded together, and what their stones did."""
    heading = "" if number is None else f"Wave {number}: "
    parts = [*_explosions(wave.explosions), *_arrivals(wave.impacts)]
    parts += _casualties(wave.impacts, cast)
    surplus = sum(blast.surplus for blast in wave.explosions)
    if surplus:
        parts.append(f"{_stones(surplus)} {_verb(surplus, 'finds', 'find')} no place")
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
    text = "; ".join(parts) or "nobody holds an area alone"
    return text[0].upper() + text[1:] + "."


def describe_outcome(ending: Outcome, cast: Cast) -> tuple[str, ...]:
    """Why a game counts as finished, who won, and everybody's score."""
    if not ending.ranking:
        return (_reason(ending.reason),)
    scores = [ending.scores[player] for player in ending.ranking]
    first, *others = (
        f"{cast[player]} {_verb(place, 'wins with', 'has')} {counted(score, 'field')}"
        for place, (player, score) in enumerate(zip(ending.ranking, scores, strict=True), 1)
    )
    lines = [_reason(ending.reason), "; ".join([first, *others]) + "."]
    if len(set(scores)) < len(scores):
        lines.append("Among equals the later mover is ahead.")
    return tuple(lines)


def describe_to_move(position: Position, cast: Cast) -> str:
    """Whose turn it is, while the game runs."""
    player = cast[position.to_move]
    if has_decision(position, position.to_move):
        return f"{player} is to move."
    return f"{player} is to move, but has nothing to decide."


def describe_moves(position: Position, moves: Iterable[Move]) -> Iterator[str]:
    """Where each stack can go, its height in brackets: ``b2 (3): b3 b4 b5``."""
    for source, group in groupby(moves, key=lambda move: move.source):
        destinations = " ".join(str(move.destination) for move in group)
        yield f"{source} ({position[source].stones}): {destinations}"


def describe_areas(position: Position, cast: Cast) -> tuple[str, ...]:
    """Every area, largest first: its size, its lowest field, who is in it, whether it is stable."""
    ordered = sorted(areas(position), key=lambda area: (-area.size, area.fields[0]))
    return tuple(_describe_area(area, cast) for area in ordered)


def describe_board(position: Position) -> str:
    """How large a board is, for a heading: ``19 segments, 133 fields``."""
    segments = counted(len(position.board.segments), "segment")
    return f"{segments}, {counted(len(position.board), 'field')}"


def describe_start(position: Position, cast: Cast) -> str:
    """The board on which a game begins, and who plays."""
    players = listed([cast.full_name(player) for player in range(position.players)])
    return f"Start: {describe_board(position)}; {players or 'no players'}."


def turn_heading(turn: int, report: TurnReport, cast: Cast) -> str:
    """The number of a turn, who played it, and its moves in notation."""
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
    occupants = listed([cast[player] for player in area.occupants]) or "nobody"
    state = "stable" if area.is_stable else "not stable"
    touched = ", next to a growing field" if area.is_growing else ""
    return (
        f"Area of {area.fields[0]}: {counted(area.size, 'field')}, {occupants}, {state}{touched}."
    )


def _fall(fallen: Elimination, cast: Cast) -> str:
    of = f"{cast[fallen.opponent]}'s"
    if fallen.stones == 1:
        return f"on {fallen.field} one falls with one of {of}"
    return f"on {fallen.field} {fallen.stones} fall with {fallen.stones} of {of}"


def _arrival(event: MoveEvent) -> str:
    if not event.landed:
        return "none arrives"
    return f"{event.landed} {_verb(event.landed, 'arrives', 'arrive')}"


def _explosions(explosions: Iterable[Explosion]) -> list[str]:
    blasts = list(explosions)
    turned = {
        FieldState.OPEN: ("explodes and starts growing", "explode and start growing"),
        FieldState.GROWING: ("explodes and is dead", "explode and are dead"),
    }
    parts = []
    for state, words in turned.items():
        fields = [blast.field for blast in blasts if blast.was is state]
        if fields:
            parts.append(f"{_fields(fields)} {_verb(len(fields), *words)}")
    return parts


def _arrivals(impacts: Iterable[Impact]) -> list[str]:
    """Where the stones of a wave stay, fields with the same number together."""
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
    """What the opponents lose in a wave, player by player."""
    hits: dict[int, list[Impact]] = {}
    for impact in impacts:
        if impact.eliminated and impact.before.player is not None:
            hits.setdefault(impact.before.player, []).append(impact)
    return [_loss(cast[player], lost) for player, lost in sorted(hits.items())]


def _loss(name: str, hits: Sequence[Impact]) -> str:
    total = sum(hit.eliminated for hit in hits)
    # One number says it all where there is one place, or one stone at each of them.
    is_plain = len(hits) == 1 or total == len(hits)
    places = [
        str(hit.field) if is_plain else f"{hit.field} ({hit.eliminated})"
        for hit in sorted(hits, key=lambda hit: hit.field)
    ]
    return f"{name} loses {_stones(total)} on {listed(places)}"


def _describe_losers(report: TurnReport, cast: Cast) -> list[str]:
    """The players who lost their last stone in this turn."""
    stones = zip(tally(report.start).stones, tally(report.end).stones, strict=True)
    losers = [player for player, (before, after) in enumerate(stones) if before and not after]
    return [f"{cast[player]} has no stones left." for player in losers]


def _figures(figures: Sequence[int], cast: Cast) -> str:
    return ", ".join(f"{cast[player]} {n}" for player, n in enumerate(figures) if n)


def _reason(reason: Reason) -> str:
    if reason is Reason.ADJUDICATED:
        return "The game was broken off and adjudicated."
    return f"The game is over: {reason.value}."
