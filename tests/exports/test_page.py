"""The HTML page: parsed, and run in a real browser if one is installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from atlantis_core.exports.animation import draw_animation
from atlantis_core.exports.page import draw_page
from atlantis_core.exports.scenes import Story
from atlantis_core.review.variations import Path as LinePath
from atlantis_core.review.variations import walk_paths
from tests.exports.stories import annotated, hostile
from tests.exports.test_pictures import stacks

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine")
FLAGS = """
--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --disable-extensions --virtual-time-budget=20000
""".split()
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


def test_page_has_an_image_for_every_turn_of_every_line() -> None:
    story = annotated()
    page = Parsed(draw_page(story))
    lines = [story.tree.main, *(story.tree.line(path) for path in _paths(story))]
    turns = sum(line.turn_number - line.first_turn + 1 for line in lines) + 1
    assert page.count("figure") == turns
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
  document.getElementById("heading").textContent, document.querySelectorAll("#held g").length]);
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


@needs_browser
def test_page_without_script_shows_the_images(tmp_path: Path) -> None:
    page = re.sub(r"<script>.*?</script>", "", draw_page(whole()), flags=re.DOTALL)
    script = """
      const seen = (name) => getComputedStyle(document.querySelector(name)).display;
      const pictures = [...document.querySelectorAll("figure svg")];
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
