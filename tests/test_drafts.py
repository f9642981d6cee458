"""Editing boards and starts: edits, symmetric edits, undo."""

import pytest

from atlantis_core import Field, Shape, parse_field, parse_segment, traditional_start
from atlantis_core.drafts import (
    Draft,
    DraftHistory,
    EditError,
    add_fields,
    add_seat,
    add_segments,
    check_draft,
    clear_stacks,
    color_seat,
    draft_of_position,
    draft_of_shape,
    draft_of_transcript,
    image_stacks,
    move_seat,
    name_seat,
    remove_fields,
    remove_seat,
    remove_segments,
    set_stacks,
    shift_into_range,
    split_fields,
    transcript_of_draft,
)
from atlantis_core.positions.grid import format_segment, segment_centre
from atlantis_core.positions.position import MAX_STONES
from atlantis_core.positions.symmetry import Symmetry, lay_over

B2, C5, E4 = map(parse_segment, ("B2", "C5", "E4"))


def names(draft: Draft) -> list[str]:
    centres = ((segment, segment_centre(segment)) for segment in draft.segments)
    return [
        format_segment(centre) if centre else " ".join(map(str, segment))
        for segment, centre in centres
    ]


@pytest.fixture
def draft() -> Draft:
    """Two segments and two players with a stack each."""
    bare = add_seat(add_seat(add_segments(Draft(), [B2, C5])))
    return set_stacks(bare, [(parse_field("b2"), 0, 3), (parse_field("c5"), 1, -1)])


def test_segments_are_added_once_and_in_order() -> None:
    draft = add_segments(Draft(), [C5, B2, C5])
    assert names(draft) == ["C5", "B2"]
    assert names(add_segments(draft, [B2, E4])) == ["C5", "B2", "E4"]


def test_overlapping_segment_is_refused_with_the_occupied_field() -> None:
    draft = add_segments(Draft(), [B2])
    with pytest.raises(EditError, match="segment C3 does not fit: b2 is already on the board"):
        add_segments(draft, [parse_segment("C3")])


def test_adding_an_existing_segment_is_refused() -> None:
    draft = add_segments(Draft(), [B2])
    with pytest.raises(EditError, match="no change"):
        add_segments(draft, [B2])


def test_removing_a_segment_removes_its_stacks(draft: Draft) -> None:
    left = remove_segments(draft, [parse_field("a1")])
    assert names(left) == ["C5"]
    assert left.stack_on(parse_field("b2")) is None
    assert left.stack_on(parse_field("c5")) == (1, -1)


def test_field_is_added_alone_or_to_the_segment_of_another(draft: Draft) -> None:
    alone = add_fields(draft, [(Field(9, 9), None)])
    joined = add_fields(alone, [(Field(9, 10), Field(9, 9)), (Field(4, 4), parse_field("c4"))])
    assert names(alone)[-1] == "i9"
    assert names(joined)[-1] == "i9 i10"
    assert joined.segment_of(Field(4, 4)) == 1


def test_field_on_the_board_moves_to_another_segment(draft: Draft) -> None:
    changed = add_fields(draft, [(parse_field("c3"), parse_field("c4"))])
    assert changed.segment_of(parse_field("c3")) == changed.segment_of(parse_field("c5"))
    assert len(changed.fields) == len(draft.fields)
    assert len(split_fields(changed, [parse_field("c3")]).segments) == 3


def test_removing_the_last_field_removes_the_segment() -> None:
    draft = add_fields(Draft(), [(Field(1, 1), None), (Field(2, 2), None)])
    assert names(remove_fields(draft, [Field(1, 1)])) == ["b2"]
    with pytest.raises(EditError, match="is not on the board"):
        remove_fields(draft, [Field(5, 5)])


def test_stacks_replace_earlier_ones(draft: Draft) -> None:
    changed = set_stacks(draft, [(parse_field("b2"), 1, 0)])
    assert changed.stack_on(parse_field("b2")) == (1, 0)
    assert parse_field("b2") not in changed.players[0].stacks
    assert clear_stacks(changed, [parse_field("b2")]).stack_on(parse_field("b2")) is None


@pytest.mark.parametrize(
    ("place", "player", "value", "message"),
    [
        ("z9", 0, 1, "z9 is not on the board"),
        ("b2", 2, 1, "add a player before"),
        ("b2", 0, MAX_STONES + 1, f"at most {MAX_STONES}"),
    ],
)
def test_impossible_stacks_are_refused(
    draft: Draft, place: str, player: int, value: int, message: str
) -> None:
    with pytest.raises(EditError, match=message):
        set_stacks(draft, [(parse_field(place), player, value)])


