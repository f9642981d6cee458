"""Registry, pictures, records and search, tested with a toy game."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest

from atlantis_core.games import registry
from atlantis_core.games.errors import GameError
from atlantis_core.games.pictures import Canvas, Heading, Mark, Role, Spot
from atlantis_core.games.plain_games import PlainGame
from atlantis_core.games.protocol import Move
from atlantis_core.games.search import WON, search
from atlantis_core.support.cancelling import Cancelled
from tests.games import toy
from tests.games.toy import GAME, Heap

TOY = registry.Entry("toy", "Counters", "a heap", (".heap",), r"\Acounters", "tests.games.toy")


def test_registry_finds_games_by_text_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", (TOY,))
    assert registry.find_entry("counters 9: 1") is TOY
    assert registry.find_entry("no counters 9: 1") is None
    assert registry.entry_named("toy") is TOY
    with pytest.raises(GameError, match="no such game: 'chess' \\(expected one of toy\\)"):
        registry.entry_named("chess")


def test_record_keeps_the_text_it_was_read_from_until_edited() -> None:
    record = GAME.read("counters 9:  3 1\n\n", "a.heap").record
    assert record is not None
    assert record.text() == "counters 9:  3 1\n\n"
    assert record.canonical() == "counters 9: 3 1\n"
    longer = record.played(record.position(2).parse_move(" 2 "))
    assert longer.text() == "counters 9: 3 1 2\n"
    assert (longer.last_step, longer.label(3)) == (3, "2")
    assert longer.cut(1).text() == "counters 9: 3\n"
    assert longer.cut(1).position(1) == Heap(6, 1)
    with pytest.raises(GameError, match="no comments"):
        record.commented(1, "well played")


def test_complete_game_fits_in_about_forty_lines() -> None:
    text = Path(str(toy.__file__)).read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 42


def test_illegal_move_has_a_place_and_ends_the_record() -> None:
    record, problems, _ = GAME.read("counters 4: 2\n  3 1\n", "a.heap")
    assert record is not None
    assert (record.last_step, record.text()) == (1, "counters 4: 2\n")
    (problem,) = problems
    assert (problem.line, problem.column, problem.length) == (2, 3, 1)
    assert problem.message == "not a legal move: '3' (expected for example '1')"


def test_unknown_board_is_an_error_that_lists_boards() -> None:
    with pytest.raises(GameError, match="unknown board: 'many' \\(expected for example 9, 21"):
        GAME.new("many")


class Stuck(Heap):
    def legal_moves(self) -> Sequence[Move]:
        return ()


def test_plain_game_without_legal_moves_is_a_draw() -> None:
    assert Stuck(2).result == "a draw"
    assert Stuck(2).verdict(0) == Stuck(2).verdict(1) == 0
    assert Heap(2).result is None


def test_records_can_be_pickled() -> None:
    record = GAME.new("9")
    played = record.played(record.position(0).legal_moves()[0])
    assert pickle.loads(pickle.dumps(played)) == played  # noqa: S301 - our own bytes


def test_picture_finds_places_and_their_neighbours() -> None:
    sheet = Canvas()
    spots = {}
    for name, column, line in (("a", 2, 0), ("b", 8, 0), ("c", 5, 2)):
        sheet.write(column, line, name, Role.PIECE, 1)
        spots[name] = Spot(column, line)
    picture = sheet.picture(spots)
    assert picture.text() == "  a     b\n\n     c\n"
    assert (picture.width, picture.height) == (9, 3)
    assert picture.place_at(5, 2) == "c"
    assert picture.place_at(3, 0) == "a"
    assert picture.place_at(5, 1) is None
    steps = [picture.next_place("a", heading) for heading in Heading]
    assert steps == ["a", "b", "a", "c"]
    assert picture.next_place("c", Heading.UP) in ("a", "b")


def test_marks_are_brackets_around_places() -> None:
    picture = Heap(3).picture(0)
    marked = picture.marked({"c1": Mark.CHOSEN, "c3": Mark.TARGET, "gone": Mark.HINT})
    assert marked.text() == "[o] o (o)\n"
    assert marked.spots == picture.spots


@pytest.mark.parametrize("left", range(1, 24))
def test_search_finds_the_winner(left: int) -> None:
    found = search(Heap(left), 100_000)
    is_won = left % 4 != 0
    assert (found.worth > 0) == is_won
    if is_won:
        assert found.move.text == str(left % 4)
        # Won in an odd number of steps, and the expected line is a legal one.
        assert (WON - found.worth) % 2 == 1


def test_reason_counts_one_step_in_the_singular() -> None:
    assert PlainGame.reason(toy.Counters(), search(Heap(1), 100)) == "wins within 1 step"
    assert PlainGame.reason(toy.Counters(), search(Heap(4), 100)) == "loses within 2 steps"


def test_search_depends_only_on_its_effort() -> None:
    answers = {search(Heap(40), effort) for effort in (500,) * 3}
    assert len(answers) == 1
    (found,) = answers
    assert found.judged <= 501
    assert found.depth >= 2


def test_search_always_finishes_the_first_depth() -> None:
    found = search(Heap(3), 0)
    assert found.move.text == "3"
    assert found.depth == 1


def test_search_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        search(Heap(60), 10_000_000, lambda: True)
