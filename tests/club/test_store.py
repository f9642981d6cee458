"""The games of a club: what each member sees, takes and starts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript import load
from atlantis_tui.club import facts, store
from atlantis_tui.club.members import ClubError
from atlantis_tui.club.store import Standing
from atlantis_tui.game.document import GameDocument
from tests.club.conftest import START, add_game

MEMBERS = ("ann", "ben", "cleo")


def _seen(club: Path, member: str | None) -> list[tuple[str, Standing]]:
    return [(game.path.stem, game.standing) for game in store.list_games(club, member)]


def test_games_that_wait_for_the_member_come_first(club: Path) -> None:
    document = GameDocument.load(add_game(club, "over", "ann", "ben"))
    document.give_up(0)
    document.save()

    assert _seen(club, "ann") == [
        ("mine", Standing.ON_TURN),
        ("waiting", Standing.OWN),
        ("free", Standing.OPEN),
        ("others", Standing.RUNNING),
        ("over", Standing.FINISHED),
    ]
    assert {standing for _, standing in _seen(club, None)} == {
        Standing.OPEN,
        Standing.RUNNING,
        Standing.FINISHED,
    }


def test_only_games_inside_the_folder_are_listed(club: Path, tmp_path: Path) -> None:
    before = _seen(club, "ann")
    outside = add_game(tmp_path, "outside", "ann", "ben")
    (club / "link.json").symlink_to(outside)
    os.mkfifo(club / "pipe.json")
    (club / "folder.json").mkdir()
    (club / "broken.json").write_text("{", encoding="utf-8")
    (club / "huge.json").write_bytes(b" " * (facts.MAX_BYTES + 1))
    (club / ".hidden.json").write_bytes(outside.read_bytes())

    assert _seen(club, "ann") == before


def test_games_that_changed_last_are_listed_if_there_are_too_many(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "MOST_LISTED", 3)
    os.utime(club / "free.json", (1, 1))

    assert sorted(stem for stem, _ in _seen(club, "ann")) == ["mine", "others", "waiting"]


def test_signature_changes_with_games_and_members(club: Path) -> None:
    signatures = [store.signature(club)]
    store.take_seat(club / "free.json", "ann")
    signatures.append(store.signature(club))
    os.utime(club / "members.txt", (1, 1))
    signatures.append(store.signature(club))

    assert len(set(signatures)) == 3
    assert store.signature(club) == signatures[-1]


def test_open_seat_is_taken_once(club: Path) -> None:
    store.take_seat(club / "free.json", "ann")

    assert [player.name for player in load(club / "free.json").players] == ["ben", "ann"]
    with pytest.raises(ClubError, match="another member has taken the last open seat"):
        store.take_seat(club / "free.json", "cleo")


def test_member_takes_one_seat_of_a_game(club: Path) -> None:
    with pytest.raises(ClubError, match="you have a seat in this game already"):
        store.take_seat(club / "free.json", "Ben")


def test_seats_of_bots_are_not_open(club: Path) -> None:
    bots = [Seat(SeatKind.BOT, "random"), Seat(SeatKind.PERSON)]
    GameDocument.new(START, names=(None, "ben"), seats=bots).save_as(club / "bot.json")

    with pytest.raises(ClubError, match="last open seat"):
        store.take_seat(club / "bot.json", "ann")


@pytest.mark.parametrize(
    ("member", "own"), [("ann", {0}), ("BEN", {1}), ("cleo", set()), (None, set())]
)
def test_member_plays_the_seats_with_the_members_name(
    club: Path, member: str | None, own: set[int]
) -> None:
    document = store.open_game(club / "mine.json", member)

    assert document.ownership.seats == frozenset(own)
    assert not document.ownership.is_host


def test_started_game_has_the_member_first_and_the_others_as_wished(club: Path) -> None:
    path = store.start_game(club, "hexagon:3 BEN open", "ann", MEMBERS)

    assert path.parent == club
    assert [player.name for player in load(path).players] == ["ann", "ben", None]
    assert ("free", Standing.OPEN) in _seen(club, "ann")
    assert (path.stem, Standing.ON_TURN) in _seen(club, "ann")


def test_largest_board_of_a_club_is_possible(club: Path) -> None:
    assert load(store.start_game(club, "triangle:6 ben", "ann", MEMBERS)).players[1].name == "ben"


def test_rematch_is_not_one_that_was_resigned_at_once(club: Path) -> None:
    for name in ("mine", "waiting"):
        _finish(club / f"{name}.json")
    game = next(game for game in store.list_games(club, "ann") if game.key == "mine.json")
    assert "rematch" in store.start_rematch(club, game, "ann").name


@pytest.mark.parametrize(
    "wish",
    ["", "hexagon", "hexagon:99", "hexagon:7 ben", "hexagon:2 mallory", "hexagon:2 ../x",
     "hexagon:2 ben ben ben ben ben ben ben", "\x1b]0;x\x07 ben"],
)  # fmt: skip
def test_impossible_wishes_create_no_file(club: Path, wish: str) -> None:
    before = sorted(club.iterdir())

    with pytest.raises(AtlantisError):
        store.start_game(club, wish, "ann", MEMBERS)

    assert sorted(club.iterdir()) == before


def test_member_starts_a_limited_number_of_games(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_GAMES", 3)
    store.start_game(club, "hexagon:2", "ann", MEMBERS)

    with pytest.raises(ClubError, match="you have 3 running games"):
        store.start_game(club, "hexagon:2", "ann", MEMBERS)


def _finish(path: Path) -> None:
    document = GameDocument.load(path)
    document.give_up(0)
    document.save()


def test_member_who_resigns_every_game_starts_a_limited_number(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finished games did not count, and rematches were not limited at all."""
    monkeypatch.setattr(store, "MOST_A_DAY", 5)
    lost = [add_game(club, f"lost-{number}", "ann", "cleo") for number in range(3)]
    for path in lost:
        _finish(path)
    over = next(game for game in store.list_games(club, "ann") if game.key == "lost-0.json")

    with pytest.raises(ClubError, match="5 of your games have changed today"):
        store.start_game(club, "hexagon:2 ben", "ann", MEMBERS)
    with pytest.raises(ClubError, match="start the next one tomorrow"):
        store.start_rematch(club, over, "ann")
    os.utime(lost[-1], (1, 1))
    assert store.start_rematch(club, over, "ann").exists()


