"""How a guest says no."""

from __future__ import annotations

from atlantis_core.errors import AtlantisError


class GameError(AtlantisError):
    """Something that cannot be had, in a sentence that can be shown."""
