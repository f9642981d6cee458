"""Errors of commands: a message for the user and an exit status for scripts."""

from __future__ import annotations

from atlantis_core.support.errors import AtlantisError


class CommandError(AtlantisError):
    """The command failed because of a file or its contents."""

    status = 1

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class UsageError(CommandError):
    """The command line is invalid."""

    status = 2


class ReportedError(CommandError):
    """The messages are already printed; only the exit status is left."""

    def __init__(self) -> None:
        super().__init__("")


class UnreadableError(CommandError):
    """A file cannot be read."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"cannot read '{name}': {reason}")
        self.reason = reason


def describe_os_error(error: OSError) -> str:
    """The system's message in lower case, without the error number."""
    return (error.strerror or str(error)).lower()
