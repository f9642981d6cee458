"""What the first moves of a match are worth: made by `python -m tools.kalah_first_moves`."""

FIRST_MOVES: dict[tuple[int, int], tuple[int, ...]] = {
    (7, 7): (-21, 392, 400, 349, 286, 171, -267),
    (6, 4): (-1425, -1145, -94, -450, -863, 271),
    (6, 6): (-324, 23, 51, -80, 88, -566),
}
"""By holes and seeds: what each first move, hole 1 first, is worth for the one who made it, in
hundredths of a seed. Searched to depths of 9 (7x7), 10 (6x4), 10 (6x6)."""
