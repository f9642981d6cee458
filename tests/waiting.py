"""How long a test waits for another process or thread: for ever is never an answer."""

PATIENCE = 120.0
"""Seconds until what does not come is a failure; a busy machine needs many of them."""
