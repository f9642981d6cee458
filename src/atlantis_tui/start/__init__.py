"""Where one begins: the start screen, opening files, setting up a new game.

`recent` and `summaries` know files and no screen; the `..._screen` modules know Textual.
"""
