"""Tests of the solver, with a checker that knows only the oracle's rules."""
