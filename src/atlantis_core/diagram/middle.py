r"""The style `middle`: the look of `spec` in as many lines as `compact`, six cells wide.

 ____              The stack is above, the name of the field below, on its border. A mark is
/ 2B \____         above on an empty field, so that its name stays readable, and replaces the
\_c6_/*1a!\        name on any other. A growing stack of ten or more has no room for `*`: its
/~~~~\_d5_/        lower-case letter shows that it grows.
\~c5~/
"""

from __future__ import annotations

from .two_lines import two_line_art
from .two_rows import two_row_face

ART = two_line_art(4)
face = two_row_face(4)
