"""R7.9: the canonical layout, byte by byte."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from difflib import ndiff

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlantis_core import Field, Move
from atlantis_core.json_text.frozen import JsonScalar, JsonValue, freeze
from atlantis_core.support.safe_text import is_safe_to_show
from atlantis_core.transcript import Format, FrozenMap, LossError, dumps, loads
from atlantis_core.transcript.json_writer import WIDTH
from atlantis_core.transcript.model import Annotations, Player, Transcript, Variation
from atlantis_core.transcript.text_writer import find_losses
from tests.transcript.documents import B2, TWO, document

LAYOUT = """{
  "format": "Atlantis transcript",
  "version": "1.0",
  "segments": [
    ["B2"],
    ["c4", "c5", "d5"]
  ],
  "players": [
    {
      "name": "Zoë\\u202e漢 \\u001b",
      "color": "Red",
      "stacks": {"B2": 1, "c5": -2},
      "elo": 1500.10
    },
    {
      "stacks": {"c4": 0, "d5": 12}
    }
  ],
  "turns": [
    [["a1", "a2"], ["c5", "d5"]],
    []
  ],
  "annotations": {
    "tags": {
      "event": "Club",
      "round": 2
    },
    "comments": {
      "0": "start",
      "2": "two\\nlines"
    },
    "variations": [
      {
        "turn": 1,
        "turns": [
          [],
          [["d5", "c4"]]
        ],
        "comments": {
          "1": "or nothing"
        },
        "variations": [
          {
            "turn": 2,
            "turns": [
              []
            ]
          }
        ],
        "mark": "?!"
      }
    ],
    "clocks": [3, null, 2.5],
    "mine": {"a": [1, 2, {"b": null}]}
  },
  "long": [
    "a rather long text that does not fit into the line together with its neighbours, so",
    "that the list is broken",
    {"into": "one value a line"},
    [
      "and a list inside of it that does not fit either is broken in the same way, a step",
      "further to the right"
    ]
  ]
}
"""


def test_r7_9_layout_is_byte_stable() -> None:
    assert dumps(loads(LAYOUT)) == LAYOUT
    assert dumps(loads(json.dumps(json.loads(LAYOUT)).replace("1500.1,", "1500.10,"))) != ""


def test_r7_9_written_files_are_strict_json() -> None:
    assert isinstance(json.loads(dumps(loads(LAYOUT))), dict)


def test_r7_9_adding_a_turn_changes_two_lines() -> None:
    transcript = loads(LAYOUT)
    before = dumps(transcript).split("\n")
    after = dumps(
        transcript.with_turns([*transcript.turns, [Move(Field(1, 1), Field(1, 2))]])
    ).split("\n")
    different = [line for line in ndiff(before, after) if line[0] in "+-"]
    assert different == ["-     []", "+     [],", '+     [["a1", "a2"]]']


def test_equal_transcripts_have_equal_text() -> None:
    one = document(
        '"segments": [["a2", "b1", "c3", "b3", "a1", "c2", "b2"]]',
        '"players": [{"stacks": {"c3": 1, "a1": 2}, "color": "red"}]',
    )
    other = document(
        "'players': [{'color': 'red' 'stacks': {'a1': 2 'c3': 1,}}]",
        "'segments': ['B2']",
    )
    assert dumps(loads(one)) == dumps(loads(other))


def test_many_stacks_are_written_one_segment_per_line() -> None:
    fields = loads(document('"segments": ["B2", "C5", "E4"]'))
    stacks = FrozenMap({field: 1 + number % 3 for number, field in enumerate(fields.fields())})
    text = dumps(fields.with_players([Player(stacks, color="red")]))
    lines = [line for line in text.split("\n") if '"a1"' in line]
    assert lines == ['        "a1": 1, "a2": 2, "b1": 3, "b2": 1, "b3": 2, "c2": 3, "c3": 1,']
    assert dumps(loads(text)) == text


def test_value_that_just_fits_is_written_on_one_line() -> None:
    """Including the comma that may follow a player's stacks."""
    fits = []
    for surplus in range(-3, 4):
        clocks = [10 ** (2 + surplus % 3)] + [1] * (27 + surplus // 3)
        heights = {f"a{row}": 10 if row <= 2 + surplus else 1 for row in range(1, 10)}
        written = {
            f'    "clocks": {json.dumps(clocks)}': 0,
            f'      "stacks": {json.dumps(heights)}': 1,
            f'  "mine": {json.dumps(["x" * (86 + surplus)])}': 0,
        }
        text = document(
            f'"segments": [{json.dumps(list(heights))}]',
            f'"players": [{{"stacks": {json.dumps(heights)}}}], "turns": []',
            f'"annotations": {{"clocks": {json.dumps(clocks)}}}',
            f'"mine": {json.dumps(["x" * (86 + surplus)])}',
        )
        lines = dumps(loads(text)).split("\n")
        for line, comma in written.items():
            assert (line in lines) == (len(line) + comma <= WIDTH)
            fits.append(len(line) + comma - WIDTH)
    assert fits.count(0) == fits.count(1) == 3


def test_variations_are_written_in_the_order_of_their_turns() -> None:
    transcript = loads(document(B2, TWO, '"turns": [[], []]'))
    late, early = Variation(2, ((),)), Variation(1, ((),))
    text = dumps(transcript.with_annotations(Annotations(variations=(late, early))))
    assert [found["turn"] for found in json.loads(text)["annotations"]["variations"]] == [1, 2]


def test_empty_parts_are_left_out() -> None:
    assert dumps(loads(document(B2, '"players": []', '"turns": []', '"annotations": {}'))) == (
        '{\n  "format": "Atlantis transcript",\n  "version": "1.0",\n'
        '  "segments": [\n    ["B2"]\n  ]\n}\n'
    )


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None), max_size=20)
)
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    SCALARS,
    lambda below: (
        st.lists(below, max_size=3).map(tuple)
        | st.dictionaries(st.text(st.characters(codec=None), max_size=8), below, max_size=3).map(
            FrozenMap
        )
    ),
    max_leaves=10,
)
UNKNOWN = st.text(st.characters(codec=None), min_size=12, max_size=16)
TEXTS = st.text(st.characters(codec=None), max_size=30)
FIELDS = st.builds(Field, st.integers(-3, 60), st.integers(-3, 60))
TURNS = st.lists(st.lists(st.builds(Move, FIELDS, FIELDS), max_size=3).map(tuple), max_size=4).map(
    tuple
)


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    """Any transcript that can be written, legal or not."""
    fields = draw(st.lists(FIELDS, min_size=1, max_size=30, unique=True))
    cut = draw(st.integers(1, len(fields)))
    segments = tuple(tuple(sorted(part)) for part in (fields[:cut], fields[cut:]) if part)
    owned = draw(st.lists(st.sampled_from(fields), unique=True))
    count = draw(st.integers(0, 4))
    shares: list[dict[Field, int]] = [{} for _ in range(count)]
    if count:
        for number, field in enumerate(owned):
            shares[number % count][field] = draw(st.integers(-9, 9))
    players = tuple(
        Player(
            FrozenMap(share),
            draw(st.none() | TEXTS),
            draw(st.none() | st.sampled_from(["red", "Blue", "no such"])),
            draw(st.dictionaries(UNKNOWN, VALUES, max_size=2).map(FrozenMap)),
        )
        for share in shares
    )
    turns = draw(TURNS) if players else ()
    last = len(turns)
    annotations = Annotations(
        tags=draw(st.dictionaries(TEXTS, SCALARS, max_size=3).map(_tags)),
        comments=draw(_comments(0, last)),
        variations=tuple(
            sorted(
                draw(st.lists(_variations(1, last + 1, 2), max_size=2)) if players else [],
                key=lambda variation: variation.turn,
            )
        ),
        clocks=tuple(draw(st.lists(st.none() | st.integers(0, 9999), max_size=last))),
        extra=draw(st.dictionaries(UNKNOWN, VALUES, max_size=2).map(FrozenMap)),
    )
    extra = draw(st.dictionaries(UNKNOWN, VALUES, max_size=2).map(FrozenMap))
    return Transcript(segments, players, turns, annotations, extra)


