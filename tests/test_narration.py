"""Sentences about turns and outcomes, on boards small enough to check by hand."""

from __future__ import annotations

from atlantis_core.narration import (
    LONGEST_NAME,
    Cast,
    describe_areas,
    describe_board,
    describe_growth,
    describe_outcome,
    describe_standing,
    describe_to_move,
    describe_turn,
    make_cast,
    turn_heading,
)
from atlantis_core.positions.grid import Field, parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.scoring import Outcome, Reason, Standing, adjudicate, standing
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import report_turn
from atlantis_core.support.phrases import MOST_LISTED, listed
from tests.little_boards import position

ANN_BOB_CID = Cast(("Ann", "Bob", "Cid"), "RGB")


def sentences(start: Position, turn: str) -> tuple[str, ...]:
    return describe_turn(report_turn(start, parse_moves(turn)), ANN_BOB_CID)


def test_players_are_called_by_name_else_by_colour() -> None:
    cast = make_cast(["Ann", None, ""], ["red", "Green", "steelblue"])

    assert cast.names == ("Ann", "Green", "Steelblue")
    assert [cast.full_name(player) for player in range(3)] == [
        "Ann (R)",
        "Green (G)",
        "Steelblue (S)",
    ]


def test_equal_names_get_letters() -> None:
    cast = make_cast(["Ann", "ann", "Bob", None], ["red", "blue", "green", "bob"])

    assert cast.names == ("Ann (R)", "ann (B)", "Bob (G)", "Bob (O)")
    assert cast.full_name(0) == "Ann (R)"


def test_names_are_made_safe_and_short() -> None:
    cast = make_cast(["\x1b[2J\nAnn", "x" * 10_000_000], ["red", "blue"])

    assert cast.names[0].isprintable()
    assert "Ann" in cast.names[0]
    assert len(cast.names[1]) == LONGEST_NAME


def test_moves_name_the_number_of_stones() -> None:
    start = position("B2 E4", "a1:1 d3:2", "f5:1")

    assert sentences(start, "a1-b2 d3-e4") == ("a1-b2: 1 stone moves.", "d3-e4: 1 stone moves.")


def test_r3_3_moves_name_eliminations_and_arrivals() -> None:
    start = position("B2 C5 E4", "a1:4 b5:1", "b2:1", "c3:2 d4:1")

    assert sentences(start, "a1-d4 b5-c5") == (
        (
            "a1-d4: 3 stones move; on b2 one is eliminated, with one of Bob's; "
            "on c3 2 are eliminated, with 2 of Cid's; none is left."
        ),
        "b5-c5: 1 stone moves.",
        "Bob has no stones left.",
    )
    assert (
        sentences(start, "a1-b2")[0]
        == "a1-b2: 1 stone moves and is eliminated together with one of Bob's."
    )


def test_r3_3_the_rest_of_a_move_arrives() -> None:
    start = position("B2 E4", "a1:3", "b2:1 f5:1")

    assert sentences(start, "a1-c3")[0] == (
        "a1-c3: 2 stones move; on b2 one is eliminated, with one of Bob's; 1 arrives."
    )


def test_player_with_a_decision_passes() -> None:
    start = position("B2 E4", "b2:1", "e4:1")

    assert sentences(start, "pass") == ("Ann passes.",)


def test_r2_2_a_player_without_stones_has_nothing_to_decide() -> None:
    start = position("B2 E4", "", "e4:1", "b2:1")

    assert sentences(start, "pass") == ("Ann has nothing left to decide and passes.",)
    assert describe_to_move(start, ANN_BOB_CID) == "Ann is next, but has nothing left to decide."


def test_r4_2_single_wave_has_no_number() -> None:
    start = position("B2 [d4]", "a1:3", "a2:2 d4:1")

    assert sentences(start, "pass") == (
        "Ann passes.",
        "a1 explodes and starts growing; b1 and b2 gain a stone each; Bob loses 1 stone on a2.",
        "a1 grows by a stone.",
    )


def test_r4_3_waves_are_numbered_and_surplus_stones_are_lost() -> None:
    start = position("[a1 a2 a3] [c1]", "a1:3 a2:1", "a3:1 c1:1")

    assert sentences(start, "pass") == (
        "Ann passes.",
        "Wave 1: a1 explodes and starts growing; a2 gains a stone; 2 surplus stones are lost.",
        "Wave 2: a2 explodes and starts growing; Bob loses 1 stone on a3; 1 surplus stone is lost.",
        "Wave 3: a1 explodes and dies.",
        "a2 grows by a stone.",
    )


