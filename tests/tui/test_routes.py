"""Routes and the screens that they lead to; choosing one needs no app."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import pytest

from atlantis_core.review.places import Place
from atlantis_core.review.variations import MAIN
from atlantis_core.support.errors import NoSuchTurnError
from atlantis_core.transcript.errors import TranscriptError
from atlantis_tui import navigation, routes
from atlantis_tui.game.new_games import begin_game
from atlantis_tui.routes import Page, ScreenRoute
from atlantis_tui.start.opened_file import open_path
from tests.tui.walking import BOARD, BROKEN, GAME


@pytest.mark.parametrize("route", navigation.SCREENS, ids=lambda route: route.__name__)
def test_screen_takes_the_fields_of_its_route(route: type[ScreenRoute]) -> None:
    module, _, name = navigation.SCREENS[route].rpartition(".")
    screen = getattr(import_module(f"atlantis_tui.{module}"), name)
    parameters = list(inspect.signature(screen).parameters.values())
    assert [parameter.name for parameter in parameters] == list(route._fields)
    defaults = {p.name: p.default for p in parameters if p.default is not p.empty}
    assert defaults == route._field_defaults


@pytest.mark.parametrize("page", Page)
def test_every_page_leads_to_a_screen(page: Page) -> None:
    found = navigation.resolve(page)
    assert found in navigation.PAGES or type(found) in navigation.SCREENS


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (GAME, routes.Play),
        (BOARD, routes.SetUpForm),
        (BROKEN, routes.Broken),
        (GAME.replace('"d6": 1', '"b4": 1').replace('["b2", "b3"]', '["b2", "b4"]'), routes.Review),
    ],
)
def test_file_leads_to_the_screen_for_its_contents(
    tmp_path: Path, content: str, kind: type[ScreenRoute]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(content)
    assert type(navigation.resolve(routes.File(path))) is kind


def test_turn_of_a_game_is_reviewed_and_must_exist(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    first = Place(MAIN, 1)
    found = navigation.resolve(routes.File(path, first))
    assert isinstance(found, routes.Review)
    assert found.at == first
    with pytest.raises(NoSuchTurnError):
        navigation.resolve(routes.File(path, Place(MAIN, 2)))


def test_folder_missing_file_and_large_file_have_their_screens(tmp_path: Path) -> None:
    assert navigation.resolve(routes.File(tmp_path)) == routes.PickFile(tmp_path)
    missing = navigation.resolve(routes.File(tmp_path / "new.json"))
    assert isinstance(missing, routes.SetUpForm)
    assert missing.message.startswith("'new.json' does not exist")
    large = tmp_path / "large.json"
    large.write_text(GAME + " " * 50_000)
    assert navigation.resolve(routes.File(large)) == routes.ReadingRoute(large)
    assert navigation.resolve(routes.File(large, own="1")) == routes.ReadingRoute(large, own="1")
    refused = navigation.resolve(routes.File(tmp_path / ("x" * 5000)))
    assert isinstance(refused, routes.StartRoute)
    assert "could not be opened" in refused.message


def test_shared_game_keeps_the_seats_of_its_window(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(GAME)
    quick = navigation.resolve(routes.File(path, own="2"))
    read = navigation.resolve(routes.Opened(open_path(path), own="2"))
    for found in (quick, read):
        assert isinstance(found, routes.Play)
        assert found.document.ownership.seats == frozenset({1})
    path.write_text(BROKEN)
    with pytest.raises(TranscriptError):
        navigation.resolve(routes.File(path, own="2"))


def test_game_ended_by_a_referee_is_reviewed() -> None:
    document = begin_game("hexagon:2")
    assert isinstance(navigation.resolve(routes.GameRoute(document)), routes.Play)
    document.edit(document.transcript.with_tag("ending", "forfeit"))
    assert isinstance(navigation.resolve(routes.GameRoute(document)), routes.Review)
