"""Random maps: lattices with holes, scattered nodes, one-way links, pieces of several players."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")


@st.composite
def maps(draw: st.DrawFn) -> dict[str, Any]:
    """The JSON data of a valid map with clearly distinct directions."""
    side = draw(st.integers(2, 6))
    jitter = st.floats(-3, 3, allow_nan=False, width=32)
    kept = draw(st.sets(st.integers(0, side * side - 1), min_size=2, max_size=side * side))
    nodes = [
        {
            "id": 10 * number,
            "x": 10 * (number % side) + draw(jitter),
            "y": 10 * (number // side) + draw(jitter),
            "visible": draw(st.integers(0, 4)) > 0,
        }
        for number in sorted(kept)
    ]
    ids = [node["id"] for node in nodes]
    near = [
        [one["id"], other["id"]]
        for one in nodes
        for other in nodes
        if one is not other and abs(one["x"] - other["x"]) < 17 and abs(one["y"] - other["y"]) < 17
    ]
    links = [link for link in near if draw(st.integers(0, 5)) > 0]
    players = draw(st.integers(2, 4))
    where = draw(st.lists(st.sampled_from(ids), unique=True, max_size=12))
    pieces = [
        {
            "type": "king" if at < players else draw(st.sampled_from(KINDS)),
            "player": f"p{at % players}",
            "at": node,
        }
        for at, node in enumerate(where)
    ]
    named = [{"name": f"p{number}", "color": "red"} for number in range(players)]
    return {"nodes": nodes, "links": links, "players": named, "pieces": pieces}
