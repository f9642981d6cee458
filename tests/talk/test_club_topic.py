"""The lobby of a club in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atlantis_core.transcript import load
from atlantis_tui.club.derived import Derived
from atlantis_tui.club.store import ClubTerms
from atlantis_tui.game.document import GameDocument
from atlantis_tui.talk.club_topic import ClubTopic
from atlantis_tui.talk.conversation import Talk
from tests.club.conftest import add_game, club  # noqa: F401 - a fixture


def _converse(folder: Path, member: str | None, lines: Sequence[str]) -> list[str]:
    talk = Talk()
    said = list(talk.open(ClubTopic(talk, folder, member, ClubTerms())))
    for line in lines:
        said += [f"> {line}", *talk.answer(line)]
    talk.close()
    return said


def test_lobby_lists_games_and_members(club: Path) -> None:  # noqa: F811
    said = _converse(club, "ann", ["members"])
    assert said[:6] == [
        "Club: ann.",
        "1. your turn: Ann - ben, turn 1",
        "2. your games: ben - ann, turn 1, ben to move",
        "3. open seats: ben - open, turn 1, ben to move",
        "4. running games: ben - cleo, turn 1, ben to move",
        "Type 'open NUMBER', 'new', 'rules' or '?'.",
    ]
    assert said[-3:] == ["ann", "ben", "cleo"]


def test_members_who_are_connected_to_any_host_are_named(club: Path) -> None:  # noqa: F811
    Derived(club).renew_presence("a host", ["cleo"])
    assert _converse(club, "ann", ["members"])[-3:] == ["ann", "ben", "cleo, connected"]


def test_lobby_tells_the_rules(club: Path) -> None:  # noqa: F811
    said = _converse(club, "ann", ["rules"])
    assert any("segment" in line for line in said)


def test_member_plays_and_returns(club: Path) -> None:  # noqa: F811
    said = _converse(club, "ann", ["open 1", "play b3-c4", "menu"])
    assert len(load(club / "mine.json").turns) == 1
    assert said[-2].startswith(("4.", "Type"))
    assert "1. your games: Ann - ben, turn 2, ben to move" in said


def test_member_takes_a_seat_and_starts_games(club: Path) -> None:  # noqa: F811
    said = _converse(club, "cleo", ["seat 2", "menu", "new hexagon:2 bot:gentle", "menu", "new"])
    assert load(club / "free.json").players[1].name == "cleo"
    (made,) = (path for path in club.iterdir() if "hexagon2" in path.name)
    assert load(made).annotations.extra["seats"] == ("person", "bot:gentle")
    assert "hexagon:3 ben 3days" in said[-1]


def test_spectator_changes_nothing(club: Path) -> None:  # noqa: F811
    before = {path: path.read_bytes() for path in club.iterdir()}
    said = _converse(
        club, None, ["new hexagon:2", "seat 1", "rematch 1", "say 1 hi", "open 1", "end", "menu"]
    )
    assert {path: path.read_bytes() for path in club.iterdir()} == before
    assert said.count("only members can do that") == 3
    assert "only members can write" in said


def test_chat(club: Path) -> None:  # noqa: F811
    said = _converse(club, "ann", ["chat 1", "say 1 hello", "chat 1", "say 1", "say 9 x"])
    assert "no messages yet" in said
    assert any(line.endswith("ann: hello") for line in said)
    assert "type a message after 'say'" in said
    assert any("not a number of 'games'" in line for line in said)


def test_review_changes_only_ones_own_comment(club: Path) -> None:  # noqa: F811
    document = GameDocument.load(add_game(club, "over", "ann", "ben"))
    document.play()
    document.give_up(0)
    said = _converse(
        club,
        "ben",
        ["review 5", "back", "comment well played", "comment", "tag event x", "try pass",
         "export board.svg", "save x.json", "hint", "cut", "leave"],
    )  # fmt: skip
    transcript = load(club / "over.json")
    assert transcript.annotations.comments[0] == "ben: well played"
    assert "event" not in transcript.annotations.tags
    assert said.count("ben: well played") == 2
    refused = [line for line in said if line.startswith("not a command:")]
    assert len(refused) == 6
    assert sorted(path.suffix for path in club.iterdir()) == [*[".json"] * 5, ".txt"]


def test_errors_name_no_path(club: Path) -> None:  # noqa: F811
    talk = Talk()
    list(talk.open(ClubTopic(talk, club, "ann", ClubTerms())))
    (club / "mine.json").unlink()
    said = " ".join(talk.answer("open 1"))
    assert said == "this did not work; try again"


def test_members_file_that_is_no_text_is_an_answer(club: Path) -> None:  # noqa: F811
    (club / "members.txt").write_bytes(b"ann\n\xff\n")
    said = _converse(club, "ann", ["members", "new hexagon:2"])
    assert said[-4:] == [
        "> members",
        "this did not work; try again",
        "> new hexagon:2",
        "this did not work; try again",
    ]
