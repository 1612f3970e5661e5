"""Clocks, evaluations and glyphs behind the moves, as columns of `visits`, beside python-chess and the command."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import chess.pgn
import duckdb
import polars as pl
import pyarrow as pa
import pytest
import zobrist
from command import ENGINES, run

COLUMNS = ["clock", "eval", "mate", "emt", "nag"]
ALL: dict[str, Any] = {name: True for name in COLUMNS}

# Made for this test: comments and glyphs before the first move, in a variation, after it and after the result.
GAME = """[Event "a"]

$7 {[%clk 9:00:00]} 1. e4! {[%eval 0.31] [%clk 0:05:03.7]} (1. d4?? {[%clk 0:00:01]}) {[%emt 0:00:07.25]} e5
$6 $18 {[%eval #-3,20] +0.31/18 2.3s} 2. Nf3 {[%clk soon] [%eval]} Nc6 1-0 {[%eval -0.23]}

"""
BAD = "1. e4!? {[%clk 0:00:01]} e5 2. Ke3?? {[%clk 0:00:02]} *\n\n"


def by_python_chess(text: str) -> list[dict[str, Any]]:
    rows = []
    games = io.StringIO(text)
    while game := chess.pgn.read_game(games):
        rows.append(dict.fromkeys(COLUMNS))
        for node in game.mainline():
            clock, emt, evaluation = node.clock(), node.emt(), node.eval()
            white = evaluation.white() if evaluation else None
            rows.append(
                {
                    "clock": None if clock is None else round(clock * 1000),
                    "eval": white.score() if white else None,
                    "mate": white.mate() if white else None,
                    "emt": None if emt is None else round(emt * 1000),
                    "nag": sorted(node.nags) or None,
                }
            )
    return rows


def read(texts: str, **options: Any) -> list[dict[str, Any]]:
    rows = pa.table(zobrist.visits(texts=texts, **options)).to_pylist()
    return [{name: row[name] for name in COLUMNS if name in row} for row in rows]


def test_columns_are_those_of_python_chess() -> None:
    expected = by_python_chess(GAME)
    assert read(GAME, **ALL) == expected
    assert [row["clock"] for row in expected] == [None, 303_700, None, None, None]
    assert [row["mate"] for row in expected] == [None, None, -3, None, None]
    assert [row["nag"] for row in expected] == [None, [1], [6, 18], None, None]


def test_evaluations_of_engines_are_those_of_python_chess() -> None:
    text = gzip.open(ENGINES, "rt").read()[:3_000_000]
    text = text[: text.rindex("[Event ")]
    rows = read(text, **ALL)
    assert rows == by_python_chess(text)
    assert sum(row["eval"] is not None for row in rows) > 5_000
    assert sum(row["mate"] is not None for row in rows) > 100


def test_columns_are_those_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(GAME + "1. d4 {[%emt 7.25] [%eval 23,14]} d5!!? {[%clk 5:03]} *\n", encoding="utf-8")
    lines = run("hash", path, "--columns", "clk,eval,mate,emt,nag", "--format", "jsonl").splitlines()
    expected = [json.loads(line) for line in lines]
    rows = pa.table(zobrist.visits(path, **ALL)).to_pylist()
    assert len(rows) == len(expected) == 8
    for row, line in zip(rows, expected):
        assert row["clock"] == line["clk"]
        assert all(row[name] == line[name] for name in COLUMNS[1:])


def test_only_the_columns_that_are_asked_for() -> None:
    plain = zobrist.visits(texts=GAME)
    names = pa.table(plain).column_names
    assert not set(names) & set(COLUMNS)
    for name in COLUMNS:
        table = pa.table(zobrist.visits(texts=GAME, **{name: True}))
        assert table.column_names == [*names, name]
        assert table.drop_columns(name) == pa.table(plain)
        assert table.column(name).to_pylist() == [row[name] for row in read(GAME, **ALL)]
    # After `fen`, in one order.
    table = pa.table(zobrist.visits(texts=GAME, nag=True, mate=True, clock=True, fen=True))
    assert table.column_names == [*names, "fen", "clock", "mate", "nag"]
    types = pa.table(zobrist.visits(texts=GAME, **ALL)).schema
    assert [str(types.field(name).type) for name in COLUMNS[:4]] == ["int64", "int32", "int32", "int64"]
    assert types.field("nag").type.value_type == pa.int32()


@pytest.mark.parametrize("threads", [1, 4])
def test_games_that_are_cut_or_left_out(threads: int) -> None:
    rows = zobrist.visits(texts=GAME + BAD + GAME, threads=threads, **ALL)
    table = pl.DataFrame(rows)
    assert len(rows.rejected) == 1
    assert table.select(COLUMNS).to_dicts() == by_python_chess(GAME + GAME)
    kept = read(BAD, keep_valid=True, **ALL)
    assert [row["clock"] for row in kept] == [None, 1000, None]
    assert [row["nag"] for row in kept] == [None, [5], None]
    # Annotations behind a move without a row are in no row.
    for max_ply in range(7):
        games = by_python_chess(GAME)
        assert read(GAME * 2, max_ply=max_ply, **ALL) == games[:max_ply] * 2


def test_many_games_in_pieces() -> None:
    rows = zobrist.visits(texts=GAME * 20_000, threads=3, **ALL)
    tables = list(rows)
    assert len(tables) > 3
    assert [row["nag"] for table in tables for row in table] == [None, [1], [6, 18], None, None] * 20_000


def test_readers() -> None:
    visits = zobrist.visits(texts=GAME, **ALL)
    (table,) = visits
    assert table["nag"] == [None, [1], [6, 18], None, None]
    assert table[2]["nag"] == [6, 18] and "[6, 18]" in repr(table)
    assert duckdb.sql("SELECT ply FROM visits WHERE list_contains(nag, 18)").fetchall() == [(2,)]
    assert duckdb.sql("SELECT min(clock), max(eval), min(mate) FROM visits").fetchall() == [(303_700, 31, -3)]
    frame = pl.DataFrame(visits)
    assert frame.filter(pl.col("nag").list.contains(1))["ply"].to_list() == [1]
