"""Floats are equal bit for bit, between the engines and between versions of Python."""

from __future__ import annotations

import json

from tests.engine.verdicts import PATH, verdicts
from tests.engines import EACH_ENGINE

pytestmark = EACH_ENGINE


def test_verdicts_are_those_that_were_recorded() -> None:
    assert verdicts() == json.loads(PATH.read_text(encoding="utf-8"))
