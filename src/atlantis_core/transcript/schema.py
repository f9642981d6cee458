"""The JSON Schema of transcripts, for editors: ships with the package as `schema.json`.

It accepts what the reader accepts of strict JSON, as far as a schema can say it.
"""

from __future__ import annotations

from importlib.resources import files


def schema_text() -> str:
    """The schema as JSON."""
    return files(__package__).joinpath("schema.json").read_text(encoding="utf-8")
