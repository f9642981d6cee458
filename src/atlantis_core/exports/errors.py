"""Errors of exports."""

from __future__ import annotations

from atlantis_core.support.errors import AtlantisError


class ExportError(AtlantisError):
    """The requested export is impossible; the text says why."""
