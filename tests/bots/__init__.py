"""Tests of the bots, of settling, and of programs that take a seat."""
