"""Side panel of a game: players, hint, plan, its consequences, the last turns or the goal.

Pure functions. The last parts are left out first where there is not enough room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.overlays import Overlay
from atlantis_core.rules.planning import Consequences, TurnPlan
from atlantis_core.rules.scoring import standing, tally
from atlantis_core.support.columns import pad
from atlantis_core.support.phrases import counted
from atlantis_core.transcript.clocks import format_seconds
from atlantis_tui.board.land_lines import chart_lines, land_line, passing_lines
from atlantis_tui.board.player_lines import Figures, legend_lines, player_lines
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.game.flow import GameFlow
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.widgets.line_breaks import cut, fit
from atlantis_tui.widgets.text_lines import Piece, Row, cut_rows

_KEYS = ("  [ ] select", ", { } order", ", Del remove")
"""Keys that change a plan, as far as there is room."""
GOAL_WITHOUT_LESSONS = (
    "Hold the most fields at the end. A turn is up to one move per segment. Tall stacks explode; "
    "fields that explode twice sink. Rules: F2."
)
GOAL = f"{GOAL_WITHOUT_LESSONS} Lessons: Learn."


LOW = 14
"""Height of a panel below which the explorer leaves no room for anything else."""
_TALL = 12
"""Free lines from which on the panel says what happens if every player passes."""
_CHARTS = (50, 13), (30, 7)
"""Heights of a panel, and of the chart of the land from there on."""
_BESIDE_CHART = 9
"""Free lines beside a chart: its heading, and a few turns."""


class Notes(NamedTuple):
    """Contents of the panel besides the game itself."""

    hint: Sequence[Row] = ()
    """Clocks and hint, below the players."""
    overlay: Overlay = Overlay.NONE
    """The overlay whose signs the panel explains."""
    is_ascii: bool = False
    goal: str = GOAL
    """What the panel says before the first turn."""
    explorer: Sequence[Row] = ()
    """The explorer, which has a low panel for itself."""
    has_chart: bool = False
    """Whether a chart of the land is shown elsewhere."""


def side_lines(
    player_list: PlayerList,
    game: Game,
    entry: TurnEntry | None,
    room: tuple[int, int],
    notes: Notes = Notes(),  # noqa: B008 -- immutable
    shown: Position | None = None,
) -> list[Row]:
    """The lines for a width and height. `shown` is the position after the turn being animated."""
    width, height = room
    if notes.explorer and height < LOW:
        return list(notes.explorer[:height])
    position, to_move = position_shown(game, entry, shown)
    # The numbers are those after the turn that is being animated.
    heading = "Players" if shown is None or entry is not None else "After this turn"
    lines = list(player_lines(player_list, figures_of(position), to_move, width, heading))
    pen = player_list.pen(is_ascii=notes.is_ascii)
    if position.players:
        lines.append(land_line(pen, position, width))
    for rows in (notes.hint, notes.explorer):
        lines += [(), *rows] if rows else []
    if entry is not None:
        lines += [(), *plan_lines(entry.plan, entry.chosen, width)]
        when = "If it were your turn" if entry.is_premove else "If you end the turn now"
        lines += [(), (Piece(when, "heading"),)]
        lines += consequence_lines(player_list, entry.plan.consequences, width)
    lines += legend_lines(player_list, notes.overlay, width, height - len(lines))
    if position.players and game.turns and height - len(lines) >= _TALL:
        lines += [(), *passing_lines(player_list, position, width)]
    charts = (lines for least, lines in _CHARTS if height >= least and not notes.has_chart)
    chart = next(charts, 0)
    if chart and position.players and game.turns and height - len(lines) >= chart + _BESIDE_CHART:
        lines += [(), (Piece("Land", "heading"),)]
        lines += chart_lines(pen, game.positions, (width, chart))
    left = height - len(lines) - 2
    if left > 0 and not game.turns:
        lines += [(), (Piece("Goal", "heading"),), *_goal_lines(notes.goal, width, left)]
    elif left > 0:
        lines += [(), (Piece("Turns", "heading"),), *turn_lines(player_list, game, width, left)]
    return cut_rows(lines, height, width)


def _goal_lines(goal: str, width: int, most: int) -> list[Row]:
    """Lines about the goal of the game, until the first turn has been played."""
    return [(Piece(line, "dim"),) for line in fit(goal, width, most)]


def position_shown(
    game: Game, entry: TurnEntry | None, shown: Position | None
) -> tuple[Position, int | None]:
    """The position that the figures describe, and the player to move, if any."""
    position = (shown or game.position) if entry is None else entry.plan.position
    is_premove = entry is not None and entry.is_premove
    return position, None if game.is_over else (game.position if is_premove else position).to_move


def figures_of(position: Position) -> Iterator[Figures]:
    """Stones, growing, secured and leading fields of each player."""
    held, there = standing(position), tally(position)
    return zip(there.stones, there.growing, held.secured, held.leading, strict=True)


def clock_lines(player_list: PlayerList, flow: GameFlow) -> Iterator[Row]:
    """The clocks of all players who have one, in one row."""
    players = range(flow.document.game.start.players)
    left = [(player, time) for player in players if (time := flow.clock.left(player)) is not None]
    if left:
        times = (
            piece
            for player, time in left
            for piece in (
                player_list.tile(player),
                Piece(f" {format_seconds(time)}  ", "bad" if time < 0 else "plain"),
            )
        )
        yield (Piece("Clocks  ", "heading"), *times)


def plan_lines(plan: TurnPlan, chosen: int | None, width: int) -> Iterator[Row]:
    """The planned moves in order, with the selected one marked."""
    if not len(plan):
        yield (Piece("Plan", "heading"), Piece("  no moves yet", "dim"))
        return
    room = max(width - len("Plan"), 0)
    *_, keys = (keys for keys in accumulate(_KEYS, initial="") if len(keys) <= room)
    yield (Piece("Plan", "heading"), Piece(keys, "dim"))
    for number, event in enumerate(plan.report.moves):
        lost = event.stones - event.landed
        fate = f", {lost} eliminated" if lost else ""
        text = f"{number + 1:>2} {event.move}  {counted(event.stones, 'stone')}{fate}"
        look = "chosen" if number == chosen else "plain"
        yield (
            Piece(pad(cut(text, width - 3), width - 3), look, f"focused.pick({number})"),
            Piece(" x ", "dim", f"focused.drop_move({number})"),
        )


def consequence_lines(player_list: PlayerList, what: Consequences, width: int) -> Iterator[Row]:
    """The consequences of ending a planned turn."""
    player = what.player
    fields = ", ".join(map(str, dict.fromkeys(what.exploding)))
    if fields:
        waves = counted(what.waves, "wave")
        yield (Piece(cut(f"{len(what.exploding)} will explode ({waves}): {fields}", width), "bad"),)
    else:
        yield ("no explosions",)
    change = what.stones_after[player] - what.stones_before[player]
    yield (f"stones {what.stones_before[player]} -> {what.stones_after[player]} ({change:+d})",)
    if what.eliminated or what.lost:
        yield (f"eliminated: {what.lost} own, {what.eliminated} other",)
    for word, before, after in (
        ("safe", what.before.secured, what.after.secured),
        ("lead", what.before.leading, what.after.leading),
    ):
        for other in _changed(before, after, player):
            look = _judge(before[other], after[other], is_own=other == player)
            text = f" {word} {before[other]} -> {after[other]}"
            yield (
                player_list.letter(other),
                Piece(text, look),
            )
    if what.outcome is not None:
        winner = player_list.cast.names[what.outcome.winner]
        yield (Piece(cut(f"game over: {winner} wins", width), "strong"),)


def turn_lines(player_list: PlayerList, game: Game, width: int, most: int) -> Iterator[Row]:
    """The last turns in notation, the newest last, as in review."""
    players, turns = game.start.players, game.turns
    for number in range(max(game.turn_number - most, 0) + 1, game.turn_number + 1):
        player = (game.start.to_move + number - 1) % players
        text = format_moves(turns[number - 1])
        yield (
            Piece(f"{number:>4} ", "dim"),
            player_list.letter(player),
            Piece(f" {cut(text, width - 7)}"),
        )


def _changed(before: Sequence[int], after: Sequence[int], own: int) -> list[int]:
    return [n for n in range(len(before)) if n == own or before[n] != after[n]]


def _judge(before: int, after: int, *, is_own: bool) -> str:
    if before == after:
        return "plain"
    return "good" if (after > before) is is_own else "bad"
