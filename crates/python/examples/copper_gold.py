"""Gold in copper, with barriers from the effective-medium theory (EMT) of ASE.

    python copper_gold.py

The barrier of a jump is E + ΔE/2. E is the migration energy of the element in pure copper: what it takes to move the
atom halfway between the two sites, with all other atoms relaxed. ΔE is the change of the energy by the jump, on a
perfect lattice. This keeps detailed balance: the barriers of a jump and of its reverse differ by ΔE. It leaves out
that the lattice relaxes around gold, whose atoms are larger: take it as an example, not as a model of copper and gold.

The energies are those of a box of copper around the vacancy, in which only the sites within reach of the jump have
the elements that they have in the simulation. So a barrier depends on nothing else, as recall requires.

EMT sums over the atoms one by one. Jumps that a symmetry of the lattice takes to each other have them in another order,
and their sums differ in the last digits; rounded to 10⁻⁶ eV, they are the same.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from ase import Atoms
from ase.build import bulk
from ase.calculators.emt import EMT
from ase.constraints import FixAtoms
from ase.optimize import BFGS

import zobrist
from zobrist.lattice import Jump

#: The lattice constant of copper by EMT, in Å.
CONSTANT = 3.59

#: The box of copper around a jump has this many cells along each axis.
CELLS = 3

#: Digits of ΔE in eV that are kept. `None` keeps all, and recall is not exact.
DIGITS: int | None = 6

CONFIG = {
    "seed": 1,
    "temperature": 700,
    "steps": 2000,
    "samples": 20,
    "lattice": {"structure": "fcc", "cells": [4, 4, 4]},
    "composition": {"host": "Cu", "fractions": {"Cu": 0.95, "Au": 0.05}, "vacancies": 1},
    "model": {
        "kind": "function",
        "lattice_constant": CONSTANT,
        "reach": 2.6,  # the nearest neighbors of both ends
        "fingerprint": "EMT of ASE, migration energy + half of the change, version 1",
    },
    "recall": {"mode": "jump-symmetry", "audit_one_in": 50},
}

COPPER = bulk("Cu", cubic=True, a=CONSTANT) * (CELLS, CELLS, CELLS)


def site(position: np.ndarray) -> tuple[int, ...]:
    """The site of the box at a position, in halves of the lattice constant."""
    return tuple(np.rint(2 * position / CONSTANT).astype(int) % (2 * CELLS))


NUMBER = {site(position): number for number, position in enumerate(COPPER.positions)}


def energy(symbols: list[str]) -> float:
    """The energy in eV of the box with these elements; "X" is no atom."""
    atoms = COPPER.copy()
    atoms.symbols = symbols
    del atoms[[number for number, symbol in enumerate(symbols) if symbol == "X"]]
    atoms.calc = EMT()
    return float(atoms.get_potential_energy())


@cache
def migration_energy(element: str) -> float:
    """What it takes in eV to move an atom in pure copper halfway to a vacancy beside it."""
    start = np.array([CONSTANT / 2, CONSTANT / 2, 0])
    relaxed = []
    for place in [start, start / 2]:
        atoms: Atoms = COPPER.copy()
        jumping = NUMBER[site(start)]
        atoms.symbols[jumping] = element
        atoms.positions[jumping] = place
        atoms.set_constraint(FixAtoms([jumping]))
        del atoms[NUMBER[0, 0, 0]]
        atoms.calc = EMT()
        BFGS(atoms, logfile=None).run(fmax=0.05, steps=100)
        relaxed.append(atoms.get_potential_energy())
    return round(float(relaxed[1] - relaxed[0]), 3)


def barrier(jump: Jump) -> float:
    """The barrier of a jump in eV."""
    symbols = ["Cu"] * len(COPPER)
    for position, symbol in zip(jump.positions, jump.symbols):
        symbols[NUMBER[site(position)]] = symbol
    start, end = NUMBER[site(jump.start)], NUMBER[site(jump.end)]
    symbols[start], symbols[end] = jump.species, "X"
    before = energy(symbols)
    symbols[start], symbols[end] = "X", jump.species
    change = energy(symbols) - before
    return migration_energy(jump.species) + (change if DIGITS is None else round(change, DIGITS)) / 2


def barriers(jumps: list[Jump]) -> list[float]:
    """The barriers of jumps in eV."""
    return [barrier(jump) for jump in jumps]


if __name__ == "__main__":
    run = zobrist.lattice.run(CONFIG, barriers=barriers)
    print(run)
    if run.audit is not None:
        print(run.audit.recomputed, "computed again,", run.audit.deviating, "of them differ")
    atoms = Atoms(run.symbols(vacancies=False), run.positions(vacancies=False), cell=run.cell, pbc=True)
    print(atoms.get_chemical_formula(), "with", run.rows["solute_pairs"][-1], "pairs of gold")
