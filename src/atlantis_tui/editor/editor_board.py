"""Board of the editor: digits place stones."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.board.view import BoardView


class EditorBoard(BoardView):
    """A board that passes digits to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(digit), f"screen.put({digit})", f"Put {digit} stones")
            for digit in range(1, 10)
        ),
        Binding("0", "screen.put(0)", "Make the field dead"),
    ]
