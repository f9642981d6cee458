"""The tests. A package, so that tests and benchmarks share modules such as the oracle."""
