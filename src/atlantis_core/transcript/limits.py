"""How large a transcript may be, beyond what holds for every document (`json_text.limits`).

Fields, stones and players are limited by the engine, turns by `game`.
"""

MAX_OLD_TOKENS = 400_000
"""Words of the old text format; a move has three."""
MAX_VARIATION_TURNS = 20_000
"""Turns of a variation that are played; the others are kept as they are written."""
MAX_VARIATION_EXTENT = 50_000_000
"""Those turns times width times height: somebody who steps into a variation waits for it."""
MAX_VARIATION_DEPTH = 30
"""Variations inside variations; the limit of nesting is hit later."""
