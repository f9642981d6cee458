"""Play screens and their parts. What happens next in a game is decided in `game.controller`."""
