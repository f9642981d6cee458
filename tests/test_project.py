"""What surrounds the code says the same everywhere: versions, systems, commands."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
WORKFLOW = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def versions_in_classifiers() -> list[str]:
    found = (
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line)
        for line in PROJECT["project"]["classifiers"]
    )
    return [match[1] for match in found if match]


def test_every_place_names_the_same_pythons() -> None:
    expected = versions_in_classifiers()
    assert PROJECT["project"]["requires-python"] == f">={expected[0]}"
    matrix = re.search(r"python: \[(.*)\]", WORKFLOW)
    assert matrix is not None
    assert re.findall(r'"([^"]+)"', matrix[1]) == expected


def test_only_systems_are_promised_that_the_workflow_tries() -> None:
    systems = [line for line in PROJECT["project"]["classifiers"] if "Operating System" in line]
    assert not any("Independent" in line or "Windows" in line for line in systems)
    assert re.search(r"os: \[ubuntu-latest, macos-latest\]", WORKFLOW)


def test_commits_are_checked_as_make_checks_them() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert "entry: make -k check" in hooks
    assert "run: make -k check" in WORKFLOW


def test_the_first_call_says_at_once_what_takes_a_minute() -> None:
    command = ("make", "--no-print-directory", "new-venv", "PYTHON=true", "VENV=here")
    told = subprocess.check_output(command, cwd=ROOT, text=True, timeout=PATIENCE)
    assert told == "installing Atlantis and its tools into here: about a minute, only this once\n"


def test_every_command_that_is_spoken_of_can_be_made() -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    spoken_of = {
        target
        for page in pages
        for target in re.findall(r"`make(?: -k)? ([a-z-]+)", page.read_text(encoding="utf-8"))
    }
    assert spoken_of - targets == set()


@pytest.mark.parametrize("group", ["test", "lint"])
def test_every_tool_has_its_version(group: str) -> None:
    text = (ROOT / "constraints.txt").read_text().lower().replace("_", "-")
    pinned = set(re.findall(r"^([\w-]+)==", text, re.MULTILINE))
    wanted = {re.split(r"[><=]", line)[0] for line in PROJECT["dependency-groups"][group]}
    assert wanted <= pinned


def test_every_part_of_the_core_is_in_the_table() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## The core")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    folder = ROOT / "src" / "atlantis_core"
    grouped = ("support", "positions", "rules")
    parts = {path.stem for place in (".", *grouped) for path in (folder / place).glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    assert told == parts - {"__init__", "__main__", *grouped}


TERMINALS = {"terminal", "_terminal", "first", "third"}
"""What pseudo-terminals are called in tests: waiting for one has a bound of its own."""


def endless_waits(path: Path) -> Iterator[str]:
    """Calls that wait for a process or a thread for as long as it takes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    awaited = {node.value for node in ast.walk(tree) if isinstance(node, ast.Await)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or node in awaited:
            continue
        given = {keyword.arg for keyword in node.keywords}
        match node.func:
            case ast.Attribute(ast.Name("subprocess"), "run" | "check_output"):
                is_endless = "timeout" not in given
            case ast.Attribute(_, "communicate"):
                is_endless = "timeout" not in given
            case ast.Attribute(ast.Name(name) | ast.Attribute(_, name), "wait") if (
                name in TERMINALS
            ):
                is_endless = False
            case ast.Attribute(_, "wait" | "join" | "get"):
                is_endless = not node.args and not given
            case _:
                is_endless = False
        if is_endless:
            yield f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)[:60]}"


def test_no_test_waits_for_ever() -> None:
    paths = (ROOT / "tests").rglob("*.py")
    assert not [wait for path in paths for wait in endless_waits(path)]


def naps(path: Path) -> Iterator[str]:
    """Calls of `sleep`; `asyncio.sleep(0)` only lets other tasks run."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Attribute(_, "sleep"), [ast.Constant(0)]):
                pass
            case ast.Call(ast.Attribute(_, "sleep") | ast.Name("sleep")):
                yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_no_test_sleeps() -> None:
    """Tests poll with `wait_for`. Programs that tests start may sleep: they are strings here."""
    assert not [nap for path in (ROOT / "tests").rglob("test_*.py") for nap in naps(path)]


def test_page_names_the_modules_that_may_import_the_encoding() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (sentence,) = re.findall(r"Only `encoding` knows.*?\.\s", page, re.DOTALL)
    (contract,) = (
        contract
        for contract in PROJECT["tool"]["importlinter"]["contracts"]
        if contract.get("protected_modules") == ["atlantis_core.positions.encoding"]
    )
    allowed = {name.rpartition(".")[2] for name in contract["allowed_importers"]}
    assert set(re.findall(r"`(\w+)`", sentence)) == {"encoding"} | allowed


def test_five_paths_name_modules_that_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    steps = re.findall(
        r"^\d\. .*(?:\n   .*)*", page.partition("\n## Five paths\n")[2], re.MULTILINE
    )
    named = {name for step in steps for name in re.findall(r"`(\w+/\w+)`", step)}
    sources = ROOT / "src"
    existing = {path.with_suffix("").as_posix() for path in sources.glob("*/**/*.py")}
    assert len(named) > 25
    assert not {name for name in named if not any(path.endswith(f"/{name}") for path in existing)}
