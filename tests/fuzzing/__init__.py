"""Throws spoilt inputs at every reader: `make fuzz`, and every past finding in the suite."""
