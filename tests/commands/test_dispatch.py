"""Dispatch of commands, their help, and failures."""

from __future__ import annotations

import importlib
import io
import sys
from argparse import ArgumentParser
from pathlib import Path
from unittest.mock import patch

import pytest

from atlantis_core.commands import is_command_line, main
from atlantis_core.commands.program import how_to_get_the_app
from atlantis_core.commands.table import Extension
from atlantis_core.engine import RUNNING
from atlantis_core.version import __version__
from tests.commands.running import COMMANDS, PLAIN, run
from tests.commands.samples import GAME, write


def test_version_is_one_line() -> None:
    assert run("--version") == (0, f"atlantis {__version__} ({RUNNING.value} engine)\n", "")


def test_overview_lists_every_command() -> None:
    overview = run("--help")

    assert (overview.status, overview.err) == (0, "")
    for name, (_, line) in COMMANDS.items():
        assert f"\n  {name:<10}  {line}\n" in overview.out
    assert run("-h") == run("help") == overview


def test_empty_command_line_shows_the_overview_as_an_error() -> None:
    finished = run()

    assert (finished.status, finished.out) == (2, "")
    assert finished.err == run("--help").out


def test_app_adds_options_and_commands_to_those_of_the_core() -> None:
    def make_parser() -> ArgumentParser:
        parser = ArgumentParser(add_help=False)
        parser.add_argument("--wonderful", action="store_true", help="shine")
        return parser

    commands = {"dance": ("tests.commands.test_dispatch", "move to music")}
    with patch.object(sys, "stdout", io.StringIO()) as out:
        status = main(["--help"], Extension(commands, make_parser))

    assert status == 0
    assert "\n  dance       move to music\n" in out.getvalue()
    assert "options of the app:\n  --wonderful  shine\n" in out.getvalue()


def test_core_alone_has_no_commands_of_the_app() -> None:
    with patch.object(sys, "stderr", io.StringIO()) as err:
        assert main(["host"]) == 2
    assert err.getvalue().startswith("atlantis: no such command: 'host' (files are opened, and")
    assert not is_command_line(["host"])


def test_help_of_the_core_alone_promises_no_app() -> None:
    with patch.object(sys, "stdout", io.StringIO()) as out:
        assert main(["--help"]) == 0
    text = out.getvalue()
    assert text.startswith("usage: atlantis COMMAND ...\n")
    assert "opens the" not in text
    assert "atlantis game.json" not in text


@pytest.mark.parametrize("found", [None, "atlantis_tui"])
def test_core_says_how_to_get_the_app(found: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: found)
    assert how_to_get_the_app() == ("atlantis-tui" if found else "pip install atlantis-tui")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(name: str) -> None:
    finished = run(name, "--help")

    assert (finished.status, finished.err) == (0, "")
    assert finished.out.startswith(f"usage: atlantis {name} ")
    assert f"\nexamples:\n  atlantis {name} " in finished.out
    before, examples = finished.out.split("\nexamples:\n")
    assert max(map(len, before.splitlines())) < 80
    assert max(map(len, examples.splitlines())) < 90
    assert run("help", name) == finished


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_module_has_the_required_members(name: str) -> None:
    module = importlib.import_module(COMMANDS[name][0])

    assert callable(module.run)
    assert callable(module.add_arguments)
    assert module.DESCRIPTION.endswith(".")


@pytest.mark.parametrize("name", COMMANDS)
def test_unknown_option_is_a_usage_error(name: str) -> None:
    finished = run(name, "--no-such-option", "\x1b[31m")

    assert (finished.status, finished.out) == (2, "")
    assert finished.err.startswith(f"atlantis {name}: ")
    assert f"'atlantis {name} --help' shows details." in finished.err
    assert "\x1b" not in finished.err


@pytest.mark.parametrize(
    ("word", "meant"),
    [("shwo", "show"), ("chekc", "check"), ("Stats", "stats"), ("hlep", "help")],
)
def test_mistyped_command_gets_a_suggestion(word: str, meant: str) -> None:
    finished = run(word, "game.json")

    assert finished.status == 2
    assert finished.err.startswith(f"atlantis: no such command: '{word}' (did you mean '{meant}'?)")


@pytest.mark.parametrize("word", ["frobnicate", "x" * 100_000, "\x1b]0;x\x07", "--frob"])
def test_unknown_command_is_quoted_without_control_characters(word: str) -> None:
    finished = run(word)

    assert finished.status == 2
    assert len(finished.err) < 300
    assert finished.err.replace("\n", "").isprintable()


def test_is_command_line_tells_commands_from_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, GAME, "shwo")

    assert is_command_line(["show", "game.json"])
    assert is_command_line(["--version"])
    assert is_command_line(["help"])
    assert is_command_line(["chekc", "game.json"])
    assert is_command_line(["hlep"])
    assert not is_command_line([])
    assert not is_command_line(["game.json"])
    assert not is_command_line(["game.json#12"])
    assert not is_command_line(["shwo"])
    assert not is_command_line(["./show"])
    assert not is_command_line(["--mono", "game.json"])
    assert not is_command_line(["mygame"])


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_memory_error_becomes_a_message(tmp_path: Path, error: type[Exception]) -> None:
    with patch("atlantis_core.commands.check.open_bytes", side_effect=error):
        finished = run("check", write(tmp_path, GAME))

    assert finished == (1, "", "atlantis check: out of memory\n")


def test_interrupt_prints_nothing(tmp_path: Path) -> None:
    with patch("atlantis_core.commands.check.open_bytes", side_effect=KeyboardInterrupt):
        finished = run("check", write(tmp_path, GAME))

    assert finished == (130, "", "")


class FullDisk(io.RawIOBase):
    """A stream that fails to write."""

    def writable(self) -> bool:
        return True

    def write(self, _data: object) -> int:
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    "arguments", [["moves"], ["replay", "--json"], ["fmt", "--check"], ["show"]]
)
def test_full_disk_is_reported(tmp_path: Path, arguments: list[str]) -> None:
    path = write(tmp_path, GAME + "\n")
    err = io.StringIO()
    out = io.TextIOWrapper(FullDisk(), write_through=True)  # type: ignore[type-var]  # unbuffered

    with patch.object(sys, "stdout", out), patch.object(sys, "stderr", err):
        status = main([*arguments, str(path)])

    assert status == 1
    assert "cannot write the result: no space left on device\n" in err.getvalue()


@pytest.mark.parametrize("command", [["agent", "random"], ["kalah", "agent"], ["read"]], ids=str)
def test_invalid_bytes_on_standard_input_are_reported(tmp_path: Path, command: list[str]) -> None:
    files = [write(tmp_path, GAME)] if command == ["read"] else []
    told = run(*command, *files, stdin=b"\xff\xed\xa0\x80\n")
    assert told.status == 1
    assert "not a " in told.out + told.err


def test_ascii_output_escapes_player_names(tmp_path: Path) -> None:
    path = write(tmp_path, GAME.replace("Ann", "Zoë 安"))
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")

    with patch.object(sys, "stdout", out), patch.dict("os.environ", PLAIN):
        status = main(["replay", str(path), "--to", "1"])

    out.flush()
    assert isinstance(out.buffer, io.BytesIO)
    assert status == 0
    assert rb"Zo\xeb \u5b89 (R)" in out.buffer.getvalue()
