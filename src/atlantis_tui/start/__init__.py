"""The start screen, opening files, and setting up a new game."""
