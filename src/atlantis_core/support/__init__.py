"""Basics for all other packages: errors, messages with their places, text, colours, cancelling."""
