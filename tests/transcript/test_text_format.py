"""R8: the old text format, both ways."""

from __future__ import annotations

import json

import pytest

from atlantis_core import Field, parse_field
from atlantis_core.json_text.places import Problems
from atlantis_core.transcript import (
    Annotations,
    Format,
    FrozenMap,
    LossError,
    Player,
    Transcript,
    Variation,
    check,
    dumps,
    loads,
    text_tokens,
)
from tests.transcript.documents import (
    B2,
    document,
    errors_of,
    text_document,
    underlined,
    warnings_of,
)

TWO = ("player a1 (Ann) (red)", "player c3 (Bob) (blue)")


def _comment(text: str) -> str:
    return loads(text_document("board B2", *TWO, text)).annotations.comments[1]


def test_r8_1_strings_in_parentheses_and_in_double_quotes() -> None:
    assert _comment("1. pass (two\nlines \\ 'and' \"quotes\").") == "two\nlines \\ 'and' \"quotes\""
    assert _comment('1. pass "(a) \\"b\\" \\\\ c".') == '(a) "b" \\ c'
    assert _comment("1. pass ().") == ""


@pytest.mark.parametrize(
    ("comment", "written"),
    [
        ("plain", "(plain)"),
        ("two\nlines", "(two\nlines)"),
        ('say "x" \\', '(say "x" \\)'),
        ("smile :)", '"smile :)"'),
        ('("\\")', '"(\\"\\\\\\")"'),
    ],
)
def test_r8_1_parentheses_are_written_unless_the_text_has_one(comment: str, written: str) -> None:
    transcript = loads(text_document("board B2", *TWO, "1. pass.")).with_comment(1, comment)
    text = dumps(transcript, Format.TEXT)
    assert f"1. pass {written}.\n" in text
    assert loads(text) == transcript


@pytest.mark.parametrize(
    ("strings", "name", "color"),
    [
        ("(Joe) (red)", "Joe", "red"),
        ("(Red) (Joe)", "Joe", "Red"),
        ("(red) (blue)", "red", "blue"),
        ("(Joe) (bluish)", "Joe", "bluish"),
        ('"Joe" "red"', "Joe", "red"),
        ("() (red)", None, "red"),
        ("(Joe) ()", "Joe", None),
    ],
)
def test_r8_2_the_svg_name_is_the_color(strings: str, name: str | None, color: str | None) -> None:
    transcript = loads(text_document("board B2", f"player a1 {strings}"))
    (player,) = transcript.players
    assert (player.name, player.color) == (name, color)
    assert loads(dumps(transcript, Format.TEXT)) == transcript


def test_r8_3_heights_after_colon_or_semicolon_and_colon_written() -> None:
    transcript = loads(text_document("board B2", "player a1:2 a2;3 b1 b2:12 (x) (red)"))
    assert list(transcript.players[0].stacks.values()) == [2, 3, 1, 12]
    assert "player a1:2 a2:3 b1 b2:12 (x) (red)\n" in dumps(transcript, Format.TEXT)


def test_r8_4_spaces_are_not_needed() -> None:
    spaced = text_document("board [a1 a2 b1 b2] [c3]", *TWO, "1. a1-a2 (x). pass. 2. a1-b1.")
    tight = "atlantis-transcript 1.0 board[a1a2b1b2][c3]player a1(Ann)(red)player c3(Bob)(blue)1."
    assert loads(tight + "a1-a2(x).pass.2.a1-b1.") == loads(spaced)


def test_r8_4_rounds_count_up_from_1_and_are_complete() -> None:
    def errors(*rounds: str) -> list[str]:
        return errors_of(text_document("board B2", *TWO, *rounds))

    assert errors("1. pass. pass.", "2. pass.") == []
    assert errors("2. pass.") == ["5:1 expected round 1, not '2'"]
    assert errors("1. pass. pass.", "1. pass.") == ["6:1 expected round 2, not '1'"]
    assert errors("1. pass.", "2. pass.") == ["5:1 round 1 has 1 turn for 2 players"]
    assert errors("1. pass. pass. a1-a2.") == ["5:16 round 1 has more turns than there are players"]


def test_r8_5_names_with_minus_are_distinguished_from_dashes() -> None:
    text = text_document(
        "board [-a1 a0 a-1 b0 c1] -A3 - -a1 a-1",
        "player a0 -b2:2 (x) (red)",
        "1. a0-b0 -b2--a2.",
    )
    transcript = loads(text)
    assert [[str(move) for move in turn] for turn in transcript.turns] == [["a0-b0", "-b2--a2"]]
    stacks = {str(field): stones for field, stones in transcript.players[0].stacks.items()}
    assert stacks == {"a0": 1, "-b2": 2, "-a1": 0, "a-1": 0}
    assert len(transcript.segments) == 2
    again = dumps(transcript, Format.TEXT)
    assert loads(again) == transcript
    assert loads(dumps(transcript)) == transcript


