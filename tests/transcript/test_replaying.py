"""`replay` and `check` apply the rules to files."""

from __future__ import annotations

import pytest

from atlantis_core import Field, FieldState, Move, UnknownPlayerError, parse_moves
from atlantis_core.transcript import (
    FrozenMap,
    Player,
    Transcript,
    TranscriptError,
    check,
    loads,
    replay,
)
from tests.recorded_games import NAMES, recorded_game
from tests.transcript.documents import B2, TWO, checked, document, hints_of, underlined
from tests.transcript.make_samples import of_recorded


@pytest.mark.parametrize("name", NAMES)
def test_recorded_games_replay_to_their_last_position(name: str) -> None:
    recorded = recorded_game(name)
    game = replay(of_recorded(recorded))
    last = recorded.turns[-1]
    assert game.turn_number == len(recorded.turns)
    assert game.is_over == last.is_over
    contents = {
        tuple(field): (int(held.state), held.player, held.stones)
        for field, held in game.position.occupied()
    }
    assert contents == last.contents


def test_board_file_is_a_game_without_players() -> None:
    game = replay(loads(document(B2)))
    assert game.position.players == 0
    assert len(game.position.board) == 7


def test_growing_and_dead_fields_at_the_start() -> None:
    players = '"players": [{"color": "red", "stacks": {"a1": 2, "b1": -3, "b2": 0}}]'
    position = replay(loads(document(B2, players))).position
    assert position[Field(2, 1)] == (FieldState.GROWING, 0, 3)
    assert position[Field(2, 2)] == (FieldState.DEAD, 0, 0)


def _check_turns(turns: str) -> list[str]:
    return checked(document(B2, TWO, f'"turns": {turns}'))


def test_r7_7_an_illegal_move_is_reported_with_turn_player_move_and_rule() -> None:
    (found,) = _check_turns('[[["a1", "b2"]], [["c3", "c2"], ["b2", "b1"]]]')
    assert found == (
        "4:42:12 error: turn 2 (player 2), move 2: illegal move 'b2-b1': the stones on b2 are "
        "player 1's; you can only move your own stones"
    )


def test_r7_7_all_illegal_moves_of_a_turn_are_reported() -> None:
    found = _check_turns('[[["a1", "c2"], ["a1", "a2"], ["b1", "b2"], ["q5", "q6"]]]')
    assert [text.split(":")[:4] for text in found] == [
        ["4", "12", "12 error", " turn 1 (player 1), move 1"],
        ["4", "40", "12 error", " turn 1 (player 1), move 3"],
        ["4", "54", "12 error", " turn 1 (player 1), move 4"],
    ]


def test_after_an_illegal_turn_only_impossible_moves_are_reported() -> None:
    turns = '[[["b1", "b2"]], [["b1", "b2"]], [["a1", "b3"]], [["a1", "x9"]], [["a1", "a2"]]]'
    found = _check_turns(turns)
    assert [text.split(": ")[1] for text in found] == [
        "turn 1 (player 1), move 1",
        "turn 3 (player 1), move 1",
        "turn 4 (player 2), move 1",
    ]


def test_turns_before_an_unreadable_one_are_replayed() -> None:
    found = _check_turns('[[["b1", "b2"]], [["c3", "c"]], [["a1", "q1"]]]')
    assert [text.split(": ")[1] for text in found] == [
        "turn 1 (player 1), move 1",
        "turn 2, move 1",
        "turn 3 (player 1), move 1",
    ]


def test_hints_list_legal_moves() -> None:
    text = document(B2, TWO, '"turns": [[["a1", "c3"]]]')
    assert hints_of(text) == ["legal from a1: a1-b1, a1-b2, a1-a2"]
    text = document(B2, TWO, '"turns": [[["a11", "a2"]]]')
    assert hints_of(text) == ["did you mean 'a1'?"]


def test_r2_3_turns_after_the_end_are_errors() -> None:
    players = '"players": [{"color": "red", "stacks": {"a1": 1}}]'
    text = document(B2, players, '"turns": [[], []]')
    (found,) = check(text)
    assert found.message == "turn 1: this setup ends the game before the first turn"
    assert underlined(text, found) == "[]"
    with pytest.raises(TranscriptError):
        replay(loads(text))


def test_names_of_players_are_made_safe() -> None:
    players = TWO.replace('"color": "red"', '"color": "red", "name": "\\u001b[31mAnn"')
    (found,) = check(document(B2, players, '"turns": [[["c3", "c2"]]]'))
    assert "(player 1, \u241b[31mAnn)" in found.message


def test_illegal_variations_are_warnings() -> None:
    annotations = """"annotations": {"variations": [
      {"turn": 1, "turns": [[["a1", "a2"]], []]},
      {"turn": 2, "turns": [[["a1", "a2"]]]},
      {"turn": 1, "turns": [[["a1", "b2"]], []],
       "variations": [{"turn": 3, "turns": [[["b2", "b1"]]]},
         {"turn": 2, "turns": [[], [["b2", "c1"]]]}]}
    ]}"""
    found = checked(document(B2, TWO, '"turns": [[]]', annotations))
    assert [text.partition(" '")[0] for text in found] == [
        "7:29:14 warning: the variation cannot be played: turn 2: illegal move",
        "10:36:14 warning: the variation cannot be played: turn 3: illegal move",
    ]


def test_problems_of_a_transcript_without_source_have_no_place() -> None:
    segments = loads(document(B2)).segments
    stacks = FrozenMap({Field(9, 9): 1})
    with pytest.raises(TranscriptError) as caught:
        replay(Transcript(segments, (Player(stacks),)))
    (found,) = caught.value.diagnostics
    assert not found.has_place
    assert "i9" in found.message
    with pytest.raises(TranscriptError, match="turns need players"):
        replay(Transcript(segments, (), ((),)))
    with pytest.raises(TranscriptError, match="at least one field"):
        replay(Transcript(()))


def test_playing_on_makes_a_new_transcript() -> None:
    transcript = loads(document(B2, TWO, '"turns": [[["a1", "a2"]]]'))
    longer = transcript.with_turns([*transcript.turns, parse_moves("c3-c2")])
    assert len(transcript.turns) == 1
    assert longer.turns[1] == (Move(Field(3, 3), Field(3, 2)),)
    assert longer.source is None
    assert replay(longer).turn_number == 2
    assert longer.with_turns(longer.turns[:1]) == transcript


def test_names_colors_comments_and_tags_can_be_changed() -> None:
    transcript = loads(document(B2, TWO, '"turns": [[]]'))
    changed = transcript.with_player(1, name="Bob", color="green").with_player(0, name="Ann")
    assert changed.names == ("Ann", "Bob")
    assert changed.colors == ("red", "green")
    assert transcript.names == ("player 1", "player 2")
    with pytest.raises(UnknownPlayerError):
        transcript.with_player(2, name="Cleo")
    noted = changed.with_comment(1, "hm").with_tag("event", "Club")
    assert noted.annotations.comments == FrozenMap({1: "hm"})
    assert noted.with_comment(1, None).with_tag("event", None) == changed
    assert hash(noted) != hash(changed)
