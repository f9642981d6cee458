"""Judging turns: the loss, the better turn, and how a judgement is stored."""

from __future__ import annotations

import json
import math

import pytest

from atlantis_core.bots.hints import HintRequest
from atlantis_core.bots.interface import Candidate, Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.learning.turns import legal_turns
from atlantis_core.narration import Cast
from atlantis_core.positions.grid import format_moves, parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.review import judgement
from atlantis_core.review.judged_games import KEY, Judgement, find_judgement, keep_judgement
from atlantis_core.review.judgement import TurnQuestion, TurnsToJudge, blocks, bot_and_effort
from atlantis_core.review.position_values import (
    JUDGE,
    PositionValue,
    judging_effort,
    position_value,
)
from atlantis_core.review.reasons import describe_verdict
from atlantis_core.review.verdicts import (
    BAD_LOSS,
    DOUBTFUL_LOSS,
    GOOD_MARGIN,
    UNCLEAR_FALL,
    TurnMark,
    TurnVerdict,
    accuracy,
    is_certain,
    mark_of,
)
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import play_turn
from atlantis_core.solving.solver import solve
from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.phrases import percents
from atlantis_core.transcript import Transcript, dumps, loads
from tests.little_boards import position
from tests.review.games import duel, played, recorded, transcript_of

BOT, EFFORT = "searcher", 120
TOO_MUCH = 20 * judging_effort(JUDGE) + 1


def judged(game: Game, turns: int) -> tuple[Transcript, Judgement]:
    wanted = (tuple(range(1, turns + 1)),)
    work = TurnsToJudge(tuple(game.positions), tuple(game.turns), BOT, EFFORT, (), wanted)
    found = work.play(0)
    return transcript_of(game), Judgement(BOT, EFFORT, found)


def test_best_turn_has_no_loss_and_no_better_turn() -> None:
    position = recorded("g04_hexagon3_3p_ccc").position_after(20)
    best = HintRequest(position, BOT, effort=EFFORT)().turn
    found = TurnQuestion(position, best, BOT, EFFORT)()
    assert found.loss == 0
    assert found.best is None
    assert not found.mark.is_mistake


def test_marks_depend_on_the_loss() -> None:
    _, judgement = judged(recorded("f08_3p"), 24)
    for turn, found in judgement.verdicts.items():
        assert found.player == (turn - 1) % 3
        assert math.isclose(sum(found.before), 1)
        assert math.isclose(sum(found.after), 1)
        assert (found.loss >= DOUBTFUL_LOSS) == found.mark.is_mistake
        assert (found.loss >= BAD_LOSS) == (found.mark in (TurnMark.BAD, TurnMark.BLUNDER))
        assert (found.best is not None) == found.mark.is_mistake == bool(found.reasons)
    assert judgement.mistakes


@pytest.mark.parametrize(
    ("loss", "before", "after", "mark"),
    [
        (0.119, 0.9, 0.1, TurnMark.NONE),
        (0.12, 0.9, 0.1, TurnMark.DOUBTFUL),
        (0.15, 0.5, 0.2, TurnMark.BAD),
        (0.15, 0.5, 0.1, TurnMark.BLUNDER),
        (0.2, 0.71, 0.29, TurnMark.BLUNDER),
        (0.2, 0.69, 0.31, TurnMark.BAD),
    ],
)
def test_mark_follows_from_the_loss_and_the_fall(
    loss: float, before: float, after: float, mark: TurnMark
) -> None:
    assert mark_of(loss, before, before - after) is mark


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        (TurnMark.BAD, "bad: Ada's chance: 37% before, 11% after (loses 26%, 20% for sure)"),
        (
            TurnMark.BLUNDER,
            "blunder: Ada's chance: 37% before, 11% after (loses 26%, 20% for sure)",
        ),
        (TurnMark.NONE, "Ada's chance: 37% before, 11% after"),
        (
            TurnMark.UNCLEAR,
            "unclear: Ada's chance: 37% before, 11% after; no better turn was found",
        ),
        (
            TurnMark.GOOD,
            (
                "the only good turn: Ada's chance: 37% before, 11% after; every other turn is"
                " worse, and the fall shows only after the turn"
            ),
        ),
    ],
)
def test_verdict_in_words(mark: TurnMark, words: str) -> None:
    found = TurnVerdict(0, (0.37, 0.63), (0.11, 0.89), 0.2, mark=mark)
    assert describe_verdict(found, Cast(("Ada", "Ben"), "AB")) == words


