"""Keys of a column of a DataFrame are those of ``zobrist.hash``."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest
from command import CLUB, REPOSITORY
from engines import Engine

import zobrist
import zobrist.spark

SCHEMA = "number long, fen string, names array<string>, at timestamp, share double"


@pytest.fixture(scope="module")
def fens() -> list[str]:
    rows = zobrist.visits(CLUB, fen=True, max_ply=20)
    return [fen for table in rows for fen in table["fen"]][:5000]


def frame(engine: Engine, fens: list[Any]) -> Any:
    at = datetime.datetime(2026, 1, 2, 3, 4, 5)
    rows = [(number, fen, ["a", fen], at, number / 7) for number, fen in enumerate(fens)]
    return engine.spark.createDataFrame(rows, SCHEMA)


def test_keys_are_equal(engine: Engine, fens: list[str]) -> None:
    for scheme in ["fide", "polyglot", REPOSITORY / "data/rookie/rookie.toml"]:
        df = frame(engine, fens).repartition(3)
        keyed = zobrist.spark.hash_column(df, "fen", scheme)
        assert keyed.schema.fields[:-1] == df.schema.fields
        assert keyed.schema.fields[-1].simpleString() == "key:bigint"
        rows = sorted(keyed.collect(), key=lambda row: row["number"])
        assert [row["fen"] for row in rows] == fens
        assert [row["key"] for row in rows] == zobrist.hash(fens, scheme, signed=True).tolist()
        assert rows[3]["names"] == ["a", fens[3]] and rows[7]["share"] == 1.0
        assert rows[0]["at"] == datetime.datetime(2026, 1, 2, 3, 4, 5)


def test_keys_are_those_of_an_index(engine: Engine, fens: list[str], tmp_path: Path) -> None:
    zobrist.build_index(tmp_path / "index", CLUB)
    keyed = zobrist.spark.hash_column(frame(engine, fens[:200]), "fen", into="position")
    keys = zobrist.Index(tmp_path / "index").keys(fens[:200]).tolist()
    assert sorted(row["position"] for row in keyed.select("position").collect()) == sorted(keys)


def test_nulls_stay(engine: Engine, fens: list[str]) -> None:
    given = [fens[0], None, fens[1], None]
    for errors in ["raise", "null"]:
        keyed = zobrist.spark.hash_column(frame(engine, given), "fen", errors=errors)
        rows = sorted(keyed.collect(), key=lambda row: row["number"])
        keys = zobrist.hash(fens[:2], "fide", signed=True).tolist()
        assert [row["key"] for row in rows] == [keys[0], None, keys[1], None]
    none = zobrist.spark.hash_column(frame(engine, [None, None]), "fen")
    assert [row["key"] for row in none.collect()] == [None, None]


def test_what_is_no_position(engine: Engine, fens: list[str]) -> None:
    df = frame(engine, [fens[0], "8/8 w - -"])
    rows = zobrist.spark.hash_column(df, "fen", errors="null").collect()
    assert sum(row["key"] is None for row in rows) == 1
    with pytest.raises(Exception, match='cannot read the position "8/8 w - -"'):
        zobrist.spark.hash_column(df, "fen").collect()


def test_variants(engine: Engine) -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    keyed = zobrist.spark.hash_column(frame(engine, [fen]), "fen", "zobrist", variant="3check")
    key = zobrist.hash(fen, "zobrist", variant="3check", signed=True)
    assert keyed.collect()[0]["key"] == key


def test_wrong_arguments(engine: Engine) -> None:
    df = frame(engine, ["8/8 w - -"])
    for arguments, error, text in [
        (("fens",), ValueError, "column: expected one of number, fen, names, at, share, got 'fens'"),
        (("number",), TypeError, "expected a column of text, got number, a column of bigint"),
        (("fen", "poliglot"), zobrist.SchemeError, "did you mean polyglot"),
        (("fen", zobrist.Scheme("zobrist", 32)), zobrist.SchemeError, "64 bits, got zobrist"),
    ]:
        with pytest.raises(error, match=text):
            zobrist.spark.hash_column(df, *arguments)
    with pytest.raises(ValueError, match="into: expected the name of a new column, got 'FEN'"):
        zobrist.spark.hash_column(df, "fen", into="FEN")
    with pytest.raises(ValueError, match="errors: expected"):
        zobrist.spark.hash_column(df, "fen", errors="skip")
    with pytest.raises(ValueError, match="variant"):
        zobrist.spark.hash_column(df, "fen", variant="bughouse")
