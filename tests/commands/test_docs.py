"""docs/commands.md: its examples are run, and it explains every option."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from atlantis_core.commands.command_lines import make_parser
from tests.commands.documented import examples
from tests.commands.running import COMMANDS, run_shell

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "commands.md"
SECTIONS = dict(
    re.findall(
        r"^## (\w+)\n(.*?)(?=^## |\Z)", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
)
DESCRIBED = [name for name in COMMANDS if name in SECTIONS]


def test_examples_print_what_the_page_shows(tmp_path: Path) -> None:
    (tmp_path / "transcripts").symlink_to(ROOT / "transcripts")

    shown = list(examples(DOCUMENT))

    assert len(shown) > 20
    for command, printed in shown:
        finished = run_shell(f"{{ {command}}} 2>&1", tmp_path, COLUMNS="80")
        assert finished.out == printed, command
        assert finished.status in (0, 1), command


@pytest.mark.parametrize("name", DESCRIBED)
def test_section_explains_every_option(name: str) -> None:
    parser = make_parser(name, import_module(COMMANDS[name][0]))
    described, _ = parser.format_help().split("\nexamples:\n")
    options = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", described))

    explained = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", SECTIONS[name]))

    assert options - {"-h", "--help"} <= explained


def test_synopsis_lists_every_command() -> None:
    listed = set(re.findall(r"`(\w+)`", SECTIONS["Synopsis"]))

    assert set(COMMANDS) <= listed


def test_main_commands_have_sections() -> None:
    assert set(DESCRIBED) >= set("show check replay moves new convert fmt stats shift".split())


@pytest.mark.parametrize("name", DESCRIBED)
def test_section_begins_with_the_usage(name: str) -> None:
    assert SECTIONS[name].startswith(f"\n```\natlantis {name} ")
