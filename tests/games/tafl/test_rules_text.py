"""Rules records and positions: parsing, writing, errors."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlantis_core.games.pictures import Role
from atlantis_core.games.tafl.picture import SIZES, draw_board
from atlantis_core.games.tafl.pieces import LETTERS
from atlantis_core.games.tafl.play import start_position
from atlantis_core.games.tafl.position_text import format_position, parse_position
from atlantis_core.games.tafl.problems import TaflTextError
from atlantis_core.games.tafl.rules_text import format_rules, parse_rules
from atlantis_core.games.tafl.ruleset import (
    Arms,
    Escape,
    Strength,
    Threefold,
    Zone,
    piece_set,
)
from atlantis_core.games.tafl.tables import Tables
from atlantis_core.games.tafl.variants import VARIANTS, find_variant
from atlantis_core.json_text.places import Problem, Problems, Span
from atlantis_core.support.diagnostics import Severity
from tests.games.tafl.random_rules import random_record

BRANDUB = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
BARE = f"dim:7 start:{BRANDUB}"


def rules_with(*words: str) -> str:
    return " ".join(("dim:7", *words, f"start:{BRANDUB}"))


def test_defaults_are_omitted() -> None:
    assert format_rules(parse_rules(BARE)) == (f"dim:7 name:Unknown_Tafl atkf:y start:{BRANDUB}")


def test_line_breaks_are_allowed() -> None:
    broken = f"dim:7\r\nesc:e\tks:n\n\n start:{BRANDUB}\n"
    assert parse_rules(broken) == parse_rules(rules_with("esc:e", "ks:w"))


def test_older_values_are_accepted() -> None:
    rules = parse_rules(rules_with("ks:n", "cor:default", "cen:default"))
    assert rules.king_strength is Strength.TWO
    assert rules.zone(Zone.CORNER).spaces == (0, 6, 42, 48)
    assert rules.zone(Zone.CENTRE).spaces == (24,)
    assert parse_rules(rules_with("ks:y")).king_strength is Strength.FOUR


def test_starti_wins_over_start() -> None:
    picture = "/t6/7/3K3/7/7/7/6T/"
    rules = parse_rules(f"dim:7 start:{BRANDUB} starti:{picture}")
    assert str(start_position(rules)) == "/6T/7/7/7/3K3/7/t6/"
    assert format_rules(rules, top_first=True).endswith(f"starti:{picture}")


@pytest.mark.parametrize(
    ("spd", "speeds"),
    [
        ("2", (2,) * 12),
        ("0", (-1,) * 12),
        ("1,3", (1,) * 6 + (3,) * 6),
        ("1,2,3,4,5,6,7,8,", (1, 2, 3, 4, -1, -1, 5, 6, 7, 8, -1, -1)),
        ("1,2,3,4,5,6,7,8,9,10", (1, 2, 3, 4, 5, -1, 6, 7, 8, 9, 10, -1)),
        ("1,2,3,4,5,6,7,8,9,10,11,-5", (*range(1, 12), -1)),
    ],
)
def test_speeds(spd: str, speeds: tuple[int, ...]) -> None:
    assert parse_rules(rules_with(f"spd:{spd}")).speeds == speeds


def test_re_lists_are_parsed_separately() -> None:
    rules = parse_rules(rules_with("afor:a1,", "aforre:K"))
    assert rules.zone(Zone.ATTACKER_FORT).enterable_again == piece_set("K")
    assert rules.zone(Zone.CENTRE).enterable_again == piece_set("tcnkmTCNKM")


@pytest.mark.parametrize(
    ("word", "note"),
    [
        ("esc:x", "'esc:x' is read as 'e'"),
        ("tfr:q", "'tfr:q' is read as 'd'"),
        ("surf:maybe", "'surf:maybe' is read as 'n'"),
        ("ks:z", "'ks:z' is read as 's'"),
        ("magic:y", "unknown rule 'magic' is ignored"),
    ],
)
def test_invalid_values_are_reported(word: str, note: str) -> None:
    text = rules_with(word)
    (found,) = notes_on(text)
    assert found.message == note
    assert found.severity is Severity.WARNING
    assert isinstance(found.place, Span)
    assert text[slice(*found.place)] == word.split(":")[1]


def test_duplicate_rule_is_reported_and_the_last_counts() -> None:
    text = rules_with("ka:n", "ka:h")
    rules, (note,) = parse_rules(text), notes_on(text)
    assert rules.king_arms is Arms.HAMMER
    assert note.message == "the rule 'ka' appears twice; the last one counts"


def test_unknown_rules_are_kept() -> None:
    written = format_rules(parse_rules(rules_with("magic:y")))
    assert " magic:y start:" in written


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (f"esc:c start:{BRANDUB}", "the size of the board is missing", ""),
        ("dim:7 esc:c", "the starting position is missing", ""),
        (f"dim:8 start:{BRANDUB}", "not a board size: 8", "8"),
        (f"dim:99 start:{BRANDUB}", "not a board size: 99", "99"),
        (f"dim:x start:{BRANDUB}", "not a board size: 'x'", "x"),
        (rules_with("cor:a1,z9,"), "there is no space 'z9' on this board", "z9"),
        (rules_with("cor:a1,a8"), "there is no space 'a8' on this board", "a8"),
        (rules_with("corh:tq"), "not a piece: 'q'", "q"),
        (rules_with("spd:1,2,3"), "3 speeds: '1,2,3'", "1,2,3"),
        (rules_with("spd:fast"), "not a speed: 'fast'", "fast"),
        (rules_with("nonsense"), "not a rule: 'nonsense'", "nonsense"),
        ("dim:7 start:/7/7/", "2 rows on a board of 7", "/7/7/"),
        (
            "dim:5 start:/5/5/4/5/5/",
            "a row with 4 instead of 5 spaces: '4'",
            "4",
        ),
        ("dim:5 start:/5/5/2Z2/5/5/", "not a piece: 'Z'", "Z"),
        ("dim:5 start:/5/5/999999999999999999/5/5/", "a row with more than 5 spaces", None),
    ],
)
def test_unusable_records_are_refused(text: str, message: str, place: str | None) -> None:
    with pytest.raises(TaflTextError) as caught:
        parse_rules(text)
    problem = caught.value
    assert problem.message.startswith(message)
    if place:
        assert text[slice(*problem.span)] == place


def test_repetition_follows_the_explanatory_note() -> None:
    """`w`: the side that is forced to respond wins."""
    assert parse_rules(rules_with("tfr:w")).threefold is Threefold.WIN
    assert parse_rules(rules_with("esc:e")).escape is Escape.EDGES


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_variants_are_canonical(variant: object) -> None:
    assert isinstance(variant, tuple)
    record = str(variant[2])
    assert format_rules(parse_rules(record)) == record
    assert notes_on(record) == ()


def test_variants_are_found_by_either_name() -> None:
    assert find_variant("Foteviken_Tablut") is find_variant("foteviken")
    assert find_variant("Sea Battle") is find_variant("sea-battle")
    assert find_variant("TABLUT") is find_variant("tablut")
    assert find_variant("chess") is None


@pytest.mark.parametrize("seed", range(0, 400, 20))
def test_random_records_round_trip(seed: int) -> None:
    for one in range(seed, seed + 20):
        rules = parse_rules(random_record(one))
        written = format_rules(rules)
        assert (parse_rules(written), notes_on(written)) == (rules, ())
        assert format_rules(parse_rules(written)) == written


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 9), st.data())
def test_random_positions_round_trip(half: int, data: st.DataObject) -> None:
    size = 2 * half + 1
    letters = st.sampled_from(LETTERS + " " * 12)
    board = data.draw(st.lists(letters, min_size=size * size, max_size=size * size))
    masks = tuple(
        sum(1 << at for at, there in enumerate(board) if there == letter) for letter in LETTERS
    )
    for top_first in (False, True):
        text = format_position(masks, size, top_first=top_first)
        assert parse_position(text, top_first=top_first) == (size, masks)
        assert "0" not in text.replace("10", "")


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("dimstar:/0123456789tTKcnx, \n[]|-+^=.abc"), max_size=80))
def test_random_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_rules, parse_position):
        problem = refusal(parse, text)
        assert problem is None or 0 <= problem.start <= problem.end <= len(text)


def refusal(parse: Callable[[str], object], text: str) -> Span | None:
    try:
        parse(text)
    except TaflTextError as error:
        return error.span
    return None


def notes_on(text: str) -> tuple[Problem, ...]:
    problems = Problems()
    parse_rules(text, problems)
    return tuple(problems)


@pytest.mark.parametrize("size", range(SIZES))
def test_symbols_of_the_caption_are_unambiguous(size: int) -> None:
    picture = draw_board(start_position(parse_rules(BARE)), size)
    assert picture.caption == "x corner, # centre"
    runs = [run for line in picture.lines for run in line]
    assert {run.role for run in runs if "#" in run.text or "x" in run.text} == {Role.SPECIAL}


def test_corner_that_is_also_a_fort_is_an_escape() -> None:
    """The original asks its list of corners first."""
    plain, both = parse_rules(BARE), parse_rules(rules_with("afor:a1,g7"))

    assert Tables(both).escapes == Tables(plain).escapes != 0
    assert Tables(both).corners != Tables(plain).corners
