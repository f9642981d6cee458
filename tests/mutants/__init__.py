"""Mutation testing: changes a module and checks whether a test fails: `make mutants`."""
