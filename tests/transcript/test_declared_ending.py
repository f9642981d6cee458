"""Games that a referee ended: commands and app show the declared ending."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.arena.referee import Ending
from atlantis_core.transcript import loads
from atlantis_core.transcript.declared_ending import WORDS, EndingKind, declared_ending
from atlantis_tui import navigation, routes
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.start.start_screen import StartScreen
from atlantis_tui.start.summaries import summarise
from tests.commands.running import run
from tests.tui.walking import walking

GAME = """{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5"],
"players": [{"name": "Ann", "color": "red", "stacks": {"b2": 2}},
 {"name": "Bob", "color": "navy", "stacks": {"d6": 1}}], "turns": [[["b2", "b3"]]],
"annotations": {"tags": TAGS}}"""
ENDED = '{"ending": "repetition", "winner": "Bob", "result": "0-0"}'


def with_tags(tags: str) -> str:
    return GAME.replace("TAGS", tags)


@pytest.mark.parametrize(
    ("tags", "ending"),
    [
        (ENDED, "adjudicated after repetition: Bob won (0-0)"),
        ('{"ending": "turn limit"}', "adjudicated at the turn limit"),
        ('{"ending": "forfeit", "winner": "A\\u001b[2J"}', "forfeited: A␛[2J won"),
        ('{"ending": "finished", "winner": "Bob"}', None),
        ('{"ending": 3}', None),
        ("{}", None),
    ],
)
def test_declared_ending_from_tags(tags: str, ending: str | None) -> None:
    assert declared_ending(loads(with_tags(tags))) == ending


def test_every_ending_of_the_arena_has_a_phrase() -> None:
    assert set(WORDS) >= {ending.value for ending in Ending} - {Ending.FINISHED.value}
    assert set(WORDS) == {kind.value for kind in EndingKind}


def test_commands_show_the_declared_ending(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(with_tags(ENDED))
    sentence = "Adjudicated after repetition: Bob won (0-0)."
    assert sentence in run("show", path).out
    assert sentence in run("replay", path).out
    assert "(adjudicated after repetition: Bob won (0-0))" in run("stats", path).out
    assert "Ann is to move." in run("show", f"{path}#0").out
    lines = run("read", path, "end", "score").out.splitlines()
    assert lines.count(sentence) == 2


def test_app_opens_an_adjudicated_game_in_review(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(with_tags(ENDED))
    assert isinstance(navigation.resolve(routes.File(path)), routes.Review)
    summary = summarise(path)
    assert "after turn 1 adjudicated after repetition: Bob won (0-0)" in summary.lines
    assert not summary.is_running


async def test_review_shows_the_declared_ending_and_leaves_to_the_start(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.json"
    path.write_text(with_tags(ENDED))
    async with walking(path) as walker:
        walker.on(ReviewScreen)
        await walker.press("home", "end")
        assert "Adjudicated after repetition: Bob won (0-0)." in walker.text("message")
        await walker.press("escape")
        walker.on(StartScreen)


def test_game_without_ending_tags_is_opened_for_play(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(with_tags("{}"))
    assert isinstance(navigation.resolve(routes.File(path)), routes.Play)
    assert summarise(path).is_running
