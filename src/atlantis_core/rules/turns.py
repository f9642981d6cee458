"""The rules of a turn: which moves are legal, and what a turn does (R3 to R5).

Only `_judge` decides whether a move is legal. `play_turn` is the fast way to the next position;
`report_turn` also reports every step. Neither checks whether the game is already over: `Game`
does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from atlantis_core.engine import surface
from atlantis_core.engine.values import Step
from atlantis_core.positions import encoding
from atlantis_core.positions.encoding import FieldState
from atlantis_core.positions.events import (
    Elimination,
    Explosion,
    Impact,
    MoveEvent,
    Stage,
    TurnReport,
    Wave,
)
from atlantis_core.positions.grid import Field, Move, parse_move, parse_moves, way_of
from atlantis_core.positions.mechanics import MutablePosition, TurnReplay, volatile_indices
from atlantis_core.positions.position import Contents, Position
from atlantis_core.support.errors import IllegalMoveError, NotationError, Rule, UnknownPlayerError
from atlantis_core.support.phrases import counted


class Violation(NamedTuple):
    """The rule that a move breaks and the field where it does."""

    rule: Rule
    field: Field


def legal_moves(position: Position, earlier: Iterable[Move] = ()) -> tuple[Move, ...]:
    """All legal moves of the player to move, after earlier moves of the same turn.

    Sorted by row and column of the source, then direction, then distance.
    """
    moves = position.ask(surface.moves, position.tall)
    if not earlier:
        return moves
    segment_of = position.board.segment_of
    used = {segment_of(move.source) for move in earlier}
    return tuple([move for move in moves if segment_of(move.source) not in used])


def legal_moves_from(position: Position, source: Field) -> Iterator[Move]:
    """The legal moves from one field at the start of a turn, by direction and distance."""
    board, cells = position.board, position.cells
    index = board.find(source)
    if index is None or not encoding.own_stack_flags(position.to_move)[cells[index]]:
        return
    reach = _height(position, index)
    for offset in board.offsets:
        for there in range(index + offset, index + (reach + 1) * offset, offset):
            if not encoding.OPEN[cells[there]]:
                break
            yield Move(source, board.field_at[there])


def _height(position: Position, index: int) -> int:
    """The height of a stack on an open field at the start of the turn."""
    height = position.cells[index] & encoding.STONES
    return position.tall_at(index)[index] if height == encoding.TALL else height


def check_move(position: Position, move: Move, earlier: Iterable[Move] = ()) -> None:
    """Raise IllegalMoveError if the player to move may not make this move now.

    `earlier` are the moves already made in the same turn; they are assumed to be legal.
    """
    used = {position.board.segment_of(before.source): before for before in earlier}
    judged = _judge(position, move, used)
    if isinstance(judged, Violation):
        raise _illegal(position, move, judged, used)


def is_legal(position: Position, move: Move, earlier: Iterable[Move] = ()) -> bool:
    """Like `check_move`, as a boolean."""
    used = {position.board.segment_of(before.source): before for before in earlier}
    return not isinstance(_judge(position, move, used), Violation)


def as_turn(moves: Iterable[Move | str] | str) -> tuple[Move, ...]:
    """The moves of a turn, given as moves or in notation (``b2-b4 c5-c6``, or single moves)."""
    if isinstance(moves, str):
        return parse_moves(moves)
    turn = moves if type(moves) is tuple else tuple(moves)
    for move in turn:  # quicker than a generator: bots come here for every position
        if type(move) is not Move:
            return tuple([_read_move(move) for move in turn])
    return turn  # type: ignore[return-value]


def _read_move(move: object) -> Move:
    if isinstance(move, Move):
        return move
    if isinstance(move, str):
        return parse_move(move)
    raise NotationError(str(move), "move", "a Move, for example parse_move('b2-b4')")


def check_turn(position: Position, moves: Iterable[Move | str] | str) -> None:
    """Raise IllegalMoveError for the first move of the turn that is not legal."""
    _check_turn(position, as_turn(moves))


def find_illegal_moves(
    position: Position, moves: Iterable[Move]
) -> Iterator[tuple[int, IllegalMoveError]]:
    """Every move of a turn that is not legal, by its index; later moves are judged without it."""
    used: dict[int, Move] = {}
    for number, move in enumerate(moves):
        step = _judge(position, move, used)
        if isinstance(step, Violation):
            yield number, _illegal(position, move, step, used)
        else:
            used[position.board.segment_at[step[0]]] = move


def play_turn(position: Position, moves: Iterable[Move | str] | str) -> Position:
    """The position after a whole turn of the player to move: movement, explosion, growth."""
    turn = as_turn(moves)
    after = position.ask(surface.turn, turn)
    if after is None:
        return play_steps(position, _check_turn(position, turn))
    return position.followed_by(*after)


def play_steps(position: Position, steps: Iterable[Step]) -> Position:
    """The position after a turn. Does not check whether the steps are legal."""
    current = MutablePosition(position)
    for source, offset, distance in steps:
        current.move(source, offset, distance)
    for _ in current.explode():
        pass
    current.grow()
    return current.freeze(_next_player(position))


def moved_bytes(position: Position, steps: Iterable[Step]) -> tuple[bytes, bytes]:
    """The bytes after legal steps, before the explosions, for the engine.

    Lowers stacks that are too tall for their byte; they explode in the same way.
    """
    current = MutablePosition(position)
    for source, offset, distance in steps:
        current.move(source, offset, distance)
    return bytes(current.cells).translate(encoding.WITHOUT_TALL), bytes(current.open_neighbours)


def report_turn(position: Position, moves: Iterable[Move | str] | str) -> TurnReport:
    """Like `play_turn`, but returns a report of every step."""
    turn = as_turn(moves)
    steps = _check_turn(position, turn)
    current, replay = MutablePosition(position), TurnReplay(position, steps)
    stages = (Stage(replay, number) for number in count(1))
    made = tuple(
        _report_move(current, move, step, next(stages))
        for move, step in zip(turn, steps, strict=True)
    )
    waves = tuple(_report_waves(current, stages))
    before_growth = bytes(current.cells)
    current.grow()
    # In most turns nothing grows; comparing every field of a large board would be most of the cost.
    fields = position.board.field_at if current.cells != before_growth else ()
    grown = (index for index in fields if current.cells[index] != before_growth[index])
    return TurnReport(
        player=position.to_move,
        start=position,
        moves=made,
        waves=waves,
        grown=tuple(sorted(position.board.field_at[index] for index in grown)),
        end=current.freeze(_next_player(position)),
    )


def volatile_fields(position: Position, player: int | None = None) -> tuple[Field, ...]:
    """The fields that would explode if the player (default: the one to move) ended a turn now."""
    chosen = position.to_move if player is None else player
    position.check_player(chosen)
    found = volatile_indices(position.board, position.cells, position.open_neighbours, chosen)
    return tuple(position.board.field_at[index] for index in found)


def _next_player(position: Position) -> int:
    return (position.to_move + 1) % position.players


def _check_turn(position: Position, moves: Sequence[Move]) -> list[Step]:
    if not position.players:
        raise UnknownPlayerError(0, 0)
    used: dict[int, Move] = {}
    steps = []
    for move in moves:
        step = _judge(position, move, used)
        if isinstance(step, Violation):
            raise _illegal(position, move, step, used)
        used[position.board.segment_at[step[0]]] = move
        steps.append(step)
    return steps


def _judge(position: Position, move: Move, used: dict[int, Move]) -> Step | Violation:
    """The move as a step, or the first condition of R3.1 that it violates.

    `used` maps segments to the earlier moves that started in them.
    """
    board, cells = position.board, position.cells
    source = board.find(move.source)
    if source is None:
        return Violation(Rule.SOURCE_EXISTS, move.source)
    code = cells[source]
    if not encoding.OPEN[code]:
        return Violation(Rule.SOURCE_OPEN, move.source)
    if code >> encoding.OWNER_SHIFT != position.to_move + 1:
        return Violation(Rule.OWN_STONES, move.source)
    (x, y), (to_x, to_y) = move
    dx, dy = to_x - x, to_y - y
    if not (dx or dy) or (dx and dy and dx != dy):
        return Violation(Rule.STRAIGHT_LINE, move.destination)
    distance = max(abs(dx), abs(dy))
    if distance > _height(position, source):
        return Violation(Rule.DISTANCE, move.destination)
    offset = dx // distance + dy // distance * board.width
    for there in range(source + offset, source + (distance + 1) * offset, offset):
        if not encoding.OPEN[cells[there]]:
            rule = Rule.WAY_EXISTS if cells[there] == encoding.NOWHERE else Rule.WAY_OPEN
            return Violation(rule, way_of(move)[(there - source) // offset])
    if used and board.segment_at[source] in used:
        return Violation(Rule.ONE_PER_SEGMENT, move.source)
    return source, offset, distance


def _illegal(
    position: Position, move: Move, violation: Violation, used: dict[int, Move]
) -> IllegalMoveError:
    rule, field = violation
    if rule in (Rule.STRAIGHT_LINE, Rule.DISTANCE) and move.destination not in position.board:
        explained = f"no such field: {move.destination} is not on this board"
    else:
        explained = _explain(position, move, violation, used)
    return IllegalMoveError(move, rule, field, explained)


def _explain(position: Position, move: Move, violation: Violation, used: dict[int, Move]) -> str:
    """A sentence for the player: what is wrong, and the rule."""
    rule, field = violation
    match rule:
        case Rule.SOURCE_EXISTS:
            return f"there is no field {field} on this board"
        case Rule.SOURCE_OPEN | Rule.WAY_OPEN:
            return f"{field} is {_state_word(position, field)}; {rule.value}"
        case Rule.OWN_STONES:
            return f"{_occupation(position, field)}; {rule.value}"
        case Rule.STRAIGHT_LINE if move.source == move.destination:
            return f"the move starts and ends on {field}; {rule.value}"
        case Rule.STRAIGHT_LINE:
            return f"no straight line leads from {move.source} to {field}; {rule.value}"
        case Rule.DISTANCE:
            return _explain_distance(position, move)
        case Rule.WAY_EXISTS:
            return f"there is no field {field} on this board; {rule.value}"
        case Rule.ONE_PER_SEGMENT:
            earlier = used[position.board.segment_of(field)]
            return f"{earlier} already started in the segment of {field}; {rule.value}"


def _explain_distance(position: Position, move: Move) -> str:
    distance = len(way_of(move)) - 1
    stones = counted(position[move.source].stones, "stone")
    return (
        f"{move.destination} is {distance} steps from {move.source}, which held {stones} "
        f"at the start of the turn; {Rule.DISTANCE.value}"
    )


def _state_word(position: Position, field: Field) -> str:
    return "growing" if position[field].state is FieldState.GROWING else "dead"


def _occupation(position: Position, field: Field) -> str:
    """Whose stones were there at the start of the turn: arrivals cannot leave again (R3.2)."""
    player = position[field].player
    if player is None:
        return f"there were no stones on {field} at the start of the turn"
    return f"the stones on {field} are player {player + 1}'s"


def _report_move(current: MutablePosition, move: Move, step: Step, stage: Stage) -> MoveEvent:
    source, offset, distance = step
    way = range(source + offset, source + (distance + 1) * offset, offset)
    owners = {index: (current.cells[index] >> encoding.OWNER_SHIFT) - 1 for index in way}
    landed, losses = current.move(*step)
    field_at = current.board.field_at
    eliminations = tuple(
        Elimination(field_at[index], owners[index], lost) for index, lost in losses
    )
    return MoveEvent(move, distance, eliminations, landed, stage)


def _report_waves(current: MutablePosition, stages: Iterator[Stage]) -> Iterator[Wave]:
    waves = current.explode()
    exploding = next(waves, None)
    while exploding is not None:
        explosions, sources = _report_explosions(current, sorted(exploding))
        before = {index: current.contents(index) for index in sorted(sources)}
        exploding = next(waves, None)  # the generator applies this wave before it yields the next
        impacts = tuple(
            _report_impact(current, index, held, sources[index]) for index, held in before.items()
        )
        yield Wave(explosions, impacts, next(stages))


def _report_explosions(
    current: MutablePosition, exploding: Sequence[int]
) -> tuple[tuple[Explosion, ...], dict[int, list[Field]]]:
    """The explosions of the next wave, and for each field they reach, their fields."""
    cells, field_at, together = current.cells, current.board.field_at, set(exploding)
    sources: dict[int, list[Field]] = {}
    explosions = []
    for index in exploding:
        hit = [
            index + offset
            for offset in current.board.offsets
            if encoding.OPEN[cells[index + offset]] and index + offset not in together
        ]
        for there in hit:
            sources.setdefault(there, []).append(field_at[index])
        held = current.contents(index)
        targets = tuple(field_at[there] for there in hit)
        explosions.append(Explosion(field_at[index], held.state, held.stones, targets))
    return tuple(explosions), sources


def _report_impact(
    current: MutablePosition, index: int, held: Contents, sources: list[Field]
) -> Impact:
    is_opponents = held.player is not None and held.player != current.player
    eliminated = min(held.stones, len(sources)) if is_opponents else 0
    gained = len(sources) - eliminated
    field, after = current.board.field_at[index], current.contents(index)
    return Impact(field, tuple(sources), held, after, gained, eliminated)
