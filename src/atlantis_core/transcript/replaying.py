"""Replays transcripts: the only module that applies the rules to files.

Illegal moves become diagnostics with turn, player, move, rule and position in the text. After
the first illegal turn the position is unknown, so later turns are only checked for moves that
are illegal in every position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atlantis_core.json_text.frozen import FrozenMap
from atlantis_core.json_text.places import KeyAt, Path, Problem, Problems, locate_problems
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import (
    Field,
    Move,
    format_segment,
    line_between,
    parse_field,
    segment_fields,
)
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game
from atlantis_core.rules.turns import find_illegal_moves, legal_moves_from
from atlantis_core.support.colors import default_colors
from atlantis_core.support.diagnostics import Severity
from atlantis_core.support.errors import GameOverError, IllegalMoveError, Rule, SetupError
from atlantis_core.support.safe_text import showable
from .errors import TranscriptError
from .likely_causes import likely_cause
from .model import Player, Transcript, Turn, Turns, Variation
from .suggestions import suggest_field, suggest_place

_MOST_SHOWN = 6
"""Most legal moves in a hint."""


def transcribe(game: Game) -> Transcript:
    """A transcript of a game, without names and in the default colours."""
    start = game.start
    colors = default_colors([None] * start.players)
    players = (
        Player(FrozenMap(start.stacks(seat)), color=color) for seat, color in enumerate(colors)
    )
    return Transcript(start.board.segments, tuple(players), game.turns)


def replay(transcript: Transcript) -> Game:
    """The game of a transcript after its last turn; a board file gives a game without players.

    Raises TranscriptError with all illegal moves of the first illegal turn, and the game up to
    that turn.
    """
    problems = Problems()
    game = _play(transcript, transcript.turns, problems)
    if game is None or problems.has_errors:
        raise transcript_error(transcript, problems, game)
    return game


def transcript_error(
    transcript: Transcript, problems: Problems, game: Game | None = None
) -> TranscriptError:
    """The problems as an error, with positions if the transcript has a source."""
    source = transcript.source
    if source is None:
        return TranscriptError(locate_problems(problems, "transcript", "", None), None, game)
    return TranscriptError(source.locate(problems), source, game)


def find_replay_problems(transcript: Transcript, playable: int, problems: Problems) -> None:
    """Add all illegal moves of the playable turns and of variations to the problems."""
    turns = transcript.turns
    game = _play(transcript, turns[:playable], problems)
    if game is not None:
        _Judge(transcript, problems).report_impossible(game.start.board, turns, playable)
        _try_variations(transcript, game, problems)


def _play(transcript: Transcript, turns: Turns, problems: Problems) -> Game | None:
    try:
        board = Board(transcript.segments)
        game = Game(Position.setup(board, [player.stacks for player in transcript.players]))
    except SetupError as error:
        problems.extend(Problem(Severity.ERROR, (), text) for text in error.problems)
        return None
    if turns and not transcript.players:
        problems.error(_turn_path(transcript, 0), "turns need players")
        return game
    most = game.most_turns
    if len(turns) > most:
        message = f"a game of {len(turns)} turns is too long for a board of this size"
        problems.error(_turn_path(transcript, most), message, f"expected at most {most}")
        return game
    try:
        for turn in turns:
            game.play(turn)
    except IllegalMoveError:
        _Judge(transcript, problems).report_turns(game.position, turns, game.turn_number)
    except GameOverError:
        # An earlier, reported error may have ended the game too early.
        if not problems.has_errors:
            _report_over(transcript, game.turn_number, problems)
    return game


def _report_over(transcript: Transcript, number: int, problems: Problems) -> None:
    if not number:
        message = "turn 1: this setup ends the game before the first turn"
        hint = "check 'players' first: is a player or a stack missing?"
    else:
        message = f"turn {number + 1}: by the rules the game was over after turn {number}"
        hint = "either an earlier turn is wrong, or this one must be removed"
    problems.error(_turn_path(transcript, number), message, hint)


def _turn_path(transcript: Transcript, turn: int) -> Path:
    source = transcript.source
    return ("turns", turn) if source is None else source.turn_path(turn)


class _Judge:
    """Reports illegal moves of one transcript."""

    def __init__(self, transcript: Transcript, problems: Problems) -> None:
        self._transcript = transcript
        self._problems = problems

    def report_turns(self, position: Position, turns: Turns, first: int) -> None:
        """Report illegal moves of turn `first`, from 0, and impossible ones of later turns."""
        cause = "" if self._problems.is_full else likely_cause(position, turns, first)
        for at, error in find_illegal_moves(position, turns[first]):
            if (centre := self._misspelt_stack(position.board, first, error)) is not None:
                self._report_stack(centre, first, error)
                break
            path = (*_turn_path(self._transcript, first), at)
            player = self._player(first)
            message = f"turn {first + 1} ({player}), move {at + 1}: {error}"
            hint = cause or ("" if self._problems.is_full else _hint(position, error))
            self._problems.error(path, message, hint)
            if cause:  # the rest of the turn follows from the same slip
                break
        self.report_impossible(position.board, turns, first + 1)

    def _misspelt_stack(self, board: Board, turn: int, error: IllegalMoveError) -> Field | None:
        """The field with stones whose segment is probably meant: the first turn moves from it."""
        source = error.move.source
        if turn >= len(self._transcript.players):
            return None
        stacks = self._transcript.players[turn].stacks
        for field in stacks:
            fields = segment_fields(field)
            if source in fields and source not in stacks and len(stacks.keys() & set(fields)) == 1:
                return field if all(each in board for each in fields) else None
        return None

    def _report_stack(self, centre: Field, turn: int, error: IllegalMoveError) -> None:
        path: Path = ("players", turn, "stacks", str(centre))
        message = (
            f"player {turn + 1} has stones on {centre}, but moves from {error.move.source} "
            f"in turn {turn + 1}"
        )
        hint = f'did you mean "{format_segment(centre)}", a segment of seven fields?'
        self._problems.error(KeyAt(path), message, hint)

    def report_impossible(self, board: Board, turns: Turns, first: int) -> None:
        """Report moves that are illegal in every position, from turn `first` on."""
        for number in range(first, len(turns)):
            if self._problems.is_full:
                return
            for at, why in find_impossible_moves(board, turns[number]):
                path = (*_turn_path(self._transcript, number), at)
                player = self._player(number)
                self._problems.error(path, f"turn {number + 1} ({player}), move {at + 1}: {why}")

    def _player(self, turn: int) -> str:
        number = turn % len(self._transcript.players)
        name = self._transcript.players[number].name
        return f"player {number + 1}, {showable(name, 30)}" if name else f"player {number + 1}"


def find_impossible_moves(board: Board, turn: Turn) -> Iterator[tuple[int, str]]:
    """The moves of a turn that are illegal in every position on this board."""
    for at, move in enumerate(turn):
        beside = [field for field in move if field not in board]
        if beside:
            yield at, f"illegal move '{move}': there is no field {beside[0]} on this board"
        elif line_between(move) is None:
            yield at, f"illegal move '{move}': {Rule.STRAIGHT_LINE.value}"


def _hint(position: Position, error: IllegalMoveError) -> str:
    board, move, rule = position.board, error.move, error.rule
    meant = _without_minus(move)
    if meant != move and all(field in board for field in meant):
        return f"did you mean '{meant}'?"
    if rule in (Rule.SOURCE_EXISTS, Rule.WAY_EXISTS):
        beside = [field for field in move if field not in board]
        if beside:
            fields = frozenset(board)
            return suggest_field(str(beside[0]), fields) or suggest_place(beside[0], fields)
    legal = [str(found) for found in legal_moves_from(position, move.source)]
    if not legal or rule is Rule.ONE_PER_SEGMENT:
        return ""
    more = f" and {len(legal) - _MOST_SHOWN} more" if len(legal) > _MOST_SHOWN else ""
    return f"legal from {move.source}: {', '.join(legal[:_MOST_SHOWN])}{more}"


def _without_minus(move: Move) -> Move:
    """A move such as `b2--b4`, read as if its fields had no minus."""
    source, destination = (parse_field(str(field).replace("-", "")) for field in move)
    return Move(source, destination)


def _try_variations(transcript: Transcript, game: Game, problems: Problems) -> None:
    """Warn of illegal variations. Together they may be as long as a game."""
    path: Path = ("annotations", "variations")
    variations = transcript.annotations.variations
    most = game.most_turns
    if (count := sum(map(_count_turns, variations))) > most:
        message = f"{count} turns of variations, too many to check on a board of this size"
        problems.warn(path, message, f"expected at most {most}")
        return
    positions = game.positions
    for index, variation in enumerate(variations):
        _try_variation(variation, (*path, index), 0, positions, problems)


def _count_turns(variation: Variation) -> int:
    return len(variation.turns) + sum(map(_count_turns, variation.variations))


def _try_variation(
    variation: Variation,
    path: Path,
    before: int,
    positions: Sequence[Position],
    problems: Problems,
) -> None:
    """Warn of an illegal variation. `positions` are those of its parent line after the turn
    `before` and the following ones.
    """
    at = variation.turn - 1 - before
    if not 0 <= at < len(positions):
        # The parent line ends early because of a reported error.
        return
    game = Game(positions[at])
    for index, turn in enumerate(variation.turns):
        why = _refusal(game, turn)
        if why:
            message = f"the variation cannot be played: turn {variation.turn + index}: {why}"
            problems.warn((*path, "turns", index), message)
            break
    for index, inner in enumerate(variation.variations):
        below = (*path, "variations", index)
        _try_variation(inner, below, variation.turn - 1, game.positions, problems)


def _refusal(game: Game, turn: Turn) -> str:
    """Play a turn. Returns the reason if it is illegal, else an empty string."""
    try:
        game.play(turn)
    except (IllegalMoveError, GameOverError) as error:
        return str(error)
    return ""
