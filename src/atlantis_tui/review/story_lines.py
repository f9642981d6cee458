"""Text of the story screen: who won and why, the players' figures, the turns that mattered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.style import Style

from atlantis_core.narration import describe_outcome
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.game_statistics import Moment, facts_of
from atlantis_core.review.judged_games import Judgement
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.story import biggest_chain, decisive_turn, worst_turn
from atlantis_core.review.verdicts import TurnMark
from atlantis_core.rules.scoring import Outcome
from atlantis_core.support.columns import display_width, pad
from atlantis_core.support.phrases import counted
from atlantis_core.transcript.declared_ending import declared_sentence
from atlantis_tui.board.areas import Pen
from atlantis_tui.board.player_list import PlayerList
from atlantis_tui.terminal.palette import own_color
from atlantis_tui.widgets.line_breaks import cut
from atlantis_tui.widgets.text_lines import Piece, Row, wrapped

LABEL = 14
"""Columns of the labels of the turns that mattered."""
_FIGURES, _MOST_NAME, _MOST_BAR = 34, 16, 12
"""Columns of a player's figures, and the greatest width of a name and of a bar."""
_COUNTED = tuple(mark for mark in TurnMark if mark.is_mistake)


@dataclass(frozen=True)
class Story:
    """Facts about a finished game."""

    replay: ReplayCursor
    ending: Outcome
    headline: str
    player_list: PlayerList
    person: int | None
    """The only person who played, if there is one: "your worst turn" is about them."""
    next_first: str
    """The player who begins the rematch."""
    judgement: Judgement | None
    is_ascii: bool = False

    @property
    def turns(self) -> int:
        return self.replay.tree.main.turn_number

    @property
    def is_judged(self) -> bool:
        return self.judgement is not None and not self.judgement.missing(self.turns)

    @property
    def chain(self) -> Moment | None:
        return biggest_chain(self.replay.statistics, self.replay.tree.main.positions)

    @property
    def decided(self) -> Moment | None:
        if self.judgement is None or not self.ending.ranking:
            return None
        return decisive_turn(self.judgement, self.turns, self.ending.ranking[0])

    @property
    def worst(self) -> Moment | None:
        if self.judgement is None or not self.is_judged:
            return None
        everyone = range(len(self.player_list.styles))
        return worst_turn(self.judgement, everyone if self.person is None else (self.person,))

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The turns that the chart marks."""
        found = (self.decided, self.worst, self.chain)
        return tuple(moment for moment in found if moment is not None)


def story_lines(story: Story, width: int) -> Iterator[Row]:
    """The story, as far as the game is judged."""
    yield from _headline(story, width)
    yield ()
    yield from _players(story, width)
    yield ()
    yield from _decided(story)
    yield from _worst(story, width)
    yield from _chain(story)
    yield _row("Length", counted(story.turns, "turn"))
    yield _row("Rematch", cut(f"{story.next_first} begins (r)", max(width - LABEL, 10)))


def _headline(story: Story, width: int) -> Iterator[Row]:
    ending = story.ending
    scores = " : ".join(str(ending.scores[player]) for player in ending.ranking)
    tile = story.player_list.tile(ending.ranking[0])._replace(text=f" {story.headline} ")
    yield (tile, Piece(f" {scores} fields", "strong"))
    yield from wrapped([_reason(story)], width, "dim")


def _reason(story: Story) -> str:
    """Why the game is over; on a tie, also why the winner has won."""
    ending, cast, tree = story.ending, story.player_list.cast, story.replay.tree
    declared = None if tree.main.is_over else declared_sentence(tree.transcript, cast.names)
    reason, *others = describe_outcome(ending, cast)
    first, *rest = (ending.scores[player] for player in ending.ranking)
    is_tied = first in rest
    return declared or " ".join((reason, *(others[1:] if is_tied else ())))


def _players(story: Story, width: int) -> Iterator[Row]:
    cast, styles = story.player_list.cast, story.player_list.styles
    room = max(width - _FIGURES, 6)
    longest = min(max(map(display_width, cast.names)), room, _MOST_NAME)
    most_bar = min(max(width - _FIGURES - longest, 0), _MOST_BAR)
    most = max(*story.ending.scores, 1)
    pen = Pen(styles, story.is_ascii)
    signs = "".join(f"{mark.value:>4}" for mark in _COUNTED)
    head = f"{'fields':>{longest + 11}}{'':{most_bar}}{'accuracy':>10}{signs}"
    yield (Piece(head, "dim"),)
    for player in story.ending.ranking:
        fields = story.ending.scores[player]
        bar = -(-fields * most_bar // most)
        drawn = Piece(" " * bar, Style(bgcolor=own_color(styles[player])))
        yield (
            story.player_list.tile(player),
            Piece(
                f" {pad(cut(cast.names[player], longest), longest)}",
                story.player_list.name_style(player),
            ),
            Piece(f"{fields:>6} ", "strong"),
            drawn if pen.has_colors else Piece("#" * bar),
            " " * (most_bar - bar),
            _accuracy(story, player),
        )


def _accuracy(story: Story, player: int) -> str:
    if story.judgement is None or not story.is_judged:
        return f"{'...' if story.turns else '':>10}"
    share, marks = story.judgement.accuracy(player), story.judgement.marks_of(player)
    shown = "-" if share is None else f"{100 * share:.0f} %"
    return f"{shown:>10}{''.join(f'{marks[mark]:>4}' for mark in _COUNTED)}"


def _row(label: str, *pieces: Piece | str) -> Row:
    return (Piece(f"{label:<{LABEL}}", "dim"), *pieces)


def _turn(story: Story, moment: Moment) -> tuple[Piece | str, ...]:
    number = Piece(f"turn {moment.turn}: ", "key")
    if moment.player is None:
        return (number,)
    return (number, story.player_list.letter(moment.player), " ")


def _decided(story: Story) -> Iterator[Row]:
    if story.decided is not None:
        if story.decided.turn:
            yield _row("Decided", *_turn(story, story.decided), "ahead to the end")
        else:
            winner = story.player_list.letter(story.ending.ranking[0])
            yield _row("Decided", "  - ", winner, " ahead from the start")


def _worst(story: Story, width: int) -> Iterator[Row]:
    moment, judgement = story.worst, story.judgement
    label = "Worst turn" if story.person is None else "Your worst"
    if moment is None or judgement is None:
        if story.is_judged:
            yield _row(label, "no mistakes found")
        return
    verdict = judgement.verdicts[moment.turn]
    room = max(width - LABEL - 13, 10)
    chances = f"{verdict.percent_before}% -> {verdict.percent_after}%"
    moves = cut(format_moves(story.replay.tree.main.moves_of(moment.turn)), room - len(chances) - 2)
    yield _row(label, *_turn(story, moment), f"{moves}  {chances}")
    if verdict.best is not None:
        yield _row("", " " * 6, cut(f"better: {format_moves(verdict.best)}", room))
    yield _row("", " " * 6, Piece("w: try again", "key", "screen.worst"))


def _chain(story: Story) -> Iterator[Row]:
    if (moment := story.chain) is not None:
        waves = facts_of(story.replay.tree.main.report(moment.turn)).waves
        bursts = f"{counted(moment.size, 'explosion')}, {counted(waves, 'wave')}"
        yield _row("Biggest chain", *_turn(story, moment), bursts)


_LEGENDS = (
    "% decided  ? worst turn  * biggest chain",
    "% decided  ? worst  * chain",
    "% decided  ? worst",
)
_LEGENDS_UNJUDGED = ("* biggest chain", "* chain")


def chart_heading(story: Story, width: int) -> Row:
    """Heading of the chart, with its marks."""
    pen, letters = Pen(story.player_list.styles, story.is_ascii), story.player_list.cast.letters
    shown = "chance to win" if story.judgement is not None else "strength"
    signs = ("" if pen.has_colors else pen.sign(player) for player in range(len(letters)))
    players = [
        Piece(f" {letter}{sign}", style)
        for letter, sign, style in zip(letters, signs, story.player_list.styles, strict=False)
    ]
    used = len(shown) + sum(len(piece.text) for piece in players) + 3
    room = max(width - used - 1, 0)
    legends = _LEGENDS if story.is_judged else _LEGENDS_UNJUDGED
    legend = next((legend for legend in legends if len(legend) + 2 <= room), "")
    return (Piece(f"  {shown}", "dim"), *players, Piece(legend.rjust(room), "dim"))
