"""GameFlow without a user interface: the event that follows each input."""

import asyncio
from pathlib import Path

import pytest

from atlantis_core.bots.interface import Candidate
from atlantis_core.files.errors import SaveConflictError
from atlantis_core.positions.grid import parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_tui.game import events
from atlantis_tui.game.document import FileChange, GameDocument
from atlantis_tui.game.events import Event, Phase
from atlantis_tui.game.file_follower import FileRead, read_state
from atlantis_tui.game.flow import GameFlow
from atlantis_tui.game.hints import Hints
from atlantis_tui.game.ownership import Ownership
from atlantis_tui.game.thinker import Thinker
from tests.little_boards import position

START = traditional_start(Shape.HEXAGON, 2, players=2)
FORCED = position("B2 C5", "b2:1", "", "c5:1")
"""The second of three players has no stones and so never decides anything (R2.2)."""
BOT = Seat(SeatKind.BOT, "random")
PROGRAM = Seat(SeatKind.AGENT, "some program")
MOVES = parse_moves("b3-c4")


def flow_of(start: Position = START, *seats: Seat, path: Path | None = None) -> GameFlow:
    return GameFlow(GameDocument.new(start, seats=seats, path=path))


def phase_of(flow: GameFlow) -> Phase:
    """The phase now: a type checker would believe that it is still the one it was."""
    return flow.phase


def begun(event: Event | None) -> events.TurnBegun:
    assert isinstance(event, events.TurnBegun), event
    return event


def played(event: Event | None) -> events.TurnPlayed:
    assert isinstance(event, events.TurnPlayed), event
    return event


def wanted(event: Event | None) -> events.ThoughtWanted:
    assert isinstance(event, events.ThoughtWanted), event
    return event


def test_persons_plan_play_and_see_turns() -> None:
    flow = flow_of()
    assert begun(flow.begin()).said == ""
    assert flow.phase is Phase.PLANNING
    shown = played(flow.play(MOVES))
    assert (flow.phase, flow.shown, shown.number) == (Phase.SHOWING, shown, 1)
    assert flow.document.game.turns == (MOVES,)
    after = begun(flow.advance())
    assert (flow.phase, flow.shown) == (Phase.PLANNING, None)
    assert after.plan.position.to_move == 1
    assert after.said.endswith("b3-c4")
    assert after.recent == START


def test_forced_turns_share_the_save_and_are_shown_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    flow = flow_of(FORCED, path=path)
    flow.begin()
    assert played(flow.play(())).number == 1
    assert GameDocument.load(path).game.turn_number == 2
    assert played(flow.advance()).number == 2
    assert begun(flow.advance()).plan.position.to_move == 2


def test_game_opened_at_a_forced_turn_continues_automatically() -> None:
    flow = flow_of(position("B2 C5", "", "b2:1", "c5:1"))
    assert played(flow.begin()).number == 1
    assert begun(flow.advance()).plan.position.to_move == 1


def test_dummies_pass_unless_automatic_turns_are_replaced() -> None:
    dummy = Seat(SeatKind.DUMMY)
    flow = flow_of(START, PERSON, dummy)
    flow.begin()
    flow.play(MOVES)
    assert flow.document.game.turns == (MOVES, ())
    answers: list[Turn] = [parse_moves("h7-h8")]
    document = GameDocument.new(START, seats=(PERSON, dummy))
    flow = GameFlow(document, automatic_turn=lambda: answers.pop() if answers else None)
    flow.document.game.play(MOVES)
    flow.begin()
    assert document.game.turns == (MOVES, parse_moves("h7-h8"))


def test_end_of_the_game_can_be_undone() -> None:
    flow = flow_of(position("[a1 b1] [c1]", "a1:1", "b1:1"))
    flow.begin()
    event = flow.play(parse_moves("a1-b1"))
    while isinstance(event, events.TurnPlayed):
        event = flow.advance()
    assert event == events.GameOver()
    assert flow.phase is Phase.OVER
    assert "game is over" in flow.why_not
    assert "undone" in begun(flow.undo()).said
    assert phase_of(flow) is Phase.PLANNING


def test_board_without_players_is_over_at_once() -> None:
    assert flow_of(position("B2")).begin() == events.GameOver()


