"""Fields, boards and positions, and the changes that a turn makes to them."""