def test_forced_turn_in_words() -> None:
    found = TurnVerdict(0, (0.37, 0.63), (0.37, 0.63), 0.0, is_forced=True)
    assert describe_verdict(found, Cast(("Ada", "Ben"), "AB")).startswith("nothing to decide; ")


Worth = dict[tuple[str, bool], float]
"""The first player's chance by position and whether the search confirms."""


def judge_with(
    monkeypatch: pytest.MonkeyPatch, promises: dict[str, float], worth: Worth
) -> tuple[TurnVerdict, list[tuple[str, bool]]]:
    """Judge the pass of a duel with values from tables; also returns the searches."""
    start = duel()
    turns = {text: parse_moves(text) for text in ("pass", "a1-b2", "a1-a2", "a1-b1")}
    called = {play_turn(start, turn): text for text, turn in turns.items()}
    searches: list[tuple[str, bool]] = []

    def value(position: Position, _: str, __: int, seed: int, ___: object) -> PositionValue:
        asked = called.get(position, "start"), bool(seed)
        searches.append(asked)
        if asked[0] != "start":
            chance = worth.get(asked, worth.get((asked[0], False), 0.0))
            return PositionValue((chance, 1 - chance))
        options = [
            Candidate(turns[text], 0.0, chances=(chance, 1 - chance))
            for text, chance in promises.items()
        ]
        return PositionValue(options[0].chances, tuple(options))

    monkeypatch.setattr(judgement, "position_value", value)
    return TurnQuestion(start, ())(), searches


def test_alternative_that_withstands_all_searches_is_the_better_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    promises = {"a1-b2": 0.6, "pass": 0.3}
    worth = {("pass", False): 0.3, ("a1-b2", False): 0.62, ("a1-b2", True): 0.5}
    found, searches = judge_with(monkeypatch, promises, worth)
    assert found.best == parse_moves("a1-b2")
    assert found.loss == pytest.approx((0.32 + 2 * 0.2) / 3)
    assert found.mark is TurnMark.BAD
    assert ("pass", True) in searches


@pytest.mark.parametrize(
    ("first", "confirmed", "mark"),
    [
        (0.11, 0.13, TurnMark.DOUBTFUL),
        (0.2, 0.13, TurnMark.BAD),
        (0.3, 0.09, TurnMark.UNCLEAR),
        (0.07, 0.3, TurnMark.UNCLEAR),
        (0.1, 0.12, TurnMark.UNCLEAR),
    ],
)
def test_both_searches_count_but_neither_may_refute(
    monkeypatch: pytest.MonkeyPatch, first: float, confirmed: float, mark: TurnMark
) -> None:
    promises = {"a1-b2": 0.6, "pass": 0.3}
    worth = {("pass", False): 0.3, ("a1-b2", False): 0.3 + first, ("a1-b2", True): 0.3 + confirmed}
    assert judge_with(monkeypatch, promises, worth)[0].mark is mark


def test_turn_that_shows_a_loss_of_ten_percent_has_a_mark() -> None:
    shown = TurnVerdict(0, (0.606, 0.394), (0.51, 0.49), 0.0)
    assert (shown.percent_before, shown.percent_after) == (61, 51)
    assert shown.measured_to((0.51, 0.49)).mark is TurnMark.UNCLEAR
    assert shown.measured_to((0.52, 0.48)).mark is TurnMark.NONE


def test_refuted_alternatives_leave_the_turn_unclear(monkeypatch: pytest.MonkeyPatch) -> None:
    promises = {"a1-b2": 0.6, "a1-a2": 0.5, "pass": 0.3}
    worth = {("pass", False): 0.3, ("a1-b2", False): 0.2, ("a1-a2", False): 0.37}
    found, searches = judge_with(monkeypatch, promises, worth)
    assert (found.mark, found.best) == (TurnMark.UNCLEAR, None)
    assert ("start", True) in searches, "looks again with more effort"
    assert ("a1-b2", True) not in searches, "what is refuted is not searched again"


