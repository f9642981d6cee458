"""Tests of `tools.machines`, which runs the suite as on other machines."""
