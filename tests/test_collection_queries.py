"""The queries of docs/collections.md for other programs, on a collection of a match."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.commands.running import run

PAGE = Path(__file__).parent.parent / "docs" / "collections.md"


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    options = ("--board", "triangle:2", "--games", "6", "--out", "bots.jsonl", "--collection")
    assert run("match", "random", "gentle", *options).status == 0
    return tmp_path / "bots-games.jsonl"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.usefixtures("collection")
def test_queries_for_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    (block,) = blocks("sql")
    events, boards, openings = (
        duckdb.sql(query).fetchall() for query in block.split(";") if query.strip()
    )
    assert events == [("match random - gentle", 6)]
    assert [board for board, _ in boards] == ["triangle:2"]
    assert sum(games for _, games, _ in openings) == 6


@pytest.mark.usefixtures("collection")
def test_query_for_pandas(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    (block,) = blocks("python")
    exec(block, {})  # noqa: S102 - the example of the page
    assert "triangle:2" in capsys.readouterr().out
