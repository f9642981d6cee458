"""Fuzzing of all readers: `make fuzz`; the suite repeats every past finding."""