def test_rematch_counts_as_a_running_game(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _finish(add_game(club, "over", "ann", "cleo"))
    monkeypatch.setattr(store, "MOST_GAMES", 2)
    over = next(game for game in store.list_games(club, "ann") if game.key == "over.json")

    with pytest.raises(ClubError, match="2 running games"):
        store.start_rematch(club, over, "ann")


def test_rematch_changes_who_begins_and_is_started_once(club: Path) -> None:
    _finish(club / "mine.json")
    started = set()
    for member in ("ben", "ann"):
        (game,) = (game for game in store.list_games(club, member) if game.path.stem == "mine")
        started.add(store.start_rematch(club, game, member))

    (path,) = started
    assert [player.name for player in load(path).players] == ["ben", "Ann"]
    assert set(club.glob("*rematch*")) == started


@pytest.mark.parametrize(
    ("stem", "member", "message"),
    [("others", "ben", "not over"), ("mine", "cleo", "only its players")],
)
def test_rematch_needs_a_finished_game_of_ones_own(
    club: Path, stem: str, member: str, message: str
) -> None:
    _finish(club / "mine.json")
    (game,) = (game for game in store.list_games(club, member) if game.path.stem == stem)
    with pytest.raises(ClubError, match=message):
        store.start_rematch(club, game, member)


def test_comments_do_not_hide_a_game(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby does not list large files, and comments had no limit together."""
    monkeypatch.setattr(store, "MOST_COMMENTS", 30)
    path = club / "mine.json"
    _finish(path)
    store.write_comment(path, "ann", 0, "x" * 20)

    with pytest.raises(ClubError, match="no room for more comments"):
        store.write_comment(path, "ben", 0, "me too")
    store.write_comment(path, "ann", 0, "")
    store.write_comment(path, "ben", 0, "me too")
    assert load(path).annotations.comments[0] == "ben: me too"


def test_offer_of_a_draw_is_shown_until_it_lapses(club: Path) -> None:
    document = store.open_game(club / "mine.json", "ann")
    document.offer_draw([0])

    def states() -> list[str]:
        return [
            game.state
            for member in ("ann", "ben")
            for game in store.list_games(club, member)
            if game.key == "mine.json"
        ]

    assert states() == ["turn 1, Ann offers a draw", "turn 1, Ann to move, Ann offers a draw"]
    document.play(parse_moves("b3-c4"))
    document.play(parse_moves("g6-f5"))
    assert states() == ["turn 3", "turn 3, Ann to move"]


def test_games_without_a_move_are_not_rated(club: Path) -> None:
    for name, moves in (("drawn", ""), ("passed", ""), ("played", "b3-c4")):
        document = GameDocument.load(add_game(club, name, "ann", "ben"))
        if name != "drawn":
            document.play(parse_moves(moves))
        document.offer_draw([0, 1])
    drawn, passed, played = (
        game.facts for game in store.list_games(club, None) if game.standing is Standing.FINISHED
    )
    assert (drawn.places, passed.places) == (None, None)
    assert played.places == (1, 1)
