"""What all tests use."""

from __future__ import annotations

import os
import random
from pathlib import Path

import chess
import chess.pgn
import chess.variant
import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
DATA = REPOSITORY / "data"
CLUB = DATA / "club.pgn.gz"
ENGINES = DATA / "engine-games.pgn.gz"


@pytest.fixture
def club() -> Path:
    return CLUB


def command() -> Path:
    """The command ``zobrist``, built by ``cargo build -p zobrist-cli``."""
    return Path(os.environ.get("ZOBRIST", REPOSITORY / "target/debug/zobrist"))


def random_games(board: type[chess.Board], games: int, seed: int) -> list[chess.Board]:
    """The positions of random games of a variant, Chess960 among those of standard chess."""
    numbers = random.Random(seed)
    boards = []
    for game in range(games):
        if board is chess.Board and game % 2:
            current = chess.Board.from_chess960_pos(numbers.randrange(960))
        else:
            current = board()
        boards.append(current.copy(stack=False))
        for _ in range(80):
            moves = list(current.legal_moves)
            if not moves:
                break
            current.push(numbers.choice(moves))
            boards.append(current.copy(stack=False))
    return boards
