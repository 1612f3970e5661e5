from typing import Any, final

from zobrist import Built, Table
from zobrist._types import Path, Paths, ProgressOrFlag, SchemeOrName, Size

__all__ = [
    "BuiltRun",
    "Combined",
    "Plan",
    "Status",
    "abandon",
    "combine",
    "commit",
    "plan",
    "run",
    "status",
]

@final
class Plan:
    @property
    def runs(self) -> int: ...
    @property
    def numbers(self) -> list[tuple[int, int]]: ...
    @property
    def files(self) -> list[str]: ...
    @property
    def left_out(self) -> list[str]: ...
    @property
    def adds(self) -> bool: ...
    @property
    def scheme(self) -> str: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class BuiltRun:
    @property
    def run(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def rejected(self) -> int: ...
    @property
    def below_elo(self) -> int: ...
    @property
    def shortened(self) -> int: ...
    @property
    def partial(self) -> int: ...
    @property
    def rejections(self) -> Table: ...

@final
class Combined:
    def __new__(cls, positions: int, occurrences: int, files: int) -> Combined: ...
    @property
    def positions(self) -> int: ...
    @property
    def occurrences(self) -> int: ...
    @property
    def files(self) -> int: ...
    def __getnewargs__(self) -> tuple[int, int, int]: ...

@final
class Status:
    @property
    def runs(self) -> int: ...
    @property
    def runs_done(self) -> list[int]: ...
    @property
    def ranges_done(self) -> list[tuple[int, int]]: ...

def plan(
    folder: Path,
    paths: Paths,
    *,
    runs: int | None = None,
    files_per_table: int | None = None,
    add: bool = False,
    replace: bool = False,
    again: bool = False,
    scheme: SchemeOrName | None = None,
    max_ply: int | None = None,
    min_elo: int | None = None,
    keep_valid: bool = False,
    partial: bool = False,
    relative: bool = False,
    encoding: str | None = None,
    language: str | None = None,
) -> Plan: ...
def run(
    folder: Path,
    number: int,
    *,
    threads: int | None = None,
    memory: Size | None = "1GiB",
    progress: ProgressOrFlag | None = None,
) -> BuiltRun: ...
def combine(
    folder: Path, number: int, of: int, *, threads: int | None = None, memory: Size | None = "1GiB"
) -> Combined: ...
def commit(folder: Path) -> Built: ...
def abandon(folder: Path) -> None: ...
def status(folder: Path) -> Status: ...
def _built_run(counts: Any, rejections: list[Any]) -> BuiltRun: ...
def _built_by_tasks(built: Built | None, left_out: list[str], rejections: list[Any]) -> Built: ...
