"""Packs installed distributions into wheels again, so that tests can install without network.

Works for pure Python distributions. A wheel is a zip archive of the files that RECORD lists.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_OTHER_SYSTEMS = re.compile(r";.*(?:python_version\s*<\s*\"3\.1[01]\"|win32|Windows)")
_LEFT_OUT = ("INSTALLER", "REQUESTED", "RECORD", "direct_url.json")


def needed_by(requirements: list[str]) -> dict[str, Distribution]:
    """The installed distributions that requirements need, directly or not, by name."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    waiting = list(requirements)
    while waiting:
        line = waiting.pop()
        name = _NAME.match(line.strip())
        if name is None or _OTHER_SYSTEMS.search(line):
            continue
        # `name[extra]`: what an extra needs counts as well.
        extras = re.search(r"\[(.*?)\]", line.partition(";")[0])
        wanted = extras[1] if extras else ""
        key = re.sub(r"[-_.]+", "-", name[0]).lower()
        if (key, wanted) in seen:
            continue
        seen.add((key, wanted))
        try:
            found[key] = distribution(key)
        except PackageNotFoundError:
            continue
        waiting += _requirements(found[key], wanted.split(","))
    return found


def _requirements(dist: Distribution, extras: list[str]) -> Iterator[str]:
    for line in dist.requires or ():
        extra = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", line)
        if extra is None:
            yield line
        elif extra[1] in (name.strip() for name in extras):
            yield line.partition(";")[0]


def files_of(dist: Distribution) -> Iterator[tuple[str, Path]]:
    """The files of a distribution: name in a wheel, and path."""
    for file in dist.files or ():
        name = file.as_posix()
        is_code = not name.startswith("..") and "__pycache__" not in name
        if is_code and file.name not in _LEFT_OUT:
            yield name, Path(str(dist.locate_file(file)))


def pack(dist: Distribution, folder: Path) -> Path:
    """Write a wheel of an installed distribution into a folder."""
    name = re.sub(r"[-_.]+", "_", dist.metadata["Name"]).lower()
    path = folder / f"{name}-{dist.version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        lines = []
        for inside, file in files_of(dist):
            archive.write(file, inside)
            lines.append(f"{inside},,")
        (info,) = (line[: -len("/WHEEL,,")] for line in lines if line.endswith("/WHEEL,,"))
        record = f"{info}/RECORD"
        archive.writestr(record, "\n".join([*lines, f"{record},,"]) + "\n")
    return path
