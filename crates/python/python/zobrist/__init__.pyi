import datetime
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

from zobrist._errors import DataError as DataError
from zobrist._errors import FilterError as FilterError
from zobrist._errors import MoveError as MoveError
from zobrist._errors import PositionError as PositionError
from zobrist._errors import ReadError as ReadError
from zobrist._errors import SchemeError as SchemeError
from zobrist._errors import ZobristError as ZobristError
from zobrist._progress import Progress as Progress

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

__version__: str

# What arguments may be. These names exist for type checkers alone.

class _ArrowArrayExportable(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...

class _ArrowStreamExportable(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

class _Board(Protocol):
    """What is read of a ``chess.Board``; those of variants have more."""

    @property
    def pawns(self) -> int: ...
    @property
    def knights(self) -> int: ...
    @property
    def bishops(self) -> int: ...
    @property
    def rooks(self) -> int: ...
    @property
    def queens(self) -> int: ...
    @property
    def kings(self) -> int: ...
    @property
    def occupied_co(self) -> Sequence[int]: ...
    @property
    def turn(self) -> bool: ...
    @property
    def castling_rights(self) -> int: ...
    @property
    def ep_square(self) -> int | None: ...
    @property
    def halfmove_clock(self) -> int: ...
    @property
    def fullmove_number(self) -> int: ...
    @property
    def chess960(self) -> bool: ...
    def clean_castling_rights(self) -> int: ...

_Path: TypeAlias = str | os.PathLike[str]
_Paths: TypeAlias = _Path | Iterable[_Path]
_Position: TypeAlias = str | bytes | _Board
_Arrow: TypeAlias = _ArrowArrayExportable | _ArrowStreamExportable
_Positions: TypeAlias = _Arrow | npt.NDArray[Any] | Iterable[str | bytes | _Board | None]
_Texts: TypeAlias = str | bytes | _Arrow | npt.NDArray[Any] | Iterable[str | bytes | None]
_Moves: TypeAlias = str | Iterable[str]
_Scheme: TypeAlias = Scheme | _Path
_Variant: TypeAlias = Literal[
    "chess",
    "chess960",
    "atomic",
    "antichess",
    "kingofthehill",
    "3check",
    "crazyhouse",
    "racingkings",
    "horde",
]
_Side: TypeAlias = Literal["white", "black"]
_Result: TypeAlias = Literal["1-0", "1/2-1/2", "0-1", "*"]
_Duplicates: TypeAlias = bool | Literal["exact", "players"]
_Date: TypeAlias = str | int | datetime.date
_Elos: TypeAlias = str | tuple[int | None, int | None]
_Size: TypeAlias = int | str
_Progress: TypeAlias = Callable[[Progress], object] | bool

@final
class Table:
    @property
    def columns(self) -> list[str]: ...
    def to_list(self) -> list[dict[str, Any]]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: str, /) -> list[Any]: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[dict[str, Any]]: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class KeyArray:
    @property
    def null_count(self) -> int: ...
    def to_list(self) -> list[int | None]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: SupportsIndex, /) -> int | None: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@final
