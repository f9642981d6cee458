"""Comments in hand-written JSON survive every save at their place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.transcript import Format, LossError, TranscriptError, dumps, load, loads
from atlantis_core.transcript.json_comments import NO_FILE_COMMENTS
from atlantis_tui.game.document import GameDocument
from tests.commands.running import run

TEXT = """// top of the file
{
  // which format
  "format": "Atlantis transcript", "version": "1.0",
  "segments": ["B2", /* the second */ "C5"], // two of them
  "players": [
    // the first one
    {"name": "Ann // no comment", "color": "red", // her colour
     "stacks": {"b2": 2 /* tall */}},
    {"name": "Bob", "color": "navy", "stacks": {"d6": 1}}
    // nobody else
  ],
  "turns": [
    [["b2", "b3"]], // opening
    /* a block
       of two lines */
    [],
    // the end
  ],
  "annotations": {"tags": {"event": "Cup" // which one?
  }}
}
// after all
"""
KEPT = """{
  // top of the file
  // which format
  "format": "Atlantis transcript",
  "version": "1.0",
  "segments": [
    ["B2"],
    ["C5"]  /* the second */ // two of them
  ],
"""


def test_comments_stay_with_their_values() -> None:
    written = dumps(loads(TEXT))
    assert written.startswith(KEPT)
    lines = [line.strip() for line in written.splitlines()]
    beside = {
        "// her colour": '"color": "red",',
        "/* tall */": '"stacks": {"b2": 2}',
        "// opening": '[["b2", "b3"]],',
        "// which one?": '"event": "Cup"',
    }
    for comment, value in beside.items():
        assert f"{value}  {comment}" in lines, comment
    before = {"// the first one": "{", "of two lines */": "[]", "// nobody else": "],"}
    for comment, value in before.items():
        assert lines[lines.index(comment) + 1] == value, comment
    assert lines[-1] == "// after all"


def test_round_trip_keeps_the_text() -> None:
    once = dumps(loads(TEXT))
    assert dumps(loads(once)) == once
    assert loads(once) == loads(TEXT)


def test_file_without_comments_is_strict_json() -> None:
    bare = loads(TEXT)._replace(json_comments=NO_FILE_COMMENTS)
    assert json.loads(dumps(bare))["players"][0]["name"] == "Ann // no comment"
    assert not loads(dumps(bare)).json_comments.comments


@pytest.mark.parametrize("command", ["fmt", "shift", "convert", "read"])
def test_every_command_keeps_comments(command: str, tmp_path: Path) -> None:
    path, copy = tmp_path / "game.json", tmp_path / "copy.json"
    path.write_text(TEXT)
    match command:
        case "fmt":
            assert run("fmt", path).status == 0
        case "read":
            assert run("read", path, "tag place Rome").status == 0
        case _:
            output = ("-o", copy) if command == "shift" else (copy,)
            assert run(command, path, *output).status == 0
            path = copy
    written = path.read_text()
    for comment in ("// top of the file", "// opening", "/* a block", "// nobody else"):
        assert comment in written


def test_comment_of_a_removed_turn_moves_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(TEXT)
    document = GameDocument.load(path)
    document.play()
    assert '[["b2", "b3"]],  // opening' in path.read_text()
    assert len(load(path).turns) == 3
    for _ in range(3):
        document.game.undo()
    document.save()
    last = path.read_text().splitlines()
    assert last[last.index("// from turns 1:") + 1] == "// opening"
    assert load(path).turns == ()


def test_old_text_format_refuses_json_comments() -> None:
    with pytest.raises(LossError, match=r"13 comments \(// or /\* \*/\)"):
        dumps(loads(TEXT), Format.TEXT)


@given(st.lists(st.integers(0, len(TEXT)), max_size=4), st.sampled_from(["// x\n", "/* y */"]))
def test_comment_at_any_position_is_kept_once_and_changes_nothing_else(
    places: list[int], comment: str
) -> None:
    bare = loads(TEXT)
    spaces = [at for at in range(len(TEXT)) if TEXT[at] == "\n" and at > 20]
    text = TEXT
    for at in sorted({spaces[place % len(spaces)] for place in places}, reverse=True):
        text = f"{text[:at]}\n{comment}\n{text[at + 1 :]}"
    try:
        read = loads(text)
    except TranscriptError:  # a comment inside another one may end it
        return
    written = dumps(read)
    assert read == bare
    assert loads(written) == bare
    assert written.count(comment.strip()) == text.count(comment.strip())
    assert dumps(loads(written)) == written


def test_deeply_nested_comment_belongs_to_an_enclosing_value() -> None:
    deep = "[" * 90 + "/* deep */ 1" + "]" * 90
    text = TEXT.replace('"turns":', f'"own": {deep}, "turns":')
    written = dumps(loads(text))
    assert written.count("/* deep */") == 1
    assert dumps(loads(written)) == written


def test_comment_on_an_event_moves_to_its_turn() -> None:
    events = """
      {"type": "chat", "message": "hm"}, // about the chat
      {"type": "turn", "moves": [["b2", "b3"]]}, // first
      {"type": "chat", "message": "oh"},
      // second
      {"type": "turn", "moves": []}
    """
    start, end = TEXT.index('"turns":'), TEXT.index('"annotations"')
    written = dumps(loads(f'{TEXT[:start]}"events": [{events}], {TEXT[end:]}'))
    lines = [line.strip() for line in written.splitlines()]
    assert '[["b2", "b3"]],  // first' in lines
    assert lines[lines.index("// second") + 1] == "[]"
    assert lines[-3:] == ["// from events 1:", "// about the chat", "// after all"]
