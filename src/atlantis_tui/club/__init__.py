"""A club: a folder of games, its members, and the lobby from which they open the games."""
