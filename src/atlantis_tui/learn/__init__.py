"""Tutorial and puzzles: the list, the exercise screen, and the progress file."""
