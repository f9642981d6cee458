"""The companions' table: other games and notations that the same commands and screens open.

A *guest* is a package beside this file. It knows its own game and notation, and neither Atlantis
nor the other guests. `protocols` says what it gives, `pictures` how it draws, `search` lends it an
opponent, and `table` is the one list of guests, each imported when a file or a person asks for it.
"""
