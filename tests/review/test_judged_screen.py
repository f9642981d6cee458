"""Judgement, undo, broken games and addresses of variations on the review screen."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from atlantis_core.bots.interface import Candidate
from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Direction, format_moves, neighbour
from atlantis_core.positions.position import Position
from atlantis_core.review.judged_games import Judgement, find_judgement, keep_judgement
from atlantis_core.review.judgement import TurnsToJudge
from atlantis_core.review.lines import Line
from atlantis_core.review.places import Place, parse_place
from atlantis_core.review.verdicts import TurnMark
from atlantis_core.rules.game import Game
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.rules.turns import legal_moves
from atlantis_core.transcript import dumps, load
from atlantis_tui.atlantis_app import AtlantisApp
from atlantis_tui.game.thinker import Thinker
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.review.timeline import Timeline
from atlantis_tui.review.try_screen import TryScreen
from atlantis_tui.settings.arguments import Arguments
from atlantis_tui.settings.options import Options
from atlantis_tui.start.broken_screen import BrokenScreen
from atlantis_tui.widgets.prompt import Prompt
from atlantis_tui.widgets.text_lines import TextLines
from tests.review.games import recorded, transcript_of
from tests.review.test_broken_games import CUT, ILLEGAL, UNREADABLE, write
from tests.review.test_review_screen import opened, press, text_of, write_game

GAME = "f08_3p"


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a judgement in its file."""
    game = recorded(GAME)
    turns = (tuple(range(1, game.turn_number + 1)),)
    work = TurnsToJudge(tuple(game.positions), tuple(game.turns), "searcher", 60, (), turns)
    found = work.play(0)
    transcript = keep_judgement(transcript_of(game), Judgement("searcher", 60, found))
    path = tmp_path_factory.mktemp("judged") / "game.json"
    path.write_text(dumps(transcript), encoding="utf-8")
    return path


async def test_j_shows_chances_and_n_visits_mistakes(judged: Path) -> None:
    kept = find_judgement(load(judged))
    assert kept is not None
    first, second, *_ = kept.mistakes
    async with opened(judged, 0) as (pilot, screen):
        strength = screen.view.timeline.text
        await press(pilot, "j")
        assert "judged by searcher" in text_of(screen, "#message")
        assert screen.view.timeline.text != strength
        assert "?" in screen.view.timeline.text.splitlines()[-1]
        await press(pilot, "n", "n")
        assert screen.review.place == Place((), second)
        await press(pilot, "N")
        assert screen.review.place == Place((), first)
        side = text_of(screen, "#side")
        assert "% before" in " ".join(side.split())
        said = side.splitlines()
        verdict = next(row for row, line in enumerate(said) if line.lstrip().startswith("?"))
        assert said[verdict + 1].startswith("  ")
        assert "better:" in side
        await press(pilot, "j")
        await press(pilot, "home")
        assert screen.view.timeline.text.splitlines()[0] == strength.splitlines()[0]


async def test_j_judges_in_other_processes_and_saves_the_judgement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atlantis_core.review.judgement.JUDGE", "greedy")
    path = write_game(tmp_path, recorded("g04_hexagon3_3p_ccc"))
    async with opened(path, 0) as (pilot, screen):
        await press(pilot, "j")
        await screen.workers.wait_for_complete()
        kept = find_judgement(load(path))
        assert kept is not None
        assert kept.bot == "greedy"
        assert not kept.missing(len(load(path).turns))
        assert screen.view.shows_chances


async def test_escape_stops_judging(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded("f02_5p"))
    async with opened(path, 0) as (pilot, screen):
        await press(pilot, "j")
        await press(pilot, "escape")
        await screen.workers.wait_for_complete()
        assert isinstance(pilot.app.screen, ReviewScreen)
        kept = find_judgement(load(path))
        assert kept is None or kept.missing(len(load(path).turns))


async def test_message_omits_the_better_turn_if_the_panel_shows_it(judged: Path) -> None:
    async with opened(judged, 0, size=(80, 24)) as (pilot, screen):
        await press(pilot, "j", "n")
        assert "(loses " in text_of(screen, "#message")
        assert "better:" not in text_of(screen, "#message")
        assert "better:" in text_of(screen, "#side")
        await press(pilot, "p")
        assert "better:" in text_of(screen, "#message")


