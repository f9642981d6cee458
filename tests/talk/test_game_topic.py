"""One window of a game in plain text: plans, other windows, files that change, bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from atlantis_core.positions.grid import parse_moves
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.file_follower import FileState, read_state
from atlantis_tui.game.ownership import parse_ownership
from atlantis_tui.talk import game_events
from atlantis_tui.talk.conversation import Talk
from atlantis_tui.talk.game_topic import GameTopic


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "STATE", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    GameDocument.new(traditional_start(Shape.HEXAGON, 2, 2)).save_as(path)
    return path


class Window:
    """A window of a game in a file; `seats` are its players, all by default."""

    def __init__(self, path: Path, seats: str = "") -> None:
        document = GameDocument.load(path)
        if seats:
            document.ownership = parse_ownership(seats, document.cast.names)
        self.talk = Talk()
        self.topic = GameTopic(self.talk, document)
        self.greeting = list(self.talk.open(self.topic))

    def type(self, line: str) -> list[str]:
        return list(self.talk.answer(line))


def play(path: Path, moves: str) -> None:
    """Play a turn in another program."""
    GameDocument.load(path).play(parse_moves(moves))


def follow(monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> list[str]:
    """Change the file when a window begins to wait for it; return what the follower does."""
    done: list[str] = []

    class Follower:
        def __init__(self, path: Path, changed: Callable[[FileState], object]) -> None:
            self.path, self.changed = path, changed

        def start(self) -> None:
            done.append("start")
            change()
            self.changed(read_state(self.path))

        def stop(self) -> None:
            done.append("stop")

    class Queue(list[FileState]):
        put = list.append

        def get(self) -> FileState:
            """Interrupt instead of waiting for ever."""
            if not self:
                raise KeyboardInterrupt
            return self.pop(0)

    monkeypatch.setattr(game_events, "FileFollower", Follower)
    monkeypatch.setattr(game_events, "SimpleQueue", Queue)
    return done


def test_turn_of_another_window_is_awaited(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(path, "2")
    assert window.greeting[-1].endswith("; press Enter to wait for the turn")
    done = follow(monkeypatch, lambda: play(path, "b3-c4"))
    answer = window.type("")
    assert answer[0].startswith("Turn 1, Crimson (C): b3-c4")
    assert answer[1:] == ["turn 2: Steelblue is to move."], "no plan was discarded"
    assert done == ["start", "stop"]
    assert window.type("") == ["turn 2: Steelblue is to move."]
    assert window.type("wait") == ["no other window is to move"]


def test_turn_played_before_waiting_needs_no_follower(path: Path) -> None:
    window = Window(path, "2")
    play(path, "b3-c4")
    answer = window.type("wait")
    assert answer[0].startswith("Turn 1, Crimson (C): b3-c4")
    assert answer[-1] == "turn 2: Steelblue is to move."


def test_waiting_is_interrupted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(path, "2")
    done = follow(monkeypatch, lambda: None)
    assert window.type("wait") == []
    assert done == ["start", "stop"]
    assert window.type("b3-c4") == ["waiting for Crimson"]


def test_undone_turn_while_waiting_discards_no_plan(path: Path) -> None:
    start = path.read_bytes()
    play(path, "b3-c4")
    window = Window(path, "1")
    path.write_bytes(start)
    assert window.type("reload") == [
        "1 turn undone in another window",
        "turn 1: Crimson is to move.",
    ]


def test_reload_discards_the_plan(path: Path) -> None:
    window = Window(path)
    window.type("b3-c4")
    play(path, "b2-c3")
    answer = window.type("reload")
    assert answer[0].startswith("Turn 1, Crimson (C): b2-c3")
    assert "your plan was discarded: the turn was played in another window" in answer[1]


def test_file_that_changed_is_overwritten(path: Path) -> None:
    window = Window(path)
    window.type("b3-c4")
    play(path, "b2-c3")
    refused = window.type("end")
    assert refused[-1] == "type 'reload' to take over the file, or 'overwrite'"
    assert window.type("overwrite") == ["file overwritten; type 'end' to end the turn"]
    assert window.type("end")[0] == "played"
    assert GameDocument.load(path).game.turns == (parse_moves("b3-c4"),)


def test_plan_is_dropped_and_cleared_for_good(path: Path) -> None:
    window = Window(path)
    assert window.type("drop") == ["no moves planned"]
    for remove in ("drop", "drop 1", "clear"):
        assert window.type("b3-c4") == ["planned: b3-c4"]
        assert "your plan is still here: b3-c4" in Window(path).greeting
        assert window.type(remove) == ["no moves planned"]
        assert not any("plan" in line for line in Window(path).greeting)
    assert window.type("preview") == ["no moves planned"]


def test_all_or_none_of_several_moves_are_planned(path: Path) -> None:
    window = Window(path)
    (one,) = window.type("h6-g6")
    (several,) = window.type("b3-c4 h6-g6")
    assert not one.endswith("none of these moves is planned")
    assert several.endswith("; none of these moves is planned")
    assert window.type("plan") == ["no moves planned"]


def test_thinker_hears_of_turns_and_of_the_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(path)
    heard: list[object] = []
    thinker = window.topic._events.thinker
    monkeypatch.setattr(thinker, "watch", lambda game: heard.append(game.turn_number))
    monkeypatch.setattr(thinker, "end_game", lambda: heard.append("end"))
    window.type("play b3-c4")
    assert heard == [1]
    window.type("resign")
    assert heard == [1, "end"]
    assert window.type("hint") == ["the game is over"]


def test_hint_is_for_the_player_to_move(path: Path) -> None:
    assert Window(path, "2").type("hint") == ["waiting for Crimson"]


def test_news_keeps_the_plan(path: Path) -> None:
    window = Window(path)
    window.type("play b3-c4")
    window.type("h6-g6")
    assert window.type("news")[0].startswith("Turn 1, Crimson (C): b3-c4")
    assert window.type("plan") == ["planned: h6-g6"]
