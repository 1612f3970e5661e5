from collections.abc import Iterable, Iterator
from typing import Any, Literal, SupportsIndex, final, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

from zobrist import lattice as lattice
from zobrist import runs as runs
from zobrist import spark as spark
from zobrist._errors import ConfigError as ConfigError
from zobrist._errors import DataError as DataError
from zobrist._errors import FilterError as FilterError
from zobrist._errors import MoveError as MoveError
from zobrist._errors import PlanError as PlanError
from zobrist._errors import PositionError as PositionError
from zobrist._errors import ReadError as ReadError
from zobrist._errors import SchemeError as SchemeError
from zobrist._errors import SimulationError as SimulationError
from zobrist._errors import ZobristError as ZobristError
from zobrist._progress import Progress as Progress
from zobrist._types import (
    Date,
    Duplicates,
    Elos,
    Moves,
    Path,
    Paths,
    Position,
    Positions,
    ProgressOrFlag,
    Result,
    SchemeOrName,
    Side,
    Size,
    Texts,
    Variant,
)

__all__ = [
    "Audit",
    "Book",
    "Built",
    "ConfigError",
    "DataError",
    "FilterError",
    "GameStream",
    "Index",
    "KeyArray",
    "MadeBook",
    "MoveError",
    "PlanError",
    "PositionError",
    "Progress",
    "ReadError",
    "Scheme",
    "SchemeError",
    "SimulationError",
    "Table",
    "ZobristError",
    "__version__",
    "add",
    "audit",
    "build_index",
    "check",
    "diff",
    "explain",
    "games",
    "hash",
    "keys",
    "lattice",
    "make_book",
    "merge",
    "runs",
    "spark",
    "verify",
    "visits",
]

