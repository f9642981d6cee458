"""Move records: both styles, contradictions to the board, info symbols."""

from __future__ import annotations

import pytest

from atlantis_core.games.tafl.info_symbols import info_symbol, is_true
from atlantis_core.games.tafl.move_text import (
    MoveRecord,
    WrittenCapture,
    format_move,
    parse_move,
    resolve_move,
)
from atlantis_core.games.tafl.play import (
    IllegalTaflMoveError,
    Position,
    play_move,
    start_position,
)
from atlantis_core.games.tafl.problems import TaflTextError
from atlantis_core.games.tafl.rules_text import parse_rules


def position_of(record: str) -> Position:
    return start_position(parse_rules(record))


def space(name: str, size: int = 11) -> int:
    return (int(name[1:]) - 1) * size + ord(name[0]) - ord("a")


def test_record_with_all_parts() -> None:
    assert parse_move("Ne6^=e8xce7/ne9/f8/d8+", 11) == MoveRecord(
        "N",
        space("e6"),
        "^=",
        space("e8"),
        (
            WrittenCapture("c", space("e7")),
            WrittenCapture("n", space("e9")),
            WrittenCapture("", space("f8")),
            WrittenCapture("", space("d8")),
        ),
        "+",
    )


@pytest.mark.parametrize(
    ("text", "info"),
    [("e5-e8", ""), ("Ke5-e1-", "-"), ("Ke1-a1--", "--"), ("a3-e3+", "+"), ("e3-e4++", "++")],
)
def test_records_of_the_notation(text: str, info: str) -> None:
    assert parse_move(text, 11).info == info


def test_captures_are_joined_by_either_symbol() -> None:
    assert parse_move("c9-c8xb8xd8", 11) == parse_move("c9-c8xb8/d8", 11)
    assert parse_move("c9-c8xcc8", 11).captures == (WrittenCapture("c", space("c8")),)


@pytest.mark.parametrize(
    "text", ["", "e5", "e5e8", "e5--e8", "---", "e5-e8x", "Qe5-e8", "e5-e8++++", "e5-e8x/e9", "5-6"]
)
def test_invalid_moves_are_refused(text: str) -> None:
    with pytest.raises(TaflTextError, match="not a move"):
        parse_move(text, 11)


def test_space_off_the_board_has_a_position() -> None:
    with pytest.raises(TaflTextError) as caught:
        parse_move("Ke5-e8xl1", 11)
    assert caught.value.span == (7, 9)


PLAIN = "dim:7 ks:w surf:n cen: cor: esc:e start:/7/2Tt3/7/4K2/2T4/7/t6/"


def test_missing_capture_is_reported() -> None:
    position = position_of(PLAIN.replace("esc:e", "esc:e atkf:n"))
    move, notes = resolve_move(position, parse_move("e4-e2", 7))
    assert notes == ["the capture on d2 is missing"]
    assert format_move(position, move) == "Ke4-e2xd2"


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Ke4-e2xd2", ""),
        ("e4-e2xd2", ""),
        ("Te4-e2xd2", "the moving piece is 'K', not 'T'"),
        ("Ke4^e2xd2", "the move is '-', not '^'"),
        ("Ke4-e2xd2/f2", "the move captures nothing on f2"),
        ("Ke4-e2xnd2", "the piece on d2 is 't', not 'n'"),
    ],
)
def test_contradictions_to_the_board_are_reported(text: str, note: str) -> None:
    position = position_of(PLAIN.replace("esc:e", "esc:e atkf:n"))
    _, notes = resolve_move(position, parse_move(text, 7))
    assert notes == ([note] if note else [])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a7-b6", "pieces move along ranks and files"),
        ("b7-b6", "there is no piece on b7"),
        ("c5-c6", "the attackers are to move"),
        ("d2-c2", "there is a piece on c2"),
        ("d2-b2", "the piece cannot move from d2 to b2"),
    ],
)
def test_illegal_moves_have_a_reason(text: str, reason: str) -> None:
    with pytest.raises(IllegalTaflMoveError, match=reason):
        resolve_move(position_of(PLAIN), parse_move(text, 7))


BERSERK = "dim:11 surf:n tfr:l kj:r ber:c start:/11/11/11/1tT4c3/11/5K5/4Tt5/11/10T/11/11/"


def test_berserk_chain() -> None:
    """The commander captures, must move again, and the record shows it."""
    position = position_of(BERSERK)
    move, notes = resolve_move(position, parse_move("ch4-d4xc4", 11))
    assert notes == []
    after = play_move(position, move)
    assert after.berserk_space == space("d4")
    assert after.to_move is position.to_move
    move, notes = resolve_move(after, parse_move("cd4-d7", 11))
    assert notes == ["the capture on e7 is missing"]
    assert format_move(after, move) == "cd4=d7xe7"
    with pytest.raises(IllegalTaflMoveError, match="the piece on d4 must move again"):
        resolve_move(after, parse_move("b4-b5", 11))


def test_jump_is_always_written() -> None:
    record = "dim:11 surf:n atkf:y ber:c kj:r start:/11/11/7t3/2c8/2T8/5K5/11/11/10T/11/11/"
    position = position_of(record)
    move, notes = resolve_move(position, parse_move("cc4-c6", 11))
    assert notes == []
    assert format_move(position, move) == "cc4^c6"


@pytest.mark.parametrize(
    ("first", "board", "text", "symbol"),
    [
        ("n", "/7/7/7/1T1K3/7/7/t6/", "b4-b5", "-"),
        ("y", "/7/7/7/3K3/2t4/7/4t1T/", "c5-c4", "+"),
        ("y", "/7/7/7/3K3/2t4/7/4t1T/", "c5-c6", "-"),
        ("n", "/3t3/3t3/2tTt2/ttTKTtt/2tTt2/2tt2t/6T/", "g7-f7", ""),
    ],
)
def test_info_symbols_are_computed(first: str, board: str, text: str, symbol: str) -> None:
    position = position_of(f"dim:7 ks:w surf:n cen: cor: esc:e atkf:{first} start:{board}")
    after = play_move(position, parse_move(text, 7).move)
    assert info_symbol(position.to_move, after) == symbol
    assert is_true(symbol, position.to_move, after)
    assert not is_true("--", position.to_move, after)
    assert is_true("|", position.to_move, after)


def test_info_symbols_of_a_finished_game() -> None:
    escape = position_of("dim:7 surf:n cen: cor: esc:e atkf:n start:/7/7/7/3K3/7/7/t6/")
    after = play_move(escape, parse_move("d4-d1", 7).move)
    assert info_symbol(escape.to_move, after) == "--"
    assert is_true("++", escape.to_move, after)  # Damian Walker's: the mover has won
    assert not is_true("+", escape.to_move, after)
    capture = position_of("dim:7 ks:w surf:n cen: cor: esc:e start:/7/7/7/2tK3/7/7/4t1T/")
    after = play_move(capture, parse_move("e7-e4", 7).move)
    assert info_symbol(capture.to_move, after) == "++"
    assert not is_true("--", capture.to_move, after)
