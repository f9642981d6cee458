"""Writes a state as HSN in its canonical layout: sorted, all rows complete, in five blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .model import Duty, Formula, Harbour, Holdings, Kind, Must, State


def write_states(states: Iterable[State]) -> str:
    """A whole file: the states with a blank line between them."""
    return "\n".join(map(write_state, states))


def write_state(state: State) -> str:
    """One state, with a final line feed."""
    return (
        f"[{'/'.join(map(_row, state.rows))}]\n"
        f"[{_numbers(state)}]\n"
        f"[{','.join(map(_harbour, state.harbours))}]\n"
        "\n"
        f"{_each(state, lambda one: _listed(one.cities))} "
        f"{_each(state, lambda one: _listed(one.villages))} "
        f"{_each(state, lambda one: _listed(one.roads))} {state.robber}\n"
        "\n"
        f"{_each(state, lambda one: write_formula(one.resources))} "
        f"{_each(state, lambda one: write_formula(one.cards))} "
        f"{_each(state, lambda one: str(one.knights))} {state.largest_army} {state.longest_road}\n"
        "\n"
        f"{state.turn}\n"
        "\n"
        f"{'R' if state.has_rolled else '.'} {_must(state.must)} "
        f"{write_formula(state.bought) or '.'} {write_formula(state.placeable) or '.'}\n"
    )


def write_formula(formula: Formula) -> str:
    """`B5O2W`: an amount of 1 is not written."""
    return "".join(f"{code}{amount if amount > 1 else ''}" for code, amount in formula)


def _row(kinds: Sequence[Kind | None]) -> str:
    text, skipped = "", 0
    for kind in kinds:
        if kind is None:
            skipped += 1
            continue
        text += f"{skipped or ''}{kind.value}"
        skipped = 0
    return f"{text}{skipped or ''}"


def _numbers(state: State) -> str:
    """Row by row; omits empty rows at the end."""
    rows: list[list[str]] = [[] for _ in state.rows]
    for tile, number in state.numbers:
        rows[tile.row - 1].append(str(number))
    while rows and not rows[-1]:
        rows.pop()
    return "/".join(",".join(row) for row in rows)


def _harbour(harbour: Harbour) -> str:
    return f"{harbour.resource.value if harbour.resource else ''}{harbour.border}"


def _each(state: State, write: Callable[[Holdings], str]) -> str:
    return f"[{'|'.join(map(write, state.players))}]"


def _listed(places: Iterable[object]) -> str:
    return ",".join(map(str, places))


def _must(must: Must) -> str:
    if must.duty is Duty.DISCARD or must.players:
        return f"{must.duty.value}[{','.join(map(str, must.players))}]"
    if must.duty is Duty.PLACE:
        return f"P[{write_formula(must.items)}]"
    return str(must.duty.value)