__version__: str

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
    def from_file(cls, path: Path) -> Scheme: ...
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
    def keys(self) -> npt.NDArray[Any]: ...
    def features(self) -> list[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

# A position is a key, and a column an array of them. The dtype is known for schemes by name, and for
# others at run time alone, since their width may be 32 bits. A text is a position, though it is an
# iterable, too.
@overload
def hash(  # type: ignore[overload-overlap]
    x: Position | bytes,
    scheme: SchemeOrName = "polyglot",
    *,
    bits: int | None = None,
    variant: Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: bool = False,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> int: ...
@overload
def hash(  # type: ignore[overload-overlap]
    x: Position | bytes,
    scheme: SchemeOrName = "polyglot",
    *,
    bits: int | None = None,
    variant: Variant | None = None,
    errors: Literal["null"],
    signed: bool = False,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> int | None: ...
@overload
def hash(
    x: Positions,
    scheme: SchemeOrName = "polyglot",
    *,
    bits: int | None = None,
    variant: Variant | None = None,
    errors: Literal["null"],
    signed: bool = False,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> KeyArray: ...
@overload
def hash(
    x: Positions,
    scheme: str = "polyglot",
    *,
    bits: Literal[64, 128] | None = None,
    variant: Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: Literal[False] = False,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> npt.NDArray[np.uint64]: ...
@overload
def hash(
    x: Positions,
    scheme: str = "polyglot",
    *,
    bits: Literal[64] | None = None,
    variant: Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: Literal[True],
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> npt.NDArray[np.int64]: ...
@overload
def hash(
    x: Positions,
    scheme: str = "polyglot",
    *,
    bits: Literal[32],
    variant: Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: Literal[False] = False,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> npt.NDArray[np.uint32]: ...
@overload
def hash(
    x: Positions,
    scheme: SchemeOrName = "polyglot",
    *,
    bits: int | None = None,
    variant: Variant | None = None,
    errors: Literal["raise"] = "raise",
    signed: bool = False,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> npt.NDArray[Any]: ...
def visits(
    paths: Paths | None = None,
    *,
    texts: Texts | None = None,
    scheme: SchemeOrName = "fide",
    fen: bool = False,
    clock: bool = False,
    eval: bool = False,
    mate: bool = False,
    emt: bool = False,
    nag: bool = False,
    max_ply: int | None = None,
    keep_valid: bool = False,
    partial: bool = False,
    language: str | None = None,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> GameStream: ...
def games(
    paths: Paths | None = None,
    *,
    texts: Texts | None = None,
    moves: bool = False,
    keep_valid: bool = False,
    partial: bool = False,
    encoding: str | None = None,
    language: str | None = None,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> GameStream: ...
@final
class Index:
    def __new__(cls, folder: Path) -> Self: ...
    def moves(
        self,
        position: Position | None = None,
        *,
        moves: Moves | None = None,
        sort: Literal["games", "score", "elo", "year"] = "games",
        top: int | None = None,
        min_games: int = 1,
        dedup: Duplicates | None = None,
        other_orders: bool | None = None,
        variant: Variant | None = None,
        threads: int | None = None,
        player: str | Iterable[str] | None = None,
        color: Side | None = None,
        opponent: str | None = None,
        since: Date | None = None,
        until: Date | None = None,
        elo: Elos | None = None,
        min_elo: int | None = None,
        result: Result | None = None,
        event: str | None = None,
        time_control: str | None = None,
        max_ply: int | None = None,
    ) -> Table: ...
    def totals(
        self,
        position: Position | None = None,
        *,
        moves: Moves | None = None,
        dedup: Duplicates | None = None,
        variant: Variant | None = None,
        threads: int | None = None,
        player: str | Iterable[str] | None = None,
        color: Side | None = None,
        opponent: str | None = None,
        since: Date | None = None,
        until: Date | None = None,
        elo: Elos | None = None,
        min_elo: int | None = None,
        result: Result | None = None,
        event: str | None = None,
        time_control: str | None = None,
        max_ply: int | None = None,
    ) -> dict[str, Any]: ...
    def games(
        self,
        position: Position | None = None,
        *,
        moves: Moves | None = None,
        limit: int | None = 10,
        sort: Literal["first", "newest", "strongest"] = "first",
        dedup: Duplicates | None = None,
        variant: Variant | None = None,
        threads: int | None = None,
        player: str | Iterable[str] | None = None,
        color: Side | None = None,
        opponent: str | None = None,
        since: Date | None = None,
        until: Date | None = None,
        elo: Elos | None = None,
        min_elo: int | None = None,
        result: Result | None = None,
        event: str | None = None,
        time_control: str | None = None,
        max_ply: int | None = None,
    ) -> Table: ...
    @overload
    def keys(  # type: ignore[overload-overlap]
        self,
        positions: Position | bytes,
        *,
        errors: Literal["raise"] = "raise",
        variant: Variant | None = None,
        threads: int | None = None,
        progress: ProgressOrFlag | None = None,
    ) -> int: ...
    @overload
    def keys(  # type: ignore[overload-overlap]
        self,
        positions: Position | bytes,
        *,
        errors: Literal["null"],
        variant: Variant | None = None,
        threads: int | None = None,
        progress: ProgressOrFlag | None = None,
    ) -> int | None: ...
    @overload
    def keys(
        self,
        positions: Positions,
        *,
        errors: Literal["raise"] = "raise",
        variant: Variant | None = None,
        threads: int | None = None,
        progress: ProgressOrFlag | None = None,
    ) -> npt.NDArray[np.int64]: ...
    @overload
    def keys(
        self,
        positions: Positions,
        *,
        errors: Literal["null"],
        variant: Variant | None = None,
        threads: int | None = None,
        progress: ProgressOrFlag | None = None,
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

@overload
def build_index(
    folder: Path,
    paths: Paths,
    *,
    plan: None = None,
    scheme: SchemeOrName = "fide",
    replace: bool = False,
    max_ply: int | None = None,
    min_elo: int | None = None,
    dedup: Duplicates | None = False,
    keep_valid: bool = False,
    partial: bool = False,
    relative: bool = False,
    encoding: str | None = None,
    language: str | None = None,
    files_per_table: int | None = None,
    memory: Size | None = "1GiB",
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> Built: ...
@overload
def build_index(
    folder: Path,
    paths: None = None,
    *,
    plan: Path,
    replace: bool = False,
    memory: Size | None = "1GiB",
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> Built: ...
def add(
    folder: Path,
    paths: Paths,
    *,
    again: bool = False,
    wait: float = 600.0,
    max_ply: int | None = None,
    min_elo: int | None = None,
    dedup: Duplicates | None = False,
    keep_valid: bool = False,
    partial: bool = False,
    relative: bool = False,
    encoding: str | None = None,
    language: str | None = None,
    memory: Size | None = "1GiB",
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> Built: ...
def merge(
    folder: Path,
    *,
    files_per_table: int | None = None,
    wait: float = 600.0,
    memory: Size | None = "1GiB",
    threads: int | None = None,
) -> Built: ...
def verify(
    folder: Path,
    *,
    temp: Path | None = None,
    memory: Size | None = "1GiB",
    threads: int | None = None,
) -> None: ...
@final
class Book:
    def __new__(cls, path: Path) -> Self: ...
    def probe(
        self,
        position: Position | None = None,
        *,
        moves: Moves | None = None,
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
    output: Path,
    sources: Paths,
    *,
    win: int = 2,
    draw: int = 1,
    loss: int = 0,
    unknown: int | None = None,
    min_games: int = 3,
    min_score: float = 0.0,
    only: Side | None = None,
    max_ply: int = 1024,
    scale: Literal["book", "position"] = "book",
    uniform: bool = False,
    keep_zero: bool = False,
    compat: bool = False,
    overwrite: bool = False,
    keep_valid: bool = False,
    partial: bool = False,
    encoding: str | None = None,
    language: str | None = None,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
    player: str | Iterable[str] | None = None,
    color: Side | None = None,
    since: Date | None = None,
    until: Date | None = None,
    min_elo: int | None = None,
    result: Result | None = None,
) -> MadeBook: ...
def explain(
    position: Position,
    scheme: SchemeOrName = "polyglot",
    *,
    bits: int | None = None,
    variant: Variant | None = None,
    key: str | None = None,
) -> Table: ...
def diff(
    a: Position,
    b: Position,
    scheme: SchemeOrName = "polyglot",
    *,
    bits: int | None = None,
    variant: Variant | None = None,
) -> Table: ...
def keys(scheme: SchemeOrName = "polyglot", *, bits: int | None = None) -> npt.NDArray[Any]: ...
def check(
    paths: Paths | None = None,
    *,
    texts: Texts | None = None,
    only: str | Iterable[str] | None = None,
    partial: bool = False,
    language: str | None = None,
    threads: int | None = None,
    progress: ProgressOrFlag | None = None,
) -> GameStream: ...
@final
class Audit:
    @property
    def keys(self) -> int: ...
    @property
    def bits(self) -> int: ...
    @property
    def rank(self) -> int: ...
    @property
    def weight(self) -> int: ...
    @property
    def guarantee(self) -> str: ...
    @property
    def smallest(self) -> int | None: ...
    @property
    def counts(self) -> list[int]: ...
    @property
    def dependencies(self) -> list[list[int]]: ...
    @property
    def is_complete(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...

def audit(
    keys: SchemeOrName | npt.NDArray[Any] | Iterable[int],
    weight: int,
    *,
    bits: int | None = None,
    list: int = 10000,
    threads: int | None = None,
    memory: int | str = "4GiB",
    progress: ProgressOrFlag | None = None,
) -> Audit: ...
