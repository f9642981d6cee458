"""The menu of a conversation: new games, files, exercises, other games, options."""

from __future__ import annotations

from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from atlantis_core.dialogue.verbs import DialogueError, Lines, Verb, Vocabulary
from atlantis_core.games.levels import LEVEL_NAMES
from atlantis_core.learning.collection import puzzle_of_the_day, puzzles_of_level
from atlantis_core.learning.exercises import Exercise, Level
from atlantis_core.learning.library import puzzles, tutorial
from atlantis_core.rules.share_code import is_share_code
from atlantis_core.support.diagnostics import Diagnostic
from atlantis_core.support.safe_text import showable
from atlantis_tui.game.document import GameDocument
from atlantis_tui.game.new_games import (
    DEFAULT_BOARD,
    begin_game,
    choose_file,
    shared_game,
)
from atlantis_tui.learn.own_puzzles import find_own_puzzles, load_own_puzzles
from atlantis_tui.learn.progress import first_unsolved, load_solved
from atlantis_tui.settings.folders import games_folder, parse_path
from atlantis_tui.settings.kept_lists import load_recent, remember
from atlantis_tui.settings.options import (
    NAMES,
    Options,
    apply,
    default_path,
    load_options,
    save_options,
)
from atlantis_tui.start.opened_file import (
    BrokenFile,
    ExerciseFile,
    OtherGame,
    SeveralGames,
    StartingBoard,
    open_path,
)
from atlantis_tui.start.summaries import summarise
from .board_questions import tell_rules
from .conversation import MOST_LISTED, Talk, Topic, required_number
from .exercise_topic import EXERCISE, ExerciseTopic
from .game_topic import GAME, GameTopic

DEFAULT_SEATS = ("person", "bot")


