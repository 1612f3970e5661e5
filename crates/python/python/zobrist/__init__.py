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
from zobrist._zobrist import (
    Book,
    Built,
    GameStream,
    Index,
    KeyArray,
    MadeBook,
    Scheme,
    Table,
    add,
    build_index,
    games,
    hash,
    make_book,
    merge,
    verify,
    visits,
)

__all__ = [
    "Book",
    "Built",
    "DataError",
    "FilterError",
    "GameStream",
    "Index",
    "KeyArray",
    "MadeBook",
    "MoveError",
    "PositionError",
    "Progress",
    "ReadError",
    "Scheme",
    "SchemeError",
    "Table",
    "ZobristError",
    "__version__",
    "add",
    "build_index",
    "games",
    "hash",
    "make_book",
    "merge",
    "verify",
    "visits",
]
