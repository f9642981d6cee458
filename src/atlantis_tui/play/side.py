"""Side panel of a game: players, hint, plan, its consequences, the last turns.

Pure functions. The last parts are left out first where there is not enough room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.planning import Consequences, TurnPlan
from atlantis_core.rules.scoring import standing, tally
from atlantis_core.support.columns import pad
from atlantis_core.support.phrases import counted
from atlantis_tui.board.player_lines import Figures, player_lines
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Piece, Row

_KEYS = ("  [ ] select", ", { } order", ", Del remove")
"""Keys that change a plan, as far as there is room."""


def side_lines(
    player_list: PlayerList,
    game: Game,
    entry: TurnEntry | None,
    room: tuple[int, int],
    hint: Sequence[Row] = (),
    shown: Position | None = None,
) -> list[Row]:
    """The lines for a width and height. `shown` is the position after the turn being animated."""
    width, height = room
    position = (shown or game.position) if entry is None else entry.plan.position
    to_move = None if game.is_over else position.to_move
    # The numbers are those after the turn that is being animated.
    heading = "Players" if shown is None or entry is not None else "After this turn"
    lines = list(player_lines(player_list, _figures(position), to_move, width, heading))
    if hint:
        lines += [(), *hint]
    if entry is not None:
        lines += [(), *plan_lines(entry.plan, entry.chosen, width)]
        lines += [(), *consequence_lines(player_list, entry.plan.consequences, width)]
    left = height - len(lines) - 2
    if left > 0:
        lines += [(), (Piece("Turns", "heading"),), *turn_lines(player_list, game, width, left)]
    if hint and len(lines) > height:
        lines[height - 1 :] = [(Piece("...", "dim"),)]
    return lines[:height]


def _figures(position: Position) -> Iterator[Figures]:
    held, there = standing(position), tally(position)
    return zip(there.stones, there.growing, held.secured, held.leading, strict=True)


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
    """The consequences of ending the turn now."""
    player = what.player
    yield (Piece("If you end the turn now", "heading"),)
    fields = ", ".join(map(str, dict.fromkeys(what.exploding)))
    if fields:
        waves = counted(what.waves, "wave")
        yield (Piece(cut(f"{len(what.exploding)} will explode ({waves}): {fields}", width), "bad"),)
    else:
        yield ("no explosions",)
    change = what.stones_after[player] - what.stones_before[player]
    yield (f"stones {what.stones_before[player]} > {what.stones_after[player]} ({change:+d})",)
    if what.eliminated or what.lost:
        yield (f"eliminated: {what.lost} own, {what.eliminated} of others",)
    for word, before, after in (
        ("safe", what.before.secured, what.after.secured),
        ("lead", what.before.leading, what.after.leading),
    ):
        for other in _changed(before, after, player):
            look = _judge(before[other], after[other], is_own=other == player)
            text = f" {word} {before[other]} > {after[other]}"
            yield (
                Piece(player_list.cast.letters[other], player_list.styles[other]),
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
            Piece(cut(text, width - 7)),
        )


def _changed(before: Sequence[int], after: Sequence[int], own: int) -> list[int]:
    return [n for n in range(len(before)) if n == own or before[n] != after[n]]


def _judge(before: int, after: int, *, is_own: bool) -> str:
    if before == after:
        return "plain"
    return "good" if (after > before) is is_own else "bad"
