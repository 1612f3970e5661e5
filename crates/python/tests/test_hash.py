"""Hashes beside those of python-chess, in every form in which columns come."""

from __future__ import annotations

import gzip
import io
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot
import chess.variant
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import zobrist
from command import CLUB, ENGINES, REPOSITORY
from random_games import random_games

START = chess.STARTING_FEN
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
VARIANTS = {
    "atomic": chess.variant.AtomicBoard,
    "antichess": chess.variant.AntichessBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "3check": chess.variant.ThreeCheckBoard,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "racingkings": chess.variant.RacingKingsBoard,
    "horde": chess.variant.HordeBoard,
}


# Polyglot's rule takes an en passant square that no pawn can legally capture on; `Board.fen()` leaves
# such squares out.


def boards_of(file: Path) -> list[chess.Board]:
    boards = []
    text = io.StringIO(gzip.open(file, "rt").read())
    while game := chess.pgn.read_game(text):
        board = game.board()
        boards.append(board.copy(stack=False))
        for move in game.mainline_moves():
            board.push(move)
            boards.append(board.copy(stack=False))
    return boards


@pytest.mark.parametrize("file", [CLUB, ENGINES], ids=lambda file: file.name)
def test_every_position_of_the_games_hashes_as_in_python_chess(file: Path) -> None:
    boards = boards_of(file)
    expected = np.array([chess.polyglot.zobrist_hash(board) for board in boards], dtype=np.uint64)
    assert len(boards) > 30_000
    assert np.array_equal(zobrist.hash(boards), expected)
    assert np.array_equal(zobrist.hash([board.fen(en_passant="fen") for board in boards]), expected)


def test_chess960_and_standard_chess_of_random_games() -> None:
    boards = random_games(chess.Board, 200, seed=38)
    expected = np.array([chess.polyglot.zobrist_hash(board) for board in boards], dtype=np.uint64)
    assert np.array_equal(zobrist.hash(boards), expected)
    fens = [board.fen(en_passant="fen") for board in boards]
    assert np.array_equal(zobrist.hash(fens, variant="chess960"), expected)
    # Without the variant, the castling field decides. It leaves a position as it is.
    assert np.array_equal(zobrist.hash(fens), expected)


@pytest.mark.parametrize("name", VARIANTS)
def test_positions_of_variants_hash_as_in_python_chess(name: str) -> None:
    boards = random_games(VARIANTS[name], 40, seed=1970)
    expected = np.array([chess.polyglot.zobrist_hash(board) for board in boards], dtype=np.uint64)
    assert np.array_equal(zobrist.hash(boards), expected)
    fens = [board.fen(en_passant="fen") for board in boards]
    assert np.array_equal(zobrist.hash(fens, variant=name), expected)
    # With keys for the variant, FEN and board agree too, and differ from standard chess.
    ours = zobrist.hash(boards, "zobrist")
    assert np.array_equal(ours, zobrist.hash(fens, "zobrist", variant=name))
    assert not np.array_equal(ours[:1], zobrist.hash([START], "zobrist"))


def test_one_position() -> None:
    board = chess.Board()
    assert zobrist.hash(START) == zobrist.hash(board) == 0x463B96181691FC9C
    assert zobrist.hash(START.encode()) == 0x463B96181691FC9C
    assert isinstance(zobrist.hash(START), int)
    board.push_san("e4")
    assert zobrist.hash(board) == 0x823C9B50FD114196
    assert zobrist.hash(KINGS, "zobrist", bits=128) >> 64 > 0
    assert zobrist.hash(KINGS, "zobrist", bits=32) < 1 << 32
    assert zobrist.hash("no position", errors="null") is None


def columns(fens: list[str]) -> dict[str, object]:
    return {
        "list": fens,
        "tuple": tuple(fens),
        "generator": (fen for fen in fens),
        "NumPy, fixed width": np.array(fens),
        "NumPy, objects": np.array(fens, dtype=object),
        "NumPy, bytes": np.array([fen.encode() for fen in fens]),
        "NumPy, strings": np.array(fens, dtype=np.dtypes.StringDType()),
        "Arrow": pa.array(fens),
        "Arrow, large": pa.array(fens, pa.large_string()),
        "Arrow, views": pa.array(fens, pa.string_view()),
        "Arrow, dictionary": pa.array(fens).dictionary_encode(),
        "Arrow, chunks": pa.chunked_array([fens[:1], fens[1:5000], fens[5000:]]),
        "Arrow, slice": pa.array(["x", *fens, "x"]).slice(1, len(fens)),
        "Polars": pl.Series(fens),
        "Polars, categorical": pl.Series(fens, dtype=pl.Categorical),
        "pandas": pd.Series(fens),
        "pandas, objects": pd.Series(fens, dtype=object),
        "pandas, Arrow": pd.Series(fens, dtype=pd.ArrowDtype(pa.string())),
        "pandas, index": pd.Index(fens),
    }


