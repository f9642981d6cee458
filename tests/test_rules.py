"""R2 to R5 rule by rule: which moves are legal, and what movement, explosion and growth do.

Read a row as: on this board, with these stacks of each player, this turn gives that result.
Movement is checked before the explosions, which would destroy small boards.
"""

from __future__ import annotations

import pytest

from atlantis_core.positions.grid import format_moves, parse_field, parse_move, parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.turns import (
    check_move,
    check_turn,
    is_legal,
    legal_moves,
    legal_moves_from,
    play_turn,
    report_turn,
    volatile_fields,
)
from atlantis_core.support.errors import (
    IllegalMoveError,
    Rule,
    UnknownFieldError,
    UnknownPlayerError,
)
from tests.engines import EACH_ENGINE
from tests.little_boards import fields, position, stacks

pytestmark = EACH_ENGINE

LINE = "[a1] [a2] [a3] [a4] [a5]"
"""Five fields in a row, each a segment of its own."""


def moved(start: Position, turn: str) -> tuple[str, ...]:
    """The stacks after the movement, before the explosions."""
    return stacks(report_turn(start, parse_moves(turn)).moves[-1].after)


def played(start: Position, turn: str = "pass") -> tuple[str, ...]:
    return stacks(play_turn(start, parse_moves(turn)))


def waves(start: Position, turn: str = "pass") -> list[str]:
    report = report_turn(start, parse_moves(turn))
    return [" ".join(str(blast.field) for blast in wave.explosions) for wave in report.waves]


# R2 Turn order


def test_r2_1_eliminated_players_keep_their_turns() -> None:
    now = position("B2 E4", "b2:1", "", "e4:1")
    movers = []
    for _ in range(7):
        movers.append(now.to_move)
        now = play_turn(now, ())
    assert movers == [0, 1, 2, 0, 1, 2, 0]


def test_r2_1_an_empty_turn_still_explodes_and_grows() -> None:
    assert played(position("B2 E4", "b2:6 e4:-1", "")) == (
        "a1:1 a2:1 b1:1 b2:-1 b3:1 c2:1 c3:1 e4:-2",
        "",
    )


# R3 Movement: legality


@pytest.mark.parametrize(
    ("mine", "theirs", "move", "rule", "words"),
    [
        ("a1:1", "", "z1-a2", Rule.SOURCE_EXISTS, "there is no field z1"),
        ("a1:-1", "", "a1-a2", Rule.SOURCE_OPEN, "growing"),
        ("a1:0", "", "a1-a2", Rule.SOURCE_OPEN, "dead"),
        ("a2:1", "", "a1-a2", Rule.OWN_STONES, "no stones"),
        ("", "a1:1", "a1-a2", Rule.OWN_STONES, "player 2"),
        ("a1:1", "", "a1-a1", Rule.STRAIGHT_LINE, "starts and ends on a1"),
        ("a1:5", "", "a1-b3", Rule.STRAIGHT_LINE, "no such field: b3"),
        ("a1:2", "", "a1-a4", Rule.DISTANCE, "3 steps"),
        ("a1:1", "", "a1-a3", Rule.DISTANCE, "1 stone"),
        ("a5:1", "", "a5-a6", Rule.WAY_EXISTS, "a6"),
        ("a4:3", "", "a4-a7", Rule.WAY_EXISTS, "a6"),
        ("a1:1", "", "a1-b1", Rule.WAY_EXISTS, "b1"),
        ("a1:2 a2:-1", "", "a1-a3", Rule.WAY_OPEN, "a2 is growing"),
        ("a1:2 a3:0", "", "a1-a3", Rule.WAY_OPEN, "a3 is dead"),
        ("a1:2", "a2:-3", "a1-a2", Rule.WAY_OPEN, "a2 is growing"),
    ],
)
def test_r3_1_illegal_move_names_its_rule(
    mine: str, theirs: str, move: str, rule: Rule, words: str
) -> None:
    start = position(LINE, mine, theirs)
    with pytest.raises(IllegalMoveError) as caught:
        check_move(start, parse_move(move))
    assert caught.value.rule is rule
    assert caught.value.move == parse_move(move)
    assert f"'{move}'" in str(caught.value)
    assert words in str(caught.value)
    assert not is_legal(start, parse_move(move))
    assert parse_move(move) not in legal_moves(start)


