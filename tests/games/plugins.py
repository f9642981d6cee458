"""Distributions with games, installed into temporary folders without a network."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from atlantis_core.games import registry
from tests.waiting import PATIENCE

REVERSI = Path(__file__).parents[2] / "examples" / "games" / "reversi"


def install_reversi(folder: Path) -> Path:
    """Install the example with pip, as a user would."""
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", "--quiet", *options]
    subprocess.run([*command, "--target", str(folder), str(REVERSI)], check=True, timeout=PATIENCE)
    return folder


def write_distribution(folder: Path, name: str, source: str, value: str | None = None) -> None:
    """Write a distribution with one module and one entry point by hand."""
    (folder / f"{name}.py").write_text(source)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{registry.GROUP}]\n{name} = {value or f'{name}:ENTRY'}\n"
    )


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    """Make the distributions of a folder visible to this process."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        registry.installed.cache_clear()
        yield
    registry.installed.cache_clear()
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
            del sys.modules[name]
