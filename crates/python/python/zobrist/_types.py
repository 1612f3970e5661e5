"""What arguments may be: types for annotations. Nothing of them is looked at when a program runs."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy.typing as npt

if TYPE_CHECKING:
    from zobrist import Progress, Scheme


class ArrowArrayExportable(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class ArrowStreamExportable(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class Board(Protocol):
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


Path: TypeAlias = "str | os.PathLike[str]"
Paths: TypeAlias = "Path | Iterable[Path]"
Position: TypeAlias = "str | Board"
Arrow: TypeAlias = "ArrowArrayExportable | ArrowStreamExportable"
Positions: TypeAlias = "Arrow | npt.NDArray[Any] | Iterable[str | bytes | Board | None]"
Texts: TypeAlias = "str | bytes | Arrow | npt.NDArray[Any] | Iterable[str | bytes | None]"
Moves: TypeAlias = "str | Iterable[Any]"
SchemeOrName: TypeAlias = "Scheme | Path"
Variant: TypeAlias = Literal[
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
Side: TypeAlias = Literal["white", "black"]
Result: TypeAlias = Literal["1-0", "1/2-1/2", "0-1", "*"]
Duplicates: TypeAlias = "bool | Literal['exact', 'players']"
Date: TypeAlias = "str | int | datetime.date"
Elos: TypeAlias = "str | tuple[int | None, int | None]"
Size: TypeAlias = "int | str"
ProgressOrFlag: TypeAlias = "Callable[[Progress], object] | bool"
