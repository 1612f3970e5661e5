from collections.abc import Callable, Mapping
from typing import Any, final

import numpy as np
import numpy.typing as npt

from zobrist import Table
from zobrist._lattice import Audit as Audit
from zobrist._lattice import Jump as Jump
from zobrist._lattice import Recall as Recall
from zobrist._types import Path, ProgressOrFlag

__all__ = ["Audit", "Jump", "Recall", "Run", "run"]

@final
class Run:
    @property
    def rows(self) -> dict[str, npt.NDArray[Any]]: ...
    @property
    def table(self) -> Table: ...
    @property
    def steps(self) -> int: ...
    @property
    def time(self) -> float | None: ...
    @property
    def evaluations(self) -> int: ...
    @property
    def hits(self) -> int: ...
    @property
    def hash(self) -> int: ...
    @property
    def recall(self) -> Recall | None: ...
    @property
    def audit(self) -> Audit | None: ...
    @property
    def cell(self) -> npt.NDArray[np.float64]: ...
    def symbols(self, *, vacancies: bool = True) -> list[str]: ...
    def positions(self, *, vacancies: bool = True) -> npt.NDArray[np.float64]: ...

def run(
    config: Path | Mapping[str, Any],
    *,
    barriers: Callable[[list[Jump]], npt.ArrayLike] | None = None,
    out: Path | None = None,
    resume: bool = False,
    force: bool = False,
    seed: int | None = None,
    temperature: float | None = None,
    progress: ProgressOrFlag | None = None,
) -> Run: ...
