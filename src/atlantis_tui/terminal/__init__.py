"""Output to the terminal: readable colours, ASCII and safety filters, diffed updates."""
