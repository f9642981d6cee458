"""Game view shared by all play screens: shows `GameController` events around a board.

Passes keys and changes of the file to the controller. Opens no dialogs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial

from atlantis_core.seats import SeatKind
from atlantis_core.support.phrases import counted
from atlantis_tui.board.frame_player import BEATS
from atlantis_tui.board.land_lines import land_chart
from atlantis_tui.board.player_list import PlayerList, player_list_of
from atlantis_tui.game import events
from atlantis_tui.game.controller import GameController
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.events import Event, Phase, TurnBegun, TurnPlayed
from atlantis_tui.game.file_follower import FileFollower, FileState, read_state
from atlantis_tui.widgets.base_screen import BaseScreen
from atlantis_tui.widgets.key_bindings import parse_bindings
from atlantis_tui.widgets.key_line import Key
from atlantis_tui.widgets.text_lines import Row
from .bars import Mode, clock_note, game_keys, game_title, mode_of, opponent_of, plan_note
from .planning_frame import (
    HINT_KEYS,
    NO_WORDS,
    PLANNING_KEYS,
    PlanningFrame,
    Words,
    WordsWithArgument,
)
from .score_column import score_lines, short_goal
from .side import GOAL, Notes, clock_lines, side_lines

GAME_VIEW_KEYS = PLANNING_KEYS + parse_bindings("""
    More keys
    L                  show_again  Replay the turns since your last one
    less_than_sign     speed(-1)   Animation: slower
    greater_than_sign  speed(1)    Animation: faster
    o                  result      Show the result of the game
    X                  give_up     Resign, or agree on a draw
""")
"""Keys of all screens on which a game is played."""
PLAY_KEYS = (
    GAME_VIEW_KEYS
    + HINT_KEYS
    + parse_bindings("""
    More keys
    b       resume         Let the bot or agent play
    U       undo_turn      Turn: undo
    R       redo_turn      Turn: redo
    ctrl+s  save_as        Save as
    v       review         Review the game so far
    E       explore        Explorer: show what was played from here
    n       plan_explored  Explorer: plan the most frequent turn, or the next
    y,S     copy_code      Copy to the clipboard: the game as a share code
    Q       menu           Return to the start screen
