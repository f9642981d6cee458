"""Size limits of transcripts, in addition to `json_text.limits`.

`board` and `position` limit fields, stones and players; `game` limits turns.
"""

MAX_OLD_TOKENS = 400_000
"""Tokens of the old text format; a move has three."""
MAX_VARIATION_TURNS = 20_000
"""Turns of a variation that are replayed; further ones are only kept."""
MAX_VARIATION_EXTENT = 50_000_000
"""Turns of a variation times bytes of a position: bounds the delay on entering it."""
MAX_VARIATION_DEPTH = 30
"""Levels of nested variations."""
