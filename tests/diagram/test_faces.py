"""The text inside a field, symbol by symbol."""

from __future__ import annotations

import pytest

from atlantis_core.diagram import (
    Face,
    FieldView,
    LettersError,
    Look,
    Role,
    Style,
    choose_letters,
    draw,
    make_face,
)
from atlantis_core.positions.position import Contents, FieldState
from tests.little_boards import board, fields, position

OPEN, GROWING, DEAD = FieldState
RED = Look("RB")
LOW = (Style.WIDE, Style.MIDDLE, Style.COMPACT)
WIDTHS = {
    Style.LARGE: (10, 12, 14, 12, 10),
    Style.BROAD: (7, 9, 7),
    Style.SPEC: (5, 7, 5),
    Style.WIDE: (6, 6),
    Style.MIDDLE: (4, 4),
    Style.COMPACT: (2, 2),
    Style.MINI: (2,),
}


def rows(face: Face) -> list[str]:
    return ["".join(piece.text for piece in row) for row in face.rows]


def seen(
    style: Style, contents: Contents, *, volatile: bool = False, label: str = "", mark: str = ""
) -> list[str]:
    return rows(make_face(style, FieldView(contents, volatile, label, mark), RED))


@pytest.mark.parametrize(
    ("contents", "volatile", "stack"),
    [
        (Contents(OPEN, None, 0), False, "     "),
        (Contents(OPEN, 0, 3), False, " 3R  "),
        (Contents(OPEN, 1, 3), True, " 3B! "),
        (Contents(OPEN, 0, 12), True, " 12R!"),
        (Contents(OPEN, 0, 999), True, "999R!"),
        (Contents(OPEN, 0, 1000), True, "+++R!"),
        (Contents(GROWING, 0, 0), False, "*0r  "),
        (Contents(GROWING, 0, 2), False, "*2r  "),
        (Contents(GROWING, 1, 2), True, "*2b! "),
        (Contents(GROWING, 1, 99), True, "*99b!"),
        (Contents(GROWING, 1, 100), True, "*++b!"),
        (Contents(DEAD, 1, 0), False, "~~~~~"),
    ],
)
def test_stack_of_a_spec_field(contents: Contents, volatile: bool, stack: str) -> None:
    labelled = seen(Style.SPEC, contents, volatile=volatile, label="c5")
    plain = seen(Style.SPEC, contents, volatile=volatile)
    filled = "~" if contents.state is DEAD else " "
    assert labelled[:2] == [stack, filled * 2 + "c5" + filled * 3]
    assert plain[1] == filled + stack + filled


@pytest.mark.parametrize(
    ("contents", "volatile", "both"),
    [
        (Contents(OPEN, None, 0), False, ["    ", "_c5_"]),
        (Contents(OPEN, 0, 3), False, [" 3R ", "_c5_"]),
        (Contents(OPEN, 0, 3), True, [" 3R!", "_c5_"]),
        (Contents(OPEN, 1, 12), True, ["12B!", "_c5_"]),
        (Contents(OPEN, 1, 12), False, ["12B ", "_c5_"]),
        (Contents(OPEN, 1, 100), True, ["++B!", "_c5_"]),
        (Contents(GROWING, 0, 2), False, ["*2r ", "_c5_"]),
        (Contents(GROWING, 0, 2), True, ["*2r!", "_c5_"]),
        (Contents(GROWING, 0, 12), True, ["12r!", "_c5_"]),
        (Contents(DEAD, 1, 0), False, ["~~~~", "~c5~"]),
    ],
)
def test_rows_of_a_middle_field(contents: Contents, volatile: bool, both: list[str]) -> None:
    assert seen(Style.MIDDLE, contents, volatile=volatile, label="c5") == both


