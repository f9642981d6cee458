"""Tests of other games and their registry."""
