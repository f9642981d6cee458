"""Completions and the manual page, tried in the shells that are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from atlantis_core.commands.described import describe_commands, general_options
from atlantis_tui.__main__ import EXTENSION
from tests.commands.running import COMMANDS, run
from tests.waiting import PATIENCE

SHELLS = ("bash", "zsh", "fish")


def need(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"there is no {program} on this machine")
    return found


def script(shell: str) -> str:
    finished = run("completion", shell)
    assert (finished.status, finished.err) == (0, "")
    return finished.out


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_has_every_command_and_option(shell: str) -> None:
    written = script(shell)
    for command in describe_commands(EXTENSION):
        assert command.name in written
        for option in command.all_options:
            assert option.names[-1].lstrip("-") in written


@pytest.mark.parametrize("shell", SHELLS)
def test_shell_parses_its_completion_script(shell: str, tmp_path: Path) -> None:
    path = tmp_path / "completion"
    path.write_text(script(shell), encoding="utf-8")
    subprocess.run([need(shell), "-n", path], check=True, timeout=PATIENCE)


def complete(words: list[str], folder: Path) -> list[str]:
    """The completions of bash for the last word."""
    path = folder / "completion"
    path.write_text(script("bash"), encoding="utf-8")
    quoted = " ".join(f"'{word}'" for word in words)
    asked = f"source {path}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _atlantis"
    finished = subprocess.run(
        [need("bash"), "-c", f'{asked}; printf "%s\\n" "${{COMPREPLY[@]}}"'],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        timeout=PATIENCE,
    )
    return finished.stdout.split()


def test_bash_completes_commands_options_words_and_files(tmp_path: Path) -> None:
    (tmp_path / "game.json").touch()
    assert complete(["atlantis", "exp"], tmp_path) == ["export"]
    assert complete(["atlantis", "show", "--st"], tmp_path) == ["--style"]
    assert complete(["atlantis", "show", "--style", "mi"], tmp_path) == ["middle", "mini"]
    assert complete(["atlantis", "show", "ga"], tmp_path) == ["game.json"]
    assert complete(["atlantis", "completion", "z"], tmp_path) == ["zsh"]
    assert complete(["atlantis", "map", "new", "--pl"], tmp_path) == ["--players"]
    assert complete(["atlantis", "ser"], tmp_path) == ["serve"]
    assert complete(["atlantis", "ga"], tmp_path) == ["games", "game.json"]


def test_fish_completes_commands(tmp_path: Path) -> None:
    path = tmp_path / "atlantis.fish"
    path.write_text(script("fish"), encoding="utf-8")
    asked = f"source {path}; complete -C 'atlantis expo'"
    finished = subprocess.run(
        [need("fish"), "--no-config", "-c", asked],
        capture_output=True,
        text=True,
        check=True,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        timeout=PATIENCE,
    )
    assert finished.stdout.split("\t")[0] == "export"


def test_manual_has_every_command_and_the_options_of_the_app() -> None:
    written = run("man").out
    assert written.startswith(".TH ATLANTIS 1")
    assert re.findall(r"^\.SS (\w+)$", written, re.MULTILINE) == list(COMMANDS)
    options = general_options(EXTENSION)
    assert {"--new", "--seat", "--theme", "--zoom"} <= {option.names[0] for option in options}
    assert all(option.names and option.help for option in options)


def test_groff_formats_the_manual_without_warnings(tmp_path: Path) -> None:
    path = tmp_path / "atlantis.1"
    path.write_text(run("man").out, encoding="utf-8")
    finished = subprocess.run(
        [need("groff"), "-man", "-Tascii", "-ww", path],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert finished.stderr == ""
    assert "EXIT STATUS" in re.sub(r".\x08", "", finished.stdout)
