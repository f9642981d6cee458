"""Finds and runs the command of an input line.

The table of commands is also the help text. A number alone goes to a turn, a field alone describes
it, moves alone are tried, and an empty line goes forward: the most frequent input is the shortest.
Errors are answers too, because a screen reader's user sees one stream of lines.
"""

from __future__ import annotations

from atlantis_core.positions.grid import parse_field, parse_moves
from atlantis_core.review.places import parse_place
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.safe_text import showable
from . import edits, looking, navigation, questions
from .state import DialogueState
from .verbs import HELP, Lines, Verb, Vocabulary


def _judge(state: DialogueState, text: str) -> Lines:
    from .judgement import judge  # noqa: PLC0415 - bots are only needed here

    return judge(state, text)


def _better(state: DialogueState, text: str) -> Lines:
    from .judgement import better  # noqa: PLC0415 - bots are only needed here

    return better(state, text)


def _line(state: DialogueState, text: str) -> Lines:
    """A line of fields, or a line of play: ``line c5 ne``, ``line 12.1``."""
    is_of_fields = text.strip()[:1].isalpha() and text.strip() != "main"
    return looking.along(state, text) if is_of_fields else navigation.line(state, text)


VERBS: Vocabulary[DialogueState] = Vocabulary((
    Verb("next n l", "[N]",
         "go forward one turn, or N turns (also: empty line)", navigation.forward),
    Verb("back b h", "[N]", "go back one turn, or N turns", navigation.back),
    Verb("step ]", "",
         "go forward one step of the turn: a move, a wave, growth", navigation.step_forward),
    Verb("unstep [", "", "go back one step", navigation.step_back),
    Verb("goto g", "TURN",
         "go to a turn: 42, 12.1/14, start, end (or just the number)", navigation.goto),
    Verb("find /", "[TEXT]",
         "go to the next turn with this or the last text in comment or moves; list such tags",
         navigation.find),
    Verb("start home", "", "go to the start", navigation.start),
    Verb("end", "", "go to the end of the game or variation", navigation.end),
    Verb("mark m", "", "go to the next marked turn", navigation.next_mark),
    Verb("unmark M", "", "go to the previous marked turn", navigation.previous_mark),
    Verb("marks", "", "list all marked turns", navigation.marks),
    Verb("judge", "", "let a bot judge every turn; marks mistakes and turning points", _judge),
    Verb("mistake x", "", "go to the next mistake, once judged", navigation.next_mistake),
    Verb("unmistake X", "", "go to the previous mistake", navigation.previous_mistake),
    Verb("better", "[MOVES|pass]",
         "go to the position before a mistake; with moves: judge your better turn", _better),
    Verb("last", "", "describe this turn in full", navigation.last),
    Verb("why", "FIELD [all]", "what happened on a field", questions.why),
    Verb("field f", "FIELD",
         "show a field and its neighbours (or just its name)", questions.field),
    Verb("look o", "[FIELD|SEGMENT|DIRECTION]",
         "the board by segments, or a part of it: c5, C5, north", looking.look),
    Verb("around", "FIELD [DISTANCE]", "the fields around a field, clockwise", looking.around),
    Verb("mine", "", "the stacks of the player to move", looking.mine),
    Verb("theirs", "", "the stacks of the other players", looking.theirs),
    Verb("areas a", "", "all areas: size, players in them, stable or not", questions.areas),
    Verb("players p", "", "stones, growing, secured and leading of each player", questions.players),
    Verb("score", "", "secured and leading fields, or the result", questions.score),
    Verb("threats t", "",
         "what explodes next, what needs one more stone, what can be attacked", questions.threats),
    Verb("moves", "[FIELD]", "the legal moves here", questions.moves),
    Verb("hint", "", "turns that a bot suggests here, and why", questions.hint),
    Verb("show s", "[STYLE]",
         "draw the board: large, broad, spec, wide, middle, compact, mini", questions.show),
    Verb("turns list", "[FROM [TO]]",
         "list turns in brief, with variations", questions.turns),
    Verb("figures", "", "stones, secured and leading over the whole game", questions.figures),
    Verb("compare", "TURN", "differences between this position and another", questions.compare),
    Verb("where w", "", "show the current turn and step", questions.where),
    Verb("comment c", "[TEXT|-]",
         "read, write or (-) delete the comment of this turn", edits.comment),
    Verb("tags", "", "the tags of the game: event, date, ...", edits.tags),
    Verb("tag", "NAME TEXT|-", "set or (-) delete a tag", edits.tag),
    Verb("try", "MOVES|pass", "try another turn from here (or just the moves)", edits.attempt),
    Verb("variations v", "", "list all variations", questions.variations),
    Verb("line", "FIELD [DIRECTION] | 12.1|main",
         "the fields of a line; or go to a variation or the main line", _line),
    Verb("delete", "[12.1]", "delete a variation, by default this one", edits.delete),
    Verb("cut", "",
         "delete this variation from here on, or in the main line all illegal turns",
         edits.cut),
    Verb("undo u", "", "undo the last edit", edits.undo),
    Verb("redo r", "", "redo the last undone edit", edits.redo),
    Verb("continue promote", "[12.1]", "promote a variation one level", edits.promote),
    Verb("export", "FILE [10..12|STYLE]",
         "export an image (.txt .svg .png), animation (.gif .svg), .cast or web page (.html)",
         edits.export),
    Verb("brief", "", "short answers", navigation.brief),
    Verb("full", "", "full answers", navigation.full),
    Verb("save", "[FILE]", "retry saving, or save everything to a new file", edits.save),
    Verb("quit q exit", "", "quit", edits.leave),
))  # fmt: skip


class Dialogue:
    """Answers lines one at a time."""

    def __init__(self, state: DialogueState) -> None:
        self.state = state
        self.failures = 0
        """Number of lines answered with an error."""

    @property
    def is_done(self) -> bool:
        return self.state.is_done

    def greet(self) -> tuple[str, ...]:
        """The first answer: where the game is, and how to get help."""
        return (*navigation.arrive(self.state), "Type 'help' for the commands.")

    def answer(self, line: str) -> tuple[str, ...]:
        """The answer to a line; an error is answered with what was expected."""
        try:
            return tuple(self._answer(line.strip()))
        except AtlantisError as error:
            self.failures += 1
            return (showable(str(error), 500),)
        except OSError as error:
            self.failures += 1
            return (showable((error.strerror or str(error)).lower(), 500),)

    def _answer(self, line: str) -> Lines:
        if not line:
            return navigation.forward(self.state, "")
        word, _, rest = line.partition(" ")
        verb = VERBS.find(word)
        if verb is not None:
            return verb.run(self.state, rest)
        if word.lower() in HELP:
            return VERBS.explain(rest.strip())
        return self._guess(line)

    def _guess(self, line: str) -> Lines:
        """Run a line without a command: a place, a field, or moves to try."""
        for reads, run in (
            (lambda: parse_place(line.removeprefix(":"), ()), navigation.goto),
            (lambda: parse_field(line.lower()), questions.field),
            (lambda: parse_moves(line.lower()), edits.attempt),
        ):
            try:
                reads()
            except NotationError:
                continue
            return run(self.state, line.removeprefix(":").lower())
        raise VERBS.unknown(line.split(maxsplit=1)[0])
