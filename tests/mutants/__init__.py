"""Changes a module in many small ways and asks the tests whether they notice: `make mutants`."""
