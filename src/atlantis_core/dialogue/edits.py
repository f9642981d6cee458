"""Commands that change something (comments, tags, variations), save or export."""

from __future__ import annotations

from atlantis_core.exports.requests import export as export_words
from atlantis_core.positions.grid import parse_moves
from atlantis_core.review.variations import Path, format_path, parse_path
from atlantis_core.support.safe_text import encodable, showable
from .navigation import arrive, comment_lines
from .state import DialogueState, required
from .verbs import DialogueError, Lines

LONGEST_COMMENT = 20_000


def comment(state: DialogueState, text: str) -> Lines:
    written = encodable(text.strip())
    if not written:
        return list(comment_lines(state)) or ["no comment"]
    if len(written) > LONGEST_COMMENT:
        raise DialogueError(
            f"the comment is too long (expected at most {LONGEST_COMMENT} characters)"
        )
    old = state.replay.tree.comment(state.replay.place)
    if written == "-":
        if old is None:
            raise DialogueError("no comment to delete")
        state.replay.comment(None)
        return [f"comment deleted; {state.save_edit()}"]
    state.replay.comment(written.replace("\\n", "\n"))
    return [f"comment {'replaced' if old else 'written'}; {state.save_edit()}"]


def tags(state: DialogueState, _: str) -> Lines:
    found = state.replay.tree.transcript.annotations.tags
    lines = [f"{showable(name, 40)}: {showable(str(value))}" for name, value in found.items()]
    return lines or ["no tags"]


def tag(state: DialogueState, text: str) -> Lines:
    name, _, value = required(text, "a name and a text, such as 'event Spring Cup'").partition(" ")
    name, value = encodable(name), encodable(value.strip())
    if not value:
        raise DialogueError("expected a text after the name ('tag NAME -' deletes a tag)")
    transcript = state.replay.tree.transcript
    if value == "-" and name not in transcript.annotations.tags:
        raise DialogueError(f"there is no tag '{showable(name, 40)}'")
    state.replay.edit(transcript.with_tag(name, None if value == "-" else value))
    done = "deleted" if value == "-" else "set"
    return [f"tag {showable(name, 40)} {done}; {state.save_edit()}"]


def attempt(state: DialogueState, text: str) -> Lines:
    if state.replay.is_inside_turn:
        raise DialogueError("cannot try a turn in the middle of one (type 'next' or 'back' first)")
    is_new = state.replay.play(parse_moves(required(text, "moves such as 'b2-b4', or 'pass'")))
    if not is_new:
        return ["this turn already exists", *arrive(state)]
    return [f"variation {format_path(state.replay.path)}; {state.save_edit()}", *arrive(state)]


def delete(state: DialogueState, text: str) -> Lines:
    path = _variation(state, text)
    state.replay.delete(path)
    return [f"variation {format_path(path)} deleted; {state.save_edit()}", *arrive(state)]


def cut(state: DialogueState, _: str) -> Lines:
    if not state.replay.path:
        turn = state.replay.repair()
        return [f"turns from {turn} on deleted; {state.save_edit()}", *arrive(state)]
    path = _variation(state, "")
    turn = state.replay.turn
    if turn < path[-1].turn:
        raise DialogueError(f"turn {turn} is before the start of variation {format_path(path)}")
    state.replay.delete(path, turn)
    result = f"turns of {format_path(path)} from {turn} on deleted; {state.save_edit()}"
    return [result, *arrive(state)]


def undo(state: DialogueState, _: str) -> Lines:
    state.replay.undo()
    return [f"undone; {state.save_edit()}", *arrive(state)]


def redo(state: DialogueState, _: str) -> Lines:
    state.replay.redo()
    return [f"redone; {state.save_edit()}", *arrive(state)]


def promote(state: DialogueState, text: str) -> Lines:
    path = _variation(state, text)
    state.replay.promote(path)
    result = f"{format_path(path)} promoted into {format_path(path[:-1])}; {state.save_edit()}"
    return [result, *arrive(state)]


def save(state: DialogueState, text: str) -> Lines:
    if text.strip():
        return [state.save_to(text.strip())]
    return [state.save_edit()] if state.has_unsaved else ["everything is saved"]


def export(state: DialogueState, text: str) -> Lines:
    path = export_words(state.replay, text, state.cast)
    return [f"exported to {showable(str(path), 80)}"]


def leave(state: DialogueState, _: str) -> Lines:
    if state.has_unsaved and not state.is_done:
        state.is_done = True
        return ["some changes could not be saved and are lost"]
    state.is_done = True
    return []


def _variation(state: DialogueState, text: str) -> Path:
    path = parse_path(text.strip()) if text.strip() else state.replay.path
    if not path:
        raise DialogueError("this is the main line (expected a variation such as '12.1')")
    return path
