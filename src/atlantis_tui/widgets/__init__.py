"""Widgets and dialogs shared by all screens, independent of the game."""
