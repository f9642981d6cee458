"""Generates the files in `transcripts/`: `python -m tests.transcript.make_samples`.

Boards and starts come from the engine, games from the recorded ones, variations from a seeded
random generator. The tests generate everything again and compare, so a change of the canonical
layout shows up in the samples. `transcripts/README.md` is written by hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from atlantis_core import (
    Field,
    Game,
    Move,
    Position,
    Shape,
    legal_moves,
    play_turn,
    standard_board,
    traditional_start,
)
from atlantis_core.json_text.frozen import JsonScalar
from atlantis_core.support.colors import DEFAULT_PALETTE
from atlantis_core.transcript import (
    Annotations,
    Format,
    FrozenMap,
    Player,
    Transcript,
    Variation,
    dumps,
    replay,
)
from tests.recorded_games import RecordedGame, recorded_game
from training.starts import free_start

FOLDER = Path(__file__).parents[2] / "transcripts"
OTHER_GAMES = ("hsn", "kalah", "maps", "tafl")
"""Folders with files of other games."""
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva", "Finn")
BOARDS = (
    (Shape.TRIANGLE, 4),
    (Shape.TRIANGLE, 6),
    (Shape.RHOMBUS, 3),
    (Shape.RHOMBUS, 4),
    (Shape.HEXAGON, 2),
    (Shape.HEXAGON, 3),
    (Shape.HEXAGON, 5),
)
STARTS = ((Shape.TRIANGLE, 6), (Shape.RHOMBUS, 4), (Shape.HEXAGON, 3))
FREE_SEED = 5
"""Gives three islands with 35 to 42 fields each."""
GAMES = {
    "hexagon-2-3-players": "g08_hexagon2_3p_rrc",
    "hexagon-3-2-players": "g06_hexagon3_2p_cr",
    "hexagon-3-3-players": "g04_hexagon3_3p_ccc",
    "hexagon-3-6-players": "28_hexagon3_6p",
    "triangle-4-3-players": "g10_triangle4_3p_rcc",
    "odd-board-2-players": "f23_2p",
    "odd-board-4-players": "f04_4p",
    "odd-board-6-players": "f11_6p",
}
UNFINISHED = {
    "triangle-6-3-players": ("g02_triangle6_3p_ccc", 31),
    "triangle-6-2-players-first-turn": ("g00_triangle6_2p_cr", 1),
    "odd-board-5-players": ("f02_5p", 60),
}


def samples() -> Iterator[tuple[str, str]]:
    """Path below `transcripts/` and text of every sample."""
    for path, transcript in _boards():
        yield f"{path}.json", dumps(transcript)
    for name, recorded in GAMES.items():
        yield f"games/{name}.json", dumps(of_recorded(recorded_game(recorded)))
    for name, (recorded, turns) in UNFINISHED.items():
        transcript = of_recorded(recorded_game(recorded))
        yield f"unfinished/{name}.json", dumps(transcript.with_turns(transcript.turns[:turns]))
    yield "annotated/triangle-4-3-players.json", dumps(annotated_game())
    yield "old-format/triangle-4-3-players.txt", dumps(_commented_game(), Format.TEXT)
    yield "old-format/craters.txt", dumps(_start_with_craters(), Format.TEXT)


def _boards() -> Iterator[tuple[str, Transcript]]:
    for shape, side in BOARDS:
        yield (
            f"boards/{shape.value}-{side}",
            Transcript(_sorted_segments(standard_board(shape, side).segments)),
        )
    for shape, side in STARTS:
        for players in range(2, 7):
            start = traditional_start(shape, side, players)
            yield f"starts/{shape.value}-{side}-{players}-players", of_position(start).as_start()
    dummy = of_position(traditional_start(Shape.TRIANGLE, 6, 3, dummies=[2]))
    seated = dummy.with_player(2, name="dummy").with_annotations(
        Annotations(extra=FrozenMap({"seats": ("person", "person", "dummy")}))
    )
    yield "starts/triangle-6-2-players-and-a-dummy", seated.as_start()
    large = traditional_start(Shape.HEXAGON, 5, 6)
    yield "starts/hexagon-5-6-players", of_position(large).as_start()
    islands = free_start(2, random.Random(FREE_SEED))
    yield "starts/three-islands-2-players", of_position(islands).as_start()
    middle = Game(*_start_and_turns("g06_hexagon3_2p_cr")).position_after(32)
    yield "starts/growing-and-dead-fields", of_position(middle).as_start()


def of_position(position: Position) -> Transcript:
    stacks = [position.stacks(player) for player in range(position.players)]
    return Transcript(_sorted_segments(position.board.segments), _players(stacks))


def of_recorded(game: RecordedGame) -> Transcript:
    segments = _sorted_segments([[Field(*field) for field in part] for part in game.segments])
    stacks = [{Field(*field): value for field, value in own.items()} for own in game.stacks]
    return Transcript(segments, _players(stacks), tuple(_moves(turn.moves) for turn in game.turns))


def _moves(pairs: Sequence[tuple[tuple[int, int], tuple[int, int]]]) -> tuple[Move, ...]:
    return tuple(Move(Field(*source), Field(*destination)) for source, destination in pairs)


def _sorted_segments(
    segments: Sequence[Sequence[Field]],
) -> tuple[tuple[Field, ...], ...]:
    return tuple(tuple(sorted(segment)) for segment in segments)


def _players(stacks: Sequence[dict[Field, int]]) -> tuple[Player, ...]:
    return tuple(
        Player(FrozenMap(own), name, color)
        for own, name, color in zip(stacks, NAMES, DEFAULT_PALETTE, strict=False)
    )


def _start_and_turns(name: str) -> tuple[Position, tuple[tuple[Move, ...], ...]]:
    transcript = of_recorded(recorded_game(name))
    return replay(transcript.with_turns([])).start, transcript.turns


def _commented_game() -> Transcript:
    game = of_recorded(recorded_game("g10_triangle4_3p_rcc"))
    for turn, comment in (
        (1, "Ada opens towards the middle."),
        (8, "(Forced, more or less.)"),
        (len(game.turns), 'Ben: "well played".\nEva was not there.'),
    ):
        game = game.with_comment(turn, comment)
    return game


def annotated_game() -> Transcript:
    """A game with every kind of annotation."""
    game = _commented_game()
    positions = replay(game).positions
    dice = random.Random(7)
    first = _variation(positions[11], 12, 4, dice)
    inner = _variation(_after(positions[11], first.turns[:2]), 14, 2, dice)
    deepest = _variation(_after(positions[11], (*first.turns[:2], inner.turns[0])), 15, 1, dice)
    second = _variation(positions[11], 12, 1, dice)
    inner = Variation(inner.turn, inner.turns, FrozenMap({14: "or so"}), (deepest,))
    first = Variation(first.turn, first.turns, FrozenMap({12: "Bolder."}), (inner,))
    other = _variation(positions[29], 30, 2, dice)
    tags: dict[str, JsonScalar] = {
        "event": "Sample games",
        "date": "2024-05-17",
        "place": "Delft",
        "round": 2,
        "result": "0-8-0",
    }
    annotations = Annotations(
        tags=FrozenMap(tags),
        comments=FrozenMap({0: "Everybody begins in a corner.", **game.annotations.comments}),
        variations=(first, second, other),
        clocks=tuple(10 + turn * 7 % 40 for turn in range(len(game.turns))),
    )
    return game.with_annotations(annotations)


def _after(position: Position, turns: Sequence[tuple[Move, ...]]) -> Position:
    for turn in turns:
        position = play_turn(position, turn)
    return position


def _variation(position: Position, turn: int, length: int, dice: random.Random) -> Variation:
    turns = []
    for _ in range(length):
        moves = legal_moves(position)
        turns.append((dice.choice(moves),) if moves else ())
        position = play_turn(position, turns[-1])
    return Variation(turn, tuple(turns))


def _start_with_craters() -> Transcript:
    start = of_position(traditional_start(Shape.HEXAGON, 2, 2))
    free = [field for field in start.fields() if not any(field in p.stacks for p in start.players)]
    first, second = start.players
    dead = {**first.stacks, **dict.fromkeys(free[3:6], 0)}
    return start.with_players([Player(FrozenMap(dead), first.name, first.color), second])


def main() -> None:
    for path, text in samples():
        file = FOLDER / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
