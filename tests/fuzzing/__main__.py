"""Start with `make fuzz`; see `running`."""

import sys

from tests.fuzzing.running import main

if __name__ == "__main__":
    sys.exit(main())
