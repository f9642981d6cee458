"""GameDocument: when turns are saved, and what survives a crash."""

from pathlib import Path

import pytest

from atlantis_core.files.errors import SaveConflictError, SaveError
from atlantis_core.positions.grid import parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, SEATS_KEY, Seat, SeatKind, parse_seat, read_seats
from atlantis_core.support.errors import GameOverError, GameTooLongError
from atlantis_core.transcript import TranscriptError, dumps, load
from atlantis_core.transcript.source import Format
from atlantis_tui.game.document import FileChange, GameDocument
from atlantis_tui.game.file_follower import FileRead, read_state
from atlantis_tui.game.input_store import load_plan, plan_path, save_plan
from atlantis_tui.game.ownership import Ownership
from atlantis_tui.settings.folders import games_folder
from tests.little_boards import position
from tests.review.test_broken_games import CUT, GAME, ILLEGAL, UNREADABLE, write

START = traditional_start(Shape.HEXAGON, 2, players=2)
BOT = Seat(SeatKind.BOT, "greedy")
AGENT = Seat(SeatKind.AGENT, "sh")


def test_played_turn_is_saved_at_once(tmp_path: Path) -> None:
    document = GameDocument.new(START, path=tmp_path / "game.json")
    document.play(parse_moves("b2-b3"))
    again = GameDocument.load(tmp_path / "game.json")
    assert again.game.turns == (parse_moves("b2-b3"),)
    assert again.is_saved


def test_file_is_created_with_the_first_turn(tmp_path: Path) -> None:
    document = GameDocument.new(START, path=tmp_path / "game.json")
    assert not (tmp_path / "game.json").exists()
    assert document.is_saved


def test_names_colours_and_seats_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    seats = (Seat(), Seat(SeatKind.BOT, "greedy"))
    document = GameDocument.new(
        START, names=["Ann", "\x1b[31mBob"], colors=["gold", None], seats=seats, path=path
    )
    document.play()
    again = GameDocument.load(path)
    assert again.seats == seats
    assert again.colors[0] == "gold"
    assert again.cast[0] == "Ann"
    assert "\x1b" not in again.cast[1]


