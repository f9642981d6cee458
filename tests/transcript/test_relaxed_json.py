"""The relaxed reader: same data as the standard parser, more tolerance, spans of all values."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.json_text import relaxed_json, strict_json
from atlantis_core.json_text.limits import MAX_COUNTED_PROBLEMS, MAX_NESTING
from atlantis_core.json_text.places import KeyAt, Path, Problems, Tree, find_span, locate_problems
from atlantis_core.json_text.relaxed_json import read_relaxed_json
from atlantis_core.json_text.strict_json import read_strict_json

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None)),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=5), below),
    max_leaves=20,
)


def _read(text: str) -> object:
    problems = Problems()
    read = read_relaxed_json(text, problems)
    assert not list(problems)
    return read.data


def _problems(text: str) -> list[str]:
    problems = Problems()
    tree = read_relaxed_json(text, problems).tree
    found = locate_problems(problems, "x", text, tree)
    return [f"{problem.line}:{problem.column} {problem.message}" for problem in found]


@given(JSON, st.sampled_from([None, 0, 1, 4]), st.booleans())
def test_strict_json_gives_the_same_data_in_both_readers(
    value: object, indent: int | None, ensure_ascii: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ensure_ascii)
    assert read_strict_json(text) == (json.loads(text),)
    assert _read(text) == json.loads(text)


@given(JSON)
def test_span_of_every_value_contains_it(value: object) -> None:
    text = json.dumps(value, indent=1)
    tree = read_relaxed_json(text, Problems()).tree
    _check_spans(text, tree, (), json.loads(text))


def _check_spans(text: str, tree: Tree, path: Path, value: object) -> None:
    start, end = find_span(tree, path)
    assert json.loads(text[start:end]) == value
    if isinstance(value, list):
        for index, item in enumerate(value):
            _check_spans(text, tree, (*path, index), item)
    elif isinstance(value, dict):
        for key, item in value.items():
            start, end = find_span(tree, KeyAt((*path, key)))
            assert json.loads(text[start:end]) == key
            _check_spans(text, tree, (*path, key), item)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1, 2,]", [1, 2]),
        ('{"a": 1,}', {"a": 1}),
        ("[1 2 'x' \"y\"]", [1, 2, "x", "y"]),
        ('{"a": 1 "b": 2\n"c": [3]}', {"a": 1, "b": 2, "c": [3]}),
        ("{'a': 'it\\'s', 'b': 'say \"x\"'}", {"a": "it's", "b": 'say "x"'}),
        ("// first\n[1, /* two */ 2] // last", [1, 2]),
        ("/* * / ** */ [] /**/", []),
        ('["a//b", "/* c */"]', ["a//b", "/* c */"]),
        ("[['a1','b2'],['c1' 'c2']]", [["a1", "b2"], ["c1", "c2"]]),
        ('{"a": ["x", "y"]}', {"a": ["x", "y"]}),
        ("['\\u00e9\\ud83d\\ude00\\n']", ["é😀\n"]),
        ("'lone \\ud800'", "lone \ud800"),
        ("\t\r\n [true,false,null,-1.5e3]", [True, False, None, -1500.0]),
        ('["a" /* x */, "b"]', ["a", "b"]),
    ],
)
def test_r7_8_common_deviations_are_accepted(text: str, value: object) -> None:
    assert _read(text) == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1, "a": 2}', ["1:10 the key 'a' appears twice"]),
        ("[NaN, -Infinity]", ["1:2 'NaN' is not a number (expected a finite one)"]),
        ("[1e999]", ["1:2 number out of range: '1e999'"]),
        ("[01]", ["1:2 not a number: '01' (expected for example 12)"]),
        ("[+1, .5, 1., 0x10]", ["1:2 not a number: '+1' (expected for example 12)"]),
        ("[True]", ["1:2 unknown word 'True'"]),
        ("{a1: 1}", ["1:2 missing quotes around 'a1'"]),
        ("[a1]", ["1:2 missing quotes around 'a1'"]),
        ("[“a1”]", ["1:2 use straight quotes instead of curly ones"]),
        ('{1: "x"}', ["1:2 missing quotes around '1'"]),
        ("[,1]", ["1:2 unexpected comma"]),
        ("[1,,2]", ["1:4 unexpected comma"]),
        ('{"a", "b": 1}', ["1:5 the key 'a' has no value"]),
        ('{"a": }', ["1:7 the key 'a' has no value"]),
        ('{"a" 1}', ["1:6 missing ':' after the key 'a'"]),
        ('{"a":: 1}', ["1:6 ':' is only allowed between a key and its value"]),
        ("[1 = 2]", ["1:4 unexpected character '=' (U+003D)"]),
        ('{"a": = 1}', ["1:7 unexpected character '=' (U+003D)"]),
        ("{[1]: 2}", ["1:2 expected a key in quotes"]),
        ('["a": 1]', ["1:5 ':' in a list (expected ',' or ']')"]),
        ("[: 1]", ["1:2 ':' in a list (expected ',' or ']')"]),
        ("[1}", ["1:3 unmatched '}'"]),
        ('{"a": [1}', ["1:9 expected ']' before '}'"]),
        ('{"a": [1, "b": 2}', ["1:11 expected ']' before the key 'b'"]),
        ("[1", ["1:3 unexpected end of file (expected ']')"]),
        ('["abc\n]', ['1:2 the string is not closed on its line (expected ")']),
        ('["a\tb"]', ["1:4 control character U+0009 in a string"]),
        ('["\\x"]', ["1:3 unknown escape '\\x'"]),
        ('["it\\\'s"]', ["1:5 unknown escape '\\''"]),
        ("[1] 2", ["1:5 unexpected text after the end of the document (expected one '{...}')"]),
        ("[1] word", ["1:5 unexpected text after the end of the document (expected one '{...}')"]),
        ("[1] []", ["1:5 unexpected text after the end of the document (expected one '{...}')"]),
        ("# no\n[1]", ["1:1 comments begin with '//' or '/*', not with '#'"]),
        ("[1] /* never", ["1:5 the comment is not closed (expected '*/')"]),
        ("[1 / 2]", ["1:4 unexpected character '/' (U+002F)"]),
        ("[1,\u00a02]", ["1:4 a space that is not allowed here (U+00A0)"]),
        ("", ["1:1 the document is empty"]),
        ("// only this", ["1:13 the document is empty"]),
    ],
)
def test_r7_8_errors_have_a_place(text: str, expected: list[str]) -> None:
    assert _problems(text)[: len(expected)] == expected
    assert read_strict_json(text) is None


def test_one_pass_finds_all_problems() -> None:
    text = '{"a": NaN,\n "b": [01, "c\n "b": 2}'
    assert _problems(text) == [
        "1:7 'NaN' is not a number (expected a finite one)",
        "2:8 not a number: '01' (expected for example 12)",
        '2:12 the string is not closed on its line (expected ")',
        "3:2 expected ']' before the key 'b'",
        "3:2 the key 'b' appears twice",
    ]


@pytest.mark.parametrize("rest", ["", " /* three", ", /"])
def test_truncated_file_keeps_its_beginning(rest: str) -> None:
    problems = Problems()
    assert read_relaxed_json('{"a": [1, 2' + rest, problems).data == {"a": [1, 2]}
    assert list(problems)


def test_a_duplicate_key_names_both_places() -> None:
    problems = Problems()
    text = '{"a": 1,\n "a": 2}'
    tree = read_relaxed_json(text, problems).tree
    (found,) = locate_problems(problems, "x", text, tree)
    assert (found.line, found.column, found.length) == (2, 2, 3)
    assert [(place.line, place.column, place.length) for place in found.related] == [(1, 2, 3)]


def test_nesting_is_limited_and_never_exhausts_the_stack() -> None:
    deep = "[" * MAX_NESTING + "]" * MAX_NESTING
    assert _problems(deep) == []
    assert read_strict_json(deep) is not None
    deeper = "[" * (MAX_NESTING + 1)
    assert _problems(deeper) == [f"1:{MAX_NESTING + 1} nested deeper than {MAX_NESTING} levels"]
    assert read_strict_json(deeper + "]" * (MAX_NESTING + 1)) is None
    for opening in ("[", '{"a":', "[{'b':"):
        assert len(_problems(opening * 1_000_000)) == 1
        assert read_strict_json(opening * 1_000_000) is None


@pytest.fixture
def few_tokens(monkeypatch: pytest.MonkeyPatch) -> int:
    """Lower the limit, so that tests need not write megabytes."""
    monkeypatch.setattr(relaxed_json, "MAX_TOKENS", 1000)
    monkeypatch.setattr(strict_json, "MAX_MARKS", 999)
    return 1000


def test_the_number_of_values_is_limited(few_tokens: int) -> None:
    text = "[" + "1," * few_tokens + "1]"
    assert read_strict_json(text) is None
    assert _problems(text) == [
        "1:1 the file has more than 1000 words, strings, brackets and comments"
    ]
    assert _problems(text[:900] + "]") == []


def test_comments_count_too(few_tokens: int) -> None:
    assert _problems("[" + "/**/" * (few_tokens - 3) + "]") == []
    assert "1000 words" in _problems("[" + "/**/" * few_tokens + "]")[0]


def test_a_long_string_of_commas_is_one_value(few_tokens: int) -> None:
    text = json.dumps(["," * few_tokens])
    assert read_strict_json(text) is None
    assert _read(text) == json.loads(text)


@pytest.mark.parametrize("digits", [401, 5000, 1_000_000])
def test_numbers_out_of_range_are_refused_by_both_readers(digits: int) -> None:
    text = f"[{'9' * digits}]"
    assert read_strict_json(text) is None
    assert len(_problems(text)) == 1


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("/* a */ [1]", ["/* a */"]),
        ("// a\n[1 // b\r]", ["// a", "// b"]),
        ("[/**/1/***/,/* * / */]//", ["/**/", "/***/", "/* * / */", "//"]),
        ("[ 2 /* ] // \n */ // [\n , 1 ]", ["/* ] // \n */", "// ["]),
        ('[\'// \\\' /**/\', "/* \\" */", 1] // "', ['// "']),
    ],
)
def test_comments_inside_strings_are_ignored(text: str, comments: list[str]) -> None:
    problems = Problems()
    read = read_relaxed_json(text, problems)
    assert not list(problems)
    assert [text[start:end] for start, end in read.comments] == comments


def test_unclosed_string_is_reported_on_its_line() -> None:
    assert _problems('[\n\'abc\n,x"y"]')[0].startswith("2:1 the string is not closed")


@given(st.text(st.sampled_from("[]{}\"'\\,:/*#ab1. \n\t\u00a0e-+"), max_size=40))
def test_any_text_is_read_or_reported(text: str) -> None:
    problems = Problems()
    read_relaxed_json(text, problems)
    strict = read_strict_json(text)
    if strict is not None:
        assert not list(problems)


@pytest.mark.parametrize(
    "text",
    ['{"k":' + "[a:" * 9_000, "[" + "a," * 9_000, "{" + '"a":1,' * 9_000, "[" + "'\\q'," * 9_000],
)
def test_reading_stops_after_too_many_errors(text: str) -> None:
    problems = Problems()
    read_relaxed_json(text, problems)
    assert MAX_COUNTED_PROBLEMS <= problems.error_count < MAX_COUNTED_PROBLEMS + 10
