"""The play screen and its parts.

`view` holds the board of a game with everything around it, `side` and `bars` are pure functions
to lines of text, `planning_frame` carries out what is typed. What happens next in a game is
decided in `game.flow`; the screens here only do it.
"""