def test_second_alternative_is_tried_after_the_first_is_refuted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    promises = {"a1-b2": 0.6, "a1-a2": 0.5, "pass": 0.3}
    worth = {("pass", False): 0.3, ("a1-b2", False): 0.2, ("a1-a2", False): 0.45}
    found, _ = judge_with(monkeypatch, promises, worth)
    assert found.best == parse_moves("a1-a2")


def test_value_after_the_turn_counts_if_it_is_higher(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = judge_with(monkeypatch, {"a1-b2": 0.4, "pass": 0.38}, {("pass", False): 0.7})
    assert found.before == found.after == pytest.approx((0.7, 0.3))
    assert (found.loss, found.mark) == (0, TurnMark.NONE)


def test_only_good_turn_needs_a_searched_second_best(monkeypatch: pytest.MonkeyPatch) -> None:
    promises = {"pass": 0.6, "a1-b2": 0.2}
    for second, mark in ((0.2, TurnMark.GOOD), (0.55, TurnMark.NONE)):
        worth = {("pass", False): 0.6, ("a1-b2", False): second}
        assert judge_with(monkeypatch, promises, worth)[0].mark is mark


def test_alternatives_that_promise_little_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    promises = {"pass": 0.4, "a1-b2": 0.3}
    for worth_of_pass in (0.4, 0.25):  # the best turn, and one that is slightly worse
        _, searches = judge_with(monkeypatch, promises, {("pass", False): worth_of_pass})
        assert {name for name, _ in searches} == {"start", "pass"}


@pytest.mark.parametrize(
    ("alternative", "played", "mark"),
    [
        (DOUBTFUL_LOSS, 0.0, TurnMark.DOUBTFUL),
        (UNCLEAR_FALL, 0.0, TurnMark.UNCLEAR),
        (0.0, GOOD_MARGIN, TurnMark.GOOD),
    ],
)
def test_limits_of_marks_belong_to_them(
    monkeypatch: pytest.MonkeyPatch, alternative: float, played: float, mark: TurnMark
) -> None:
    promises = {"a1-b2": alternative, "pass": played}
    best_first = dict(sorted(promises.items(), key=lambda item: -item[1]))
    worth = {("pass", False): played, ("a1-b2", False): alternative}
    assert judge_with(monkeypatch, best_first, worth)[0].mark is mark


def test_neighbouring_turns_are_judged_together() -> None:
    assert blocks([3, 4, 5, 6, 7, 9]) == [(3, 4, 5, 6), (7, 9)]
    assert blocks([]) == []


def test_every_position_has_one_value() -> None:
    _, found = judged(recorded("f08_3p"), 12)
    for turn in range(1, 13):
        this = found.verdicts[turn]
        assert this.before == found.chances(turn - 1)
        assert this.after == found.chances(turn)
        assert sum(percents(this.before)) == 100
        assert not this.mark.is_mistake or this.percent_lost >= round(100 * this.loss) - 1


def test_better_turns_become_variations_with_their_lines() -> None:
    transcript, judgement = judged(recorded("f08_3p"), 24)
    kept = keep_judgement(transcript, judgement)
    turns = [found.turn for found in kept.annotations.variations]
    assert turns == list(judgement.mistakes)
    for variation in kept.annotations.variations:
        verdict = judgement.verdicts[variation.turn]
        assert variation.turns == (verdict.best, *verdict.line)
    again = keep_judgement(kept, judgement)
    assert again.annotations.variations == kept.annotations.variations


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


def test_proved_positions_are_certain_and_a_lost_win_is_a_mistake() -> None:
    # Of thirteen turns nine win and four lose.
    start = position("B2", "a1:2 b1:2 c2:2", "b2:2")
    won: tuple[float, ...] = (1.0, 0.0)
    assert position_value(start, BOT, EFFORT).chances == won
    marks: list[TurnMark] = []
    for turn in legal_turns(start):
        found = TurnQuestion(start, turn, BOT, EFFORT)()
        after = solve(play_turn(start, turn)).winner_offset
        assert found.before == won
        assert (found.after == won) == (after == 1), format_moves(turn)
        assert found.mark.is_mistake == (after != 1)
        marks.append(found.mark)
        if found.mark.is_mistake:
            assert found.best is not None
            assert solve(play_turn(start, found.best)).winner_offset == 1
            words = "proved 100% before, proved 0% after (loses 100%)"
            assert describe_verdict(found, Cast(("Ada", "Ben"), "AB")).endswith(words)
    assert (len(marks), marks.count(TurnMark.BLUNDER)) == (13, 4)


def test_search_is_never_certain() -> None:
    game = recorded("g04_hexagon3_3p_ccc")
    for turn in range(game.turn_number - 6, game.turn_number):
        value = position_value(game.position_after(turn), BOT, EFFORT)
        assert max(value.chances) < 1
        assert math.fsum(value.chances) == pytest.approx(1)


def test_judge_can_be_cancelled() -> None:
    game = recorded("g04_hexagon3_3p_ccc")
    with pytest.raises(Cancelled):
        TurnQuestion(game.position_after(3), game.turns[3], BOT, EFFORT)(lambda: True)


def test_accuracy_falls_with_the_share_of_the_chance_that_is_lost() -> None:
    def lost(
        before: float, after: float, player: int = 0, *, is_forced: bool = False
    ) -> TurnVerdict:
        chances = (after, 1 - after) if player == 0 else (1 - after, after)
        return TurnVerdict(player, chances, chances, before - after, is_forced=is_forced)

    assert accuracy([lost(0.5, 0.5)], 0) == 1
    assert accuracy([lost(0.5, 0.4)], 0) == pytest.approx(0.64)
    assert accuracy([lost(0.1, 0.05)], 0) == pytest.approx(0.25), "little chance can be lost, too"
    both = [lost(0.6, 0.6), lost(0.2, 0.1), lost(0.9, 0.1, 1)]
    assert accuracy(both, 0) == pytest.approx((0.6 + 0.2 / 4) / 0.8), "counts by what is at stake"
    assert accuracy([lost(0.5, 0.0), *[lost(0.0, 0.0)] * 30], 0) == 0
    assert accuracy([lost(0.5, 0.5, is_forced=True)], 0) is None
    assert accuracy([lost(0.0, 0.0)], 0) is None
    assert accuracy([], 0) is None


def test_passer_is_less_accurate_than_every_bot() -> None:
    passer, gentle, master = map(accuracy_against_master, ("passer", "gentle", "master"))
    assert passer < gentle < master
    assert passer < 0.3
    assert master > 0.7


def accuracy_against_master(name: str) -> float:
    """The accuracy of the first player in the first turns of a game on hexagon 2."""
    game = Game(traditional_start(Shape.HEXAGON, 2, 2))
    verdicts: dict[int, TurnVerdict] = {}
    while not game.is_over and game.turn_number < 10:
        position = game.position
        asked = Question(position, game.turn_number)
        bot = "master" if position.to_move else name
        turn = () if bot == "passer" else bot_named(bot).choose(asked).turn
        game.play(turn)
        verdicts[game.turn_number] = TurnQuestion(position, turn, JUDGE, 1000)()
    found = Judgement(JUDGE, 1000, verdicts).accuracy(0)
    assert found is not None
    return found


def test_judgement_is_stored_and_found_again() -> None:
    transcript, judgement = judged(recorded("g04_hexagon3_3p_ccc"), 12)
    found = find_judgement(loads(dumps(keep_judgement(transcript, judgement))))
    assert found is not None
    assert (found.bot, found.effort) == (BOT, EFFORT)
    assert list(found.verdicts) == list(range(1, 13))
    for turn, old in judgement.verdicts.items():
        new = found.verdicts[turn]
        assert (new.player, new.mark, new.best) == (old.player, old.mark, old.best)
        assert (new.reasons, new.line) == (old.reasons, old.line)
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
        lambda data: data["turns"][0].update(mark="?!?"),
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
    "known", [None, ("nobody", 5), ("master", 10**12), ("master", 0), ("master", TOO_MUCH)]
)
def test_file_cannot_request_excessive_effort(known: tuple[str, int] | None) -> None:
    assert bot_and_effort(known) == (JUDGE, judging_effort(JUDGE))


