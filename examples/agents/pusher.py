#!/usr/bin/env python3
"""A complete agent for Atlantis with nothing but Python's standard library.

It gathers its stones on the fields that explode soonest: for each segment it looks at every
legal move and plays the one whose destination comes closest to exploding. It is no strong player,
but it shows everything that an agent needs: reading the messages, knowing the board and the
state, finding legal moves, answering. Run it with

    atlantis match random 'agent:python3 examples/agents/pusher.py' --board hexagon:2 --games 10
"""

import json
import re
import sys

STEPS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def read_field(name):
    """'c5' is (3, 5), 'aa1' is (27, 1); on boards of older programs '-b-1' is (-1, -1)."""
    minus, letters, number = re.fullmatch(r"(-?)([a-z]+)(-?[0-9]+)", name).groups()
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return 1 - column if minus else column, int(number)


class Agent:
    def __init__(self, start):
        _, seat, _, document = start.split(";", 3)
        self.seat = int(seat) - 1
        self.names = {}  # the name of every field of the board
        self.segments = []  # each a list of fields
        for segment in json.loads(document)["segments"]:
            fields = [read_field(name) for name in segment]
            self.names.update(zip(fields, segment, strict=True))
            self.segments.append(fields)

    def read_state(self, state):
        """Which fields are open, and the open stacks of every player."""
        self.open = set(self.names)
        self.stacks = []
        for part in state.split("|"):
            own = {}
            for entry in filter(None, part.split(",")):
                name, value = entry.split(":")
                field, stones = read_field(name), int(value)
                if stones > 0:
                    own[field] = stones
                else:  # growing or dead
                    self.open.discard(field)
            self.stacks.append(own)

    def legal_moves(self, segment):
        """Stones of a segment go straight, as many steps as they are, over open fields."""
        for field in segment:
            for dx, dy in STEPS:
                x, y = field
                for distance in range(1, self.stacks[self.seat].get(field, 0) + 1):
                    x, y = x + dx, y + dy
                    if (x, y) not in self.open:
                        break
                    yield field, (x, y), distance

    def tension(self, field, stones):
        """How close to exploding a field is with so many stones."""
        x, y = field
        around = sum((x + dx, y + dy) in self.open for dx, dy in STEPS)
        return stones / max(around, 1)

    def choose(self):
        own, moves = self.stacks[self.seat], []
        for segment in self.segments:
            best, gain = None, 0.0
            for source, target, distance in self.legal_moves(segment):
                before = self.tension(source, own[source])
                after = self.tension(target, own.get(target, 0) + distance)
                if after - before > gain:
                    best, gain = (source, target), after - before
            if best:
                moves.append("-".join(self.names[field] for field in best))
        return moves


def main():
    agent = None
    for line in sys.stdin:
        message = line.rstrip("\n")
        if message == "END":
            return
        if message.startswith("START;"):
            agent = Agent(message)
        elif message.startswith("CHANGE;"):
            _, _, state, following = message.split(";")
            if following == "YOU":
                agent.read_state(state)
                moves = agent.choose()
                sys.stdout.write("TURN;" + ",".join(moves) + "\n" if moves else "TURN\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
