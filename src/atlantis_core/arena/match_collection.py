"""The transcripts of a match in one collection, instead of a folder of files."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from atlantis_core.contests.results_file import ResultsError
from atlantis_core.files.collections import part_name, split_name
from atlantis_core.files.links import follow_links, open_unlinked
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript import Transcript
from atlantis_core.transcript.json_writer import write_line


def collection_beside(results: Path) -> Path:
    """The collection that belongs to a results file."""
    return results.with_name(results.stem + "-games.jsonl")


class MatchCollection:
    """Appends transcripts to a file. The caller closes it.

    A run that was killed between writing a game and its result leaves one game too many. The next
    run removes it, because it plays that game again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None
        self._lines = 0

    def note(self, address: object) -> None:
        """Count the game of a result that is already known."""
        name, line = split_name(str(address))
        if name == self._path.name:
            self._lines = max(self._lines, line)

    def append(self, transcript: Transcript) -> str:
        """Write a game and return its address, relative to the folder of the results.

        Raises ResultsError if the file contains games of another match.
        """
        if self._file is None:
            self._file = self._open()
        self._file.write(write_line(transcript).encode())
        self._file.flush()
        self._lines += 1
        return part_name(self._path.name, self._lines)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _open(self) -> IO[bytes]:
        target = follow_links(self._path, showable(str(self._path)))
        file: IO[bytes] = open(target, "a+b", opener=open_unlinked)  # noqa: SIM115 - closed by `close`
        try:
            self._lines = self._keep_noted(file)
        except BaseException:
            file.close()
            raise
        return file

    def _keep_noted(self, file: IO[bytes]) -> int:
        """Remove the game after the noted ones, and return the number of those found."""
        file.seek(0)
        found = sum(1 for _ in zip(range(self._lines), file, strict=False))
        end = file.tell()
        surplus = sum(1 for _ in file)
        if surplus > 1:
            raise ResultsError(
                f"'{showable(str(self._path))}' contains {surplus} games that are not in the "
                "results (move or delete it)"
            )
        file.truncate(end)
        return found
