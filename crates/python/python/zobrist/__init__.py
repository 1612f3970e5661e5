"""Zobrist hashing of chess positions: columns of positions become keys, and games become tables."""

from zobrist._errors import (
    DataError,
    FilterError,
    MoveError,
    PositionError,
    ReadError,
    SchemeError,
    ZobristError,
)
from zobrist._progress import Progress
from zobrist._zobrist import VERSION as __version__
from zobrist._zobrist import GameStream, KeyArray, Scheme, Table, games, hash, visits

__all__ = [
    "DataError",
    "FilterError",
    "GameStream",
    "KeyArray",
    "MoveError",
    "PositionError",
    "Progress",
    "ReadError",
    "Scheme",
    "SchemeError",
    "Table",
    "ZobristError",
    "__version__",
    "games",
    "hash",
    "visits",
]