def test_r8_6_craters_belong_to_the_first_player() -> None:
    transcript = loads(text_document("board B2 - a2 b3", *TWO))
    first, second = transcript.players
    assert {str(field) for field, stones in first.stacks.items() if stones == 0} == {"a2", "b3"}
    assert 0 not in second.stacks.values()


def test_r8_6_craters_without_players_are_left_off_the_board_with_a_warning() -> None:
    text = text_document("board B2 [d4] - a2 b3 d4")
    assert [str(field) for field in loads(text).fields()] == "a1 b1 b2 c2 c3".split()
    assert warnings_of(text) == ["2:17 3 dead fields have no owner and are left off the board"]
    assert errors_of(text_document("board B2 - q7")) == [
        "2:12 the dead field 'q7' is not on the board"
    ]


def test_r8_6_dead_fields_of_all_players_are_written_as_craters() -> None:
    players = (
        '"players": [{"color": "red", "stacks": {"a1": 1}},'
        ' {"color": "blue", "stacks": {"c3": 1, "b2": 0}}]'
    )
    transcript = loads(document(B2, players))
    text = dumps(transcript, Format.TEXT)
    assert "board B2 - b2\n" in text
    assert Field(2, 2) in loads(text).players[0].stacks


def _stacks(**stones: int) -> FrozenMap[Field, int]:
    return FrozenMap({parse_field(name): value for name, value in stones.items()})


def _with(**changes: object) -> Transcript:
    values: dict[str, object] = {"stacks": _stacks(a1=1), "color": "red", **changes}
    segments = loads(document(B2)).segments
    return Transcript(segments, (Player(**values),), ((),))  # type: ignore[arg-type]


MORE = FrozenMap({"x": 1})
LOSSES: list[tuple[Transcript, str]] = [
    (
        _with(stacks=_stacks(a1=1, a2=-2, b2=-1)),
        "growing fields of player 1 (a2, b2)",
    ),
    (_with(stacks=_stacks(a1=0)), "player 1 without stones on open fields"),
    (_with(extra=MORE), "the key 'x' of player 1"),
    (
        _with(name="Red", color=None),
        "the name 'Red' of player 1, which would be read as the color",
    ),
    (_with(name="\ud800"), "an unwritable character in the name or color of player 1"),
    (_with().with_tag("event", "Club"), "the tag 'event'"),
    (_with().with_comment(0, "hm"), "the comment of the start"),
    (_with().with_comment(9, "hm"), "the comment of turn 9, which does not exist"),
    (_with().with_comment(1, "\0"), "an unwritable character in the comment of turn 1"),
    (_with().with_annotations(Annotations(clocks=(1,))), "the clocks"),
    (_with().with_annotations(Annotations(variations=(Variation(1, ((),)),))), "1 variations"),
    (_with().with_annotations(Annotations(extra=MORE)), "the annotation 'x'"),
    (Transcript(_with().segments, extra=MORE), "the key 'x'"),
]


@pytest.mark.parametrize(("transcript", "loss"), LOSSES)
def test_r8_7_losses_are_named_and_nothing_is_written(transcript: Transcript, loss: str) -> None:
    with pytest.raises(LossError) as caught:
        dumps(transcript, Format.TEXT)
    assert caught.value.losses == (loss,)
    assert loss in str(caught.value)


def test_r8_7_all_losses_are_named_at_once() -> None:
    transcript = _with(extra=MORE).with_tag("event", "Club").with_comment(0, "hm")
    with pytest.raises(LossError) as caught:
        dumps(transcript, Format.TEXT)
    assert len(caught.value.losses) == 3