def test_turns_of_bots_are_requested_and_played() -> None:
    flow = flow_of(START, PERSON, BOT)
    flow.begin()
    flow.play(())
    asked = wanted(flow.advance())
    assert (flow.phase, asked.seat, asked.turns) == (Phase.THINKING, BOT, 1)
    assert played(flow.answered(asked, parse_moves("h7-h8"))).number == 2
    assert begun(flow.advance()).is_after_thought
    assert flow.answered(asked, ()) is None
    assert flow.failed(asked, NotationError("x", "bot", "y")) is None


def test_resuming_in_the_turn_of_a_person_says_why_nothing_happens() -> None:
    flow = flow_of(START, PERSON, BOT)
    flow.begin()
    refused = flow.resume()
    assert isinstance(refused, events.Refused)
    assert refused.reason == "it is your turn; no bot or agent is paused"


def test_bot_can_be_stopped_and_resumed() -> None:
    flow = flow_of(START, BOT, PERSON)
    asked = wanted(flow.begin())
    assert flow.stop() is None
    assert begun(flow.answered(asked, ())).said.startswith("stopped; press b to let the bot play")
    assert flow.phase is Phase.PAUSED
    assert flow.document.game.turn_number == 0
    assert wanted(flow.resume()).turns == 0
    assert phase_of(flow) is Phase.THINKING
    assert flow.resume() is None


def test_failed_bot_waits_for_a_person() -> None:
    flow = flow_of(START, BOT, PERSON)
    event = flow.failed(wanted(flow.begin()), NotationError("nobody", "bot", "'gentle'"))
    assert "press b to try again" in begun(event).said
    assert flow.phase is Phase.PAUSED
    assert played(flow.play(MOVES)).number == 1


def test_illegal_turn_of_a_bot_is_not_played() -> None:
    flow = flow_of(START, BOT, PERSON)
    event = flow.answered(wanted(flow.begin()), parse_moves("a1-a9"))
    assert "a1-a9" in begun(event).said
    assert (flow.phase, flow.document.game.turn_number) == (Phase.PAUSED, 0)


def test_stop_in_a_game_of_bots_pauses_after_the_shown_turn() -> None:
    flow = flow_of(START, BOT, BOT)
    played(flow.answered(wanted(flow.begin()), ()))
    assert "press b to let the bots continue" in begun(flow.stop()).said
    assert flow.phase is Phase.PAUSED


def test_repeated_positions_pause_a_game_of_bots() -> None:
    flow = flow_of(START, BOT, BOT)
    event = flow.begin()
    for _ in range(4):
        played(flow.answered(wanted(event), ()))
        event = flow.advance()
    assert "repeated three times" in begun(event).said


@pytest.mark.parametrize("own", ["", "d6:1"], ids=["lost", "resigned"])
def test_bots_pause_when_only_they_go_on_and_repeat_themselves(own: str) -> None:
    flow = flow_of(position("B2 C5", "b2:1", own, "c5:1"), BOT, PERSON, BOT)
    event: Event | None = flow.begin()
    for _ in range(40):
        match event:
            case events.ThoughtWanted():
                event = flow.answered(event, ())
            case events.TurnPlayed():
                event = flow.advance()
            case events.TurnBegun() if phase_of(flow) is Phase.PLANNING:
                event = flow.resign()
            case _:
                break
    assert "repeated three times" in begun(event).said
    assert flow.document.game.turn_number < 20


