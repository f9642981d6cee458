"""Makes the net of the strongest bots from games that they play against themselves.

No part of what is installed: `make train` runs it, with numpy from the dependency group `train`,
and writes the data file that `atlantis_core.bots.nets` reads.
"""
