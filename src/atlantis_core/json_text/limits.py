"""Size limits of documents. A document beyond a limit gets an error, quickly.

Far larger than real files; they protect against damaged, generated and hostile ones.
"""

MAX_BYTES = 16 * 1024 * 1024
"""Bytes of a file. A game of 5,000 turns on a large board has about a third of a megabyte."""
MAX_MARKS = 2_000_000
"""Commas, colons and opening brackets in strict JSON; a turn with four moves has about twelve."""
MAX_TOKENS = 500_000
"""Tokens in relaxed JSON; a move counts as one."""
MAX_NESTING = 200
"""Levels of nested lists and objects."""
MAX_NUMBER_LENGTH = 400
"""Characters of a number."""
MAX_PROBLEMS = 50
"""Errors, and warnings, that are reported one by one; further ones are counted."""
MAX_COUNTED_PROBLEMS = 1_000
"""Errors after which a reader stops."""
