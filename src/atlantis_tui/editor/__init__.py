"""The board editor: `state` and `canvas` know drafts and no screen, `panel` makes lines."""