class GameStream:
    @property
    def columns(self) -> list[str]: ...
    @property
    def rejected(self) -> Table: ...
    def __iter__(self) -> Iterator[Table]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Scheme:
    def __new__(cls, name: str, bits: int | None = None) -> Self: ...
    @classmethod
    def from_file(cls, path: _Path) -> Scheme: ...
    @classmethod
    def from_text(cls, text: str) -> Scheme: ...
    def to_text(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def bits(self) -> int: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def secondary_keys(self) -> list[str]: ...
    def secondary(self, name: str) -> Scheme: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

# A position is a key, and a column an array of them. The dtype is known for schemes by name, and for
# others at run time alone, since their width may be 32 bits. A text is a position, though it is an
# iterable, too.
@overload
def hash(  # type: ignore[overload-overlap]
    x: _Position,
    scheme: _Scheme = "polyglot",
    *,
    bits: int | None = None,
    variant: _Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> int: ...
@overload
def hash(  # type: ignore[overload-overlap]
    x: _Position,
    scheme: _Scheme = "polyglot",
    *,
    bits: int | None = None,
    variant: _Variant | None = None,
    errors: Literal["null"],
    signed: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> int | None: ...
@overload
def hash(
    x: _Positions,
    scheme: _Scheme = "polyglot",
    *,
    bits: int | None = None,
    variant: _Variant | None = None,
    errors: Literal["null"],
    signed: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> KeyArray: ...
@overload
def hash(
    x: _Positions,
    scheme: str = "polyglot",
    *,
    bits: Literal[64, 128] | None = None,
    variant: _Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: Literal[False] = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> npt.NDArray[np.uint64]: ...
@overload
def hash(
    x: _Positions,
    scheme: str = "polyglot",
    *,
    bits: Literal[64] | None = None,
    variant: _Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: Literal[True],
    threads: int | None = None,
    progress: _Progress | None = None,
) -> npt.NDArray[np.int64]: ...
@overload
def hash(
    x: _Positions,
    scheme: str = "polyglot",
    *,
    bits: Literal[32],
    variant: _Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: Literal[False] = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> npt.NDArray[np.uint32]: ...
@overload
def hash(
    x: _Positions,
    scheme: _Scheme = "polyglot",
    *,
    bits: int | None = None,
    variant: _Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> npt.NDArray[Any]: ...
def visits(
    paths: _Paths | None = None,
    *,
    texts: _Texts | None = None,
    scheme: _Scheme = "fide",
    fen: bool = False,
    max_ply: int | None = None,
    keep_valid: bool = False,
    partial: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> GameStream: ...
def games(
    paths: _Paths | None = None,
    *,
    texts: _Texts | None = None,
    moves: bool = False,
    keep_valid: bool = False,
    partial: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> GameStream: ...
@final
class Index:
    def __new__(cls, folder: _Path) -> Self: ...
    def moves(
        self,
        position: _Position | None = None,
        *,
        moves: _Moves | None = None,
        sort: Literal["games", "score", "elo", "year"] = "games",
        top: int | None = None,
        min_games: int = 1,
        dedup: _Duplicates | None = None,
        variant: _Variant | None = None,
        threads: int | None = None,
        player: str | Iterable[str] | None = None,
        color: _Side | None = None,
        opponent: str | None = None,
        since: _Date | None = None,
        until: _Date | None = None,
        elo: _Elos | None = None,
        min_elo: int | None = None,
        result: _Result | None = None,
        event: str | None = None,
        time_control: str | None = None,
        max_ply: int | None = None,
    ) -> Table: ...
    def totals(
        self,
        position: _Position | None = None,
        *,
        moves: _Moves | None = None,
        dedup: _Duplicates | None = None,
        variant: _Variant | None = None,
        threads: int | None = None,
        player: str | Iterable[str] | None = None,
        color: _Side | None = None,
        opponent: str | None = None,
        since: _Date | None = None,
        until: _Date | None = None,
        elo: _Elos | None = None,
        min_elo: int | None = None,
        result: _Result | None = None,
        event: str | None = None,
        time_control: str | None = None,
        max_ply: int | None = None,
    ) -> dict[str, Any]: ...
    def games(
        self,
        position: _Position | None = None,
        *,
        moves: _Moves | None = None,
        limit: int | None = 10,
        sort: Literal["first", "newest", "strongest"] = "first",
        dedup: _Duplicates | None = None,
        variant: _Variant | None = None,
        threads: int | None = None,
        player: str | Iterable[str] | None = None,
        color: _Side | None = None,
        opponent: str | None = None,
        since: _Date | None = None,
        until: _Date | None = None,
        elo: _Elos | None = None,
        min_elo: int | None = None,
        result: _Result | None = None,
        event: str | None = None,
        time_control: str | None = None,
        max_ply: int | None = None,
    ) -> Table: ...
    @overload
    def keys(  # type: ignore[overload-overlap]
        self,
        positions: _Position,
        *,
        errors: Literal["raise"] = "raise",
        variant: _Variant | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> int: ...
    @overload
    def keys(  # type: ignore[overload-overlap]
        self,
        positions: _Position,
        *,
        errors: Literal["null"],
        variant: _Variant | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> int | None: ...
    @overload
    def keys(
        self,
        positions: _Positions,
        *,
        errors: Literal["raise"] = "raise",
        variant: _Variant | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> npt.NDArray[np.int64]: ...
    @overload
    def keys(
        self,
        positions: _Positions,
        *,
        errors: Literal["null"],
        variant: _Variant | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> KeyArray: ...
    @property
    def scheme(self) -> Scheme: ...
    @property
    def folder(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def sources(self) -> list[str]: ...
    @property
    def info(self) -> dict[str, Any]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class Built:
    @property
    def games(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def rejected(self) -> int: ...
    @property
    def below_elo(self) -> int: ...
    @property
    def duplicates(self) -> int: ...
    @property
    def shortened(self) -> int: ...
    @property
    def partial(self) -> int: ...
    @property
    def left_out(self) -> list[str]: ...
    @property
    def rejections(self) -> Table: ...

def build_index(
    folder: _Path,
    paths: _Paths,
    *,
    scheme: _Scheme = "fide",
    replace: bool = False,
    max_ply: int | None = None,
    min_elo: int | None = None,
    dedup: _Duplicates | None = False,
    keep_valid: bool = False,
    partial: bool = False,
    relative: bool = False,
    files_per_table: int | None = None,
    memory: _Size | None = "1GiB",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Built: ...
def add(
    folder: _Path,
    paths: _Paths,
    *,
    again: bool = False,
    wait: float = 600.0,
    max_ply: int | None = None,
    min_elo: int | None = None,
    dedup: _Duplicates | None = False,
    keep_valid: bool = False,
    partial: bool = False,
    relative: bool = False,
    memory: _Size | None = "1GiB",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Built: ...
def merge(
    folder: _Path,
    *,
    files_per_table: int | None = None,
    wait: float = 600.0,
    memory: _Size | None = "1GiB",
    threads: int | None = None,
) -> Built: ...
def verify(
    folder: _Path,
    *,
    temp: _Path | None = None,
    memory: _Size | None = "1GiB",
    threads: int | None = None,
) -> None: ...
@final
class Book:
    def __new__(cls, path: _Path) -> Self: ...
    def probe(
        self,
        position: _Position | None = None,
        *,
        moves: _Moves | None = None,
        variant: Literal["chess", "chess960"] | None = None,
    ) -> Table: ...
    @property
    def path(self) -> str: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class MadeBook:
    @property
    def entries(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def kept(self) -> int | None: ...
    @property
    def rejected(self) -> int: ...
    @property
    def shortened(self) -> int: ...
    @property
    def max_games(self) -> int: ...
    @property
    def rejections(self) -> Table: ...

def make_book(
    output: _Path,
    sources: _Paths,
    *,
    win: int = 2,
    draw: int = 1,
    loss: int = 0,
    unknown: int | None = None,
    min_games: int = 3,
    min_score: float = 0.0,
    only: _Side | None = None,
    max_ply: int = 1024,
    scale: Literal["book", "position"] = "book",
    uniform: bool = False,
    keep_zero: bool = False,
    compat: bool = False,
    overwrite: bool = False,
    keep_valid: bool = False,
    partial: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
    player: str | Iterable[str] | None = None,
    color: _Side | None = None,
    since: _Date | None = None,
    until: _Date | None = None,
    min_elo: int | None = None,
    result: _Result | None = None,
) -> MadeBook: ...