async def test_cut_reasons_of_a_better_turn_are_marked(
    judged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons = ("better: pass", *(f"reason {number} in many words" for number in range(20)))
    monkeypatch.setattr("atlantis_tui.review.panels.describe_better", lambda _: reasons)
    for size in ((80, 24), (120, 40)):
        async with opened(judged, 0, size=size) as (pilot, screen):
            await press(pilot, "j", "n")
            side = text_of(screen, "#side").rstrip()
            assert "better: pass" in side
            assert " ..." in side


async def test_retried_turn_is_judged(judged: Path) -> None:
    kept = find_judgement(load(judged))
    assert kept is not None
    serious = (TurnMark.BAD, TurnMark.BLUNDER)
    bad = next(turn for turn in kept.mistakes if kept.mark(turn) in serious)
    best = kept.verdicts[bad].best
    assert best is not None
    async with opened(judged, bad) as (pilot, screen):
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, TryScreen)
        assert screen.review.turn == bad - 1
        pilot.app.screen.dismiss()
        await pilot.pause()
        await screen.analysis._check(bad, best)
        said = " ".join(text_of(screen, "#message").split())
        assert said.startswith(f"correct: {format_moves(best)} loses nothing")
        assert f", not {kept.verdicts[bad].percent_lost}%" in said
        await screen.analysis._check(bad, recorded(GAME).turns[bad - 1])
        verdict, played = kept.verdicts[bad], format_moves(recorded(GAME).turns[bad - 1])
        said = " ".join(text_of(screen, "#message").split())
        assert f"not quite: {played} loses {verdict.percent_lost}%" in said


async def test_r_repeats_a_turn_after_a_failure_and_goes_on_after_a_success(judged: Path) -> None:
    kept = find_judgement(load(judged))
    assert kept is not None
    turns = recorded(GAME).turns
    # A mistake right before another one: after a failure `r` must not go back to it.
    first = next(turn for turn in kept.mistakes if turn + 1 in kept.mistakes)
    bad, best = first + 1, kept.verdicts[first + 1].best
    assert best is not None

    async with opened(judged, bad) as (pilot, screen):

        async def try_turn() -> int:
            await press(pilot, "r")
            tried = pilot.app.screen
            assert isinstance(tried, TryScreen)
            assert f"trying turn {screen.review.turn + 1}" in text_of(tried, "#title")
            missed = kept.verdicts[screen.review.turn + 1]
            goal = f"to beat: {missed.percent_after}% with "
            assert goal in text_of(tried, "#title")
            assert format_moves(best) not in text_of(tried, "#title")
            tried.dismiss()
            await pilot.pause()
            return screen.review.turn + 1

        def listed() -> str:
            screen.view.paint()
            rows = screen.view.rows
            found = (row for row in rows.visible if row.place.path[:1] and row.place.turn == bad)
            return " ".join(rows.notation(row) for row in found if row.place.path[0].turn == bad)

        assert await try_turn() == bad
        await screen.analysis._check(bad, turns[bad - 1])
        assert listed() == "?", "the list of turns does not tell the better turn before it is found"
        assert await try_turn() == bad
        await screen.analysis._check(bad, best)
        assert listed() == format_moves(best)
        assert await try_turn() == next(turn for turn in kept.mistakes if turn > bad)


async def test_r_in_a_variation_offers_the_turn_that_it_replaces(judged: Path) -> None:
    kept = find_judgement(load(judged))
    assert kept is not None
    bad = kept.mistakes[-1]
    async with opened(judged, bad - 1) as (pilot, screen):
        await press(pilot, "v")
        assert screen.review.path
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, TryScreen)
        assert screen.review.place == Place((), bad - 1)


async def test_u_undoes_every_edit(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(GAME))
    before = load(path)
    async with opened(path, 3) as (pilot, screen):
        screen.carry_out("comment well")
        screen.carry_out("tag event Cup")
        screen.carry_out("pass")
        assert load(path) != before
        await press(pilot, "u", "u", "u")
        assert load(path) == before
        assert screen.review.turn == 3
        await press(pilot, "u")
        assert "nothing to undo" in text_of(screen, "#message")
        await press(pilot, "U", "U")
        assert load(path).annotations.tags["event"] == "Cup"


