"""Plays games, exercises and reviews as a conversation in plain lines, without Textual."""