def test_r3_1_other_moves_are_legal() -> None:
    assert is_legal(position(LINE, "a1:1", ""), parse_move("a1-a2")) is True


def test_r3_1_move_between_fields_on_no_line_is_illegal() -> None:
    with pytest.raises(IllegalMoveError, match="no straight line leads from a1 to c2"):
        check_move(position("B2", "a1:2"), parse_move("a1-c2"))


def test_r3_1_one_move_from_each_segment() -> None:
    start = position("[a1 a2 a3] [a4]", "a1:1 a3:1 a4:1", "")
    with pytest.raises(IllegalMoveError) as caught:
        check_turn(start, parse_moves("a1-a2 a4-a3 a3-a2"))
    assert caught.value.rule is Rule.ONE_PER_SEGMENT
    assert str(caught.value.move) == "a3-a2"
    assert "a1-a2" in str(caught.value)


def test_r3_1_several_moves_may_end_in_one_segment() -> None:
    start = position("[a1] [a2 a3] [a4]", "a1:1 a4:1", "")
    assert moved(start, "a1-a2 a4-a3") == ("a2:1 a3:1", "")


def test_r3_1_disconnected_segment_is_one_segment() -> None:
    start = position("[a1 a5] [a2 a4]", "a1:1 a5:1", "")
    with pytest.raises(IllegalMoveError, match="segment"):
        play_turn(start, parse_moves("a1-a2 a5-a4"))


def test_r3_1_part_of_a_stack_may_move() -> None:
    start = position(LINE, "a1:3", "")
    assert format_moves(legal_moves(start)) == "a1-a2 a1-a3 a1-a4"
    assert moved(start, "a1-a2") == ("a1:2 a2:1", "")
    assert moved(start, "a1-a3") == ("a1:1 a3:2", "")
    assert moved(start, "a1-a4") == ("a4:3", "")


def test_r3_1_all_six_directions() -> None:
    found = legal_moves(position("B2", "b2:1", ""))
    assert {move.destination for move in found} == set(fields("a1 a2 b1 b3 c2 c3"))


def test_r3_1_tall_stacks_go_far() -> None:
    line = "[" + " ".join(f"a{row}" for row in range(1, 51)) + "]"
    start = position(line, "a1:40", "a20:3")
    assert len(legal_moves(start)) == 40
    assert moved(start, "a1-a41") == ("a41:37", "")
    assert moved(start, "a1-a31") == ("a1:10 a31:27", "")


def test_r3_1_only_the_player_to_move_moves() -> None:
    assert format_moves(legal_moves(position(LINE, "a1:1", "a5:1", to_move=1))) == "a5-a4"


def test_legal_moves_skip_used_segments() -> None:
    start = position("[a1 a2] [a3 a4]", "a1:1 a2:1 a3:1", "")
    everything = legal_moves(start)
    rest = legal_moves(start, parse_moves("a2-a3"))
    assert set(rest) == {move for move in everything if move.source == parse_move("a3-a4").source}


def test_legal_moves_have_a_fixed_order() -> None:
    one, two = (position(text, "a1:2 a3:2", "") for text in (LINE, "[a5 a4] [a3] [a2] [a1]"))
    assert legal_moves(one) == legal_moves(two)


# R3 Movement: effects


def test_r3_2_stones_that_arrived_cannot_leave_again() -> None:
    start = position(LINE, "a1:1", "")
    with pytest.raises(IllegalMoveError) as caught:
        play_turn(start, parse_moves("a1-a2 a2-a3"))
    assert caught.value.rule is Rule.OWN_STONES
    assert "at the start of the turn" in str(caught.value)


def test_r3_2_earlier_stones_can_leave_after_others_arrived() -> None:
    start = position(LINE, "a1:1 a2:1", "")
    assert moved(start, "a1-a2 a2-a3") == ("a2:1 a3:1", "")
    with pytest.raises(IllegalMoveError) as caught:
        play_turn(start, parse_moves("a1-a2 a2-a4"))
    assert caught.value.rule is Rule.DISTANCE


def test_r3_2_stones_cannot_leave_a_field_captured_this_turn() -> None:
    start = position(LINE, "a1:3 a4:2", "a2:1")
    with pytest.raises(IllegalMoveError) as caught:
        play_turn(start, parse_moves("a4-a2 a2-a1"))
    assert caught.value.rule is Rule.OWN_STONES


