"""Chess on graph maps."""
