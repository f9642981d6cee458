"""The companions' table and its guests."""
