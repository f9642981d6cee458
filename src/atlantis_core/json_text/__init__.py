"""JSON text: strict and relaxed parsers, positions of values, problems."""
