"""Output of judged games: players of each event, turns on which two bots disagree, other games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from atlantis_core.games.protocol import Record
from atlantis_core.positions.grid import format_moves
from atlantis_core.record_judgement import StepVerdict
from atlantis_core.review.judged_games import Judgement
from atlantis_core.review.reasons import describe_verdict
from atlantis_core.review.verdicts import TurnMark, TurnVerdict, accuracy
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from .game_files import OpenedGame
from .inputs import name_of
from .output import emit, emit_json, emit_table, emit_wrapped

MARKS = tuple(mark for mark in TurnMark if mark is not TurnMark.NONE)
MISTAKES = tuple(mark for mark in TurnMark if mark.is_mistake)
EVENT = "event"
"""The tag by which games are grouped."""


def heading(mark: TurnMark) -> str:
    return f"{mark.name.lower()} {mark.value}"


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


@dataclass
class _Player:
    """The judged turns of one player in one event."""

    games: int = 0
    verdicts: list[TurnVerdict] = field(default_factory=list)
    worst: tuple[float, str] = (0.0, "-")
    """The greatest loss, and where it was."""

    def add(self, verdict: TurnVerdict, place: str) -> None:
        self.verdicts.append(verdict._replace(player=0))
        if verdict.mark.is_mistake and verdict.loss > self.worst[0]:
            self.worst = verdict.loss, f"{place} {verdict.mark.value} -{verdict.percent_lost} %"

    def row(self, name: str) -> tuple[str | int, ...]:
        found = [verdict.mark for verdict in self.verdicts]
        counts = (found.count(mark) for mark in MARKS)
        return (name, self.games, percent(accuracy(self.verdicts, 0)), *counts, self.worst[1])


class JudgedPlayers:
    """The players of several judged games, by event."""

    def __init__(self) -> None:
        self._events: dict[str, dict[str, _Player]] = {}

    def add(self, opened: OpenedGame, judgement: Judgement) -> None:
        event = showable(str(opened.transcript.annotations.tags.get(EVENT, "")))
        players = self._events.setdefault(event, {})
        for name in dict.fromkeys(opened.cast.names):
            players.setdefault(name, _Player()).games += 1
        where = showable(name_of(opened.name))
        for turn, verdict in sorted(judgement.verdicts.items()):
            players[opened.cast[verdict.player]].add(verdict, f"{where}#{turn}")

    def emit(self) -> None:
        """Print one table per event, the most accurate players first."""
        header = ("player", "games", "accuracy", *map(heading, MARKS), "worst turn")
        for event, players in sorted(self._events.items()):
            if len(self._events) > 1 or event:
                emit(f"{EVENT}: {event or '-'}")
            order = sorted(players, key=lambda name: -(accuracy(players[name].verdicts, 0) or 0.0))
            emit_table(header, [players[name].row(name) for name in order])


def emit_disagreements(
    opened: OpenedGame, judges: Sequence[Judgement], *, is_json: bool = False
) -> None:
    """Print the turns that one judge calls a mistake and the other does not, and their number."""
    name, number = name_of(opened.name), 0
    for turn in range(1, opened.last_turn + 1):
        verdicts = [judgement.verdicts[turn] for judgement in judges]
        if verdicts[0].mark.is_mistake == verdicts[1].mark.is_mistake:
            continue
        number += 1
        played = opened.game.turns[turn - 1]
        if is_json:
            views = [_view(*pair) for pair in zip(judges, verdicts, strict=True)]
            moves = [str(move) for move in played]
            emit_json({"file": name, "turn": turn, "moves": moves, "judges": views})
            continue
        who = opened.cast.full_name(verdicts[0].player)
        emit_wrapped(f"{showable(name)}#{turn} {who}: {format_moves(played)}", hanging="    ")
        for judgement, verdict in zip(judges, verdicts, strict=True):
            text = f"{showable(judgement.bot)}: {describe_verdict(verdict, opened.cast)}"
            better = "" if verdict.best is None else f"; better: {format_moves(verdict.best)}"
            emit_wrapped(text + better, "    ", "      ")
    if not is_json:
        bots = " and ".join(showable(judgement.bot) for judgement in judges)
        turns = counted(opened.last_turn, "turn")
        emit(f"{showable(name)}: {bots} disagree about {number} of {turns}")


def _view(judgement: Judgement, verdict: TurnVerdict) -> dict[str, object]:
    best = None if verdict.best is None else [str(move) for move in verdict.best]
    loss, mark = round(verdict.loss, 4), verdict.mark.value
    return {"bot": judgement.bot, "mark": mark, "loss": loss, "best": best}


def emit_steps(record: Record, verdicts: Sequence[StepVerdict], *, show_all: bool) -> None:
    for step, verdict in enumerate(verdicts, 1):
        if show_all or verdict.mark is not TurnMark.NONE:
            who, label = record.players[verdict.player], record.label(step)
            emit_wrapped(showable(f"{step}. {who}: {label} {verdict.mark.value}").rstrip())
            before, after = 100 * verdict.before, 100 * verdict.after
            exact = ", exact" if verdict.is_exact else ""
            emit(f"    chance to win {after:.0f} %, with the best move {before:.0f} %{exact}")
            if verdict.best != record.move(step):
                emit_wrapped(showable(f"better: {verdict.best.text}"), "    ", "      ")
                emit_wrapped(showable(verdict.words), "    - ", "      ")
    emit()
    rows: list[tuple[str | int, ...]] = []
    for player, name in enumerate(record.players):
        share = percent(accuracy(verdicts, player))
        marks = [verdict.mark for verdict in verdicts if verdict.player == player]
        rows.append((showable(name), share, *(marks.count(mark) for mark in MISTAKES)))
    emit_table(("player", "accuracy", *map(heading, MISTAKES)), rows)


def emit_steps_json(record: Record, verdicts: Sequence[StepVerdict]) -> None:
    document = {
        "players": [
            {"name": name, "accuracy": accuracy(verdicts, player)}
            for player, name in enumerate(record.players)
        ],
        "steps": [
            {
                "step": step,
                "player": verdict.player,
                "move": record.label(step),
                "before": round(verdict.before, 4),
                "after": round(verdict.after, 4),
                "loss": round(verdict.loss, 4),
                "mark": verdict.mark.value,
                "exact": verdict.is_exact,
                "forced": verdict.is_forced,
                "best": verdict.best.text,
                "why": verdict.words,
            }
            for step, verdict in enumerate(verdicts, 1)
        ],
    }
    emit_json(document)
