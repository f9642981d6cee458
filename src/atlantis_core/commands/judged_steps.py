"""Print the judged steps of other games."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.games.protocol import Record
from atlantis_core.record_judgement import StepVerdict
from atlantis_core.review.verdicts import TurnMark, accuracy
from atlantis_core.support.safe_text import showable
from .judged_players import MISTAKES, heading, percent
from .output import emit, emit_json, emit_table, emit_wrapped


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
