"""Exact outcomes of positions with few open fields, for two players."""
