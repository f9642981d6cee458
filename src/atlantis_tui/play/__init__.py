"""The play screen and its parts.

`entry` holds what is being planned, `marking` turns it into marks, `frames` into pictures,
`side` and `bars` into lines of text; `screen` puts them together. Only `screen` and `board`
know Textual.
"""
