"""Tests of the tutorial and the puzzles."""
