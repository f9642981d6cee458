"""How a command fails: with a sentence for the person and an exit status for the script."""

from __future__ import annotations

from atlantis_core.errors import AtlantisError


class CommandError(AtlantisError):
    """The command could not do its work because of a file, or of what is in it."""

    status = 1

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class UsageError(CommandError):
    """The command line asks for something that makes no sense."""

    status = 2


class ReportedError(CommandError):
    """Everything that is to be said has been said; only the status is left."""

    def __init__(self) -> None:
        super().__init__("")


class UnreadableError(CommandError):
    """There is no reading a file."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"cannot read '{name}': {reason}")
        self.reason = reason


def describe_os_error(error: OSError) -> str:
    """What the system said, in lower case and without its number."""
    return (error.strerror or str(error)).lower()