def _tags(tags: Mapping[str, JsonScalar]) -> FrozenMap[str, JsonScalar]:
    return FrozenMap(tags)


def _comments(first: int, last: int) -> st.SearchStrategy[FrozenMap[int, str]]:
    texts = st.dictionaries(st.integers(first, max(first, last)), TEXTS, max_size=3)
    return texts.map(lambda comments: FrozenMap(sorted(comments.items())))


@st.composite
def _variations(draw: st.DrawFn, first: int, last: int, depth: int) -> Variation:
    turn = draw(st.integers(first, last))
    turns = draw(TURNS.filter(bool))
    end = turn + len(turns) - 1
    inner = (
        [draw(_variations(turn + 1, end + 1, depth - 1))] if depth and draw(st.booleans()) else []
    )
    return Variation(turn, turns, draw(_comments(turn, end)), tuple(inner))


@settings(max_examples=50)
@given(transcripts())
def test_written_transcript_is_read_back_equal(transcript: Transcript) -> None:
    text = dumps(transcript)
    again = loads(text)
    assert again == transcript
    assert dumps(again) == text
    assert text.encode().decode() == text


@settings(max_examples=50)
@given(transcripts())
def test_r8_7_old_format_keeps_a_transcript_or_refuses(transcript: Transcript) -> None:
    plain = Transcript(transcript.segments, transcript.players, transcript.turns)
    for candidate in (transcript, plain, _without_losses(plain)):
        if list(find_losses(candidate)):
            with pytest.raises(LossError):
                dumps(candidate, Format.TEXT)
        else:
            assert _with_common_craters(loads(dumps(candidate, Format.TEXT))) == (
                _with_common_craters(candidate)
            )