@pytest.mark.parametrize(
    ("style", "contents", "drawn"),
    [
        (Style.WIDE, Contents(OPEN, 0, 3), ["  3R! ", "__c5__"]),
        (Style.WIDE, Contents(GROWING, 1, 2), [" *2b! ", "__c5__"]),
        (Style.WIDE, Contents(DEAD, 1, 0), ["~~~~~~", "~~c5~~"]),
        (Style.BROAD, Contents(OPEN, 0, 12), ["  12R! ", "   c5    ", "       "]),
        (Style.BROAD, Contents(DEAD, 0, 0), ["~~~~~~~", "~~~c5~~~~", "~~~~~~~"]),
        (
            Style.LARGE,
            Contents(OPEN, 0, 3),
            ["          ", "     3R!    ", " " * 14, " " * 12, "    c5    "],
        ),
        (
            Style.LARGE,
            Contents(GROWING, 1, 12),
            ["          ", "    *12b!   ", " " * 14, " " * 12, "    c5    "],
        ),
        (Style.LARGE, Contents(DEAD, 0, 0), ["~" * 10, "~" * 12, "~" * 14, "~" * 12, "~~~~c5~~~~"]),
    ],
)
def test_rows_of_the_larger_fields(style: Style, contents: Contents, drawn: list[str]) -> None:
    assert seen(style, contents, volatile=contents.state is not DEAD, label="c5") == drawn


@pytest.mark.parametrize(
    ("label", "row"),
    [("c5", "_c5_"), ("c12", "c12_"), ("aa12", "aa12"), ("-a-1", "-a-1"), ("aa123", ""), ("", "")],
)
def test_names_in_middle_are_on_the_border(label: str, row: str) -> None:
    assert seen(Style.MIDDLE, Contents(OPEN, 0, 3), label=label) == [" 3R ", row]


def test_border_shows_beside_a_name() -> None:
    lines = str(draw(position("[a1 b2] [b1]", "a1:2"), Style.MIDDLE)).splitlines()
    assert lines[2:4] == ["\\.b2./    \\", "/ 2A!\\_b1_/"]


@pytest.mark.parametrize(
    ("contents", "volatile", "both"),
    [
        (Contents(OPEN, None, 0), False, ["  ", ""]),
        (Contents(OPEN, 0, 3), False, ["3R", ""]),
        (Contents(OPEN, 0, 3), True, ["3R", "!!"]),
        (Contents(OPEN, 1, 12), True, ["12", "B!"]),
        (Contents(OPEN, 1, 100), True, ["++", "B!"]),
        (Contents(GROWING, 0, 2), False, ["2r", "**"]),
        (Contents(GROWING, 0, 2), True, ["2r", "*!"]),
        (Contents(GROWING, 0, 12), True, ["12", "r!"]),
        (Contents(DEAD, 1, 0), False, ["~~", "~~"]),
    ],
)
def test_rows_of_a_compact_field(contents: Contents, volatile: bool, both: list[str]) -> None:
    assert seen(Style.COMPACT, contents, volatile=volatile) == both


@pytest.mark.parametrize(
    ("contents", "volatile", "text"),
    [
        (Contents(OPEN, None, 0), False, ". "),
        (Contents(OPEN, 0, 1), False, "R "),
        (Contents(OPEN, 0, 3), False, "R3"),
        (Contents(OPEN, 0, 1), True, "1R"),
        (Contents(OPEN, 0, 3), True, "3R"),
        (Contents(OPEN, 1, 10), True, "+B"),
        (Contents(GROWING, 0, 0), False, "r0"),
        (Contents(GROWING, 0, 1), False, "r "),
        (Contents(GROWING, 0, 2), True, "2r"),
        (Contents(DEAD, 1, 0), False, "~~"),
    ],
)
def test_characters_of_a_mini_field(contents: Contents, volatile: bool, text: str) -> None:
    assert seen(Style.MINI, contents, volatile=volatile) == [text]


@pytest.mark.parametrize(
    ("label", "both"),
    [
        ("c5", ["c5", ""]),
        ("c12", ["c ", "12"]),
        ("az7", ["az", "7_"]),
        ("-a0", ["-a", "0_"]),
        ("c-1", ["c ", "-1"]),
        ("c123", ["  ", ""]),
        ("abc1", ["  ", ""]),
    ],
)
def test_names_in_compact_use_two_rows_if_one_is_too_short(label: str, both: list[str]) -> None:
    assert seen(Style.COMPACT, Contents(OPEN, None, 0), label=label) == both


