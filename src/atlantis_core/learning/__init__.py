"""Learning Atlantis: the steps of the tutorial and the puzzles, checked by the engine."""
