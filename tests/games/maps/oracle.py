"""The rules of chess on graph maps a second time, simple and slow, from their description.

Works on the JSON data with dictionaries and degrees; shares no code with the package.
"""

from __future__ import annotations

import math
from typing import Any

Data = dict[str, Any]


class OracleMap:
    def __init__(self, data: Data) -> None:
        self.spots = {int(node["id"]): (node["x"], node["y"]) for node in data["nodes"]}
        self.visible = {int(node["id"]): node["visible"] for node in data["nodes"]}
        self.links = {(int(one), int(other)) for one, other in data["links"]}
        self.players = [p["name"] if isinstance(p, dict) else str(int(p)) for p in data["players"]]
        self.pieces = {
            int(piece["at"]): (piece["type"], str(piece["player"])) for piece in data["pieces"]
        }
        self.came: dict[int, float] = {}
        self.turn = -1
        self.pass_on()

    def degrees(self, one: int, other: int) -> float:
        (x, y), (to_x, to_y) = self.spots[one], self.spots[other]
        return math.degrees(math.atan2(to_y - y, to_x - x))

    def neighbours(self, node: int) -> list[int]:
        ends = [end for start, end in self.links if start == node]
        return sorted(ends, key=lambda end: (self.degrees(node, end), end))

    def seconds(self, node: int) -> list[int]:
        ends = self.neighbours(node)
        found = set()
        for at, one in enumerate(ends):
            other = ends[(at + 1) % len(ends)]
            found |= set(self.neighbours(one)) & set(self.neighbours(other))
        return sorted(found - {node}, key=lambda end: (self.degrees(node, end), end))

    def towards(self, ends: list[int], node: int, way: float) -> int | None:
        best, least = None, 999.0
        for end in ends:
            turn = abs((self.degrees(node, end) - way + 180) % 360 - 180)
            if turn < least - 1e-9:
                best, least = end, turn
        return best

    def is_straight(self, node: int, end: int, way: float) -> bool:
        return abs((self.degrees(node, end) - way + 180) % 360 - 180) <= 45 + 1e-6

    def may_land(self, player: str, node: int) -> bool:
        return self.visible[node] and self.pieces.get(node, ("", ""))[1] != player

    def slide(self, player: str, node: int, first: int, step: Any) -> set[int]:
        way = self.degrees(node, first)
        here: int | None = first
        found: set[int] = set()
        while here is not None and here not in found and self.may_land(player, here):
            found.add(here)
            if here in self.pieces:
                break
            ahead = self.towards(step(here), here, way)
            here = ahead if ahead is not None and self.is_straight(here, ahead, way) else None
        return found

    def targets(self, node: int) -> set[int]:
        kind, player = self.pieces[node]
        found: set[int] = set()
        if kind in ("rook", "queen"):
            for end in self.neighbours(node):
                first = self.towards(self.neighbours(node), node, self.degrees(node, end))
                assert first is not None
                found |= self.slide(player, node, first, self.neighbours)
        if kind in ("bishop", "queen"):
            for end in self.seconds(node):
                found |= self.slide(player, node, end, self.seconds)
        if kind == "king":
            found = {*self.neighbours(node), *self.seconds(node)}
        if kind == "knight":
            found = self.knight(node)
        if kind == "pawn" and node not in self.came:
            found = set(self.neighbours(node))
        elif kind == "pawn":
            ahead = self.towards(self.neighbours(node), node, self.came[node])
            straight = ahead is not None and self.is_straight(node, ahead, self.came[node])
            found = {ahead} if straight and ahead is not None else set()
        return {end for end in found if self.may_land(player, end)}

    def knight(self, node: int) -> set[int]:
        near = {*self.neighbours(node), *self.seconds(node), node}
        found: set[int] = set()
        for end in self.neighbours(node):
            way = self.degrees(node, end)
            step = self.towards(self.neighbours(node), node, way)
            step = None if step is None else self.towards(self.neighbours(step), step, way)
            if step is not None:
                ahead = self.towards(self.neighbours(step), step, way)
                found |= {far for far in self.neighbours(step) if far not in near and far != ahead}
        return found

    def kings(self) -> list[str]:
        return sorted({player for kind, player in self.pieces.values() if kind == "king"})

    def moves_of(self, player: str) -> set[tuple[int, int]]:
        own = [node for node, (_, owner) in self.pieces.items() if owner == player]
        return {(node, end) for node in own for end in self.targets(node)}

    def pass_on(self) -> None:
        """Pass the turn to the next player who has a king and a move; None if the game is over."""
        self.mover: str | None = None
        kings = self.kings()
        if len(kings) < 2:
            return
        for _ in self.players:
            self.turn = (self.turn + 1) % len(self.players)
            player = self.players[self.turn]
            if player in kings and self.moves_of(player):
                self.mover = player
                return

    def play(self, start: int, end: int) -> None:
        way = self.degrees(start, end)
        piece = self.pieces.pop(start)
        self.pieces[end] = piece
        self.came.pop(start, None)
        self.came.pop(end, None)
        if piece[0] == "pawn":
            self.came[end] = way
        self.pass_on()
