"""What users install: the wheel holds everything, and the core works without the app's libraries.

Guards against the bug that only an editable install hides: a style sheet, schema or marker file
that is found in the checkout but was never packed.
"""

import os
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from atlantis_core.engine import VARIABLE
from atlantis_core.version import __version__
from tests.engines import native_engine
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
PACKAGES = ("atlantis_core", "atlantis_tui")

# Refuses the blocked packages even where they are installed.
BLOCKED_IMPORT = """
import sys

BLOCKED = ("textual", "rich", "atlantis_tui")

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"blocked: {name!r}", name=name)
        return None

sys.meta_path.insert(0, Blocker())

import importlib, pkgutil
import atlantis_core

def refuse(name):
    raise ImportError(name)

names = [
    module.name
    for module in pkgutil.walk_packages(atlantis_core.__path__, "atlantis_core.", onerror=refuse)
    if not module.name.endswith("__main__")
]
for name in names:
    importlib.import_module(name)
print(*names)
"""

IMPORT_FROM_WHEEL = """
import atlantis_core, atlantis_tui
print(atlantis_core.__file__)
print(atlantis_tui.__file__)
"""


def run_python(code: str, *, python_path: Path | None = None) -> list[str]:
    """The words that `code` prints in an interpreter of its own."""
    environment = dict(os.environ)
    environment.pop("PYTHONPATH", None)
    environment.pop(VARIABLE, None)
    if python_path is not None:
        environment["PYTHONPATH"] = str(python_path)
    finished = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        check=False,
        timeout=PATIENCE,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the tree as it is, built without network."""
    folder = tmp_path_factory.mktemp("wheel")
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(path)


def test_the_wheel_holds_every_file_of_both_packages(wheel: Path) -> None:
    in_tree = {
        path.relative_to(SOURCES).as_posix()
        for package in PACKAGES
        for path in (SOURCES / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not is_built(path.name)
    }
    with zipfile.ZipFile(wheel) as archive:
        in_wheel = {name for name in archive.namelist() if ".dist-info/" not in name}

    assert {name for name in in_wheel if not is_built(name)} == in_tree
    assert {f"{package}/py.typed" for package in PACKAGES} <= in_wheel


def is_built(name: str) -> bool:
    """Whether a file is the native engine, which depends on the machine."""
    return "/_native." in f"/{name}" and name.endswith((".so", ".pyd"))


def test_the_wheel_has_the_native_engine_where_there_is_a_compiler(wheel: Path) -> None:
    native_engine()
    with zipfile.ZipFile(wheel) as archive:
        built = [name for name in archive.namelist() if is_built(name)]
    assert len(built) == 1
    assert built[0].startswith("atlantis_core/engine/_native.")
    assert "-cp311-abi3-" in wheel.name


def test_without_a_compiler_the_wheel_is_pure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("CC", "LDSHARED"):
        monkeypatch.setenv(variable, "no-such-compiler")
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    assert path.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(path) as archive:
        assert not [name for name in archive.namelist() if is_built(name)]
        archive.extractall(tmp_path)
    code = "import atlantis_core.rules.turns, atlantis_core.engine as e; print(e.RUNNING.value)"
    assert run_python(code, python_path=tmp_path) == ["pure"]


def test_the_wheel_names_version_command_and_requirements(wheel: Path) -> None:
    info = f"atlantis_tui-{__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        entry_points = archive.read(f"{info}/entry_points.txt").decode()
        metadata = Parser().parsestr(archive.read(f"{info}/METADATA").decode())
        names = archive.namelist()

    assert "atlantis = atlantis_tui.__main__:main" in entry_points
    assert metadata["Version"] == __version__
    assert metadata["Requires-Python"] == ">=3.11"
    needed = [need for need in metadata.get_all("Requires-Dist", []) if "extra ==" not in need]
    on_windows = "psutil>=6; sys_platform == 'win32'"
    assert sorted(needed) == [on_windows, "rich", "textual<9,>=8.2"]
    assert {"cluster", "pictures"} <= set(metadata.get_all("Provides-Extra", []))
    assert f"{info}/licenses/LICENSE" in names


def test_both_packages_import_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)

    origins = run_python(IMPORT_FROM_WHEEL, python_path=tmp_path)

    assert [Path(origin) for origin in origins] == [
        tmp_path / package / "__init__.py" for package in PACKAGES
    ]


def test_every_module_of_the_core_imports_without_textual_and_rich() -> None:
    (line,) = run_python(BLOCKED_IMPORT)

    assert "atlantis_core.version" in line.split()
