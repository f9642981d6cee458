"""HSN, the Hexil State Notation: a board of hexagonal tiles and what stands on it.

States only: nothing is played here. Several states in a file, one after the other, are its steps.
"""
