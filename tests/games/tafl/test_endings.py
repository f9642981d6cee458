"""Every way to end a game decides one that was written by hand, and the oracle agrees.

Random games hardly ever end by a fort, an enclosure or surrounding, and never contain guards or
mercenaries. A board is drawn as players see it, the highest rank first, as in ``starti``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from atlantis_core.games.tafl.play import Ending, legal_moves, play_move, start_position
from atlantis_core.games.tafl.rules_text import parse_rules
from tests.games.tafl import oracle
from tests.games.tafl.test_against_oracle import check_same, format_move, oracle_move


class Written(NamedTuple):
    """`end` is the winner and the ending; None if the game goes on after the moves."""

    name: str
    rules: str
    board: str
    moves: str
    end: tuple[str, Ending] | None


FORT = """
    t.....t
    .......
    .......
    T......
    .......
    .TTT...
    TK..T..
"""
EDGE_FORTS = [
    # The king moves between c1 and d1 behind three men: attackers cannot reach a post.
    Written(
        "edge fort",
        "efe:y atkf:n",
        FORT,
        "a4-b4",
        ("defenders", Ending.EDGE_FORT),
    ),
    Written(
        "edge fort without the rule",
        "efe:n atkf:n",
        FORT,
        "a4-b4",
        None,
    ),
    Written(
        "edge fort closed by the last man",
        "efe:y atkf:n",
        """
        t.....t
        .......
        .......
        .T.....
        .......
        ..TT...
        TK..T..
        """,
        "b4-b3 g7-g6 b3-b2",
        ("defenders", Ending.EDGE_FORT),
    ),
    Written(
        "edge fort in which the king cannot move",
        "efe:y atkf:n",
        """
        t.....t
        .......
        .......
        T......
        .......
        ..T....
        .TKT...
        """,
        "a4-b4",
        None,
    ),
    Written(
        "edge fort with an attacker inside",
        "efe:y atkf:n sw:n",
        """
        t.....t
        .......
        .......
        T......
        ..TTT..
        .T.t.T.
        .TK..T.
        """,
        "a4-b4",
        None,
    ),
]
ENCLOSURES = [
    # The defenders in the corner have no empty space beside them; neither side needs to move them.
    Written(
        "enclosed in a corner",
        "surf:n esc:c cor: ks:w",
        """
        .......
        .......
        ....t..
        .......
        tt.....
        TTt....
        KTt....
        """,
        "e5-d5",
        ("attackers", Ending.ENCLOSED),
    ),
    Written(
        "one empty space is left",
        "surf:n esc:c cor: ks:w",
        """
        .......
        .......
        ....t..
        .......
        tt.....
        TTt....
        K.Tt...
        """,
        "e5-d5",
        None,
    ),
]
RING = """
    .......
    ..ttt..
    .t...t.
    .t.K.t.
    .tT..t.
    ..tt...
    .....t.
"""
JUMPER = """
    .......
    ..t....
    .tKt...
    .t.t...
    .tCt...
    ..t..t.
    .......
"""
SURROUNDINGS = [
    Written("surrounded", "surf:y", RING, "f1-e1 c3-d3 e1-e2", ("attackers", Ending.SURROUNDED)),
    Written("surrounding has no effect", "surf:n", RING, "f1-e1 c3-d3 e1-e2", None),
    Written("a gap in the ring", "surf:y", RING, "f1-b1 c3-d3 b1-b2", None),
    # The commander can jump over the ring to the edge.
    Written("a jump to the edge", "surf:y cen: cj:j", JUMPER, "f2-e2", None),
    Written(
        "no jump to the edge",
        "surf:y cen: cj:n",
        JUMPER,
        "f2-e2",
        ("attackers", Ending.SURROUNDED),
    ),
]
GUARDED = """
    .......
    .......
    .Tg.T..
    .......
    .....K.
    .......
    .......
"""
BESIDE_GUARD = """
    .......
    .......
    .gK.t..
    .......
    .......
    T......
    .......
"""
GUARDS = [
    Written("a guard is not captured", "atkf:n", GUARDED, "e5-d5", None),
    Written(
        "a man is captured",
        "atkf:n",
        GUARDED.replace("g", "t"),
        "e5-d5",
        ("defenders", Ending.NO_ATTACKERS),
    ),
    Written("a guard does not capture", "ks:w", BESIDE_GUARD, "e5-d5", None),
    Written(
        "a man captures",
        "ks:w",
        BESIDE_GUARD.replace("g", "t"),
        "e5-d5",
        ("attackers", Ending.KING_CAPTURED),
    ),
]
MERCENARIES = [
    Written(
        "the last attacker changes sides",
        "atkf:n",
        GUARDED.replace("g", "m"),
        "e5-d5",
        ("defenders", Ending.NO_ATTACKERS),
    ),
    Written(
        "a mercenary captures its former side",
        "atkf:n",
        """
        .......
        .......
        .Tm.T..
        .......
        .....K.
        ....t..
        ..T....
        """,
        "e5-d5 e2-c2 c5-c3",
        ("defenders", Ending.NO_ATTACKERS),
    ),
    Written(
        "a mercenary captures its former king",
        "ks:w",
        """
        .......
        ......T
        .tM....
        ..K....
        ......t
        .......
        ...t...
        """,
        "g3-g4 g6-f6 g4-g5 f6-f7 g5-d5 f7-e7 d1-d3 e7-f7 d3-c3",
        ("attackers", Ending.KING_CAPTURED),
    ),
]
GAMES = [*EDGE_FORTS, *ENCLOSURES, *SURROUNDINGS, *GUARDS, *MERCENARIES]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_endings(game: Written) -> None:
    record = f"dim:7 {game.rules} starti:{rows(game.board)}"
    position = start_position(parse_rules(record))
    state = oracle.begin(oracle.read_laws(record))
    check_same(position, state, record)
    for text in game.moves.split():
        [move] = [move for move in legal_moves(position) if format_move(move, 7) == text]
        position, state = play_move(position, move), oracle.play(state, oracle_move(move, 7))
        check_same(position, state, record)
    outcome = position.outcome
    found = outcome and (outcome.winner and outcome.winner.value, outcome.ending)
    assert found == game.end, str(position)


def rows(board: str) -> str:
    """The drawing as rows of the notation: ``/t5t/7/...``."""
    filled = [re.sub(r"\.+", lambda blanks: str(len(blanks[0])), row) for row in board.split()]
    return f"/{'/'.join(filled)}/"
