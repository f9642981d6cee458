"""Learning inside the app: the list of lessons and puzzles, and the screen that plays them.

`progress` knows files, `panel` makes lines; the `..._screen` modules know Textual.
"""
