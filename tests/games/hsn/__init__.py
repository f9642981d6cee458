"""The Hexil State Notation."""
