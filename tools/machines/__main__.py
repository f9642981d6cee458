"""Run the tests as on other machines, and print which variants passed, failed and were skipped."""

from __future__ import annotations

import argparse
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence

from .host import Host
from .pythons import SYSTEM, Python, ask, find_pythons, missing_versions
from .report import Outcome, Result, exit_status, format_table
from .running import ROOT, Runner, log_of
from .variants import Variant, ordinary_user, other_variants, python_variants


def main(words: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; the exit status tells whether a variant failed."""
    options = _parse(words)
    host = Host.this()
    pythons = find_pythons(os.environ)
    variants = all_variants(host, pythons)
    if options.ci:
        chosen = ci_variants(host, variants, own=ask(sys.executable), system=ask(SYSTEM))
    else:
        chosen = choose(variants, options.names)
    if options.names and not chosen:
        sys.stderr.write(
            f"no variant is called {' or '.join(map(repr, options.names))}; see --list\n"
        )
        return 2
    if options.list:
        print("\n".join(f"{each.name}: {host.skip_reason(each) or 'can run'}" for each in chosen))
        return 0

    missing = [] if options.ci else missing_versions(pythons, _supported())
    results = [
        Result(f"python {version}", Outcome.SKIPPED, "not installed")
        for version in missing
        if is_named(f"python {version}", options.names)
    ]
    with Runner(is_root=host.is_root, is_narrow=options.narrow or options.ci) as runner:
        results += [run_or_skip(variant, host, runner.run) for variant in chosen]
    print(format_table(results))
    return exit_status(results)


def all_variants(host: Host, pythons: Sequence[Python]) -> list[Variant]:
    users_python = host.python_for_user(pythons)
    return [*python_variants(pythons), ordinary_user(users_python), *other_variants(users_python)]


def choose(variants: Iterable[Variant], names: Sequence[str]) -> list[Variant]:
    return [each for each in variants if is_named(each.name, names)]


def is_named(name: str, names: Sequence[str]) -> bool:
    """Whether a name contains any of the names; without names every one does."""
    return not names or any(each in name for each in names)


def ci_variants(
    host: Host, variants: Sequence[Variant], *, own: Python | None, system: Python | None
) -> list[Variant]:
    """What a CI run adds to the ordinary one: another user, and the system's Python if it differs.

    Both are one variant where the user can run that Python.
    """
    users = [each for each in variants if each.is_main and each.is_ordinary_user]
    covered = {own, *(each.python for each in users if host.skip_reason(each) is None)}
    others = [each for each in variants if each.is_main and each.python == system]
    return users + [each for each in others if each.python not in covered and each not in users]


def run_or_skip(variant: Variant, host: Host, run: Callable[[Variant], Result]) -> Result:
    """Run a variant if this machine can; say so, and show what a failed one has printed."""
    reason = host.skip_reason(variant)
    if reason is not None:
        return Result(variant.name, Outcome.SKIPPED, reason)
    print(f"{variant.name} ...", flush=True)
    result = run(variant)
    if result.outcome is Outcome.FAILED:
        print(log_of(variant).read_text(encoding="utf-8", errors="replace"), flush=True)
    return result


def _supported() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))


def _parse(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.machines", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="only variants with this in their name"
    )
    parser.add_argument("--list", action="store_true", help="list the variants and run nothing")
    parser.add_argument(
        "--narrow", action="store_true", help="only the tests that can differ, for every variant"
    )
    parser.add_argument(
        "--ci",
        action="store_true",
        help="only an ordinary user and the system's own Python, and the tests that can differ",
    )
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
