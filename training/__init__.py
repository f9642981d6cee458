"""Trains the net of the strongest bots on games that they play against themselves.

Not installed: `make train` runs it with numpy from the dependency group `train`, and writes the
data file that `atlantis_core.bots.nets` reads.
"""
