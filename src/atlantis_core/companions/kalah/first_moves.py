"""What the first moves of a match are worth: made by `python -m tools.kalah_first_moves`."""

FIRST_MOVES: dict[tuple[int, int], tuple[int, ...]] = {
    (7, 7): (-345, 176, 271, 226, 343, -8, -513),
    (6, 4): (-1248, -855, -221, -65, -373, 416),
    (6, 6): (-314, -110, 277, -9, -155, -592),
}
"""By holes and seeds: what each first move, hole 1 first, is worth for the one who made it, in
hundredths of a seed. Searched to depths of 8 (7x7), 8 (6x4), 9 (6x6)."""