async def test_undo_keeps_the_judgement(tmp_path: Path, judged: Path) -> None:
    path = write_game(tmp_path, recorded(GAME))
    kept = find_judgement(load(judged))
    assert kept is not None
    async with opened(path, 3) as (pilot, screen):
        screen.carry_out("comment well")
        screen.review.keep_judgement(kept)
        screen.edits.keep("judged")
        await press(pilot, "j")
        screen.carry_out("comment very well")
        shown, side = screen.view.timeline.text.splitlines()[0], text_of(screen, "#side")
        assert "'s chance" in side
        for key in ("u", "u", "U", "U"):
            await press(pilot, key)
            assert screen.view.shows_chances
            assert screen.view.timeline.text.splitlines()[0] == shown
            assert find_judgement(load(path)) == kept
            assert "'s chance" in text_of(screen, "#side")
        assert text_of(screen, "#side") == side


@pytest.mark.parametrize("turn", [ILLEGAL, UNREADABLE, CUT])
async def test_broken_game_opens_at_its_last_legal_turn(tmp_path: Path, turn: str) -> None:
    path = write(tmp_path, turn)
    content = path.read_bytes()
    app = AtlantisApp(Arguments(path, None, None, (), {}), Options())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, BrokenScreen)
        await press(pilot, "g")
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.review.turn == 2
        assert screen.frame._said is not None
        assert "M to repair the file" in screen.frame._said.text
        screen.carry_out("b2-b3")
        assert str(screen.review.place) == "3.1/3"
        if turn == ILLEGAL:
            saved = load(path)
            assert len(saved.turns) == 4
            assert saved.annotations.variations[0].turn == 3
        else:
            assert path.read_bytes() == content
            assert screen.document.path != path


async def test_broken_game_is_repaired(tmp_path: Path) -> None:
    path = write(tmp_path, ILLEGAL)
    app = AtlantisApp(Arguments(path, None, None, (), {}), Options())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await press(pilot, "g", "M", "c")
        assert isinstance(app.screen, ReviewScreen)
        await app.screen.workers.wait_for_complete()
        assert len(load(path).turns) == 2
        await press(pilot, "u")
        assert len(load(path).turns) == 4


async def test_place_of_a_variation_opens_it(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(GAME))
    async with opened(path, 3) as (pilot, screen):
        screen.carry_out("pass")
        screen.carry_out("pass")
        place = screen.review.place
        assert place.path
        await press(pilot, "home")
    app = AtlantisApp(Arguments(path, parse_place(str(place), ()), None, (), {}), Options())
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.review.place == place


async def test_board_stays_visible_while_editing_a_comment(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(GAME))
    async with opened(path, 3, size=(80, 24)) as (pilot, screen):
        await press(pilot, "c")
        await pilot.pause()
        window = pilot.app.screen.query_one("Vertical")
        assert window.region.y >= 12
        assert window.region.bottom == 24
        await press(pilot, "escape")
        assert pilot.app.screen is screen


async def test_timeline_is_redrawn_after_a_resize(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(GAME))
    async with opened(path, 3) as (pilot, screen):
        await pilot.resize_terminal(100, 40)
        await pilot.pause()
        shown = screen.view.timeline.text
        screen.view.timeline._forget()
        assert screen.view.timeline.text == shown
        assert len(shown.splitlines()[0]) == screen.view.timeline.size.width


async def test_window_can_grow_while_the_prompt_is_open(judged: Path) -> None:
    async with opened(judged, 5, size=(60, 20)) as (pilot, screen):
        await press(pilot, "j", "end", "o")
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        line = screen.view.timeline.text.splitlines()[0]
        assert len(line) == screen.view.timeline.size.width
        assert screen.query_one(Prompt).is_open


