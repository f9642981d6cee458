"""The controller of a window without a user interface: files, conflicts, passes, interruptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.positions.grid import parse_moves
from atlantis_core.rules.game import Turn
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import (
    Event,
    FileHeld,
    FileTrouble,
    Interrupted,
    NotSaved,
    PassDoubted,
    Phase,
    Refused,
    ReloadWanted,
    ThoughtWanted,
    TurnBegun,
    TurnPlayed,
    Waiting,
)
from atlantis_tui.game.file_follower import FileGone, FileUnreadable, read_state
from atlantis_tui.game.ownership import Ownership
from atlantis_tui.game.turn_entry import TurnEntry
from tests.little_boards import position

START = traditional_start(Shape.HEXAGON, 2, players=2)
BOT = Seat(SeatKind.BOT, "random")
OURS, THEIRS = parse_moves("b3-c4"), parse_moves("b2-b3")
REPLY = parse_moves("h7-h8")
FIRST_AND_HOST = Ownership(frozenset({0}))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    GameDocument.new(START).save_as(path)
    return path


def window(path: Path, ownership: Ownership | None = None) -> tuple[GameController, Event]:
    """A window that has just opened the file, and its first event."""
    document = GameDocument.load(path)
    if ownership is not None:
        document.ownership = ownership
    controller = GameController(document)
    return controller, controller.flow.begin()


def phase_of(controller: GameController) -> Phase:
    """The phase now; a type checker would assume that it is the one compared before."""
    return controller.flow.phase


def turns_of(controller: GameController) -> tuple[Turn, ...]:
    return controller.document.game.turns


def entry_of(controller: GameController, *moves: str) -> TurnEntry:
    """What a player has entered."""
    entry = TurnEntry(controller.document.recall_plan())
    entry.add(parse_moves(" ".join(moves)))
    return entry


def until_planning(controller: GameController, event: Event | None) -> TurnBegun:
    """Show turns until a person plans."""
    if isinstance(event, Interrupted):
        event = event.following
    while isinstance(event, TurnPlayed):
        event = controller.flow.advance()
    assert isinstance(event, TurnBegun), event
    return event


def wanted(event: Event | None) -> ThoughtWanted:
    assert isinstance(event, ThoughtWanted), event
    return event


# Passes.


def test_turn_without_entry_is_refused_with_the_reason(path: Path) -> None:
    second, _ = window(path, Ownership(frozenset({1}), is_host=False))
    refused = second.end_turn(None)
    assert refused == Refused(f"waiting for {second.document.cast[0]}")


def test_empty_turn_is_doubted_only_if_the_window_asks() -> None:
    controller = GameController(GameDocument.new(START))
    controller.flow.begin()
    empty = entry_of(controller)
    assert controller.end_turn(empty, confirms_pass=True) == PassDoubted(
        empty, is_move_hinted=False
    )
    planned = entry_of(controller, "b3-c4")
    assert isinstance(controller.end_turn(planned, confirms_pass=True), TurnPlayed)
    until_planning(controller, controller.flow.advance())
    assert isinstance(controller.end_turn(entry_of(controller)), TurnPlayed)


def test_empty_turn_is_not_doubted_where_nothing_can_move() -> None:
    controller = GameController(GameDocument.new(position("B2 C5", "", "b2:1", "c5:1")))
    assert isinstance(controller.end_turn(entry_of(controller), confirms_pass=True), TurnPlayed)


def test_confirmed_pass_is_played_and_may_end_the_questions() -> None:
    controller = GameController(GameDocument.new(START))
    controller.flow.begin()
    entry = entry_of(controller)
    doubted = controller.end_turn(entry, confirms_pass=True)
    assert isinstance(doubted, PassDoubted)
    assert controller.confirm_pass(doubted, entry_of(controller)) is None
    assert isinstance(controller.confirm_pass(doubted, entry, is_always=True), TurnPlayed)
    until_planning(controller, controller.flow.advance())
    again = entry_of(controller)
    hinted = controller.end_turn(again, confirms_pass=True, is_move_hinted=True)
    assert hinted == PassDoubted(again, is_move_hinted=True)
    assert isinstance(controller.end_turn(again, confirms_pass=True), TurnPlayed)


def test_first_end_of_turn_after_review_is_refused() -> None:
    controller = GameController(GameDocument.new(START), is_after_review=True)
    controller.flow.begin()
    entry = entry_of(controller)
    refused = controller.end_turn(entry)
    assert refused == Refused("back in the game: press t again to end the turn")
    assert isinstance(controller.end_turn(entry), TurnPlayed)


# Interruptions.


def test_stop_interrupts_a_bot_and_a_turn_that_is_shown() -> None:
    controller = GameController(GameDocument.new(START, seats=(PERSON, BOT)))
    controller.flow.begin()
    assert controller.stop() is None
    controller.end_turn(entry_of(controller))
    shown = controller.stop()
    assert shown is not None
    assert not shown.was_thinking
    asked = wanted(shown.following)
    assert controller.stop() == Interrupted(None, was_thinking=True)
    assert isinstance(controller.flow.answered(asked, ()), TurnBegun)
    assert phase_of(controller) is Phase.PAUSED


def test_undo_interrupts_a_bot_but_a_refused_one_does_not() -> None:
    controller = GameController(GameDocument.new(START, seats=(PERSON, BOT)))
    controller.flow.begin()
    assert isinstance(controller.undo(), Refused)
    assert isinstance(controller.redo(), Refused)
    controller.end_turn(entry_of(controller))
    wanted(controller.flow.advance())
    undone = controller.undo()
    assert isinstance(undone, Interrupted)
    assert undone.was_thinking
    redone = controller.redo()
    assert isinstance(redone, Interrupted)
    assert not redone.was_thinking


# Save conflicts.


def test_conflict_in_an_unshared_game_is_asked_about(path: Path) -> None:
    ours, _ = window(path)
    GameDocument.load(path).play(THEIRS)
    failed = ours.end_turn(entry_of(ours, "b3-c4"))
    assert isinstance(failed, NotSaved)
    assert isinstance(failed.error, SaveConflictError)
    assert (failed.reverted, failed.is_conflict) == ("turn not played", True)
    assert ours.flow.retry_words == "press t to end the turn"
    assert "press t to resolve" in trouble(ours.file_changed(read_state(path), planned=1))
    begun = until_planning(ours, ours.file_changed(read_state(path), planned=1, is_requested=True))
    assert "your plan was discarded" in begun.said
    assert ours.document.game.turns == (THEIRS,)


def test_overwriting_is_followed_by_the_words_for_the_seat_to_move(path: Path) -> None:
    GameDocument.new(START, seats=(BOT, PERSON)).save_as(path, is_replacing=True)
    ours, asked = window(path)
    GameDocument.load(path).play(THEIRS)
    failed = ours.flow.answered(wanted(asked), OURS)
    assert isinstance(failed, NotSaved)
    assert phase_of(ours) is Phase.PAUSED
    ours.document.overwrite()
    assert ours.flow.retry_words == ours.flow.resume_words
    assert isinstance(ours.flow.answered(wanted(ours.flow.resume()), OURS), TurnPlayed)
    assert GameDocument.load(path).game.turns == (OURS,)


def test_conflict_in_a_shared_game_reloads_for_persons_bots_and_undo(path: Path) -> None:
    GameDocument.new(START, seats=(PERSON, BOT)).save_as(path, is_replacing=True)
    host, _ = window(path, FIRST_AND_HOST)
    GameDocument.load(path).play(THEIRS)
    assert host.end_turn(entry_of(host, "b3-c4")) == ReloadWanted()
    assert turns_of(host) == ()
    event = host.file_changed(read_state(path), planned=1, is_requested=True)
    assert isinstance(event, Interrupted)
    asked = wanted(host.flow.advance())

    GameDocument.load(path).play(REPLY)
    assert host.flow.answered(asked, ()) == ReloadWanted()
    assert phase_of(host) is Phase.PAUSED
    until_planning(host, host.file_changed(read_state(path), planned=0, is_requested=True))

    GameDocument.load(path).play(OURS)
    assert host.undo() == ReloadWanted()
    assert turns_of(host) == (THEIRS, REPLY)
    host.file_changed(read_state(path), planned=0, is_requested=True)
    assert turns_of(host) == (THEIRS, REPLY, OURS)
    assert host.redo() == Refused("nothing to redo")


def test_failed_undo_leaves_the_animation_and_the_bot_running(path: Path) -> None:
    GameDocument.new(START, seats=(PERSON, BOT)).save_as(path, is_replacing=True)
    host, _ = window(path, FIRST_AND_HOST)
    host.end_turn(entry_of(host, "b3-c4"))
    GameDocument.load(path).play(REPLY)
    assert host.undo() == ReloadWanted()
    assert phase_of(host) is Phase.SHOWING
    assert host.file_changed(read_state(path), planned=0, is_requested=True) is None
    assert isinstance(host.flow.advance(), TurnPlayed)
    until_planning(host, host.flow.advance())


def test_save_that_fails_for_another_reason_is_reported_in_a_shared_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = window(path, FIRST_AND_HOST)
    host.end_turn(entry_of(host, "b3-c4"))
    assert isinstance(host.flow.advance(), Waiting)

    def fail(_: GameDocument) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(GameDocument, "save", fail)
    failed = host.undo()
    assert isinstance(failed, NotSaved)
    assert (failed.reverted, failed.is_conflict) == ("turn not undone", False)
    assert phase_of(host) is Phase.WAITING
    assert host.document.game.turn_number == 1


def test_turn_can_be_repeated_after_only_annotations_changed(path: Path) -> None:
    ours, _ = window(path, FIRST_AND_HOST)
    other = GameDocument.load(path)
    other.edit(other.transcript.with_tag("event", "Cup"))
    other.save()
    entry = entry_of(ours, "b3-c4")
    ours.document.store_plan(entry.plan)
    assert ours.end_turn(entry) == ReloadWanted()
    event = ours.file_changed(read_state(path), planned=1, is_requested=True)
    assert until_planning(ours, event).plan.moves == OURS
    assert isinstance(ours.end_turn(entry), TurnPlayed)
    assert GameDocument.load(path).transcript.annotations.tags == {"event": "Cup"}


# Changes of the file.


def trouble(event: Event | None) -> str:
    assert isinstance(event, FileTrouble), event
    return event.said


def test_missing_or_unreadable_file_is_trouble_until_it_is_back(path: Path) -> None:
    ours, _ = window(path)
    assert "missing" in trouble(ours.file_changed(FileGone(), planned=0))
    said = trouble(ours.file_changed(FileUnreadable("line 1: bad"), planned=0))
    assert said == "cannot read the game file: line 1: bad"
    assert trouble(ours.file_changed(read_state(path), planned=0)) == ""
    assert ours.file_changed(read_state(path), planned=0) is None


def test_another_game_in_the_file_is_never_taken_over(path: Path) -> None:
    ours, _ = window(path, FIRST_AND_HOST)
    GameDocument.new(position("B2 C5", "b2:1", "c5:1"), path=path).overwrite()
    event = ours.file_changed(read_state(path), planned=0, is_requested=True)
    assert "different game" in trouble(event)
    assert ours.document.game.start == START


def test_annotations_are_taken_over_without_an_event(path: Path) -> None:
    ours, _ = window(path)
    other = GameDocument.load(path)
    other.edit(other.transcript.with_tag("event", "Cup"))
    other.save()
    assert ours.file_changed(read_state(path), planned=2) is None
    assert ours.document.transcript.annotations.tags == {"event": "Cup"}


@pytest.mark.parametrize("ownership", [None, FIRST_AND_HOST], ids=["own", "shared"])
def test_a_file_read_before_a_turn_was_saved_changes_nothing(
    path: Path, ownership: Ownership | None
) -> None:
    ours, _ = window(path, ownership)
    GameDocument.load(path).overwrite()
    before = read_state(path)
    ours.end_turn(entry_of(ours, "b3-c4"))
    for is_covered in (False, True):
        assert ours.file_changed(before, planned=0, is_covered=is_covered) is None
    assert ours.uncovered(planned=0) is None
    assert turns_of(ours) == (OURS,)


def test_turns_undone_in_another_window_are_undone_here(path: Path) -> None:
    GameDocument.load(path).play(THEIRS)
    second, _ = window(path, Ownership(frozenset({1}), is_host=False))
    host, _ = window(path, FIRST_AND_HOST)
    assert isinstance(host.undo(), Interrupted)
    event = second.file_changed(read_state(path), planned=1)
    assert isinstance(event, Interrupted)
    said = "1 turn undone in another window; your plan was discarded"
    assert event.following == Waiting(said)


def test_other_turns_replace_those_here(path: Path) -> None:
    first, other = GameDocument.load(path), GameDocument.load(path)
    first.play(THEIRS)
    second, _ = window(path, Ownership(frozenset({1}), is_host=False))
    other.game.play(OURS)
    other.overwrite()
    event = until_planning(second, second.file_changed(read_state(path), planned=0))
    assert event.said == "the turns in the file have changed"
    assert second.document.game.turns == (OURS,)


def test_turns_found_while_the_board_is_covered_wait(path: Path) -> None:
    second, _ = window(path, Ownership(frozenset({1}), is_host=False))
    assert second.uncovered(planned=0) is None
    assert second.file_changed(read_state(path), planned=0, is_covered=True) is None
    GameDocument.load(path).play(THEIRS)
    assert second.file_changed(read_state(path), planned=0, is_covered=True) == FileHeld(1)
    assert second.document.game.turn_number == 0
    until_planning(second, second.uncovered(planned=0))
    assert second.document.game.turns == (THEIRS,)
    assert second.uncovered(planned=0) is None


def test_reload_found_while_the_board_is_covered_stays_requested(path: Path) -> None:
    ours, _ = window(path)
    GameDocument.load(path).play(THEIRS)
    ours.file_changed(read_state(path), planned=0, is_requested=True, is_covered=True)
    until_planning(ours, ours.uncovered(planned=0))
    assert ours.document.game.turns == (THEIRS,)


def test_other_windows_are_told_whom_a_bot_replaces(path: Path) -> None:
    GameDocument.new(START, names=["Ann", "Ben"]).save_as(path, is_replacing=True)
    ann, _ = window(path, Ownership(frozenset({0}), is_host=False))
    watching, _ = window(path, Ownership(frozenset(), is_host=False))
    host = GameDocument.load(path)
    host.take_seats((PERSON, Seat(SeatKind.BOT, "gentle")))
    host.save()
    for each in (ann, watching):
        event = each.file_changed(read_state(path), planned=0)
        assert "the bot gentle plays for Ben" in said_by(event)

    host.play(THEIRS)
    event = watching.file_changed(read_state(path), planned=0)
    while not said_by(event):
        event = watching.flow.advance()
    assert "the bot gentle plays for Ben" in said_by(event), "as long as the bot's turn is news"

    host.take_seats((Seat(SeatKind.BOT, "random"), Seat(SeatKind.BOT, "gentle")))
    host.play(REPLY)
    event = watching.file_changed(read_state(path), planned=0)
    while not said_by(event):
        event = watching.flow.advance()
    assert said_by(event).startswith("the bot random plays for Ann")


def said_by(event: object) -> str:
    if isinstance(event, Interrupted):
        event = event.following
    return getattr(event, "said", "")
