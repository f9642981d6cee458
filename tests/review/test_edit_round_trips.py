"""Edited variations survive saving and loading."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from atlantis_core.review.lines import GameTree
from atlantis_core.review.places import Place
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.variations import MAIN, VariationError, walk_paths
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.turns import legal_moves
from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript import dumps, load, loads, replay
from atlantis_core.transcript.model import Transcript
from atlantis_tui.game.document import GameDocument
from tests.commands.running import run
from tests.review.games import recorded, transcript_of


def unfinished() -> Transcript:
    transcript = transcript_of(recorded("g04_hexagon3_3p_ccc"))
    # Parsed once, so that the fields of segments are in the order in which they are written.
    return loads(dumps(transcript.with_turns(transcript.turns[:12])))


def meddle(walk: ReplayCursor, dice: Random) -> None:
    """Make one random edit at a random place."""
    paths = [MAIN, *(path for path, _ in walk_paths(walk.tree.transcript.annotations.variations))]
    path = dice.choice(paths)
    walk.go(Place(path, dice.randint(0, walk.tree.line(path).turn_number)))
    match dice.randrange(6):
        case 0:
            walk.comment(dice.choice(["yes", "no\nmaybe", None]))
        case 1 if path:
            walk.delete(path, dice.choice([None, walk.turn]))
        case 2 if path:
            try:
                walk.promote(path)
            except VariationError:
                assert walk.tree.main.is_over
        case _ if not is_over(walk.position):
            moves = legal_moves(walk.position)
            walk.play((dice.choice(moves),) if moves and dice.random() < 0.8 else ())


@pytest.mark.parametrize("seed", range(8))
def test_random_edits_round_trip(seed: int) -> None:
    dice = Random(seed)
    transcript = unfinished()
    walk = ReplayCursor(GameTree(transcript, replay(transcript).positions))
    for _ in range(60):
        meddle(walk, dice)
        kept = walk.tree.transcript
        again = loads(dumps(kept))
        assert again == kept
        assert replay(again).positions == tuple(walk.tree.main.positions)
        for path, _variation in walk_paths(kept.annotations.variations):
            assert not walk.tree.line(path).problem
        assert walk.position.board == walk.tree.main.positions[0].board


def test_variations_survive_other_commands(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(dumps(unfinished()), encoding="utf-8")
    assert run("read", f"{path}#5", "pass", "comment hm", "pass", "tag event Cup").status == 0
    kept = load(path).annotations
    assert kept.variations[0].comments == {6: "hm"}
    assert run("fmt", path).status == 0
    assert load(path).annotations == kept
    assert run("convert", path, tmp_path / "copy.json").status == 0
    assert load(tmp_path / "copy.json").annotations == kept
    document = GameDocument.load(path)
    document.play()
    assert load(path).annotations == kept
    assert len(load(path).turns) == 13


def test_old_text_format_refuses_what_it_cannot_hold(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert run("new", "--board", "hexagon:2", "--players", "2", "-o", path).status == 0
    before = path.read_bytes()
    done = run("read", path, "pass")
    assert done.status == 1
    assert "cannot represent" in done.out
    assert path.read_bytes() == before


def test_edit_errors_are_atlantis_errors() -> None:
    transcript = unfinished()
    walk = ReplayCursor(GameTree(transcript, replay(transcript).positions))
    with pytest.raises(AtlantisError):
        walk.promote(MAIN)
    with pytest.raises(AtlantisError):
        walk.delete(MAIN)
