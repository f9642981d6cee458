"""Installs Atlantis and its tools into the running virtual environment, for the Makefile.

pip reads index, proxy and certificates from its usual variables (PIP_INDEX_URL, HTTPS_PROXY,
PIP_CERT). Its output is shown only if it fails, and a failed connection as one sentence, because
pip repeats it for every retry. Uses only the standard library: nothing else is installed yet.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence

PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
PINNED = ("--constraint", "constraints.txt")
STEPS: tuple[tuple[str, ...], ...] = (
    # Older versions lack dependency groups. One retry: without network this fails soon.
    ("--retries", "1", "pip>=25.1"),
    # The groups bring the build backend, so that without build isolation a changed
    # pyproject.toml needs the network only for packages that are really missing.
    (*PINNED, "--group", "test", "--group", "lint"),
    (*PINNED, "--no-build-isolation", "--editable", "."),
)
ADVICE = """\
The first set-up downloads packages; later calls need no network. Check the connection.
Behind a proxy set HTTPS_PROXY, for another package index set PIP_INDEX_URL, for a certificate
authority of your own set PIP_CERT; then run make again."""


def main() -> int:
    """Run every step; returns the exit status of the first that fails."""
    for step in STEPS:
        status, output = _run((*PIP, *step))
        if status:
            sys.stderr.write(explain_failure(output))
            return status
    return 0


def _run(command: Sequence[str]) -> tuple[int, str]:
    # No timeout: a slow connection may take long, and Ctrl+C ends it.
    done = subprocess.run(  # noqa: S603 - fixed arguments
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode, done.stdout.decode(errors="replace")


def explain_failure(output: str) -> str:
    """The message for the user: why the index is unreachable, or else pip's own output."""
    reason = connection_failure(output)
    if reason is None:
        return output
    return f"cannot reach the package index: {reason}\n{ADVICE}\n"


def connection_failure(output: str) -> str | None:
    """The innermost reason in pip's last report of a broken connection.

    None without such a report, or if pip failed for another reason after a successful retry.
    """
    reports = re.findall(r"connection broken by ['\"](.*)['\"]: /", output)
    if not reports or not re.search(r"No matching distribution|Max retries exceeded", output):
        return None
    known = re.search(
        r"\[Errno -?\d+\] [\w ,-]+|certificate verify failed: [\w -]+|timed out", reports[-1]
    )
    return known[0].strip() if known else reports[-1]


if __name__ == "__main__":
    sys.exit(main())
