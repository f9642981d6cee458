"""`python -m benchmarks [NAME ...]` checks the claims of all or the named benchmarks."""

import sys

from benchmarks.runner import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
