"""Structure of the app: depth of class hierarchies, and which modules may import which."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from textual.app import App
from textual.screen import ModalScreen, Screen

import atlantis_tui
from atlantis_tui.board.view import BoardView

FOLDER = Path(atlantis_tui.__file__).parent
DEEPEST = 2
"""Greatest number of own classes in a hierarchy."""
APP_CHAPTER = (Path(__file__).parents[2] / "docs/architecture.md").read_text(encoding="utf-8")
MODULES = sorted(found.name for found in walk_packages([str(FOLDER)], "atlantis_tui."))


def own_classes(module: str) -> Iterator[type]:
    """The classes that a module defines, nested ones included."""
    waiting: list[object] = [import_module(module)]
    while waiting:
        for thing in vars(waiting.pop()).values():
            if inspect.isclass(thing) and thing.__module__ == module:
                waiting.append(thing)
                yield thing


def is_screen(kind: type) -> bool:
    """Whether a class is a screen, not a modal dialog."""
    return issubclass(kind, Screen) and not issubclass(kind, ModalScreen)


def screen_modules() -> set[str]:
    return {
        module
        for module in MODULES
        if not module.endswith((".navigation", ".base_screen"))
        and any(is_screen(kind) for kind in own_classes(module))
    }


def imports(module: str) -> set[str]:
    """The modules that a module imports, also inside functions."""
    source = import_module(module).__file__
    assert source is not None
    tree = ast.parse(Path(source).read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    named = {f"{node.module}.{name.name}" for node in froms for name in node.names}
    return named | {str(node.module) for node in froms}


@pytest.mark.parametrize("module", [name for name in MODULES if not name.endswith("__main__")])
def test_class_hierarchy_is_at_most_two_deep(module: str) -> None:
    for kind in own_classes(module):
        own = [base for base in kind.__mro__ if base.__module__.startswith("atlantis_tui")]
        assert len(own) <= DEEPEST, " > ".join(base.__qualname__ for base in reversed(own))


def test_screens_import_routes_and_never_each_other() -> None:
    screens = screen_modules()
    assert len(screens) >= 10
    for module in sorted(screens):
        known = imports(module) & screens - {module}
        assert not known, f"{module} imports {', '.join(sorted(known))}"


def test_only_apps_and_their_own_package_import_screens() -> None:
    screens = screen_modules()
    for module in MODULES:
        if module not in screens:
            # Modules may import the screen of their own package for the type checker.
            room = module.rpartition(".")[0]
            known = {name for name in imports(module) & screens if not name.startswith(f"{room}.")}
            assert not known, f"{module} imports {', '.join(sorted(known))}"


def test_packages_match_the_architecture_page() -> None:
    table = next(part for part in APP_CHAPTER.split("\n\n") if part.startswith("| folder |"))
    described = set(
        re.findall(r"`(\w+)/`", "".join(row.split("|")[1] for row in table.split("\n")))
    )
    assert described == {
        place.name for place in FOLDER.iterdir() if (place / "__init__.py").exists()
    }
    for module in re.findall(r"`(\w+)`", table):
        assert list(FOLDER.glob(f"*/{module}.py")), module


def test_parts_of_the_architecture_page_have_the_methods_that_it_names() -> None:
    table = next(part for part in APP_CHAPTER.split("\n\n") if part.startswith("| part |"))
    kinds = {kind.__name__: kind for module in MODULES for kind in own_classes(module)}
    rows = [row.split("|") for row in table.split("\n")[2:]]
    named = {
        kind: re.findall(r"`([a-z_]+)`", row[3])
        for row in rows
        for kind in re.findall(r"`(\w+)`", row[1])
    }
    assert set(named) <= set(kinds)
    assert len(named["GameFlow"]) > 10
    for kind, methods in named.items():
        assert not [method for method in methods if not hasattr(kinds[kind], method)], kind


PUBLIC_IN_SPITE_OF_THEIR_NAME = {"_asdict", "_exit", "_replace"}
"""Documented names of `NamedTuple` and `os`."""


def private_names(tree: ast.AST) -> tuple[set[str], set[str]]:
    """Private attributes that a module defines, and those that it only reads."""
    defined, read = set(), set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                defined.add(name)
            case ast.Name(name, ast.Store()) | ast.Attribute(_, name, ast.Store()):
                defined.add(name)
            case ast.Attribute(_, name, ast.Load()):
                read.add(name)
    private = re.compile(r"_[a-z]\w*")
    return {*filter(private.fullmatch, defined)}, {*filter(private.fullmatch, read)}


def test_only_the_named_modules_use_private_names_of_textual() -> None:
    names, importing, defined = {}, set(), set(PUBLIC_IN_SPITE_OF_THEIR_NAME)
    for path in FOLDER.rglob("*.py"):
        module, text = path.relative_to(FOLDER).with_suffix("").as_posix(), path.read_text("utf-8")
        own, names[module] = private_names(ast.parse(text))
        defined |= own
        if "textual._" in text:
            importing.add(module)
    using = importing | {module for module, read in names.items() if read - defined}
    (told,) = re.findall(r"modules use private names of Textual.*?\n\n", APP_CHAPTER, re.DOTALL)
    assert using == set(re.findall(r"`([\w/]+)`(?= and| \()", told))


PLACED = re.compile(r"(screen|focused|app)\.")


def click_actions() -> Iterator[tuple[str, str, str]]:
    """Every entry of a key line, as its module writes it."""
    for module in MODULES:
        kinds = list(own_classes(module))
        for kind in kinds:
            for binding in vars(kind).get("BINDINGS", ()):
                if binding.tooltip:
                    yield binding.key, binding.tooltip, f"screen.{binding.action}"
        feet = [getattr(kind, "foot", ()) for kind in kinds]
        for value in (*vars(import_module(module)).values(), *feet):
            rows = value if isinstance(value, tuple) else ()
            for row in (rows, *rows):
                match row:
                    case (str() as key, str() as does, str() as action) if PLACED.match(action):
                        yield key, does, action


def test_key_line_entries_have_labels_and_working_actions() -> None:
    kinds = [kind for module in MODULES for kind in own_classes(module)]
    bases: dict[str, type] = {"screen": Screen, "focused": BoardView, "app": App}
    found = list(click_actions())
    assert len(found) > 50
    for _, does, action in found:
        assert not set(does) & set("_('")
        place, _, name = action.partition(".")
        method = f"action_{name.partition('(')[0]}"
        owners = [kind for kind in kinds if issubclass(kind, bases[place])]
        assert any(hasattr(kind, method) for kind in owners), action
