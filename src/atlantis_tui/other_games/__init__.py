"""Other games: one screen to play and one to look back, for all guests of the table."""