def test_judgement_continues_with_its_stronger_bot() -> None:
    for effort in (1, 8000, TOO_MUCH - 1):
        assert bot_and_effort(("master", effort)) == ("master", effort)


def test_value_after_a_turn_is_the_value_before_the_next() -> None:
    first = TurnVerdict(0, (0.7, 0.3), (0.6, 0.4), 0.0)
    second = TurnVerdict(1, (0.5, 0.5), (0.6, 0.4), 0.4, (), ("why",), TurnMark.BLUNDER)
    third = TurnVerdict(0, (0.85, 0.15), (0.4, 0.6), 0.3, (), ("why",), TurnMark.BAD)
    fourth = TurnVerdict(1, (0.28, 0.72), (0.2, 0.8), 0.0)
    joined = Judgement("master", 1, {4: fourth, 2: second, 3: third, 1: first})
    assert list(joined.verdicts) == [1, 2, 3, 4]
    for turn, verdict in joined.verdicts.items():
        assert verdict.before == joined.chances(turn - 1)
        assert verdict.percent_lost >= (round(100 * verdict.loss) if verdict.best == () else 0)
    marks = [joined.mark(turn) for turn in range(1, 5)]
    assert marks == [TurnMark.UNCLEAR, TurnMark.BLUNDER, TurnMark.BLUNDER, TurnMark.NONE]
    assert joined.with_verdicts({}) == joined


