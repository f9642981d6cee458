"""Programs of somebody else, talked to line by line, and how they misbehave. Knows no game."""
