"""Commands that change something: comments, tags, variations; and taking something along."""

from __future__ import annotations

from atlantis_core.exports.requests import export as export_words
from atlantis_core.grid import parse_moves
from atlantis_core.review.variations import Path, format_path, parse_path
from atlantis_core.safe_text import showable
from .navigation import arrive, comment_lines
from .state import DialogueError, Lines, Talk, needs

LONGEST_COMMENT = 20_000


def comment(talk: Talk, text: str) -> Lines:
    written = text.strip()
    if not written:
        return list(comment_lines(talk)) or ["no comment"]
    if len(written) > LONGEST_COMMENT:
        raise DialogueError(
            f"the comment is too long (expected at most {LONGEST_COMMENT} characters)"
        )
    old = talk.replay.tree.comment(talk.replay.place)
    if written == "-":
        if old is None:
            raise DialogueError("there is no comment to delete")
        talk.replay.comment(None)
        return [f"comment deleted; {talk.keep()}"]
    talk.replay.comment(written.replace("\\n", "\n"))
    return [f"comment {'replaced' if old else 'written'}; {talk.keep()}"]


def tags(talk: Talk, _: str) -> Lines:
    found = talk.replay.tree.transcript.annotations.tags
    lines = [f"{showable(name, 40)}: {showable(str(value))}" for name, value in found.items()]
    return lines or ["no tags"]


def tag(talk: Talk, text: str) -> Lines:
    name, _, value = needs(text, "a name and a text, such as 'event Spring Cup'").partition(" ")
    value = value.strip()
    if not value:
        raise DialogueError("expected a text after the name; 'tag NAME -' deletes a tag")
    transcript = talk.replay.tree.transcript
    if value == "-" and name not in transcript.annotations.tags:
        raise DialogueError(f"there is no tag '{showable(name, 40)}'")
    talk.replay.edit(transcript.with_tag(name, None if value == "-" else value))
    done = "deleted" if value == "-" else "set"
    return [f"tag {showable(name, 40)} {done}; {talk.keep()}"]


def attempt(talk: Talk, text: str) -> Lines:
    if talk.replay.is_inside_turn:
        raise DialogueError("a turn can be tried only between turns ('next' or 'back' goes there)")
    is_new = talk.replay.play(parse_moves(needs(text, "moves such as 'b2-b4', or 'pass'")))
    said = (
        f"variation {format_path(talk.replay.path)}; {talk.keep()}" if is_new else "already there"
    )
    return [said, *arrive(talk)]


def delete(talk: Talk, text: str) -> Lines:
    path = _variation(talk, text)
    talk.replay.delete(path)
    return [f"variation {format_path(path)} deleted; {talk.keep()}", *arrive(talk)]


def cut(talk: Talk, _: str) -> Lines:
    if not talk.replay.path:
        turn = talk.replay.mend()
        return [f"turns from {turn} on deleted; {talk.keep()}", *arrive(talk)]
    path = _variation(talk, "")
    if talk.replay.turn < path[-1].turn:
        raise DialogueError(f"turn {talk.replay.turn} is not one of {format_path(path)} only")
    turn = talk.replay.turn
    talk.replay.delete(path, turn)
    said = f"turns of {format_path(path)} from {turn} on deleted; {talk.keep()}"
    return [said, *arrive(talk)]


def undo(talk: Talk, _: str) -> Lines:
    talk.replay.undo()
    return [f"taken back; {talk.keep()}", *arrive(talk)]


def redo(talk: Talk, _: str) -> Lines:
    talk.replay.redo()
    return [f"made again; {talk.keep()}", *arrive(talk)]


def promote(talk: Talk, text: str) -> Lines:
    path = _variation(talk, text)
    talk.replay.promote(path)
    line = format_path(path[:-1])
    said = f"{format_path(path)} is now the continuation of {line}; {talk.keep()}"
    return [said, *arrive(talk)]


def save(talk: Talk, text: str) -> Lines:
    if text.strip():
        return [talk.keep_as(text.strip())]
    return [talk.keep()] if talk.has_unsaved else ["everything is saved"]


def export(talk: Talk, text: str) -> Lines:
    path = export_words(talk.replay, text, talk.cast)
    return [f"written to {showable(str(path), 80)}"]


def leave(talk: Talk, _: str) -> Lines:
    if talk.has_unsaved and not talk.is_done:
        talk.is_done = True
        return ["some changes could not be saved and are lost now"]
    talk.is_done = True
    return []


def _variation(talk: Talk, text: str) -> Path:
    path = parse_path(text.strip()) if text.strip() else talk.replay.path
    if not path:
        raise DialogueError("this is the main line (expected a variation such as '12.1')")
    return path
