"""The tests. A package, so that tests and benchmarks can share modules such as an oracle."""
