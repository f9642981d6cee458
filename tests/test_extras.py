"""Extras: `pyproject.toml`, the table in the code and the messages name the same ones."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from atlantis_core.exports.errors import ExportError
from atlantis_core.exports.raster import _need_packages
from atlantis_core.support.extras import Extra, install_command, missing_extra

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DECLARED: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
MODULES = {"pillow": "PIL", "resvg-py": "resvg_py", "textual-serve": "textual_serve"}
"""Modules that have another name than their distribution."""


def requirements(extra: str) -> set[str]:
    """The distributions of an extra, with those of the extras that it names."""
    found: set[str] = set()
    for line in DECLARED[extra]:
        if nested := re.fullmatch(r"atlantis-tui\[(.*)\]", line):
            found |= {name for other in nested[1].split(",") for name in requirements(other)}
        else:
            found.add(re.split(r"[<>=]", line)[0])
    return found


def test_every_extra_is_in_the_table() -> None:
    assert set(DECLARED) == {extra.extra for extra in Extra} | {"all"}


@pytest.mark.parametrize("extra", Extra)
def test_extra_installs_its_modules(extra: Extra) -> None:
    names = requirements(extra.extra)
    assert {MODULES.get(name, name) for name in names} == set(extra.modules)


def test_all_is_everything() -> None:
    assert requirements("all") == {name for extra in Extra for name in requirements(extra.extra)}


def test_missing_modules_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "atlantis_core.support.extras.find_spec", lambda name: None if name == "PIL" else name
    )
    assert Extra.PICTURES.missing == ("PIL",)
    assert Extra.HOST.missing == ()


@pytest.mark.parametrize(
    ("marker", "command"),
    [
        ("pyvenv.cfg", "pip install 'atlantis-tui[web]'"),
        ("uv-receipt.toml", "uv tool install 'atlantis-tui[web]'"),
        ("pipx_metadata.json", "pipx install --force 'atlantis-tui[web]'"),
    ],
)
def test_message_names_the_command_of_this_installation(
    marker: str, command: str, tmp_path: Path
) -> None:
    (tmp_path / marker).touch()
    assert install_command(Extra.WEB, str(tmp_path)) == command


def test_message_without_the_app_names_the_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atlantis_core.support.extras.find_spec", lambda _: None)
    assert install_command(Extra.RL, str(tmp_path)) == "pip install 'atlantis-core[rl]'"


def test_message_says_what_needs_the_extra() -> None:
    told = missing_extra("'atlantis host'", Extra.HOST)
    assert told.startswith("'atlantis host' needs additional packages (")
    assert "'atlantis-tui[host]')" in told


def test_pictures_without_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise ModuleNotFoundError(name, name=name)

    monkeypatch.setattr("atlantis_core.exports.raster.import_module", refuse)
    with pytest.raises(ExportError, match=r"PIL is missing.*'atlantis-tui\[pictures\]'"):
        _need_packages()
