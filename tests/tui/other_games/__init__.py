"""The screens of other games."""
