"""JSON as text: strict and relaxed readers, the place of every value, problems. Knows no game."""
