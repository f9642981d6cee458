"""Speed and size, claimed as ratios and checked in one run: `make bench`."""
