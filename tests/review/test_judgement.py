"""Judging turns: the loss, the better turn, and how a judgement is stored."""

from __future__ import annotations

import json
import math

import pytest

from atlantis_core.bots.hints import HintRequest
from atlantis_core.bots.registry import ADVISER, bot_named
from atlantis_core.narration import Cast
from atlantis_core.positions.grid import parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.review.judged_games import KEY, Judgement, find_judgement, keep_judgement
from atlantis_core.review.judgement import TurnQuestion, TurnsToJudge, bot_and_effort
from atlantis_core.review.reasons import describe_verdict
from atlantis_core.review.verdicts import (
    BAD_LOSS,
    DOUBTFUL_LOSS,
    SAFETY,
    TurnMark,
    TurnVerdict,
    accuracy,
    mark_of,
)
from atlantis_core.rules.game import Game
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.transcript import Transcript, dumps, loads
from tests.review.games import duel, played, recorded, transcript_of

BOT, EFFORT = "searcher", 120


def verdict(loss: float, player: int = 0, *, is_forced: bool = False) -> TurnVerdict:
    chances = (0.5, 0.5)
    return TurnVerdict(player, chances, chances, loss, None, (), TurnMark.NONE, is_forced)


def judged(game: Game, turns: int) -> tuple[Transcript, Judgement]:
    work = TurnsToJudge(tuple(game.positions), tuple(game.turns), BOT, EFFORT)
    found = {number + 1: work.play(number) for number in range(turns)}
    return transcript_of(game), Judgement(BOT, EFFORT, found)


def test_best_turn_has_no_loss_and_no_better_turn() -> None:
    position = recorded("g04_hexagon3_3p_ccc").position_after(20)
    best = HintRequest(position, BOT, effort=EFFORT)().turn
    found = TurnQuestion(position, best, BOT, EFFORT)()
    assert found.loss == 0
    assert found.best is None
    assert found.before == found.after
    assert found.mark in (TurnMark.GOOD, TurnMark.NONE)


def test_marks_depend_on_the_loss() -> None:
    game = recorded("f08_3p")
    _, judgement = judged(game, 24)
    marks = {found.mark for found in judgement.verdicts.values()}
    assert TurnMark.BAD in marks
    for turn, found in judgement.verdicts.items():
        assert found.player == (turn - 1) % 3
        assert math.isclose(sum(found.before), 1)
        assert math.isclose(sum(found.after), 1)
        assert 0 <= found.loss <= 1
        if found.mark is TurnMark.BAD:
            assert found.loss >= SAFETY * BAD_LOSS
        elif found.mark is TurnMark.DOUBTFUL:
            assert SAFETY * DOUBTFUL_LOSS <= found.loss < SAFETY * BAD_LOSS
        else:
            assert found.loss < SAFETY * DOUBTFUL_LOSS
        assert (found.best is not None) == (found.mark in (TurnMark.BAD, TurnMark.DOUBTFUL))
        assert bool(found.reasons) or found.best is None
    assert judgement.mistakes == tuple(
        turn for turn, found in judgement.verdicts.items() if found.best is not None
    )


@pytest.mark.parametrize(
    ("loss", "words"),
    [
        (0.1828, "doubtful: Ada's chance: 37% before, 11% after (loses at least 14%)"),
        (0.1875, "bad: Ada's chance: 37% before, 11% after (loses at least 15%)"),
        (0.1, "doubtful: Ada's chance: 37% before, 11% after (loses at least 8%)"),
        (0.0999, "Ada's chance: 37% before, 11% after (loses at least 7%)"),
    ],
)
def test_stated_loss_explains_the_mark(loss: float, words: str) -> None:
    found = TurnVerdict(0, (0.37, 0.63), (0.11, 0.89), loss, None, (), mark_of(loss))
    assert describe_verdict(found, Cast(("Ada", "Ben"), "AB")) == words


@pytest.mark.parametrize(
    ("losses", "looks", "kept"),
    [
        ([0.07], [1], 0.07),
        ([0.2, 0.07], [1, 2], 0.07),
        ([0.2, 0.3, 0.07], [1, 2, 4], 0.07),
        ([0.2, 0.3, 0.25, 0.28], [1, 2, 4, 8], 0.2),
        ([0.2, 0.3, 0.25, -0.1], [1, 2, 4, 8], 0.0),
    ],
)
def test_apparent_loss_is_searched_again_while_it_persists(
    monkeypatch: pytest.MonkeyPatch, losses: list[float], looks: list[int], kept: float
) -> None:
    game = recorded("f08_3p")
    _, judgement = judged(game, 12)
    turn = judgement.mistakes[0]
    question = TurnsToJudge(tuple(game.positions), tuple(game.turns), BOT, EFFORT).question(turn)
    after, player = game.position_after(turn), question.position.to_move
    looked: list[int] = []

    def chances(_: TurnQuestion, position: Position, times: int, *__: object) -> list[float]:
        if position != after:
            return [0.5] * 3
        looked.append(times)
        return [0.5 - losses[len(looked) - 1] * (seat == player) for seat in range(3)]

    monkeypatch.setattr(TurnQuestion, "_chances", chances)
    assert math.isclose(question().loss, kept)
    assert looked == looks


