"""The native engine: equal to the pure one, safe against any arguments, built or done without."""