def test_program_of_a_file_runs_only_with_consent(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(START, seats=(PERSON, PROGRAM), path=path).save()
    flow = GameFlow(GameDocument.load(path))
    assert "nothing runs without your consent" in begun(flow.begin()).said
    flow.play(())
    assert "this file wants to run a program" in begun(flow.advance()).said
    asked = flow.resume()
    assert isinstance(asked, events.ConsentWanted)
    assert flow.phase is Phase.PAUSED
    assert wanted(flow.consented(asked)).seat == PROGRAM


def test_undo_goes_back_to_a_persons_decision() -> None:
    flow = flow_of(START, PERSON, BOT)
    assert flow.undo() == events.Refused("nothing to undo")
    assert flow.redo() == events.Refused("nothing to redo")
    flow.begin()
    flow.play(MOVES)
    flow.answered(wanted(flow.advance()), ())
    flow.advance()
    assert begun(flow.undo()).said == "2 turns undone; press R to redo them"
    assert flow.document.game.turn_number == 0
    assert begun(flow.redo()).said == "2 turns redone"
    flow.undo()
    flow.document.game.redo()
    assert begun(flow.undo()).said == "1 turn undone; press R to redo it"


def test_undoing_a_bots_first_turn_pauses_the_bot() -> None:
    flow = flow_of(START, BOT, PERSON)
    flow.answered(wanted(flow.begin()), ())
    flow.advance()
    assert begun(flow.undo()).said.endswith("press b to let the bot play")
    assert flow.phase is Phase.PAUSED


def test_turn_that_cannot_be_saved_is_not_played(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    flow = flow_of(FORCED, path=path)
    flow.begin()
    GameDocument.new(START, path=path).save()
    event = flow.play(())
    assert isinstance(event, events.NotSaved)
    assert (flow.phase, flow.document.game.turn_number) == (Phase.PLANNING, 0)


def test_stored_plan_is_restored(tmp_path: Path) -> None:
    flow = flow_of(path=tmp_path / "game.json")
    flow.document.store_plan(begun(flow.begin()).plan.add(*MOVES))
    event = begun(flow.begin())
    assert event.plan.moves == MOVES
    assert event.said == "your plan is still here: b3-c4"


def test_turns_of_other_windows_are_awaited_and_shown() -> None:
    document = GameDocument.new(START)
    document.ownership = Ownership(frozenset({1}), is_host=False)
    flow = GameFlow(document)
    event = flow.begin()
    assert isinstance(event, events.Waiting)
    assert event.said == f"waiting for {document.cast[0]}"
    assert flow.phase is Phase.WAITING
    assert flow.why_not == event.said
    document.game.play(MOVES)
    assert played(flow.turns_added((document.game.report(1),))).number == 1
    assert begun(flow.advance()).plan.position.to_move == 1
    flow.play(())
    assert isinstance(flow.advance(), events.Waiting)


def _windows(path: Path, *own: Ownership) -> list[GameFlow]:
    """Several windows on one file, each as if in a process of its own."""
    GameDocument.new(FORCED, path=path).save()
    flows = []
    for ownership in own:
        document = GameDocument.load(path)
        document.ownership = ownership
        flows.append(GameFlow(document))
    return flows


def _look(flow: GameFlow) -> FileChange:
    """What a window does when its follower has found something."""
    assert flow.document.path is not None
    found = read_state(flow.document.path)
    assert isinstance(found, FileRead)
    change = flow.document.compare(found)
    flow.turns_added(flow.document.reload(found))
    while phase_of(flow) is Phase.SHOWING:
        flow.advance()
    return change


def test_windows_with_forced_passes_take_turns_without_a_conflict(tmp_path: Path) -> None:
    first, third, watcher = _windows(
        tmp_path / "game.json",
        Ownership(frozenset({0}), is_host=False),
        Ownership(frozenset({2}), is_host=False),
        Ownership(frozenset(), is_host=False),
    )
    for flow in (first, third, watcher):
        flow.begin()
    for turn in range(6):
        mover, other = (first, third) if turn % 2 == 0 else (third, first)
        assert phase_of(mover) is Phase.PLANNING
        assert phase_of(other) is Phase.WAITING
        assert isinstance(mover.play(()), events.TurnPlayed)
        while phase_of(mover) is Phase.SHOWING:
            mover.advance()
        assert _look(other) is FileChange.MORE_TURNS
        assert _look(mover) is FileChange.NOTHING
        assert _look(watcher) is FileChange.MORE_TURNS
        assert phase_of(watcher) is Phase.WAITING
    # A turn of the first player carries the forced pass of the second in the same save.
    assert watcher.document.game.turn_number == 9


def test_first_of_two_windows_that_play_the_same_turn_wins(tmp_path: Path) -> None:
    here, there = _windows(tmp_path / "game.json", Ownership(), Ownership())
    here.begin()
    there.begin()
    played(here.play(()))
    refused = there.play(())
    assert isinstance(refused, events.NotSaved)
    assert isinstance(refused.error, SaveConflictError)
    assert there.document.game.turn_number == 0
    assert _look(there) is FileChange.MORE_TURNS
    assert there.document.game.turns == here.document.game.turns


def test_only_the_host_runs_bots_and_undoes_turns(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(START, seats=(PERSON, BOT), path=path).save()
    documents = [GameDocument.load(path) for _ in range(2)]
    documents[0].ownership = Ownership(frozenset({0}))
    documents[1].ownership = Ownership(frozenset({0}), is_host=False)
    host, guest = map(GameFlow, documents)
    guest.begin()
    played(guest.play(()))
    assert isinstance(guest.advance(), events.Waiting)
    assert guest.undo() == events.Refused("only the host can undo turns")
    host.begin()
    _look(host)
    assert phase_of(host) is Phase.THINKING
    host.undo()
    assert _look(guest) is FileChange.FEWER_TURNS
    assert guest.document.game.turn_number == 0


def test_kinds_of_file_changes_are_distinguished(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    GameDocument.new(START, path=path).save()
    here, other = GameDocument.load(path), GameDocument.load(path)
    here.play(MOVES)

    def change() -> FileChange:
        found = read_state(path)
        assert isinstance(found, FileRead)
        return other.compare(found)

    assert change() is FileChange.MORE_TURNS
    other.game.play(())
    assert change() is FileChange.OTHER_TURNS
    other.game.undo()
    here.edit(here.transcript.with_tag("event", "Cup"))
    here.game.undo()
    here.save()
    assert change() is FileChange.ONLY_NOTES
    here.game.redo()
    here.save()
    found = read_state(path)
    assert isinstance(found, FileRead)
    assert len(other.reload(found)) == 1
    assert change() is FileChange.NOTHING
    here.game.undo()
    here.save()
    assert change() is FileChange.FEWER_TURNS
    GameDocument.new(FORCED, path=path).overwrite()
    assert change() is FileChange.OTHER_GAME


def test_turns_since_the_last_one_can_be_shown_again() -> None:
    flow = flow_of()
    begun(flow.begin())
    assert isinstance(flow.show_again(), events.Refused)
    played(flow.play(MOVES))
    begun(flow.advance())
    assert played(flow.show_again()).number == 1
    assert begun(flow.advance()).plan.position.to_move == 1


def test_answer_after_closing_is_stale() -> None:
    flow = flow_of(START, BOT, PERSON)
    asked = wanted(flow.begin())
    flow.close()
    assert flow.answered(asked, ()) is None


# Hints.


class Adviser(Thinker):
    """Gives three answers, or fails, when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.is_free = asyncio.Event()
        self.error: AtlantisError | None = None
        self.is_cancelled = False

    async def advise(self, game: Game, names: tuple[str, ...]) -> tuple[Candidate, ...]:
        await self.is_free.wait()
        if self.error is not None:
            raise self.error
        moves = game.legal_moves()
        return tuple(Candidate((move,), 0.0, ("why",), (0.5,) * len(names)) for move in moves[:3])

    def cancel(self) -> None:
        self.is_cancelled = True


@pytest.fixture
def adviser() -> Adviser:
    return Adviser()


async def test_next_hint_cycles_through_the_answers(adviser: Adviser) -> None:
    hints, game = Hints(adviser), Game(START)
    adviser.is_free.set()
    assert not hints.knows(game)
    assert await hints.ask(game, ("a", "b"))
    assert hints.knows(game)
    places = []
    for _ in range(4):
        places.append(hints.place)
        hints.show_next()
    assert places == ["1 of 3", "2 of 3", "3 of 3", "1 of 3"]
    hints.hide()
    assert hints.shown is None
    hints.show_next()
    assert hints.place == "2 of 3"
    game.play()
    assert not hints.knows(game)


async def test_cancelled_hint_request_has_no_answer(adviser: Adviser) -> None:
    hints, game = Hints(adviser), Game(START)
    asking = asyncio.create_task(hints.ask(game, ("a", "b")))
    await asyncio.sleep(0)
    assert hints.is_looking
    assert hints.drop()
    assert adviser.is_cancelled
    adviser.error = NotationError("x", "bot", "y")
    adviser.is_free.set()
    assert not await asking
    assert hints.shown is None
    assert not hints.drop()


async def test_failed_hint_request_raises_the_reason(adviser: Adviser) -> None:
    hints = Hints(adviser)
    adviser.error = NotationError("x", "bot", "y")
    adviser.is_free.set()
    with pytest.raises(NotationError):
        await hints.ask(Game(START), ("a", "b"))
    assert not hints.is_looking


async def test_answer_for_an_earlier_turn_is_not_shown(adviser: Adviser) -> None:
    hints, game = Hints(adviser), Game(START)
    asking = asyncio.create_task(hints.ask(game, ("a", "b")))
    await asyncio.sleep(0)
    game.play()
    adviser.is_free.set()
    assert not await asking
    assert hints.shown is None
