"""The library as its users write it: the guide's examples, loading, saving, notebooks."""

from __future__ import annotations

import ast
import doctest
import json
import re
from pathlib import Path
from xml.dom.minidom import parseString

import pytest

from atlantis_core import Game, NotationError, Position, Shape, bots, traditional_start
from atlantis_core.bots.interface import Question
from atlantis_core.transcript import SaveConflictError, load

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "atlantis_core"
GAME = ROOT / "transcripts" / "games" / "hexagon-3-3-players.json"
START = traditional_start(Shape.HEXAGON, 2, players=2)


def test_examples_of_the_guide_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"```pycon\n(.*?)```", page, re.DOTALL))
    (tmp_path / "transcripts").symlink_to(ROOT / "transcripts")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(examples, {}, "library.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    result = runner.run(test)
    assert result.attempted > 30
    assert not result.failed


def test_saving_keeps_what_the_file_says_beside_the_turns(tmp_path: Path) -> None:
    game = Game.load(GAME)
    game.undo()
    game.save(tmp_path / "copy.json")
    before, after = load(GAME), load(tmp_path / "copy.json")
    assert after.players == before.players
    assert after.annotations == before.annotations
    assert after.turns == before.turns[:-1]


def test_saving_again_replaces_the_own_file_only(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = Game(START)
    game.save(path)
    game.play("b3-b4")
    game.save(path)
    assert Game.load(path).turn_number == 1
    with pytest.raises(SaveConflictError):
        Game(START).save(path)
    assert Game.load(path).turn_number == 1


def test_a_file_changed_by_another_program_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    Game(START).save(path)
    game, other = Game.load(path), Game.load(path)
    other.play("b3-b4")
    other.save(path)
    with pytest.raises(SaveConflictError):
        game.save(path)
    assert json.loads(path.read_text())["turns"] == [[["b3", "b4"]]]


@pytest.mark.parametrize("drawn", [START, Game(START), Game(START, ["b3-b4"]), Game.load(GAME)])
def test_positions_and_games_draw_themselves_in_notebooks(drawn: Position | Game) -> None:
    picture = parseString(drawn._repr_svg_()).documentElement  # noqa: S318 - our own text
    assert picture is not None
    assert picture.tagName == "svg"


def test_printing_draws_the_board() -> None:
    assert "/ 1A  \\" in str(START)
    assert str(Game(START)) == str(START)


def test_a_bot_answers_a_position_as_its_question() -> None:
    bot = bots.get("greedy")
    assert bot.choose(START) == bot.choose(Question(START))
    with pytest.raises(NotationError, match=r"one of .*random, gentle"):
        bots.get("nobody")


def test_only_conveniences_call_upper_layers() -> None:
    """Every call of `late` is known, so that none hides an import against the layers."""
    calls = {
        (path.stem, *(ast.literal_eval(argument) for argument in node.args))
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "late"
    }
    assert calls == {
        ("position", "rules.notation", "parse_position"),
        ("position", "rules.notation", "format_position"),
        ("position", "diagram", "draw"),
        ("position", "diagram.svg", "picture_of"),
        ("game", "transcript.library", "load_game"),
        ("game", "transcript.library", "save_game"),
        ("game", "exports.pictures", "picture_of_game"),
    }
