"""Opens the index of the packaged games; another process builds it when it is first needed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .helper_process import run_until_exit

if TYPE_CHECKING:
    from atlantis_core.game_library.index import GameIndex

_INDEX = (sys.executable, "-m", "atlantis_core", "library", "add", "--openings")


def open_opening_games() -> GameIndex:
    """The index of the packaged games; the first call takes seconds. Call it in a thread.

    Raises IndexFailedError.
    """
    from atlantis_core.game_library.opening_games import are_indexed, index_opening_games

    if not are_indexed():
        # Computing in a thread of this process would delay keys.
        run_until_exit(_INDEX)
    return index_opening_games()
