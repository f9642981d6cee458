"""Lazy imports for packages. Imports nothing itself, to keep start-up short."""

# Type checkers read this name as true; importing it from typing would double the start-up time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def late(module: str, name: str) -> "Any":
    """Return a name of a module of `atlantis_core` that is in a layer above the caller.

    Only for conveniences of the library (`print(position)`, `Game.load`), which would otherwise
    need imports against the layers. tests/test_facade.py lists the callers.
    """
    from importlib import import_module  # noqa: PLC0415 - not free, and rarely needed

    return getattr(import_module(f"atlantis_core.{module}"), name)


def open_facade(
    package: "dict[str, object]", homes: "dict[str, str]"
) -> "tuple[Callable[[str], object], Callable[[], list[str]]]":
    """`__getattr__` and `__dir__` for a package, given its globals.

    `homes` maps each module of `atlantis_core` to the names that it provides.
    """
    home_of = {name: module for module, names in homes.items() for name in names.split()}

    def get(name: str) -> object:
        if name == "__all__":  # for `from package import *` in a REPL
            return list(home_of)
        if name not in home_of:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - slow to import

        value: object = getattr(import_module(f"atlantis_core.{home_of[name]}"), name)
        package[name] = value
        return value

    def list_names() -> list[str]:
        return sorted({*package, *home_of})

    return get, list_names
