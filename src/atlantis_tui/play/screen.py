"""Play screen: connects the controller of a game to its view, the bots and the dialogs.

Dialogs are imported when they open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from textual import on, work
from textual.app import ComposeResult

from atlantis_core.review.places import Place
from atlantis_core.review.variations import MAIN
from atlantis_core.rules.share_code import format_game, is_share_code, parse_game
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.safe_text import showable
from atlantis_tui import routes
from atlantis_tui.board.planning_board import PlanningBoard
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import (
    ConsentWanted,
    Event,
    GameOver,
    Interrupted,
    NotSaved,
    PassDoubted,
    Phase,
    ThoughtWanted,
    TurnBegun,
    TurnPlayed,
)
from atlantis_tui.game.hints import Hints
from atlantis_tui.game.new_games import rematch_of, rematch_order
from atlantis_tui.game.results import find_result
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.game.typed_commands import Command, Word
from atlantis_tui.routes import ReviewTask, StoryChoice
from atlantis_tui.settings.folders import parse_path
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.save_questions import ConflictChoice, SaveQuestions
from .bars import ANYWHERE, HOSTING, Mode
from .explorer_panel import ExplorerPanel
from .game_view import PLAY_KEYS, GameView
from .hint_panel import HintPanel
from .questions import PassAnswer, ask_to_pass, confirmed_pass

PLACEHOLDER = "b2-b4, pass, undo, goto c5, zoom 2, save as FILE, quit"
_LEAVE = "leave"


class PlayScreen(BaseScreen):
    """A game of people at one keyboard, bots and agents."""

    BINDINGS = PLAY_KEYS

    def __init__(self, document: GameDocument, *, is_after_review: bool = False) -> None:
        super().__init__()
        self.document = document
        self.controller = GameController(document, is_after_review=is_after_review)
        self.flow = self.controller.flow
        self.thinker = Thinker()
        self.hints = Hints(self.thinker)

    def compose(self) -> ComposeResult:
        self.view = view = GameView(
            self,
            self.controller,
            self.react,
            placeholder=PLACEHOLDER,
            always=(*HOSTING, *ANYWHERE) if self.atlantis.is_hosting else ANYWHERE,
            words={
                Word.END: self.action_end_turn,
                Word.PASS: self._pass,
                Word.UNDO: self._undo,
                Word.REDO: self.action_redo_turn,
                Word.HINT: self.action_hint,
                Word.RESIGN: self.action_give_up,
                Word.DRAW: self.action_give_up,
                Word.PAUSE: lambda: self.react(self.flow.toggle_pause()),
                Word.QUIT: self._quit,
            },
            words_with_argument={
                Word.SPEED: self._set_speed,
                Word.THEME: self._set_theme,
                Word.SAVE: lambda command: self.questions.save(command.argument),
                Word.OPEN: self._open,
            },
        )
        self.board, self.frame, self.player = view.board, view.frame, view.player
        self.hints_panel = HintPanel(
            self.frame, self.board, self.hints, self.document, self._hint_changed
        )
        self.file_watch = view.file_watch
        self.explorer = ExplorerPanel(self, self.frame, self.board, self.document, view.paint)
        view.hint_rows, view.explorer_rows = self.hints_panel.rows, self.explorer.rows
        self.questions = SaveQuestions(
            self, self.document, self.frame.say, moved=self._moved, closing=self._close
        )
        yield self.frame

    def on_mount(self) -> None:
        self.view.begin()
        if self.document.is_read_only and self.document.path is not None:
            name = self.document.path.name
            self.frame.say(f"'{name}' stays unchanged: your next turn is saved to a new file")

    def on_unmount(self) -> None:
        self.atlantis.leave_game(self.document)
        self.file_watch.stop()
        self.thinker.close()

    def on_screen_resume(self) -> None:
        self.view.resume()
        self.atlantis.enter_game(self.document)

    def show_changes(self) -> None:
        self.view.forget_styles()
        super().show_changes()

    @property
    def shown_mode(self) -> Mode:
        return self.view.mode

    # Events.

    @on(PlanningBoard.EntryChanged)
    def _planned(self, event: PlanningBoard.EntryChanged) -> None:
        if event.is_plan:
            self.controller.is_after_review = False

    def _hint_changed(self) -> None:
        self.board.paint()
        self.view.paint()

    def react(self, event: Event | None) -> None:
        """Handle an event of the controller."""
        match event:
            case TurnPlayed():
                self.thinker.watch(self.document.game)
                self.hints.hide()
            case TurnBegun():
                further = "; press U to undo the last turn" if self.document.game.can_undo else ""
                self.board.nothing_to_take_back = f"no moves planned{further}"
                self.hints.hide()
            case ThoughtWanted():
                self._think(event)
            case GameOver():
                self.thinker.end_game()
                self._record_result()
                self.call_later(self.action_result)
            case Interrupted(was_thinking=True):
                self.thinker.cancel()
            case NotSaved():
                self._saving_failed(event)
            case PassDoubted():
                self._ask_to_pass(event)
            case ConsentWanted():
                self._ask_for_consent(event)
        self.view.show(event)
        self.explorer.follow()

    def _record_result(self) -> None:
        from atlantis_tui.game.finished_games import record_result

        if self.document.is_closed and (problem := record_result(self.document)):
            self.notify(problem, severity="warning", markup=False)

    @work(exclusive=True, group="thinking")
    async def _think(self, wanted: ThoughtWanted) -> None:
        # The screen may be closed before the bot answers; ignore the answer then.
        try:
            turn = await self.thinker.choose(wanted.seat, self.document.game)
        except AtlantisError as error:
            if self.is_attached:
                self.react(self.flow.failed(wanted, error))
        else:
            if self.is_attached:
                self.react(self.flow.answered(wanted, turn))

    @work
    async def _saving_failed(self, event: NotSaved) -> None:
        self.frame.say(event.said, "bad")
        if not event.is_conflict:
            return
        comfort = "Your planned turn is kept."
        match await self.questions.settle_conflict(event.error, comfort, can_take_over=True):
            case ConflictChoice.TAKEN_OVER:
                self.view.reload()
            case ConflictChoice.OVERWRITTEN:
                self.frame.say(f"file overwritten; {self.flow.retry_words}")
            case ConflictChoice.LEFT:
                pass

    @work
    async def _ask_for_consent(self, wanted: ConsentWanted) -> None:
        from atlantis_tui.play.consent import RUN, ConsentDialog

        dialog = ConsentDialog(wanted.player, wanted.seat.name, self.size)
        event = None
        if await self.app.push_screen_wait(dialog) == RUN:
            event = self.flow.consented(wanted)
        if event is None:
            said = "program not started; play its turn yourself, or press b to see it again"
            self.frame.say(said)
        self.react(event)

    # Keys.

    def drops(self) -> Iterable[Callable[[], bool]]:
        return self.board.drop, self.hints_panel.drop, self.view.stop, self.explorer.close

    def _pass(self) -> None:
        self.board.clear()
        self.action_end_turn(is_pass_typed=True)

    def action_end_turn(self, *, is_pass_typed: bool = False) -> None:
        shown = self.hints.shown
        is_advised = shown is not None and not shown.turn
        event = self.controller.end_turn(
            self.board.entry,
            confirms_pass=self.atlantis.options.ask_pass,
            is_pass_meant=is_pass_typed or is_advised,
            is_move_hinted=shown is not None and bool(shown.turn),
        )
        self.react(event)

    @work
    async def _ask_to_pass(self, doubted: PassDoubted) -> None:
        is_hinted = doubted.is_move_hinted
        hinted = ((self.key_of("hint", "h"), "plan the hint", PassAnswer.HINT),)
        answer = await ask_to_pass(self, doubted, hinted if is_hinted else ())
        entry = self.board.entry
        if answer is PassAnswer.HINT and entry is doubted.entry:
            self.hints_panel.ask()
        self.react(confirmed_pass(self.controller, doubted, entry, answer))

    def action_resume(self) -> None:
        """Let a paused bot or agent play; ask first if only the file names it."""
        self.react(self.flow.resume())

    def action_show_again(self) -> None:
        self.react(self.flow.show_again())

    def action_undo_turn(self) -> None:
        self.react(self.controller.undo())

    def action_redo_turn(self) -> None:
        self.react(self.controller.redo())

    def action_hint(self) -> None:
        self.hints_panel.ask()

    def action_next_hint(self) -> None:
        self.hints_panel.ask_next()

    def action_explore(self) -> None:
        self.explorer.toggle()

    def action_plan_explored(self) -> None:
        self.explorer.plan_next()

    def action_pick_turn(self, number: int) -> None:
        self.explorer.plan(number)

    def action_skip(self) -> None:
        self.player.skip()

    def action_speed(self, by: int) -> None:
        self.view.change_speed(by)

    def action_toggle_side(self) -> None:
        super().action_toggle_side()
        self.hints_panel.repeat()

    # Dialogs and other screens.

    def action_help(self) -> None:
        from atlantis_tui.play.help import help_lines

        self.show_page("Help", partial(help_lines, self.help_keys, self.shown_mode))

    @work
    async def action_give_up(self) -> None:
        from atlantis_tui.play.questions import ask_to_end

        self.react(await ask_to_end(self, self.controller))

    def action_result(self) -> None:
        """Show the story of the finished game."""
        ending = find_result(self.document)
        if ending is None or not ending.ranking:
            self.frame.say("the game is not over")
        else:
            self.atlantis.open(routes.StoryRoute(self.document, ending, self._go_on))

    def _go_on(self, choice: StoryChoice, turn: int | None) -> None:
        """Do what the user has chosen on the story screen."""
        match choice:
            case StoryChoice.BOARD:
                pass
            case StoryChoice.REVIEW:
                self._open_review(turn, back=self._back_to_story)
            case StoryChoice.RETRY:
                self._open_review(turn, ReviewTask.RETRY, self._back_to_story)
            case StoryChoice.REMATCH:
                self._play_again()
            case StoryChoice.SAME_SEATS:
                self._play_again(keeps_seats=True)
            case StoryChoice.NEW_GAME:
                self.atlantis.open(routes.Page.NEW)
            case StoryChoice.START_SCREEN:
                self.action_menu()

    def _play_again(self, *, keeps_seats: bool = False) -> None:
        """Start a rematch, which remote players can join."""
        over = self.document
        again = rematch_of(over, keeps_seats=keeps_seats)
        order = [*range(len(over.seats))] if keeps_seats else rematch_order(over)
        try:
            self.atlantis.offer_rematch(over, again, order)
        except (OSError, AtlantisError) as error:
            self.frame.say(f"no rematch: {showable(str(error))}", "bad")
            return
        self._close()
        self.atlantis.replace(routes.Play(again))

    def action_copy_code(self) -> None:
        self.view.frame.say(*self.copy(lambda: format_game(self.document.game)))

    def action_review(self) -> None:
        """Review the game; the plan of this turn stays as it is."""
        if self.flow.phase is not Phase.SHOWING:
            self._open_review()

    def _open_review(
        self,
        turn: int | None = None,
        task: ReviewTask = ReviewTask.NONE,
        back: Callable[[bool], None] | None = None,
    ) -> None:
        at = None if turn is None else Place(MAIN, turn)
        self.atlantis.open(routes.Review(self.document, at, back or self._reviewed, task))

    def _back_to_story(self, has_changed_turns: bool) -> None:
        self._reviewed(has_changed_turns)
        if not has_changed_turns and self.document.is_closed:
            self.call_later(self.action_result)

    def _reviewed(self, has_changed_turns: bool) -> None:
        self.controller.is_after_review = True
        if has_changed_turns:
            self.react(self.flow.begin())

    # Typing.

    def _undo(self) -> None:
        """Remove a planned move if there is one, else undo the last turn."""
        if self.board.moves:
            self.board.action_take_back()
        else:
            self.action_undo_turn()

    def _set_speed(self, command: Command) -> None:
        self.action_speed(command.numbers()[0] - self.atlantis.options.speed)

    def _set_theme(self, command: Command) -> None:
        name = command.argument
        if name not in self.app.available_themes:
            known = ", ".join(sorted(self.app.available_themes))
            self.frame.say(f"no such theme: '{name}' (expected one of {known})", "bad")
        else:
            self.atlantis.set_options(replace(self.atlantis.options, theme=name))

    def _moved(self) -> None:
        """Follow the new file of the game."""
        if self.board.entry is not None and not self.board.entry.is_premove:
            self.document.store_plan(self.board.entry.plan)
        self.file_watch.start()
        self.view.paint()

    # Leaving.

    async def action_leave(self) -> None:
        """Quit; ask first if unsaved turns would be lost, or remote players are concerned."""
        self._quit()

    def _quit(self) -> None:
        self._leave(self.app.exit, "Remote players will be disconnected until you host it again.")

    def action_menu(self) -> None:
        """Return to the start screen; asks first like `action_leave`."""
        consequence = "Bots will stop, and remote players will wait, until you open it again."
        self._leave(self._go_to_start, consequence)

    @work
    async def _leave(self, leave: Callable[[], None], consequence: str) -> None:
        if self.atlantis.is_hosting and not self.atlantis.named.is_unseen:
            answer = await self.ask(
                "Leave the game that you host?",
                [(consequence,)],
                ("l", "leave", _LEAVE),
                ("enter", "stay", ""),
            )
            if answer != _LEAVE:
                return
        self.questions.leave(leave)

    def action_close(self) -> None:
        """Say how to leave: Escape cancels what is in progress, and often comes once too often."""
        self.frame.say(f"press {self.key_of('leave-game', 'Q')} to leave the game")

    def _close(self) -> None:
        self.file_watch.stop()
        self.flow.close()
        self.thinker.close()

    def _open(self, command: Command) -> None:
        """Leave for another file or the game of a share code, unless the code is damaged."""
        wanted = command.argument
        if not wanted:
            raise NotationError(wanted, "file", "a name or a share code")
        if is_share_code(wanted):
            parse_game(wanted)
        path = Path(wanted) if is_share_code(wanted) else parse_path(wanted)

        def leave() -> None:
            self._go_to_start()
            self.atlantis.open(routes.File(path))

        self._leave(leave, "Bots will stop, and remote players will wait, until you open it again.")

    def _go_to_start(self) -> None:
        self.atlantis.leave_game(self.document)  # which may stay below the start screen
        self.atlantis.go_to()
