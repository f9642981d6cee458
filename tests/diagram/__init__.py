"""Tests of the diagrams: layouts, drawings, reading them back."""
