"""The review screen and its parts.

`turn_rows`, `panels`, `bars` and `plot_points` compute lines, marks and points from
a `ReplayCursor`; `replay_view` shows them, `edits` changes the game, `typed_lines` runs commands.
"""
