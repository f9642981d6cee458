"""The optional dependencies of the project, and the command that installs one of them."""

from __future__ import annotations

import sys
from enum import Enum
from importlib.util import find_spec
from pathlib import Path


class Extra(Enum):
    """An extra of the distribution `atlantis-tui`, with the modules that it installs."""

    PICTURES = ("pictures", ("PIL", "resvg_py"))
    HOST = ("host", ("asyncssh",))
    WEB = ("web", ("textual_serve",))
    CLUSTER = ("cluster", ("distributed",))
    CLUB = ("club", ("asyncssh", "textual_serve"))
    RL = ("rl", ("numpy", "gymnasium", "pettingzoo"))

    def __init__(self, extra: str, modules: tuple[str, ...]) -> None:
        self.extra = extra
        self.modules = modules

    @property
    def is_of_app(self) -> bool:
        """Whether only the app uses the extra: the distribution of the core does not have it."""
        return self in (Extra.HOST, Extra.WEB, Extra.CLUB)

    @property
    def missing(self) -> tuple[str, ...]:
        """The modules that are not installed."""
        return tuple(module for module in self.modules if find_spec(module) is None)


def install_command(extra: Extra, prefix: str = sys.prefix) -> str:
    """The command that adds an extra to this installation, whose folder is `prefix`."""
    # The core is also a distribution of its own, for machines without the app.
    name = "atlantis-core" if find_spec("atlantis_tui") is None else "atlantis-tui"
    wanted = f"'{name}[{extra.extra}]'"
    if Path(prefix, "uv-receipt.toml").exists():
        return f"uv tool install {wanted}"
    if Path(prefix, "pipx_metadata.json").exists():
        return f"pipx install --force {wanted}"
    return f"pip install {wanted}"


def missing_extra(purpose: str, extra: Extra) -> str:
    """The message for a user who needs an extra for `purpose`."""
    return f"{purpose} needs additional packages ({install_command(extra)})"
