"""The review screen and its parts.

`turn_rows`, `panels`, `bars`, `step_marks` and `plot_points` are pure functions from a walk through
a game to lines, marks and points; `timeline`, `chart`, `editor` and the screens know Textual.
"""
