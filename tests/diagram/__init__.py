"""Tests of diagrams: layout, drawing, reading."""
