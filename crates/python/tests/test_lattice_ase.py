"""The example that evaluates gold in copper with ASE: recall changes nothing but the cost."""

from __future__ import annotations

import sys
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from command import REPOSITORY

pytest.importorskip("ase")
sys.path.insert(0, str(REPOSITORY / "crates/python/examples"))

import copper_gold
from ase import Atoms
from ase.calculators.emt import EMT

from zobrist.lattice import Jump, Run, run


@cache
def _barrier(species: str, symbols: tuple[str, ...], start: bytes, positions: bytes) -> float:
    vectors = np.frombuffer(positions).reshape(-1, 3)
    return copper_gold.barrier(Jump(species, np.frombuffer(start), list(symbols), vectors))


def barriers(jumps: list[Jump]) -> list[float]:
    """Those of the example. One that is asked for in the same orientation again is not computed again."""
    return [
        _barrier(jump.species, tuple(jump.symbols), jump.start.tobytes(), jump.positions.tobytes())
        for jump in jumps
    ]


def simulated(**recall: Any) -> Run:
    return run(copper_gold.CONFIG | {"steps": 30, "recall": recall}, barriers=barriers)


def test_recall_changes_nothing_but_the_cost() -> None:
    plain = simulated(mode="none")
    recalled = simulated(mode="jump-symmetry", audit_one_in=2)
    for name in ["step", "time", "hash"]:
        assert (plain.rows[name] == recalled.rows[name]).all(), name
    assert recalled.audit is not None
    assert recalled.audit.recomputed > 50 and recalled.audit.deviating == 0
    # Of each step, and of the last row's residence.
    assert plain.evaluations == 31 * 12
    assert recalled.evaluations < plain.evaluations / 3


def test_symmetric_jumps_have_the_same_barrier_to_the_last_bit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One with gold on one side, as all symmetries of the cube have it."""
    seen: list[Jump] = []

    def kept(jumps: list[Jump]) -> list[float]:
        seen.extend(jumps)
        return [0.7] * len(jumps)

    run(copper_gold.CONFIG | {"steps": 5}, barriers=kept)
    jump = next(jump for jump in seen if "Au" in jump.symbols)
    images = []
    for axes in permutations(range(3)):
        for signs in [(1, 1, 1), (-1, 1, 1), (1, -1, -1)]:
            start, positions = (
                np.array(signs) * vectors[..., list(axes)] for vectors in [jump.start, jump.positions]
            )
            images.append(Jump(jump.species, start, jump.symbols, positions))
    assert len({copper_gold.barrier(image) for image in images}) == 1
    # The control: the sums of EMT depend on the orientation.
    monkeypatch.setattr(copper_gold, "DIGITS", None)
    assert len({copper_gold.barrier(image) for image in images}) > 1


def test_barriers_are_in_detailed_balance_with_the_energies_of_emt() -> None:
    seen: list[Jump] = []

    def kept(jumps: list[Jump]) -> list[float]:
        seen.extend(jumps)
        return barriers(jumps)

    run(copper_gold.CONFIG | {"steps": 5}, barriers=kept)
    jump = next(jump for jump in seen if "Au" in jump.symbols)
    back = Jump(jump.species, -jump.start, jump.symbols, jump.positions - jump.start)
    # The same atoms from scratch, in another box and order.
    symbols = ["Cu"] * len(copper_gold.COPPER)
    for position, symbol in zip(jump.positions, jump.symbols):
        symbols[copper_gold.NUMBER[copper_gold.site(position)]] = symbol
    energies = []
    for full, empty in [(jump.start, jump.end), (jump.end, jump.start)]:
        symbols[copper_gold.NUMBER[copper_gold.site(full)]] = jump.species
        symbols[copper_gold.NUMBER[copper_gold.site(empty)]] = "X"
        order = [number for number in reversed(range(len(symbols))) if symbols[number] != "X"]
        atoms = Atoms(
            [symbols[number] for number in order],
            copper_gold.COPPER.positions[order] + 0.5,
            cell=copper_gold.COPPER.cell,
            pbc=True,
            calculator=EMT(),
        )
        energies.append(atoms.get_potential_energy())
    difference = copper_gold.barrier(jump) - copper_gold.barrier(back)
    assert difference == pytest.approx(energies[1] - energies[0], abs=2e-6)


def test_the_atoms_at_the_end_are_those_of_ase() -> None:
    done = simulated(mode="jump-symmetry")
    atoms = Atoms(
        done.symbols(vacancies=False), done.positions(vacancies=False), cell=done.cell, pbc=True
    )
    assert len(atoms) == 255
    assert atoms.symbols.count("Au") == 13
    distances = atoms.get_all_distances(mic=True)[0]
    assert np.sort(distances)[1] == pytest.approx(copper_gold.CONSTANT / np.sqrt(2))
