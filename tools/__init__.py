"""Programs for work on the project: `python -m tools.<name>`. None of them is installed."""