def test_value_before_a_mistake_shows_its_loss() -> None:
    bad = TurnVerdict(
        0, (0.5, 0.3, 0.2), (0.3, 0.4, 0.3), 0.2, (), ("why",), TurnMark.BAD, line=((),)
    )
    following = TurnVerdict(1, (0.45, 0.5, 0.05), (0.45, 0.5, 0.05), 0.0)
    joined = Judgement("master", 1, {1: bad, 2: following}).verdicts[1]
    assert joined.before[0] == pytest.approx(0.65)
    assert math.fsum(joined.before) == pytest.approx(1)
    assert (joined.mark, joined.loss, joined.best) == (TurnMark.BAD, 0.2, ())
    winning = following._replace(before=(0.95, 0.03, 0.02))
    assert not is_certain(Judgement("master", 1, {1: bad, 2: winning}).verdicts[1].before)


def test_best_turn_shows_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    promises = {"pass": 0.6, "a1-b2": 0.55}
    found, _ = judge_with(monkeypatch, promises, {("pass", False): 0.45, ("a1-b2", False): 0.4})
    assert (found.loss, found.percent_lost, found.best) == (0, 0, None)
    assert "loses" not in describe_verdict(found, Cast(("Ada", "Ben"), "AB"))


def test_value_is_the_mean_of_the_searches_before_and_after_the_best_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    promises = {"pass": 0.6, "a1-b2": 0.55}
    found, _ = judge_with(monkeypatch, promises, {("pass", False): 0.54})
    assert found.before == pytest.approx((0.57, 0.43))
    found, _ = judge_with(monkeypatch, dict(reversed(promises.items())), {("pass", False): 0.5})
    assert found.loss == pytest.approx(0), "the tree says that the other one is no better"


def test_forced_turn_has_the_value_of_the_next_position() -> None:
    earlier = TurnVerdict(0, (0.6, 0.4), (0.6, 0.4), 0.0)
    forced = TurnVerdict(1, (0.6, 0.4), (0.6, 0.4), 0.0, is_forced=True)
    following = TurnVerdict(0, (0.8, 0.2), (0.8, 0.2), 0.0)
    joined = Judgement("master", 1, {1: earlier, 2: forced, 3: following})
    assert joined.chances(1) == joined.chances(2) == (0.8, 0.2)