def test_r3_2_own_stones_on_the_way_are_unchanged() -> None:
    assert moved(position(LINE, "a1:3 a2:1 a4:2", ""), "a1-a4") == ("a2:1 a4:5", "")


@pytest.mark.parametrize(
    ("mine", "theirs", "others", "turn", "after"),
    [
        ("a1:2", "a2:1", "", "a1-a3", ("a3:1", "", "")),
        ("a1:2", "a3:1", "", "a1-a3", ("a3:1", "", "")),
        ("a1:1", "a2:1", "", "a1-a2", ("", "", "")),
        ("a1:1", "a2:4", "", "a1-a2", ("", "a2:3", "")),
        ("a1:2", "a2:3", "", "a1-a3", ("", "a2:1", "")),
        ("a1:2", "a2:2", "", "a1-a3", ("", "", "")),
        ("a1:4", "a2:1 a4:1", "a3:1", "a1-a5", ("a5:1", "", "")),
        ("a1:4", "a2:1", "a3:2 a5:2", "a1-a5", ("", "", "a5:1")),
        ("a1:4 a3:1", "a2:1 a4:9", "", "a1-a5", ("a3:1", "a4:6", "")),
        ("a1:3", "a2:1", "", "a1-a4", ("a4:2", "", "")),
        ("a1:20", "a3:17", "", "a1-a5", ("a1:16", "a3:13", "")),
    ],
)
def test_r3_3_stones_are_eliminated_one_for_one(
    mine: str, theirs: str, others: str, turn: str, after: tuple[str, ...]
) -> None:
    assert moved(position(LINE, mine, theirs, others), turn) == after


def test_r3_3_report_lists_eliminations() -> None:
    start = position(LINE, "a1:4", "a2:1", "a4:2")
    (made,) = report_turn(start, parse_moves("a1-a5")).moves
    falls = [(str(fall.field), fall.opponent, fall.stones) for fall in made.eliminations]
    assert falls == [("a2", 1, 1), ("a4", 2, 2)]
    assert (made.stones, made.landed) == (4, 1)


def test_r3_4_an_earlier_move_clears_the_way_of_a_later_one() -> None:
    cross = "[a1] [a2] [a3] [a4] [b3]"
    start = position(cross, "a1:3 b3:1", "a3:1")
    assert moved(start, "b3-a3 a1-a4") == ("a4:3", "")
    assert moved(start, "a1-a4 b3-a3") == ("a3:1 a4:2", "")


# R4 Explosion


@pytest.mark.parametrize(
    ("board", "mine", "theirs", "after"),
    [
        pytest.param("B2", "b2:5", "", ("b2:5", ""), id="one-too-few"),
        pytest.param(
            "B2", "b2:6", "", ("a1:1 a2:1 b1:1 b2:-1 b3:1 c2:1 c3:1", ""), id="just-enough"
        ),
        pytest.param(
            "B2", "b2:9", "", ("a1:1 a2:1 b1:1 b2:-1 b3:1 c2:1 c3:1", ""), id="surplus-is-gone"
        ),
        pytest.param(
            "B2", "b2:40", "", ("a1:1 a2:1 b1:1 b2:-1 b3:1 c2:1 c3:1", ""), id="much-too-many"
        ),
        pytest.param(
            "B2", "b2:-6", "", ("a1:1 a2:1 b1:1 b2:0 b3:1 c2:1 c3:1", ""), id="growing-dies"
        ),
        pytest.param(
            "B2", "b2:6", "a1:2", ("a2:1 b1:1 b2:-1 b3:1 c2:1 c3:1", "a1:1"), id="opponent-loses"
        ),
        pytest.param(
            "B2", "b2:6", "a1:1", ("a2:1 b1:1 b2:-1 b3:1 c2:1 c3:1", ""), id="opponent-vanishes"
        ),
        pytest.param(
            "B2",
            "b2:6",
            "a1:20",
            ("a2:1 b1:1 b2:-1 b3:1 c2:1 c3:1", "a1:19"),
            id="tall-opponent-loses",
        ),
        pytest.param(
            "B2",
            "b2:6",
            "a1:15",
            ("a2:1 b1:1 b2:-1 b3:1 c2:1 c3:1", "a1:14"),
            id="no-longer-tall",
        ),
    ],
)
def test_r4_1_r4_2_field_explodes_with_as_many_stones_as_open_neighbours(
    board: str, mine: str, theirs: str, after: tuple[str, ...]
) -> None:
    assert played(position(board, mine, theirs)) == after


