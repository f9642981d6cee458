"""Describes states in words: every part, the panel, and differences between two states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import model
from .model import CARD_WORDS, ITEM_WORDS, RESOURCE_WORDS, Holdings, Kind, State
from .writer import write_formula

_PLURALS = {"village": "villages", "city": "cities", "road": "roads", "knight": "knights"}
_UNCOUNTED = {*RESOURCE_WORDS.values()}


def explain(state: State) -> Iterator[str]:
    """Every part of a state as sentences, in the order of the notation."""
    yield from _explain_map(state)
    yield from _explain_placements(state)
    yield from _explain_hands(state)
    yield f"turn: this is turn {state.turn}; the notation does not record whose turn it is."
    yield f"rolled: the dice are {'rolled' if state.has_rolled else 'not rolled yet'}."
    yield f"must: {say_duty(state.must)}."
    bought = say_formula(state.bought, CARD_WORDS)
    yield f"bought: {bought or 'no cards'} in this turn, usable from the next turn on."
    items = say_formula(state.placeable, ITEM_WORDS)
    yield f"placeable: {items or 'nothing'} can be placed now."


def _explain_map(state: State) -> Iterator[str]:
    tiles = state.tiles()
    land = [kind for _, kind in tiles if kind is not Kind.SEA]
    width = max((len(row) for row in state.rows), default=0)
    yield (
        f"tiles: {len(state.rows)} rows of up to {width} columns, {len(tiles)} tiles, "
        f"{len(land)} of them land."
    )
    numbers = dict(state.numbers)
    for kind in Kind:
        if kind is not Kind.SEA:
            yield from _explain_kind(kind, tiles, numbers)
    yield from _or_none("harbours", [_say_harbour(harbour) for harbour in state.harbours])


def _explain_kind(
    kind: Kind, tiles: Iterable[tuple[model.Tile, Kind]], numbers: dict[model.Tile, int]
) -> Iterator[str]:
    found = [tile for tile, other in tiles if other is kind]
    shown = [f"{tile} ({numbers[tile]})" if tile in numbers else str(tile) for tile in found]
    if shown:
        yield f"  {kind.word}: {', '.join(shown)}."


def _say_harbour(harbour: model.Harbour) -> str:
    trade = f"2 {harbour.resource.word} for 1" if harbour.resource else "3 of a kind for 1"
    return f"{harbour.border}, {trade}"


def _explain_placements(state: State) -> Iterator[str]:
    for number, player in enumerate(state.players, 1):
        parts = [
            f"{_count(len(places), noun)} at {', '.join(map(str, places))}"
            for noun, places in player.built()
            if places
        ]
        yield f"player {number} has {'; '.join(parts) or 'nothing on the board'}."
    yield f"robber: on {state.robber}, {_describe_tile(state, state.robber)}."


def _describe_tile(state: State, tile: model.Tile) -> str:
    kind = state.kind(tile)
    number = dict(state.numbers).get(tile)
    word = _word_of(kind)
    return word if number is None else f"{word} with the number {number}"


def _explain_hands(state: State) -> Iterator[str]:
    for number, player in enumerate(state.players, 1):
        held = say_formula(player.resources, RESOURCE_WORDS) or "no resources"
        cards = say_formula(player.cards, CARD_WORDS) or "no cards"
        knights = _count(player.knights, "knight") if player.knights else "no knights"
        yield f"player {number} holds {held}; cards: {cards}; {knights} used."
    yield f"largest army: {_holder(state.largest_army)}."
    yield f"longest road: {_holder(state.longest_road)}."


def _holder(player: int) -> str:
    return f"player {player}" if player else "no player"


def say_duty(must: model.Must) -> str:
    """Sentence about the duty of the current player."""
    match must.duty:
        case model.Duty.STEAL:
            return "the player must steal now"
        case model.Duty.MOVE_ROBBER:
            return "the player must move the robber now"
        case model.Duty.DISCARD:
            players = ", ".join(map(str, must.players)) or "none"
            return f"must discard now: player {players}"
        case model.Duty.PLACE if must.players:
            return f"items must be placed by players {', '.join(map(str, must.players))}"
        case model.Duty.PLACE:
            return f"the player must place {say_formula(must.items, ITEM_WORDS) or 'nothing'} now"
        case model.Duty.NOTHING:
            return "no duty"


def say_formula(formula: model.Formula, words: dict[str, str]) -> str:
    """`5 brick, 2 ore, 1 wool`."""
    return ", ".join(_count(amount, words[code]) for code, amount in formula)


def _count(number: int, noun: str) -> str:
    if number == 1 or noun in _UNCOUNTED:
        return f"{number} {noun}"
    return f"{number} {_PLURALS.get(noun, noun + 's')}"


def _or_none(heading: str, items: list[str]) -> Iterator[str]:
    if not items:
        yield f"{heading}: none."
        return
    yield f"{heading}:"
    yield from (f"  {item}." for item in items)


def panel(state: State) -> list[str]:
    """Lines for the side panel: one per player, then the turn."""
    lines = [_panel_line(number, player, state) for number, player in enumerate(state.players, 1)]
    rolled = "rolled" if state.has_rolled else "not rolled"
    lines.append(f"turn {state.turn}, {rolled}; {say_duty(state.must)}")
    if state.bought:
        lines.append(f"bought: {say_formula(state.bought, CARD_WORDS)}")
    if state.placeable:
        lines.append(f"can be placed: {say_formula(state.placeable, ITEM_WORDS)}")
    lines.append(f"robber on {state.robber}")
    return lines


def _panel_line(number: int, player: Holdings, state: State) -> str:
    held = sum(amount for _, amount in player.resources)
    parts = [
        f"hand {write_formula(player.resources) or '-'} ({held})",
        f"cards {write_formula(player.cards) or '-'}",
        f"knights {player.knights}",
    ]
    if state.largest_army == number:
        parts.append("largest army")
    if state.longest_road == number:
        parts.append("longest road")
    return f"player {number}: " + ", ".join(parts)


def differences(before: State, after: State) -> Iterator[str]:
    """The changes from one state to another, a sentence each."""
    yield from _map_differences(before, after)
    if len(before.players) != len(after.players):
        yield f"players: {len(before.players)}, then {len(after.players)}"
    empty = Holdings()
    for number in range(max(len(before.players), len(after.players))):
        one, other = (
            state.players[number] if number < len(state.players) else empty
            for state in (before, after)
        )
        yield from _player_differences(number + 1, one, other)
    if before.robber != after.robber:
        yield f"the robber moved from {before.robber} to {after.robber}"
    for what, old, new in (
        ("largest army", before.largest_army, after.largest_army),
        ("longest road", before.longest_road, after.longest_road),
    ):
        if old != new:
            yield f"{what}: {_holder(old)}, then {_holder(new)}"
    yield from _turn_differences(before, after)


def _map_differences(before: State, after: State) -> Iterator[str]:
    old, new = dict(before.tiles()), dict(after.tiles())
    for tile in sorted({*old, *new}, key=lambda tile: (tile.row, tile.column)):
        one, other = (_word_of(kinds.get(tile)) for kinds in (old, new))
        if one != other:
            yield f"tile {tile}: {one}, then {other}"
    old_numbers, new_numbers = dict(before.numbers), dict(after.numbers)
    for tile in sorted({*old_numbers, *new_numbers}, key=lambda tile: (tile.row, tile.column)):
        number, then = old_numbers.get(tile), new_numbers.get(tile)
        if number != then:
            yield f"number of {tile}: {number or 'none'}, then {then or 'none'}"
    yield from _removed_and_added(
        "harbour", map(_say_harbour, before.harbours), map(_say_harbour, after.harbours)
    )


def _word_of(kind: Kind | None) -> str:
    return "no tile" if kind is None else kind.word


def _removed_and_added(what: str, before: Iterable[str], after: Iterable[str]) -> Iterator[str]:
    old, new = list(before), list(after)
    yield from (f"{what} removed: {one}" for one in old if one not in new)
    yield from (f"{what} added: {one}" for one in new if one not in old)


def _player_differences(number: int, before: Holdings, after: Holdings) -> Iterator[str]:
    for (what, old), (_, new) in zip(before.built(), after.built(), strict=True):
        yield from _removed_and_added(f"player {number}, {what}", map(str, old), map(str, new))
    for formulas, words in (
        ((before.resources, after.resources), RESOURCE_WORDS),
        ((before.cards, after.cards), CARD_WORDS),
    ):
        old_counts, new_counts = map(dict, formulas)
        for code, word in words.items():
            change = new_counts.get(code, 0) - old_counts.get(code, 0)
            if change:
                yield f"player {number}, {word}: {change:+d}, now {new_counts.get(code, 0)}"
    if before.knights != after.knights:
        yield f"player {number}, used knights: {before.knights}, then {after.knights}"


def _turn_differences(before: State, after: State) -> Iterator[str]:
    if before.turn != after.turn:
        yield f"turn: {before.turn}, then {after.turn}"
    if before.has_rolled != after.has_rolled:
        yield "the dice were rolled" if after.has_rolled else "the dice are no longer rolled"
    if before.must != after.must:
        yield f"duty: {say_duty(before.must)}; then {say_duty(after.must)}"
    for what, one, other, words in (
        ("bought", before.bought, after.bought, CARD_WORDS),
        ("can be placed", before.placeable, after.placeable, ITEM_WORDS),
    ):
        if one != other:
            old, new = (say_formula(formula, words) or "nothing" for formula in (one, other))
            yield f"{what}: {old}, then {new}"
