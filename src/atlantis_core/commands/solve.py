"""`atlantis solve`: prove who wins a position of two players."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.positions.grid import format_moves
from atlantis_core.rules.scoring import is_over
from atlantis_core.solving.solver import DEFAULT_STATES, Proof, ProvedResult, solve
from atlantis_core.support.phrases import counted
from .command_lines import add_number, add_place
from .errors import CommandError, UsageError
from .game_files import OpenedGame, RecordAt, open_at
from .output import emit, emit_json, emit_wrapped

DESCRIPTION = """\
Prove the outcome of a position of two players under perfect play: a win, a loss,
or a draw, which is endless play that neither player can turn into a win. Prints
the line of play and the number of states in the proof. If the limit does not
suffice, says so; the exit status is 1 then (docs/solving.md)."""
EXAMPLES = """\
  atlantis solve game.json#20
  atlantis solve game.json --limit 200000
  atlantis solve game.json#20 --json      with the certificate
"""
MOST_STATES = 2_000_000


def add_arguments(parser: ArgumentParser) -> None:
    add_place(parser)
    add_number(parser, "--limit", _limit, "most states to look at", DEFAULT_STATES)
    parser.add_argument(
        "--json", action="store_true", help="print one object, with the certificate of the proof"
    )


def _limit(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MOST_STATES:
        return int(text)
    raise UsageError(f"not a limit: '{text[:20]}' (expected 1 to {MOST_STATES})")


def run(options: Namespace) -> int:
    at = open_at(options)
    if isinstance(at, RecordAt):
        raise CommandError("only games of Atlantis can be solved")
    opened, line, turn = at
    position = line.position_after(turn)
    if position.players and is_over(position):
        raise CommandError("the game is over")
    proof = solve(position, options.limit)
    if options.json:
        _emit_json(turn, position.to_move, proof)
    else:
        _emit_text(opened, position.to_move, proof)
    return opened.status or int(proof.verdict is None)


def _emit_text(opened: OpenedGame, player: int, proof: Proof) -> None:
    looked = f"{counted(proof.states, 'state')}"
    if proof.verdict is None:
        emit(f"not solved within {looked}")
        return
    result, turns = proof.verdict
    if result is ProvedResult.DRAW:
        emit(f"draw by endless play (proved, {looked})")
        return
    winner = player if result is ProvedResult.WIN else 1 - player
    emit(f"{opened.cast[winner]} wins within {counted(turns, 'turn')} (proved, {looked})")
    emit_wrapped("line: " + " / ".join(map(format_moves, proof.line)), hanging="  ")


def _emit_json(turn: int, player: int, proof: Proof) -> None:
    result, turns = proof.verdict or (None, None)
    emit_json(
        {
            "turn": turn,
            "player": player,
            "result": None if result is None else result.value,
            "turns": turns,
            "states": proof.states,
            "line": [[str(move) for move in moves] for moves in proof.line],
            "certificate": {
                notation: [found.value, length]
                for notation, (found, length) in proof.certificate.items()
            },
        }
    )
