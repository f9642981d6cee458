"""HSN, the Hexil State Notation: a board of hexagonal tiles and its contents.

States can be viewed, not played. Several states in a file are its steps.
"""
