"""R7: valid JSON transcripts, and the diagnostics of invalid ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlantis_core import Field, Move, parse_field
from atlantis_core.json_text.limits import MAX_BYTES, MAX_PROBLEMS
from atlantis_core.support.colors import DEFAULT_PALETTE
from atlantis_core.support.diagnostics import Severity
from atlantis_core.transcript import (
    Format,
    FrozenMap,
    TranscriptError,
    check,
    check_file,
    dumps,
    load,
    loads,
    reader,
)
from tests.transcript.documents import (
    B2,
    HEAD,
    TWO,
    checked,
    document,
    errors_of,
    hints_of,
    underlined,
    warnings_of,
)


def test_r7_1_a_starting_board_needs_three_keys() -> None:
    transcript = loads(document(B2))
    assert transcript.is_starting_board
    assert [str(field) for field in transcript.fields()] == "a1 a2 b1 b2 b3 c2 c3".split()
    assert not transcript.players
    assert not transcript.turns
    assert not transcript.warnings
    assert errors_of("{}") == [
        "1:1 the key 'format' is missing",
        "1:1 the key 'version' is missing",
        "1:1 the key 'segments' is missing",
    ]


@pytest.mark.parametrize(
    ("head", "errors"),
    [
        ('"format": "Atlantis transkript", "version": "1.0"', ["1:12 the format must be"]),
        ('"format": 1, "version": "1.0"', ["1:12 the format must be"]),
        ('"format": "Atlantis transcript", "version": 1.0', ["1:46 the version must be a string"]),
        ('"format": "Atlantis transcript", "version": "2.0"', ["1:46 unknown version '2.0'"]),
    ],
)
def test_r7_1_format_and_version_are_checked(head: str, errors: list[str]) -> None:
    found = errors_of("{" + head + "," + B2 + "}")
    assert len(found) == len(errors)
    assert all(text.startswith(start) for text, start in zip(found, errors, strict=True))


def test_r7_1_misspelt_format_is_read_with_a_warning_and_never_written() -> None:
    text = document(B2).replace("transcript", "trancript")
    assert warnings_of(text) == [
        "1:12 'Atlantis trancript' is a typo from an older program",
    ]
    assert "trancript" not in dumps(loads(text))


def test_r7_1_a_later_version_of_the_same_kind_is_read_with_a_warning() -> None:
    text = document(B2).replace("1.0", "1.3")
    assert warnings_of(text) == ["1:46 version '1.3' is read as version 1.0"]


def test_r7_2_unknown_keys_are_kept_and_written_back() -> None:
    players = '"players": [{"color": "red", "stacks": {"a1": 1}, "elo": 1500.10, "x": {"y": [1]}}]'
    text = document(B2, players, '"turns": []', '"mood": null', '"n": [1e2, true, {}]')
    transcript = loads(text)
    assert transcript.extra == FrozenMap({"mood": None, "n": (100.0, True, FrozenMap())})
    assert transcript.players[0].extra["x"] == FrozenMap({"y": (1,)})
    written = dumps(transcript)
    assert json.loads(written) == json.loads(text.replace('["B2"]', '[["B2"]]'))
    assert '"elo": 1500.10' in written
    assert "[1e2, true, {}]" in written


def test_misspelt_key_is_kept_with_a_warning() -> None:
    text = document(B2, '"player": []')
    (found,) = loads(text).warnings
    assert (found.message, found.hint) == (
        "unknown key 'player' (kept, but ignored)",
        "did you mean 'players'?",
    )
    assert underlined(text, found) == '"player"'


def test_r7_2_annotations_are_typed() -> None:
    annotations = {
        "tags": {"event": "Club", "round": 3},
        "comments": {"1": "one", "0": "start"},
        "variations": [
            {
                "turn": 1,
                "turns": [[["a1", "b1"]], []],
                "comments": {"2": "quiet"},
                "variations": [{"turn": 3, "turns": [[]]}],
                "color": "red",
            }
        ],
        "clocks": [0, 2.5, None],
        "mine": [1],
    }
    text = document(B2, TWO, '"turns": [[]]', f'"annotations": {json.dumps(annotations)}')
    found = loads(text)
    assert found.warnings == ()
    assert dict(found.annotations.tags) == {"event": "Club", "round": 3}
    assert list(found.annotations.comments.items()) == [(0, "start"), (1, "one")]
    (variation,) = found.annotations.variations
    assert (variation.turn, variation.last_turn) == (1, 2)
    assert variation.turns == ((Move(Field(1, 1), Field(2, 1)),), ())
    assert variation.comments[2] == "quiet"
    assert variation.variations[0].turn == 3
    assert variation.extra == FrozenMap({"color": "red"})
    assert found.annotations.clocks == (0, 2.5, None)
    assert found.annotations.extra == FrozenMap({"mine": (1,)})
    assert json.loads(dumps(found))["annotations"] == annotations


@pytest.mark.parametrize(
    ("annotations", "expected"),
    [
        ("[]", "'annotations' must be an object, not a list"),
        ('{"tags": []}', "'tags' must be an object, not a list"),
        ('{"tags": {"a": []}}', "a tag must be a string, not a list"),
        ('{"comments": []}', "'comments' must be an object, not a list"),
        ('{"comments": {"x": ""}}', "not the number of a turn: 'x'"),
        ('{"comments": {"01": ""}}', "not the number of a turn: '01'"),
        ('{"comments": {"1": 5}}', "a comment must be a string, not the number 5"),
        ('{"variations": {}}', "'variations' must be a list, not an object"),
        ('{"variations": [1]}', "a variation must be an object, not the number 1"),
        ('{"variations": [{"turns": [[]]}]}', "a variation needs a 'turn'"),
        ('{"variations": [{"turn": 1}]}', "a variation needs 'turns'"),
        ('{"variations": [{"turn": 1, "turns": []}]}', "a variation needs at least one turn"),
        ('{"variations": [{"turn": 0, "turns": [[]]}]}', "a variation cannot start at the number"),
        ('{"variations": [{"turn": 3, "turns": [[]]}]}', "a variation cannot start at the number"),
        ('{"variations": [{"turn": true, "turns": [[]]}]}', "a variation cannot start at true"),
        ('{"variations": [{"turn": 1, "turns": [[["a1"]]]}]}', "turn 1, move 1: a move is a list"),
        (
            '{"variations": [{"turn": 1, "turns": [[]], "variations": [{"turn":1,"turns":[[]]}]}]}',
            "a variation cannot start at the number 1",
        ),
        (
            '{"variations": [{"turn": 1, "turns": [[]], "variations": [{"turn":3,"turns":[[]]}]}]}',
            "a variation cannot start at the number 3",
        ),
        ('{"variations": [{"turn": NaN, "turns": [[]]}]}', "'NaN' is not a number"),
        ('{"clocks": {}}', "'clocks' must be a list, not an object"),
        ('{"clocks": [-1]}', "a clock must be a number of seconds or null, not the number -1"),
        ('{"clocks": [true]}', "a clock must be a number of seconds or null, not true"),
    ],
)
def test_r7_2_invalid_annotations_are_errors(annotations: str, expected: str) -> None:
    text = document(B2, TWO, '"turns": [[]]', f'"annotations": {annotations}')
    (found,) = errors_of(text)
    assert found.split(" ", 1)[1].startswith(expected)
    # Replaying variations must cope with unreadable ones.
    assert [found.is_error for found in check(text)] == [True]


@pytest.mark.parametrize("annotations", ["[]", '{"comments": []}'])
def test_r7_3_invalid_annotations_beside_events_are_one_error(annotations: str) -> None:
    events = '"events": [{"type": "chat", "message": "hm"}]'
    (found,) = errors_of(document(B2, TWO, events, f'"annotations": {annotations}'))
    assert found.endswith("must be an object, not a list")


def test_r7_2_nesting_of_variations_is_limited() -> None:
    def nested(depth: int, turn: int = 1) -> str:
        below = f', "variations": [{nested(depth - 1, turn + 1)}]' if depth > 1 else ""
        return f'{{"turn": {turn}, "turns": [[]]{below}}}'

    def text(depth: int) -> str:
        annotations = f'"annotations": {{"variations": [{nested(depth)}]}}'
        return document(B2, TWO, '"turns": [[]]', annotations)

    assert errors_of(text(30)) == []
    assert len(errors_of(text(31))) == len(check(text(31))) == 1


def test_comment_of_a_missing_turn_is_kept_with_a_warning() -> None:
    text = document(B2, TWO, '"turns": [[]]', '"annotations": {"comments": {"2": "later"}}')
    transcript = loads(text)
    assert transcript.annotations.comments == FrozenMap({2: "later"})
    assert [found.message for found in transcript.warnings] == [
        "a comment for turn 2, which does not exist"
    ]


@pytest.mark.parametrize(("turn", "is_there"), [(0, False), (1, True), (2, True), (3, False)])
def test_comment_of_a_variation_must_name_one_of_its_turns(turn: int, is_there: bool) -> None:
    variation = f'{{"turn": 1, "turns": [[], []], "comments": {{"{turn}": "hm"}}}}'
    annotations = f'"annotations": {{"variations": [{variation}]}}'
    found = loads(document(B2, TWO, '"turns": [[]]', annotations)).warnings
    assert [warning.message for warning in found] == (
        [] if is_there else [f"a comment for turn {turn}, which does not exist"]
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"version": "1.0"', '"version": "1.{}"', "version '1.{}' is read as"),
        ('"version": "1.0"', '"version": "2.{}"', "unknown version '2.{}' (expected"),
        ('"mood": ', '"annotations": {{"comments": {{"a:{}": ""}}}}, "mood": ', "turn: 'a:{}'"),
    ],
)
def test_messages_quote_at_most_forty_characters(old: str, new: str, message: str) -> None:
    for length, shown in ((38, "x" * 38), (39, "x" * 35 + "...")):
        (found,) = check(document(B2, '"mood": 1').replace(old, new.format("x" * length)))
        assert message.format(shown) in found.message


EVENTS = """{
  "format": "Atlantis transcript", "version": "2.0", "segments": ["B2"],
  "players": [{"color": "red", "stacks": {"a1": 1}}, {"color": "blue", "stacks": {"c3": 1}}],
  "events": [
    {"type": "chat", "user": "ann", "time": 5, "message": "hello"},
    {"type": "turn", "moves": [["a1", "b1"]], "user": "ann", "time": 9},
    {"type": "chat", "message": "hm"},
    {"type": "chat", "user": "bob", "message": "oh"},
    {"type": "turn", "moves": []},
    {"type": "away", "user": "bob"},
    {"type": "chat", "user": "ann", "message": "bye"}
  ]
}"""


def test_r7_3_events_of_the_later_version_become_turns_and_comments() -> None:
    transcript = loads(EVENTS)
    assert [str(move) for turn in transcript.turns for move in turn] == ["a1-b1"]
    assert len(transcript.turns) == 2
    assert dict(transcript.annotations.comments) == {1: "ann: hello", 2: "hm\nbob: oh\nann: bye"}
    written = json.loads(dumps(transcript))
    assert "events" not in written
    assert written["turns"] == [[["a1", "b1"]], []]
    assert written["version"] == "1.0"
    assert written["annotations"]["events"] == [
        {"turn": 1, "event": {"time": 5}},
        {"turn": 1, "event": {"user": "ann", "time": 9}},
        {"turn": 3, "event": {"type": "away", "user": "bob"}},
    ]
    assert dumps(loads(dumps(transcript))) == dumps(transcript)


def test_r7_3_problems_of_events_have_places_too() -> None:
    text = EVENTS.replace('["a1", "b1"]', '["a1", "c1"]').replace('"moves": []', '"moves": 5')
    found = [
        found.split(": no such field: c1 is")[0] for found in checked(text) if "error" in found
    ]
    assert found == [
        "6:32:12 error: turn 1 (player 1), move 1: illegal move 'a1-c1'",
        "9:31:1 error: turn 2 must be a list, not the number 5",
    ]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ("5", "'events' must be a list, not the number 5"),
        ("[5]", "event 1 must be an object, not the number 5"),
        ("[{}]", "an event needs a 'type'"),
        ('[{"type": "turn"}]', "turn 1 has no 'moves'"),
        ('[{"type": "turn", "moves": [["a"]]}]', "turn 1, move 1: a move is a list of two fields"),
    ],
)
def test_r7_3_invalid_events_are_errors(events: str, expected: str) -> None:
    (found,) = errors_of(document(B2, TWO, f'"events": {events}'))
    assert found.split(" ", 1)[1].startswith(expected)


def test_r7_3_turns_and_events_exclude_each_other() -> None:
    (found,) = errors_of(document(B2, TWO, '"turns": []', '"events": []'))
    assert "either 'turns' or 'events'" in found


@pytest.mark.parametrize(
    "segments",
    ['["B2"]', '[["B2"]]', '[["a1", "a2", "b1", "b2", "b3", "c2", "c3"]]', '[["c3", "a1", "B2"]]'],
)
def test_r7_4_upper_case_names_stand_for_seven_fields(segments: str) -> None:
    if "B2" in segments and "a1" in segments:
        assert len(errors_of(document(f'"segments": {segments}'))) == 2
    else:
        assert loads(document(f'"segments": {segments}')) == loads(document(B2))


@pytest.mark.parametrize(
    ("segments", "errors"),
    [
        ("[]", ["2:13 the board has no segments"]),
        ("{}", ["2:13 'segments' must be a list, not an object"]),
        ("[[]]", ["2:14 segment 1 has no fields"]),
        ('[["a1"], []]', ["2:22 segment 2 has no fields"]),
        ("[1]", ["2:14 segment 1 must be a list, not the number 1"]),
        ('["a1"]', ["2:14 a segment is a list of fields, not the string 'a1'"]),
        ('[""]', ["2:14 not a field: '' (expected a field such as 'c5')"]),
        ("[[1]]", ["2:15 a field must be a string, not the number 1"]),
        ('[["c"]]', ["2:15 not a field: 'c' (expected a field such as 'c5')"]),
        ('[["Bb2"]]', ["2:15 not a field: 'Bb2' (expected a field such as 'c5')"]),
        ('[["a1", "a1"]]', ["2:21 the field 'a1' is on the board twice"]),
        ('[["a1"], ["a2", "a1"]]', ["2:29 the field 'a1' is on the board twice"]),
        ('[["a1"], ["zzzz999999"]]', ["2:23 the board spans 475255 by 1000001 fields"]),
    ],
)
def test_r7_4_impossible_boards_are_errors(segments: str, errors: list[str]) -> None:
    found = errors_of(document(f'"segments": {segments}'))
    assert [text[: len(error)] for text, error in zip(found, errors, strict=True)] == errors


def test_r7_4_a_field_named_twice_names_both_places() -> None:
    text = document('"segments": ["B2", ["d5", "b3"]]')
    (found,) = check(text)
    assert underlined(text, found) == '"b3"'
    (related,) = found.related
    assert (related.line, related.column, related.length) == (2, 14, 4)


def test_r1_3_old_boards_are_read_with_one_warning() -> None:
    text = document('"segments": [["a9", "c0", "e-1", "-a3", "-b2"], ["B1"]]')
    transcript = loads(text)
    (found,) = transcript.warnings
    assert found.message == "6 fields are below row 1 or before column a, the first of them 'c0'"
    assert underlined(text, found) == '"c0"'
    assert parse_field("-b2") in set(transcript.fields())
    assert loads(dumps(transcript)) == transcript


def _players(stacks: str, other: str = '{"c3": 1}') -> str:
    return document(
        B2,
        f'"players": [{{"color": "red", "stacks": {stacks}}}, '
        f'{{"color": "blue", "stacks": {other}}}]',
    )


def test_r7_5_stacks_may_be_open_growing_dead_and_whole_segments() -> None:
    players = loads(_players('{"a1": 2, "a2": -3, "b1": 0}')).players
    stacks = {str(field): stones for field, stones in players[0].stacks.items()}
    assert stacks == {"a1": 2, "a2": -3, "b1": 0}
    (whole, _) = loads(_players('{"B2": 1}', "{}")).players
    assert len(whole.stacks) == 7


@pytest.mark.parametrize("value", ["true", "1.0", '"1"', "null", "[]", "1e0"])
def test_r7_5_only_whole_numbers_are_stones(value: str) -> None:
    (found,) = errors_of(_players(f'{{"a1": {value}}}'))
    assert "stones must be a whole number" in found


@pytest.mark.parametrize(
    ("stacks", "other", "there", "first"),
    [
        ('{"a1": 1, "B2": 1}', "{}", '"B2"', '"a1"'),
        ('{"B2": 1}', '{"a1": 1}', '"a1"', '"B2"'),
        ('{"a1": 1}', '{"a1": 1}', '"a1"', '"a1"'),
        ('{"a1": 1, "a1": 2}', "{}", '"a1"', '"a1"'),
        ('{"a1": 1, "a01": 2}', "{}", '"a01"', '"a1"'),
    ],
)
def test_r7_5_a_field_filled_twice_names_both_places(
    stacks: str, other: str, there: str, first: str
) -> None:
    text = _players(stacks, other)
    (found,) = (found for found in check(text) if found.is_error)
    (related,) = found.related
    assert underlined(text, found) == there
    assert underlined(text, related) == first
    assert (related.line, related.column) < (found.line, found.column)


def test_r7_5_stones_off_the_board_are_errors() -> None:
    assert errors_of(_players('{"d9": 1}')) == ["3:41 'd9' is not on the board"]
    assert hints_of(_players('{"d9": 1}')) == ["the columns of the board are a to c"]
    assert hints_of(_players('{"b9": 1}')) == ["this column of the board has b1 to b3"]
    assert hints_of(_players('{"aa1": 1}')) == ["did you mean 'a1'?"]
    assert hints_of(_players('{"C3": 1}', "{}"))[0] == "did you mean 'c3'?"


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ("{}", "'players' must be a list, not an object"),
        ("[5]", "player 1 must be an object, not the number 5"),
        ('[{"color": "red"}]', "player 1 has no 'stacks'"),
        ('[{"color": "red", "stacks": []}]', "'stacks' must be an object, not a list"),
        ('[{"color": 5, "stacks": {}}]', "'color' must be a string, not the number 5"),
        ('[{"color": "red", "name": null, "stacks": {}}]', "'name' must be a string, not null"),
        ('[{"color": "red", "stacks": {"a1": 1000001}}]', "1000001 stones (expected at most"),
        ('[{"color": "red", "stacks": {}},' * 6 + "1]", "7 players (expected at most 6)"),
    ],
)
def test_r7_5_invalid_players_are_errors(players: str, expected: str) -> None:
    if expected.startswith("7"):
        players = "[" + ", ".join(['{"color": "red", "stacks": {}}'] * 7) + "]"
    (found,) = errors_of(document(B2, f'"players": {players}'))
    assert found.split(" ", 1)[1].startswith(expected)


def test_r7_6_colors_in_any_case_missing_and_unknown() -> None:
    players = (
        '"players": [{"color": "Blue", "stacks": {}}, {"stacks": {}}, '
        '{"color": "gren", "stacks": {}}]'
    )
    transcript = loads(document(B2, players))
    assert transcript.colors == ("blue", *DEFAULT_PALETTE[:2])
    assert [player.color for player in transcript.players] == ["Blue", None, "gren"]
    assert [found.message for found in transcript.warnings] == [
        "player 2 has no color",
        "not an SVG color name: 'gren'",
    ]
    assert [found.hint for found in transcript.warnings] == [
        f"'{DEFAULT_PALETTE[0]}' is used",
        f"did you mean 'green'? '{DEFAULT_PALETTE[1]}' is used",
    ]
    assert '"color": "gren"' in dumps(transcript)


@pytest.mark.parametrize(
    ("turns", "errors"),
    [
        ("{}", ["'turns' must be a list, not an object"]),
        ("[5]", ["turn 1 must be a list, not the number 5"]),
        ("[{}]", ["turn 1 must be a list, not an object"]),
        ('[""]', ["turn 1 must be a list, not the string ''"]),
        ('[["a1", "b1"]]', ["turn 1 must be a list of moves, not one move"]),
        ('[["a1-b1"]]', ["turn 1, move 1: a move is a list of two fields, not the string"]),
        ("[[[]]]", ["turn 1, move 1: a move is a list of two fields, not of 0"]),
        ('[[["a1", "b1", "c1"]]]', ["turn 1, move 1: a move is a list of two fields, not of"]),
        ('[[{"a1": 1, "b1": 2}]]', ["turn 1, move 1: a move is a list of two fields, not an"]),
        ("[[], [[1, 2]]]", ["turn 2, move 1: a field must be", "turn 2, move 1: a field must be"]),
        ('[[["a1", "b"]]]', ["turn 1, move 1: not a field: 'b'"]),
        ('[[["A1", "b1"]]]', ["turn 1, move 1: not a field: 'A1'"]),
        ('[[["a1", ["b1"]]]]', ["turn 1, move 1: a field must be a string, not a list"]),
    ],
)
def test_r7_7_invalid_turns_are_errors(turns: str, errors: list[str]) -> None:
    found = errors_of(document(B2, TWO, f'"turns": {turns}'))
    messages = [text.split(" ", 1)[1] for text in found]
    assert [text[: len(error)] for text, error in zip(messages, errors, strict=True)] == errors


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ('[[["a1", "b"]], [["c3", "a1"]]]', ["turn 1, move 1: not a field"]),
        ('[5, [], [["a1", "c3"]]]', ["turn 1 must be a list"]),
        ('[[], 5, [["a1", "c3"]]]', ["turn 2 must be a list"]),
        ('[[["a1", "c3"]], 5]', ["turn 1 (player 1), move 1: illegal", "turn 2 must be a list"]),
    ],
)
def test_r7_7_turns_before_an_unreadable_one_are_checked(turns: str, expected: list[str]) -> None:
    found = [problem.message for problem in check(document(B2, TWO, f'"turns": {turns}'))]
    assert [text[: len(start)] for text, start in zip(found, expected, strict=True)] == expected


def test_r7_7_hints_for_fields() -> None:
    turns = '"turns": [[["A1", "b 1"], ["1b", "b11"]]]'
    hints = hints_of(document(B2, TWO, turns))
    assert hints == ["did you mean 'a1'?", "did you mean 'b1'?", "did you mean 'b1'?"]


def test_r7_7_turns_need_players() -> None:
    assert errors_of(document(B2, '"turns": [[]]')) == ["3:1 turns need players"]
    assert errors_of(document(B2, '"turns": []')) == []
    assert errors_of(document(B2, '"players": []', '"turns": [[], 5]')) == [
        "4:1 turns need players",
        "4:15 turn 2 must be a list, not the number 5",
    ]
    assert len(errors_of(document(B2, '"players": 5', '"turns": [[]]'))) == 1


def test_r7_8_all_errors_are_reported_in_one_go() -> None:
    text = """{
  "format": "Atlantis transcript", // fine
  "version": 1,
  "segments": [["a1", "a2", "b"], ["a2", "b2"]],
  "players": [
    {"color": "red", "stacks": {"a1": 1.5, "z9": 1}},
    {"colour": "blue", "stacks": {"a1": 1}}
  ],
  "turns": [[["a1", "b2"]], [["b2", "x"]], [NaN]]
}"""
    assert checked(text) == [
        "3:14:1 error: the version must be a string, not the number 1",
        "4:29:3 error: not a field: 'b' (expected a field such as 'c5')",
        "4:36:4 error: the field 'a2' is on the board twice",
        "6:39:3 error: stones must be a whole number, not the number 1.5",
        "6:44:4 error: 'z9' is not on the board",
        "7:5:39 warning: player 2 has no color",
        "7:35:4 error: field 'a1' has two values",
        "9:37:3 error: turn 2, move 1: not a field: 'x' (expected a field such as 'c5')",
        "9:45:3 error: 'NaN' is not a number (expected a finite one)",
    ]


def test_problems_beyond_the_limit_are_counted() -> None:
    text = document('"segments": [' + ", ".join(['["x"]'] * 200) + "]")
    found = [found.message for found in check(text)]
    assert len(found) == MAX_PROBLEMS + 1
    assert found[-1] == f"and {200 - MAX_PROBLEMS} more errors, not shown here"


@pytest.mark.parametrize(
    ("content", "errors"),
    [
        (b"", ["1:1 the file is empty"]),
        (b" \n ", ["1:1 the file is empty"]),
        (b"hello", ["1:1 this is not a transcript"]),
        (b"// later", ["1:9 the document is empty"]),
        (b"\n  <xml>", ["2:3 this is a web page or XML, not a transcript"]),
        (b"\xff\xfe{\x00}\x00", ["1:1 the file is not UTF-8 text"]),
        (b"PK\x03\x04\x00\x00", ["1:1 this is a ZIP archive, not a transcript"]),
        (b"\x1f\x8b\x08\x00", ["1:1 the gzip data is damaged or truncated"]),
    ],
)
def test_other_kinds_of_files_are_refused(content: bytes, errors: list[str]) -> None:
    assert errors_of(content) == errors


def test_unknown_format_underlines_the_first_character() -> None:
    assert checked(" \n ") == ["1:1:0 error: the file is empty"]
    assert checked("\n  <xml>") == ["2:3:1 error: this is a web page or XML, not a transcript"]


def test_r7_8_bytes_that_are_not_utf_8_have_a_place() -> None:
    text = document(B2, '"name": "J@rg"').encode().replace(b"@", b"\xf6")
    assert errors_of(text) == ["3:11 not UTF-8: 0xF6"]
    assert errors_of(text.replace(b"\xf6", "ö".encode())) == []


def test_a_byte_order_mark_is_ignored() -> None:
    plain = document(B2)
    assert loads(b"\xef\xbb\xbf" + plain.encode()) == loads("\ufeff" + plain) == loads(plain)
    assert errors_of(b"\xef\xbb\xbf{")[0].startswith("1:2 ")


def test_too_large_file_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES * 1000)
    with pytest.raises(TranscriptError, match="too large"):
        load(path)
    assert errors_of(" " * (MAX_BYTES + 1)) == [
        f"1:1 the file is too large (expected at most {MAX_BYTES} bytes)"
    ]


def test_load_detects_the_format_by_content(tmp_path: Path) -> None:
    path = tmp_path / "game.dat"
    path.write_text(document(B2))
    board = load(path)
    path.write_text("atlantis-transcript 1.0 board B2")
    assert load(path) == board
    source = load(path).source
    assert source is not None
    assert (source.name, source.format) == (str(path), Format.TEXT)


def test_unreadable_files_raise_os_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing.json")
    with pytest.raises(IsADirectoryError):
        check_file(tmp_path)


def test_diagnostics_of_a_file_name_it(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("{" + HEAD + "}")
    (found,) = check_file(path)
    assert str(found).startswith(f"{path}:1:1: error: the key 'segments' is missing")
    with pytest.raises(TranscriptError) as caught:
        load(path)
    assert caught.value.diagnostics == (found,)
    assert caught.value.draw().startswith(str(found).split(" (")[0])


def test_ten_megabyte_names_and_hostile_texts_are_kept() -> None:
    hostile = "\x1b[31m\x9b\u202e[bold]\n" + "x" * 10_000_000
    stacks = '"stacks": {"a1": 1}'
    players = f'"players": [{{"color": "red", "name": {json.dumps(hostile)}, {stacks}}}]'
    transcript = loads(document(B2, players))
    assert transcript.names == (hostile,)
    assert loads(dumps(transcript)) == transcript


def test_every_value_has_a_span() -> None:
    text = document(B2, TWO, '"turns": [[["a1", "b1"]]]')
    source = loads(text).source
    assert source is not None

    def shown(*path: str | int) -> str:
        start, end = source.span(path)
        return text[start:end]

    assert shown("turns", 0, 0, 1) == '"b1"'
    assert shown("turns", 0, 0) == '["a1", "b1"]'
    assert shown("players", 1, "color") == '"blue"'
    assert shown("segments", 0) == '"B2"'
    assert shown("turns", 7) == '[[["a1", "b1"]]]'


def test_strict_file_without_problems_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> object:
        raise AssertionError("the relaxed reader was asked")

    monkeypatch.setattr("atlantis_core.json_text.relaxed_json.read_relaxed_json", forbidden)
    transcript = loads(document(B2, TWO, '"turns": [[["a1", "b1"]]]'))
    assert transcript.warnings == ()
    assert reader.read(document(B2, TWO)).problems.has_errors is False


def test_diagnostics_are_sorted_by_place() -> None:
    text = document(B2, '"players": [{"stacks": {"q1": 1}}]')
    assert [found.severity for found in check(text)] == [Severity.WARNING, Severity.ERROR]
