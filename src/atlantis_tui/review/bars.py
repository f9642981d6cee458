"""The lines above and below the board in review: where one is, what just happened, which keys.

Pure functions from the walk to pieces of text.
"""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.grid import format_moves
from atlantis_core.narration import (
    Cast,
    describe_outcome,
    describe_to_move,
    describe_turn_step,
)
from atlantis_core.phrases import counted
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
from atlantis_core.scoring import Outcome, outcome
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.widgets.key_line import Key, parse_foot
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Piece
from .panels import telling_moments

WALKING = parse_foot("""
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
ASKING = parse_foot("""
    ↑↓     choose
    Enter  go there  screen.why
    Esc    close     screen.release
""")
EXPORTING = parse_foot("""
    NAME  .svg .png .txt .gif .cast .html; turns: 10..12; Esc writes nothing
""")
JUDGED = parse_foot("""
    n N  mistakes     screen.next_mark
    r    find better  screen.learn
    j    strength     screen.judge
""")
"""While the chances are shown, in the place of some of those for walking."""
WALKING_JUDGED: tuple[Key, ...] = (
    *JUDGED,
    *(key for key in WALKING if key[0] not in {judged[0] for judged in JUDGED}),
)
ANYWHERE: tuple[Key, ...] = (("?", "help", "screen.help"),)


def playing(pace: str) -> tuple[Key, ...]:
    """The keys while the game plays by itself."""
    return (("+ -", f"{pace}: quicker, slower", ""), ("any key", "pause", "screen.pause"))


def title(
    replay: ReplayCursor, player_list: PlayerList, name: str, against: str, width: int
) -> Iterator[Piece]:
    """Which turn of which line, who played it, which step; what does not fit is left out."""
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


def happening(
    replay: ReplayCursor,
    player_list: PlayerList,
    facts: TurnFacts | None,
    width: int,
    *,
    has_panel: bool = False,
) -> str:
    """What the last step or turn did, in one line if that is possible.

    Which turn was better is left to the panel where there is one: both would cover the marks.
    """
    cast = player_list.cast
    position = replay.line.position_after(replay.turn)
    if facts is None:
        return "the start" + (f"; {describe_to_move(position, cast)}" if position.players else "")
    if replay.step is not None:
        return describe_turn_step(replay.steps[replay.step - 1].event, cast)
    ending = outcome(position) if replay.turn == replay.line.turn_number else None
    if ending is not None:
        return _ending(ending, cast, width)
    if replay.declared_ending is not None:
        return replay.declared_ending
    told = describe_facts(facts)
    judged = _verdict(replay, cast, has_panel=has_panel)
    if judged:
        return f"{judged}; {told}" if told and len(judged) + len(told) + 2 <= width else judged
    return told or _mark(replay, player_list) or "a quiet turn"


def _verdict(replay: ReplayCursor, cast: Cast, *, has_panel: bool) -> str:
    """What a judge has marked the turn for."""
    verdict = replay.verdict()
    if verdict is None or verdict.mark is TurnMark.NONE:
        return ""
    is_told = verdict.best is not None and not has_panel
    better = f"; {describe_better(verdict)[0]}" if is_told else ""
    return f"{verdict.mark.value} {describe_verdict(verdict, cast)}{better}"


def _ending(ending: Outcome, cast: Cast, width: int) -> str:
    """Why the game is over and who won; where there is no room for both, who won."""
    whole = " ".join(describe_outcome(ending, cast))
    if len(whole) <= width or not ending.ranking:
        return whole
    winner, *others = ending.ranking
    scores = "".join(f", {cast[player]} {ending.scores[player]}" for player in others)
    fields = counted(ending.scores[winner], "field")
    return f"The game is over: {cast[winner]} wins with {fields}{scores}"


def _mark(replay: ReplayCursor, player_list: PlayerList) -> str:
    """Why a turn in which nothing fell is marked nevertheless."""
    here = (moment for moment in telling_moments(replay) if moment.mark is not MomentKind.VARIATION)
    return next((describe_moment(moment, player_list.cast) for moment in here), "")


def caption(replay: ReplayCursor, place: Place) -> str:
    """What stands above a board that is compared with another."""
    line = replay.tree.line(place.path)
    if not place.turn:
        return "the start"
    return f"{place}: {cut(format_moves(line.moves_of(place.turn)), 30)}"


def differing(replay: ReplayCursor, pinned: Place) -> str:
    """How much differs from the place that is compared with."""
    other = replay.tree.line(pinned.path).position_after(pinned.turn)
    fields = len(differing_fields(other, replay.position))
    return f"{counted(fields, 'field')} of {pinned} and {replay.place} differ"
