"""`explain` and `diff`: python-chess and the command are the oracles."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import chess
import chess.polyglot
import chess.variant
import polars
import pytest
import zobrist
from command import REPOSITORY, rows

START = chess.STARTING_FEN
ROOKIE = REPOSITORY / "data" / "rookie" / "rookie.toml"
LINES = ["startpos", "e4", "e4 e5 Nf3", "e4 d5 e5 f5", "d4 Nf6 c4 g6 Nc3 Bg7 e4 O-O"]


def numbers(table: list[dict[str, Any]], *columns: str) -> list[dict[str, Any]]:
    """The rows of the command, with its hex digits as numbers."""
    return [{k: int(v, 16) if k in columns else v for k, v in row.items()} for row in table]


def played(line: str) -> chess.Board:
    board = chess.Board()
    for san in line.split():
        if san != "startpos":
            board.push_san(san)
    return board


@pytest.mark.parametrize("line", LINES)
def test_the_last_hash_is_that_of_python_chess(line: str) -> None:
    board = played(line)
    expected = chess.polyglot.zobrist_hash(board)
    for position in (line, board, board.fen()):
        table = zobrist.explain(position)
        assert table.columns == ["key", "hash", "feature"]
        assert table[-1]["hash"] == expected
        assert reduce(xor, table["key"]) == expected
        # Every piece is a row, in words.
        for square, piece in board.piece_map().items():
            color = chess.COLOR_NAMES[piece.color]
            name = f"{color} {chess.piece_name(piece.piece_type)} {chess.square_name(square)}"
            assert name in table["feature"]


def test_keys_are_those_of_polyglot() -> None:
    white_pawn_a2 = zobrist.explain(START).to_list()[0]
    assert white_pawn_a2["feature"] == "white pawn a2"
    kind = 1  # black and white pieces by turns, pawns first
    assert white_pawn_a2["key"] == chess.polyglot.POLYGLOT_RANDOM_ARRAY[64 * kind + chess.A2]


@pytest.mark.parametrize(
    ("position", "scheme", "bits"),
    [
        ("e4 e5 Nf3", "polyglot", None),
        ("e4 d5 e5 f5", "fide", None),
        ("e4", "zobrist", None),
        ("e4", "zobrist", 32),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "fen", None),
        ("e4", str(ROOKIE), None),
    ],
)
def test_explain_equals_the_command(position: str, scheme: str, bits: int | None) -> None:
    width = [] if bits is None else ["--bits", bits]
    expected = numbers(rows("explain", position, "--scheme", scheme, *width), "key", "hash")
    table = zobrist.explain(position, scheme, bits=bits)
    assert table.to_list() == expected
    dtype = polars.UInt32 if bits == 32 else polars.UInt64
    assert polars.DataFrame(table).schema["hash"] == dtype
    # A secondary key, a Scheme and a path say the same of it.
    if scheme == str(ROOKIE):
        expected = rows("explain", position, "--scheme", scheme, "--key", "pawn")
        for own in (ROOKIE, scheme, zobrist.Scheme.from_file(ROOKIE)):
            pawns = zobrist.explain(position, own, key="pawn")
            assert pawns.to_list() == numbers(expected, "key", "hash")
        assert 0 < len(pawns) < len(table)


def test_hashes_of_128_bits_are_hex_digits() -> None:
    table = zobrist.explain("e4 e5", "zobrist", bits=128)
    assert table.to_list() == rows("explain", "e4 e5", "--scheme", "zobrist", "--bits", 128)
    assert int(table[-1]["hash"], 16) == zobrist.hash(played("e4 e5"), "zobrist", bits=128)


def test_variants() -> None:
    board = chess.variant.CrazyhouseBoard()
    for san in ("e4", "d5", "exd5"):
        board.push_san(san)
    hashed = zobrist.hash(board, "zobrist")
    assert zobrist.explain(board, "zobrist")[-1]["hash"] == hashed
    line = zobrist.explain("e4 d5 exd5", "zobrist", variant="crazyhouse")
    assert line[-1]["hash"] == hashed
    # Polyglot's keys leave out what the variant adds, as those of python-chess do.
    assert zobrist.explain(board)[-1]["hash"] == chess.polyglot.zobrist_hash(board)
    assert len(zobrist.diff(board, board)) == 0


@pytest.mark.parametrize("scheme", ["polyglot", "fide", "zobrist", str(ROOKIE)])
@pytest.mark.parametrize("other", LINES)
def test_diff_equals_the_command_and_the_hashes(scheme: str, other: str) -> None:
    a = "e4 e5"
    table = zobrist.diff(a, other, scheme)
    assert table.columns == ["side", "key", "feature"]
    said = numbers(rows("diff", a, other, "--scheme", scheme), "key")
    expected = [
        {"side": row["side"], "key": row["key"], "feature": row["what"]}
        for row in said
        if row["side"] in "+-"
    ]
    assert table.to_list() == expected
    hashes = [zobrist.hash(played(line), scheme) for line in (a, other)]
    assert reduce(xor, table["key"], 0) == hashes[0] ^ hashes[1]


def test_equal_positions_have_no_difference() -> None:
    table = zobrist.diff("e4 e5 Nf3", "Nf3 e5 e4")
    assert (len(table), table.to_list()) == (0, [])
    assert table.columns == ["side", "key", "feature"]
    # Nobody can capture en passant here: only `fen` counts the file.
    moves, calm = "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert len(zobrist.diff(moves, calm)) == 0
    assert zobrist.diff(moves, calm, "fen")["feature"] == ["en passant file e"]
    assert zobrist.diff(moves, calm, "fen")["side"] == ["-"]
    assert zobrist.diff(calm, moves, "fen")["side"] == ["+"]


def test_errors() -> None:
    with pytest.raises(zobrist.PositionError, match="cannot read the position"):
        zobrist.explain("8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(zobrist.MoveError, match="e5"):
        zobrist.explain("e5")
    with pytest.raises(zobrist.MoveError, match="Ke3"):
        zobrist.diff("e4", "Ke3")
    with pytest.raises(TypeError, match="expected a FEN or a chess.Board, got int"):
        zobrist.explain(3)
    with pytest.raises(zobrist.SchemeError, match="did you mean polyglot|expected"):
        zobrist.explain(START, "polyglott")
    with pytest.raises(zobrist.SchemeError, match="64 bits, not of 32"):
        zobrist.explain(START, bits=32)
    with pytest.raises(zobrist.SchemeError, match='expected none.*got "pawn"'):
        zobrist.explain(START, key="pawn")
    with pytest.raises(zobrist.SchemeError, match='expected pawn, got "pawns"'):
        zobrist.explain(START, ROOKIE, key="pawns")
    with pytest.raises(ValueError, match="variant: expected one of"):
        zobrist.diff(START, START, variant="checkers")
