"""Positions of games, and the games themselves, beside python-chess and the command."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
import zipfile
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import chess.polyglot
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import zobrist
from command import CLUB, ENGINES, run

BAD = '[White "A"]\n\n1. e4 e5 2. Ke3 *\n\n'
GOOD = '[White "B"]\n\n1. d4 d5 *\n\n'
ODD = """[Event "Chess960"]
[Variant "Chess960"]
[FEN "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1"]

1. O-O O-O-O 1-0

[Event "Crazyhouse"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@h6 *

[Event "promotion"]
[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"]

1. a8=N {a comment} (1. a8=Q) Kg7 1/2-1/2

[Event "en passant"]

1. e4 a6 2. e5 d5 3. exd6 *

"""


def fide(board: chess.Board) -> int:
    """The key by which a capture en passant counts if it is legal, as a signed number."""
    hasher = chess.polyglot.ZobristHasher(chess.polyglot.POLYGLOT_RANDOM_ARRAY)
    key = hasher.hash_board(board) ^ hasher.hash_castling(board) ^ hasher.hash_turn(board)
    if board.ep_square is not None and board.has_legal_en_passant():
        key ^= hasher.array[772 + chess.square_file(board.ep_square)]
    return key - (1 << 64) if key >> 63 else key


def by_python_chess(text: str) -> list[dict[str, Any]]:
    rows = []
    games = io.StringIO(text)
    number = 0
    while game := chess.pgn.read_game(games):
        number += 1
        board = game.board()
        moves = [*game.mainline_moves(), None]
        for ply, move in enumerate(moves):
            # A move is written as the variant of the board writes it.
            uci = board.uci(move) if move else None
            rows.append(
                {"key": fide(board), "game": number, "ply": ply, "move": uci, "fen": board.fen()}
            )
            if move:
                board.push(move)
    return rows


@pytest.mark.parametrize("file", [CLUB, ENGINES], ids=lambda file: file.name)
def test_rows_are_those_of_python_chess(file: Path) -> None:
    expected = by_python_chess(gzip.open(file, "rt").read()[:2_000_000])
    rows = pa.table(zobrist.visits(file, fen=True)).to_pylist()
    games = expected[-1]["game"]
    # The text may have been cut within its last game.
    expected = [row for row in expected if row["game"] < games]
    rows = [row for row in rows if row["game"] < games]
    assert len(rows) > 30_000
    got = [{name: row[name] for name in ("key", "game", "ply", "move", "fen")} for row in rows]
    assert got == expected
    assert {row["file"] for row in rows} == {str(file)}


def test_variants_castling_and_promotions() -> None:
    rows = pa.table(zobrist.visits(texts=ODD, fen=True)).to_pylist()
    expected = by_python_chess(ODD)

    def shown(row: dict[str, Any]) -> list[Any]:
        # The clocks are left out: after a drop in Crazyhouse, programs differ.
        return [row["game"], row["ply"], row["move"], row["fen"].split()[:4]]

    assert [shown(row) for row in rows] == [shown(row) for row in expected]
    assert [row["move"] for row in rows if row["game"] == 1] == ["c1f1", "c8b8", None]


def test_the_check_is_the_high_half_of_zobrist() -> None:
    rows = pa.table(zobrist.visits(texts=GOOD, fen=True)).to_pylist()
    for row in rows:
        assert row["check"] % (1 << 32) == zobrist.hash(row["fen"], "zobrist") >> 32
        assert row["key"] == zobrist.hash(row["fen"], "fide", signed=True)


def test_schemes() -> None:
    rows = pa.table(zobrist.visits(texts=GOOD, scheme="polyglot", fen=True)).to_pylist()
    assert [row["key"] for row in rows] == [zobrist.hash(row["fen"], signed=True) for row in rows]
    own = Path(ENGINES.parent) / "rookie" / "rookie.toml"
    rows = pa.table(zobrist.visits(texts=GOOD, scheme=own, fen=True)).to_pylist()
    keys = [zobrist.hash(row["fen"], own, signed=True) for row in rows]
    assert [row["key"] for row in rows] == keys
    narrow = zobrist.Scheme("zobrist", 32)
    with pytest.raises(zobrist.SchemeError, match="expected a scheme of 64 bits, got zobrist, which has 32"):
        zobrist.visits(texts=GOOD, scheme=narrow)


def schema_of(stream: zobrist.GameStream) -> list[tuple[str, str]]:
    schema = pa.schema(stream)
    return [(field.name, str(field.type)) for field in schema]


def test_columns_have_the_types_that_are_promised() -> None:
    expected = [
        ("key", "int64"),
        ("check", "int32"),
        ("file", "string"),
        ("game", "int64"),
        ("ply", "int32"),
        ("move", "string"),
    ]
    assert schema_of(zobrist.visits(texts=GOOD)) == expected
    assert schema_of(zobrist.visits(texts=GOOD, fen=True)) == [*expected, ("fen", "string")]
    assert zobrist.visits(texts=GOOD).columns == [name for name, _ in expected]


def test_games_are_those_of_an_index(tmp_path: Path) -> None:
    run("index", "build", "--quiet", tmp_path / "club", CLUB)
    query = f"SELECT * FROM '{tmp_path}/club/games/*.parquet' ORDER BY game_id"
    stored = duckdb.sql(query).pl()
    games = pl.DataFrame(zobrist.games(CLUB))
    assert len(games) == 320
    for name in games.columns:
        assert games[name].to_list() == stored[name].to_list(), name
    moves = pl.DataFrame(zobrist.games(CLUB, moves=True))["moves"]
    visits = pl.DataFrame(zobrist.visits(CLUB))
    lines = visits.drop_nulls("move").group_by("game", maintain_order=True).agg("move")
    # In an index, castling is the king capturing its rook.
    castling = {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}
    for line, packed in zip(lines["move"].to_list(), moves.to_list(), strict=True):
        assert len(line) == len(packed.split())
        assert all(a == b or castling.get(b) == a for a, b in zip(line, packed.split()))


def test_visits_and_games_join() -> None:
    visits, games = zobrist.visits(CLUB), zobrist.games(CLUB)
    total = duckdb.sql(
        "SELECT count(*), count(DISTINCT (file, game)), max(white_elo) "
        "FROM visits JOIN games USING (file, game)"
    ).fetchall()
    assert total[0][:2] == (34_315, 320)
    assert len(visits.rejected) == len(games.rejected) == 0


def test_every_library_reads_a_stream_again_and_again() -> None:
    rows = zobrist.visits(CLUB)
    for _ in range(2):
        assert pa.table(rows).num_rows == 34_315
        assert len(pl.DataFrame(rows)) == 34_315
        assert duckdb.sql("SELECT count(*) FROM rows").fetchall() == [(34_315,)]
        assert sum(len(table) for table in rows) == 34_315
        assert len(pa.table(rows).to_pandas()) == 34_315
        # Of pandas 3; the one for Python 3.10 has none.
        if hasattr(pd.DataFrame, "from_arrow"):
            assert len(pd.DataFrame.from_arrow(rows)) == 34_315


def test_threads_and_files_change_nothing() -> None:
    one = pa.table(zobrist.visits([CLUB, ENGINES], threads=1))
    three = pa.table(zobrist.visits([CLUB, ENGINES], threads=3))
    assert one == three
    files = pl.DataFrame(one)["file"].unique(maintain_order=True).to_list()
    assert files == [str(CLUB), str(ENGINES)]
    assert pl.DataFrame(one).group_by("file").agg(pl.col("game").max())["game"].min() == 320


def texts(games: list[str | None]) -> dict[str, Any]:
    return {
        "list": games,
        "bytes": [None if game is None else game.encode() for game in games],
        "Arrow": pa.array(games),
        "chunks": pa.chunked_array([games[:1], games[1:]]),
        "Polars": pl.Series(games),
        "pandas": pd.Series(games),
        "NumPy": np.array(games, dtype=object),
    }


@pytest.mark.parametrize("kind", texts([GOOD]))
def test_columns_of_texts(kind: str) -> None:
    games = [GOOD, None, "", BAD + GOOD, GOOD * 3]
    rows = zobrist.visits(texts=texts(games)[kind])
    table = pl.DataFrame(rows)
    counts = table.group_by("file", "game", maintain_order=True).len().rows()
    assert counts == [
        ("texts[0]", 1, 3),
        ("texts[3]", 2, 3),
        ("texts[4]", 1, 3),
        ("texts[4]", 2, 3),
        ("texts[4]", 3, 3),
    ]
    (rejected,) = rows.rejected
    assert rejected["file"] == "texts[3]" and rejected["line"] == 3
    assert rejected["reason"].startswith("game 1: ")


def test_many_texts() -> None:
    many = [GOOD.replace('"B"', f'"{number}"') for number in range(20_000)]
    for column in (many, pa.array(many), pa.chunked_array([many[:7], many[7:9001], many[9001:]])):
        table = pl.DataFrame(zobrist.visits(texts=column))
        assert table["file"].unique(maintain_order=True).to_list() == [
            f"texts[{number}]" for number in range(20_000)
        ]
        assert len(table) == 60_000
    games = pl.DataFrame(zobrist.games(texts=pa.array(many)))
    assert games["white_name"].to_list() == [str(number) for number in range(20_000)]


def test_rejected_games_have_their_place_and_the_reason() -> None:
    text = "; a remark\n" + GOOD + BAD + GOOD * 20_000 + BAD
    for stream in (zobrist.visits(texts=text), zobrist.games(texts=text)):
        with pytest.raises(RuntimeError, match="expected that the rows were read before"):
            stream.rejected
        table = pl.DataFrame(stream)
        assert table["game"].n_unique() == 20_001
        first, last = stream.rejected
        at = text.index("Ke3")
        assert (first["file"], first["offset"], first["line"]) == ("texts", at, 8)
        assert first["reason"].startswith("game 2: ") and "Ke3" in first["reason"]
        at = text.rindex("Ke3")
        assert (last["offset"], last["line"]) == (at, text[:at].count("\n") + 1)
        assert last["reason"].startswith("game 20003: ")
        # A second reading begins anew.
        pl.DataFrame(stream)
        assert len(stream.rejected) == 2


def test_a_game_is_kept_up_to_a_bad_move() -> None:
    rows = zobrist.visits(texts=BAD, keep_valid=True, fen=True)
    assert [row["move"] for table in rows for row in table] == ["e2e4", "e7e5", None]
    assert "kept the moves before it" in rows.rejected[0]["reason"]
    games = zobrist.games(texts=BAD, keep_valid=True)
    assert [row["plies"] for table in games for row in table] == [2]
    # With `fen`, a game that is dropped leaves no text behind.
    rows = zobrist.visits(texts=GOOD + BAD + GOOD, fen=True)
    table = pl.DataFrame(rows)
    assert table["fen"][3] == chess.STARTING_FEN and len(table) == 6


def test_passes_have_rejections_of_their_own() -> None:
    rows = zobrist.visits(texts=(GOOD * 50 + BAD) * 400, threads=1)
    for _ in rows:
        break
    one, other = iter(rows), iter(rows)
    next(one)
    for passed in (one, other):
        for _ in passed:
            pass
    assert len(rows.rejected) == 400
    assert sum(len(table) for table in rows) == 400 * 50 * 3
    assert len(rows.rejected) == 400


@pytest.mark.parametrize("texts", ["text", "list", "column"])
def test_long_texts_are_read_in_pieces(texts: str) -> None:
    games = [GOOD * 20_000, GOOD, BAD * 3 + GOOD * 10_000, "", GOOD]
    if texts == "text":
        source: Any = "".join(games)
    else:
        source = games if texts == "list" else pa.array(games)
    rows = zobrist.visits(texts=source, threads=2)
    tables = list(rows)
    assert len(tables) > 3
    table = pl.concat(pl.DataFrame(table) for table in tables)
    assert len(table) == 3 * 30_002
    assert len(rows.rejected) == 3
    if texts != "text":
        numbers = table.group_by("file", maintain_order=True).agg(pl.col("game").max())
        assert numbers.rows() == [
            ("texts[0]", 20_000),
            ("texts[1]", 1),
            ("texts[2]", 10_003),
            ("texts[4]", 1),
        ]
        assert [row["line"] for row in rows.rejected] == [3, 7, 11]


def test_many_rejections_of_one_text_are_quick() -> None:
    rows = zobrist.visits(texts=BAD * 100_000)
    begun = time.monotonic()
    assert list(rows) == []
    assert time.monotonic() - begun < 20
    assert len(rows.rejected) == 100_000
    assert rows.rejected[99_999]["line"] == 4 * 99_999 + 3


def test_missing_texts() -> None:
    games = pd.Series([GOOD, None], dtype=object)
    assert pa.table(zobrist.visits(texts=games)).num_rows == 3
    assert pa.table(zobrist.visits(texts=[float("nan"), GOOD])).num_rows == 3


def test_visits_and_games_join_in_pyarrow_and_polars() -> None:
    visits, games = zobrist.visits(CLUB), zobrist.games(CLUB)
    joined = pa.table(visits).join(pa.table(games), keys=["file", "game"])
    assert joined.num_rows == 34_315
    assert len(pl.DataFrame(visits).join(pl.DataFrame(games), on=["file", "game"])) == 34_315


def test_an_exception_of_a_handler_arrives() -> None:
    class Late(Exception):
        pass

    def late(*_: object) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(Late):
            for _ in zobrist.visits([ENGINES] * 1000, threads=1):
                pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_first_positions_of_each_game() -> None:
    rows = [row for table in zobrist.visits(texts=GOOD + BAD, max_ply=2) for row in table]
    assert [(row["game"], row["ply"], row["move"]) for row in rows] == [(1, 0, "d2d4"), (1, 1, "d7d5")]
    rows = [row for table in zobrist.visits(texts=GOOD, max_ply=3) for row in table]
    assert [row["move"] for row in rows] == ["d2d4", "d7d5", None]
    assert list(zobrist.visits(texts=GOOD, max_ply=0)) == []


def test_compressed_files(tmp_path: Path) -> None:
    text = gzip.open(CLUB).read()
    expected = pa.table(zobrist.visits(CLUB)).drop_columns("file")
    (tmp_path / "plain.pgn").write_bytes(text)
    with zipfile.ZipFile(tmp_path / "club.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("club.pgn", text)
    for name in ("plain.pgn", "club.zip"):
        for path in (tmp_path / name, str(tmp_path / name)):
            assert pa.table(zobrist.visits(path)).drop_columns("file") == expected


def test_a_file_that_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(CLUB.read_bytes()[:20_000])
    with pytest.raises(zobrist.ReadError) as caught:
        list(zobrist.visits(path))
    assert caught.value.file == str(path) and caught.value.offset > 10_000
    assert "truncated" in caught.value.reason and isinstance(caught.value, OSError)
    for read in (pa.table, pl.DataFrame):
        with pytest.raises(Exception, match="ReadError: .*truncated"):
            read(zobrist.visits(path))
    rows = zobrist.visits(path, partial=True)
    assert pa.table(rows).num_rows > 1000
    assert "truncated" in rows.rejected[0]["reason"]


def test_what_is_no_file_of_games(tmp_path: Path) -> None:
    with pytest.raises(zobrist.ReadError, match="missing.pgn") as caught:
        zobrist.visits("missing.pgn")
    assert (caught.value.file, caught.value.line) == ("missing.pgn", None)
    for wrong in ({"threads": -1}, {"max_ply": -1}):
        (name,) = wrong
        with pytest.raises(ValueError, match=f"{name}: expected .*, got -1"):
            zobrist.visits(texts=GOOD, **wrong)
    with pytest.raises(zobrist.ReadError, match="it is a directory"):
        zobrist.visits(tmp_path)
    (tmp_path / "x.7z").write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(30))
    with pytest.raises(zobrist.ReadError, match="expected a file that is plain.*got 7z"):
        zobrist.visits(tmp_path / "x.7z")
    with pytest.raises(ValueError, match='got "-"'):
        zobrist.visits("-")
    for wrong in ({}, {"paths": CLUB, "texts": GOOD}):
        with pytest.raises(TypeError, match="expected either the paths of files, or texts="):
            zobrist.visits(**wrong)
    with pytest.raises(TypeError, match="paths: expected a path or a list of paths, got int"):
        zobrist.visits(3)
    with pytest.raises(ValueError, match="paths: expected at least one path, got none"):
        zobrist.visits([])
    with pytest.raises(TypeError, match=r"texts\[1\]: expected str, bytes or None, got int"):
        zobrist.visits(texts=[GOOD, 3])
    with pytest.raises(TypeError, match="texts: expected str, bytes or a column of them, got int"):
        zobrist.visits(texts=3)
    with pytest.raises(TypeError, match="expected a column of text, got one of the type Int64"):
        zobrist.visits(texts=pa.array([1]))


def test_files_and_texts_without_games_are_rejected(tmp_path: Path) -> None:
    json = '{"message":"Too many requests. Try again later."}\n'
    kinds = {
        json: "JSON",
        "<html><body>e4</body></html>": "an HTML page",
        "(;GM[1]SZ[3];B[ba])": "games of Go in SGF",
        "{a comment}\n": "comments alone",
        "Games of the club.\n": "plain text",
        f"[{','.join([json] * 5000)}]": "JSON",
        "": None,
        "\n\n": None,
        "[Event \"tags alone\"]\n": None,
        GOOD: None,
    }
    reasons = [kind and f"no game: it looks like {kind}" for kind in kinds.values()]
    named = [(f"texts[{i}]", 1, 0, reason) for i, reason in enumerate(reasons) if reason]
    paths = []
    for number, text in enumerate(kinds):
        paths.append(tmp_path / f"{number}.pgn")
        paths[-1].write_text(text)
    files = [(str(paths[i]), 1, 0, reason) for i, reason in enumerate(reasons) if reason]
    for read in (zobrist.visits, zobrist.games, zobrist.check):
        for rows, expected in ((read(texts=list(kinds)), named), (read(paths), files)):
            list(rows)
            rejected = [
                (row["file"], row["line"], row["offset"], row["reason"]) for row in rows.rejected
            ]
            assert rejected == expected
        rows = read(texts=json)
        list(rows)
        assert rows.rejected["file"] == ["texts"]


def test_a_stream_that_is_left_alone_ends() -> None:
    # More batches than wait; the thread must not hang when nobody takes them.
    for _ in range(20):
        next(iter(zobrist.visits(ENGINES)))


def test_progress() -> None:
    seen: list[zobrist.Progress] = []
    rows = zobrist.visits(ENGINES, progress=seen.append, threads=1, fen=True)
    for _ in rows:
        pass
    assert seen, "a callback for work that takes longer than a tenth of a second"
    assert seen[-1].total == ENGINES.stat().st_size and 0 < seen[-1].done <= seen[-1].total
    assert seen[-1].unit == "B" and (seen[-1].games, seen[-1].plies) == (2000, 217_452)


def test_an_error_of_the_progress_ends_the_stream() -> None:
    def fails(_: zobrist.Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        for _ in zobrist.visits([ENGINES] * 20, progress=fails, threads=1):
            pass


@pytest.mark.parametrize("read", ["list(rows)", "pa.table(rows)", "pl.DataFrame(rows)"])
def test_ctrl_c_stops(read: str) -> None:
    program = f"""
        import pyarrow as pa, polars as pl, zobrist
        rows = zobrist.visits([{str(ENGINES)!r}] * 1000, fen=True)
        print("ready", flush=True)
        try:
            {read}
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    try:
        time.sleep(0.5)
        os.kill(child.pid, signal.SIGINT)
        output, errors = child.communicate(timeout=20)
    finally:
        child.kill()
    # The reader may raise an error of its own first; the interrupt then follows it.
    assert "stopped" in output or "KeyboardInterrupt" in errors, errors


def test_rows_of_the_command() -> None:
    lines = run("hash", CLUB, "--scheme", "fide", "--signed", "--format", "jsonl").splitlines()
    expected = [json.loads(line) for line in lines]
    rows = pa.table(zobrist.visits(CLUB, fen=True)).to_pylist()
    for name, key in (("hash", "key"), ("game", "game"), ("ply", "ply"), ("fen", "fen")):
        assert [row[key] for row in rows] == [row[name] for row in expected]
