r"""The style `spec`: the picture of the game's specification, 9 by 5 cells per field (R9).

  +---+            The first row shows the stack, the second the name of the field,
 / 3A! \           the third is free for marks. Segments of a standard board are drawn
+  f5   +          apart. On other boards the sides between fields of one segment
 \     /           are dotted.
  +---+
"""

from __future__ import annotations

from .cornered import cornered_art
from .three_rows import three_row_face

ART = cornered_art(level=5, half=2)
face = three_row_face(5)
