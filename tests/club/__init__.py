"""Tests of clubs: members, games, lobby."""