def test_players_are_named_coloured_ordered_and_removed(draft: Draft) -> None:
    named = color_seat(name_seat(draft, 1, "Mary"), 1, "Blue")
    assert (named.players[1].name, named.players[1].color) == ("Mary", "Blue")
    first = move_seat(named, 1, -1)
    assert first.players[0].name == "Mary"
    assert first.stack_on(parse_field("c5")) == (0, -1)
    left = remove_seat(first, 1)
    assert len(left.players) == 1
    assert left.stack_on(parse_field("b2")) is None
    assert name_seat(named, 1, "").players[1].name is None


def test_number_of_players_is_limited(draft: Draft) -> None:
    for _ in range(4):
        draft = add_seat(draft)
    with pytest.raises(EditError, match="already 6 players"):
        add_seat(draft)
    with pytest.raises(EditError, match="already first or last in turn order"):
        move_seat(draft, 5, 1)
    with pytest.raises(EditError, match="no player 7"):
        name_seat(draft, 6, "Nobody")


def test_standard_shapes_make_a_draft() -> None:
    start = traditional_start(Shape.HEXAGON, 3, 3)
    draft = draft_of_shape(Shape.HEXAGON, 3, players=3)
    assert draft == draft_of_position(start)
    assert draft.segments == start.board.segments
    assert draft_of_shape(Shape.TRIANGLE, 2).players == ()


def test_draft_survives_a_round_trip_as_transcript(draft: Draft) -> None:
    named = name_seat(draft, 0, "John")
    assert draft_of_transcript(transcript_of_draft(named)) == named


def test_draft_is_checked_like_a_file(draft: Draft) -> None:
    coloured = color_seat(color_seat(draft, 0, "red"), 1, "blue")
    assert check_draft(coloured) == ()
    wrong = check_draft(color_seat(coloured, 1, "blu"))
    assert [diagnostic.is_error for diagnostic in wrong] == [False]
    assert "blu" in wrong[0].message
    assert any(diagnostic.is_error for diagnostic in check_draft(Draft()))


def test_r1_3_draft_is_shifted_into_range(draft: Draft) -> None:
    grown = add_segments(draft, [parse_segment("A-1")])
    shifted = shift_into_range(grown)
    assert min(place.y for place in grown.fields) < 1
    assert all(place.x > 0 and place.y > 0 for place in shifted.fields)
    assert len(shifted.fields) == len(grown.fields)
    assert sorted(shifted.players[0].stacks.values()) == sorted(grown.players[0].stacks.values())


def test_images_of_a_stack_rotate_through_the_players() -> None:
    board = draft_of_shape(Shape.HEXAGON, 2)
    corner = board.fields[0]
    for symmetry, players, owners in (
        (Symmetry.NONE, 3, [1]),
        (Symmetry.HALF_TURN, 2, [1, 0]),
        (Symmetry.HALF_TURN, 4, [1, 3]),
        (Symmetry.THIRDS, 3, [1, 2, 0]),
        (Symmetry.SIXTHS, 2, [1, 0, 1, 0, 1, 0]),
    ):
        images = lay_over(symmetry, board.fields)
        stacks = list(image_stacks(images, corner, 1, 4, players))
        assert [player for _, player, _ in stacks] == owners
        assert {value for _, _, value in stacks} == {4}


def test_where_images_coincide_the_first_one_wins() -> None:
    board = draft_of_shape(Shape.HEXAGON, 1)
    images = lay_over(Symmetry.SIXTHS, board.fields)
    assert list(image_stacks(images, B2, 1, 2, 3)) == [(B2, 1, 2)]


def test_undo_and_redo_restore_drafts(draft: Draft) -> None:
    later = name_seat(draft, 0, "John")
    sketch = DraftHistory(draft).edit("name", later)
    assert sketch.undo().draft == draft
    assert sketch.undo().future[0][0] == "name"
    assert sketch.undo().redo() == sketch
    assert sketch.undo().edit("colour", color_seat(draft, 0, "red")).future == ()
    assert sketch.edit("nothing", later) is sketch
    with pytest.raises(EditError, match="nothing to undo"):
        DraftHistory(draft).undo()
    with pytest.raises(EditError, match="nothing to redo"):
        sketch.redo()