class MenuTopic(Topic):
    """The bottom of every conversation of a local user."""

    is_menu = True

    def __init__(self, talk: Talk) -> None:
        super().__init__(talk)
        self.vocabulary = MENU

    def greet(self) -> Lines:
        return ["Atlantis. Type 'new', 'learn', 'rules', 'puzzles', 'games' or 'open FILE'."]

    def guess(self, line: str) -> Lines:
        """Open the game of a share code."""
        if is_share_code(line):
            return self.open_game(shared_game(line))
        word = line.split(maxsplit=1)[0] if line else ""
        if any(word == verb.name for verb in (*GAME, *EXERCISE)):
            raise DialogueError(f"'{word}' works in a game (type 'new', 'continue' or 'open FILE')")
        return super().guess(line)

    def new(self, text: str) -> Lines:
        """``new hexagon:3 person bot:greedy``; other games by their names."""
        board, *seats = text.split() or [DEFAULT_BOARD]
        from atlantis_tui.other_games.new_games import begin_other_game, is_other_game

        if not is_other_game(board):
            return self.open_game(begin_game(board, seats or DEFAULT_SEATS))
        from atlantis_tui.other_games.seats import parse_record_seat
        from .other_game_topic import OtherGameTopic

        taken = [parse_record_seat(seat) for seat in seats or DEFAULT_SEATS]
        document = begin_other_game(board, taken)
        return self.talk.open(OtherGameTopic(self.talk, document, taken))

    def open(self, text: str) -> Lines:
        """Open a file, a share code, or a line of the last list."""
        if not text:
            raise DialogueError("expected a file, a share code, or a number of 'games'")
        if is_share_code(text):
            return self.open_game(shared_game(text))
        listed = self.talk.listed
        if text.isdigit() and listed:
            number = required_number(text, len(listed), "a line of the list")
            return self.open_path(listed[number - 1])
        return self.open_path(parse_path(text))

    def open_path(self, path: Path, own: str | None = None) -> Lines:
        """Open a file; `own` names the seats that this window plays."""
        opened = open_path(path)
        match opened:
            case BrokenFile():
                document = GameDocument.broken(path, opened.diagnostics)
                if document is None:
                    raise DialogueError(_first_error(opened.diagnostics))
                return self.open_game(document)
            case SeveralGames():
                name = showable(str(path))
                raise DialogueError(f"several games (choose one by its line: 'open {name}:1')")
            case ExerciseFile():
                return self._exercises(opened.exercises(), "")
            case OtherGame():
                from atlantis_tui.other_games.seats import recall_seats
                from .other_game_topic import OtherGameTopic

                seats = recall_seats(path) or ()
                return self.talk.open(OtherGameTopic(self.talk, opened.document, seats))
            case StartingBoard():
                transcript = opened.document.transcript
                document = GameDocument.new(
                    opened.document.game.start,
                    names=[player.name for player in transcript.players],
                    colors=[player.color for player in transcript.players],
                    seats=opened.document.seats,
                )
                if document.game.start.players:
                    choose_file(document, path.stem)
                return self.open_game(document)
            case _:
                remember(path)
                document = opened.document
                if own is not None:
                    from atlantis_tui.game.ownership import parse_ownership

                    document.ownership = parse_ownership(own, document.cast.names)
                return self.open_game(document)

    def open_game(self, document: GameDocument) -> Lines:
        if not document.game.start.players:
            raise DialogueError("this board has no players yet (set it up in the app)")
        asks_pass = load_options(default_path()).options.ask_pass
        return self.talk.open(GameTopic(self.talk, document, asks_pass=asks_pass))

    def games(self, text: str) -> Lines:
        """Recent games and those of the games folder whose names contain a word.

        Only the games that the list shows are read.
        """
        folder = games_folder()
        stored = sorted(folder.iterdir(), reverse=True) if folder.is_dir() else []
        known = dict.fromkeys((*load_recent(), *(path for path in stored if path.is_file())))
        word = text.lower()
        paths = [path for path in known if word in path.name.lower()]
        if not paths:
            return [f"no game with '{showable(text, 40)}' in its name" if text else "no games yet"]
        found = [(path, _described(path)) for path in paths[:MOST_LISTED]]
        found += [(path, "") for path in paths[MOST_LISTED:]]
        return [*self.talk.list_games(found), "type 'open NUMBER'"]

    def library(self, text: str) -> Lines:
        """Index games, or search the index by words and conditions."""
        from .library_answers import index_games, search_games

        word, _, rest = text.partition(" ")
        if word == "add":
            return index_games(rest.strip())
        found = search_games(text)
        if not found:
            raise DialogueError(
                "no such game in the index ('library add' indexes your games);"
                " a player without a name is found by file, board or date, not by colour"
            )
        return [*self.talk.list_games(found), "type 'open NUMBER'"]

    def continue_(self, _: str) -> Lines:
        recent = load_recent()
        if not recent:
            raise DialogueError("no recent game (type 'new')")
        return self.open_path(recent[0])

    def learn(self, text: str) -> Lines:
        return self._exercises(tutorial(), text)

    def puzzles(self, text: str) -> Lines:
        return self._exercises(puzzles(), text)

    def found(self, text: str) -> Lines:
        """The puzzles of a level that a program has found and proved."""
        level = required_number(text or "1", len(Level), "a level")
        return self._exercises(puzzles_of_level(Level(level)), "")

    def day(self, _: str) -> Lines:
        today = datetime.now().astimezone().date()
        return self.talk.open(ExerciseTopic(self.talk, (puzzle_of_the_day(today),)))

    def own(self, text: str) -> Lines:
        """Puzzles from the user's games; searches for them the first time, or on request."""
        if text not in ("", "find"):
            raise DialogueError("expected 'own' or 'own find'")
        if text or not load_own_puzzles():
            find_own_puzzles()
        found = load_own_puzzles()
        if not found:
            raise DialogueError("no puzzle found in your games")
        return self._exercises(found, "")

    def _exercises(self, exercises: tuple[Exercise, ...], text: str) -> Lines:
        """Begin with the exercise of a number, or the first unsolved one."""
        if text:
            first = required_number(text, len(exercises), "an exercise") - 1
        else:
            first = first_unsolved(exercises, load_solved())
        return self.talk.open(ExerciseTopic(self.talk, exercises, first))

    def others(self, text: str) -> Lines:
        """List the other games, or begin one."""
        from atlantis_core.games.registry import all_entries
        from atlantis_tui.other_games.new_games import is_other_game

        if text and is_other_game(text.split(maxsplit=1)[0]):
            return self.new(text)
        if text:
            games = ", ".join(entry.name for entry in all_entries() if entry.load().variants())
            raise DialogueError(f"not a game: '{showable(text, 40)}' (expected one of {games})")
        rows = [
            f"new {entry.name}:{variant.name}: {entry.title}, {variant.description}"
            for entry in all_entries()
            for variant in entry.load().variants()
        ]
        return [showable(row, 200) for row in rows]

    def bots(self, _: str) -> Lines:
        from atlantis_core.bots.registry import BOTS

        return [f"bot:{name}: {bot.description}" for name, bot in BOTS.items()]

    def options(self, text: str) -> Lines:
        """List the options of the app, or set one: ``options ask_pass false``."""
        loaded = load_options(default_path()).options
        if not text:
            return [f"{name}: {_value(loaded, name)}" for name in NAMES]
        name, _, value = text.partition(" ")
        if name not in NAMES:
            raise DialogueError(_unknown_option(name))
        if not value:
            return [f"{name}: {_value(loaded, name)}"]
        new = _literal(value.strip())
        if isinstance(getattr(loaded, name), bool) and not isinstance(new, bool):
            raise DialogueError(f"not on or off: '{showable(value, 40)}'")
        changed = apply(loaded, {name: new}, "options")
        if changed.problems:
            raise DialogueError(changed.problems[0])
        save_options(changed.options, default_path())
        return [f"{name}: {_value(changed.options, name)}"]


