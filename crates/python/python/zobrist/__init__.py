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
from zobrist._zobrist import KeyArray, Scheme, Table, hash

__all__ = [
    "DataError",
    "FilterError",
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
    "hash",
]
