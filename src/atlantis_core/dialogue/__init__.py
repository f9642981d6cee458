"""Reviews a game line by line: for screen readers, pipes and small screens.

Every answer is a few plain lines; nothing is redrawn or needs a terminal. `Dialogue` maps an input
line to its answer; the caller reads and prints lines.
"""

from .conversation import Dialogue

__all__ = ["Dialogue"]
