"""Tests of play in plain text."""
