"""Reading and writing maps: both dialects, errors with positions, unknown attributes."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.games.maps.css_colors import parse_color
from atlantis_core.games.maps.game import GAME, map_record
from atlantis_core.games.maps.generator import SHAPES, new_map
from atlantis_core.games.maps.position import QUIET_ROUNDS, MapPosition
from atlantis_core.games.maps.rules import is_progress
from atlantis_core.games.maps.writer import write_map
from atlantis_core.games.protocol import Move
from atlantis_core.opening import GameFile, open_bytes
from atlantis_core.support.colors import RGB
from atlantis_core.support.diagnostics import format_diagnostic
from tests.commands.running import run
from tests.games.maps.strategies import maps
from tests.games.shared_data import shared

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads(files("atlantis_core.games.maps").joinpath("schema.json").read_text())
NODES = (
    '"nodes": [{"id": 0, "x": 0, "y": 0, "visible": true}, '
    '{"id": 1, "x": 1, "y": 0, "visible": true}, {"id": 2, "x": 2, "y": 0, "visible": false}]'
)
LINKS = '"links": [[0, 1], [1, 0]]'
PLAYERS = '"players": [{"name": "white", "color": "white"}, {"name": "black", "color": "#000"}]'
PIECES = '"pieces": [{"type": "king", "player": "white", "at": 0}]'


def document(
    nodes: str = NODES,
    links: str = LINKS,
    players: str = PLAYERS,
    pieces: str = PIECES,
    *more: str,
) -> str:
    return "{" + ",\n".join((nodes, links, players, pieces, *more)) + "}"


def told(text: str) -> list[str]:
    return [format_diagnostic(found) for found in GAME.read(text, "m").diagnostics]


def test_valid_map_has_no_diagnostics() -> None:
    assert told(document()) == []


WRONG = [
    (document(links='"links": [[0, 7], [1, 0]]'), "7]", "there is no node with the id 7"),
    (document(links='"links": [[1, 1]]'), "[1, 1]", "the node 1 is linked to itself"),
    (document(links='"links": [[0, 1]]'), "[0, 1]", "1 link is one-way, here from 0 to 1"),
    (document(links='"links": [[0, 1, 2]]'), "[0, 1, 2]", "a list of two node ids"),
    (document(NODES.replace('"id": 1', '"id": 0.0')), "0.0", "there are two nodes with the id 0"),
    (document(NODES.replace('"id": 1', '"id": -1')), "-1", "expected a whole number from 0"),
    (document(NODES.replace('"id": 1', '"id": 1.5')), "1.5", "invalid value: 1.5"),
    (document(NODES.replace('"x": 1', '"x": "1"')), '"1"', "'1' (expected a number)"),
    (document(NODES.replace('"x": 1', '"x": 1e13')), "1e13", "expected a number up to"),
    (document(NODES.replace("false", "0")), "0}", "invalid value: 0 (expected true or false)"),
    (document(players=PLAYERS.replace("#000", "bleck")), '"bleck', "'bleck' (expected a CSS"),
    (document(players=PLAYERS.replace("black", "white")), '"white", "color": "#', "two players"),
    (document(players='"players": [1, {"name": "a"}]'), '"a"', "some players are numbers"),
    (document(pieces=PIECES.replace("king", "camel")), '"camel"', "'camel' (expected 'pawn'"),
    (document(pieces=PIECES.replace("white", "red")), '"red"', "unknown player: 'red'"),
    (document(pieces=PIECES.replace('"at": 0', '"at": 9')), "9", "no node with the id 9"),
    (document(pieces=PIECES.replace('"at": 0', '"at": 2')), "2", "the node 2 is invisible"),
    (
        document(pieces=f"{PIECES[:-1]}, {PIECES[PIECES.index('{') :]}"),
        "0}]",
        "there are two pieces on the node 0",
    ),
    (document(NODES, LINKS, PLAYERS, PIECES, '"moves": 3'), "3}", "3 (expected a list)"),
    (document().replace('"links"', '"lynx"'), "{", "the key 'links' is missing"),
    ('{"nodes": [], "links": [', "", "unexpected end of file (expected ']')"),
]


@pytest.mark.parametrize(("text", "at", "message"), WRONG)
def test_errors_have_positions(text: str, at: str, message: str) -> None:
    found = [one for one in GAME.read(text, "m").diagnostics if message in one.message]
    assert found, told(text)
    assert text.split("\n")[found[0].line - 1][found[0].column - 1 :].startswith(at)


def test_illegal_move_ends_the_game_before_it() -> None:
    pieces = (
        '"pieces": [{"type": "king", "player": "white", "at": 0}, '
        '{"type": "king", "player": "black", "at": 1}]'
    )
    reading = GAME.read(document(NODES, LINKS, PLAYERS, pieces, '"moves": ["1-0"]'), "m")
    assert [format_diagnostic(found) for found in reading.diagnostics] == [
        "m:5:11: error: illegal move: not a legal move: '1-0' (expected for example '0-1')"
    ]
    assert reading.record is not None
    assert reading.record.last_step == 0
    won = GAME.read(document(NODES, LINKS, PLAYERS, pieces, '"moves": ["0 1"]'), "m").record
    assert won is not None
    assert won.position(1).result == "white wins with the last king"


def test_moves_on_a_map_without_a_king_are_an_error() -> None:
    text = document(NODES, LINKS, PLAYERS, '"pieces": []', '"moves": ["0-1"]')
    assert told(text)[0].startswith("m:5:10: error: the map has no king")


def test_unknown_attributes_moves_and_comments_are_kept() -> None:
    nodes = NODES.replace('"visible": false', '"visible": false, "height": [1, {"a": null}]')
    pieces = (
        '"pieces": [{"type": "king", "player": "white", "at": 0, "id": 7}, '
        '{"type": "king", "player": "black", "at": 1}]'
    )
    more = ('"moves": ["0-1"]', '"comments": {"1": "ha\\u202e"}', '"author": "é"')
    text = document(nodes, LINKS, PLAYERS, pieces, *more)
    record = GAME.read(text, "m").record
    assert record is not None
    assert record.text() == text
    written = record.canonical()
    assert "\u202e" not in written
    again = json.loads(written)
    before = json.loads(text)
    assert again["nodes"][2]["height"] == [1, {"a": None}]
    assert again["pieces"][0]["id"] == 7
    assert {key: again[key] for key in ("moves", "comments", "author")} == {
        key: before[key] for key in ("moves", "comments", "author")
    }


@pytest.mark.parametrize("name", ["2hexa", "hexamap", "chess8x8-pad1", "sample-map"])
def test_shared_maps_round_trip_and_match_the_schema(name: str) -> None:
    text = shared(f"maps/{name}.json").read_text()
    reading = GAME.read(text, name)
    assert not any(found.is_error for found in reading.diagnostics)
    assert reading.record is not None
    canonical = reading.record.canonical()
    again = GAME.read(canonical, name).record
    assert again is not None
    assert again.canonical() == canonical
    jsonschema.validate(json.loads(text), SCHEMA)
    jsonschema.validate(json.loads(canonical), SCHEMA)
    other = shared("maps/2hexa.seed-dialect.json").read_text() if name == "2hexa" else text
    same = GAME.read(other, name).record
    assert same is not None
    assert len(same.position(0).legal_moves()) == len(again.position(0).legal_moves())


@pytest.mark.parametrize("path", sorted((ROOT / "transcripts" / "maps").glob("*.json")))
def test_samples_are_canonical_and_valid(path: Path) -> None:
    found = open_bytes(path.read_bytes(), path.name)
    assert isinstance(found, GameFile)
    assert found.diagnostics == ()
    assert found.record is not None
    assert found.record.canonical() == path.read_text()
    jsonschema.validate(json.loads(path.read_text()), SCHEMA)


def test_fmt_reports_comments_that_json_cannot_keep(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(document().replace("{", "{ // a ring", 1).replace("ring", "ring\n", 1))
    formatted = run("fmt", str(path))
    assert formatted.status == 0
    assert "comment removed: // a ring" in formatted.err
    assert isinstance(open_bytes(path.read_bytes(), "m"), GameFile)


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("shape", [shape.name for shape in SHAPES])
def test_new_maps_can_be_played(shape: str, players: int) -> None:
    made = new_map(shape, players)
    reading = GAME.read(write_map(made), shape)
    assert reading.diagnostics == ()
    assert reading.record is not None
    assert reading.record.position(0).legal_moves()
    assert new_map(shape, players) == made


@given(maps())
def test_random_maps_round_trip(data: dict[str, Any]) -> None:
    record = GAME.read(json.dumps(data), "m").record
    assert record is not None
    canonical = record.canonical()
    again = GAME.read(canonical, "m").record
    assert again is not None
    assert again.canonical() == canonical
    assert again.position(0).text == record.position(0).text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["id", "x", "y", "visible", "name", "color", "type", "player", "at"]),
            inner,
        )
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(["nodes", "links", "players", "pieces", "moves", "comments"]), JSON
    ),
    st.integers(0, 200),
)
def test_random_json_is_read_or_refused(data: dict[str, Any], cut: int) -> None:
    text = json.dumps({"nodes": [], **data})
    for given_text in (text, text[:cut], text[: len(text) - cut]):
        reading = GAME.read(given_text, "m")
        assert reading.record is not None or any(found.is_error for found in reading.diagnostics)
        if reading.record is not None:
            reading.record.position(reading.record.last_step).picture(0)


@given(st.binary(max_size=300))
def test_random_bytes_are_read_or_not_recognised(content: bytes) -> None:
    for given_bytes in (content, b'{"nodes": [' + content, b'{"nodes": [], "links": ' + content):
        found = open_bytes(given_bytes, "m")
        assert not isinstance(found, GameFile) or found.record is not None or found.has_errors


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("red", RGB(255, 0, 0)),
        (" RebeccaPurple ", RGB(102, 51, 153)),
        ("rgb(255,255,255)", RGB(255, 255, 255)),
        ("rgb( 10 , 20,30 )", RGB(10, 20, 30)),
        ("rgb(10 20 30)", RGB(10, 20, 30)),
        ("rgba(10, 20, 30, 0.5)", RGB(10, 20, 30)),
        ("rgb(100%, 0%, 50%)", RGB(255, 0, 128)),
        ("rgb(300, -5, 0)", RGB(255, 0, 0)),
        ("#FF0000", RGB(255, 0, 0)),
        ("#f80", RGB(255, 136, 0)),
        ("#ff000080", RGB(255, 0, 0)),
        ("#ff00", RGB(255, 255, 0)),
        ("rgb(1,2)", None),
        ("rgb(1%,2,3)", None),
        ("#ff", None),
        ("#ggg", None),
        ("bleck", None),
        ("", None),
        ("rgb(" + "9" * 500, None),
    ],
)
def test_css_colours_are_parsed(text: str, color: RGB | None) -> None:
    assert parse_color(text) == color


REMARKED = """{
  // drawn on a napkin
  "nodes": [
    {"id": 2, "x": 1, "y": 0, "visible": true}, // the far end
    {"id": 1, "x": 0, "y": 0, "visible": true},
    {"id": 3, "x": 2, "y": 0, "visible": true},
    {"id": 4, "x": 3, "y": 0, "visible": true},
    {"id": 5, "x": 4, "y": 0, "visible": true}
  ],
  "links": [[1, 2], [2, 1], [2, 3], [3, 2], [3, 4], [4, 3], [4, 5], [5, 4]],
  "players": [{"name": "white", "color": "red"}, {"name": "black", "color": "blue"}],
  "pieces": [
    {"type": "king", "player": "white", "at": 1},
    {"type": "king", "player": "black", "at": 5} // hers
  ],
  "moves": [
    "1-2" // a blunder
  ]
}
"""


def test_json_comments_survive_a_move() -> None:
    record, problems, _ = GAME.read(REMARKED, "map.json")
    assert record is not None
    assert not problems
    longer = record
    for _ in range(2):
        longer = longer.played(longer.position(longer.last_step).legal_moves()[0])
    played = longer.text()
    assert played.index("drawn on a napkin") < played.index('"nodes"')
    for words, comment in (
        ('"id": 2,', "// the far end"),
        ('"at": 5}', "// hers"),
        ('"1-2"', "// a blunder"),
    ):
        (line,) = (line for line in played.splitlines() if words in line)
        assert line.endswith(comment)
    again = GAME.read(played, "map.json").record
    assert again is not None
    assert again.canonical() == played
    back = record.cut(0).text()
    assert "// a blunder" in back.splitlines()[-1]


SQUARE = json.loads((ROOT / "transcripts" / "maps" / "square-8.json").read_bytes())


@pytest.mark.parametrize(
    ("key", "index", "member", "value"),
    [
        ("nodes", 10, "id", "ten"),
        ("nodes", 10, "x", None),
        ("nodes", 10, "visible", 3),
        ("nodes", 10, "id", 1000),
        ("players", 0, "color", "wite"),
        ("players", 0, "name", "wite"),
        ("players", 0, "name", 7),
    ],
)
def test_one_wrong_value_is_one_error(key: str, index: int, member: str, value: object) -> None:
    data = json.loads(json.dumps(SQUARE))
    data[key][index][member] = value
    found = GAME.read(json.dumps(data), "m").diagnostics
    assert len([one for one in found if one.is_error]) == 1


TO_AND_FRO = ("57-42", "1-18", "42-57", "18-1")


def test_third_occurrence_of_a_position_is_a_draw_unless_switched_off() -> None:
    start = json.loads(write_map(new_map("square:8", 2)))

    over = GAME.read(json.dumps({**start, "moves": 2 * TO_AND_FRO}), "a").record
    assert over is not None
    position = over.position(over.last_step)
    assert position.result == "draw: the position occurred three times"
    assert position.to_move is None
    assert not position.legal_moves()
    assert over.position(over.last_step - 1).result is None

    beyond = {**start, "moves": [*2 * TO_AND_FRO, "57-42"]}
    (told,) = GAME.read(json.dumps(beyond), "a").diagnostics
    assert "the game is over: draw" in told.message
    free = GAME.read(json.dumps({**beyond, "draws": False}), "a")
    assert not free.diagnostics
    assert free.record is not None
    assert free.record.last_step == 9
    assert '"draws": false' in free.record.text()


def test_fifty_rounds_without_progress_are_a_draw() -> None:
    """Pieces walk to positions that have not occurred yet."""
    position = map_record(new_map("hexagon:5", 2)).start
    assert isinstance(position, MapPosition)
    seen: set[object] = set()
    quiet = 0
    while position.result is None:
        moves = [
            move
            for move in position.legal_moves()
            if not _makes_progress(position, move) and position.play(move).board not in seen
        ]
        assert moves, "the walk is stuck"
        position = position.play(moves[0])
        seen.add(position.board)
        quiet += 1
    assert position.result == "draw: fifty rounds without a capture or a pawn move"
    assert quiet == 2 * QUIET_ROUNDS


def _makes_progress(position: MapPosition, move: Move) -> bool:
    start, end = (position.graph.map.by_id[int(place)] for place in move.places)
    return is_progress(position.board, (start, end))
