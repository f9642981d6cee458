"""How large a document may be. Over the limit is an error with a place, found quickly.

Nothing that people write comes near these; they keep the program answering when a file is
damaged, generated or hostile.
"""

MAX_BYTES = 16 * 1024 * 1024
"""Size of a file. A game of 5,000 turns on a large board has about one megabyte."""
MAX_MARKS = 2_000_000
"""Commas, colons and opening brackets of a strict file; a turn with four moves has about twelve."""
MAX_TOKENS = 500_000
"""Words, strings, brackets and comments for the reader that keeps places; a move counts as one."""
MAX_NESTING = 200
"""Lists and objects inside each other."""
MAX_NUMBER_LENGTH = 400
"""Characters of a number."""
MAX_PROBLEMS = 50
"""How many errors, and how many warnings, are told one by one."""
MAX_COUNTED_PROBLEMS = 1_000
"""So many errors, and reading further would not help anybody."""
