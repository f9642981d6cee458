"""Errors of exports."""

from __future__ import annotations

from atlantis_core.errors import AtlantisError


class ExportError(AtlantisError):
    """The requested export is impossible; the text says why."""
