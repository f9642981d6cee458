"""The packaged games of the strongest bot, with an index of their own beside that of the user.

`tools/make_opening_games.py` makes the file. The index is built on first use.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from atlantis_core.files.collections import part_name, read_parts
from .documents import Document
from .index import GameIndex
from .paths import usual_index
from .reading import GameReader
from .rows import Stamp

PACKAGED = Path(__file__).with_name("opening_games.jsonl.gz")


def opening_index() -> Path:
    """The index of the packaged games, in the cache folder."""
    return usual_index().with_name("opening-games.sqlite")


def index_opening_games() -> GameIndex:
    """Open the index of the packaged games; builds it first where it is missing or outdated."""
    games, index = PACKAGED, GameIndex(opening_index())
    try:
        stamp = _stamp(games)
        if not _is_current(index, games, stamp):
            for path in index.files():
                index.forget(path)
            index.update(str(games), stamp, _documents(games), GameReader())
            index.compact()
    except BaseException:
        index.close()
        raise
    return index


def are_indexed() -> bool:
    """Whether the index of the packaged games is built. Raises IndexFailedError."""
    with closing(GameIndex(opening_index())) as index:
        return _is_current(index, PACKAGED, _stamp(PACKAGED))


def _is_current(index: GameIndex, games: Path, stamp: Stamp) -> bool:
    return index.files() == (str(games),) and index.stamp(str(games)) == stamp


def _stamp(games: Path) -> Stamp:
    content = games.read_bytes()
    return Stamp(len(content), 0, sha256(content).digest()[:16])


def _documents(games: Path) -> Iterator[Document]:
    for part in read_parts(games):
        yield Document(part.line, part_name(games, part.line), part.content)
