"""Hosting a game: guests over SSH and in a browser, with real clients."""
