"""The native engine: equal to the pure one, safe for any arguments, optional."""
