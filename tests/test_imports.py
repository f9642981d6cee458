"""No import cycles: neither among modules nor among packages, imports inside functions included.

The import contracts in pyproject.toml say which layer may import which. They do not find cycles
within a layer. Imports for the type checker alone do not count.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
PACKAGES = ("atlantis_core", "atlantis_tui")
Graph = Mapping[str, set[str]]


def find_modules(source: Path) -> dict[str, Path]:
    """The files of all modules, by dotted name."""
    found = {}
    for package in PACKAGES:
        for path in (source / package).rglob("*.py"):
            parts = path.relative_to(source).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imports_of(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """All imports in a tree, except those under ``if TYPE_CHECKING``."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        yield from imports_of(node)


def named_modules(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[tuple[str, str]]:
    """What an import may refer to: a module, or else something in the module before its dot."""
    if isinstance(node, ast.Import):
        yield from ((alias.name, "") for alias in node.names)
        return
    above = package.rsplit(".", node.level - 1)[0] if node.level else ""
    base = ".".join(filter(None, (above, node.module)))
    yield from ((f"{base}.{alias.name}", base) for alias in node.names)


def import_graph(modules: Mapping[str, Path]) -> Graph:
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        pairs = (pair for node in imports_of(tree) for pair in named_modules(node, package))
        names = {whole if whole in modules else base for whole, base in pairs}
        graph[module] = names & {*modules} - {module}
    return graph


def sibling_graphs(graph: Graph) -> dict[str, Graph]:
    """For each package, which of its children import which others, at any depth."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for module, imported in graph.items():
        for other in imported:
            here, there = module.split("."), other.split(".")
            pairs = enumerate(zip(here, there, strict=False))
            depth = next((number for number, (ours, theirs) in pairs if ours != theirs), None)
            if depth is not None:
                found[".".join(here[:depth])][here[depth]].add(there[depth])
    return {package: dict(children) for package, children in found.items()}


def find_cycle(graph: Graph) -> list[str]:
    """Some cycle of a graph, with its beginning repeated at the end; empty if there is none."""
    done: set[str] = set()

    def search(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for other in sorted(graph.get(name, ())):
            if cycle := search(other, [*way, name]):
                return cycle
        done.add(name)
        return []

    return next((cycle for name in sorted(graph) if (cycle := search(name, []))), [])


def test_modules_do_not_import_each_other_in_circles() -> None:
    assert not find_cycle(import_graph(find_modules(SOURCE)))


def test_packages_do_not_import_each_other_in_circles() -> None:
    siblings = sibling_graphs(import_graph(find_modules(SOURCE)))
    assert len(siblings) > 10
    cycles = {package: find_cycle(graph) for package, graph in siblings.items()}
    assert not any(cycles.values()), cycles


def test_cycles_are_found_in_functions_and_across_packages(tmp_path: Path) -> None:
    for name, text in {
        "atlantis_core/__init__.py": "",
        "atlantis_core/a/__init__.py": "",
        "atlantis_core/a/one.py": "def f():\n    from .two import g\n",
        "atlantis_core/a/two.py": "from . import one\n",
        "atlantis_core/a/three.py": "import atlantis_core.b.five\n",
        "atlantis_core/b/__init__.py": "",
        "atlantis_core/b/four.py": "from atlantis_core.a.three import x\n",
        "atlantis_core/b/five.py": "if TYPE_CHECKING:\n    from atlantis_core.a.three import x\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    graph = import_graph(find_modules(tmp_path))
    assert find_cycle(graph) == [
        "atlantis_core.a.one",
        "atlantis_core.a.two",
        "atlantis_core.a.one",
    ]
    assert find_cycle(sibling_graphs(graph)["atlantis_core"]) == ["a", "b", "a"]
