"""Regular expressions that work alike on every Python that is supported.

Python 3.11.0 to 3.11.2 do not match possessive quantifiers inside repeated groups: files with
comments could not be read there. This test can go once 3.11 is no longer supported.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import atlantis_core
import atlantis_tui
from atlantis_core.games.registry import GAMES
from tools.machines.touches import Touch

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "tests", "benchmarks", "training", "tools", "examples")
FUNCTIONS = frozenset("compile match search fullmatch finditer findall sub subn split".split())
FORBIDDEN = {"POSSESSIVE_REPEAT": "possessive quantifier", "ATOMIC_GROUP": "atomic group"}
ELSEWHERE = {
    "entry.pattern": [entry.pattern for entry in GAMES],
    "self.boards": [],  # of a plugin
    "'|'.join((f'(?:{touch.value})' for touch in touches))": [touch.value for touch in Touch],
}
"""Patterns that are looked up when the program runs, by the expression that stands for them."""
REASON = "Python 3.11.0 to 3.11.2 mis-execute it; repeat characters that cannot follow instead"

_parse = importlib.import_module("re._parser").parse


def forbidden_in(pattern: str | bytes, flags: int = 0) -> set[str]:
    """Which parts of a pattern must not be used."""
    return set(_names(_parse(pattern, flags)))


def _names(parsed: Any) -> Iterator[str]:
    if isinstance(parsed, (str, int, bytes)):
        if str(parsed) in FORBIDDEN:
            yield FORBIDDEN[str(parsed)]
    elif parsed is not None:
        for part in parsed:
            yield from _names(part)


@pytest.mark.parametrize(
    "pattern", ["a++", "(?:a|b*+)+", "(?=(x?+))", "[a]{2,3}+", "(a)(?(1)b|c*+)"]
)
def test_possessive_quantifiers_are_found(pattern: str) -> None:
    assert forbidden_in(pattern) == {"possessive quantifier"}


def test_atomic_groups_are_found() -> None:
    assert forbidden_in("a(?>b|c)") == {"atomic group"}


@pytest.mark.parametrize("pattern", [r"a\++", "[*+?]+", "(?:a+)+", "a+?", "a{2}", b"[+]+"])
def test_other_patterns_pass(pattern: str | bytes) -> None:
    assert not forbidden_in(pattern)


def test_no_source_uses_what_some_pythons_get_wrong() -> None:
    found = []
    count = 0
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for line, pattern, flags in patterns_in(path):
                count += 1
                found += [
                    f"{path.relative_to(ROOT)}:{line}: {name} in {pattern!r}"
                    for name in forbidden_in(pattern, flags)
                ]
    assert count > 150
    assert not found, f"{REASON}:\n" + "\n".join(found)


@pytest.mark.parametrize("package", [atlantis_core, atlantis_tui])
def test_no_compiled_pattern_does(package: Any) -> None:
    found = []
    count = 0
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if module.name.endswith("__main__"):
            continue
        for pattern in compiled_in(vars(importlib.import_module(module.name))):
            count += 1
            names = forbidden_in(pattern.pattern, pattern.flags & ~re.UNICODE)
            found += [f"{module.name}: {name} in {pattern.pattern!r}" for name in names]
    assert count
    assert not found, f"{REASON}:\n" + "\n".join(found)


def compiled_in(values: Any) -> Iterator[re.Pattern[Any]]:
    """The patterns among some values, their members and items."""
    for value in values.values() if isinstance(values, dict) else values:
        if isinstance(value, re.Pattern):
            yield value
        elif isinstance(value, type) and value.__module__.startswith("atlantis"):
            yield from compiled_in(dict(vars(value)))
        elif type(value) in (dict, list, tuple):
            yield from compiled_in(value)


def patterns_in(path: Path) -> Iterator[tuple[int, str | bytes, int]]:
    """Line, text and flags of the patterns that a file gives to `re`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "re"
        for alias in node.names
        if alias.name in FUNCTIONS
    }
    constants = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_of_re(node.func, imported):
            for pattern in texts(_argument(node, 0, "pattern"), constants):
                yield node.lineno, pattern, _flags(node)


def _is_of_re(function: ast.expr, imported: set[str]) -> bool:
    match function:
        case ast.Attribute(value=ast.Name(id="re"), attr=name):
            return name in FUNCTIONS
        case ast.Name(id=name):
            return name in imported
    return False


def _argument(call: ast.Call, place: int, name: str) -> ast.expr:
    named = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return named[0] if named else call.args[place]


def _flags(call: ast.Call) -> int:
    is_verbose = any("VERBOSE" in ast.unparse(given) for given in call.args[1:])
    return re.VERBOSE if is_verbose else 0


def texts(given: ast.expr, constants: dict[str, ast.expr]) -> list[str | bytes]:
    """What an expression can stand for; whatever is put into a text is taken for one letter."""
    match given:
        case ast.Constant(value=str() | bytes() as text):
            return [text]
        case ast.JoinedStr(values=parts):
            pieces = (part.value if isinstance(part, ast.Constant) else "x" for part in parts)
            return ["".join(map(str, pieces))]
        case ast.BinOp(left=pattern, op=ast.Mod()):
            return texts(pattern, constants)
        case ast.Name(id=name) if name in constants:
            return texts(constants[name], constants)
    written = ast.unparse(given)
    assert written in ELSEWHERE, f"this test cannot see the pattern {written}: add it to ELSEWHERE"
    return [*ELSEWHERE[written]]
