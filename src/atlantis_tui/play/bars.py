"""Title and key line of a game, as pure functions of its state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from rich.style import Style

from atlantis_core.support.columns import display_width
from atlantis_core.transcript.clocks import format_seconds
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.game.events import Phase
from atlantis_tui.game.flow import GameFlow
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.game.turn_words import seat_label
from atlantis_tui.widgets.key_line import Key, parse_foot
from atlantis_tui.widgets.text_lines import Piece

PLAIN = Style()
NARROW = 60
"""Below this width, the title summarises the plan in symbols."""


class Mode(Enum):
    """States of the screen, each with its own key line."""

    PLANNING = "planning"
    LIFTED = "lifted"
    PREVIEW = "preview"
    SHOWING = "showing"
    THINKING = "thinking"
    PAUSED = "paused"
    """A bot or agent is to move and waits; a person may play for it."""
    WAITING = "waiting"
    """Another window plays the player to move."""
    OVER = "over"


ANYWHERE = parse_foot("""
    ?   help      screen.help
    ^p  commands  app.command_palette
""")
HOSTING = parse_foot("""
    F4  players   app.clients
""")
_END_TURN: Key = ("t", "end turn", "screen.end_turn")
_HINT: Key = ("h", "hint", "screen.hint")
_REVIEW: Key = ("v", "review", "screen.review")
_WHILE_PLANNING = parse_foot("""
    :   type    screen.type
    +-  zoom    focused.zoom(1)
    v   review  screen.review
    Q   leave   screen.menu
""")
_OVER = parse_foot("""
    o   result     screen.result
    v   review     screen.review
    Q   leave      screen.menu
    U   undo turn  screen.undo_turn
    ^q  quit       app.leave
""")


class Opponent(NamedTuple):
    """Text about the bot or agent to move, for the key line."""

    label: str = "bot"
    resume: str = "let it play"
    is_among_bots: bool = False
    """Whether only bots play, so that turns follow each other until the user stops them."""


def mode_of(phase: Phase, entry: TurnEntry | None) -> Mode:
    """The mode for the phase of a game and the entry of a turn."""
    if entry is not None and entry.is_preview:
        return Mode.PREVIEW
    return Mode(phase.value) if entry is None or entry.lifted is None else Mode.LIFTED


def opponent_of(flow: GameFlow) -> Opponent:
    document = flow.document
    if not document.game.position.players:
        return Opponent()
    seat = document.seat_to_move
    resume = "let it play" if document.is_trusted(seat) else "show program"
    return Opponent(seat_label(seat).removeprefix("the "), resume, flow.is_among_bots)


def plan_note(entry: TurnEntry | None, width: int) -> str:
    """A summary of the plan in a few words or symbols; "" if there is nothing to say."""
    if entry is None or not (len(entry.plan) or entry.plan.consequences.exploding):
        return ""
    moves, blasts = len(entry.plan), len(entry.plan.consequences.exploding)
    return f"{moves}> {blasts}!" if width < NARROW else f"{moves} planned, {blasts} explode"


def clock_note(flow: GameFlow) -> str:
    """The time on the clock of the player to move, or ""."""
    game = flow.document.game
    if flow.document.is_closed or flow.shown is not None:
        return ""
    left = flow.clock.left(game.position.to_move)
    paused = " paused" if flow.clock.is_paused else ""
    return "" if left is None else f"{format_seconds(left)}{paused}"


def game_keys(mode: Mode, on_board: Sequence[Key], opponent: Opponent) -> tuple[Key, ...]:
    """The keys for a mode: those of the board, with those of the game among them."""
    match mode:
        case Mode.LIFTED:
            return tuple(on_board)
        case Mode.PREVIEW:
            return (*on_board, _END_TURN)
        case Mode.SHOWING:
            stop: Key = ("Esc", "stop bots", "screen.release")
            skip: Key = ("any key", "skip", "screen.skip")
            return (stop, skip) if opponent.is_among_bots else (skip,)
        case Mode.THINKING:
            return (("Esc", f"stop {opponent.label}", "screen.release"), *on_board)
        case Mode.WAITING:
            return (*on_board, _REVIEW)
        case Mode.OVER:
            return _OVER
        case Mode.PLANNING | Mode.PAUSED:
            resume: Key = ("b", opponent.resume, "screen.resume")
            first, *others = on_board
            planning = (first, _END_TURN, *others[:1], _HINT, *others[1:], *_WHILE_PLANNING)
            return (resume, *planning) if mode is Mode.PAUSED else planning


_DOING = {
    Mode.THINKING: "is thinking",
    Mode.PREVIEW: "after this turn",
    Mode.SHOWING: "is moving",
    Mode.PAUSED: "is paused",
}


def game_title(
    flow: GameFlow, mode: Mode, player_list: PlayerList, notes: Iterable[str], width: int
) -> Iterator[Piece]:
    """Number of the turn, player and what the player does."""
    game = flow.document.game
    if flow.document.is_closed and game.start.players and flow.shown is None:
        return title(f"after turn {game.turn_number}", "game over", PLAIN, notes, width)
    # A turn that is being shown has already been played, but the title is about it.
    turn = game.turn_number + 1 if flow.shown is None else flow.shown.number
    if not game.start.players:
        return title(f"turn {turn}", "no players", PLAIN, notes, width)
    player = (game.start.to_move + turn - 1) % game.start.players
    state = f"{player_list.cast.full_name(player)} {_DOING.get(mode, 'to move')}"
    return title(f"turn {turn}", state, player_list.styles[player], notes, width)


def title(
    heading: str, state: str, style: Style, notes: Iterable[str], width: int
) -> Iterator[Piece]:
    """Turn, player and notes; notes that do not fit are left out."""
    used = display_width(heading) + display_width(state) + 3
    yield Piece(f" {heading} ", "strong")
    yield Piece(f"{state} ", style)
    for note in notes:
        used += display_width(note) + 2
        if used > width:
            break
        yield Piece(f" {note} ", "dim")
