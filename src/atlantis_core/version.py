"""The version of the project: the one place where it is written.

A module of its own, so that asking for it neither imports the engine nor reads the
metadata of installed packages.
"""

__version__ = "0.1.0"