FENS = [board.fen(en_passant="fen") for board in random_games(chess.Board, 130, seed=7)][:10_001]


@pytest.mark.parametrize("kind", columns([START]))
def test_columns_of_every_kind(kind: str) -> None:
    expected = np.array([zobrist.hash(fen) for fen in FENS], dtype=np.uint64)
    for threads in (1, 3):
        got = zobrist.hash(columns(FENS)[kind], threads=threads)
        assert got.dtype == np.uint64 and np.array_equal(got, expected)
    for short in (0, 1, 2):
        assert len(zobrist.hash(columns(FENS[:short])[kind])) == short


def of_buffers(kind: pa.DataType, offsets: list[int], text: bytes) -> pa.Array:
    """An array of text that nobody has checked."""
    width = pa.int64() if kind == pa.large_string() else pa.int32()
    buffers = [None, pa.array(offsets, width).buffers()[1], pa.py_buffer(text)]
    return pa.Array.from_buffers(kind, len(offsets) - 1, buffers)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_damaged_text_of_arrow_is_named_by_its_row(kind: pa.DataType) -> None:
    start, end = START.encode(), len(START)
    two = of_buffers(kind, [0, end, 2 * end], start + start)
    assert len(set(zobrist.hash(two))) == 1
    other = of_buffers(kind, [0, end, end + 2], start + b"k\xff")
    # A character that is cut in two.
    cut = of_buffers(kind, [0, end + 1, end + 2], start + "é".encode())
    swapped = of_buffers(kind, [0, end, 3, 2 * end], start + start)
    for damaged, message in [
        (other, "row 1: expected UTF-8, got something else at byte 1 of the text"),
        (cut, f"row 0: expected UTF-8, got something else at byte {end} of the text"),
        (swapped, f"row 1: expected offsets that ascend up to {2 * end}, got {end} and 3"),
        (pa.chunked_array([two, other]), "row 3: expected UTF-8"),
    ]:
        for read in (zobrist.hash, lambda column: zobrist.visits(texts=column)):
            with pytest.raises(ValueError, match=message):
                read(damaged)
    # Nobody reads the text of a row that is null.
    valid = pa.py_buffer(bytes([0b01]))
    null = pa.Array.from_buffers(kind, 2, [valid, *other.buffers()[1:]])
    assert zobrist.hash(null, errors="null")[0] == zobrist.hash(START)


def test_damaged_dictionaries_of_arrow_are_named_by_their_row() -> None:
    texts = pa.array([START, KINGS])
    keys = pa.array([0, 1, 2], pa.int8())
    damaged = pa.DictionaryArray.from_arrays(keys, texts, safe=False)
    with pytest.raises(ValueError, match="row 2: expected a key below 2, got 2"):
        zobrist.hash(damaged)
    texts = of_buffers(pa.string(), [0, len(START), len(START) + 1], START.encode() + b"\xff")
    damaged = pa.DictionaryArray.from_arrays(pa.array([0, 0, 1], pa.int8()), texts)
    with pytest.raises(ValueError, match="row 2: value 1 of the dictionary: expected UTF-8"):
        zobrist.hash(damaged)


def test_boards_and_texts_may_be_mixed() -> None:
    assert len(set(zobrist.hash([START, chess.Board(), START.encode()]))) == 1


def test_widths_and_signs() -> None:
    wide = zobrist.hash([START, KINGS], "zobrist", bits=128)
    assert wide.shape == (2, 2) and wide.dtype == np.uint64
    assert (int(wide[0, 0]) << 64 | int(wide[0, 1])) == zobrist.hash(START, "zobrist", bits=128)
    narrow = zobrist.hash([START], "zobrist", bits=32)
    assert narrow.dtype == np.uint32 and narrow[0] == zobrist.hash(START, "zobrist", bits=32)
    signed = zobrist.hash(FENS, signed=True)
    assert signed.dtype == np.int64
    assert np.array_equal(signed.view(np.uint64), zobrist.hash(FENS))
    assert zobrist.hash(FENS[3], signed=True) == signed[3]
    assert zobrist.hash([START], "zobrist", bits=32, signed=True).dtype == np.int32
    with pytest.raises(ValueError, match="signed: expected hashes of 64 or 32 bits, got 128"):
        zobrist.hash(START, "zobrist", bits=128, signed=True)


