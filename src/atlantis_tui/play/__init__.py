"""The play screen and its parts.

`game.turn_entry` holds what is being planned, `board.turn_marks` turns it into marks,
`game.frames` into pictures,
`side` and `bars` into lines of text; `thinker` asks bots and programs. The screen is made in
layers, each a class on top of the one before: table, entry, typing, hinting, showing, flow,
taking back, keeping, and `screen` on top. Only these and `board` know Textual.
"""
