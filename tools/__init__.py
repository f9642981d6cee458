"""Programs that make what is kept in the code: run by hand, with `python -m tools.<name>`."""
