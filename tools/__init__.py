"""Development tools: `python -m tools.<name>`. Not installed."""
