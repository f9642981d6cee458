"""Completion, seats, flow and document of other games, without a screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.style import Style

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.games.errors import GameError
from atlantis_core.games.levels import EFFORTS
from atlantis_core.games.maps.game import map_record
from atlantis_core.games.maps.generator import new_map
from atlantis_core.games.registry import entry_named
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_tui.other_games.document import RecordDocument
from atlantis_tui.other_games.flow import RecordFlow, RecordPhase
from atlantis_tui.other_games.move_choice import MoveChoice
from atlantis_tui.other_games.panel import player_lines
from atlantis_tui.other_games.play_bars import invitation
from atlantis_tui.other_games.record_ending import result_lines
from atlantis_tui.other_games.seats import (
    BOT,
    effort_of,
    fill_seats,
    parse_record_seat,
    recall_seats,
    store_path,
)
from atlantis_tui.other_games.words import complete
from atlantis_tui.widgets.text_lines import Line
from tests.games.test_registry import TOY
from tests.games.toy import GAME, Heap


def document(moves: str = "", path: Path | None = None) -> RecordDocument:
    record = GAME.read(f"counters 9:{moves}\n", "a").record
    assert record is not None
    return RecordDocument(TOY, record, path)


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("un", "undo"),
        ("2", "2"),
        ("goto c", "goto c7"),
        ("x", None),
        ("", None),
        ("Sa", "Save as "),
    ],
)
def test_typed_lines_are_completed(typed: str, line: str | None) -> None:
    assert complete(typed, Heap(9)) == line


def test_players_have_one_name_in_panel_result_and_title() -> None:
    seats = (PERSON, BOT)
    record = entry_named("tafl").load().new("brandub", ["", str(BOT)])
    panel = [text_of(line) for line in player_lines(record, 0, seats, [Style(), Style()])]
    result = [text_of(line) for line in result_lines(record, seats)]
    assert panel == ["> attackers", "  defenders (bot:gentle)"]
    assert result[2:4] == ["attackers", "defenders (bot:gentle)"]
    assert record.title == "Brandub, attackers vs defenders (bot:gentle)"


def text_of(line: Line) -> str:
    return "".join(piece[0] for piece in line)


def test_seats_are_parsed() -> None:
    assert parse_record_seat("person") == PERSON
    game, toy = GAME.new(""), GAME
    assert parse_record_seat("bot") == BOT == parse_record_seat("bot:gentle")
    assert effort_of(parse_record_seat("bot:500"), toy, game) == 500
    assert effort_of(BOT, toy, game) == EFFORTS[1]
    assert effort_of(parse_record_seat("bot:master"), toy, game) is None
    assert parse_record_seat("agent:java -jar a.jar").kind is SeatKind.AGENT
    assert fill_seats([BOT], 3) == (BOT, PERSON, PERSON)
    for text in ("bot:0", "bot:much", "dummy", "", "robot"):
        with pytest.raises(GameError, match="not a seat"):
            parse_record_seat(text)


def test_undo_goes_back_to_a_persons_turn() -> None:
    flow = RecordFlow(document(" 1 2 3"), [PERSON, BOT])
    assert flow.begin() is RecordPhase.THINKING
    assert flow.undo()
    assert flow.document.record.last_step == 2
    assert flow.phase is RecordPhase.CHOOSING
    assert flow.undo()
    assert flow.document.record.last_step == 0
    assert not flow.undo()
    assert flow.redo()
    assert flow.document.record.last_step == 2


def test_resume_and_take_over_change_the_seat() -> None:
    flow = RecordFlow(document())
    assert flow.begin() is RecordPhase.CHOOSING
    assert flow.resume() is RecordPhase.THINKING
    flow.stop()
    assert flow.phase is RecordPhase.PAUSED
    assert flow.take_over() is RecordPhase.CHOOSING


@pytest.mark.parametrize(
    ("seats", "phase"),
    [((BOT, BOT), RecordPhase.PAUSED), ((PERSON, BOT), RecordPhase.CHOOSING)],
)
def test_game_between_bots_stops_at_repeated_positions(
    seats: tuple[Seat, ...], phase: RecordPhase
) -> None:
    record = map_record(replace(new_map("square:8", 2), has_draws=False))
    flow = RecordFlow(RecordDocument(entry_named("map"), record), seats)
    for text in 2 * ("57-42", "1-18", "42-57", "18-1"):
        assert flow.begin() is not RecordPhase.PAUSED
        flow.play(flow.document.position.parse_move(text))
    assert flow.begin() is phase
    told = invitation(flow, MoveChoice(()))
    assert told.startswith("the same position again") is (phase is RecordPhase.PAUSED)
    assert flow.resume() is RecordPhase.THINKING


def test_move_is_not_played_if_saving_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.heap"
    kept = document(path=path)
    kept.save()
    path.write_text("counters 5:\n")
    move = kept.position.legal_moves()[0]
    with pytest.raises(SaveConflictError):
        kept.play(move)
    assert kept.record.last_step == 0
    kept.overwrite()
    kept.play(move)
    assert path.read_text() == "counters 9: 1\n"
    assert kept.unsaved_turns == 0
    kept.undo()
    assert kept.unsaved_turns == 1
    assert not kept.would_be_lost


def test_new_games_never_overwrite_files(tmp_path: Path) -> None:
    names = [document().save_as_new(tmp_path, "day").name for _ in range(3)]
    assert names == ["day-1.heap", "day-2.heap", "day-3.heap"]


def test_seats_of_older_versions_keep_their_level(tmp_path: Path) -> None:
    store_path().parent.mkdir(parents=True, exist_ok=True)
    store_path().write_text(f'{{"{tmp_path}": ["person", "bot"]}}', encoding="utf-8")
    assert recall_seats(tmp_path) == (PERSON, Seat(SeatKind.BOT, "master"))