def test_r4_2_exploded_tall_stack_is_empty() -> None:
    left = "a1:1 a2:1 b1:1 b2:-1 b3:1 c2:1 c3:1"
    assert play_turn(position("B2 E4", "b2:40", "e4:1"), ()) == position(
        "B2 E4", left, "e4:1", to_move=1
    )


def test_r4_3_own_stacks_grow_where_stones_arrive() -> None:
    report = report_turn(position("B2", "b2:6 a1:2", "c3:1"), ())
    seen = {str(hit.field): (hit.gained, hit.eliminated) for hit in report.waves[0].impacts}
    assert seen["a1"] == (1, 0)
    assert seen["c3"] == (0, 1)


def test_r4_1_dead_and_growing_neighbours_do_not_count() -> None:
    start = position("B2", "b2:4 a1:0", "a2:-2")
    assert waves(start)[0] == "b2"


def test_r4_1_an_empty_growing_field_without_open_neighbour_dies_in_the_same_turn() -> None:
    start = position("[a1]", "a1:1", "")
    assert waves(start) == ["a1", "a1"]
    assert played(start) == ("a1:0", "")


def test_r4_1_an_open_empty_field_never_explodes() -> None:
    start = position("[a1] [c3]", "", "")
    assert waves(start) == []
    assert volatile_fields(start, 0) == ()
    assert played(start) == ("", "")


def test_r4_1_only_the_moving_player_explodes() -> None:
    start = position("[a1 a2]", "a1:1", "a2:5")
    assert volatile_fields(start) == fields("a1")
    assert volatile_fields(start, 1) == fields("a2")
    assert played(start) == ("a1:-1", "a2:4")


def test_r4_2_growing_neighbours_receive_nothing() -> None:
    start = position("B2", "b2:5 a1:-1", "")
    wave = report_turn(start, ()).waves[0]
    assert {hit.field for hit in wave.impacts} == set(fields("a2 b1 b3 c2 c3"))
    assert wave.after[fields("a1")[0]] == (1, 0, 1)


def test_r4_2_an_exploded_field_is_growing_and_empty() -> None:
    first = report_turn(position("B2", "b2:6", ""), ()).waves[0].after
    assert first[fields("b2")[0]] == (1, 0, 0)


def test_r4_2_r4_3_a_chain_reaction_wave_by_wave() -> None:
    start = position("[a1 a2 a3]", "a1:1 a2:1", "")
    assert waves(start) == ["a1", "a2", "a1 a3", "a2 a3"]
    assert played(start) == ("a1:0 a2:0 a3:0", "")


def test_r4_3_neighbours_in_one_wave_exchange_no_stones() -> None:
    start = position("[a1 a2]", "a1:1 a2:1", "")
    assert waves(start) == ["a1 a2", "a1 a2"]
    assert played(start) == ("a1:0 a2:0", "")


def test_r4_3_report_lists_explosions_and_impacts() -> None:
    start = position("B2", "b2:8", "a1:2")
    (wave,) = report_turn(start, ()).waves
    (blast,) = wave.explosions
    assert (blast.stones, len(blast.targets), blast.surplus) == (8, 6, 2)
    seen = {str(hit.field): (hit.gained, hit.eliminated) for hit in wave.impacts}
    assert seen == dict.fromkeys("a2 b1 b3 c2 c3".split(), (1, 0)) | {"a1": (0, 1)}


def test_r4_3_two_stones_may_reach_one_field() -> None:
    """The first removes the opponent's last stone, the second stays."""
    start = position("[a1 a2 a3] [b3 b2 c3]", "a1:2 a3:2", "a2:1")
    report = report_turn(start, ())
    (hit,) = [hit for hit in report.waves[0].impacts if str(hit.field) == "a2"]
    assert [str(source) for source in hit.sources] == ["a1", "a3"]
    assert (hit.gained, hit.eliminated) == (1, 1)
    assert hit.after == (0, 0, 1)


