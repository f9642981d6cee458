"""Other games: one play screen and one review screen for all games of the registry."""
