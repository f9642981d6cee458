"""The glossary and the code agree: names are unique, and sentences name their actor."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
MOST_PACKAGES = 2
MOST_VAGUE_LINES = 25
_VAGUE = re.compile(r"\b(somebody|whoever|nobody|anybody)\b", re.IGNORECASE)


def test_class_names_appear_in_at_most_two_packages() -> None:
    packages: dict[str, set[str]] = defaultdict(set)
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                packages[node.name].add(str(path.parent.relative_to(SOURCES)))
    excepted = set(re.findall(r"^\| `(\w+)` \| (?:each game|as `)", GLOSSARY, re.MULTILINE))
    crowded = {name for name, homes in packages.items() if len(homes) > MOST_PACKAGES}
    assert crowded <= excepted


def test_sources_name_the_actor() -> None:
    vague = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted(SOURCES.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _VAGUE.search(line)
    ]
    assert len(vague) <= MOST_VAGUE_LINES, vague


def test_each_term_is_defined_once() -> None:
    chapters = GLOSSARY.split("\n## ")[1:]
    terms = [
        term.strip()
        for chapter in chapters
        for row in re.findall(r"^\| ([^|]+) \|", chapter, re.MULTILINE)
        for term in row.split(",")
        if set(term) - set("- ")
    ]
    repeated = {term for term in terms if terms.count(term) > 1} - {"term", "class"}
    assert repeated <= {"`Game`", "`Record`"}
