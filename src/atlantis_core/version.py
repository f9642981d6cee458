"""The version of the project.

A separate module, so that reading it does not import the engine or package metadata.
"""

__version__ = "0.2.0"
