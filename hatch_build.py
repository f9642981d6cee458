"""Builds the native engine with the wheel, where there is a C compiler.

Without one the wheel is a pure one and everything works, only slower; the build says so and
succeeds. ATLANTIS_BUILD=native makes that an error, ATLANTIS_BUILD=pure builds the pure wheel where
there is a compiler; releases use both. Knows nothing of the engine but its file.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "atlantis_core.engine._native"
FOLDER = Path("src", "atlantis_core", "engine")
VARIABLE = "ATLANTIS_BUILD"
EXACT = ["-O3", "-std=c11", "-ffp-contract=off"]
"""No fused multiply-add: the same sums as in Python, bit for bit."""
EXACT_MSVC = ["/O2", "/fp:strict"]


class NativeEngineHook(BuildHookInterface[Any]):
    """Compiles inside a try; an editable install gets the module beside its source."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        self._made = Path(tempfile.mkdtemp(prefix="atlantis-build-"))
        wanted = os.environ.get(VARIABLE, "")
        if wanted == "pure" and version != "editable":
            return
        built = compile_engine(root / FOLDER / "_native.c", self._made)
        if built is None and wanted == "native":
            raise RuntimeError(f"{VARIABLE}=native, but the native engine cannot be built")
        if built is None:
            self.app.display_warning("no native engine: the pure one will be used")
            return
        if version == "editable":
            # Renamed, because overwriting the module would crash programs that run with it.
            copied = Path(shutil.copy2(built, root / FOLDER / f"{built.name}.new"))
            copied.replace(root / FOLDER / built.name)
            return
        build_data["force_include"][str(built)] = f"atlantis_core/engine/{built.name}"
        build_data["pure_python"] = False
        build_data["tag"] = (
            f"cp311-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
        )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        del version, build_data, artifact_path
        if self.target_name == "wheel":
            shutil.rmtree(self._made, ignore_errors=True)


def compile_engine(source: Path, folder: Path, flags: tuple[str, ...] = ()) -> Path | None:
    """The module, built into a folder; None where that is impossible, whatever the reason."""
    try:
        # Not at the top: a build without setuptools gives a pure wheel, not an error.
        from setuptools import Distribution, Extension  # type: ignore[import-untyped]  # noqa: PLC0415 -- see above
        from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]  # noqa: PLC0415 -- as above
    except ImportError as error:
        sys.stderr.write(f"cannot build the native engine: {error}\n")
        return None
    extension = Extension(
        MODULE,
        [str(source)],
        depends=[str(header) for header in source.parent.glob("*.h")],
        extra_compile_args=[*(EXACT_MSVC if sys.platform == "win32" else EXACT), *flags],
        extra_link_args=list(flags),
        libraries=[] if sys.platform == "win32" else ["m", "pthread"],
        py_limited_api=True,
    )
    command = build_ext(Distribution({"name": "atlantis", "ext_modules": [extension]}))
    command.build_lib = str(folder / "lib")
    command.build_temp = str(folder / "temp")
    try:
        command.ensure_finalized()
        command.run()
    except (Exception, SystemExit) as error:  # noqa: BLE001 -- a compiler can fail in any way
        sys.stderr.write(f"cannot build the native engine: {error}\n")
        return None
    return Path(command.get_ext_fullpath(MODULE))
