"""The same seed gives the same net."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy", reason="the dependency group 'train' is not installed")

from atlantis_core.bots.nets import weighed_sum
from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine.pure.net import NET_BYTES
from training.fit import fit, gather
from training.self_play import play_game


def test_games_and_fits_are_repeatable() -> None:
    net = weighed_sum(SEASONED)
    lessons = play_game(net, seed=1, effort=20, number=2)
    assert lessons == play_game(net, seed=1, effort=20, number=2)
    assert lessons
    numbers, loss = fit(gather(lessons), seed=1)
    assert (numbers, loss) == fit(gather(lessons), seed=1)
    assert len(numbers) == NET_BYTES // 8
