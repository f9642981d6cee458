"""Floats are bit-identical between engines and versions of Python."""

from __future__ import annotations

import json

from tests.engine.verdicts import PATH, verdicts
from tests.engines import EACH_ENGINE

pytestmark = EACH_ENGINE


def test_verdicts_equal_the_recorded_ones() -> None:
    assert verdicts() == json.loads(PATH.read_text(encoding="utf-8"))
