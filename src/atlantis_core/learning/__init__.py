"""The tutorial and the puzzles: exercises checked by the engine."""
