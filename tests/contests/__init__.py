"""Tests of the arena: referee, matches, results, figures."""
