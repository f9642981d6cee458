"""The rules of tafl a second time, simple and slow.

A second opinion on the engine: dictionaries of spaces, one rule after the other, with its own
parser of rules records. Must not import atlantis_core: that would allow engine and tests to share a
misreading of the rules.

A space is a plain (file, rank) from 0. A piece is its letter. Sides are "a" and "d".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Space: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[Space, str]
Move: TypeAlias = tuple[Space, Space]

STEPS: tuple[Space, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
ALL = "tcnkmTCNKM"
ORDER = "tcnkmgTCNKMG"
DEFAULTS = {
    "esc": "c", "surf": "y", "atkf": "y", "tfr": "d", "ka": "y", "ks": "s", "kj": "n", "nj": "c",
    "cj": "j", "mj": "n", "gj": "n", "sw": "n", "swf": "y", "efe": "n", "linc": "n", "ber": "n",
    "afor": "", "dfor": "", "corh": ALL, "cenh": "tcnkm", "cenhe": ALL, "aforh": "TCNKM",
    "dforh": "tcnkm", "corp": "K", "cenp": ALL, "aforp": ALL, "dforp": ALL, "cors": "K",
    "cens": "K", "afors": ALL, "dfors": "TCNKM", "corre": ALL, "cenre": ALL, "aforre": ALL,
    "dforre": ALL, "spd": "-1",
}  # fmt: skip


@dataclass
class Laws:
    """A parsed rules record."""

    size: int
    said: dict[str, str]
    zone: dict[Space, str]
    speed: dict[str, int]
    start: Board

    def __getitem__(self, key: str) -> str:
        return self.said[key]

    def is_on(self, space: Space) -> bool:
        return 0 <= space[0] < self.size and 0 <= space[1] < self.size

    def is_edge(self, space: Space) -> bool:
        return space[0] in (0, self.size - 1) or space[1] in (0, self.size - 1)

    def spaces(self) -> list[Space]:
        return [(file, rank) for rank in range(self.size) for file in range(self.size)]

    def beside(self, space: Space) -> list[Space]:
        return [near for step in STEPS if self.is_on(near := add(space, step))]


@dataclass
class State:
    laws: Laws
    board: Board
    to_move: str
    berserk_space: Space | None
    seen: tuple[object, ...]
    result: str
    """Empty while the game goes on, else "a", "d" or "draw"."""


def add(space: Space, step: Space, times: int = 1) -> Space:
    return space[0] + times * step[0], space[1] + times * step[1]


def side(letter: str) -> str:
    return "a" if letter.islower() else "d"


def other(one: str) -> str:
    return "d" if one == "a" else "a"


def name(space: Space) -> str:
    return "abcdefghijklmnopqrs"[space[0]] + str(space[1] + 1)


def read_laws(record: str) -> Laws:
    said = dict(DEFAULTS)
    for word in record.split():
        key, _, value = word.partition(":")
        said[key] = value
    size = int(said["dim"])
    last = size - 1
    corners = [(0, 0), (last, 0), (0, last), (last, last)]
    zone: dict[Space, str] = {}
    middle = (last // 2, last // 2)
    for kind, usual in (("cor", corners), ("cen", [middle]), ("afor", []), ("dfor", [])):
        listed = said.get(kind, "default" if usual else "")
        named = [] if listed == "default" else [read_space(at) for at in listed.split(",") if at]
        zone.update(dict.fromkeys(usual if listed == "default" else named, kind))
    speeds = [int(number) for number in said["spd"].split(",") if number]
    letters = {1: "", 8: "tcnkTCNK", 10: "tcnkmTCNKM", 12: ORDER}.get(len(speeds))
    if len(speeds) == 1:
        speed = dict.fromkeys(ORDER, speeds[0])
    elif len(speeds) == 2:
        speed = {letter: speeds[side(letter) == "d"] for letter in ORDER}
    else:
        assert letters is not None
        speed = dict.fromkeys(ORDER, -1) | dict(zip(letters, speeds, strict=True))
    rows = said.get("starti", said.get("start", "")).strip("/").split("/")
    rows = rows[::-1] if "starti" in said else rows
    return Laws(size, said, zone, speed, read_board(rows))


def read_space(text: str) -> Space:
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def read_board(rows: list[str]) -> Board:
    board: Board = {}
    for rank, row in enumerate(rows):
        file, count = 0, ""
        for character in row + "!":
            if character.isdigit():
                count += character
                continue
            file += int(count or "0")
            count = ""
            if character != "!":
                board[file, rank] = character
                file += 1
    return board


def write_board(laws: Laws, board: Board) -> str:
    text = "/"
    for rank in range(laws.size):
        empty = 0
        for file in range(laws.size):
            letter = board.get((file, rank))
            if letter is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + letter
            empty = 0
        text += (str(empty) if empty else "") + "/"
    return text


def begin(laws: Laws) -> State:
    first = "a" if laws["atkf"] == "y" else "d"
    state = State(laws, dict(laws.start), first, None, (look(laws.start, first),), "")
    if not legal_moves(state):
        state.result = other(first)
    return state


def look(board: Board, to_move: str) -> object:
    """Repetition key: men, mercenaries and guards are not distinguished."""
    alike = {"m": "t", "g": "t", "M": "T", "G": "T"}
    return to_move, frozenset((space, alike.get(letter, letter)) for space, letter in board.items())


# Movement


def may_enter(laws: Laws, letter: str, start: Space, space: Space) -> bool:
    kind = laws.zone[space]
    return letter in laws[kind + "re"] or laws.zone.get(start) == kind


def may_stop(laws: Laws, letter: str, start: Space, space: Space) -> bool:
    if space not in laws.zone:
        return True
    return letter in laws[laws.zone[space] + "s"] and may_enter(laws, letter, start, space)


def slides(laws: Laws, board: Board, start: Space) -> Iterator[Space]:
    letter = board[start]
    for step in STEPS:
        for times in range(1, laws.size):
            space = add(start, step, times)
            if laws.speed[letter] > 0 and times > laws.speed[letter]:
                break
            if not laws.is_on(space) or space in board:
                break
            if space in laws.zone and not (
                letter in laws[laws.zone[space] + "p"] and may_enter(laws, letter, start, space)
            ):
                break
            if may_stop(laws, letter, start, space):
                yield space


def jumps(laws: Laws, board: Board, start: Space) -> Iterator[Space]:
    letter = board[start]
    mode = laws.said.get(letter.lower() + "j", "n")
    if mode == "n" or letter in "gG":
        return
    for step in STEPS:
        over, end = add(start, step), add(start, step, 2)
        jumped = board.get(over)
        if jumped is None or side(jumped) == side(letter) or jumped in "kncKNC":
            continue
        if not laws.is_on(end) or end in board or not may_stop(laws, letter, start, end):
            continue
        if mode == "r" and start not in laws.zone and end not in laws.zone:
            continue
        yield end


def targets(laws: Laws, board: Board, start: Space) -> list[Space]:
    return [*slides(laws, board, start), *jumps(laws, board, start)]


def moves_of(laws: Laws, board: Board, who: str) -> list[Move]:
    own = [space for space, letter in board.items() if side(letter) == who]
    return [(start, end) for start in own for end in targets(laws, board, start)]


def legal_moves(state: State) -> list[Move]:
    if state.result:
        return []
    if state.berserk_space is not None:
        start = state.berserk_space
        return [(start, end) for end in targets(state.laws, state.board, start)]
    return moves_of(state.laws, state.board, state.to_move)


# Captures


def is_hostile(laws: Laws, board: Board, space: Space, victim: str) -> bool:
    if not laws.is_on(space):
        return False
    there = board.get(space)
    is_enemy = there is not None and side(there) != side(victim)
    if is_enemy and there not in ("g", "G") and (there not in ("k", "K") or laws["ka"] in "ya"):
        return True
    man = "t" if side(victim) == "a" else "T"
    kind = laws.zone.get(space)
    if kind is None:
        return False
    key = "cenhe" if kind == "cen" and there is None else kind + "h"
    return man in laws[key]


def is_king_taken(laws: Laws, board: Board, king: Space, end: Space) -> bool:
    letter = board[king]
    far = (2 * king[0] - end[0], 2 * king[1] - end[1])
    strength = {"y": "s", "n": "w"}.get(laws["ks"], laws["ks"])
    by = side(board[end])
    elite = "cn" if by == "a" else "CN"
    if strength in "sc" and any(one in elite for one in laws.start.values()):
        if not is_hostile(laws, board, far, letter):
            return False
        if "cen" in (laws.zone.get(king), laws.zone.get(end), laws.zone.get(far)):
            return False
        strong = [at for at in (end, far) if board.get(at, "-") in elite]
        man = "t" if side(letter) == "a" else "T"
        has_corner = man in laws["corh"] and "cor" in (laws.zone.get(end), laws.zone.get(far))
        return len(strong) + has_corner >= 2
    near_centre = any(laws.zone.get(at) == "cen" for at in [king, *laws.beside(king)])
    if strength == "s" or (strength == "c" and near_centre):
        around = [add(king, step) for step in STEPS]
        return all(at == end or is_hostile(laws, board, at, letter) for at in around)
    if strength == "m":
        return all(at == end or is_hostile(laws, board, at, letter) for at in laws.beside(king))
    return is_hostile(laws, board, far, letter)


def take(board: Board, space: Space) -> None:
    letter = board.pop(space)
    if letter in "mM":
        board[space] = letter.swapcase()


def plain_captures(laws: Laws, board: Board, move: Move) -> tuple[Board, list[Space]]:
    """The board after a move, and the captures by jumping and enclosing."""
    start, end = move
    board = dict(board)
    letter = board.pop(start)
    board[end] = letter
    taken: list[Space] = []
    if letter in "gG" or (letter in "kK" and laws["ka"] not in "yh"):
        return board, taken
    middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
    apart = abs(start[0] - end[0]) + abs(start[1] - end[1])
    if apart == 2 and middle in board and laws.said.get(letter.lower() + "j") == "c":
        take(board, middle)
        taken.append(middle)
    for near in laws.beside(end):
        victim = board.get(near)
        if victim is None or side(victim) == side(letter) or victim in "gG":
            continue
        far = (2 * near[0] - end[0], 2 * near[1] - end[1])
        if victim in "kK":
            is_taken = is_king_taken(laws, board, near, end)
        else:
            is_taken = is_hostile(laws, board, far, victim)
        if is_taken:
            take(board, near)
            taken.append(near)
    return board, taken


def edges(laws: Laws) -> list[list[tuple[Space, Space]]]:
    last = laws.size - 1
    along = range(laws.size)
    return [
        [((at, 0), (at, 1)) for at in along],
        [((at, last), (at, last - 1)) for at in along],
        [((0, at), (1, at)) for at in along],
        [((last, at), (last - 1, at)) for at in along],
    ]


def walls(laws: Laws, board: Board, who: str) -> Iterator[tuple[list[Space], list[Space]]]:
    """For each complete wall of a side: the spaces inside and those around."""

    def is_own(space: Space) -> bool:
        return space in board and side(board[space]) == who

    def is_end(space: Space) -> bool:
        return is_own(space) or (laws["sw"] == "s" and laws.zone.get(space) == "cor")

    for edge in edges(laws):
        for first in range(len(edge)):
            for last in range(first + 3, len(edge)):
                inside = edge[first + 1 : last]
                if not (is_end(edge[first][0]) and is_end(edge[last][0])):
                    continue
                if any(is_end(at) or at not in board or not is_own(back) for at, back in inside):
                    continue
                around = [edge[first][0], edge[last][0], *(back for _, back in inside)]
                yield [at for at, _ in inside], around


def all_captures(laws: Laws, before: Board, move: Move) -> tuple[Board, list[Space]]:
    """The board after a move and all its captures, in order."""
    board, taken = plain_captures(laws, before, move)
    letter = board[move[1]]
    if letter in "gG" or (letter in "kK" and laws["ka"] not in "yh"):
        return board, taken
    taken += take_walls(laws, board, move[1])
    return board, taken + take_linnaean(laws, before, board, move)


def take_walls(laws: Laws, board: Board, end: Space) -> list[Space]:
    who, taken = side(board[end]), []
    if laws["sw"] not in "ws":
        return []
    for inside, around in list(walls(laws, board, who)):
        if laws["swf"] == "y" and not (laws.is_edge(end) and end in around):
            continue
        for space in sorted(inside, key=lambda at: (at[1], at[0])):
            letter = board.get(space, "k")
            if side(letter) != who and letter not in "kKgG":
                take(board, space)
                taken.append(space)
    return taken


def take_linnaean(laws: Laws, before: Board, board: Board, move: Move) -> list[Space]:
    middle = (laws.size // 2, laws.size // 2)
    around = laws.beside(middle)
    if laws["linc"] != "y" or side(board[move[1]]) != "a" or before.get(middle) != "K":
        return []
    if len([at for at in around if is_attacker(before, at)]) != 3:
        return []
    for near in around:
        behind = (2 * near[0] - middle[0], 2 * near[1] - middle[1])
        there = [side(one[near]) if near in one else "" for one in (before, board)]
        if behind == move[1] and there == ["d", "d"]:
            take(board, near)
            return [near]
    return []


# Ends


def has_edge_fort(laws: Laws, board: Board) -> bool:
    kings = [at for at in laws.spaces() if board.get(at) == "K"]
    if not kings:
        return False
    king = kings[0]
    if laws.is_edge(king):
        if not targets(laws, board, king):
            return False
        if is_in_wall_shape(laws, board, king):
            return True
    fort = reach(laws, board, king)
    if not any(laws.is_edge(space) for space in fort):
        return False
    beside = {near for space in fort for near in laws.beside(space)}
    if any(is_attacker(board, near) for near in beside):
        return False
    for post in (near for near in beside if near in board):
        loose = [
            near
            for near in laws.beside(post)
            if near not in fort and (near not in board or is_attacker(board, near))
        ]
        if len(loose) > 2:
            return False
    return True


def reach(laws: Laws, board: Board, king: Space) -> set[Space]:
    found, unseen = {king}, [king]
    without = {at: letter for at, letter in board.items() if at != king}
    while unseen:
        at = unseen.pop()
        for space in slides(laws, {**without, at: "K"}, at):
            if space not in found:
                found.add(space)
                unseen.append(space)
    return found


def is_in_wall_shape(laws: Laws, board: Board, king: Space) -> bool:
    def is_defender(space: Space) -> bool:
        return space in board and side(board[space]) == "d"

    for edge in edges(laws):
        may_be_inside = []
        for index, (at, back) in enumerate(edge):
            follows = index + 1 < len(edge) and all(is_defender(one) for one in edge[index + 1])
            may_be_inside.append(
                is_defender(back) and (not is_defender(at) or at == king or follows)
            )
        for first in range(len(edge)):
            for last in range(first + 3, len(edge)):
                corners = [laws["sw"] == "s" and laws.zone.get(at) == "cor" for at, _ in edge]
                if not all(is_defender(edge[n][0]) or corners[n] for n in (first, last)):
                    continue
                run = range(first + 1, last)
                if all(may_be_inside[n] and not corners[n] for n in run) and any(
                    edge[n][0] == king for n in run
                ):
                    return True
    return False


def is_surrounded(laws: Laws, board: Board) -> bool:
    if any(
        side(board[start]) == "d" and laws.is_edge(end) for start, end in moves_of(laws, board, "d")
    ):
        return False
    reached = [at for at in laws.spaces() if laws.is_edge(at) and not is_attacker(board, at)]
    seen = set(reached)
    while reached:
        at = reached.pop()
        if at in board:
            return False
        for near in laws.beside(at):
            if near not in seen and not is_attacker(board, near):
                seen.add(near)
                reached.append(near)
    return True


def is_attacker(board: Board, space: Space) -> bool:
    return space in board and side(board[space]) == "a"


def find_result(laws: Laws, board: Board, to_move: str, times: int) -> str:
    attackers = [at for at, letter in board.items() if side(letter) == "a"]
    defenders = [at for at, letter in board.items() if side(letter) == "d"]
    kings = [at for at, letter in board.items() if letter == "K"]
    if not attackers:
        return "d"
    if not defenders:
        return "a"
    if times >= 3 and laws["tfr"] != "i":
        return {"d": "draw", "w": to_move, "l": other(to_move)}[laws["tfr"]]
    for king in kings:
        if laws.is_edge(king) if laws["esc"] == "e" else laws.zone.get(king) == "cor":
            return "d"
    if not kings:
        return "a"
    if all(near in board for at in defenders for near in laws.beside(at)):
        return "a"
    if laws["efe"] == "y" and has_edge_fort(laws, board):
        return "d"
    if laws["surf"] == "y" and is_surrounded(laws, board):
        return "a"
    return ""


def play(state: State, move: Move) -> State:
    laws = state.laws
    board, taken = all_captures(laws, state.board, move)
    berserk_space = None
    if taken and laws["ber"] in "cm":
        ends = targets(laws, board, move[1])
        if laws["ber"] == "m":
            can_go_on = bool(ends)
        else:
            can_go_on = any(plain_captures(laws, board, (move[1], end))[1] for end in ends)
        berserk_space = move[1] if can_go_on else None
    to_move = state.to_move if berserk_space else other(state.to_move)
    seen = state.seen if berserk_space else (*state.seen, look(board, to_move))
    times = 1 if berserk_space else seen.count(seen[-1])
    result = find_result(laws, board, to_move, times)
    if result:
        return State(laws, board, other(state.to_move), None, seen, result)
    after = State(laws, board, to_move, berserk_space, seen, "")
    if not berserk_space and not legal_moves(after):
        after.result = other(to_move)
    return after
