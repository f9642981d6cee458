"""Random rules records and boards: everything a record can contain, often with crowded edges.

For comparing the engine with the oracle. A seed determines the record.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

Board: TypeAlias = dict[tuple[int, int], str]

FILES = "abcdefghijklmnopqrs"
CHOICES = {
    "esc": "ce", "surf": "yn", "atkf": "yn", "tfr": "dwli", "ka": "ynha", "ks": "scwm",
    "kj": "nrjc", "nj": "nrjc", "cj": "nrjc", "mj": "nrjc", "gj": "nrjc", "sw": "nws",
    "swf": "yn", "efe": "yn", "linc": "yn", "ber": "ncm",
}  # fmt: skip
LISTS = [zone + ending for zone in ("cor", "cen", "afor", "dfor") for ending in "psh"]
LISTS += ["cenhe", "corre", "cenre", "aforre", "dforre"]
LETTERS = "tcnkmgTCNKMG"


def random_record(seed: int) -> str:
    dice = Random(seed)
    size = dice.choice((5, 7, 7, 9, 11))
    words = [f"dim:{size}", f"name:random_{seed}"]
    often = dice.random()
    words += [f"{key}:{dice.choice(values)}" for key, values in CHOICES.items() if often < 0.8]
    for zone in ("cor", "cen", "afor", "dfor"):
        if dice.random() < 0.3:
            words.append(f"{zone}:{random_spaces(dice, size)}")
    words += [f"{key}:{random_letters(dice)}" for key in LISTS if dice.random() < 0.2]
    if dice.random() < 0.2:
        count = dice.choice((1, 2, 8, 10, 12))
        words.append("spd:" + "".join(f"{dice.choice((-1, 1, 2, 3))}," for _ in range(count)))
    return " ".join((*words, f"start:{random_board(dice, size)}"))


def random_spaces(dice: Random, size: int) -> str:
    count = dice.randrange(6)
    return "".join(f"{dice.choice(FILES[:size])}{dice.randint(1, size)}," for _ in range(count))


def random_letters(dice: Random) -> str:
    return "".join(letter for letter in LETTERS if dice.random() < 0.5)


def random_board(dice: Random, size: int) -> str:
    build = dice.choice((crowded_board, crowded_board, fort_board, ringed_board))
    board = build(dice, size)
    rows = []
    for rank in range(size):
        row, empty = "", 0
        for file in range(size):
            letter = board.get((file, rank))
            if letter is None:
                empty += 1
            else:
                row, empty = row + (str(empty) if empty else "") + letter, 0
        rows.append(row + (str(empty) if empty else ""))
    return "/" + "".join(row + "/" for row in rows)


def crowded_board(dice: Random, size: int) -> Board:
    """Mostly men and one king; men crowd at one edge, where walls occur."""
    board: Board = {}
    specials = "cnmgCNMGK" if dice.random() < 0.4 else ""
    edge_density, density = dice.choice((0.3, 0.6, 0.9)), dice.choice((0.1, 0.25, 0.45))
    for file, rank in spaces(size):
        if dice.random() < (edge_density if rank < 2 else density):
            board[file, rank] = dice.choice("tT" * 4 + specials)
    board[dice.randrange(size), dice.randrange(size)] = "K"
    return turned(dice, size, board)


def fort_board(dice: Random, size: int) -> Board:
    """A king at an edge behind walls of defenders, usually with a gap."""
    width, depth = dice.randint(1, size - 2), dice.randint(1, min(3, size - 2))
    left = dice.randint(1, size - 1 - width)
    room = {(left + across, up) for across in range(width) for up in range(depth)}
    board: Board = {}
    for file, rank in spaces(size):
        beside = {(file - 1, rank), (file + 1, rank), (file, rank - 1), (file, rank + 1)}
        if (file, rank) not in room and beside & room:
            board[file, rank] = "t" if dice.random() < 0.04 else "T"
        elif (file, rank) not in room and dice.random() < 0.15:
            board[file, rank] = dice.choice("ttT")
    board[dice.choice(sorted(room))] = "K"
    return turned(dice, size, board)


def ringed_board(dice: Random, size: int) -> Board:
    """Defenders inside a ring of attackers that may have a gap."""
    board: Board = {}
    ring = dice.randint(0, size // 2 - 1)
    for file, rank in spaces(size):
        depth = min(file, rank, size - 1 - file, size - 1 - rank)
        if depth == ring and dice.random() < 0.98:
            board[file, rank] = "t"
        elif depth > ring and dice.random() < 0.5:
            board[file, rank] = dice.choice("TTTt")
    board[size // 2, size // 2] = "K"
    return board


def spaces(size: int) -> list[tuple[int, int]]:
    return [(file, rank) for rank in range(size) for file in range(size)]


def turned(dice: Random, size: int, board: Board) -> Board:
    """Rotate a board to another edge."""
    last = size - 1
    for _ in range(dice.randrange(4)):
        board = {(rank, last - file): letter for (file, rank), letter in board.items()}
    return board
