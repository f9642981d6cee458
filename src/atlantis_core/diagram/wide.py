r"""The style `wide`: like `middle`, but 8 by 3 cells per field.

 ______
/  2B  \______
\__c6__/ *1a! \
/~~~~~~\__d5__/
\~~c5~~/
"""

from __future__ import annotations

from .two_lines import two_line_art
from .two_rows import two_row_face

ART = two_line_art(6)
face = two_row_face(6)
