"""`atlantis hsn`: describe states in Hexil State Notation, and compare two of them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.games.hsn.game import HsnPosition
from atlantis_core.games.hsn.model import State
from atlantis_core.games.hsn.words import differences, explain
from .addresses import parse_address
from .errors import UsageError
from .inputs import STANDARD_STREAM
from .other_games import choose_step, open_other_game, open_record, wrong_game
from .output import emit, emit_wrapped

DESCRIPTION = """\
Explain and compare states in Hexil State Notation (HSN). 'explain' describes every
part of a state; 'diff' lists what changed between two states, from two files or two
steps of one. In a file with several states, FILE#N selects one, counting from 0;
without a number 'explain' describes all of them and 'diff' uses the last."""
EXAMPLES = """\
  atlantis hsn explain state.hsn
  atlantis hsn diff before.hsn after.hsn
  atlantis hsn diff game.hsn#0 game.hsn#1
"""


def add_arguments(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    explained = actions.add_parser("explain", help="describe a state", allow_abbrev=False)
    explained.add_argument(
        "file", metavar="FILE[#N]", help="a file of states; '-' is standard input"
    )
    compared = actions.add_parser("diff", help="list what changed", allow_abbrev=False)
    compared.add_argument("before", metavar="A[#N]", help="the state before")
    compared.add_argument("after", metavar="B[#N]", help="the state after")


def run(options: Namespace) -> int:
    if options.action == "explain":
        return _explain(options.file)
    return _diff(options.before, options.after)


def _explain(text: str) -> int:
    step, states, status = _open(text)
    chosen = range(len(states)) if step is None else (step,)
    for number in chosen:
        if len(states) > 1:
            emit(f"state {number}:")
        for sentence in explain(states[number]):
            indent = " " * (len(sentence) - len(sentence.lstrip()))
            emit_wrapped(sentence.lstrip(), indent, f"{indent}    ")
    return status


def _diff(before: str, after: str) -> int:
    if parse_address(before).path == parse_address(after).path == STANDARD_STREAM:
        raise UsageError("only one of the two states can come from standard input")
    pairs = [_open(before), _open(after)]
    one, other = (states[-1 if step is None else step] for step, states, _ in pairs)
    lines = list(differences(one, other))
    for line in lines or ["no difference"]:
        emit_wrapped(line, "", "    ")
    return max(status for _, _, status in pairs)


def _open(text: str) -> tuple[int | None, list[State], int]:
    """The requested step, if any, all states, and the exit status."""
    at = open_other_game(text, "HSN")
    record, status = open_record(at)
    positions = [record.position(step) for step in range(record.last_step + 1)]
    states = [position.state for position in positions if isinstance(position, HsnPosition)]
    if len(states) != len(positions):
        raise wrong_game(at, "HSN")
    step = None if at.step is None else choose_step(record, at.step)
    return step, states, status
