"""docs/commands.md tells the truth: its examples are run, and every option is explained."""

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


def test_the_examples_print_what_they_say(tmp_path: Path) -> None:
    (tmp_path / "transcripts").symlink_to(ROOT / "transcripts")

    shown = list(examples(DOCUMENT))

    assert len(shown) > 20
    for command, printed in shown:
        finished = run_shell(f"{{ {command}}} 2>&1", tmp_path, COLUMNS="80")
        assert finished.out == printed, command
        assert finished.status in (0, 1), command


@pytest.mark.parametrize("name", DESCRIBED)
def test_every_option_is_explained(name: str) -> None:
    parser = make_parser(name, import_module(COMMANDS[name][0]))
    described, _ = parser.format_help().split("\nexamples:\n")
    options = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", described))

    explained = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", SECTIONS[name]))

    assert options - {"-h", "--help"} <= explained


def test_every_command_is_in_the_list() -> None:
    listed = set(re.findall(r"`(\w+)`", SECTIONS["Synopsis"]))

    assert set(COMMANDS) <= listed


def test_the_commands_of_the_issue_have_sections_of_their_own() -> None:
    assert set(DESCRIBED) >= set("show check replay moves new convert fmt stats shift".split())


@pytest.mark.parametrize("name", DESCRIBED)
def test_sections_begin_with_the_usage(name: str) -> None:
    assert SECTIONS[name].startswith(f"\n```\natlantis {name} ")
