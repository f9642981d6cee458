"""Validates a parsed state: numbers for producing tiles, places on the board, consistent players.

Builds a `State` in canonical order and reports every problem with its position. Does not enforce
what the notation leaves open, such as which numbers a board must have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest
from typing import TypeVar

from atlantis_core.json_text.places import Problems, Span
from atlantis_core.support.phrases import counted
from . import model
from .model import Border, Corner, Formula, State, place_order
from .parser import Parsed, PerPlayer, Terms
from .tokens import Located

P = TypeVar("P", Corner, Border)
_MOST_IN_HAND = 7


def check_state(parsed: Parsed, problems: Problems) -> State:
    """The parsed state; it is usable only if no errors were reported."""
    _drop_doubled_slash(parsed, problems)
    return _Checker(parsed, problems).check()


def _drop_doubled_slash(parsed: Parsed, problems: Problems) -> None:
    """Report and drop an empty row if the numbers show that there is one row less."""
    rows = parsed.rows
    if [] not in rows[1:-1]:
        return
    empty = rows.index([], 1)
    others = [*rows[:empty], *rows[empty + 1 :]]
    if _fit_numbers(others, parsed) and not _fit_numbers(rows, parsed):
        problems.error(parsed.row_spans[empty], "an empty row (expected one '/', not two)")
        del rows[empty], parsed.row_spans[empty]


def _fit_numbers(rows: Sequence[Sequence[model.Kind | None]], parsed: Parsed) -> bool:
    """Whether every row has as many numbers as tiles that produce."""
    producing = [sum(kind is not None and kind.is_producing for kind in row) for row in rows]
    written = [len(numbers) for numbers in parsed.numbers]
    return all(one == other for one, other in zip_longest(written, producing, fillvalue=0))


class _Checker:
    def __init__(self, parsed: Parsed, problems: Problems) -> None:
        self._parsed = parsed
        self._problems = problems
        self._players = self._count_players()

    def check(self) -> State:
        parsed = self._parsed
        state = State(
            rows=self._rows(),
            numbers=self._numbers(),
            harbours=tuple(
                model.Harbour(border.value, resource)
                for border, resource in sorted(
                    parsed.harbours, key=lambda harbour: place_order(harbour[0].value)
                )
            ),
            players=self._holdings(),
            robber=parsed.robber.value,
            largest_army=self._holder(parsed.largest_army, "largest army"),
            longest_road=self._holder(parsed.longest_road, "longest road"),
            turn=parsed.turn.value,
            has_rolled=parsed.rolled.value == "R",
            must=self._must(),
            bought=self._formula(parsed.bought, model.CARD_WORDS),
            placeable=self._formula(parsed.placeable, model.ITEM_WORDS),
        )
        self._check_harbours(state)
        self._check_robber(state)
        self._check_buildings(state)
        self._check_roads(state)
        self._check_discards(state)
        return state

    def _count_players(self) -> int:
        """The number of players, equal in all six lists; 0 if all of them are empty."""
        parsed = self._parsed
        lists: Sequence[tuple[str, Located[list[object]]]] = (
            ("cities", parsed.cities),
            ("villages", parsed.villages),
            ("roads", parsed.roads),
            ("resources", parsed.resources),
            ("cards", parsed.cards),
            ("knights", parsed.knights),
        )  # type: ignore[assignment]  # elements do not matter: only counted here
        counts = [len(found.value) for _, found in lists]
        if max(counts) == 1 and not any(part for _, found in lists for part in found.value):
            knights = parsed.knights.value[0]
            return 0 if knights is None else 1
        expected = max(set(counts), key=counts.count)
        for (what, found), count in zip(lists, counts, strict=True):
            if count != expected:
                message = f"{what} for {counted(count, 'player')} (expected {expected})"
                self._problems.error(found.span, message, "separate players with '|'")
        if expected > 6:
            message = f"{expected} players (expected up to 6)"
            self._problems.error(parsed.cities.span, message)
        return expected

    def _rows(self) -> tuple[tuple[model.Kind | None, ...], ...]:
        rows, spans = self._parsed.rows, self._parsed.row_spans
        widths = [len(row) for row in rows]
        widest = max(widths, default=0)
        if widths.count(widest) == 1 and len(widths) > 2 and len(set(widths)) == 2:
            message = f"the row has {counted(widest, 'column')}, all others have {min(widths)}"
            self._problems.warn(spans[widths.index(widest)], message, "is it too long?")
            widths = [widest] * len(widths)
        for width, span in zip(widths, spans, strict=True):
            if width != widest:
                message = f"the row has {counted(width, 'column')}, the longest has {widest}"
                hint = f"end it with {widest - width} to skip the others"
                self._problems.warn(span, message, hint)
        return tuple(tuple(row) + (None,) * (widest - len(row)) for row in rows)

    def _numbers(self) -> tuple[tuple[model.Tile, int], ...]:
        parsed = self._parsed
        found: list[tuple[model.Tile, int]] = []
        for row, kinds in enumerate(parsed.rows, 1):
            tiles = [
                model.Tile(c, row) for c, kind in enumerate(kinds, 1) if kind and kind.is_producing
            ]
            written = parsed.numbers[row - 1] if row <= len(parsed.numbers) else []
            if len(written) != len(tiles):
                span = parsed.number_spans[min(row, len(parsed.numbers)) - 1]
                message = (
                    f"{counted(len(written), 'number')} for row {row}, which has "
                    f"{counted(len(tiles), 'tile')} that produce"
                )
                if row <= len(parsed.numbers) < len(parsed.rows):
                    self._problems.error(span, message, "is '/' missing between two rows?")
                    return tuple(found)
                self._problems.error(span, message)
            found += [(tile, number.value) for tile, number in zip(tiles, written, strict=False)]
        for extra, span in zip(
            parsed.numbers[len(parsed.rows) :], parsed.number_spans[len(parsed.rows) :], strict=True
        ):
            if extra or len(parsed.rows):
                message = f"numbers for a missing row: the map has {len(parsed.rows)}"
                self._problems.error(span, message)
        for number in (number for row in parsed.numbers for number in row):
            if not 2 <= number.value <= 12 or number.value == 7:
                message = f"dice cannot roll {number.value} here (expected 2 to 12 except 7)"
                self._problems.warn(number.span, message)
        return tuple(found)

    def _holdings(self) -> tuple[model.Holdings, ...]:
        parsed = self._parsed
        self._check_places(parsed.cities.value, "city")
        self._check_places(parsed.villages.value, "village")
        self._check_places(parsed.roads.value, "road")
        return tuple(
            model.Holdings(
                _sorted(parsed.cities.value, player),
                _sorted(parsed.villages.value, player),
                _sorted(parsed.roads.value, player),
                self._formula(_part(parsed.resources.value, player), model.RESOURCE_WORDS),
                self._formula(_part(parsed.cards.value, player), model.CARD_WORDS),
                _knights(parsed.knights.value, player),
            )
            for player in range(self._players)
        )

    def _check_places(self, players: PerPlayer[P], what: str) -> None:
        """Check that places are in order and unique among all players."""
        seen: dict[Corner | Border, Span] = {}
        for places in players:
            self._check_order(places, what)
            for place in places:
                if place.value in seen:
                    message = f"there already is a {what} at {place.value}"
                    self._problems.error(
                        place.span, message, "", (seen[place.value], "it is first here")
                    )
                seen.setdefault(place.value, place.span)

    def _check_order(self, places: Sequence[Located[P]], what: str) -> None:
        for one, other in pairwise(places):
            if place_order(other.value) < place_order(one.value):
                message = f"the {what} at {other.value} comes after {one.value}"
                self._problems.warn(other.span, message, "sort them by row, then by column")

    def _formula(self, terms: Terms, words: Iterable[str]) -> Formula:
        """Combine terms in the order of the codes, each code once."""
        codes = tuple(words)
        counts = dict.fromkeys(codes, 0)
        before = -1
        for code, amount in terms:
            rank = codes.index(code.value)
            if counts[code.value]:
                self._problems.warn(code.span, f"'{code.value}' appears twice", "write the sum")
            elif rank < before:
                order = " ".join(codes)
                self._problems.warn(code.span, f"'{code.value}' is out of order", f"use {order}")
            before = max(before, rank)
            counts[code.value] += amount
        return tuple((code, count) for code, count in counts.items() if count)

    def _holder(self, player: Located[int], what: str) -> int:
        if player.value > self._players:
            message = f"player {player.value} cannot have the {what}: {self._there_are()}"
            self._problems.error(player.span, message)
        return player.value

    def _there_are(self) -> str:
        return f"there are {counted(self._players, 'player')}" if self._players else "no players"

    def _must(self) -> model.Must:
        required = self._parsed.must
        duty = required.duty.value
        players = tuple(player.value for player in required.players)
        if duty is model.Duty.DISCARD:
            self._check_duty_players()
            if self._parsed.rolled.value != "R":
                message = "players discard after a roll of the dice, but 'R' is missing"
                self._problems.warn(required.duty.span, message)
        elif players and required.items:
            message = "'P' lists players and items (expected items to place, as in 'P[VR]')"
            self._problems.error(required.duty.span, message)
        elif players:
            message = "'P' lists players (expected items to place, for example 'P[VR]')"
            self._problems.warn(required.duty.span, message)
        return model.Must(duty, players, self._formula(required.items, model.ITEM_WORDS))

    def _check_duty_players(self) -> None:
        before = 0
        for player in self._parsed.must.players:
            if not 1 <= player.value <= self._players:
                message = f"player {player.value} cannot discard: {self._there_are()}"
                self._problems.error(player.span, message)
            elif player.value == before:
                self._problems.error(player.span, f"player {player.value} appears twice")
            elif player.value < before:
                message = f"player {player.value} comes after player {before}"
                self._problems.warn(player.span, message)
            before = player.value

    def _check_harbours(self, state: State) -> None:
        borders = [border for border, _ in self._parsed.harbours]
        self._check_places([[border] for border in borders], "harbour")
        self._check_order(borders, "harbour")
        for border in borders:
            lands = sum(state.is_land(tile) for tile in border.value.tiles())
            if not any(state.kind(tile) for tile in border.value.tiles()):
                self._problems.error(border.span, f"{border.value} is not on the board")
            elif lands != 1:
                between = "two tiles of land" if lands else "sea and sea"
                message = f"the harbour at {border.value} is between {between}"
                self._problems.warn(border.span, message, "place it on the coast")

    def _check_robber(self, state: State) -> None:
        robber = self._parsed.robber
        if state.kind(robber.value) is None:
            self._problems.error(robber.span, f"there is no tile {robber.value} for the robber")
        elif not state.is_land(robber.value):
            self._problems.warn(robber.span, f"the robber is at sea on {robber.value}")

    def _check_buildings(self, state: State) -> None:
        parsed = self._parsed
        built: dict[Corner, Span] = {}
        for what, players in (("city", parsed.cities), ("village", parsed.villages)):
            for player, corners in enumerate(players.value):
                for corner in corners:
                    self._check_on_board(state, corner, what)
                    if what == "village" and corner.value in built:
                        message = f"there already is a city at {corner.value}"
                        near = (built[corner.value], "it is here")
                        self._problems.error(corner.span, message, "", near)
                    self._check_distance(corner, built, what)
                    self._check_own_road(state, corner, player, what)
                    built.setdefault(corner.value, corner.span)

    def _check_distance(
        self, corner: Located[Corner], built: dict[Corner, Span], what: str
    ) -> None:
        near = [other for other in corner.value.neighbours() if other in built]
        if near:
            message = f"the {what} at {corner.value} is next to the building at {near[0]}"
            self._problems.warn(corner.span, message)

    def _check_own_road(
        self, state: State, corner: Located[Corner], player: int, what: str
    ) -> None:
        own = state.players[player].roads if player < len(state.players) else ()
        if not set(own).intersection(corner.value.borders()):
            message = f"no road of player {player + 1} leads to the {what} at {corner.value}"
            self._problems.warn(corner.span, message)

    def _check_roads(self, state: State) -> None:
        for roads in self._parsed.roads.value:
            for road in roads:
                self._check_on_board(state, road, "road")

    def _check_on_board(
        self, state: State, place: Located[Corner] | Located[Border], what: str
    ) -> None:
        tiles = place.value.tiles()
        if not any(state.kind(tile) for tile in tiles):
            self._problems.error(place.span, f"{place.value} is not on the board")
        elif not any(map(state.is_land, tiles)):
            self._problems.warn(place.span, f"the {what} at {place.value} touches no land")

    def _check_discards(self, state: State) -> None:
        if state.must.duty is not model.Duty.DISCARD:
            return
        for player in self._parsed.must.players:
            if 1 <= player.value <= len(state.players):
                held = sum(count for _, count in state.players[player.value - 1].resources)
                if held <= _MOST_IN_HAND:
                    message = f"player {player.value} holds only {counted(held, 'resource')}"
                    self._problems.warn(player.span, message)


def _sorted(players: PerPlayer[P], player: int) -> tuple[P, ...]:
    places = players[player] if player < len(players) else []
    return tuple(sorted((place.value for place in places), key=place_order))


def _part(players: Sequence[Terms], player: int) -> Terms:
    return players[player] if player < len(players) else []


def _knights(players: Sequence[Located[int] | None], player: int) -> int:
    found = players[player] if player < len(players) else None
    return 0 if found is None else found.value
