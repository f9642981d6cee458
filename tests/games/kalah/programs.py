"""Small agents for tests, as command lines of this interpreter."""

from __future__ import annotations

import shlex
import sys

_TOOLS = """
import os, signal, subprocess, sys, time
def say(line):
    sys.stdout.write(line + "\\n")
    sys.stdout.flush()
def hear():
    return sys.stdin.readline().rstrip("\\n")
def first_hole(state, side):
    numbers = [int(number) for number in state.split(",")]
    half = len(numbers) // 2
    row = numbers[half:-1] if side == "South" else numbers[:half - 1]
    return next(number for number, count in enumerate(row, 1) if count)
"""
_WALKER = """
side, heard = "", 0
while True:
    line = hear()
    if line in ("", "END"):
        break
    name, *rest = line.split(";")
    if name == "START":
        side = rest[0]
        if side == "South":
            say("MOVE;{first}")
        continue
    heard += 1
    if rest[0] == "SWAP":
        side = "North" if side == "South" else "South"
    if rest[2] == "YOU":
        if {swaps} and heard == 1 and side == "North":
            side = "South"
            say("SWAP")
        else:
            say("MOVE;%d" % first_hole(rest[1], side))
"""


def python_agent(body: str) -> str:
    """An agent that runs this code; it has `say`, `hear` and `first_hole`."""
    return shlex.join([sys.executable, "-S", "-c", _TOOLS + body])


def walker(first: int = 1, *, swaps: bool = False) -> str:
    """Always empties its first non-empty hole; swaps if allowed and `swaps` is set."""
    return python_agent(_WALKER.format(first=first, swaps=swaps))


def our_agent(effort: int, *options: str) -> str:
    """The command `atlantis kalah agent`."""
    arguments = ["-m", "atlantis_core", "kalah", "agent", "--effort", str(effort), *options]
    return shlex.join([sys.executable, *arguments])
