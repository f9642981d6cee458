"""Errors of other games."""

from __future__ import annotations

from atlantis_core.support.errors import AtlantisError


class GameError(AtlantisError):
    """A request cannot be fulfilled; the text can be shown to the user."""
