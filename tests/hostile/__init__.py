"""Hostile files by repetition, and the growth law that reading them has to obey."""