async def test_timeline_is_drawn_correctly_before_its_resize_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Timeline, "on_resize", lambda _: None)
    async with opened(write_game(tmp_path, recorded(GAME)), size=(60, 20)) as (pilot, screen):
        timeline = screen.view.timeline
        narrow = timeline.text
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert timeline.text != narrow
        assert {len(line) for line in timeline.text.splitlines()} == {timeline.size.width}
        shown = timeline.text
        timeline._forget()
        assert timeline.text == shown


async def test_autoplay_shows_its_speed(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(GAME))
    async with opened(path, 0) as (pilot, screen):
        await press(pilot, "space")
        assert "speed 3 of 5" in text_of(screen, "#keys")
        await press(pilot, "plus")
        assert "speed 4 of 5" in text_of(screen, "#keys")


async def test_every_player_has_a_part_of_the_timeline_at_80x24(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded("f02_5p"))
    async with opened(path, 0, size=(80, 24)) as (pilot, screen):
        timeline = screen.view.timeline
        assert timeline.size.height == 2
        line = timeline.text.splitlines()[0]
        letters = screen.view.player_list.cast.letters
        assert [line.count(letter) for letter in letters] == [1] * 5
        assert list(letters) == sorted(letters, key=line.index)
        before = line
        await press(pilot, "end")
        assert timeline.text.splitlines()[0] == before  # only the signs of where one stands move
        assert len(timeline._now_columns) == 5
        assert timeline.place_at(timeline._now_columns[2]) == screen.review.turn


async def test_compared_boards_have_captions(tmp_path: Path) -> None:
    path = write_game(tmp_path, recorded(GAME))
    async with opened(path, 3, size=(200, 60)) as (pilot, screen):
        await press(pilot, "b", "right", "right")
        await pilot.pause()
        assert screen.view.other.display
        assert str(screen.view.board.border_title).startswith("5: ")
        assert str(screen.view.other.border_title).startswith("3: ")


def _long_chain() -> Game:
    """A turn in which a whole board explodes, wave after wave."""
    board = traditional_start(Shape.HEXAGON, 8, 2).board
    first, *fields = list(board)
    sides = {f: sum(neighbour(f, d) in board for d in Direction) for f in fields}
    loaded = {field: sides[field] - 1 for field in fields[:-7]}
    start = Position.setup(board, [{first: 1, **loaded}, dict.fromkeys(fields[-7:], 1)])
    spark = next(move for move in legal_moves(start) if move.source == first)
    return Game(start, [(spark,), ()])


async def test_long_chain_does_not_delay_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = _long_chain()
    waited: list[int] = []
    real = Line.report

    def report(line: Line, turn: int) -> TurnReport:
        if threading.current_thread() is threading.main_thread():
            waited.append(turn)
        return real(line, turn)

    monkeypatch.setattr(Line, "report", report)
    async with opened(write_game(tmp_path, game), 0) as (pilot, screen):
        await press(pilot, "right")
        assert screen.review.turn == 1
        assert 1 not in waited
        await screen.workers.wait_for_complete()
        assert "waves" in text_of(screen, "#message")
        await press(pilot, "left", "right_square_bracket")
        assert screen.review.is_inside_turn
        assert 1 not in waited


async def test_hint_is_computed_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def advise(_: Thinker, game: Game, names: tuple[str, ...]) -> tuple[Candidate, ...]:
        assert names
        reasons = ("waits", "lets the others come " * 4)
        return (Candidate((), 0.0, reasons, (0.25,) * game.position.players),)

    monkeypatch.setattr(Thinker, "advise", advise)
    async with opened(write_game(tmp_path, recorded(GAME)), 2) as (pilot, screen):
        screen.carry_out("hint")
        await screen.workers.wait_for_complete()
        await pilot.pause()
        assert pilot.app.screen is not screen
        shown = " ".join(widget.text for widget in pilot.app.screen.query(TextLines))
        assert "1. pass" in shown
        assert "(25 percent)" in shown
        assert "waits" in shown
        await pilot.resize_terminal(50, 20)
        await pilot.pause()
        page = pilot.app.screen.query_one("#text", TextLines).text.splitlines()
        assert max(map(len, page)) <= 42
        assert page[-1].startswith("     "), "what goes on stays indented"
