"""`python -m atlantis_core COMMAND ...`: run a command without the app."""

import sys

from .commands import main

if __name__ == "__main__":
    sys.exit(main())
