"""The user's statistics: what is recorded, and what the pages show."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.bots.ratings import BOT_RATINGS
from atlantis_core.positions.grid import parse_moves
from atlantis_core.review.history_file import add_game, add_name, load_history
from atlantis_core.review.player_history import Encounter, FinishedGame
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.finished_games import record_result
from atlantis_tui.game.known_ratings import describe_rated, known_ratings
from atlantis_tui.game.ownership import Ownership
from atlantis_tui.other_games.finished_records import record_ratings
from atlantis_tui.settings.folders import history_path
from atlantis_tui.start.statistics_screen import (
    StatisticsScreen,
    chart_lines,
    format_csv,
    statistics_lines,
)
from atlantis_tui.widgets.text_dialog import TextDialog
from atlantis_tui.widgets.text_lines import as_piece
from tests.tui.walking import GAME, walking

START = traditional_start(Shape.HEXAGON, 2, players=2)
BOT = Seat(SeatKind.BOT, "gentle")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def lost_to_bot(path: Path) -> GameDocument:
    document = GameDocument.new(START, seats=(PERSON, BOT), names=("Ann", "Gentle"))
    document.save_as(path)
    document.give_up(0)
    return document


def add(number: int, score: float) -> None:
    met = (Encounter("bot:gentle", score),)
    add_game(history_path(), FinishedGame(f"g{number}", "2026-05-17", "hexagon:2", met, 20, 9))


def text_of(width: int = 80) -> str:
    lines = statistics_lines(load_history(history_path()), width)
    return "\n".join("".join(as_piece(piece).text for piece in line) for line in lines)


def test_finished_game_is_recorded_once(home: Path) -> None:
    document = lost_to_bot(home / "game.json")
    assert record_result(document) == record_result(document) == ""
    (game,) = load_history(history_path()).games
    assert (game.board, game.score, game.ending) == ("hexagon:2", 0, "resignation")


def test_finished_game_that_is_opened_again_keeps_its_place(home: Path) -> None:
    first = lost_to_bot(home / "game.json")
    record_result(first)
    record_result(lost_to_bot(home / "other.json"))
    before = history_path().read_bytes()
    assert record_result(first) == ""
    assert history_path().read_bytes() == before


def test_another_game_in_a_file_of_the_same_name_counts(home: Path) -> None:
    for moves in ("b3-a3", "b3-c3"):
        document = GameDocument.new(START, seats=(PERSON, BOT))
        (home / "game.json").unlink(missing_ok=True)
        document.save_as(home / "game.json")
        document.play(parse_moves(moves))
        document.give_up(0)
        record_result(document)
    assert len(load_history(history_path()).games) == 2


def test_exported_table_has_no_formulas_and_no_control_characters() -> None:
    met = (Encounter("person:\x1b[2J", 1.0),)
    add_game(history_path(), FinishedGame("g", "2026-05-17", "=1+1", met, 20, 9, kind="map chess"))
    table = format_csv(load_history(history_path()))
    assert "map chess,'=1+1,person:" in table
    assert "\x1b" not in table


def test_games_without_a_known_player_are_not_recorded(home: Path) -> None:
    (home / "game.json").write_text(GAME)
    document = GameDocument.load(home / "game.json")
    document.give_up(0)
    assert record_result(document) == ""
    assert load_history(history_path()).games == ()
    add_name(history_path(), "Bob")
    record_result(document)
    assert load_history(history_path()).games[0].score == 1


def test_remote_seats_are_not_the_users(home: Path) -> None:
    (home / "game.json").write_text(GAME)
    document = GameDocument.load(home / "game.json")
    document.ownership = Ownership(frozenset({1}))
    document.give_up(1)
    record_result(document)
    assert load_history(history_path()).games[0].score == 0


def test_newer_file_is_reported_when_a_game_ends(home: Path) -> None:
    history_path().parent.mkdir(parents=True)
    history_path().write_text('{"format": "Atlantis results", "version": 9}\n')
    assert "newer version" in record_result(lost_to_bot(home / "game.json"))
    assert "newer version" in text_of(200)


def test_page_shows_rating_records_and_chart() -> None:
    assert "No finished games yet" in text_of()
    for number in range(30):
        add(number, float(number % 2))
    shown = text_of()
    assert "An even match: gentle (127)." in shown
    assert "gentle hexagon:2 30 15 0 +1 9" in " ".join(shown.split())
    assert "Rating over time" in shown
    assert format_csv(load_history(history_path())).count("\n") == 31


def test_page_shows_a_rating_for_each_other_game() -> None:
    games = [
        FinishedGame(name, "2026-05-17", title, (Encounter(seat, score),), 40, 0, kind=title)
        for name, title, seat, score in (
            ("a", "Kalah", "bot:gentle", 1.0),
            ("b", "Kalah", "bot", 0.0),
            ("c", "Tafl", "bot:1234", 1.0),
        )
    ]
    assert list(record_ratings(games)) == ["Kalah"]
    assert 1200 < record_ratings(games)["Kalah"] < 1800
    for game in games:
        add_game(history_path(), game)
    assert "No rating yet: finish a game against a bot." in text_of()
    assert f"Kalah: rating {record_ratings(games)['Kalah']:.0f}." in text_of()


@pytest.mark.parametrize("count", [1, 2, 9, 500])
def test_chart_has_a_star_in_every_column_and_fits(count: int) -> None:
    lines = list(chart_lines([float(n * n % 97) for n in range(count)], 60))
    assert max(map(len, lines)) <= 60
    columns = max(map(len, lines)) - 6
    assert sum(line.count("*") for line in lines) == columns


def test_chart_of_few_games_has_steps_that_can_be_seen() -> None:
    lines = list(chart_lines([100.0, 300.0], 60))
    assert lines[0] == "  300 " + " " * 6 + "*" * 6
    assert lines[-1] == "  100 " + "*" * 6


async def test_name_is_asked_once_and_used_in_new_games() -> None:
    add(1, 1.0)
    async with walking() as walker:
        await walker.press("s")
        walker.on(TextDialog)
        await walker.write("Ann")
        walker.on(StatisticsScreen)
        assert "Ann: 1 game" in walker.text("statistics")
        await walker.press("escape", "s")
        walker.on(StatisticsScreen)
        await walker.press("escape", "n")
        assert "Ann" in walker.rows.text
        await walker.press("down", "down", "down", "down", "down", "down")
        assert "Rating 127, yours" in walker.text("message")


async def test_export_and_delete(home: Path) -> None:
    add(1, 1.0)
    add_name(history_path(), "Ann")
    async with walking() as walker:
        await walker.press("s", "e")
        await walker.write(str(home / "table.csv"))
        assert "bot:gentle,1,20,9" in (home / "table.csv").read_text()
        await walker.press("e")
        await walker.write(str(home / "table.csv"))
        assert "already exists" in walker.text("message")
        await walker.press("D", "D")
        assert not history_path().exists()
        assert "No finished games yet" in walker.text("statistics")


async def test_resigning_a_game_reaches_the_statistics() -> None:
    async with walking() as walker:
        await walker.press("n", "enter", "X", "r")
        assert [game.score for game in load_history(history_path()).games] == [0]


def test_ratings_are_known_once_the_user_has_one(home: Path) -> None:
    document = lost_to_bot(home / "game.json")
    assert known_ratings(document) == ()
    assert describe_rated(document, (0.5, 0.5), ()) == ""
    record_result(document)
    own, bots = known_ratings(document)
    assert bots == BOT_RATINGS["gentle"]
    shown = describe_rated(document, (0.5, 0.5), (own, bots))
    assert shown.startswith(f"with ratings: Ann ({own:.0f}) ")
    assert describe_rated(document, (1.0, 0.0), (own, bots)) == ""


def test_ratings_of_unrated_seats_are_unknown() -> None:
    agent = Seat(SeatKind.AGENT, "mine")
    document = GameDocument.new(START, seats=(BOT, agent))
    assert known_ratings(document) == ()
    assert known_ratings(GameDocument.new(START, seats=(BOT, BOT))) == (127, 127)
