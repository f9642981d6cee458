"""The HTML page: parsed, and run in a real browser if one is installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from atlantis_core.exports import page as page_module
from atlantis_core.exports.animation import draw_animation
from atlantis_core.exports.page import draw_page
from atlantis_core.exports.page_words import MARKS
from atlantis_core.exports.scenes import Story
from atlantis_core.positions.position import FieldState
from atlantis_core.review.judged_games import Judgement, keep_judgement
from atlantis_core.review.reasons import summarise_turn
from atlantis_core.review.variations import Path as LinePath
from atlantis_core.review.variations import walk_paths
from atlantis_core.review.verdicts import TurnMark, TurnVerdict
from atlantis_core.rules.overlays import Overlay, overlay_signs
from atlantis_core.rules.turns import legal_moves
from atlantis_core.transcript import load, replay
from tests.exports.stories import ANNOTATED, TRANSCRIPTS, annotated, hostile, story_of
from tests.exports.test_pictures import stacks

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine")
FLAGS = """
--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --disable-extensions --virtual-time-budget=20000
""".split()
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
VOID = frozenset("meta br input use polygon line".split())


class Parsed(HTMLParser):
    """Tags with their attributes; checks that every element is closed."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(document)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def browse(page: str, folder: Path, script: str = "") -> str:
    """The document after a browser has run its scripts, and `script`."""
    path = folder / "page.html"
    extra = f"<script>{script}</script></body>" if script else "</body>"
    path.write_text(page.replace("</body>", extra), encoding="utf-8")
    assert BROWSER is not None
    finished = subprocess.run(
        [BROWSER, *FLAGS, f"--user-data-dir={folder}/profile", "--dump-dom", path.as_uri()],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return finished.stdout


def whole() -> Story:
    return annotated(0, 12)


def test_field_names_can_be_read_on_the_colour_of_a_player() -> None:
    style = draw_page(whole()).partition("</style>")[0]
    rule = re.search(r"text\.name ?\{([^}]*)\}", style)
    assert rule is not None
    assert "stroke:" in rule[1], "an outline in the colour of empty fields"
    assert "paint-order:" in rule[1]


def test_page_has_an_image_for_every_turn_of_every_line() -> None:
    story = annotated()
    page = Parsed(draw_page(story))
    lines = [story.tree.main, *(story.tree.line(path) for path in _paths(story))]
    turns = sum(line.turn_number - line.first_turn + 1 for line in lines) + 1
    assert page.count("h3") == turns
    pictures = [
        a for tag, a in page.tags if tag == "svg" and "the board: " in str(a.get("aria-label"))
    ]
    assert len(pictures) == turns
    assert page.count("section") == len(lines)


def _paths(story: Story) -> list[LinePath]:
    return [path for path, _ in walk_paths(story.tree.transcript.annotations.variations)]


def test_page_loads_nothing_from_outside() -> None:
    document = draw_page(annotated())
    assert set(re.findall(r"https?://[^\"' ]+", document)) == {"http://www.w3.org/2000/svg"}
    page = Parsed(document)
    for _, attributes in page.tags:
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    policies = [a["content"] for tag, a in page.tags if tag == "meta" and "http-equiv" in a]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"]


def test_text_from_a_file_is_escaped() -> None:
    document = draw_page(hostile())
    page = Parsed(document)
    assert page.count("script") == 2
    assert page.count("img") == 0
    assert page.count("b") == 0
    assert "\x1b" not in document


STEPS = """
const out = [];
const note = (what) => out.push([what, document.body.dataset.place,
  document.getElementById("heading").textContent, document.querySelectorAll("#held use").length]);
note("begin");
for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "]", "[", "End", "Home"])
  { document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); note(key); }
document.getElementById("next").click(); note("next");
document.getElementById("last").click(); note("last");
document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "v", bubbles: true})); note("v");
const shown = getComputedStyle(document.querySelector(".pictures")).display;
document.body.dataset.out = JSON.stringify([out, shown]);
"""


@needs_browser
def test_keys_and_buttons_step_through_the_game(tmp_path: Path) -> None:
    story = whole()
    scenes = list(story.scenes())
    dom = browse(draw_page(story), tmp_path, STEPS)
    found = re.search(r'data-out="([^"]*)"', dom)
    assert found is not None
    notes, shown = json.loads(found[1].replace("&quot;", '"').replace("&gt;", ">"))
    assert shown == "none"
    places = {what: (place, heading, held) for what, place, heading, held in notes}
    assert places["begin"][0] == "main/0"
    assert [place for _, place, _, _ in notes[1:4]] == ["main/1", "main/2", "main/1"]
    assert places["End"][0] == "main/12"
    assert places["Home"][0] == "main/0"
    assert places["next"][0] == "main/1"
    assert places["last"][:2] == ("main/12", scenes[-1].heading)
    assert places["last"][2] == sum(1 for _ in scenes[-1].position.occupied())
    assert places["begin"][2] == sum(1 for _ in scenes[0].position.occupied())
    assert places["v"][0].startswith("12.1/")


def shown_by(dom: str) -> Any:
    """What a script wrote with `told`."""
    found = re.search(r'data-out="([^"]*)"', dom)
    assert found is not None
    return json.loads(unescape(found[1]))


PRELUDE = """
const find = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const texts = (selector) => all(selector).map((each) => each.textContent);
const told = (value) => { document.body.dataset.out = JSON.stringify(value); };
"""


@needs_browser
def test_turn_shows_its_arrows_rings_and_a_summary(tmp_path: Path) -> None:
    story = whole()
    scene = story.scene(8)
    script = """location.hash = "#turn=8"; dispatchEvent(new Event("hashchange"));
      told([texts("#sentences p")[0], document.querySelectorAll("#marks .arrow").length,
        document.querySelectorAll("#marks use").length, document.body.dataset.place]);"""
    sentence, arrows, rings, place = shown_by(browse(draw_page(story), tmp_path, PRELUDE + script))
    assert sentence == summarise_turn(story.line.report(8), story.cast)
    assert (arrows, rings) == (len(scene.arrows), len(scene.exploded))
    assert rings
    assert place == "main/8"


@needs_browser
def test_address_names_the_turn_and_follows_the_reader(tmp_path: Path) -> None:
    script = """const found = [];
      const note = () => found.push([location.hash, document.body.dataset.place]);
      note();
      find("next").click(); note();
      document.querySelector('#turns a[data-turn="5"]').click();
      setTimeout(() => {
        note();
        location.hash = "#line=12.1&turn=12";
        setTimeout(() => {
          note();
          location.hash = "#turn=999";
          setTimeout(() => { note(); told(found); }, 50);
        }, 50);
      }, 50);"""
    found = shown_by(browse(draw_page(whole()), tmp_path, PRELUDE + script))
    assert found == [
        ["#turn=0", "main/0"],
        ["#turn=1", "main/1"],
        ["#turn=5", "main/5"],
        ["#line=12.1&turn=12", "12.1/12"],
        ["#turn=12", "main/12"],
    ]


@needs_browser
def test_waves_of_a_turn_are_played_one_by_one(tmp_path: Path) -> None:
    story = whole()
    steps = len(list(story.steps(8)))
    script = """const places = [];
      location.hash = "#turn=8";
      new MutationObserver(() => {
        if (places.at(-1) !== document.body.dataset.place) places.push(document.body.dataset.place);
        if (places.length > STEPS + 1) told(places);
      }).observe(document.body, { attributes: true, attributeFilter: ["data-place"] });
      setTimeout(() => find("watch").click(), 50);"""
    dom = browse(draw_page(story), tmp_path, PRELUDE + script.replace("STEPS", str(steps)))
    places = shown_by(dom)[-steps - 2 :]
    assert places == ["main/7", *(f"main/8.{step}" for step in range(1, steps + 1)), "main/8"]


@needs_browser
def test_board_in_words_lists_all_stones(tmp_path: Path) -> None:
    story = whole()
    script = """find("last").click(); find("written").open = true;
      setTimeout(() => told(texts("#fields li")), 50);"""
    rows = shown_by(browse(draw_page(story), tmp_path, PRELUDE + script))
    held = [contents for _, contents in story.line.position_after(12).occupied()]
    for player, name in enumerate(story.cast.names):
        row = next(row for row in rows if row.startswith(name))
        own = sum(one.player == player and one.state is not FieldState.DEAD for one in held)
        assert row.count(",") == own - 1


@needs_browser
def test_better_turn_is_a_link_to_its_variation(tmp_path: Path) -> None:
    script = """const mark = texts("#turns .mark").join();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
      const link = document.querySelector("#verdict a");
      const before = document.body.dataset.place, words = texts("#verdict p")[0];
      link.click();
      setTimeout(() => {
        const there = document.body.dataset.place, back = document.querySelector("#verdict a");
        back.click();
        setTimeout(() => told([mark, before, words, there, back.textContent,
          document.body.dataset.place]), 50);
      }, 50);"""
    dom = browse(draw_page(judged()), tmp_path, PRELUDE + script)
    mark, before, words, place, back, after = shown_by(dom)
    assert back == "variation 3.1; back to turn 3 of the game"
    assert after == "main/3"
    assert mark == "~,??"
    assert before == "main/3"
    assert words.startswith("blunder: ")
    assert place == "3.1/3"


@needs_browser
def test_v_enters_the_variation_of_a_turn_and_leads_back(tmp_path: Path) -> None:
    script = """const key = () => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "v", bubbles: true }));
        return document.body.dataset.place;
      };
      told([key(), key(), key()]);"""
    places = shown_by(browse(draw_page(annotated()), tmp_path, PRELUDE + script))
    assert places == ["12.1/12", "12.2/12", "main/12"]


@needs_browser
def test_every_control_has_a_name_and_space_presses_buttons(tmp_path: Path) -> None:
    script = """const nameless = all("button, input, select, a, nav, [role]")
        .filter((each) => !(each.getAttribute("aria-label") || each.textContent.trim()
          || each.labels?.length || each.getAttribute("aria-labelledby")));
      const key = new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true });
      find("next").dispatchEvent(key);
      told([nameless.map((each) => each.outerHTML), key.defaultPrevented]);"""
    nameless, is_taken = shown_by(browse(draw_page(judged()), tmp_path, PRELUDE + script))
    assert nameless == []
    assert not is_taken


@needs_browser
@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (npm install axe-core)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(scheme: str, tmp_path: Path) -> None:
    axe = AXE.read_text(encoding="utf-8").replace("</script", "<\\/script")
    run = "axe.run(document).then((found) => told(found.violations.map((each) => each.id)));"
    page = draw_page(judged())
    if scheme == "dark":
        page = page.replace("(prefers-color-scheme: dark)", "all", 1)
    assert shown_by(browse(page, tmp_path, PRELUDE + axe + run)) == []


def judged() -> Story:
    """A game whose third turn is a blunder, with a better turn as a variation."""
    transcript = load(ANNOTATED)
    better = legal_moves(replay(transcript).position_after(2))[:1]
    chances = [(0.4, 0.3, 0.3), (0.4, 0.3, 0.3), (0.2, 0.2, 0.6), (0.5, 0.4, 0.1)]
    verdicts = {
        turn: TurnVerdict((turn - 1) % 3, chances[turn - 1], chances[min(turn, 3)], 0.0)
        for turn in range(1, 4)
    }
    verdicts[3] = verdicts[3]._replace(
        loss=0.5, best=better, reasons=("it loses <stones>",), mark=TurnMark.BLUNDER
    )
    return story_of(keep_judgement(transcript, Judgement("master", 9, verdicts)), 0, 3)


def test_page_tells_the_judgement() -> None:
    document = draw_page(judged())
    assert "?? blunder" not in document
    assert "<p>blunder: " in document
    assert "it loses &lt;stones&gt;" in document
    assert "accuracy" in document
    page = Parsed(document)
    charts = [a["aria-label"] for tag, a in page.tags if tag == "svg" and "Turns 0" in str(a)]
    assert charts == [
        "Turns 0 to 3: winning chances, judged by master; from the bottom: "
        + ", ".join(judged().cast.names)
    ]
    assert 'class="mistake" x1="3"' in document


def test_page_explains_the_marks_of_its_judgement() -> None:
    assert f"<p>{MARKS}</p>" in draw_page(judged())
    assert MARKS not in draw_page(whole())


@needs_browser
def test_only_mistakes_are_red(tmp_path: Path) -> None:
    script = """const verdict = find("verdict"), marked = find("turns").querySelectorAll(".mark");
      const classes = [...marked].map((each) => [each.textContent, each.className]);
      marked[0].closest("a").click();
      setTimeout(() => {
        const first = verdict.className;
        find("last").click();
        told([classes, first, verdict.className]);
      }, 50);"""
    classes, first, last = shown_by(browse(draw_page(judged()), tmp_path, PRELUDE + script))
    assert classes == [["~", "mark "], ["??", "mark mistake"]]
    assert (first, last) == ("", "mistake")


def test_page_without_judgement_has_a_chart_of_strength() -> None:
    document = draw_page(whole())
    assert "Turns 0 to 12: fields held alone and stones; from the bottom: " in document
    assert "accuracy" not in document


def test_page_names_winner_and_places_of_a_finished_game() -> None:
    story = story_of(load(TRANSCRIPTS / "games" / "hexagon-3-2-players.json"))
    document = draw_page(story)
    assert f"<p>{story.state(story.last)[-1]}</p>" in document
    assert "1st, " in document
    assert "2nd, " in document
    earlier = draw_page(replace(story, last=9))
    assert "1st, " not in earlier


def test_long_game_shows_an_image_every_few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_module, "_MOST_PICTURE_BYTES", 5_000)
    document = Parsed(draw_page(whole()))
    labels = [a.get("aria-label") or "" for tag, a in document.tags if tag == "svg"]
    pictures = sum(label.startswith("the board: ") for label in labels)
    assert 0 < pictures < document.count("h3")