def test_better_turn_is_legal_and_different() -> None:
    game = recorded("f08_3p")
    _, judgement = judged(game, 12)
    for turn in judgement.mistakes:
        best = judgement.verdicts[turn].best
        assert best is not None
        other = Game(game.position_after(turn - 1))
        other.play(best)
        assert other.position != game.position_after(turn)


def test_last_turn_of_a_won_game_is_certain() -> None:
    game = recorded("g04_hexagon3_3p_ccc")
    last = game.turn_number
    found = TurnQuestion(game.position_after(last - 1), game.turns[last - 1], BOT, EFFORT)()
    assert max(found.after) == 1


def test_judge_can_be_cancelled() -> None:
    game = recorded("g04_hexagon3_3p_ccc")
    with pytest.raises(Cancelled):
        TurnQuestion(game.position_after(3), game.turns[3], BOT, EFFORT)(lambda: True)


def test_accuracy_falls_with_losses() -> None:
    assert accuracy([verdict(0.0)], 0) == 1
    assert accuracy([verdict(0.1)], 0) == pytest.approx(math.exp(-0.4))
    assert accuracy([verdict(0.0), verdict(0.5), verdict(0.9, 1)], 0) == pytest.approx(
        (1 + math.exp(-2)) / 2
    )
    assert accuracy([verdict(0.0, is_forced=True)], 0) is None
    assert accuracy([], 0) is None


def test_judgement_is_stored_and_found_again() -> None:
    transcript, judgement = judged(recorded("g04_hexagon3_3p_ccc"), 12)
    found = find_judgement(loads(dumps(keep_judgement(transcript, judgement))))
    assert found is not None
    assert (found.bot, found.effort) == (BOT, EFFORT)
    assert list(found.verdicts) == list(range(1, 13))
    for turn, old in judgement.verdicts.items():
        new = found.verdicts[turn]
        assert (new.player, new.mark, new.best, new.reasons) == (
            old.player,
            old.mark,
            old.best,
            old.reasons,
        )
        assert new.after == pytest.approx(old.after, abs=1e-4)
        assert new.loss == pytest.approx(old.loss, abs=1e-4)
    assert found.missing(14) == (13, 14)
    assert find_judgement(keep_judgement(transcript, None)) is None


def test_judgement_of_other_turns_is_ignored() -> None:
    game = played(duel(), "a1-b2", "pass")
    transcript, judgement = judged(game, 2)
    kept = keep_judgement(transcript, judgement)
    assert find_judgement(kept) is not None
    longer = kept.with_turns([*kept.turns, ()])
    assert find_judgement(longer) is not None
    other = kept.with_turns([parse_moves("pass"), ()])
    assert find_judgement(other) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(turns="none"),
        lambda data: data.update(effort="much"),
        lambda data: data.update(bot=3),
        lambda data: data["turns"][0].update(before=[2, -1]),
        lambda data: data["turns"][0].update(after=[0.5]),
        lambda data: data["turns"][0].update(loss="x"),
        lambda data: data["turns"][0].update(mark="??"),
        lambda data: data["turns"].append({}),
        lambda data: data.update(turns=[1, 2]),
    ],
)
def test_malformed_judgement_is_ignored(change: object) -> None:
    transcript, judgement = judged(played(duel(), "a1-b2", "pass"), 2)
    document = json.loads(dumps(keep_judgement(transcript, judgement)))
    change(document["annotations"][KEY])  # type: ignore[operator]  # a function of the list above
    assert find_judgement(loads(json.dumps(document))) is None


def test_malformed_better_turn_is_ignored() -> None:
    transcript, judgement = judged(played(duel(), "a1-b2", "pass"), 2)
    document = json.loads(dumps(keep_judgement(transcript, judgement)))
    document["annotations"][KEY]["turns"][0].update(best=[["zz", 3]])
    found = find_judgement(loads(json.dumps(document)))
    assert found is not None
    assert found.verdicts[1].best is None


@pytest.mark.parametrize(
    "known", [None, ("nobody", 5), ("master", 10**12), ("master", 0), ("master", -3)]
)
def test_file_cannot_request_excessive_effort(known: tuple[str, int] | None) -> None:
    assert bot_and_effort(known) == (ADVISER, bot_named(ADVISER).default_effort)


def test_judgement_continues_with_its_stronger_bot() -> None:
    assert bot_and_effort(("master", 8000)) == ("master", 8000)
