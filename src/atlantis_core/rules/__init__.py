"""The rules of Atlantis: legal turns, their effects, who leads, when a game ends, how it starts."""
