"""The board editor: `desk` and `canvas` know drafts and no screen, `panel` makes lines."""
