"""Pictures of maps: every visible node has a place, invisible ones none; links where they fit."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from atlantis_core.games.maps.game import GAME, map_record
from atlantis_core.games.maps.generator import new_map
from atlantis_core.games.pictures import Heading, Mark
from atlantis_core.games.protocol import Position
from tests.games.maps.strategies import maps
from tests.games.shared_data import shared

CHESS = """\
 r---n---b---q---k---b---n---r
 |0  |1  |2  |3  |4  |5  |6  |7
 p---p---p---p---p---p---p---p
 |8  |9  |10 |11 |12 |13 |14 |15
 .---.---.---.---.---.---.---.
 |16 |17 |18 |19 |20 |21 |22 |23
 .---.---.---.---.---.---.---.
 |24 |25 |26 |27 |28 |29 |30 |31
 .---.---.---.---.---.---.---.
 |32 |33 |34 |35 |36 |37 |38 |39
 .---.---.---.---.---.---.---.
 |40 |41 |42 |43 |44 |45 |46 |47
 P---P---P---P---P---P---P---P
 |48 |49 |50 |51 |52 |53 |54 |55
 R---N---B---Q---K---B---N---R
  56  57  58  59  60  61  62  63
"""


def start(shape: str, players: int = 2) -> Position:
    return map_record(new_map(shape, players)).start


def test_chess_board_has_white_at_the_bottom_and_numbers() -> None:
    assert start("square:8").picture(1).text() == CHESS


def test_three_players_have_numbers_beside_their_letters() -> None:
    lines = start("hexagon:3", 3).picture(1).text().splitlines()
    assert lines[-1].strip() == "Q1--K1--P1"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("shape", ["square:8", "hexagon:3", "hexagon:5", "torus:9", "planar:40"])
def test_large_pictures_show_the_number_of_every_node(shape: str, players: int) -> None:
    position = start(shape, players)
    picture = position.picture(position.sizes - 1)
    lines = picture.text().splitlines()
    for place, spot in picture.spots.items():
        right = lines[spot.line][spot.column + spot.width + 1 :]
        below = lines[spot.line + 1][spot.column + 1 :] if spot.line + 1 < len(lines) else ""
        assert any(re.match(rf"{place}(?!\d)", text) for text in (right, below)), place


@pytest.mark.parametrize("shape", ["square:8", "square:5", "hexagon:5", "torus:8", "planar:80"])
def test_new_maps_have_the_first_player_at_the_bottom(shape: str) -> None:
    graph_map = new_map(shape)
    heights = [graph_map.nodes[graph_map.by_id[piece.at]].y for piece in graph_map.pieces]
    first = [y for y, piece in zip(heights, graph_map.pieces, strict=True) if not piece.player]
    assert sum(first) / len(first) > sum(heights) / len(heights)


@pytest.mark.parametrize(("name", "size"), [("2hexa", 0), ("2hexa", 1), ("hexamap", 1)])
def test_drawings_match_the_approved_ones(name: str, size: int) -> None:
    drawings = shared("maps/drawings.txt").read_text().split("\n\n")
    headings = {"2hexa0": "2hexa, 80x24", "2hexa1": "2hexa with room", "hexamap1": "hexamap\n"}
    drawing = next(d for d in drawings if d.startswith(headings[f"{name}{size}"]))
    expected = [f" {line}".rstrip() for line in drawing.splitlines()[1:] if "visible" not in line]
    record = GAME.read(shared(f"maps/{name}.json").read_text(), name).record
    assert record is not None
    picture = record.position(0).picture(size)
    assert picture.text().splitlines() == expected
    assert picture.caption.startswith("rotated by 90 degrees")
    assert picture.width <= 80


def test_cursor_movement_and_marks() -> None:
    picture = start("square:8").picture(1)
    assert picture.next_place("0", Heading.RIGHT) == "1"
    assert picture.next_place("0", Heading.DOWN) == "8"
    assert picture.next_place("0", Heading.LEFT) == "0"
    marked = picture.marked({"1": Mark.CHOSEN, "16": Mark.TARGET})
    assert marked.text().splitlines()[0] == " r--[n]--b---q---k---b---n---r"
    assert marked.text().splitlines()[4].startswith("(.)--.")


@given(maps())
def test_every_visible_node_is_drawn_once_in_every_size(data: dict[str, Any]) -> None:
    record = GAME.read(json.dumps(data), "m").record
    assert record is not None
    position = record.position(0)
    visible = {str(node["id"]) for node in data["nodes"] if node["visible"]}
    for size in range(position.sizes):
        picture = position.picture(size)
        assert set(picture.spots) == visible
        cells = [(spot.column, spot.line) for spot in picture.spots.values()]
        assert len(set(cells)) == len(cells)
        lines = picture.text().splitlines()
        for column, line in cells:
            assert lines[line][column] in ".PNBRQKpnbrqk"


@given(maps())
def test_svg_is_one_document_with_every_node(data: dict[str, Any]) -> None:
    record = GAME.read(json.dumps(data), "m").record
    assert record is not None
    svg = record.position(0).svg(record.colors)
    assert svg.count("<circle ") == sum(node["visible"] for node in data["nodes"])


def test_samples_fit_80_columns() -> None:
    folder = Path(__file__).parents[3] / "transcripts" / "maps"
    samples = sorted(folder.glob("*.json"))
    assert len(samples) >= 5
    for path in samples:
        record = GAME.read(path.read_text(), path.name).record
        assert record is not None
        assert record.position(0).picture(0).width <= 80
