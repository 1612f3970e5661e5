"""Makes two potentials of the form eam/fs, and energies of boxes that ASE computes with them.

    pip install ase==3.29.0
    python finnis-sinclair.py

writes two-elements.eam.fs, three-elements.eam.fs and finnis-sinclair.csv beside itself. F and the
densities are cubic and the pair energies quadratic, so that any cubic interpolation of the tables
is exact, and no two functions are the same.

In a box, `occupants` has a letter for each site, by x, then y, then z: A for the first element of
the file and so on, a dot for a vacancy. The first box of a group is followed by those that one
jump of a vacancy makes of it.
"""

import csv
import random
from itertools import product
from pathlib import Path

from ase import Atoms
from ase.calculators.eam import EAM

HERE = Path(__file__).parent
POINTS, RHO_STEP, R_STEP, CUTOFF = 10, 4.0, 0.5, 4.25
NAMES = {2: ["Fe", "Cu"], 3: ["Fe", "Cu", "Ni"]}


def embedding(a, rho):
    x = rho / 16
    return -(3 + a / 2) * x + (1 + a / 8) * x**2 - (0.125 + a / 16) * x**3


def density(at, of, r):
    """The density at an atom of element `at` that one of element `of` adds."""
    scale = [[1.0, 0.625, 1.5], [1.25, 0.75, 0.375], [0.5, 1.125, 0.875]][at][of]
    x = 1 - r / 4.5
    return scale * (x + (1 + at / 4) * x**2 + (1 + of / 2) * x**3)


def pair(a, b, r):
    x = 1 - r / 4.5
    return (0.25 + (a + b) / 16) * x**2 - (0.125 + a * b / 32) * x


def potential(count):
    """Writes a potential, and returns the name of its file."""
    rows = lambda values: "".join(f"{value!r}\n" for value in values)
    rhos, rs = ([step * i for i in range(POINTS)] for step in (RHO_STEP, R_STEP))
    names = NAMES[count]
    text = "Made up for tests\nby finnis-sinclair.py\nof the form eam/fs\n"
    text += f"{count} {' '.join(names)}\n{POINTS} {RHO_STEP} {POINTS} {R_STEP} {CUTOFF}\n"
    for a in range(count):
        text += f"{26 + a} {55.0 + a} 2.8 bcc\n" + rows(embedding(a, rho) for rho in rhos)
        for at in range(count):
            text += rows(density(at, a, r) for r in rs)
    for a in range(count):
        for b in range(a + 1):
            text += rows(r * pair(a, b, r) for r in rs)
    name = {2: "two-elements.eam.fs", 3: "three-elements.eam.fs"}[count]
    (HERE / name).write_text(text)
    return name


def is_site(structure, fine):
    if structure == "bcc":
        return len({x % 2 for x in fine}) == 1
    return sum(fine) % 2 == 0


def energy(calculator, names, sites, cells, constant, occupants):
    letters = dict(zip("ABC", names))
    atoms = [(letters[o], site) for o, site in zip(occupants, sites) if o != "."]
    box = Atoms(
        [name for name, _ in atoms],
        positions=[[x * constant / 2 for x in site] for _, site in atoms],
        cell=[cells_along * constant for cells_along in cells],
        pbc=True,
    )
    box.calc = calculator
    return float(box.get_potential_energy())


def main():
    draw = random.Random(1984)
    rows = []
    for count, (structure, cells, constant) in product(
        (2, 3), (("bcc", (3, 2, 2), 2.8), ("fcc", (2, 2, 2), 3.5))
    ):
        name = potential(count)
        calculator = EAM(potential=str(HERE / name), form="fs")
        fine = product(*(range(2 * along) for along in cells))
        sites = [site for site in fine if is_site(structure, site)]
        occupants = [draw.choice("ABC"[:count]) for _ in sites]
        for site in draw.sample(range(len(sites)), 2):
            occupants[site] = "."
        boxes = [occupants]
        steps = [
            step
            for step in product((-1, 0, 1), repeat=3)
            if sum(map(abs, step)) == (3 if structure == "bcc" else 2)
        ]
        for vacancy, step in product(range(len(sites)), steps):
            if occupants[vacancy] != ".":
                continue
            to = sites.index(
                tuple((x + d) % (2 * along) for x, d, along in zip(sites[vacancy], step, cells))
            )
            if occupants[to] != ".":
                after = list(occupants)
                after[vacancy], after[to] = after[to], "."
                boxes.append(after)
        for box in boxes:
            value = energy(calculator, NAMES[count], sites, cells, constant, box)
            size = "x".join(map(str, cells))
            rows.append([name, structure, size, constant, "".join(box), repr(value)])
    with open(HERE / "finnis-sinclair.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["file", "structure", "cells", "constant", "occupants", "energy"])
        table.writerows(rows)


if __name__ == "__main__":
    main()
