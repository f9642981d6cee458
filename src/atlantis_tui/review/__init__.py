"""The review screen and its parts.

`turn_rows`, `panels`, `bars`, `step_marks` and `plot_points` are pure functions from a walk through
a game to lines, marks and points; `walk_view` shows them, `edits` writes, `typed_lines` reads what
is typed, `timeline`, `chart` and `text_editor` are widgets.
"""
