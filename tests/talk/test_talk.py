"""Whole games, lessons and puzzles, played from the lines alone."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from atlantis_core.commands import line_dialogue
from atlantis_core.learning.attempts import Verdict, begin
from atlantis_core.learning.collection import puzzles_of_level
from atlantis_core.learning.exercises import Level
from atlantis_core.learning.library import puzzles, tutorial
from atlantis_core.learning.turns import legal_turns
from atlantis_core.positions.grid import format_moves, parse_moves
from atlantis_core.review.history_file import load_history
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.share_code import format_game
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.ownership import parse_ownership
from atlantis_tui.settings.folders import games_folder, history_path
from atlantis_tui.talk.conversation import Talk, spell
from atlantis_tui.talk.game_topic import REMOTE, GameTopic
from tests.commands.running import PLAIN, run
from .listening import Listener


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "STATE", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


@pytest.fixture
def listener() -> Iterator[Listener]:
    made = Listener()
    yield made
    made.talk.close()


def play_to_the_end(listener: Listener, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(200):
        if listener.has_heard_the_end:
            return
        move = dice.choice(listener.legal_moves())
        assert listener.type(move)[0].startswith(f"planned: {move}")
        listener.type("end")
    raise AssertionError("the game did not end")


def test_whole_game_rematch_and_review_from_the_lines_alone(listener: Listener) -> None:
    assert listener.type("new triangle:2 person person")[-1] == "turn 1: Crimson is to move."
    play_to_the_end(listener, seed=1)
    assert listener.heard[-1] == "type 'rematch' (Steelblue begins), 'review' or 'menu'"
    assert listener.type("result")[0] == "Steelblue won."
    assert listener.type("review")[0] == "Review; type 'leave' to return."
    assert listener.type("start")[0].startswith("Start: 3 segments, 21 fields")
    assert listener.type("leave") == ["back in the game, the game is over"]
    listener.heard.clear()
    assert "Steelblue is to move." in listener.type("rematch")[-1]
    assert listener.talk.failures == 0


def test_game_against_a_bot(listener: Listener) -> None:
    greeting = listener.type("new triangle:2 bot:random person")
    assert greeting[1:3] == ["You are Steelblue.", "Crimson is thinking"]
    assert re.match(r"Turn 1, Crimson \(C\): ", greeting[3])
    assert greeting[-1] == "turn 2: Steelblue is to move."
    # The bot's turn was told: beginning the own turn does not repeat it.
    assert sum("Crimson (C):" in line for line in greeting) == 1
    assert listener.type("news")[0] == greeting[3]
    assert len(listener.type("news full")) > 2
    assert listener.type("undo")[0].startswith("1 turn undone; type 'redo' to redo it")


def test_planning_undo_and_pass(listener: Listener) -> None:
    listener.type("new hexagon:2 person person")
    assert listener.type("b3-c4") == ["planned: b3-c4"]
    assert listener.type("b4-c4")[0].startswith("illegal move 'b4-c4'")
    assert listener.type("preview") == ["b3-c4: 1 stone moves."]
    assert listener.type("undo") == ["no moves planned"]
    assert listener.type("end") == ["you planned no moves; type 'pass' to pass"]
    assert listener.type("pass") == ["played", "turn 2: Steelblue is to move."]
    assert listener.type("undo")[-1] == "turn 1: Crimson is to move."
    assert listener.type("redo")[-1] == "turn 2: Steelblue is to move."
    assert listener.type("play h6-g6")[0] == "played"
    code = listener.type("code")[0]
    listener.type("menu")
    assert listener.type(code)[-1] == "turn 3: Crimson is to move."


def test_finished_game_reaches_the_statistics(listener: Listener) -> None:
    listener.type("new hexagon:2 person bot:gentle")
    listener.type("b3-a3")
    assert listener.type("resign")[0] == "You lost: Steelblue won."
    assert [game.score for game in load_history(history_path()).games] == [0]


def test_resigning_and_a_draw(listener: Listener) -> None:
    listener.type("new hexagon:2 person person")
    assert listener.type("resign")[0] == "Steelblue won."
    assert listener.type("undo")[-1] == "turn 1: Crimson is to move."
    assert listener.type("draw")[0] == "Draw."
    assert listener.type("resign")[0] == "no player of this window can resign"


def test_every_lesson_is_solved_from_its_own_solution(listener: Listener) -> None:
    listener.type("learn 1")
    for number, lesson in enumerate(tutorial(), 1):
        assert f"{number} of {len(tutorial())}" in listener.type(f"goto {number}")[0]
        (told,) = listener.type("solution")
        listener.heard.clear()
        for turn in told.removeprefix("solution: ").split(", then "):
            listener.type("pass" if turn == "pass" else f"play {turn}")
        assert any(line.startswith("Solved!") for line in listener.heard), lesson.name
    assert listener.talk.failures == 0


def test_found_puzzle_of_a_level_and_of_the_day(listener: Listener) -> None:
    greeting = listener.type("found 4")
    assert greeting[0].endswith("1 of 100")
    answer = listener.type(f"play {format_moves(puzzles_of_level(Level.EXPERT)[0].solution[0])}")
    assert any(line.startswith("puzzle rating 10") for line in answer)
    listener.type("menu")
    assert listener.type("day")[0].startswith("Puzzle ")
    listener.type("menu")
    assert "no puzzle found in your games" in " ".join(listener.type("own"))


def test_puzzle_with_refutation_and_solution(listener: Listener) -> None:
    number, puzzle = next(
        (n, one) for n, one in enumerate(puzzles(), 1) if one.name == "15-stay-alive"
    )
    greeting = listener.type(f"puzzles {number}")
    assert greeting[-1].startswith("Goal: ")
    refuted = next(
        turn
        for turn in legal_turns(puzzle.start)
        if turn and begin(puzzle).play(turn).verdict is Verdict.REFUTED
    )
    answer = listener.type("play " + " ".join(map(str, refuted)))
    assert any(re.search("Not solved: .* played .* After that the goal", line) for line in answer)
    assert listener.type("end") == ["this attempt is over (type 'again' or 'next')"]
    listener.type("again")
    assert listener.type("hint")[0].startswith("hint 1 of ")
    (told,) = listener.type("solution")
    solved = listener.type("play " + told.removeprefix("solution: "))
    assert any(line.startswith("Solved!") for line in solved)


def test_other_game(listener: Listener) -> None:
    assert listener.type("new kalah:6x4 person person")[-1].endswith("to move")
    first = listener.type("moves")[0].split(", ")[0]
    assert first in listener.type(first)[0]
    assert listener.type("undo")[0] == "1 move undone"
    assert listener.type("redo")[0] == "1 move redone"
    assert listener.type("99")[0]
    assert listener.talk.failures == 1
    assert len(listener.type("rules")) > 1


def test_hint_and_bot_of_another_game(listener: Listener) -> None:
    listener.type("new kalah:3x2 person bot")
    hint = listener.type("hint")[0].split(": ")[1]
    assert hint in listener.type("moves")[0].split(", ")
    answer = listener.type(hint)
    assert len(answer) >= 2, "the move, and whose turn it is"
    assert answer[-1].endswith("to move")
    assert hint in listener.type("turns")[0]
    assert listener.talk.failures == 0


@pytest.mark.parametrize("game", ["kalah", "tafl", "map"])
def test_first_moves_of_other_games(listener: Listener, game: str) -> None:
    variants = [line for line in listener.type("others") if line.startswith(f"new {game}:")]
    listener.type(f"new {variants[0].split(': ')[0].removeprefix('new ')} person person")
    for _ in range(3):
        start, _, ends = listener.type("moves")[0].rpartition(": ")
        end = ends.replace(",", "").split()[0]
        move = f"{start}-{end}" if start else end
        assert move in listener.type(move)[0]
    assert listener.type("look")
    assert len(listener.type("show")) > 2
    assert listener.type("save")[0].startswith("saved as ")
    assert listener.talk.failures == 0


def test_hints_of_a_game(listener: Listener) -> None:
    listener.type("new triangle:2 person person")
    assert listener.type("take") == ["there is no hint (type 'hint' first)"]
    (first,) = listener.type("hint")
    found = re.match(r"hint 1 of \d+: (.+?), (proved|winning chance \d+%): ", first)
    assert found
    assert listener.type("take")[0].startswith(f"planned: {found[1]}")
    listener.type("clear")
    assert listener.type("hint")[0].startswith("hint 2 of ")
    listener.type("brief")
    assert re.fullmatch(r"hint 3 of \d+: .+, winning chance \d+%", listener.type("hint")[0])


def test_lessons_speak_of_commands_and_not_of_keys(listener: Listener) -> None:
    listener.type("learn 1")
    for number in range(1, len(tutorial()) + 1):
        listener.type(f"goto {number}")
        while "no more hints" not in listener.type("hint")[0]:
            pass
    said = " ".join(listener.heard)
    assert not re.search(r"\b([Pp]ress|Enter|Tab|keys?)\b", said)
    assert "Type a move such as b2-c3, then 'end'." in said
    assert len(listener.type("rules")) > 10


@pytest.mark.parametrize("opening", ["new hexagon:2 person person", "learn", "new kalah", "games"])
def test_help_everywhere(listener: Listener, opening: str) -> None:
    listener.type(opening)
    names, hint = listener.type("?")
    assert hint == "? COMMAND explains one, ? all explains all"
    for name in names.removeprefix("commands: ").split(", "):
        (explained,) = listener.type(f"? {name}")
        assert explained.startswith(name)
    assert listener.talk.failures == 0


@pytest.mark.parametrize(
    "line",
    [
        "look",
        "look c5",
        "look north",
        "line c4 ne",
        "around c4 2",
        "mine",
        "theirs",
        "threats",
        "areas",
        "why c4",
        "c4",
    ],
)
def test_questions_about_the_board(listener: Listener, line: str) -> None:
    listener.type("new hexagon:2 person person")
    assert listener.type(line)
    assert listener.talk.failures == 0


def test_questions_have_an_order_to_follow(listener: Listener) -> None:
    listener.type("new hexagon:2 person person")
    assert listener.type("line b3 n") == [
        "b3 north: c4 1 stone of Crimson; d5 to g8 open and empty"
    ]
    assert listener.type("look g8") == [
        "g8, segment F8: open and empty; 6 open neighbours",
        "n h9, ne h8, se g7, s f7, sw f8 and nw g9: open and empty",
    ] or listener.type("look g8")[0].startswith("g8, segment ")
    assert listener.type("mine") == ["Crimson: 1 on a2, a3, b2, b3, b4, c3 and c4"]


def test_fields_are_spelled(listener: Listener) -> None:
    assert spell("b3-c4: 2 stones on c4, 40% (C5)") == "b 3 to c 4: 2 stones on c 4, 40% (C5)"
    listener.type("new hexagon:2 person person")
    listener.type("spell")
    assert listener.type("look c 4")[0].startswith("c 4, segment B3")
    assert listener.type("b 3-c 4") == ["planned: b 3 to c 4"]
    listener.type("undo")
    assert listener.type("b 3 to c 4") == ["planned: b 3 to c 4"]
    listener.type("unspell")
    assert listener.type("c4")[0].startswith("c4")


def test_options_and_games(listener: Listener) -> None:
    assert "ask_pass: on" in listener.type("options")
    assert listener.type("options ask_pass off") == ["ask_pass: off"]
    assert listener.type("options speed 9")[0].startswith("options: option 'speed' cannot be '9'")
    assert listener.type("games") == ["no games yet"]
    listener.type("new hexagon:2 person person")
    listener.type("play b3-c4")
    listener.type("menu")
    file, _, about = listener.type("games hexagon2")[0].partition(": ")
    assert file.endswith("-hexagon2-1.json")
    assert about == "Crimson (C), Steelblue (S), turn 2, Steelblue to move"
    assert listener.type("open 1")[-1] == "turn 2: Steelblue is to move."
    listener.type("menu")
    assert listener.type("continue")[-1] == "turn 2: Steelblue is to move."


def test_plan_is_cleared_and_another_version_overwritten(
    listener: Listener, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(traditional_start(Shape.HEXAGON, 2, 2)).save_as(path)
    listener.type(f"open {path}")
    planned = listener.type("b3-c4")
    assert listener.type("clear") != planned
    listener.type("b3-c4")
    other = GameDocument.load(path)
    other.play(parse_moves("b2-c3"))
    listener.type("end")
    assert listener.type("overwrite") == ["file overwritten; type 'end' to end the turn"]
    assert GameDocument.load(path).game.turn_number == 0


def test_library_by_player_and_position(listener: Listener) -> None:
    folder = games_folder()
    folder.mkdir(parents=True)
    answer = listener.type("library Ann")[0]
    assert answer.startswith("no such game in the index")
    assert answer.endswith("a player without a name is found by file, board or date, not by colour")
    for shape, other in ((Shape.HEXAGON, "Ben"), (Shape.TRIANGLE, "Cid")):
        document = GameDocument.new(traditional_start(shape, 2, 2), names=["Ann", other])
        document.play(parse_moves("b3-c4") if other == "Ben" else ())
        document.save_as(folder / f"{other}.json")
    assert listener.type("library add") == ["2 files, 2 new games"]
    assert listener.type("library add") == ["2 files, 0 new games"]
    assert len(listener.type("library ann")) == 3
    first, hint = listener.type("library player:Ann board:hexagon:2 longest:5")
    assert first.startswith("1. Ann and Ben, hexagon:2, 1 turn: ")
    assert hint == "type 'open NUMBER'"
    assert listener.type("open 1")[-1] == "turn 2: Ben is to move."
    listener.type("undo")
    found = listener.type("library")
    assert found[:2] == ["1 game with this position", "b3-c4: 1 game"]
    assert found[2].startswith("1. Ann and Ben")
    listener.type("menu")
    assert listener.type("library longest:x")[0].startswith("not a number of turns: 'x'")
    assert listener.type("library add /nowhere") == ["no such file or folder: /nowhere"]


@pytest.mark.parametrize(
    "line",
    [
        "\x1b[2Jx",
        "new nowhere",
        "open /nowhere",
        "learn 999",
        "atl1:broken",
        "x" * 3000,
        "options colour red",
    ],
)
def test_bad_lines_get_a_clear_answer(listener: Listener, line: str) -> None:
    (answer,) = listener.type(line)
    assert listener.talk.failures == 1
    assert "\x1b" not in answer
    assert len(answer) < 600


def test_remote_player_reaches_nothing_but_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(traditional_start(Shape.HEXAGON, 2, 2)).save_as(path)
    document = GameDocument.load(path)
    document.ownership = parse_ownership("1", document.cast.names)
    talk = Talk()
    topic = GameTopic(talk, document, is_remote=True)
    assert list(talk.open(topic))[-1] == "turn 1: Crimson is to move."
    for word in ("save", "open", "review", "hint", "export", "undo", "menu", "code"):
        (answer,) = talk.answer(f"{word} x.json")
        assert answer.startswith("not a command"), word
    assert {"play", "look", "news"} <= {verb.name for verb in REMOTE}


def test_line_from_a_pipe_is_cut_before_it_fills_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line_dialogue, "LONGEST_LINE", 5)
    monkeypatch.setattr("sys.stdin", io.StringIO("look\n0123456789abc\n\nend"))
    assert list(line_dialogue.piped_lines()) == ["look", "01234", "", "end"]


def test_interrupt_drops_the_typed_line(monkeypatch: pytest.MonkeyPatch) -> None:
    typed: Iterator[str | BaseException] = iter(["look", KeyboardInterrupt(), "end", EOFError()])

    def read(_: str) -> str:
        line = next(typed)
        if isinstance(line, BaseException):
            raise line
        return line

    monkeypatch.setattr("builtins.input", read)
    assert list(line_dialogue.typed_lines()) == ["look", "end"]


def test_command_in_a_pipe_at_20_columns(tmp_path: Path) -> None:
    environ = {**PLAIN, "COLUMNS": "20", "HOME": str(tmp_path)}
    lines = b"look\nb3-c4\nend\nmine\n? all\nmenu\nquit\n"
    arguments = ("talk", "--new", "hexagon:2", "--seat", "person", "--seat", "person")
    done = run(*arguments, stdin=lines, environ=environ)
    assert (done.status, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert max(map(len, done.out.splitlines())) <= 27  # the longest argument is one word
    assert run("talk", stdin=b"foo\n", environ=environ).status == 1
    assert run("talk", "--learn", "--puzzle", environ=environ).status == 2


def test_share_code_as_an_argument(tmp_path: Path) -> None:
    game = Game(traditional_start(Shape.TRIANGLE, 2, 2))
    game.play(())
    environ = {**PLAIN, "HOME": str(tmp_path)}
    done = run("talk", format_game(game), stdin=b"", environ=environ)
    assert "turn 2: " in done.out


def test_broken_board_without_players_is_not_played(listener: Listener, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text(
        '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2"],'
        ' "annotations": {"comments": 5}}',
        encoding="utf-8",
    )
    assert listener.type(f"open {board}") == [
        "this board has no players yet (set it up in the app)"
    ]


def test_commands_of_games_are_explained_in_the_menu(listener: Listener) -> None:
    expected = "works in a game (type 'new', 'continue' or 'open FILE')"
    assert listener.type("hint") == [f"'hint' {expected}"]
    assert listener.type("solution") == [f"'solution' {expected}"]
    assert listener.type("hnt")[0].startswith("not a command: 'hnt'")


def test_help_names_each_command_once(listener: Listener) -> None:
    listener.type("new hexagon:2 person person")
    listener.type("review")
    names = listener.type("?")[0].removeprefix("commands: ").split(", ")
    assert len(names) == len(set(names))


def test_rules_speak_of_no_keys(listener: Listener) -> None:
    rules = " ".join(listener.type("rules"))
    assert "the board marks what will explode." in rules
    assert "key x" not in rules


def test_board_tells_where_its_segments_are(listener: Listener) -> None:
    listener.type("new hexagon:2 person person")
    listener.type("play b4-c5")
    listener.type("play g6-f5")
    sides = [line.partition(":")[0] for line in listener.type("look")]
    assert sides[:4] == ["B3 (south)", "C6 (southwest)", "E5 (middle)", "H7 (north)"]
    assert listener.type("look B3")[0].startswith("B3: a2, ")


def test_failed_puzzle_is_told_in_sentences_and_wave_by_wave_on_request(
    listener: Listener,
) -> None:
    listener.type("puzzles 1")
    assert listener.type("waves") == ["no turn has been played yet"]
    answer = listener.type("pass")
    assert answer[0] == "played; 19 explosions in 6 waves, 1 stone eliminated, 12 lost"
    assert not any(line.startswith("Wave ") for line in answer)
    waves = listener.type("waves")
    assert waves[0] == "Red: pass"
    assert "Wave 6: e3, e4, e5, f4 and f5 explode and die." in waves
