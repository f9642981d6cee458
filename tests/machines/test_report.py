"""The table and the exit status of `make test-machines`."""

from __future__ import annotations

import pytest

from tools.machines import __main__ as command
from tools.machines.host import Host
from tools.machines.report import Outcome, Result, exit_status, format_table
from tools.machines.running import log_of
from tools.machines.variants import Variant

PASSED = Result("umask 077", Outcome.PASSED, "412 passed in 61.20s", "28 files")
FAILED = Result("LC_ALL=C", Outcome.FAILED, "1 failed in 2s", "26 files")
SKIPPED = Result("no fish", Outcome.SKIPPED, "not installed: fish")


def test_the_table_has_a_row_for_every_variant() -> None:
    assert format_table([PASSED, FAILED, SKIPPED]).split("\n") == [
        "variant    tests     result   detail",
        "umask 077  28 files  passed   412 passed in 61.20s",
        "LC_ALL=C   26 files  FAILED   1 failed in 2s",
        "no fish    -         skipped  not installed: fish",
    ]


def test_an_empty_table_has_its_headings() -> None:
    assert format_table([]) == "variant  tests  result  detail"


@pytest.mark.parametrize(
    ("results", "status"),
    [([], 0), ([SKIPPED], 0), ([PASSED, SKIPPED], 0), ([PASSED, FAILED, SKIPPED], 1)],
)
def test_only_a_failure_gives_another_status(results: list[Result], status: int) -> None:
    assert exit_status(results) == status


def test_a_skipped_variant_does_not_run(capsys: pytest.CaptureFixture[str]) -> None:
    variant = Variant(name="no fish", touches=(), needed=("fish",))

    def run(_: Variant) -> Result:
        raise AssertionError

    assert command.run_or_skip(variant, Host(False, frozenset()), run) == SKIPPED
    assert capsys.readouterr().out == ""


def test_what_a_failed_variant_has_printed_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    variant = Variant(name="LC_ALL=C", touches=())
    monkeypatch.setattr("tools.machines.running.LOGS", tmp_path)
    log_of(variant).write_text("E  assert 0\n", encoding="utf-8")

    assert command.run_or_skip(variant, Host(False, frozenset()), lambda _: FAILED) == FAILED
    assert capsys.readouterr().out == "LC_ALL=C ...\nE  assert 0\n\n"


@pytest.fixture
def _no_pythons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for them takes seconds."""
    monkeypatch.setattr(command, "find_pythons", lambda _: ())


@pytest.mark.usefixtures("_no_pythons")
def test_unknown_names_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["windows", "--list"]) == 2
    assert capsys.readouterr().err == "no variant is called 'windows'; see --list\n"


@pytest.mark.usefixtures("_no_pythons")
def test_the_list_runs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["umask", "--list"]) == 0
    assert capsys.readouterr().out == "umask 077: can run\n"