def test_unreadable_seats_are_persons(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(START, seats=(Seat(SeatKind.BOT, "greedy"),), path=path).play()
    path.write_text(path.read_text().replace('"bot:greedy"', '"robot"'))
    assert GameDocument.load(path).seats == (Seat(), Seat())


def test_changes_on_disk_are_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = GameDocument.new(START, path=path)
    first.play(parse_moves("b2-b3"))
    second = GameDocument.load(path)
    second.play()
    with pytest.raises(SaveConflictError):
        first.play(parse_moves("h7-h8"))
    assert first.game.turn_number == 1
    assert GameDocument.load(path).game.turn_number == 2
    first.overwrite()
    assert GameDocument.load(path).game.turn_number == 1


def test_turn_that_cannot_be_saved_is_not_played(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    document = GameDocument.new(START, path=blocked / "game.json")
    with pytest.raises((SaveError, OSError)):
        document.play()
    assert document.game.turn_number == 0


def test_turns_beyond_the_maximum_are_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those of others, which follow without a question: all of them or none."""
    path = tmp_path / "game.json"
    document = GameDocument.new(START, path=path)
    document.play(parse_moves("b2-b3"))
    monkeypatch.setattr("atlantis_core.rules.game.MAX_GAME_EXTENT", 2 * START.board.size)
    with pytest.raises(GameTooLongError, match="limited to 2 turns"):
        document.play((), lambda: ())
    assert GameDocument.load(path).game.turns == document.game.turns == (parse_moves("b2-b3"),)
    document.play()
    assert GameDocument.load(path).game.turn_number == 2


def test_undo_leaves_the_file_unchanged_until_the_next_turn(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = GameDocument.new(START, path=path)
    document.play(parse_moves("b2-b3"))
    document.play()
    document.game.undo()
    assert document.unsaved_turns == 1
    assert GameDocument.load(path).game.turn_number == 2
    document.play(parse_moves("h7-h8"))
    assert document.is_saved
    assert GameDocument.load(path).game.turns == (parse_moves("b2-b3"), parse_moves("h7-h8"))


def test_save_as_replaces_a_file_only_on_request(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("something else")
    document = GameDocument.new(START, path=tmp_path / "game.json")
    with pytest.raises(SaveError):
        document.save_as(other)
    assert other.read_text() == "something else"
    assert document.path == tmp_path / "game.json"
    document.save_as(other, is_replacing=True)
    assert document.path == other
    assert GameDocument.load(other).game.turn_number == 0


def test_plan_survives_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = GameDocument.new(START, path=path)
    document.play(parse_moves("b2-b3"))
    document.store_plan(TurnPlan(document.game.position, parse_moves("h7-h8")))
    again = GameDocument.load(path)
    assert again.recall_plan().moves == parse_moves("h7-h8")
    assert list(tmp_path.glob("*.json")) == [path]


def test_plan_is_deleted_with_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = GameDocument.new(START, path=path)
    document.store_plan(TurnPlan(START, parse_moves("b2-b3")))
    document.play()
    assert document.recall_plan().moves == ()
    assert not plan_path(path, 0).exists()


def test_plan_that_is_damaged_or_for_another_turn_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save_plan(path, 0, 3, parse_moves("b2-b3"))
    assert load_plan(path, 0, 3) == parse_moves("b2-b3")
    assert load_plan(path, 0, 4) == ()
    for spoilt in ("", "[]", '{"turn": 3}', '{"turn": 3, "moves": 7}', '{"turn": 3, "moves": "x"}'):
        plan_path(path, 0).write_text(spoilt)
        assert load_plan(path, 0, 3) == ()


def test_stored_plan_is_restored_up_to_its_first_illegal_move(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = GameDocument.new(START, path=path)
    save_plan(path, 0, 1, parse_moves("b3-c4 a1-a9 b2-b3"))
    assert document.recall_plan().moves == parse_moves("b3-c4")


def test_finished_game_refuses_turns(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = GameDocument.new(position("B2", "b2:2"), path=path)
    assert document.game.is_over
    with pytest.raises(GameOverError):
        document.play()
    save_plan(path, 0, 1, parse_moves("b2-b3"))
    assert document.recall_plan().moves == ()


@pytest.mark.parametrize("text", ["person", "dummy", "bot:greedy"])
def test_seats_are_written_as_they_are_read(text: str) -> None:
    assert str(parse_seat(text)) == text


def test_seat_with_an_invalid_command_is_not_a_person() -> None:
    program, nothing = read_seats(["agent:sh -c 'foo", "agent:"], 2)
    assert program == Seat(SeatKind.AGENT, "sh -c 'foo")
    assert nothing == PERSON


@pytest.mark.parametrize(
    ("start", "turns", "comment", "change"),
    [
        (START, ("b2-b3", ""), "", FileChange.NOTHING),
        (START, ("b2-b3", "", "b3-b2"), "", FileChange.MORE_TURNS),
        (START, ("b2-b3",), "", FileChange.FEWER_TURNS),
        (START, ("",), "", FileChange.OTHER_TURNS),
        (START, ("", "", ""), "", FileChange.OTHER_TURNS),
        (START, ("b2-b3", ""), "why?", FileChange.ONLY_NOTES),
        (position("B2", "b2:1", "c3:1"), ("b2-b3", ""), "", FileChange.OTHER_GAME),
    ],
)
def test_kinds_of_file_changes_are_distinguished(
    tmp_path: Path, start: Position, turns: tuple[str, ...], comment: str, change: FileChange
) -> None:
    ours, path = GameDocument.new(START, path=tmp_path / "game.json"), tmp_path / "game.json"
    for words in ("b2-b3", ""):
        ours.play(parse_moves(words) if words else ())
    other = Game(start, [parse_moves(words) if words else () for words in turns])
    written = GameDocument.new(start).transcript.with_turns(other.turns)
    if change is not FileChange.NOTHING:
        path.write_text(dumps(written.with_comment(1, comment) if comment else written))
    found = read_state(path)
    assert isinstance(found, FileRead)
    assert ours.compare(found) is change


def test_reload_reports_only_added_turns(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ours, theirs = (GameDocument.new(START, path=path) for _ in range(2))
    theirs.play(parse_moves("b2-b3"))
    theirs.play()
    for told in ([0, 1], []):
        found = read_state(path)
        assert isinstance(found, FileRead)
        assert [report.player for report in ours.reload(found)] == told
        assert ours.game.turns == theirs.game.turns
        assert ours.is_saved
        theirs.game.undo()
        theirs.overwrite()


def broken(path: Path) -> GameDocument | None:
    with pytest.raises(TranscriptError) as refused:
        GameDocument.load(path)
    return GameDocument.broken(path, refused.value.diagnostics)


@pytest.mark.parametrize(
    ("turn", "problem"),
    [
        (ILLEGAL, "illegal move 'b2-z9'"),
        (UNREADABLE, "not a field: '9z'"),
        (CUT, "unexpected end of file"),
    ],
)
def test_broken_file_opens_up_to_the_bad_turn_and_keeps_the_rest(
    tmp_path: Path, turn: str, problem: str
) -> None:
    path = write(tmp_path, turn)
    before, is_readable = path.read_bytes(), turn == ILLEGAL
    document = broken(path)
    assert document is not None
    assert document.game.turns == (parse_moves("a1-b1"), parse_moves("c5-c4"))
    assert problem in document.problem
    assert document.is_read_only is not is_readable
    assert len(document.rest) == (2 if is_readable else 0)
    document.save()
    assert (document.path == path) is is_readable
    assert document.path is not None
    assert len(load(document.path).turns) == (4 if is_readable else 2)
    assert is_readable or path.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        GAME.replace("TURN", "[]").replace('"a1": 1', '"a1": "many"'),
        GAME.replace("TURN", "[]").replace('"a1": 1', '"c5": 1'),
    ],
    ids=["no game", "no start that can be read", "no start by the rules"],
)
def test_file_without_a_start_has_no_game(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    assert broken(path) is None


def test_repaired_file_has_no_problem(tmp_path: Path) -> None:
    document = GameDocument.broken(write(tmp_path, "[]"), ())
    assert document is not None
    assert (document.problem, document.rest, document.game.turn_number) == ("", (), 4)


def test_rest_needs_a_problem(tmp_path: Path) -> None:
    document = GameDocument.load(write(tmp_path, "[]"))
    whole = document.transcript
    document.adopt(whole, 3, "why")
    assert (document.problem, document.rest, document.game.turn_number) == ("why", ((),), 3)
    assert document.transcript.turns == whole.turns
    document.adopt(whole, 3)
    assert (document.problem, document.rest, document.game.turn_number) == ("", (), 3)


@pytest.mark.parametrize(
    ("seats", "taken", "written"),
    [
        ((), (PERSON, PERSON), None),
        ((PERSON, PERSON), (PERSON, PERSON), None),
        ((BOT,), (BOT, PERSON), ("bot:greedy", "person")),
        ((BOT, BOT, AGENT), (BOT, BOT), ("bot:greedy", "bot:greedy")),
    ],
)
def test_seats_are_written_unless_all_are_persons(
    seats: tuple[Seat, ...], taken: tuple[Seat, ...], written: tuple[str, ...] | None
) -> None:
    document = GameDocument.new(START, seats=(BOT, AGENT))
    document.take_seats(seats)
    assert document.seats == taken
    assert document.transcript.annotations.extra.get(SEATS_KEY) == written
    assert document.seat_to_move == taken[0]
    document.play()
    assert document.seat_to_move == taken[1]


def test_agent_that_only_the_file_names_needs_trust(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    chosen = GameDocument.new(START, seats=(AGENT, BOT), path=path)
    chosen.play()
    found = GameDocument.load(path)
    assert [chosen.is_trusted(seat) for seat in (AGENT, BOT, PERSON)] == [True, True, True]
    assert [found.is_trusted(seat) for seat in (AGENT, BOT, PERSON)] == [False, True, True]
    found.trust(AGENT)
    assert found.is_trusted(AGENT)


def test_play_reports_automatic_turns_as_well(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = GameDocument.new(START, path=path)
    document.play()
    save_plan(path, 1, 2, parse_moves("h7-h8"))
    others = iter([(), ()])
    told = document.play(parse_moves("h7-h8"), lambda: next(others, None))
    assert [report.player for report in told] == [1, 0, 1]
    assert not plan_path(path, 1).exists()


def test_saved_undone_and_unsaved_turns_are_counted(tmp_path: Path) -> None:
    """As it is told before a game is left."""
    nowhere, kept = GameDocument.new(START), GameDocument.new(START, path=tmp_path / "game.json")
    for document in (nowhere, kept):
        assert (document.is_saved, document.unsaved_turns, document.would_be_lost) == (
            True,
            0,
            False,
        )
        document.play()
        assert (document.is_saved, document.unsaved_turns) == (True, 0)
    assert (nowhere.would_be_lost, kept.would_be_lost) == (True, False)
    kept.game.undo()
    assert (kept.is_saved, kept.unsaved_turns) == (False, 1)
    kept.game.play(())
    kept.game.play(())
    assert (kept.is_saved, kept.unsaved_turns) == (False, 0)
    unwritten = GameDocument.new(START, path=tmp_path / "other.json")
    unwritten.game.play(())
    assert (unwritten.is_saved, unwritten.unsaved_turns) == (False, 0)


def test_comments_on_a_shared_game_join_turns_played_in_another_window(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(START, path=path).play()
    document = GameDocument.load(path)
    document.ownership = Ownership(frozenset({0}))
    GameDocument.load(path).play(parse_moves("h7-h8"))
    for text in ("so", "so la la"):
        document.edit(document.transcript.with_comment(1, text))
        document.save_edits()
        saved = GameDocument.load(path)
        assert saved.transcript.annotations.comments == {1: text}
        assert saved.game.turn_number == 2
    assert document.game.turn_number == 1


@pytest.mark.parametrize("ownership", [Ownership(), Ownership(frozenset({0}))])
def test_comments_that_contradict_the_file_are_not_saved(
    tmp_path: Path, ownership: Ownership
) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(START, path=path).play()
    ours, theirs = GameDocument.load(path), GameDocument.load(path)
    ours.ownership = ownership
    theirs.edit(theirs.transcript.with_comment(1, "good"))
    theirs.save()
    ours.edit(ours.transcript.with_comment(1, "bad"))
    with pytest.raises(SaveConflictError):
        ours.save_edits()
    assert GameDocument.load(path).transcript.annotations.comments == {1: "good"}


def test_shared_game_must_not_be_overwritten(tmp_path: Path) -> None:
    document = GameDocument.new(START, path=tmp_path / "game.json")
    assert document.may_overwrite is True
    document.ownership = Ownership(frozenset({0}))
    assert document.may_overwrite is False


def test_read_only_file_continues_in_another(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(dumps(GameDocument.new(START).transcript, document_format=Format.TEXT))
    before = path.read_bytes()
    document = GameDocument.load(path)
    assert document.is_read_only
    document.play()
    document.play()
    assert path.read_bytes() == before
    other = tmp_path / "game-1.json"
    assert (document.path, document.is_read_only) == (other, False)
    assert sorted(tmp_path.glob("game*")) == [other, path]
    assert len(load(other).turns) == 2


def test_new_game_creates_its_file_on_the_first_save(tmp_path: Path) -> None:
    planned, played = GameDocument.new(START), GameDocument.new(START)
    planned.create_file = lambda: planned.save_as_new(tmp_path, "game")
    played.create_file = lambda: played.save_as_new(tmp_path, "game")
    planned.store_plan(TurnPlan(START))
    assert not list(tmp_path.glob("game*"))
    planned.store_plan(TurnPlan(START, parse_moves("b2-b3")))
    assert planned.path == tmp_path / "game-1.json"
    assert GameDocument.load(planned.path).recall_plan().moves == parse_moves("b2-b3")
    played.play()
    assert played.path == tmp_path / "game-2.json"
    assert GameDocument.load(played.path).game.turn_number == 1


def test_only_the_games_folder_is_created(tmp_path: Path) -> None:
    document = GameDocument.new(START)
    with pytest.raises(SaveError):
        document.save_as(tmp_path / "mistyped" / "game.json")
    assert not (tmp_path / "mistyped").exists()
    document.save_as(games_folder() / "game.json")
    assert document.path == games_folder() / "game.json"
    assert document.path.exists()
