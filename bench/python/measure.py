"""The package `zobrist` beside its peers, in one run, on one thread.

    target/python/bin/pip install -r bench/python/requirements.txt
    target/python/bin/python bench/python/measure.py

Processor time of the fastest of several rounds, in which the peers take turns. Results are compared
before anything is timed. Fails if a gate does not hold.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import chess.polyglot
import numpy as np
import pyarrow as pa
import rust_pgn_reader_python_binding as peer
import zobrist

REPOSITORY = Path(__file__).resolve().parents[2]
GAMES = REPOSITORY / "data/engine-games.pgn.gz"

#: Ratios that must hold.
HASH_GATE = 120
VISITS_GATE = 1.25


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def fastest(rounds: int, works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The least time of each work, in rounds in which all take turns."""
    least = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            least[name] = min(least[name], seconds(work))
    return least


def line(name: str, count: int, unit: str, time: float, ratio: float | None = None) -> None:
    times = "" if ratio is None else f"  {ratio:7.2f} times"
    print(f"{name:44} {count / time / 1e6:8.3f} M {unit}/s{times}")


def measure_hash(rounds: int) -> bool:
    """From FEN to hash, beside python-chess."""
    text = gzip.open(GAMES, "rt")
    boards = []
    while len(boards) < 20_000 and (game := chess.pgn.read_game(text)):
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            boards.append(board.copy(stack=False))
    fens = [board.fen(en_passant="fen") for board in boards]
    column = pa.array(fens)

    def by_python_chess() -> list[int]:
        return [chess.polyglot.zobrist_hash(chess.Board(fen)) for fen in fens]

    def boards_by_python_chess() -> list[int]:
        return [chess.polyglot.zobrist_hash(board) for board in boards]

    expected = np.array(by_python_chess(), dtype=np.uint64)
    for other in (boards, fens, column):
        assert np.array_equal(zobrist.hash(other, threads=1), expected)
    times = fastest(
        rounds,
        {
            "python-chess, Board(fen) and zobrist_hash": by_python_chess,
            "zobrist.hash of a list of FENs": lambda: zobrist.hash(fens, threads=1),
            "zobrist.hash of a column of Arrow": lambda: zobrist.hash(column, threads=1),
            "python-chess, zobrist_hash of boards": boards_by_python_chess,
            "zobrist.hash of boards": lambda: zobrist.hash(boards, threads=1),
        },
    )
    print(f"\n{len(fens)} positions of {GAMES.name}")
    names = list(times)
    for name in names:
        base = times[names[0] if name in names[:3] else names[3]]
        line(name, len(fens), "rows", times[name], base / times[name])
    ratio = times[names[0]] / times[names[1]]
    return gate("hash of a list", ratio, HASH_GATE)


def with_clocks(text: str) -> str:
    """The same games with a clock after each move, as lichess writes it."""
    tags = re.compile(r"^\[.*\]$")
    move = re.compile(r"(?<![\w.])((?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?)")
    lines = (
        line if tags.match(line) else move.sub(r"\1 {[%clk 0:02:59]}", line)
        for line in text.splitlines()
    )
    return "\n".join(lines) + "\n"


def measure_visits(rounds: int, name: str, text: str) -> bool:
    """From text to rows of positions, beside a reader of PGN that gives moves without keys."""
    games = [game for game in re.split(r"\n\n(?=\[)", text) if game.strip()]
    column = pa.array(games)

    def by_peer() -> object:
        return peer.parse_games(pa.chunked_array([column]), num_threads=1)

    def by_us(texts: object) -> Callable[[], int]:
        return lambda: sum(len(table) for table in zobrist.visits(texts=texts, threads=1))

    positions = by_us(text)()
    plies = positions - len(games)
    assert by_us(column)() == positions
    read: Any = by_peer()
    assert (read.num_games, read.num_moves) == (len(games), plies)
    times = fastest(
        rounds,
        {
            "rust_pgn_reader, parse_games": by_peer,
            "zobrist.visits of a text": by_us(text.encode()),
            "zobrist.visits of a column": by_us(column),
        },
    )
    print(f"\n{len(games)} games {name}, {plies} plies, {len(text) / 1e6:.1f} MB")
    base = times["rust_pgn_reader, parse_games"]
    for work, time_taken in times.items():
        line(work, plies, "plies", time_taken, base / time_taken)
    return gate(f"visits of games {name}", base / times["zobrist.visits of a text"], VISITS_GATE)


def gate(name: str, ratio: float, least: float) -> bool:
    holds = ratio >= least
    print(f"gate: {name}: {ratio:.2f} times, at least {least}: {'holds' if holds else 'FAILS'}")
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("pgn", nargs="*", type=Path, help="more files to measure visits on")
    args = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, zobrist {zobrist.__version__}, {os.cpu_count()} cores")
    held = [measure_hash(args.rounds)]
    text = gzip.open(GAMES, "rt").read()
    held.append(measure_visits(args.rounds, "without comments", text))
    held.append(measure_visits(args.rounds, "with clocks", with_clocks(text)))
    for path in args.pgn:
        opened = gzip.open(path, "rt") if path.suffix == ".gz" else path.open()
        held.append(measure_visits(args.rounds, f"of {path.name}", opened.read()))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
