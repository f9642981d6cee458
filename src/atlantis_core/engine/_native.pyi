# The C file has the functions of `pure`, with the same types; None means: ask that one.

from typing import Any

SURFACE: int

def __getattr__(name: str) -> Any: ...
