"""Tests of the training of the net."""
