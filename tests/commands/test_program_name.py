"""Help, messages, completions and the manual page use the name that the user typed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from atlantis_core.commands.program import NAMES, program_name, with_program_name
from atlantis_tui.settings.arguments import make_parser
from tests.commands.running import COMMANDS, run

OTHER = "atlantis-tui"
AS_A_COMMAND = re.compile(r"(?<![A-Za-z/])atlantis(?![A-Za-z_-])")
"""The other name, where a reader would type it."""


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "argv", [f"/usr/bin/{OTHER}"])
    return OTHER


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("/usr/bin/atlantis", "atlantis"),
        ("atlantis-tui", "atlantis-tui"),
        (r"C:\Scripts\atlantis-tui.exe", "atlantis-tui"),
        ("/venv/bin/atlantis-core", "atlantis-core"),
        ("/src/atlantis_core/__main__.py", "atlantis"),
        ("pytest", "atlantis"),
        ("", "atlantis"),
    ],
)
def test_name_is_that_of_the_installed_script(
    typed: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [typed])
    assert program_name() == name


@pytest.mark.parametrize("command", [*COMMANDS, ""])
def test_help_uses_no_other_name(command: str, named: str) -> None:
    done = run(*filter(None, (command, "--help")))
    assert done.status == 0
    assert not AS_A_COMMAND.search(done.out)
    assert f"usage: {named}" in done.out


def test_errors_use_the_name(named: str) -> None:
    assert run("show", "no-such-file").err.startswith(f"{named} show: ")
    assert f"'{named} --help'" in run("--nonsense").err
    assert make_parser().prog == named


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_for_the_name(shell: str, named: str) -> None:
    written = run("completion", shell).out
    words = {"bash": "-F _atlantis", "zsh": "#compdef", "fish": "complete -c"}[shell]
    assert f"{words} {named}" in written
    assert f"{words} atlantis\n" not in written


def test_manual_is_for_the_name(named: str) -> None:
    page = run("man").out.replace("\\-", "-")
    assert page.startswith(f".TH {named.upper()} 1")
    assert not AS_A_COMMAND.search(page)


def test_the_usual_name_changes_no_text() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert NAMES[0] == "atlantis"
    assert with_program_name(text) is text
