"""What a simulation of a lattice asks a function, and what it tells of its recall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # The package works without NumPy until an array is asked for.
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Jump:
    """An atom that jumps to a vacant site beside it, and what is around it.

    Positions are those of a perfect lattice, in Å relative to the vacancy. Those that mirror each other have numbers
    that differ in sign alone. The arrays are shared by all jumps in one direction, and are read-only.

    Attributes:
        species: the element of the atom that jumps.
        start: where it comes from, an array of three numbers.
        symbols: the elements on the sites within ``reach`` of either end, without the two ends; ``"X"`` is another
            vacancy.
        positions: the positions of these sites, an array of shape (n, 3): by their distance from the vacancy, then by
            x, y and z.
        end: where it goes, the vacancy: zeros.

    >>> import numpy as np
    >>> from zobrist.lattice import Jump
    >>> jump = Jump("Cu", np.array([1.4, 1.4, 1.4]), ["Fe"], np.array([[-1.4, 1.4, 1.4]]))
    >>> np.linalg.norm(jump.positions - jump.start, axis=1)
    array([2.8])
    """

    species: str
    start: npt.NDArray[np.float64]
    symbols: list[str]
    positions: npt.NDArray[np.float64]

    @property
    def end(self) -> npt.NDArray[np.float64]:
        """Where the atom goes: zeros."""
        import numpy as np

        origin = np.zeros(3)
        origin.flags.writeable = False
        return origin


@dataclass(frozen=True)
class Recall:
    """What a run keeps in memory of barriers.

    Attributes:
        entries: how many barriers are kept, or sets of them, as the mode has it.
        bytes: the memory that they take.
        evictions: how many were forgotten since the run began, to stay within the bound.

    >>> import zobrist
    >>> zobrist.lattice.run("data/iron-copper.toml").recall.evictions
    0
    """

    entries: int
    bytes: int
    evictions: int


@dataclass(frozen=True)
class Audit:
    """Hits of the recall that were computed again, to see if the barriers are the same.

    Attributes:
        recomputed: how many.
        deviating: how many of them differed at all.
        largest: the largest difference in eV. Above ``tolerance`` of ``[recall]`` it is a warning at the end; of
            barriers above 1 eV, that is a fraction.
        largest_prefactor: the largest difference of two prefactors, as a fraction of the larger.

    >>> import zobrist
    >>> zobrist.lattice.run("data/iron-copper.toml").audit.largest
    0.0
    """

    recomputed: int
    deviating: int
    largest: float
    largest_prefactor: float
