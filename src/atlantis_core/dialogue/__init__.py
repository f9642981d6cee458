"""A game read line by line: the review of the app for screen readers, pipes and small screens.

Every answer is a few plain lines, nothing is ever redrawn, and nothing needs a terminal.
`Dialogue` takes a line and gives the answer; reading and printing lines is up to the caller.
"""

from .conversation import Dialogue

__all__ = ["Dialogue"]