def test_r4_2_growing_fields_die_and_several_losses_are_counted() -> None:
    start = position("B2", "b2:-6", "a1:3 a2:1 b1:1", "c3:1")

    lines = sentences(start, "pass")

    assert lines[1] == (
        "b2 explodes and dies; b3 and c2 gain a stone each; "
        "Bob loses 3 stones on a1, a2 and b1; Cid loses 1 stone on c3."
    )
    assert "Cid has no stones left." in lines


def test_different_losses_are_listed_with_their_numbers() -> None:
    # b2 and c2 explode together: b1 is next to both, c1 next to none but c2.
    start = position("[b1 b2 c2 c1 d2] [z9]", "b2:6 c2:6", "b1:5 d2:5", "z9:1")

    wave = sentences(start, "pass")[1]

    assert "Bob loses 3 stones on b1 (2) and d2 (1)" in wave


def test_r6_3_standing_is_described_when_it_changes() -> None:
    start = position("B2", "b2:2", "c3:1")

    assert sentences(start, "b2-c3")[1:] == (
        "Bob has no stones left.",
        "Secured: Ann 7.",
        "The game is over: every open field lies in a stable area.",
        "Ann wins with 7 fields; Bob has 0 fields.",
    )


def test_r6_3_secured_and_leading_are_both_named() -> None:
    assert (
        describe_standing(Standing((3, 0), (0, 7)), ANN_BOB_CID)
        == "Secured: Ann 3; leading: Bob 7."
    )
    assert (
        describe_standing(Standing((0, 0), (0, 0)), ANN_BOB_CID) == "No player has an area alone."
    )


def test_r6_4_equal_scores_are_explained() -> None:
    ending = Outcome(Reason.SUNK, (0, 0), (1, 0))

    assert describe_outcome(ending, ANN_BOB_CID) == (
        "The game is over: no open field is left.",
        "Bob wins with 0 fields; Ann has 0 fields.",
        "Ties go to the player later in turn order.",
    )


def test_r2_4_adjudicated_game_is_described() -> None:
    ending = adjudicate(position("B2 E4", "b2:1", "e4:1"))

    assert describe_outcome(ending, ANN_BOB_CID)[0] == "The game was stopped and adjudicated."


def test_outcome_without_players_has_no_winner() -> None:
    assert describe_outcome(Outcome(Reason.STABLE, (), ()), Cast((), "")) == (
        "The game is over: every open field lies in a stable area.",
    )


def test_r6_1_areas_name_occupants_and_stability() -> None:
    start = position("[a1 a2] [c1 d1 d2] [f1] [h1]", "a1:1 f1:-1", "c1:1 h1:1")

    assert describe_areas(start, ANN_BOB_CID) == (
        "Area of c1: 3 fields, Bob, stable.",
        "Area of a1: 2 fields, Ann, stable.",
        "Area of h1: 1 field, Bob, stable.",
    )
    touched = position("[a1 a2 a3] [c1]", "a1:1 a3:-1", "a2:1")
    assert describe_areas(touched, ANN_BOB_CID) == (
        "Area of a1: 2 fields, Ann and Bob, not stable, next to a growing field.",
        "Area of c1: 1 field, empty, stable.",
    )


def test_heading_names_turn_player_and_moves() -> None:
    game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
    game.play("b2-b3")
    game.play()
    cast = make_cast([None, "Bob"], ["red", "blue"])

    assert turn_heading(1, game.report(1), cast) == "Turn 1, Red (R): b2-b3"
    assert turn_heading(2, game.report(2), cast) == "Turn 2, Bob (B): pass"
    assert describe_to_move(game.position, cast) == "Red is to move."
    assert describe_board(game.position) == "7 segments, 49 fields"


def test_long_lists_are_cut() -> None:
    fields = [Field(x, 1) for x in range(1, MOST_LISTED + 6)]

    assert describe_growth(fields).endswith("and 5 more grow by a stone each.")
    assert listed(["a1"]) == "a1"
    assert listed([]) == ""
    assert listed(["a1", "a2", "b1"]) == "a1, a2 and b1"


def test_every_turn_of_a_long_game_is_described_in_sentences() -> None:
    game = Game(traditional_start(Shape.HEXAGON, 2, players=2))
    while not game.is_over and game.turn_number < 60:
        game.play(game.legal_moves()[-1:])
    cast = make_cast([None, None], ["red", "blue"])

    for turn in range(1, game.turn_number + 1):
        for line in describe_turn(game.report(turn), cast):
            assert line.endswith(".")
            assert line.isprintable()
            assert line[0].isupper() or line[1].isdigit()
    assert standing(game.position).secured is not None
