"""Every command of every topic answers odd arguments; none ends the conversation."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from atlantis_core.support.safe_text import is_safe_to_show
from atlantis_tui.club.store import ClubTerms
from atlantis_tui.game.document import GameDocument
from atlantis_tui.talk.club_topic import ClubTopic
from atlantis_tui.talk.conversation import Talk
from atlantis_tui.talk.menu_topic import MenuTopic
from tests.club.conftest import add_game, club  # noqa: F401 - a fixture

SAMPLES = Path(__file__).parents[2] / "transcripts"
LONG = "9" * 5000
"""More digits than Python converts to a number."""
ODD = ("", LONG, f"b3 {LONG}", f"zoom {LONG}", "\u00b2", "b3 \u00b2", "zoom \u00b2", "0", "-1",
       "\x1b[2J\x9b", "\ud800", "'", '"', "b3", "1 2 3", "x" * 3000, "b3-c4" * 99, "a/b/../..",
       "~nobody", "a\0b", "pos1:", "atl1:", "1.1/", "#", "b3 n ne b3", "person " * 30)  # fmt: skip
SLOW = {"judge", "own", "found", "day"}
"""Commands that compute, with few kinds of arguments."""


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "STATE", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.chdir(tmp_path)
    shutil.copy(SAMPLES / "games" / "hexagon-3-2-players.json", tmp_path / "over.json")
    shutil.copy(SAMPLES / "tafl" / "brandub.otg", tmp_path / "brandub.otg")


def answer_odd_arguments(begin: Callable[[], Talk], lines: tuple[str, ...] = ()) -> None:
    def talk_from_there() -> Talk:
        talk = begin()
        for line in lines:
            list(talk.answer(line))
        assert not talk.failures
        return talk

    talk = talk_from_there()
    topic = talk.topic
    for verb in topic.vocabulary:
        for odd in ODD if verb.name not in SLOW else ():
            said = list(talk.answer(f"{verb.name} {odd}"))
            assert all(is_safe_to_show(line) for line in said), (verb.name, odd)
            if talk.topic is not topic or talk.is_done:
                talk.close()
                talk = talk_from_there()
                topic = talk.topic
    talk.close()


def begin_menu() -> Talk:
    talk = Talk()
    talk.topics.append(MenuTopic(talk))
    return talk


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("new hexagon:2 person person",),
        ("open over.json", "review"),
        ("learn 1",),
        ("new kalah:2x2 person person",),
        ("open brandub.otg", "review"),
    ],
    ids=lambda lines: " ".join(lines) or "menu",
)
def test_odd_arguments(lines: tuple[str, ...]) -> None:
    answer_odd_arguments(begin_menu, lines)


@pytest.mark.parametrize("lines", [(), ("open 1",), ("review 5",)])
def test_odd_arguments_of_members(club: Path, lines: tuple[str, ...]) -> None:  # noqa: F811
    document = GameDocument.load(add_game(club, "over", "ann", "ben"))
    document.play()
    document.give_up(0)

    def begin() -> Talk:
        talk = Talk()
        list(talk.open(ClubTopic(talk, club, "ann", ClubTerms())))
        return talk

    answer_odd_arguments(begin, lines)