def test_r4_4_a_growing_field_keeps_its_owner() -> None:
    after = played(position("[a1 a2]", "a1:1", "a2:-1"))
    assert after[1] == "a2:-1"


def test_r4_4_dead_field_keeps_its_owner() -> None:
    assert played(position("[a1]", "", "a1:1", to_move=1)) == ("", "a1:0")


# R5 Growth


def test_r5_only_growing_fields_of_the_player_grow() -> None:
    start = position("B2 E4", "b2:-1 a1:1 e4:0", "e3:-1")
    assert played(start) == ("a1:1 b2:-2 e4:0", "e3:-1")


def test_r5_new_growing_fields_grow_too() -> None:
    report = report_turn(position("B2 E4", "b2:6 e4:-2", ""), ())
    assert report.grown == fields("b2 e4")


def test_r5_a_grown_field_explodes_on_the_next_own_turn_at_the_earliest() -> None:
    start = position("B2", "a1:-2", "")
    ripe = play_turn(start, ())
    assert stacks(ripe) == ("a1:-3", "")
    assert volatile_fields(ripe, 0) == fields("a1")
    waited = play_turn(ripe, ())
    assert stacks(waited) == ("a1:-3", "")
    assert stacks(play_turn(waited, ())) == ("a1:0 a2:1 b1:1 b2:1", "")


# Bad input


def test_refused_turn_changes_nothing() -> None:
    start = position(LINE, "a1:3", "a5:1")
    before, numbers = stacks(start), hash(start)
    with pytest.raises(IllegalMoveError):
        play_turn(start, parse_moves("a1-a2 a5-a4"))
    with pytest.raises(IllegalMoveError):
        report_turn(start, parse_moves("a1-a2 a5-a4"))
    assert (stacks(start), hash(start)) == (before, numbers)
    assert start == position(LINE, "a1:3", "a5:1")


def test_earlier_moves_off_the_board_are_named() -> None:
    with pytest.raises(UnknownFieldError, match="'z9'"):
        legal_moves(position(LINE, "a1:3", ""), parse_moves("z9-z8"))
    with pytest.raises(UnknownFieldError, match="'z9'"):
        check_move(position(LINE, "a1:3", ""), parse_move("a1-a2"), parse_moves("z9-z8"))


@pytest.mark.parametrize("player", [-1, 2, 99])
def test_unknown_players_are_named(player: int) -> None:
    with pytest.raises(UnknownPlayerError, match=str(player)):
        volatile_fields(position(LINE, "a1:3", ""), player)


def test_turn_may_be_any_iterable() -> None:
    start = position(LINE, "a1:1 a5:1", "")
    turn = parse_moves("a1-a2 a5-a4")
    assert play_turn(start, iter(turn)) == play_turn(start, list(turn))
    assert report_turn(start, iter(turn)).end == play_turn(start, turn)


@pytest.mark.parametrize("stones", [13, 14, 15, 16, 17])
def test_r3_3_stacks_around_the_limit_of_a_byte(stones: int) -> None:
    """Four bits hold up to 14 stones; taller stacks are stored elsewhere and move alike."""
    fields = " ".join(f"a{row}" for row in range(1, 22))
    start = position(f"[{fields}]", f"a1:{stones} a3:14", "a21:1")
    one = report_turn(start, parse_moves("a3-a2")).moves[0].after
    assert one[parse_field("a3")].stones == 13
    assert one[parse_field("a2")].stones == 1
    two = report_turn(start, parse_moves("a3-a1")).moves[0].after
    assert two[parse_field("a1")].stones == stones + 2
    assert two[parse_field("a3")].stones == 12
    whole = report_turn(start, parse_moves(f"a1-a{stones + 1}")).moves[0].after
    assert whole[parse_field(f"a{stones + 1}")].stones == stones
    assert whole[parse_field("a1")].stones == 0


@pytest.mark.parametrize("stones", [1, 3, 20])
def test_legal_moves_from_a_field_are_those_of_all_that_start_there(stones: int) -> None:
    start = position("B2 E4 C5", f"b2:{stones} e4:2", "c5:1 a1:-1")
    for field in (*start.board, parse_field("z9")):
        expected = [move for move in legal_moves(start) if move.source == field]
        assert list(legal_moves_from(start, field)) == expected
