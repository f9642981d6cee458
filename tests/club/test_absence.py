"""Players absent beyond the clock: they lose, or a bot plays on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.seats import Seat, SeatKind, bot_seat
from atlantis_core.transcript import load
from atlantis_core.transcript.clocks import BEGAN_TAG, format_began
from atlantis_tui.club import store
from atlantis_tui.club.absence import end_absence, lose, open_served, replace_player
from atlantis_tui.club.facts import read_facts
from atlantis_tui.club.members import ClubError
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import Interrupted, Refused, TurnBegun, TurnPlayed, Waiting
from atlantis_tui.game.file_follower import read_state
from atlantis_tui.game.flow import GameFlow

MEMBERS = ("ann", "ben", "cleo")


def _start(club: Path, wish: str, ago: timedelta = timedelta()) -> Path:
    """A game whose present turn began a time ago."""
    path = store.start_game(club, wish, "ann", MEMBERS)
    document = GameDocument.load(path)
    began = format_began(datetime.now(UTC) - ago)
    document.edit(document.transcript.with_tag(BEGAN_TAG, began))
    document.save()
    return path


def _deadline(path: Path) -> float | None:
    facts = read_facts(path)
    assert facts is not None
    return facts.deadline


def test_deadline_is_that_of_the_player_to_move(club: Path) -> None:
    path = _start(club, "hexagon:2 ben 3days", timedelta(days=1))
    assert _deadline(path) == pytest.approx(time() + 2 * 86400, abs=60)
    document = store.open_game(path, "ann")
    document.play(parse_moves("b3-c4"))
    assert _deadline(path) == pytest.approx(time() + 3 * 86400, abs=60)


@pytest.mark.parametrize("wish", ["hexagon:2 ben", "hexagon:2 open 3days"])
def test_games_without_a_running_clock_have_no_deadline(club: Path, wish: str) -> None:
    assert _deadline(store.start_game(club, wish, "ann", MEMBERS)) is None


def test_clock_starts_when_the_last_seat_is_taken(club: Path) -> None:
    path = store.start_game(club, "hexagon:2 open 3days", "ann", MEMBERS)
    store.take_seat(path, "cleo")
    assert _deadline(path) == pytest.approx(time() + 3 * 86400, abs=60)


def test_clock_of_an_open_seat_starts_when_it_is_taken(club: Path) -> None:
    path = _start(club, "hexagon:2 open 1day", timedelta(days=5))
    store.open_game(path, "ann").play(parse_moves("b3-c4"))
    assert _deadline(path) is None
    store.take_seat(path, "cleo")
    assert _deadline(path) == pytest.approx(time() + 86400, abs=60)


def test_absent_player_loses(club: Path) -> None:
    path = _start(club, "hexagon:2 ben 3days", timedelta(days=4))
    assert end_absence(path, 0, 0) == "ann ran out of time"
    assert end_absence(path, 0, 0) == ""
    (game,) = (game for game in store.list_games(club, "ben") if game.path == path)
    assert game.facts.result == "ann ran out of time: ben won"


def test_game_counts_only_if_the_absent_player_has_moved(club: Path) -> None:
    """A member can name any other in a new game, and let the clock run."""
    for wish, turns in (("", 1), ("", 2), ("absent:bot:gentle", 1), ("absent:bot:gentle", 2)):
        path = _start(club, f"hexagon:2 ben 3days {wish}")
        document = GameDocument.load(path)
        document.play(parse_moves("b3-c4"))
        if turns == 2:
            document.play(parse_moves("g6-f5"))
            document.play(parse_moves("a2-b3"))
        assert end_absence(path, document.game.turn_number, 1)
        if wish:
            store.open_game(path, "ann").give_up(0)
        facts = read_facts(path)
        assert facts is not None
        assert facts.result
        assert facts.places == ((1, 2) if turns == 2 else None)


def test_absent_player_is_replaced_by_a_bot_and_loses_only_rating(club: Path) -> None:
    path = _start(club, "hexagon:2 ben 3days absent:bot:gentle")
    document = GameDocument.load(path)
    document.play(parse_moves("b3-c4"))
    document.play(parse_moves("g6-f5"))
    assert end_absence(path, 2, 0) == "the bot gentle plays for ann"
    assert GameDocument.load(path).seats == (bot_seat("gentle"), Seat(SeatKind.PERSON))
    (game,) = (game for game in store.list_games(club, "ann") if game.path == path)
    assert game.seats == frozenset()
    assert game.facts.bot == "gentle"
    assert game.players == "ann (bot gentle) - ben"

    document = store.open_game(path, "ben")
    document.give_up(1)
    (game,) = (game for game in store.list_games(club, "ann") if game.path == path)
    assert game.facts.places == (2, 1)
    assert game.facts.rated == ("ann", "ben")


def test_last_person_loses_instead_of_a_game_between_bots(club: Path) -> None:
    path = _start(club, "hexagon:2 bot:gentle 3days absent:bot:gentle", timedelta(days=4))
    assert end_absence(path, 0, 0) == "ann ran out of time"


def test_turn_that_was_played_meanwhile_counts(club: Path) -> None:
    path = _start(club, "hexagon:2 ben 3days", timedelta(days=4))
    store.open_game(path, "ann").play(parse_moves("b3-c4"))
    assert end_absence(path, 0, 0) == ""
    assert store.list_games(club, "ann")[0].facts.result == ""


def test_window_of_a_member_leaves_the_decision_to_the_host(club: Path) -> None:
    path = _start(club, "hexagon:2 ben 3days absent:bot:gentle", timedelta(days=4))
    before = path.read_bytes()
    flow = GameFlow(store.open_game(path, "ann"))
    flow.begin()
    assert flow.tick() is None
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("gentle", "the bot gentle plays for ann: you only watch now"),
        ("", "ann is out of the game: you only watch now"),
    ],
)
def test_open_window_says_that_its_player_has_lost_the_seat(
    club: Path, bot: str, words: str
) -> None:
    path = store.start_game(club, "hexagon:2 ben cleo", "ann", MEMBERS)
    controller = GameController(store.open_game(path, "ann"))
    flow = controller.flow
    assert isinstance(flow.begin(), TurnBegun)

    if bot:
        replace_player(open_served(path), 0, bot)
    else:
        lose(open_served(path), 0)
    event = controller.file_changed(read_state(path), 2)
    assert isinstance(event, Interrupted)
    seen = event.following
    while isinstance(seen, TurnPlayed):  # the automatic turn of a player who is out
        seen = flow.advance()
    waiting = f"{words}; waiting for {'ann' if bot else 'ben'}"
    assert seen == Waiting(waiting)
    assert flow.why_not == waiting
    assert isinstance(flow.resign(), Refused)

    # The window keeps saying so while the game goes on.
    document = GameDocument.load(path)
    document.play(())
    seen = controller.file_changed(read_state(path), 0)
    while not isinstance(seen, Waiting):
        seen = seen.following if isinstance(seen, Interrupted) else flow.advance()
    assert words in seen.said


def test_window_of_the_other_player_says_nothing_of_the_kind(club: Path) -> None:
    path = store.start_game(club, "hexagon:2 ben cleo", "ann", MEMBERS)
    replace_player(open_served(path), 0, "gentle")
    for member in ("ben", None):
        assert GameFlow(store.open_game(path, member)).begin() == Waiting("waiting for ann")


def test_host_ends_an_absence_by_hand(club: Path) -> None:
    three = store.start_game(club, "hexagon:2 ben cleo", "ann", MEMBERS)
    assert replace_player(open_served(three), 1, "greedy") == "the bot greedy plays for ben"
    with pytest.raises(ClubError, match="no such bot"):
        replace_player(open_served(three), 2, "nosuch")
    with pytest.raises(ClubError, match="does not play in this game any more"):
        lose(open_served(three), 1)
    assert lose(open_served(three), 2) == "cleo ran out of time"
    with pytest.raises(ClubError, match="does not play in this game any more"):
        replace_player(open_served(three), 2, "greedy")


def test_rematch_gives_the_seat_back(club: Path) -> None:
    path = store.start_game(club, "hexagon:2 ben 3days absent:bot:gentle", "ann", MEMBERS)
    replace_player(open_served(path), 0, "gentle")
    store.open_game(path, "ben").give_up(1)
    (game,) = (game for game in store.list_games(club, "ben") if game.path == path)
    again = store.start_rematch(club, game, "ben")
    transcript = load(again)
    assert [player.name for player in transcript.players] == ["ben", "ann"]
    assert "seats" not in transcript.annotations.extra
    assert transcript.annotations.tags["absent players"] == "bot:gentle"
    assert _deadline(again) is not None
    assert store.start_rematch(club, game, "ben") == again
