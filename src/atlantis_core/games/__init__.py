"""Other games and notations that the same commands and screens open.

A game is a package beside this file; games do not import Atlantis or each other. `protocol` defines
what a game provides, `pictures` how it draws, `search` is a ready-made bot, and `registry` lists
the games and imports each on first use.
"""