def _without_losses(transcript: Transcript) -> Transcript:
    """Open growing fields and drop unknown keys, so that most transcripts can be written."""
    players = [
        Player(FrozenMap({f: abs(n) for f, n in player.stacks.items()}), player.name, player.color)
        for player in transcript.players
    ]
    return transcript.with_players(players)


def _with_common_craters(transcript: Transcript) -> Transcript:
    """Drop what R8.6 loses: owners of dead fields and empty names."""
    dead = {f: 0 for player in transcript.players for f, n in player.stacks.items() if not n}
    players = [
        Player(
            FrozenMap({f: n for f, n in player.stacks.items() if n} | ({} if number else dead)),
            player.name or None,
            player.color or None,
        )
        for number, player in enumerate(transcript.players)
    ]
    return transcript.with_players(players)


@settings(max_examples=50)
@given(transcripts())
def test_written_files_have_no_invisible_characters(transcript: Transcript) -> None:
    plain = dumps(transcript).replace("\n", "").replace("\u00a0", "").replace("\u3000", "")
    assert is_safe_to_show(plain.replace("\u202f", ""))


@settings(max_examples=50)
@given(transcripts())
def test_transcripts_are_values(transcript: Transcript) -> None:
    copy = pickle.loads(pickle.dumps(transcript))  # noqa: S301 - our own bytes
    assert copy == transcript
    assert hash(copy) == hash(transcript)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_nan_and_infinity_are_not_written(value: float) -> None:
    transcript = loads(document(B2)).with_tag("x", value)
    with pytest.raises(ValueError, match="not JSON compliant"):
        dumps(transcript)


def test_only_json_data_can_be_frozen() -> None:
    assert freeze({"a": [1, {"b": None}]}) == FrozenMap({"a": (1, FrozenMap({"b": None}))})
    with pytest.raises(TypeError, match="not JSON data: 'set'"):
        freeze({1, 2})
