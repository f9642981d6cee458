"""External programs as child processes with a line protocol, and their violations of it."""
