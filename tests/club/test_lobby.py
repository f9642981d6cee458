"""The lobby on a screen: open, take, start, return."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from atlantis_core.positions.grid import parse_moves
from atlantis_core.transcript import load
from atlantis_tui.club import chat, store
from atlantis_tui.club.absence import open_served, replace_player
from atlantis_tui.club.lobby_screen import LobbyScreen
from atlantis_tui.club.new_game_screen import NewClubGameScreen
from atlantis_tui.club.store import ClubTerms
from atlantis_tui.game.document import GameDocument, open_remotely
from atlantis_tui.play.chat_screen import ChatScreen
from atlantis_tui.play.remote_screen import RemotePlayScreen
from atlantis_tui.remote_app import RemoteApp
from atlantis_tui.review.remote_screen import RemoteReviewScreen
from atlantis_tui.rules.rules_screen import RulesScreen
from atlantis_tui.settings.options import Colors
from atlantis_tui.widgets.dialogs import Dialog
from atlantis_tui.widgets.row_list import RowList
from atlantis_tui.widgets.text_lines import TextLines
from tests.club.conftest import add_game
from tests.tui.driving import STILL, wait_until


@asynccontextmanager
async def in_lobby(
    club: Path, member: str | None, effort: int = 400, *, has_chat: bool = True
) -> AsyncIterator[Pilot[None]]:
    terms = ClubTerms(effort, has_chat)
    app = RemoteApp(lambda: LobbyScreen(club, member, terms=terms), STILL, Colors.TRUE)
    async with app.run_test(size=(80, 30), notifications=True) as pilot:
        await wait_until(pilot, lambda: "others" in text(pilot))
        yield pilot


def notices(pilot: Pilot[None]) -> list[str]:
    return [said.message for said in pilot.app._notifications]


def files(club: Path) -> list[Path]:
    return sorted(club.iterdir())


def text(pilot: Pilot[None]) -> str:
    return pilot.app.screen_stack[0].query_one(RowList).text


async def test_lobby_lists_games_and_members(club: Path) -> None:
    async with in_lobby(club, "ann") as pilot:
        lines = [line.strip() for line in text(pilot).splitlines() if line.strip()]
    assert lines == [
        "Your turn", "Ann - ben  turn 1  mine",
        "Your games", "ben - ann  turn 1, ben to move  waiting",
        "Open seats", "ben - open  turn 1, ben to move  free",
        "Running games", "ben - cleo  turn 1, ben to move  others",
        "Members", "ann", "ben", "cleo",
    ]  # fmt: skip


async def test_member_plays_a_turn_and_returns(club: Path) -> None:
    async with in_lobby(club, "ann") as pilot:
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
        screen = pilot.app.screen
        assert isinstance(screen, RemotePlayScreen)
        screen.board.add(parse_moves("b3-c4"))
        await pilot.press("t")
        await wait_until(pilot, lambda: screen.document.game.turn_number == 1)
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        await wait_until(pilot, lambda: "Your turn" not in text(pilot))
        assert "turn 2, ben to move  mine" in text(pilot)


async def test_member_whom_a_bot_replaces_is_told_and_reviews_the_game(club: Path) -> None:
    async with in_lobby(club, "ann") as pilot:
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
        screen = pilot.app.screen
        assert isinstance(screen, RemotePlayScreen)
        replace_player(open_served(club / "mine.json"), 0, "gentle")
        message = screen.query_one("#message", TextLines)
        await wait_until(pilot, lambda: "the bot gentle plays for Ann" in message.text)
        await pilot.press("t")
        assert "you only watch now" in message.text
        assert "v review" in " ".join(screen.query_one("#keys", TextLines).text.split())
        await pilot.press("v")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemoteReviewScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: pilot.app.screen is screen)
        assert "you only watch now" in message.text


async def test_new_games_appear(club: Path) -> None:
    async with in_lobby(club, "cleo") as pilot:
        add_game(club, "surprise", "cleo", "ben")
        await wait_until(pilot, lambda: "surprise" in text(pilot))


async def test_first_game_is_selected_when_it_appears_and_after_it_was_played(
    tmp_path: Path,
) -> None:
    (tmp_path / "members.txt").write_text("ann\nben\n", encoding="utf-8")
    app = RemoteApp(lambda: LobbyScreen(tmp_path, "ben"), STILL, Colors.TRUE)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "no games yet" in text(pilot))
        rows = pilot.app.screen.query_one(RowList)
        assert rows.chosen_key == "/ann"
        add_game(tmp_path, "others", "ann", "ben")
        await wait_until(pilot, lambda: rows.chosen_key == "others.json")
        add_game(tmp_path, "mine", "ben", "ann")
        await wait_until(pilot, lambda: "mine" in text(pilot))
        assert rows.chosen_key == "others.json"
        rows.choose("mine.json")
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: rows.chosen_key == "mine.json")


async def test_key_line_of_spectators_has_only_what_they_can_do(club: Path) -> None:
    async with in_lobby(club, None) as pilot:
        shown = pilot.app.screen.query_one("#keys", TextLines).text
        assert "review" in shown
        assert "new game" not in shown
        assert "resign" not in shown


async def test_rules_open_over_the_lobby_and_over_a_game(club: Path) -> None:
    async with in_lobby(club, "ann") as pilot:
        for below in (LobbyScreen, RemotePlayScreen):
            await wait_until(pilot, lambda below=below: isinstance(pilot.app.screen, below))  # type: ignore[misc]
            await pilot.press("f2", "f2", "l")
            await wait_until(pilot, lambda: isinstance(pilot.app.screen, RulesScreen))
            assert "learn" not in pilot.app.screen.query_one("#keys", TextLines).text
            await pilot.press("escape")
            await wait_until(pilot, lambda below=below: isinstance(pilot.app.screen, below))  # type: ignore[misc]
            await pilot.press("enter")
        assert "Learn" not in pilot.app.screen.query_one("#side", TextLines).text


async def test_member_takes_an_open_seat(club: Path) -> None:
    async with in_lobby(club, "cleo") as pilot:
        pilot.app.screen.query_one(RowList).choose("free.json")
        await pilot.press("enter")
        await wait_until(pilot, lambda: not isinstance(pilot.app.screen, LobbyScreen))
        await pilot.press("t")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
    assert load(club / "free.json").players[1].name == "cleo"


async def test_member_starts_a_game_with_the_chosen_member(club: Path) -> None:
    async with in_lobby(club, "ann") as pilot:
        pilot.app.screen.query_one(RowList).choose("/cleo")
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, NewClubGameScreen))
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
        assert len(pilot.app.screen_stack) == 2
    (made,) = (path for path in files(club) if "hexagon2" in path.name)
    assert [player.name for player in load(made).players] == ["ann", "cleo"]


async def test_form_chooses_board_players_bots_and_clock(club: Path) -> None:
    async with in_lobby(club, "ann", effort=100) as pilot:
        await pilot.press("n")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, NewClubGameScreen))
        form = pilot.app.screen.query_one(RowList)
        for key, presses in (
            ("shape", "right"), ("side", "right"), ("players", "right"), ("seat 0", "right"),
            ("seat 1", "left"), ("clock", "right right"), ("absent", "right"),
        ):  # fmt: skip
            form.choose(key)
            await pilot.press(*presses.split())
        shown = [" ".join(line.split()) for line in form.text.splitlines() if line.strip()]
        assert shown == [
            "Start game Enter", "Board < triangle >", "Size < 3 >", "Players < 3 >",
            "Seat 1 ann (you)", "Seat 2 < ben >", "Seat 3 < bot gentle >",
            "Clock < 3 days per turn >", "Time out < bot gentle plays on >",
        ]  # fmt: skip
        await pilot.press("b")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
    (made,) = (path for path in files(club) if "triangle3" in path.name)
    transcript = load(made)
    assert [player.name for player in transcript.players] == ["ann", "ben", "Gentle"]
    assert transcript.annotations.extra["seats"] == ("person", "person", "bot:gentle")
    assert transcript.annotations.tags["absent players"] == "bot:gentle"


async def test_club_without_bots_offers_none(club: Path) -> None:
    async with in_lobby(club, "ann", effort=0) as pilot:
        await pilot.press("n")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, NewClubGameScreen))
        form = pilot.app.screen.query_one(RowList)
        form.choose("seat 0")
        offered = set()
        for _ in range(4):
            await pilot.press("right")
            offered.add(form.text.split("Seat 2")[1].split(">")[0].strip(" <"))
    assert offered == {"ben", "cleo", "open"}


async def test_game_that_cannot_start_is_explained_without_paths(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_lobby(club, "ann") as pilot:
        await pilot.press("n")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, NewClubGameScreen))
        monkeypatch.setattr(store, "MOST_GAMES", 1)
        await pilot.press("enter")
        message = pilot.app.screen.query_one("#message", TextLines)
        await wait_until(pilot, lambda: "finish one of them first" in message.text)
        monkeypatch.setattr(store, "MOST_GAMES", 20)
        monkeypatch.setattr(store, "start_game", _fail)
        await pilot.press("enter")
        await wait_until(pilot, lambda: "this did not work" in message.text)
        assert str(club) not in message.text


def _fail(*_: object) -> Path:
    raise PermissionError(13, "Permission denied", "/secret/club")


async def test_member_resigns_without_opening_the_game(club: Path) -> None:
    async with in_lobby(club, "ann") as pilot:
        pilot.app.screen.query_one(RowList).choose("waiting.json")
        await pilot.press("x")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        await pilot.press("r")
        await wait_until(pilot, lambda: "ann resigned" in text(pilot))
    assert store.list_games(club, "ben")[-1].facts.result


async def test_members_draw_from_the_lobby(club: Path) -> None:
    for member in ("ann", "ben"):
        async with in_lobby(club, member) as pilot:
            pilot.app.screen.query_one(RowList).choose("mine.json")
            await pilot.press("x")
            await wait_until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
            await pilot.press("d")
            await wait_until(pilot, lambda: bool(notices(pilot)))
    assert store.list_games(club, "ann")[-1].facts.result == "drawn by agreement"


async def test_only_players_of_a_game_resign(club: Path) -> None:
    async with in_lobby(club, "ann") as pilot:
        pilot.app.screen.query_one(RowList).choose("others.json")
        await pilot.press("x")
        await wait_until(pilot, lambda: notices(pilot) == ["select a game that you play"])


async def test_finished_game_is_reviewed_and_commented_under_ones_own_name(club: Path) -> None:
    document = GameDocument.load(club / "mine.json")
    document.edit(document.transcript.with_comment(0, "ben: good luck\nann: old"))
    document.give_up(0)
    async with in_lobby(club, "ann") as pilot:
        pilot.app.screen.query_one(RowList).choose("mine.json")
        await pilot.press("v")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemoteReviewScreen))
        first = pilot.app.screen
        await pilot.press("c")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        await pilot.press("e")
        await wait_until(pilot, lambda: isinstance(pilot.app.focused, Input))
        entry = pilot.app.focused
        assert isinstance(entry, Input)
        assert entry.value == "old"
        entry.value = "I was lost\nben: I cheated"
        await pilot.press("enter")
        await wait_until(
            pilot,
            lambda: (
                isinstance(pilot.app.screen, RemoteReviewScreen) and pilot.app.screen is not first
            ),
        )
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
    written = load(club / "mine.json").annotations.comments[0]
    assert written == "ben: good luck\nann: I was lost ben: I cheated"


async def test_running_game_and_spectators_only_read_comments(club: Path) -> None:
    async with in_lobby(club, None) as pilot:
        pilot.app.screen.query_one(RowList).choose("others.json")
        await pilot.press("v")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemoteReviewScreen))
        before = files(club), (club / "others.json").read_bytes()
        await pilot.press("c", "t", "T", "u", "ctrl+s", "o", "j", "x", "B", "colon", "slash")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RemoteReviewScreen)
        assert (files(club), (club / "others.json").read_bytes()) == before


async def test_chat_at_a_game_reaches_the_other_member(club: Path) -> None:
    async with in_lobby(club, "ann") as pilot:
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
        screen = pilot.app.screen
        assert isinstance(screen, RemotePlayScreen)
        chat.say(club / "mine.json", "ben", "hello\x1b[31m ann")
        screen.check()
        await wait_until(pilot, lambda: bool(notices(pilot)))
        assert notices(pilot)[0].startswith("ben: hello")
        assert "\x1b" not in notices(pilot)[0]
        await pilot.press("C")
        await wait_until(pilot, lambda: isinstance(pilot.app.focused, Input))
        await pilot.press(*"hi", "enter")
        await wait_until(pilot, lambda: len(chat.read_chat(club / "mine.json")) == 2)
        shown = pilot.app.screen.query_one("#messages", TextLines)
        await wait_until(pilot, lambda: "ann: hi" in shown.text)
        await pilot.press("escape")
        await wait_until(pilot, lambda: pilot.app.screen is screen)


async def test_spectator_reads_the_chat_only(club: Path) -> None:
    chat.say(club / "others.json", "ben", "hello")
    async with in_lobby(club, None) as pilot:
        pilot.app.screen.query_one(RowList).choose("others.json")
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
        await pilot.press("C")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, ChatScreen))
        assert not pilot.app.screen.query(Input)
        assert "ben: hello" in pilot.app.screen.query_one("#messages", TextLines).text


async def test_chat_can_be_switched_off(club: Path) -> None:
    chat.say(club / "mine.json", "ben", "hello")
    async with in_lobby(club, "ann", has_chat=False) as pilot:
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
        await pilot.press("C")
        await pilot.pause()
        assert isinstance(pilot.app.screen, RemotePlayScreen)


async def test_spectator_watches_but_starts_nothing(club: Path) -> None:
    async with in_lobby(club, None) as pilot:
        before = files(club)
        await pilot.press("n")
        await wait_until(pilot, lambda: bool(notices(pilot)))
        assert isinstance(pilot.app.screen, LobbyScreen)
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
        await pilot.press("t")
        await pilot.pause()
        assert files(club) == before


async def test_unreadable_members_hide_the_path(club: Path) -> None:
    async with in_lobby(club, "ann") as pilot:
        (club / "members.txt").unlink()
        await wait_until(pilot, lambda: "cannot be read" in text(pilot))
        assert str(club) not in text(pilot)


async def test_member_starts_a_rematch(club: Path) -> None:
    document = GameDocument.load(club / "mine.json")
    document.give_up(0)
    document.save()
    async with in_lobby(club, "ann") as pilot:
        pilot.app.screen.query_one(RowList).choose("mine.json")
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        shown = pilot.app.screen.query_one("#text", TextLines).text
        assert "For a rematch, go back to the lobby (Esc) and press r." in shown
        await pilot.press("escape", "escape")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        await pilot.press("r")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, RemotePlayScreen))
    assert [path.name for path in files(club) if "rematch" in path.name]


async def test_remote_player_of_a_single_game_reviews_it_and_returns(club: Path) -> None:
    path = club / "mine.json"
    GameDocument.load(path).play()
    before = path.read_bytes()
    document = open_remotely(path, "2")
    app = RemoteApp(document, STILL, Colors.TRUE)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RemotePlayScreen))
        await pilot.press("v")
        await wait_until(pilot, lambda: isinstance(app.screen, RemoteReviewScreen))
        review = app.screen
        assert isinstance(review, RemoteReviewScreen)
        await pilot.press("left")
        await wait_until(pilot, lambda: review.review.turn == 0)
        await pilot.press("c", "escape")
        await wait_until(pilot, lambda: isinstance(app.screen, RemotePlayScreen))
        await pilot.press("C")
        await pilot.pause()
        assert isinstance(app.screen, RemotePlayScreen)
    assert path.read_bytes() == before
