"""Typed lines: notations of moves, commands, completion."""

import pytest

from atlantis_core.positions.grid import format_moves, parse_field, parse_moves
from atlantis_core.support.errors import NotationError
from atlantis_tui.game.typed_commands import EXAMPLES, Command, Word, complete, parse_command


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("b2-b4", "b2-b4"),
        ("b2 b4", "b2-b4"),
        ("b2b4", "b2-b4"),
        ("B2-B4", "b2-b4"),
        (" b2-b4,c5-c6 ", "b2-b4 c5-c6"),
        ("b2 b4 c5 c6", "b2-b4 c5-c6"),
        ("b2-b4 c5 c6", "b2-b4 c5-c6"),
        ("aa10 ab11", "aa10-ab11"),
        ("c0-c-1", "c0-c-1"),
        ("-a3 -a4", "-a3--a4"),
        ("b2>b4", "b2-b4"),
    ],
)
def test_moves_are_read_in_several_notations(text: str, moves: str) -> None:
    assert format_moves(parse_command(text).moves) == moves


@pytest.mark.parametrize(
    "text", ["b2", "b2-", "b2 b4 c5", "nonsense", "b2-b4 x", "", "7", "goo c5"]
)
def test_invalid_line_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_command(text)
    assert "b2-b4" in str(caught.value)


@pytest.mark.parametrize("word", list(Word))
def test_every_command_is_read_from_its_example(word: Word) -> None:
    assert parse_command(EXAMPLES[word]).word is word
    assert parse_command(":" + EXAMPLES[word]).word is word


def test_arguments_are_not_changed() -> None:
    assert parse_command("save as My Game.json") == Command(
        word=Word.SAVE, argument="as My Game.json"
    )
    assert parse_command("order 3 1 2").numbers() == (3, 1, 2)
    with pytest.raises(NotationError):
        parse_command("drop x").numbers()


def test_completion_replaces_the_last_word() -> None:
    legal = parse_moves("b2-b3 b2-b4 c5-c6")
    fields = [parse_field("c5"), parse_field("c6")]
    assert complete("b2", legal, fields) == "b2-b3"
    assert complete("b2-b4 c", legal, fields) == "b2-b4 c5-c6"
    assert complete("goto c", legal, fields) == "goto c5"
    assert complete("zo", legal, fields) == "zoom 2"
    assert complete("c5-c6", legal, fields) is None
    assert complete("", legal, fields) is None
