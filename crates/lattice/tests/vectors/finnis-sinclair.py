"""Makes two potentials of the form eam/fs, and energies of boxes that LAMMPS computes with them.

    python finnis-sinclair.py

writes two-elements.eam.fs, three-elements.eam.fs and finnis-sinclair.csv beside itself; lammps_box.py says
what it needs. No two functions are the same.

In a box, `occupants` has a letter for each site, by x, then y, then z: A for the first element of
the file and so on, a dot for a vacancy. The first box of a group is followed by those that one
jump of a vacancy makes of it.
"""

import csv
import random
from itertools import product
from pathlib import Path

from lammps_box import energy, sites_of

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


def main():
    draw = random.Random(1984)
    rows = []
    for count, (structure, cells, constant) in product(
        (2, 3), (("bcc", (3, 2, 2), 2.8), ("fcc", (2, 2, 2), 3.5))
    ):
        name = potential(count)
        sites = sites_of(structure, cells)
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
            args = structure, cells, constant, "".join(box)
            value = energy(HERE / name, "eam/fs", NAMES[count], *args)
            size = "x".join(map(str, cells))
            rows.append([name, structure, size, constant, "".join(box), repr(value)])
    with open(HERE / "finnis-sinclair.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["file", "structure", "cells", "constant", "occupants", "energy"])
        table.writerows(rows)


if __name__ == "__main__":
    main()