@pytest.mark.parametrize(
    ("lines", "errors"),
    [
        (["boards B2"], ["2:1 expected 'board', not 'boards'"]),
        ([], ["2:1 expected 'board', not the end of the file"]),
        (["board"], ["3:1 expected a segment such as 'B2' or '[a1 a2 b2]', not the end"]),
        (["board a1"], ["2:7 expected a segment such as 'B2' or '[a1 a2 b2]', not 'a1'"]),
        (["board [a1"], ["3:1 expected a field or ']', not the end of the file"]),
        (["board []"], ["2:7 segment 1 has no fields"]),
        (["board B2 -"], ["3:1 expected a dead field, not the end of the file"]),
        (["board B2 - B3"], ["2:12 expected a dead field, not 'B3'"]),
        (["board B2 B2"], ["2:10 segment 2 is already on the board, as segment 1"]),
        (["board B2 ; C5"], ["2:10 segments are separated by spaces, not by ';'"]),
        (["board B2", "player (x) (red)"], ["3:8 expected a field or a segment with stones"]),
        (["board B2", "player a1 (x)"], ["3:11 the player has a name, 'x', but no "]),
        (["board B2", "player a1:0 (x) (red)"], ["3:11 expected a number of stones from 1"]),
        (["board B2", "player a1:x (x) (red)"], ["3:11 expected a number of stones, not 'x'"]),
        (["board B2", "player a1 a1 (x) (red)"], ["3:11 'a1' has two values"]),
        (["board B2", "player a1 B2 (x) (red)"], ["3:11 field 'a1' has two values"]),
        (["board B2 - a1", "player a1 (x) (red)"], ["2:12 'a1' has two values"]),
        (["board B2", "player d9 (x) (red)"], ["3:8 'd9' is not on the board"]),
        (["board B2", "player B2:2 (x) (red)"], ["3:10 a segment has no number of stones"]),
        (["board B2", "1. pass."], ["3:1 turns need players"]),
        (["board B2", *TWO, "1 pass."], ["5:3 expected '.' after the number of the round"]),
        (["board B2", *TWO, "1."], ["6:1 expected a turn, not the end of the file"]),
        (["board B2", *TWO, "1. a1 a2."], ["5:7 expected '-' and the destination of the move"]),
        (["board B2", *TWO, "1. a1-."], ["5:7 expected the destination of the move, not '.'"]),
        (
            ["board B2", *TWO, "1. (only words)."],
            ["5:4 expected moves or 'pass', not 'only words'"],
        ),
        (["board B2", *TWO, "1. pas."], ["5:4 expected moves or 'pass', not 'pas'"]),
        (["board B2", *TWO, "1. a1-a2"], ["6:1 expected '.' at the end of the turn"]),
        (["board B2", *TWO, "1. pass (x."], ["5:9 the string is not closed (expected ')')"]),
        (["board B2", *TWO, "1. pass. player a2 (x) (red)"], ["5:10 expected a round or a turn"]),
        (["board B2 ?"], ["2:10 unexpected character '?' (U+003F)"]),
    ],
)
def test_errors_have_places(lines: list[str], errors: list[str]) -> None:
    found = errors_of(text_document(*lines))
    assert [text[: len(error)] for text, error in zip(found, errors, strict=False)] == errors


HEADLESS = "1:1 the file begins with '{}' (expected 'atlantis-transcript 1.0')"


@pytest.mark.parametrize(
    ("header", "error"),
    [
        ("atlantis-transcript 2.0", "1:21 unknown version '2.0' (expected '1.0')"),
        ("atlantis transcript 1.0", HEADLESS.format("atlantis transcript 1.0")),
        ("Atlantis-Transcript 1.0", HEADLESS.format("Atlantis-Transcript 1.0")),
        ("board B2", HEADLESS.format("board B2")),
    ],
)
def test_header_is_required(header: str, error: str) -> None:
    assert errors_of(f"{header}\nboard C5\n")[0] == error


def test_one_pass_finds_errors_in_all_parts() -> None:
    text = text_document(
        "board B2 [a1 x]",
        "player a1:0 (x) (redd)",
        "player b2 (y) (blue)",
        "1. a1-a2. pas. b2-.",
        "3. pass.",
    )
    found = [found.message for found in check(text, "x")]
    assert len(found) >= 6
    assert "round 1 has more turns than there are players" in found


def test_illegal_moves_have_places() -> None:
    text = text_document("board B2", *TWO, "1. a1-c3 a1-a2. pass.")
    (found,) = check(text)
    assert underlined(text, found) == "a1-c3"
    assert found.message.startswith("turn 1 (player 1, Ann), move 1: illegal move 'a1-c3'")


def test_json_to_text_to_json_keeps_the_game() -> None:
    players = [
        {"name": "Ann (the first)", "color": "Red", "stacks": {"B2": 1, "d4": 3}},
        {"name": "Bob", "color": "blue", "stacks": {"c5": 2}},
    ]
    segments = [["B2"], ["c4", "c5", "d4", "d5"], ["aa100"]]
    parts = (
        f'"segments": {json.dumps(segments)}',
        f'"players": {json.dumps(players)}',
        '"turns": [[["b2", "b3"], ["d4", "d5"]], [], [["a1", "a2"]]]',
        '"annotations": {"comments": {"1": "one", "3": "three\\n"}}',
    )
    transcript = loads(document(*parts))
    assert loads(dumps(transcript, Format.TEXT)) == transcript


def test_long_boards_are_written_on_several_lines() -> None:
    names = " ".join(f"[{'abcdefghij'[x]}{5 * y + 1}]" for x in range(10) for y in range(20))
    transcript = loads(text_document("board " + names))
    lines = dumps(transcript, Format.TEXT).split("\n")
    assert max(map(len, lines)) <= 78
    assert loads("\n".join(lines)) == transcript


def test_limit_of_tokens_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_tokens, "MAX_OLD_TOKENS", 5)
    for words, errors in ((5, 0), (6, 1)):
        problems = Problems()
        tokens = text_tokens.read_tokens("a " * words, 0, problems)
        assert problems.error_count == errors
        assert len(tokens) == (1 if errors else words + 1)
