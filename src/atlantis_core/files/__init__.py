"""Files that are never lost: fingerprints, careful saving, and how saving fails. Knows no game."""
