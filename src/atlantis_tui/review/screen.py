"""The review screen. Each key calls one method of `ReplayCursor` or of a part, then repaints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from textual import events, on, work
from textual.app import ComposeResult

from atlantis_core.diagram import Style
from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.variations import MAIN, Path
from atlantis_core.rules.game import Turn
from atlantis_core.rules.notation import format_position
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.share_code import format_turns
from atlantis_core.support.errors import AtlantisError
from atlantis_tui import routes
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.document import GameDocument
from atlantis_tui.routes import ReviewTask
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.board_frame import BoardFrame
from atlantis_tui.widgets.dialogs import close_once
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_table import KeyGroup
from atlantis_tui.widgets.prompt import Prompt
from atlantis_tui.widgets.scrolled import offer_key
from atlantis_tui.widgets.scrub_bar import ScrubBar
from . import bars, typed_lines
from .analysis_panel import AnalysisPanel
from .background_jobs import BackgroundJobs
from .board import NAVIGATION_KEYS
from .edits import Edits
from .replay_controls import ReplayControls
from .replay_view import ReplayView


class ReviewScreen(BaseScreen):
    """Shows a played game turn by turn, with analysis, comments and variations."""

    BINDINGS = NAVIGATION_KEYS + parse_bindings("""
        Navigation
        left_square_bracket          step_back      Step of the turn: previous
        right_square_bracket         step_forward   Step of the turn: next
        n                            next_mark      Marked turn, or mistake once judged: next
        N                            previous_mark  Marked turn, or mistake once judged: previous
        comma,less_than_sign         scrub(-1)      Timeline: back
        full_stop,greater_than_sign  scrub(1)       Timeline: forward
        slash                        find_text      Search comments, tags and turns
        v                            variation      Enter the next variation that starts here
        m                            main           Back to the main line
        Analysis
        g                            chart          Chart of stones, secured and leading fields
        b                            compare        Compare this turn with others, or stop comparing
        j                            judge          Judge every turn; later: show or hide chances
        x                            explore        Explorer: show what was played from here
        B                            position_list  Games of the library with this position
        r                            find_better    Find a better turn than this or the next mistake
        Editing
        c                            comment        Read, edit or delete the comment on this turn
        T                            tags           Tags of the game
        t                            try            Try another turn from here, as a variation
        delete,X                     delete         Delete the variation from this turn on
        P                            promote        Promote this variation
        M                            repair         Repair a game with an illegal turn
        u                            undo           Undo the last edit
        R,U                          redo           Redo the edit
        ctrl+s                       save           Retry saving
        Export
        o                            export         Export an image, animation or web page
        y                            copy_turn      Copy to the clipboard: the turn
        Y                            copy_board     Copy to the clipboard: the board
        S                            copy_code      Copy to the clipboard: the game as a share code
        More keys
        colon                        type           Type a turn, field, move or command
        p                            toggle_side    Show or hide the side panel
    """)
    DEFAULT_CSS = """
    ReviewScreen {
        & #chart { width: 1fr; height: 1fr; }
        & #other { width: 1fr; height: 1fr; display: none; border-top: solid $primary; }
        & .-captioned { border-top: solid $primary; }
        &:ansi #other, &:ansi .-captioned { border-top: solid ansi_default; }
    }
    """

    def __init__(
        self,
        document: GameDocument,
        at: Place | None = None,
        *,
        back: Callable[[bool], None] | None = None,
        task: ReviewTask = ReviewTask.NONE,
    ) -> None:
        """`at` is the first place, by default the end; raises if it does not exist.

        `back` is called on returning to the game, with whether its turns have changed.
        """
        super().__init__()
        self.document = document
        tree = GameTree(document.transcript, document.game.positions, document.problem)
        self.review = ReplayCursor(tree, at or Place(MAIN, tree.main.turn_number))
        self._back, self._first_task = back, task

    def show_changes(self) -> None:
        self.view.forget_styles()
        super().show_changes()

    def compose(self) -> ComposeResult:
        self.view = view = ReplayView(self, self.document, self.review)
        self.board, self.frame, self.history = view.board, view.frame, view.history
        self.controls = ReplayControls(self, view, self.review)
        self.autoplay = self.controls.autoplay
        self.edits = Edits(self, self.document, self.review, view.frame.say, view.paint_edited)
        self.analysis = AnalysisPanel(self, self.review, view, self.edits)
        self.background_jobs = BackgroundJobs(self, self.review, view)
        view.board.takers = (self.autoplay.take_key, view.frame.take_key)
        yield view.frame

    def on_mount(self) -> None:
        self.board.focus()
        self.view.paint()
        if self.document.problem:
            advice = "press t to play on from here, M to repair the file"
            self.frame.say(f"{self.document.problem}; {advice}", "bad")
        elif self.edits.greeting:
            self.frame.say(self.edits.greeting)
        if self._first_task is not ReviewTask.NONE:
            self.call_after_refresh(self._begin_task)

    def _begin_task(self) -> None:
        if self.review.judgement is not None:
            self.view.show_chances(is_shown=True)
            self.action_find_better()

    def on_unmount(self) -> None:
        self.analysis.close()
        self.background_jobs.close()

    def on_key(self, event: events.Key) -> None:
        """Handle keys that the board misses while the chart has the focus."""
        offer_key(event, self.board.takers)

    # Layout.

    @on(BoardFrame.Shared)
    def _shared(self) -> None:
        self.view.share_boards()

    def action_chart(self) -> None:
        self.view.toggle_chart()

    # Navigation.

    def action_forward(self, turns: int = 1) -> None:
        self.controls.forward(turns)

    def action_back(self, turns: int = 1) -> None:
        self.controls.back(turns)

    def action_start(self) -> None:
        self.controls.start()

    def action_end(self) -> None:
        self.controls.end()

    def action_step_forward(self) -> None:
        self.controls.step_forward()

    def action_step_back(self) -> None:
        self.controls.step_back()

    def action_next_mark(self) -> None:
        self._go_to_mark(1, "after")

    def action_previous_mark(self) -> None:
        self._go_to_mark(-1, "before")

    def _go_to_mark(self, by: int, where: str) -> None:
        """Go to the next mistake while chances are shown, else to the next marked turn."""
        found = self.analysis.go_to_mistake(by)
        if found is not None:
            self.controls.moved(found, f"no mistake {where} this turn")
            return
        replay = self.review
        found = replay.go_to_next_moment() if by > 0 else replay.go_to_previous_moment()
        self.controls.moved(found, f"no marked turn {where} this one")

    def action_judge(self) -> None:
        self.analysis.toggle()

    def action_find_better(self) -> None:
        self.analysis.find_better()

    def action_scrub(self, by: int) -> None:
        self.controls.scrub(by)

    @on(ScrubBar.Scrubbed)
    def _scrubbed(self, event: ScrubBar.Scrubbed) -> None:
        self.controls.scrubbed(event.place)

    def action_row(self, by: int) -> None:
        self.controls.row(by)

    def action_pick_row(self, number: int) -> None:
        self.controls.pick_row(number)

    @on(BoardView.CursorMoved)
    def _cursor_moved(self, event: BoardView.CursorMoved) -> None:
        self.controls.describe(event.field)

    def action_play(self) -> None:
        self.controls.play()

    def action_pause(self) -> None:
        self.autoplay.pause()

    # History of a field.

    def action_why(self) -> None:
        """Show the history of the field under the cursor; in a list, go to the selected row."""
        if self.view.explorer.is_open and not self.history.is_open:
            self.action_pick_turn(self.view.explorer.chosen)
        else:
            self.controls.why()

    def action_pick_event(self, number: int) -> None:
        self.controls.pick_event(number)

    # Explorer.

    def action_explore(self) -> None:
        self.view.toggle_explorer()

    def action_pick_turn(self, number: int) -> None:
        """Step into a turn of the explorer, as a variation."""
        explorer = self.view.explorer
        explorer.choose(number)
        if explorer.turn is not None:
            self.review.go_to_turn(self.review.turn)
            self.try_turn(explorer.turn)
            explorer.follow()
            self.view.paint_side()

    def action_position_list(self) -> None:
        """List the games of the library that reach the shown position."""
        position = self.review.line.position_after(self.review.turn)
        self.atlantis.open(routes.LibraryRoute(f"position:'{format_position(position)}'"))

    # Comparing and copying.

    def action_compare(self) -> None:
        self.controls.compare()

    def action_copy_turn(self) -> None:
        from atlantis_core.exports.text import turn_text

        self.frame.say(*self.copy(lambda: turn_text(self.review)))

    def action_copy_board(self) -> None:
        from atlantis_core.exports.text import board_text

        shown = self.board.layout_shown
        style = shown.style if shown is not None else Style.COMPACT
        self.app.copy_to_clipboard(
            board_text(self.review, style, self.view.player_list.cast.letters)
        )
        self.frame.say(f"board ({style.value}) copied to the clipboard")

    def action_copy_code(self) -> None:
        line = self.review.line
        self.frame.say(*self.copy(lambda: format_turns(line.position_after(0), line.turns)))

    # Editing.

    def action_comment(self) -> None:
        self.run_worker(self.edits.comment())

    def action_tags(self) -> None:
        self.run_worker(self.edits.tag())

    def action_save(self) -> None:
        self.carry_out("save")

    def action_delete(self) -> None:
        self.run_worker(self.edits.delete())

    def action_promote(self) -> None:
        self.run_worker(self.edits.promote())

    def action_repair(self) -> None:
        self.run_worker(self.edits.repair())

    def action_undo(self) -> None:
        self.edits.undo()

    def action_redo(self) -> None:
        self.edits.redo()

    def action_try(self) -> None:
        """Open the screen for trying another turn."""
        if self.review.is_inside_turn:
            self.review.go_to_turn(self.review.turn - 1)
            self.view.paint()
        if not self.review.position.players or is_over(self.review.position):
            self.frame.say("the game is over here; go back to try another turn")
            return
        self.atlantis.open(routes.TryTurn(self.review, self.try_turn))

    def try_turn(self, moves: Turn) -> None:
        """Play a turn from here: adds a variation unless the turn already exists."""
        try:
            is_new = self.edits.play(moves)
        except AtlantisError as error:
            self.frame.say(str(error), "bad")
            return
        if not is_new:
            self.controls.moved(has_moved=True)
            self.frame.say("that turn already exists")

    def action_main(self) -> None:
        self.controls.moved(self.review.go_to_line(()), "this is the main line")

    def action_variation(self) -> None:
        """Enter the next variation that starts after this turn."""
        replay = self.review
        above, at = replay.tree.canonical(replay.place).path, replay.turn
        if replay.path and replay.turn == replay.path[-1].turn:
            above, at = replay.path[:-1], replay.turn - 1
        paths: list[Path] = [
            (*above, branch) for branch, _ in replay.tree.children(above) if branch.turn == at + 1
        ]
        if not paths:
            self.frame.say("no variation starts here; press t to try a turn")
            return
        after = paths.index(replay.path) + 1 if replay.path in paths else 0
        self.controls.moved(replay.go_to_line(paths[after % len(paths)]))
        if replay.line.problem:
            self.frame.say(f"this variation stops at an illegal turn: {replay.line.problem}", "bad")

    # Typing.

    def action_export(self) -> None:
        self.frame.type("export ", bars.EXPORTING)

    def action_find_text(self) -> None:
        self.frame.type("find ")

    @on(Prompt.Entered)
    def _entered(self, event: Prompt.Entered) -> None:
        self.view.paint_bars()
        if event.text:
            self.carry_out(event.text)

    def carry_out(self, text: str) -> None:
        """Run a typed line."""
        typed_lines.carry_out(self, text)

    # Help and leaving.

    @property
    def help_symbols(self) -> Sequence[KeyGroup]:
        from atlantis_tui.review.help import GROUPS

        return GROUPS

    def drops(self) -> Iterable[Callable[[], bool]]:
        view = self.view
        bots = (self.background_jobs.drop, self.analysis.drop)
        panels = view.close_history, view.close_explorer
        return (*bots, *panels, partial(view.compare, None), view.close_chart)

    def action_close(self) -> None:
        """Return to the game or previous screen; asks about unsaved changes."""
        self._leave(self._close)

    def leave_for(self, file: routes.File) -> None:
        """Leave for another file; asks about unsaved changes."""

        def leave() -> None:
            self.atlantis.go_to()
            self.atlantis.open(file)

        self._leave(leave)

    def _leave(self, leave: Callable[[], None]) -> None:
        if self.edits.has_unsaved:
            self._ask_to_leave(leave)
        else:
            leave()

    @work
    async def _ask_to_leave(self, leave: Callable[[], None]) -> None:
        if await self.edits.may_leave():
            leave()

    def _close(self) -> None:
        if self._back is not None:
            if close_once(self):
                self._back(self.edits.has_changed_turns)
        elif self.document.is_closed:
            self.atlantis.go_back()
        else:
            self.atlantis.replace(routes.Play(self.document, is_after_review=True))

    async def action_leave(self) -> None:
        """Quit; asks about unsaved changes."""
        self._leave(self.app.exit)
