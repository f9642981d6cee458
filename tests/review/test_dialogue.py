"""The dialogue: the features of the review, one line in and a few lines out."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.diagram import Style
from atlantis_core.dialogue import Dialogue
from atlantis_core.dialogue.conversation import VERBS
from atlantis_core.dialogue.state import DialogueState
from atlantis_core.narration import Cast
from atlantis_core.positions.grid import format_moves, parse_moves
from atlantis_core.review.judged_games import Judgement
from atlantis_core.review.judgement import TurnQuestion
from atlantis_core.review.places import Place
from atlantis_core.review.reasons import describe_tried
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.variations import MAIN
from atlantis_core.review.verdicts import TurnMark, TurnVerdict
from atlantis_core.rules.game import Game
from atlantis_core.transcript.model import Transcript
from tests.little_boards import position
from tests.review.games import played, recorded, tree_of

START = position("B2 C5", "a1:2 b2:1 c4:1", "d6:1 b5:1")
TURNS = ("b2-a1", "d6-d5", "pass", "d5-c5")


class Keeper:
    """Records what was saved."""

    def __init__(self) -> None:
        self.saved: list[Transcript] = []

    def __call__(self, transcript: Transcript) -> str:
        self.saved.append(transcript)
        return "saved"


def dialogue_at(game: Game | None = None, turn: int = 0) -> tuple[Dialogue, Keeper]:
    shown = game or played(START, *TURNS)
    keeper = Keeper()
    names = ("Red", "Blue", "Green", "Cyan", "Gold", "Pink")[: shown.start.players]
    cast = Cast(names, "RBGCLP"[: shown.start.players])
    replay = ReplayCursor(tree_of(shown), Place(MAIN, turn))
    return Dialogue(DialogueState(replay, cast, keeper)), keeper


def answers(*lines: str, turn: int = 0) -> list[str]:
    dialogue, _ = dialogue_at(turn=turn)
    return [text for line in lines for text in dialogue.answer(line)]


def test_greeting_describes_the_place_and_names_help() -> None:
    assert dialogue_at()[0].greet() == (
        "Start: 2 segments, 14 fields; Red (R) and Blue (B).",
        "Type 'help' for the commands.",
    )


def test_next_describes_a_turn_in_full() -> None:
    assert answers("next") == [
        "Turn 1, Red (R): b2-a1",
        "b2-a1: 1 stone moves.",
        "a1 explodes and starts growing; a2, b1 and b2 gain a stone each.",
        "a1 grows by a stone.",
    ]


def test_empty_line_goes_forward() -> None:
    assert answers("") == answers("next")


def test_brief_answers() -> None:
    assert answers("brief", "next")[1:] == ["Turn 1, Red (R): b2-a1", "1 explosion"]
    assert answers("brief", "next", "full", "last")[-1] == "a1 grows by a stone."


def test_steps_inside_a_turn() -> None:
    assert answers("]", "]", "]", "[") == [
        "Turn 1, Red (R): move 1 of 1.",
        "b2-a1: 1 stone moves.",
        "Turn 1, Red (R): wave 1 of 1.",
        "a1 explodes and starts growing; a2, b1 and b2 gain a stone each.",
        "Turn 1, Red (R): growth.",
        "a1 grows by a stone.",
        "Turn 1, Red (R): wave 1 of 1.",
        "a1 explodes and starts growing; a2, b1 and b2 gain a stone each.",
    ]


def test_why() -> None:
    assert answers("why a1", turn=1) == [
        "a1: growing, 1 stone of Red",
        "start: 2 stones of Red",
        "turn 1, Red: 1 stone arrives from b2; then 3 stones of Red",
        "turn 1, Red: it explodes: 3 stones, 3 open neighbours; then growing, 0 stones of Red",
        "turn 1, Red: it grows by a stone; then growing, 1 stone of Red",
    ]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("why", "expected a field such as 'c5' after the command"),
        ("why zz9", "there is no field 'zz9' on this board"),
        ("goto 99", "there is no turn 99 (expected 0 to 4)"),
        ("nxt", "not a command: 'nxt' (did you mean 'next'?)"),
        ("next x", "not a number of turns: 'x' (expected for example 10)"),
        ("line 3.1", "there is no variation '3.1'"),
        ("delete", "this is the main line (expected a variation such as '12.1')"),
        ("comment -", "no comment to delete"),
        ("tag x", "expected a text after the name ('tag NAME -' deletes a tag)"),
        ("show huge", f"not a style: 'huge' (expected {' or '.join(s.value for s in Style)})"),
        ("back", "this is the start"),
    ],
)
def test_errors_are_answered(line: str, answer: str) -> None:
    dialogue, keeper = dialogue_at()
    assert dialogue.answer(line) == (answer,)
    assert dialogue.failures == 1
    assert not keeper.saved


def test_place_field_and_moves_alone_are_understood() -> None:
    assert answers("2")[0] == "Turn 2, Blue (B): d6-d5"
    assert answers(":2") == answers("2") == answers("goto 2")
    assert answers("C5") == answers("field c5")
    assert answers("b2-b3")[0] == "variation 1.1; saved"


def test_questions_about_the_position() -> None:
    lines = answers("players", "score", "where", "areas", "moves b2", "c4", turn=1)
    assert lines[:2] == [
        "Red (R): 5 stones, 1 growing, 0 secured, 0 leading",
        "Blue (B): 2 stones, 0 growing, 0 secured, 0 leading",
    ]
    assert "No player has an area alone." in lines
    assert "main, turn 1 of 4" in lines
    assert "no legal move from b2" in lines
    assert "c4: 1 stone of Red" in lines


def test_hint_has_turns_chances_and_reasons() -> None:
    heading, best, *_, now = answers("hint")
    assert heading == "Red to move; grandmaster suggests:"
    assert best.startswith("1. ")
    assert "%: " in best
    assert now.startswith("chances now: Red ")
    assert answers("hint", turn=4)[0].startswith("Red to move")


def test_hint_without_a_choice_is_refused() -> None:
    over = dialogue_at(Game(position("B2", "a1:1")))[0]
    assert over.answer("hint") == ("no player can move here",)


def test_threats_list_explosions_and_attacks() -> None:
    game = played(position("B2 C5", "a1:3 b4:1", "b5:1 c3:2"))
    dialogue, _ = dialogue_at(game)
    lines = dialogue.answer("threats")
    assert lines[0] == "Red (R): a1 would explode at the end of a turn (1 explosion)"
    assert "Red (R) can attack: b5 by b4-b5" in " / ".join(lines)
    assert any(line.startswith("Blue (B) can attack: ") and "b4 by" in line for line in lines)


def test_comments_are_saved_immediately() -> None:
    dialogue, keeper = dialogue_at(turn=2)
    assert dialogue.answer("comment why\\nthis?") == ("comment written; saved",)
    assert keeper.saved[-1].annotations.comments == {2: "why\nthis?"}
    assert dialogue.answer("comment") == ("| why", "| this?")
    assert dialogue.answer("comment ok") == ("comment replaced; saved",)
    assert dialogue.answer("comment -") == ("comment deleted; saved",)
    assert keeper.saved[-1].annotations.comments == {}


def test_find_visits_all_turns_with_a_text_and_lists_tags() -> None:
    dialogue, _ = dialogue_at(recorded("f08_3p"))
    dialogue.answer("goto 1")
    dialogue.answer("comment An early Mistake")
    dialogue.answer("start")
    dialogue.answer("comment the start")
    dialogue.answer("tag event Mistakes")
    assert dialogue.answer("find mistake")[:2] == ("found 1 of 1: turn 1", "tag event: Mistakes")
    assert dialogue.state.replay.turn == 1
    assert dialogue.answer("/ the start")[0] == "found 1 of 1: turn 0"
    turns = dialogue.state.replay.tree.main.turns
    moves = format_moves(turns[0])
    holding = [turn for turn, moved in enumerate(turns, 1) if moves in format_moves(moved)]
    visited = []
    for number, _ in enumerate(holding):
        dialogue.answer("find" if number else f"find {moves.upper()}")
        visited.append(dialogue.state.replay.turn)
    assert visited == holding
    dialogue.answer("tag place Turku")
    assert dialogue.answer("find turku") == ("tag place: Turku",)
    assert dialogue.answer("find xyz") == ("'xyz' is in no comment, tag or turn",)


def test_tags() -> None:
    dialogue, keeper = dialogue_at()
    assert dialogue.answer("tag event Spring Cup") == ("tag event set; saved",)
    assert dialogue.answer("tags") == ("event: Spring Cup",)
    assert dialogue.answer("tag event -") == ("tag event deleted; saved",)
    assert keeper.saved[-1].annotations.tags == {}


def test_variations_are_tried_visited_and_deleted() -> None:
    dialogue, keeper = dialogue_at(turn=2)
    assert dialogue.answer("try c4-d5")[:2] == (
        "variation 3.1; saved",
        "[3.1] Turn 3, Red (R): c4-d5",
    )
    dialogue.answer("pass")
    assert dialogue.answer("variations") == ("3.1: c4-d5 (2 turns)",)
    assert dialogue.answer("line main")[-1] == "Variation 3.1: c4-d5 (2 turns)."
    assert dialogue.answer("line 3.1")[0] == "[3.1] Turn 3, Red (R): c4-d5"
    assert "    3.1: c4-d5 / pass" in dialogue.answer("main/3") + dialogue.answer("turns")
    dialogue.answer("line 3.1")
    assert dialogue.answer("cut")[0] == "turns of 3.1 from 3 on deleted; saved"
    assert keeper.saved[-1].annotations.variations == ()


def test_variation_is_promoted() -> None:
    dialogue, keeper = dialogue_at(turn=4)
    dialogue.answer("pass")
    said = dialogue.answer("continue 5.1")
    assert said[0] == "5.1 promoted into main; saved"
    assert len(keeper.saved[-1].turns) == 5


def test_comparing() -> None:
    assert answers("compare 0", turn=1) == [
        "0 against 1: 3 fields differ",
        "a1: 2 stones of Red; here growing, 1 stone of Red",
        "a2: open and empty; here 1 stone of Red",
        "b1: open and empty; here 1 stone of Red",
        "Red (R): stones 4 to 5",
    ]


def test_marks_and_figures_of_a_whole_game() -> None:
    dialogue, _ = dialogue_at(recorded("f17_4p"))
    assert dialogue.answer("marks")[0] == "turn 1: big chain: 13 explosions by Red"
    assert dialogue.answer("mark")[0] == "* big chain: 13 explosions by Red"
    assert len(dialogue.answer("figures")) == 20
    assert dialogue.answer("end")[-3:] == (
        "The game is over: every open field lies in a stable area.",
        "Green wins with 6 fields; Cyan has 0 fields; Blue has 0 fields; Red has 0 fields.",
        "Ties go to the player later in turn order.",
    )


def test_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert any("2R" in line for line in answers("show"))
    assert any("R2" in line for line in answers("show mini"))
    assert answers("export board.svg") == ["exported to board.svg"]
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert answers("export board.svg") == ["'board.svg' already exists (choose another name)"]
    (said,) = answers("export no/such/folder.txt")
    assert said == "'no/such/folder.txt' was not saved: the folder does not exist"
    (said,) = answers("export board.jpg")
    assert said == (
        "unknown format: 'board.jpg' (expected one of .txt, .svg, .png, .gif, .cast, .html)"
    )
    assert answers("export chain.svg 1..2") == ["exported to chain.svg"]
    assert "<animate" in (tmp_path / "chain.svg").read_text(encoding="utf-8")
    assert answers("export game.html") == ["exported to game.html"]


def test_help_lists_every_command_once() -> None:
    names = [name for verb in VERBS for name in verb.names.split()]
    assert len(names) == len(set(names))
    assert len(list(VERBS.explain())) == len(VERBS.verbs)
    assert answers("help why") == ["why FIELD [all]: what happened on a field"]


@pytest.mark.parametrize("verb", [verb.name for verb in VERBS if verb.name != "export"])
@pytest.mark.parametrize("rest", ["", "1", "c4", "\x1b[2J", "12.1/3", "x" * 5000])
def test_no_line_breaks_the_dialogue(verb: str, rest: str) -> None:
    for turn in (0, 2, 4):
        dialogue, _ = dialogue_at(turn=turn)
        for line in dialogue.answer(f"{verb} {rest}".rstrip()):
            assert "\x1b" not in line
            assert len(line) <= 600


def test_board_without_players_can_be_read() -> None:
    dialogue, _ = dialogue_at(played(position("B2")))
    assert dialogue.greet()[0] == "Start: 1 segment, 7 fields; no players."
    for verb in VERBS:
        if verb.name != "export":
            assert isinstance(dialogue.answer(verb.name), tuple)


def test_every_edit_is_undone_and_redone() -> None:
    dialogue, keeper = dialogue_at()
    replay = dialogue.state.replay
    states = [replay.tree.transcript]
    for line in ("comment well", "tag event Cup", "goto 1", "try pass", "delete"):
        dialogue.answer(line)
        if replay.tree.transcript is not states[-1]:
            states.append(replay.tree.transcript)
    assert dialogue.failures == 0
    assert len(states) == 5
    for expected in reversed(states[:-1]):
        assert dialogue.answer("undo")[0] == "undone; saved"
        assert replay.tree.transcript == keeper.saved[-1] == expected
    assert dialogue.answer("undo") == ("nothing to undo",)
    for expected in states[1:]:
        assert dialogue.answer("redo")[0] == "redone; saved"
        assert replay.tree.transcript == keeper.saved[-1] == expected
    assert dialogue.answer("redo") == ("nothing to redo",)
    dialogue.answer("undo")
    dialogue.answer("comment other")
    assert dialogue.answer("redo") == ("nothing to redo",)


def test_judged_game_has_mistakes_to_go_to() -> None:
    dialogue, keeper = dialogue_at()
    assert answers("mistake") == ["this game is not judged yet (type 'judge')"]
    best = parse_moves("pass")
    verdicts = {
        1: TurnVerdict(0, (0.9, 0.1), (0.6, 0.4), 0.3, best, ("keeps stones",), TurnMark.BAD),
        2: TurnVerdict(1, (0.6, 0.4), (0.6, 0.4), 0.0, None, (), TurnMark.NONE),
    }
    dialogue.state.replay.keep_judgement(Judgement("master", 1, verdicts))
    assert dialogue.answer("mistake")[0] == "Turn 1, Red (R): b2-a1"
    lines = dialogue.answer("goto 1")
    assert "? bad: Red's chance: 90% before, 60% after (loses 30%)" in lines
    assert "  better: pass" in lines
    assert "  keeps stones" in lines
    assert dialogue.answer("mistake") == ("there is no mistake after this turn",)
    assert dialogue.answer("unmistake") == ("there is no mistake before this turn",)
    assert not keeper.saved


def test_user_finds_a_better_turn_than_each_mistake() -> None:
    dialogue, keeper = dialogue_at(turn=1)
    assert dialogue.answer("better") == ("this game is not judged yet (type 'judge')",)
    best = parse_moves("pass")
    bad = TurnVerdict(0, (0.9, 0.1), (0.6, 0.4), 0.3, best, ("keeps stones",), TurnMark.BAD)
    worse = TurnVerdict(1, (0.6, 0.4), (0.9, 0.1), 0.3, best, (), TurnMark.BAD)
    verdicts = {1: bad, 2: worse}
    dialogue.state.replay.keep_judgement(Judgement("greedy", 1, verdicts))
    assert dialogue.answer("better pass") == ("no mistake to improve here (type 'better' first)",)
    asked = dialogue.answer("better")
    assert asked == (
        "find a better turn 1 for Red",
        "b2-a1: bad: Red's chance: 90% before, 60% after (loses 30%)",
        "type 'better MOVES' or 'better pass'",
    )
    assert dialogue.state.replay.place == Place(MAIN, 0)
    assert dialogue.answer("better b2-b9")[0].startswith("illegal move 'b2-b9'")
    verdict = TurnQuestion(START, (), "greedy", 1, ("Red", "Blue"))()
    assert dialogue.answer("better pass")[0] == describe_tried((), verdict, bad)
    # Asking again without moves goes on to the next mistake, also when they follow each other.
    assert dialogue.answer("better")[0] == "find a better turn 2 for Blue"
    assert dialogue.state.replay.place == Place(MAIN, 1)
    assert dialogue.answer("better") == ("no more mistakes after this turn",)
    dialogue.answer("start")
    assert dialogue.answer("better")[0] == "find a better turn 1 for Red"
    assert not keeper.saved
