"""Tafl: rules against the oracle and recorded games, notation, records, the bot."""
