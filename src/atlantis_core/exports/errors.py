"""What cannot be taken along, with the reason."""

from __future__ import annotations

from atlantis_core.errors import AtlantisError


class ExportError(AtlantisError):
    """Something that cannot be exported as it was asked for."""
