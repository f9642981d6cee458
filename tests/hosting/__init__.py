"""Tests of hosting over SSH and in a browser, with real clients."""