""")
)
"""Keys of the play screen, which has more than that of remote players."""
_OFFER = "; press L to replay the turns since yours"
_FileChanged = Callable[[FileState], None]


class GameView:
    """The frame of a game, and its file watch; created when its screen is composed."""

    def __init__(  # noqa: PLR0913 -- what differs between screens
        self,
        screen: BaseScreen,
        controller: GameController,
        react: Callable[[Event | None], None],
        *,
        placeholder: str,
        always: Sequence[Key],
        words: Words,
        words_with_argument: WordsWithArgument = NO_WORDS,
        polls: bool = True,
    ) -> None:
        """`react` handles an event and calls `show`. The key line always shows `always`.

        Without `polls`, the screen calls `file_watch.check` when the file may have changed.
        """
        self._screen, self._controller, self._react = screen, controller, react
        self._flow = flow = controller.flow
        self.hint_rows: Callable[[int], Sequence[Row]] = lambda _: ()
        self.explorer_rows: Callable[[int], Sequence[Row]] = lambda _: ()
        """Return rows of the side panel for its width."""
        self.goal = GOAL
        """What the side panel says before the first turn."""
        self.frame = PlanningFrame(
            screen,
            flow.document,
            words,
            self.paint,
            self._keys,
            always=always,
            placeholder=placeholder,
            words_with_argument=words_with_argument,
            shown=lambda: react(flow.advance()),
            has_scores=flow.document.game.start.players > 0,
            has_chart=flow.document.game.start.players > 0,
        )
        self.board, self.player = self.frame.board, self.frame.player
        self.board.premove_plan = controller.premove_plan
        self.file_watch = FileWatch(screen, flow.document, self._file_changed, polls=polls)
        seats, has = enumerate(flow.document.seats), flow.document.ownership.has
        persons = (n for n, seat in seats if seat.kind is SeatKind.PERSON and has(n))
        self.board.wanted = next(persons, None)

    def begin(self) -> None:
        """Start the game once the screen is mounted."""
        self.board.put_cursor(self.board.nearest_to_middle())
        self.board.focus()
        self._react(self._flow.begin())
        self.file_watch.start()
        if self._flow.document.control is not None:
            self._screen.set_interval(1, self._tick)

    def _tick(self) -> None:
        """Show the clocks; the player whose time runs out may lose."""
        if self._screen.app.screen is not self._screen:
            self._flow.clock.taken()  # a dialog or the review covers the board: decide later
            return
        event = self._controller.tick()
        self._react(event)
        if event is None and self._flow.phase in (Phase.PLANNING, Phase.WAITING):
            self.paint()

    @cached_property
    def player_list(self) -> PlayerList:
        return player_list_of(self._flow.document, self._screen)

    def forget_styles(self) -> None:
        """Compute the colours of the players again, for another theme or number of colours."""
        vars(self).pop("player_list", None)

    @property
    def mode(self) -> Mode:
        """The mode, which decides about the key line."""
        return mode_of(self._flow.phase, self.board.entry)

    # Display.

    def paint(self) -> None:
        """Update the title, the side panel and the key line."""
        frame, board, flow, mode = self.frame, self.board, self._flow, self.mode
        document = flow.document
        shown = None if flow.shown is None else flow.shown.report.end
        is_ascii = self._screen.atlantis.ascii_only
        columns, height = frame.chart_room
        if height:
            pen = self.player_list.pen(is_ascii=is_ascii)
            chart = land_chart(self.player_list, pen, document.game.positions, (columns, height))
            frame.show_chart(chart)
        if frame.has_side:
            room = frame.side_room
            hint, explorer = self.hint_rows(room[0]), self.explorer_rows(room[0])
            clocks = clock_lines(self.player_list, flow)
            notes = Notes(
                [*clocks, *hint], board.overlay, is_ascii, self.goal, explorer, height > 0
            )
            lines = side_lines(self.player_list, document.game, board.entry, room, notes, shown)
            frame.show_side(lines)
        elif frame.score_room[0]:
            room = frame.score_room
            lines = score_lines(self.player_list, document.game, board.entry, room, shown)
            frame.show_scores(lines)
        name = document.path.name if document.path else "a new game"
        # Without a side panel, the title summarises the plan and names the overlay.
        aside = [] if frame.has_side else [plan_note(board.entry, frame.width), board.overlay_note]
        named = filter(None, (clock_note(flow), *aside, name))
        frame.show_title(game_title(flow, mode, self.player_list, named, frame.width))
        frame.describe_cursor()

    def _keys(self) -> list[Key]:
        """The keys that this screen has in the present mode."""
        keys = game_keys(self.mode, self.board.keys(), opponent_of(self._flow))
        return [key for key in keys if self._can(key)]

    def _can(self, key: Key) -> bool:
        """Whether the screen has the action of a key; that of remote players has fewer."""
        place, _, action = key[2].partition(".")
        return place != "screen" or hasattr(self._screen, f"action_{action.partition('(')[0]}")

    def show(self, event: Event | None) -> None:
        """Show an event. With animation off, showing a turn calls `react` before it returns."""
        self._end_premove(event)
        match event:
            case TurnPlayed():
                self.file_watch.start()  # a game may get its file with a turn
                self.frame.show_turn(event.report, self._flow.document.cast)
            case TurnBegun():
                self._let_plan(event)
            case events.ThoughtWanted() | events.Waiting() | events.GameOver():
                self._rest(event.said)
            case events.NotSaved():
                self._let_retry()
            case events.ReloadWanted():
                self._let_retry()
                self.reload()
            case events.Refused():
                self.frame.say(event.reason)
            case events.FileTrouble():
                self.frame.say(event.said, "bad")
            case events.FileHeld():
                self._screen.notify(f"{counted(event.turns, 'new turn')} in the game", markup=False)
            case events.Interrupted():
                self.player.stop()
                self.frame.say("")
                self._react(event.following)

    def _end_premove(self, event: Event | None) -> None:
        """Let the controller keep the moves of a premove if the bot has moved or stopped."""
        entry, keeps = self.board.entry, (events.Refused, events.FileTrouble, events.FileHeld)
        is_over = event is not None and not isinstance(event, keeps)
        if is_over and entry is not None and entry.is_premove:
            self._controller.keep_premove(entry)
            self.board.rest(self._flow.document.game.position)

    def _let_plan(self, event: TurnBegun) -> None:
        if event.is_after_thought:
            turn = self._flow.document.game.turn_number + 1
            self._screen.atlantis.alert(f"turn {turn}: your turn")
        self.board.wanted = event.plan.position.to_move
        plan, of_premove = self._controller.with_premove(event.plan)
        self.board.plan(plan, event.recent, event.recent_moves)
        if plan.moves != event.plan.moves:
            self._flow.document.store_plan(plan)
        self.paint()
        is_first_look = event.recent is not None and not event.is_after_thought
        is_shared = self._flow.document.ownership.is_shared
        is_told = self.frame.has_side or self._flow.document.game.turns
        goal = "" if is_told else short_goal(self.frame.message_width)
        said = "; ".join(filter(None, (of_premove, event.said))) or goal
        self.frame.say(f"{said}{_OFFER if is_shared and is_first_look else ''}")
        self._set_window_title("your turn")

    def _let_retry(self) -> None:
        """Show the plan whose save has failed; for a bot's turn, an empty one."""
        if self.board.entry is None and self._flow.phase in (Phase.PLANNING, Phase.PAUSED):
            self.board.plan(self._flow.document.recall_plan())
        self.paint()

    def _rest(self, said: str) -> None:
        """Show the position and disable turn entry."""
        self.board.why_not = self._flow.why_not
        self.board.rest(self._flow.document.game.position)
        if self._controller.has_premove:
            self.board.begin_premove()
        self.paint()
        self.frame.say(said)
        self._set_window_title(said)

    def _set_window_title(self, said: str) -> None:
        """In a shared game, show in the title of the terminal whose turn it is."""
        if self._flow.document.ownership.is_shared:
            self._screen.atlantis.set_window_title(f"{said} - Atlantis" if said else "Atlantis")

    # Keys and the file.

    def stop(self) -> bool:
        """Stop a bot or an animation; returns whether there was one."""
        event = self._controller.stop()
        self._react(event)
        return event is not None

    def reload(self) -> None:
        """Continue from the file as it is now."""
        self.file_watch.look(partial(self._file_changed, is_requested=True))

    def _file_changed(self, state: FileState, *, is_requested: bool = False) -> None:
        if is_requested and self._controller.is_outdated(state):
            self.reload()
            return
        is_covered = self._screen.app.screen is not self._screen
        event = self._controller.file_changed(
            state, len(self.board.moves), is_requested=is_requested, is_covered=is_covered
        )
        self._react(event)

    def resume(self) -> None:
        """Resume after a covering screen closes; apply deferred changes of the file."""
        self.player.resume()
        self._react(self._controller.uncovered(len(self.board.moves)))

    def change_speed(self, by: int) -> None:
        """Change the animation speed within its limits."""
        app = self._screen.atlantis
        speed = min(max(app.options.speed + by, min(BEATS)), max(BEATS))
        app.set_options(replace(app.options, speed=speed))
        self.frame.say(f"animation speed {speed} of {max(BEATS)}")


class FileWatch:
    """Follows the file of a document; changes arrive among the messages of the screen."""

    def __init__(
        self,
        screen: BaseScreen,
        document: GameDocument,
        changed: _FileChanged,
        *,
        polls: bool = True,
    ) -> None:
        self._screen, self._document, self._changed = screen, document, changed
        self._polls = polls
        self._follower: FileFollower | None = None

    def start(self) -> None:
        """Follow the present file, if the document has one."""
        path = self._document.path
        if path is None or (self._follower is not None and self._follower.path == path):
            return
        self.stop()
        changed = partial(self._screen.call_later, self._changed)
        self._follower = FileFollower(path, changed, polls=self._polls)
        self._follower.start()

    def stop(self) -> None:
        if self._follower is not None:
            self._follower.stop()
            self._follower = None

    def check(self) -> None:
        """Read the file if it has changed since it was last read."""
        if self._follower is not None:
            self._follower.look()

    def look(self, found: _FileChanged) -> None:
        """Read the file now, in a thread, for `found` instead of `changed`."""
        path = self._document.path
        if path is not None:
            call = self._screen.call_later
            self._screen.run_worker(lambda: call(found, read_state(path)), thread=True)