def _unknown_option(name: str) -> str:
    close = get_close_matches(name.lower()[:20], NAMES, n=1)
    hint = f" (did you mean '{close[0]}'?)" if close else " (type 'options' for all)"
    return f"no such option: '{showable(name, 40)}'{hint}"


def _literal(text: str) -> object:
    words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
    return words.get(text.lower(), int(text) if text.isdecimal() and len(text) < 4 else text)


def _value(options: Options, name: str) -> str:
    value = getattr(options, name)
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(getattr(value, "value", value))


def _described(path: Path) -> str:
    """``kalah-1.kalah: Kalah, 7 holes with 7 seeds each, second player to move, 3 steps``."""
    lines = summarise(path).lines
    return showable(f"{path.name}: {', '.join(lines[1:] or lines)}", 300)


def _first_error(diagnostics: tuple[Diagnostic, ...]) -> str:
    wrong = next((problem for problem in diagnostics if problem.is_error), None)
    if wrong is None:
        return "this file has nothing to play"
    return f"line {wrong.line}: {wrong.message}"


MENU: Vocabulary[Any] = Vocabulary((
    Verb("new n", "[BOARD [SEATS]]",
         "start a game: new hexagon:3 person bot:greedy; seats as 'bots' lists them, or person",
         MenuTopic.new),
    Verb("open o", "FILE|CODE|NUMBER", "open a file, a share code or a listed game",
         MenuTopic.open),
    Verb("continue c", "", "open the last game", MenuTopic.continue_),
    Verb("games g", "[WORD]", "list your games, those with a word in their name", MenuTopic.games),
    Verb("library", "[add [FOLDER] | WORDS]",
         "search the index of games: Ann, player:Ann, winner:Ann, board:hexagon:2, since:2026-01,"
         " is:finished; 'library add' indexes your games",
         MenuTopic.library),
    Verb("learn l", "[NUMBER]", "the lessons, from the first unsolved one", MenuTopic.learn),
    Verb("puzzles puzzle p", "[NUMBER]", "the puzzles, from the first unsolved one",
         MenuTopic.puzzles),
    Verb("found", "[1|2|3|4]", "puzzles of a level, found and proved by a program",
         MenuTopic.found),
    Verb("day", "", "the puzzle of the day", MenuTopic.day),
    Verb("own", "[find]", "puzzles from your own games; 'own find' searches again",
         MenuTopic.own),
    Verb("rules", "", "how the game is played", tell_rules),
    Verb("others", "[GAME [SEATS]]",
         "list the other games, or start one: others kalah:6x4 person bot:gentle; levels of bots:"
         f" {', '.join(LEVEL_NAMES)}",
         MenuTopic.others),
    Verb("bots", "", "list the bots", MenuTopic.bots),
    Verb("options", "[NAME [VALUE]]", "read or set an option of the app", MenuTopic.options),
))  # fmt: skip
