"""The turn list: its rows, and that variations are replayed lazily."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.review import lines
from atlantis_core.review.judged_games import Judgement, keep_judgement
from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place
from atlantis_core.review.variations import MAIN, Branch, Path
from atlantis_core.review.verdicts import TurnMark, TurnVerdict
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import play_turn
from atlantis_core.transcript.model import Turn, Variation
from atlantis_tui.review.turn_rows import MOST_PLAYED, MOST_SKIPPED, TurnRows
from tests.review.games import transcript_of

BAD = parse_moves("a1-zz9")


def tree_of(*variations: Variation) -> GameTree:
    """Two passes, and variations of them."""
    game = Game(traditional_start(Shape.HEXAGON, 2, players=2), [(), ()])
    transcript = transcript_of(game)
    notes = transcript.annotations.with_variations(variations)
    return GameTree(transcript.with_annotations(notes), game.positions)


def listed(rows: TurnRows) -> list[str]:
    """A word for every row."""
    return [f"{row.name or row.place.turn}" for row in map(rows.row, range(len(rows)))]


def passes(number: int) -> tuple[Turn, ...]:
    return ((),) * number


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Turn]:
    """The turns of variations replayed so far."""
    found: list[Turn] = []

    def play(position: Position, moves: Turn) -> Position:
        found.append(moves)
        return play_turn(position, moves)

    monkeypatch.setattr(lines, "play_turn", play)
    return found


def test_variations_are_listed_below_the_turn_they_replace() -> None:
    inner = Variation(2, passes(1))
    tree = tree_of(Variation(3, passes(2)), Variation(1, passes(2), variations=(inner, inner)))
    rows = TurnRows(tree)
    assert listed(rows) == ["0", "1", "1.1", "2", "2.1", "2.2", "2", "3.1", "4"]
    for number in range(len(rows)):
        assert rows.index_of(rows.row(number).place) == number


def test_variations_are_not_replayed_before_they_are_visible(played: list[Turn]) -> None:
    rows = TurnRows(tree_of(*[Variation(1, passes(2))] * 500))
    assert len(rows) == 1003
    window = rows.window(Place(MAIN, 0), 10)
    assert not played
    for row, _ in window:
        rows.facts(row)
    assert len(played) == 8, "those of four variations; the start and a turn are above them"


def test_long_variation_is_replayed_when_entered(played: list[Turn]) -> None:
    tree = tree_of(Variation(1, passes(MOST_PLAYED + 1)))
    rows, path = TurnRows(tree), (Branch(1, 1),)
    row = rows.row(2)
    assert row.place == Place(path, 1)
    assert (rows.facts(row), rows.notation(row), rows.player(row)) == (None, "pass", 0)
    assert not played
    tree.line(path)
    assert rows.facts(row) is not None


def test_next_row_skips_illegal_turns() -> None:
    rows = TurnRows(tree_of(Variation(1, (BAD, ())), Variation(1, ((), BAD))))
    assert listed(rows) == ["0", "1", "1.1", "2", "1.2", "2", "2"]
    places = [Place(MAIN, 0)]
    for _ in range(3):
        places.append(rows.beside(places[-1], 1))
    assert places == [Place(MAIN, 0), Place(MAIN, 1), Place((Branch(1, 2),), 1), Place(MAIN, 2)]
    assert rows.beside(places[3], 1) == places[3]
    assert [rows.beside(place, -1) for place in places[1:]] == places[:-1]


def test_click_on_an_illegal_turn_leads_to_the_last_legal_one() -> None:
    rows = TurnRows(tree_of(Variation(1, ((), BAD))))
    rows.window(Place(MAIN, 0), 9)
    assert rows.place_of(3) == Place((Branch(1, 1),), 1)
    assert rows.facts(rows.visible[3]) is None


def test_next_row_gives_up_after_many_illegal_turns(played: list[Turn]) -> None:
    rows = TurnRows(tree_of(*[Variation(1, (BAD,))] * 500))
    here = Place(MAIN, 1)
    assert rows.beside(here, 1) == here
    assert len(played) == MOST_SKIPPED


@pytest.mark.parametrize("limit", ["MAX_VARIATION_TURNS", "MAX_VARIATION_EXTENT"])
def test_variation_stops_at_the_maximum_length(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    tree = tree_of(Variation(1, passes(6)))
    size = tree.main.last.board.size
    monkeypatch.setattr(lines, limit, 5 * (size if limit.endswith("EXTENT") else 1))
    line = tree.line((Branch(1, 1),))
    assert line.turn_number == 5
    assert line.problem == "turn 6: variations are limited to 5 turns on this board"


def test_cached_positions_are_limited_to_one_game(
    monkeypatch: pytest.MonkeyPatch, played: list[Turn]
) -> None:
    size = tree_of().main.last.board.size
    monkeypatch.setattr(lines, "MAX_GAME_EXTENT", 5 * size)
    tree = tree_of(*[Variation(1, passes(3))] * 4)
    paths: Sequence[Path] = [(Branch(1, number),) for number in range(1, 5)]
    for path in paths:
        tree.line(path)
    assert [tree.turns_to_play(path) for path in paths] == [3, 3, 0, 0]
    assert tree.line(paths[3]) is tree.line(paths[3])
    assert len(played) == 12


def test_replaying_a_variation_costs_the_same_with_a_full_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[lines.Line] = []

    def own_turns(line: lines.Line) -> int:
        counted.append(line)
        return 1

    monkeypatch.setattr(lines.Line, "own_turns", property(own_turns))
    tree = tree_of(*[Variation(1, passes(1))] * 50)
    for number in range(1, 51):
        tree.line((Branch(1, number),))
    assert len(counted) == 50


def test_only_good_turn_has_an_exclamation_mark() -> None:
    transcript = tree_of().transcript
    good = TurnVerdict(0, (0.5, 0.5), (0.5, 0.5), 0.0, mark=TurnMark.GOOD)
    judged = keep_judgement(transcript, Judgement("master", 1, {1: good}))
    rows = TurnRows(GameTree(judged, tree_of().main.positions))
    assert rows.mark(rows.row(1)) == "!"
    assert rows.mark(rows.row(2)) == ""
