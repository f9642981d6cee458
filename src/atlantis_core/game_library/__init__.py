"""The library: an index of many games in SQLite, searched by tags and by position."""
