"""Images of fields under the symmetries of the grid."""

import pytest

from atlantis_core import Field, Shape, neighbour, parse_field, standard_board
from atlantis_core.positions.grid import Direction
from atlantis_core.positions.symmetry import Symmetry, lay_over

LITTLE = [parse_field(name) for name in "c5 d5 d6 f2".split()]


@pytest.mark.parametrize("symmetry", Symmetry)
def test_first_image_is_the_field_itself(symmetry: Symmetry) -> None:
    images = lay_over(symmetry, LITTLE)
    assert all(images.of(field)[0] == field for field in LITTLE)
    assert len(images.maps) == len(symmetry.matrices)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_images_of_images_are_images(symmetry: Symmetry) -> None:
    images = lay_over(symmetry, LITTLE)
    for field in LITTLE:
        around = set(images.of(field))
        assert all(set(images.of(image)) == around for image in around)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_neighbours_stay_neighbours(symmetry: Symmetry) -> None:
    for image in lay_over(symmetry, LITTLE).maps:
        there = {image(neighbour(LITTLE[0], way)) for way in Direction}
        assert there == {neighbour(image(LITTLE[0]), way) for way in Direction}


@pytest.mark.parametrize(
    ("shape", "symmetry"),
    [
        (Shape.HEXAGON, Symmetry.SIXTHS),
        (Shape.HEXAGON, Symmetry.THIRDS),
        (Shape.HEXAGON, Symmetry.HALF_TURN),
        (Shape.TRIANGLE, Symmetry.THIRDS),
        (Shape.RHOMBUS, Symmetry.HALF_TURN),
    ],
)
@pytest.mark.parametrize("side", [1, 2, 3])
def test_standard_boards_are_mapped_onto_themselves(
    shape: Shape, symmetry: Symmetry, side: int
) -> None:
    board = standard_board(shape, side)
    images = lay_over(symmetry, board.fields)
    for image in images.maps:
        assert {frozenset(image(field) for field in segment) for segment in board.segments} == {
            frozenset(segment) for segment in board.segments
        }


def test_mirrors_swap_left_and_right_on_the_screen() -> None:
    """Left and right swap x and y, because a diagram draws a field at column 6*(x-y)."""
    fields = [Field(1, 1), Field(5, 5)]
    assert lay_over(Symmetry.LEFT_RIGHT, fields).of(Field(4, 2))[1] == Field(2, 4)
    assert lay_over(Symmetry.UP_DOWN, fields).of(Field(4, 4))[1] == Field(2, 2)


def test_empty_board_is_mirrored_around_the_origin() -> None:
    assert lay_over(Symmetry.HALF_TURN, []).of(Field(2, 1)) == (Field(2, 1), Field(-2, -1))
