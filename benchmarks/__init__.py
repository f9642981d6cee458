"""Claims about speed and size, as ratios measured in one run: `make bench`."""