@pytest.mark.parametrize(
    ("label", "row"),
    [
        ("a1", "  a1   "),
        ("a10", "  a10  "),
        ("aa10", " aa10  "),
        ("aaa100", "aaa100 "),
        ("aaa1000", "aaa1000"),
        ("aaaa1000", "aaaa10~"),
    ],
)
def test_labels_are_centred(label: str, row: str) -> None:
    assert seen(Style.SPEC, Contents(OPEN, None, 0), label=label)[1] == row


@pytest.mark.parametrize(
    ("style", "contents", "marked"),
    [
        (Style.SPEC, Contents(OPEN, 0, 3), ["     ", "  3R   ", " ab  "]),
        (Style.SPEC, Contents(DEAD, 0, 0), ["~~~~~", "~~~~~~~", " ab  "]),
        (Style.BROAD, Contents(OPEN, 0, 3), ["       ", "   3R    ", "  ab   "]),
        (
            Style.LARGE,
            Contents(OPEN, 0, 3),
            [" " * 10, "     3R     ", " " * 14, "     ab     ", " " * 10],
        ),
        (Style.WIDE, Contents(OPEN, 0, 3), ["  3R  ", "__ab__"]),
        (Style.MIDDLE, Contents(OPEN, None, 0), [" ab ", ""]),
        (Style.MIDDLE, Contents(OPEN, 0, 3), [" 3R ", "_ab_"]),
        (Style.MIDDLE, Contents(DEAD, 0, 0), ["~~~~", " ab "]),
        (Style.COMPACT, Contents(OPEN, None, 0), ["  ", "ab"]),
        (Style.COMPACT, Contents(OPEN, 0, 12), ["12", "Ra"]),
        (Style.MINI, Contents(OPEN, 0, 3), ["Ra"]),
        (Style.MINI, Contents(DEAD, 0, 0), ["~a"]),
    ],
)
def test_marks_never_hide_the_owner(style: Style, contents: Contents, marked: list[str]) -> None:
    assert seen(style, contents, mark="ab") == marked


def test_marks_leave_the_name_of_an_empty_field_visible() -> None:
    bare = Contents(OPEN, None, 0)
    assert seen(Style.SPEC, bare, label="c5", mark="+2")[1:] == ["  c5   ", " +2  "]
    assert seen(Style.MIDDLE, bare, label="c5", mark="+2") == [" +2 ", "_c5_"]
    assert seen(Style.COMPACT, bare, label="c5", mark="+2") == ["c5", "+2"]
    # Half a name would be that of a column or row.
    assert seen(Style.COMPACT, bare, label="k15", mark="+2") == ["  ", "+2"]
    assert seen(Style.COMPACT, bare, label="k13", mark="?") == ["  ", "?_"]


def test_short_mark_leaves_half_of_the_symbols_of_a_compact_field() -> None:
    assert seen(Style.COMPACT, Contents(OPEN, 0, 3), mark="1") == ["3R", "1_"]
    assert seen(Style.COMPACT, Contents(OPEN, 0, 3), volatile=True, mark="1") == ["3R", "1!"]
    assert seen(Style.COMPACT, Contents(GROWING, 0, 3), mark="1") == ["3r", "1*"]


@pytest.mark.parametrize("style", Style)
def test_rows_are_as_wide_as_the_inside(style: Style) -> None:
    states = [Contents(OPEN, None, 0), Contents(OPEN, 0, 3), Contents(GROWING, 1, 44)]
    for contents in [*states, Contents(DEAD, 0, 0), Contents(OPEN, 0, 10**6)]:
        for label in ("", "c5", "zzzz99999"):
            for mark in ("", "x", "longer"):
                for width, row in zip(
                    WIDTHS[style],
                    seen(style, contents, volatile=True, label=label, mark=mark),
                    strict=True,
                ):
                    assert len(row) == width or (style in LOW and not row)


