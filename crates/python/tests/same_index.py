"""Indexes that must be equal, however they were built."""

from __future__ import annotations

import gzip
import json
import struct
import zlib
from pathlib import Path

import pytest
from command import ENGINES

import zobrist

duckdb = pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")

#: Lines to twenty positions that many games, few or none have reached.
LINES = [
    "",
    "e4",
    "d4",
    "c4",
    "Nf3",
    "e4 e5",
    "e4 c5",
    "e4 e6",
    "e4 c6",
    "d4 d5",
    "d4 Nf6",
    "d4 d5 c4",
    "d4 Nf6 c4",
    "e4 e5 Nf3",
    "e4 c5 Nf3",
    "e4 e5 Nf3 Nc6 Bb5",
    "Nf3 Nf6 c4",
    "c4 Nf6 Nf3",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4",
    "a4 a5 h4 h5",
]

#: Games of which one cannot be replayed, and one has a bad move.
BAD = '[White "A"]\n\n1. e4 e5 1-0\n\n1. e4 Ke5 0-1\n\n1. d4 d5 2. Qd5 *\n\n1. c4 *\n'


def keyed(folder: Path) -> list[tuple[str, list[int], int, int]]:
    """Of each keyed file the table, the parts, the rows and the CRC-32 of its bytes."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    files = []
    for segment in manifest["segments"]:
        for table in ["positions", "occurrences"]:
            for file in segment[table]:
                content = (folder / file["file"]).read_bytes()
                assert zlib.crc32(content[file["pages_end"] :]) == file["crc32"]
                files.append((table, file["parts"], file["rows"], zlib.crc32(content)))
    return files


def assert_same(one: Path, other: Path) -> None:
    """The keyed tables are equal byte for byte, and the games row by row."""
    assert keyed(one) == keyed(other) != []
    rows = [f"SELECT * FROM '{folder}/games/*.parquet'" for folder in [one, other]]
    for first, second in [rows, rows[::-1]]:
        assert duckdb.sql(f"{first} EXCEPT ALL {second}").fetchall() == []
    counts = [duckdb.sql(f"SELECT count(*) FROM ({query})").fetchall() for query in rows]
    assert counts[0] == counts[1]


def assert_same_answers(one: Path, other: Path) -> None:
    """Twenty positions have the same moves."""
    indexes = [zobrist.Index(one), zobrist.Index(other)]
    answered = 0
    for line in LINES:
        answers = [index.moves(moves=line).to_list() for index in indexes]
        assert answers[0] == answers[1]
        answered += bool(answers[0])
    assert answered > len(LINES) / 2
    assert len(indexes[0]) == len(indexes[1])


def cut(folder: Path, files: int) -> list[Path]:
    """The games of the engines in several files, compressed and not, with bad ones at their ends."""
    games = gzip.decompress(ENGINES.read_bytes()).decode().split("\n\n[Event ")
    games = [game if number == 0 else f"[Event {game}" for number, game in enumerate(games)]
    paths = []
    for number in range(files):
        text = "\n\n".join(games[number::files]).strip() + "\n\n" + BAD
        path = folder / f"games-{number}.pgn"
        if number % 2:
            path = path.with_suffix(".pgn.gz")
            path.write_bytes(gzip.compress(text.encode(), 1))
        else:
            path.write_text(text)
        paths.append(path)
    return paths


def framed(path: Path, frames: int) -> Path:
    """The games of the engines as ``pzstd`` compresses them: frames, each after its size."""
    text = gzip.decompress(ENGINES.read_bytes()) + b"\n" + BAD.encode()
    size = len(text) // frames + 1
    with path.open("wb") as file:
        for begin in range(0, len(text), size):
            part = text[begin : begin + size]
            frame = pyarrow.Codec("zstd").compress(part, asbytes=True)
            file.write(struct.pack("<III", 0x184D2A50, 4, len(frame)) + frame)
    return path
