"""The golden diagrams: what to draw, and the files with the approved drawings.

`python -m tests.diagram.goldens` redraws all of them. Look at the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from atlantis_core.diagram import Look, Style, draw
from tests.diagram.samples import BOARDS, MIDDLE, ODD, POSITIONS
from tests.little_boards import fields

FOLDER = Path(__file__).parent / "goldens"


def goldens() -> Iterator[tuple[str, str]]:
    """File names and expected contents."""
    for style in Style:
        for name, position in POSITIONS.items():
            yield f"{name}-{style.value}.txt", str(draw(position, style))
        unicode = Look(is_unicode=True)
        yield f"middle-unicode-{style.value}.txt", str(draw(MIDDLE, style, look=unicode))
        yield f"odd-unicode-{style.value}.txt", str(draw(ODD, style, look=unicode))
        yield f"triangle-{style.value}.txt", str(draw(BOARDS["triangle 3"], style, axes=True))
        yield f"pieces-{style.value}.txt", str(draw(BOARDS["in pieces"], style, axes=True))
    yield from _variants()


def _variants() -> Iterator[tuple[str, str]]:
    for style in (Style.SPEC, Style.MIDDLE):
        bare = str(draw(MIDDLE, style, look=Look(labels=False)))
        yield f"middle-unlabelled-{style.value}.txt", bare
    labelled = Look("RGB", labels=True)
    yield "middle-labelled-compact.txt", str(draw(MIDDLE, Style.COMPACT, axes=True, look=labelled))
    marks = dict(zip(fields("b1 b2 c3 a1"), ["<1>", "<2>", "<3>", "<4>"], strict=True))
    short = {field: mark[1] for field, mark in marks.items()}
    yield "marks-spec.txt", str(draw(MIDDLE, marks=marks))
    yield "marks-middle.txt", str(draw(MIDDLE, Style.MIDDLE, marks=marks))
    yield "marks-compact.txt", str(draw(MIDDLE, Style.COMPACT, marks=short))
    yield "marks-mini.txt", str(draw(MIDDLE, Style.MINI, marks=short))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in goldens():
        (FOLDER / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