FUSED = FieldView(Contents(OPEN, 0, 2), label="c5", fuse="oo..")


def test_broad_fields_show_the_fuse_below_the_name_unless_there_is_a_mark() -> None:
    assert rows(make_face(Style.BROAD, FUSED, RED)) == ["  2R   ", "   c5    ", " oo..  "]
    marked = FUSED._replace(mark="+1")
    assert rows(make_face(Style.BROAD, marked, RED)) == ["  2R   ", "   c5    ", "  +1   "]


def test_large_fields_show_the_fuse_on_the_tile() -> None:
    face = make_face(Style.LARGE, FUSED, RED)
    assert rows(face)[2] == "     oo..     "
    tile = "".join(piece.text for piece in face.rows[2] if piece.role is Role.STACK)
    assert tile == "  oo..  "


def test_parts_have_roles_and_faces_have_players() -> None:
    face = make_face(Style.SPEC, FieldView(Contents(GROWING, 1, 2), True, "c5", "<1>"), RED)
    roles = dict.fromkeys(piece.role for row in face.rows for piece in row)
    assert [role for role in roles if role is not Role.BLANK] == [
        Role.GROWING,
        Role.LABEL,
        Role.MARK,
    ]
    assert (face.player, face.is_volatile) == (1, True)


def test_volatile_fields_include_all_players() -> None:
    drawn = draw(position("[a1 a2] [c1 c2]", "a1:1", "c2:1 c1:-2"), Style.MINI)
    assert {str(f) for f in drawn.layout.board if drawn.face(f).is_volatile} == {"a1", "c1", "c2"}


def test_volatile_fields_can_be_chosen() -> None:
    start = position("[a1 a2]", "a1:1")
    assert str(draw(start, Style.MINI, volatile=())).split() == ["|.", "|", "|A", "|"]
    assert str(draw(start, Style.MINI, volatile=fields("a1"))).split() == ["|.", "|", "|1A", "|"]


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["red", "blue", "green"], "RBG"),
        (["red", "rosybrown", "royalblue"], "ROY"),
        (["blue", "black", "blue"], "BLU"),
        (["tan", "tan", "tan", "tan"], "TANB"),
        (["", "9", "ä"], "ABC"),
        ([], ""),
    ],
)
def test_letters_come_from_names_and_are_unique(names: list[str], letters: str) -> None:
    assert choose_letters(names) == letters


@pytest.mark.parametrize("letters", ["AA", "ab", "A1", "Ä", "A B"])
def test_ambiguous_letters_are_refused(letters: str) -> None:
    with pytest.raises(LettersError, match="expected different letters from A to Z"):
        Look(letters)


def test_unicode_changes_only_the_characters() -> None:
    plain = draw(board("B2"), look=Look(labels=False))
    nicer = draw(board("B2"), look=Look(labels=False, is_unicode=True))
    assert list(map(len, str(plain).splitlines())) == list(map(len, str(nicer).splitlines()))
    assert not set(str(nicer)) & set("+-/\\")


def test_minus_on_an_axis_is_not_a_border() -> None:
    drawn = str(draw(board("[-a0 -a-1]"), axes=True, look=Look(is_unicode=True)))
    assert "-a\n" in drawn + "\n"
    assert "-1" in drawn


@pytest.mark.parametrize("style", Style)
def test_runs_and_lines_have_the_same_text(style: Style) -> None:
    start = position("B2 C5", "a1:3 b2:-1", "c5:0 b4:12")
    drawn = draw(start, style, axes=True)
    for number, line in enumerate(drawn.lines()):
        runs = list(drawn.runs(number))
        text = "".join(run.text for run in runs)
        assert text.rstrip() == line
        assert len(text) == drawn.layout.width
        for run in runs:
            assert run.player is None or run.player == start[run.field or fields("a1")[0]].player
