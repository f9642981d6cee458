r"""The style `broad`: like `spec`, but 11 by 5 cells per field, nearly regular on most terminals.

+-----+
/  3A!  \
+   f5    +
\       /
+-----+
"""

from __future__ import annotations

from .cornered import cornered_art
from .three_rows import three_row_face

ART = cornered_art(level=7, half=2)
face = three_row_face(7)