def test_nulls_have_no_key() -> None:
    rows = [START, None, "8/8", KINGS]
    keys = zobrist.hash(rows, errors="null")
    expected = [zobrist.hash(START), None, None, zobrist.hash(KINGS)]
    assert keys.to_list() == list(keys) == expected
    assert (len(keys), keys.null_count, keys[-1], keys[1]) == (4, 2, expected[3], None)
    assert pa.array(keys).to_pylist() == pl.Series(keys).to_list() == expected
    assert pa.array(keys).type == pa.uint64()
    assert pa.array(zobrist.hash(rows, errors="null", signed=True)).type == pa.int64()
    wide = zobrist.hash(rows, "zobrist", bits=128, errors="null")
    assert wide.to_list()[0] == zobrist.hash(START, "zobrist", bits=128)
    assert "2 null" in repr(keys)
    # Missing values of pandas, as None and as NaN.
    assert zobrist.hash(pd.Series(rows, dtype=object), errors="null").to_list() == expected
    assert zobrist.hash(pd.Series(rows), errors="null").to_list() == expected
    assert zobrist.hash([float("nan"), START], errors="null")[0] is None
    assert pa.array(zobrist.hash([START], errors="null")).null_count == 0


@pytest.mark.parametrize("row", [0, 1, 4095, 4096, 9999])
def test_the_first_bad_row_is_named(row: int) -> None:
    fens = list(FENS)
    fens[row] = "4k3/8/8/8/8/8/8/4K3 x - - 0 1"
    fens[10_000] = "worse"
    for column in (fens, pa.array(fens), pa.chunked_array([fens[:100], fens[100:]])):
        with pytest.raises(zobrist.PositionError) as caught:
            zobrist.hash(column)
        assert caught.value.row == row
        assert str(caught.value).startswith(f"row {row}: cannot read the position")
        assert "column 21: expected the side to move, w or b" in caught.value.reason


def test_what_is_no_text_is_a_row_too() -> None:
    class SuicideBoard(chess.Board):
        uci_variant = "suicide"

    rows: list[object] = [START, b"\xff", "\udc80", SuicideBoard(), KINGS]
    expected = [zobrist.hash(START), None, None, None, zobrist.hash(KINGS)]
    assert zobrist.hash(rows, errors="null").to_list() == expected
    for row, reason in ((1, "got other bytes"), (2, "got half of a surrogate"), (3, "suicide")):
        with pytest.raises(zobrist.PositionError, match=reason) as caught:
            zobrist.hash([START] * row + [rows[row]])
        assert caught.value.row == row
        with pytest.raises(zobrist.PositionError, match=reason):
            zobrist.hash(rows[row])


def test_columns_of_nothing_but_nulls() -> None:
    null = pa.DictionaryArray.from_arrays(pa.array([0, 0]), pa.nulls(1))
    for column in (null, pa.nulls(2), pl.Series([None, None]), [None, None]):
        assert zobrist.hash(column, errors="null").to_list() == [None, None]


