"""Tafl: rules against the oracle and the recorded games, notation, records, the opponent."""
