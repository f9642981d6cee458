"""Title, message and key line of the review screen."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.narration import (
    Cast,
    describe_outcome,
    describe_to_move,
    describe_turn_step,
)
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.game_statistics import MomentKind, TurnFacts
from atlantis_core.review.places import Place
from atlantis_core.review.reasons import (
    describe_better,
    describe_facts,
    describe_moment,
    describe_step,
    describe_verdict,
)
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.steps import differing_fields
from atlantis_core.review.variations import format_path
from atlantis_core.review.verdicts import TurnMark
from atlantis_core.rules.scoring import Outcome, outcome
from atlantis_core.support.phrases import counted
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.widgets.key_line import Key, parse_foot
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Piece
from .panels import marks_to_explain, time_taken

NAVIGATION = parse_foot("""
    ←→     turn     screen.forward
    [ ]    step     screen.step_forward
    Esc    back     screen.release
    Enter  why      screen.why
    Space  play     screen.play
    n N    marks    screen.next_mark
    c      comment  screen.comment
    t      try      screen.try
    j      judge    screen.judge
    g      chart    screen.chart
    b      compare  screen.compare
    o      export   screen.export
    :      type     screen.type
""")
FIELD_HISTORY = parse_foot("""
    ↑↓     select
    Enter  go there  screen.why
    Esc    close     screen.release
""")
EXPLORER = parse_foot("""
    ↑↓     select
    Enter  play it    screen.why
    ←→     turn       screen.forward
    B      all games  screen.position_list
    x      close      screen.explore
""")
EXPORTING = parse_foot("""
    NAME  .svg .png .txt .gif .cast .html; turns: 10..12; Esc cancels
""")
JUDGED = parse_foot("""
    n N  mistakes  screen.next_mark
    r    retry     screen.find_better
    j    strength  screen.judge
""")
"""Replace some navigation keys while chances are shown."""
JUDGED_NAVIGATION: tuple[Key, ...] = (
    *JUDGED,
    *(key for key in NAVIGATION if key[0] not in {judged[0] for judged in JUDGED}),
)
ANYWHERE: tuple[Key, ...] = (("?", "help", "screen.help"),)


def playing(pace: str) -> tuple[Key, ...]:
    """The keys during autoplay."""
    return (("+ -", f"{pace}: faster, slower", ""), ("any key", "pause", "screen.pause"))


def title(
    replay: ReplayCursor, player_list: PlayerList, name: str, against: str, width: int
) -> Iterator[Piece]:
    """Place, player, moves and step, as far as they fit."""
    where = f" turn {replay.turn}/{replay.line.turn_number} "
    yield Piece(f" {format_path(replay.path)}" if replay.path else "", "key")
    yield Piece(where, "strong")
    used = len(where) + (len(format_path(replay.path)) + 1 if replay.path else 0)
    if replay.turn:
        mover = replay.line.position_after(replay.turn - 1).to_move
        player = player_list.cast.full_name(mover)
        yield Piece(f"{player} ", player_list.styles[mover])
        used += len(player) + 1
        moves = cut(format_moves(replay.line.moves_of(replay.turn)), max(width - used - 1, 4))
        yield Piece(f"{moves} ")
        used += len(moves) + 1
    notes = []
    if replay.is_inside_turn and replay.step is not None:
        notes.append(describe_step(replay.steps[replay.step - 1], replay.steps))
    if against:
        notes.append(f"against {against}")
    notes.append(name)
    for note in notes:
        used += len(note) + 2
        if used > width:
            return
        yield Piece(f" {note} ", "dim")


def describe_shown(
    replay: ReplayCursor,
    player_list: PlayerList,
    facts: TurnFacts | None,
    width: int,
    *,
    has_panel: bool = False,
) -> str:
    """The result of the shown step or turn, in one line if possible.

    With a side panel, a better turn is described only there.
    """
    cast = player_list.cast
    position = replay.line.position_after(replay.turn)
    if facts is None:
        to_move = f"; {describe_to_move(position, cast)}" if position.players else ""
        return f"start of the game{to_move}"
    if replay.step is not None:
        return describe_turn_step(replay.steps[replay.step - 1].event, cast)
    ending = outcome(position) if replay.turn == replay.line.turn_number else None
    if ending is not None:
        return _ending(ending, cast, width)
    if (declared := replay.declared_ending(cast.names)) is not None:
        return declared
    time = "" if has_panel else time_taken(replay)
    described = "; ".join(filter(None, (describe_facts(facts), time)))
    judged = _verdict(replay, cast, has_panel=has_panel)
    if judged:
        has_room = described and len(judged) + len(described) + 2 <= width
        return f"{judged}; {described}" if has_room else judged
    return described or _mark(replay, player_list) or "uneventful turn"


def _verdict(replay: ReplayCursor, cast: Cast, *, has_panel: bool) -> str:
    """The judge's mark and verdict, or "" if the turn is not marked."""
    verdict = replay.verdict()
    if verdict is None or verdict.mark is TurnMark.NONE:
        return ""
    is_shown = verdict.best is not None and not has_panel
    better = f"; {describe_better(verdict)[0]}" if is_shown else ""
    return f"{verdict.mark.value} {describe_verdict(verdict, cast)}{better}"


def _ending(ending: Outcome, cast: Cast, width: int) -> str:
    """Reason and winner, or only the winner if both do not fit."""
    whole = " ".join(describe_outcome(ending, cast))
    if len(whole) <= width or not ending.ranking:
        return whole
    winner, *others = ending.ranking
    scores = "".join(f", {cast[player]} {ending.scores[player]}" for player in others)
    fields = counted(ending.scores[winner], "field")
    return f"Game over: {cast[winner]} wins with {fields}{scores}"


def _mark(replay: ReplayCursor, player_list: PlayerList) -> str:
    """The mark of a turn without eliminations."""
    here = (
        moment for moment in marks_to_explain(replay) if moment.mark is not MomentKind.VARIATION
    )
    return next((describe_moment(moment, player_list.cast) for moment in here), "")


def caption(replay: ReplayCursor, place: Place) -> str:
    """Caption above one of two compared boards."""
    line = replay.tree.line(place.path)
    if not place.turn:
        return "start of the game"
    return f"{place}: {cut(format_moves(line.moves_of(place.turn)), 30)}"


def differing(replay: ReplayCursor, pinned: Place) -> str:
    """Number of fields that differ from the compared position."""
    other = replay.tree.line(pinned.path).position_after(pinned.turn)
    fields = len(differing_fields(other, replay.position))
    return f"{counted(fields, 'field')} of {pinned} and {replay.place} differ"
