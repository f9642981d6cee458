"""Tests of everything that looks back at a game: history, figures, variations, the dialogue."""
