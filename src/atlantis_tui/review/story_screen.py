"""Story screen: how a finished game went, and what to do next.

A bot judges the game in the background and fills in chances, accuracy and the worst turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property
from itertools import chain, count
from pathlib import Path

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Size

from atlantis_core.review.judged_games import Judgement, keep_judgement
from atlantis_core.review.lines import GameTree
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.rules.overlays import Overlay
from atlantis_core.rules.scoring import Outcome
from atlantis_core.seats import SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_tui.board.player_list import PlayerList, board_of, player_list_of
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.new_games import rematch_order
from atlantis_tui.game.results import winner_line
from atlantis_tui.routes import StoryChoice
from atlantis_tui.settings.options import Names
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.dialogs import close_once
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import parse_foot
from atlantis_tui.widgets.scrub_bar import ScrubBar
from atlantis_tui.widgets.text_lines import Piece, TextLines
from .game_analysis import GameAnalysis
from .story_lines import Story, chart_heading, story_lines
from .timeline import Timeline

TEXT = 46
"""Columns of the text beside the board."""
_BARS = 2
"""Lines of title and keys."""
_FORMATS = "a web page; .gif, .cast, .svg, .png or .txt for other formats"


class StoryScreen(BaseScreen):
    BINDINGS = parse_bindings("""
        enter,v  review      Review the game
        w        worst       Try another turn instead of the worst one
        r        rematch     Play again; another player begins
        n        new_game    New game
        e        export      Export an image, animation or web page
        j        judge       Judge the game                             judge
        x        same_seats  Play again; the same player begins         same seats
        s,Q      menu        Return to the start screen                 start screen
    """)
    foot_always = (("Esc", "board", "screen.close"),)
    foot = parse_foot("""
        Enter  review      screen.review
        w      worst turn  screen.worst
        r      rematch     screen.rematch
        n      new game    screen.new_game
        e      export      screen.export
        ↑↓     scroll
    """)
    DEFAULT_CSS = """
    StoryScreen {
        & > #body { height: 1fr; }
        & VerticalScroll { width: 1fr; padding: 1 1; scrollbar-size: 0 0; }
        & #story { height: auto; }
        & #board { width: 1fr; height: 1fr; }
        & > #heading { height: 1; }
        &.-low VerticalScroll { padding: 0 1; }
    }
    """

    def __init__(
        self,
        document: GameDocument,
        ending: Outcome,
        choose: Callable[[StoryChoice, int | None], None],
    ) -> None:
        """`choose` gets what the user does next, after the screen has closed."""
        super().__init__()
        self.document, self._ending, self._choose = document, ending, choose
        tree = GameTree(document.transcript, document.game.positions, document.problem)
        self.replay = ReplayCursor(tree)
        self._analysis = GameAnalysis(self._progressed)

    def compose(self) -> ComposeResult:
        self.board = board_of(BoardView, self.document, self.atlantis.options)
        self.board.can_focus = False
        self.board.follows = ()
        self.board.set_reactive(BoardView.overlay, Overlay.TERRITORY)
        self.board.set_reactive(BoardView.labels, Names.NONE)
        self.timeline = Timeline(is_chart=True)
        body = Horizontal(VerticalScroll(TextLines(id="story")), self.board, id="body")
        return self.page("", body, TextLines(id="heading"), self.timeline)

    def on_mount(self) -> None:
        super().on_mount()
        self.say("")
        self._show_timeline()
        if self.atlantis.options.judge and self._is_unjudged:
            self._judge()

    def _show_timeline(self) -> None:
        letters, styles = self._player_list.cast.letters, self._player_list.styles
        is_ascii = self.atlantis.ascii_only
        self.timeline.show(self.replay.statistics, (), letters, styles, is_ascii=is_ascii)
        self.timeline.show_turn(self.timeline.last)

    def show_changes(self) -> None:
        vars(self).pop("_player_list", None)
        self._show_timeline()
        super().show_changes()

    def on_unmount(self) -> None:
        self._analysis.close()

    # Painting.

    def on_resize(self) -> None:
        super().on_resize()
        width, height = self.app.size
        lines = 6 if height >= 30 else 4 if height >= 22 else 3 if height >= 16 else 0
        self.timeline.display = self.query_one("#heading").display = bool(lines)
        self.timeline.styles.height = lines
        room = Size(width - TEXT, height - _BARS - lines - 1)
        need = self.board.need(room)
        self.board.display = need.width <= room.width and need.height <= room.height
        self.query_one(VerticalScroll).styles.width = TEXT if self.board.display else "1fr"
        self.paint()

    def paint(self) -> None:
        story, width = self.story, self.app.size.width
        room = (TEXT if self.board.display else width) - 2
        self.query_one("#story", TextLines).show_lines(list(story_lines(story, room)))
        self.query_one("#heading", TextLines).show_line(*chart_heading(story, width))
        self.timeline.show_chances(story.judgement)
        self.timeline.show_moments(story.moments)

    def say(self, text: str, look: str = "dim") -> None:
        """Show a message in the title."""
        turns = counted(self.document.game.turn_number, "turn")
        over = (Piece(" the game is over", "strong"), Piece(f" after {turns}  ", "dim"))
        self.query_one("#head", TextLines).show_line(*over, Piece(text, look))

    def _answer(self, text: str) -> None:
        """Answer a key in the title and, where it is not overlooked, above the key line."""
        self.say(text)
        self.app.clear_notifications()  # those of earlier presses
        self.notify(text, markup=False)

    @cached_property
    def _player_list(self) -> PlayerList:
        return player_list_of(self.document, self)

    @property
    def story(self) -> Story:
        seats = enumerate(self.document.seats)
        persons = [player for player, seat in seats if seat.kind is SeatKind.PERSON]
        names = self.document.cast.names
        return Story(
            self.replay,
            self._ending,
            winner_line(self.document, self._ending),
            self._player_list,
            persons[0] if len(persons) == 1 else None,
            names[rematch_order(self.document)[0]],
            self._analysis.so_far or self.replay.judgement,
            self.atlantis.ascii_only,
        )

    # Judging.

    @property
    def _is_unjudged(self) -> bool:
        judgement, turns = self.replay.judgement, self.document.game.turn_number
        return bool(turns) and (judgement is None or bool(judgement.missing(turns)))

    def action_judge(self) -> None:
        if not self._is_unjudged:
            self._answer("the game is judged")
        elif not self._analysis.is_running:
            self._judge()

    def _progressed(self, said: str) -> None:
        if self.is_attached:
            self.say(said.removesuffix("; Esc stops"))
            self.timeline.show_chances(self._analysis.so_far)

    @work
    async def _judge(self) -> None:
        try:
            judgement = await self._analysis.judge(self.replay, self.document.cast.names)
        except AtlantisError as error:
            self.say(str(error), "bad")
            return
        if self.is_attached:
            self._keep(judgement)
            self.say(f"judged by {judgement.bot}")
            self.paint()

    def _keep(self, judgement: Judgement) -> None:
        """Store a judgement, also an unfinished one; the review continues it."""
        document = self.document
        document.edit(keep_judgement(document.transcript, judgement))
        self.replay.keep_judgement(judgement)
        is_own_file = document.path is not None and not document.is_read_only
        if is_own_file and not document.ownership.is_shared:
            try:
                document.save_edits()
            except (OSError, AtlantisError) as error:
                self.say(f"judged, but not saved: {error}", "bad")

    # Going on.

    @on(ScrubBar.Scrubbed)
    def _scrubbed(self, event: ScrubBar.Scrubbed) -> None:
        self._go(StoryChoice.REVIEW, event.place)

    def action_review(self) -> None:
        self._go(StoryChoice.REVIEW)

    def action_worst(self) -> None:
        story = self.story
        if story.worst is not None:
            self._go(StoryChoice.RETRY, story.worst.turn)
        elif story.is_judged:
            self._answer("no mistakes found")
        else:
            still = "the game is still being judged" if self._analysis.is_running else "press j"
            self._answer(f"not judged yet: {still}")

    def action_rematch(self) -> None:
        self._go(StoryChoice.REMATCH)

    def action_same_seats(self) -> None:
        self._go(StoryChoice.SAME_SEATS)

    def action_new_game(self) -> None:
        self._go(StoryChoice.NEW_GAME)

    @work
    async def action_export(self) -> None:
        """Ask for a file, and write the game as a web page, picture or recording."""
        words = await self.ask_text("Export the game", self._free_name(), _FORMATS)
        if not words:
            return
        from atlantis_core.exports.requests import export

        overlay, cast = self.atlantis.options.overlay, self._player_list.cast
        shown = ReplayCursor(self.replay.tree, self.replay.place)
        try:
            path = await asyncio.to_thread(export, shown, words, cast, overlay=overlay)
        except (AtlantisError, OSError) as error:
            self._answer(f"not exported: {error}")
        else:
            self._answer(f"exported to {showable(str(path.absolute()), 200)}")

    def _free_name(self) -> str:
        """A name for a web page that no file in the working folder has."""
        path = self.document.path
        stem = "game" if path is None else path.stem
        names = chain([f"{stem}.html"], (f"{stem}-{n}.html" for n in count(2)))
        return next(name for name in names if not Path(name).exists())

    def action_menu(self) -> None:
        self._go(StoryChoice.START_SCREEN)

    def action_close(self) -> None:
        self._go(StoryChoice.BOARD)

    def _go(self, choice: StoryChoice, turn: int | None = None) -> None:
        judgement, is_running = self._analysis.so_far, self._analysis.is_running
        if not close_once(self):
            return
        if is_running and judgement is not None and judgement.verdicts:
            self._keep(judgement)
        self._choose(choice, turn)