@pytest.mark.parametrize(
    ("name", "most"),
    [("hexagon-3-2-players", 350_000), ("hexagon-3-6-players", 350_000)],
)
def test_page_is_small(name: str, most: int) -> None:
    story = story_of(load(TRANSCRIPTS / "games" / f"{name}.json"))
    assert len(draw_page(story)) < most


@needs_browser
def test_page_without_script_shows_the_images(tmp_path: Path) -> None:
    page = re.sub(r"<script>.*?</script>", "", draw_page(whole()), flags=re.DOTALL)
    script = """
      const seen = (name) => getComputedStyle(document.querySelector(name)).display;
      const pictures = [...document.querySelectorAll(".pictures svg")];
      const boxes = pictures.map((svg) => svg.getBoundingClientRect());
      document.body.dataset.out = [seen(".player"), seen(".pictures"),
        boxes.every((box) => box.width > 100 && box.height > 100)].join();
    """
    assert 'data-out="none,block,true"' in browse(page, tmp_path, script)


@needs_browser
def test_animation_changes_over_time(tmp_path: Path) -> None:
    story = annotated(8, 8)
    page = f"<!DOCTYPE html><html><body>{draw_animation(story)}</body></html>"
    script = """
      const svg = document.querySelector("svg");
      const seen = () => [...svg.querySelectorAll(".stack")]
        .filter((text) => getComputedStyle(text).visibility === "visible")
        .map((text) => text.textContent.replace("!", "")).sort().join(".");
      const frame = () => new Promise((done) => setTimeout(done, 100));
      (async () => {
        svg.pauseAnimations();
        const found = [];
        for (const time of [0.5, LATE]) {
          svg.setCurrentTime(time);
          await frame();
          found.push(seen());
        }
        document.body.dataset.out = found.join();
      })();
    """
    scenes = list(story.scenes())
    script = script.replace("LATE", str(sum(scene.seconds for scene in scenes) - 0.5))
    dom = browse(page, tmp_path, script)
    found = re.search(r'data-out="([^,"]+),([^,"]+)"', dom)
    assert found is not None
    assert found[1].split(".") == sorted(stacks(story, scenes[0]).elements())
    assert found[2].split(".") == sorted(stacks(story, scenes[-1]).elements())
    assert found[2] != found[1]


@needs_browser
def test_page_shows_the_overlay_at_every_step(tmp_path: Path) -> None:
    story = replace(annotated(0, 3), overlay=Overlay.TERRITORY)
    shown = "document.body.dataset.out = find('signs').children.length"
    script = f"const find = (id) => document.getElementById(id); find('last').click(); {shown};"
    dom = browse(draw_page(story), tmp_path, script)
    signs = overlay_signs(story.line.position_after(3), story.overlay, story.cast.letters)
    assert f'data-out="{len(signs)}"' in dom
