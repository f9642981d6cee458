"""Every file in `transcripts/`: replayed, round-tripped, canonical, made by our script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from atlantis_core.transcript import Format, LossError, check_file, dumps, load, loads, replay
from atlantis_core.transcript.saving import format_of_name
from atlantis_core.transcript.text_writer import find_losses
from tests.transcript.make_samples import FOLDER, OTHER_GAMES, samples

FILES = sorted(
    path
    for path in FOLDER.rglob("*")
    if path.suffix in {".json", ".txt"} and path.relative_to(FOLDER).parts[0] not in OTHER_GAMES
)
NAMES = [path.relative_to(FOLDER).as_posix() for path in FILES]


def test_the_samples_are_what_the_script_makes() -> None:
    made = dict(samples())
    assert {name: (FOLDER / name).read_bytes().decode() for name in NAMES} == made


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_sample_has_no_problems_and_replays(path: Path) -> None:
    assert check_file(path) == ()
    game = replay(load(path))
    match path.parent.name:
        case "games" | "annotated":
            assert game.is_over
            assert game.turn_number > 0
        case "unfinished":
            assert not game.is_over
            assert game.turn_number > 0
        case "boards":
            assert game.position.players == 0
        case "starts":
            assert not game.is_over
            assert game.turn_number == 0


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_sample_is_canonical(path: Path) -> None:
    assert dumps(load(path), format_of_name(path)).encode() == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_sample_goes_through_the_other_format_or_is_refused(path: Path) -> None:
    transcript = load(path)
    losses = tuple(find_losses(transcript))
    if losses:
        known = "growing|player [0-9] without|the (tag|comment|clocks|annotation)|3 vari"
        assert all(re.match(known, loss) for loss in losses)
        with pytest.raises(LossError):
            dumps(transcript, Format.TEXT)
    else:
        again = loads(dumps(transcript, Format.TEXT))
        # What has no turns is a start there, and need not say so.
        again = again.as_start() if transcript.is_start and transcript.players else again
        assert again == transcript
        assert dumps(again) == dumps(transcript)


def test_every_traditional_set_up_has_a_start() -> None:
    for shape in ("triangle-6", "rhombus-4", "hexagon-3"):
        for players in range(2, 7):
            assert f"starts/{shape}-{players}-players.json" in NAMES


def test_the_annotated_sample_has_everything() -> None:
    annotations = load(FOLDER / "annotated" / "triangle-4-3-players.json").annotations
    assert annotations.tags
    assert annotations.clocks
    assert {0, 1} <= annotations.comments.keys()
    assert any(inner.variations for line in annotations.variations for inner in line.variations)