def test_without_threads_the_calling_one_works() -> None:
    program = f"""
        import resource, threading, zobrist
        fens = [{START!r}] * 5000
        zobrist.hash(fens, threads=1)
        pages = int(open("/proc/self/statm").read().split()[0])
        limit = pages * resource.getpagesize() + (1 << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        try:
            threading.Thread(target=print).start()
        except RuntimeError:
            print("no thread", len(zobrist.hash(fens, threads=1)))
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert output == "no thread 5000\n"


def test_errors_have_the_right_class_and_are_pickled() -> None:
    with pytest.raises(zobrist.PositionError, match="errors=\"null\" gives it no key") as caught:
        zobrist.hash([START, None])
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), again.row, str(again)) == (zobrist.PositionError, 1, str(caught.value))
    assert isinstance(again, ValueError) and isinstance(again, zobrist.ZobristError)
    with pytest.raises(zobrist.PositionError, match="opposite check"):
        zobrist.hash("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1")
    with pytest.raises(zobrist.SchemeError, match="did you mean polyglot"):
        zobrist.hash(START, "polyglt")
    with pytest.raises(zobrist.SchemeError, match="the scheme polyglot has hashes of 64 bits, not of 32"):
        zobrist.hash(START, bits=32)
    with pytest.raises(zobrist.SchemeError, match="missing.toml"):
        zobrist.hash(START, "missing.toml")
    with pytest.raises(ValueError, match='errors: expected "raise" or "null", got "ignore"'):
        zobrist.hash(START, errors="ignore")
    with pytest.raises(ValueError, match="variant: expected one of chess, chess960"):
        zobrist.hash(START, variant="shogi")
    with pytest.raises(ValueError, match="threads: expected 1 to 1024, got 0"):
        zobrist.hash(FENS, threads=0)
    with pytest.raises(TypeError, match="expected a FEN, a chess.Board, or a column of them, got int"):
        zobrist.hash(3)
    with pytest.raises(TypeError, match="row 1: expected a FEN, a chess.Board or None, got int"):
        zobrist.hash([START, 3])
    with pytest.raises(TypeError, match="expected a column of text, got one of the type Int64"):
        zobrist.hash(pa.array([1, 2]))
    with pytest.raises(TypeError, match="expected one column, got a table.*fen, other"):
        zobrist.hash(pl.DataFrame({"fen": [START], "other": [1]}))
    with pytest.raises(TypeError, match="scheme: expected a name, a path or a Scheme, got int"):
        zobrist.hash(START, 3)
    with pytest.raises(TypeError, match="progress: expected a function"):
        zobrist.hash(FENS, progress="loud")
    with pytest.raises(zobrist.PositionError, match="expected a board of the variant atomic, got one of chess"):
        zobrist.hash(chess.Board(), "zobrist", variant="atomic")


def test_own_schemes() -> None:
    path = REPOSITORY / "data" / "rookie" / "rookie.toml"
    scheme = zobrist.Scheme.from_file(path)
    for same in (path, str(path), scheme, pickle.loads(pickle.dumps(scheme))):
        assert zobrist.hash(START, same) == zobrist.hash(START, scheme)
    assert pickle.loads(pickle.dumps(scheme)) == scheme
    assert zobrist.hash(FENS, scheme).dtype == np.uint64
    built_in = zobrist.Scheme("zobrist", 128)
    assert pickle.loads(pickle.dumps(built_in)) == built_in != zobrist.Scheme("zobrist")
    assert zobrist.Scheme.from_text(scheme.to_text()) == scheme


def test_results_are_taken_without_a_copy() -> None:
    keys = zobrist.hash(FENS)
    address = keys.__array_interface__["data"][0]
    assert pa.array(keys).buffers()[1].address == address
    assert pl.Series(keys).to_numpy(allow_copy=False).__array_interface__["data"][0] == address
    assert pd.Series(keys, copy=False).to_numpy().__array_interface__["data"][0] == address
    with_nulls = zobrist.hash(FENS, errors="null")
    first = pa.array(with_nulls).buffers()[1].address
    assert pa.array(with_nulls).buffers()[1].address == first
    series = pl.Series(with_nulls).to_numpy(allow_copy=False)
    assert series.__array_interface__["data"][0] == first


def test_other_threads_run_and_progress_is_called() -> None:
    seen: list[zobrist.Progress] = []
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1

    counting = threading.Thread(target=tick)
    counting.start()
    try:
        before = ticks
        zobrist.hash(pa.array(FENS * 100), progress=seen.append, threads=1)
        assert ticks > before
    finally:
        done.set()
        counting.join()
    assert seen[-1].done == seen[-1].total == len(FENS) * 100
    assert (seen[-1].unit, seen[-1].what) == ("rows", "hashing")


def test_an_error_of_the_progress_stops_the_work() -> None:
    def fails(_: zobrist.Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        zobrist.hash(FENS, progress=fails)


def test_without_numpy_there_is_an_import_error_and_no_panic() -> None:
    program = f"""
        import sys
        sys.modules["numpy"] = None
        import zobrist
        assert zobrist.hash({START!r}) == 0x463B96181691FC9C
        assert zobrist.hash([{START!r}], errors="null").to_list() == [0x463B96181691FC9C]
        for work in (
            lambda: zobrist.hash([{START!r}]), lambda: zobrist.keys(), zobrist.Scheme("fide").keys,
        ):
            try:
                work()
            except ImportError as error:
                assert "pip install numpy" in str(error), error
            else:
                raise AssertionError("expected an error")
        assert zobrist.audit([1, 2, 3], 3).dependencies == [[0, 1, 2]]
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True)


def test_ctrl_c_stops_a_long_column() -> None:
    program = f"""
        import pyarrow as pa, zobrist
        fens = pa.chunked_array([pa.array([{START!r}] * 100_000)] * 200)
        print("ready", flush=True)
        try:
            zobrist.hash(fens, threads=1)
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=20)[0] == "stopped\n"
    finally:
        child.kill()
