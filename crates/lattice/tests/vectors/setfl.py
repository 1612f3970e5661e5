"""Makes small potentials with the peculiarities that files of potentials have, and energies of boxes that LAMMPS
computes with them.

    python setfl.py

writes setfl/*.alloy, setfl/*.fs and setfl.csv beside itself; lammps_box.py says what it needs and what `occupants`
are. No two functions are the same. Of each potential there are boxes with many atoms and with few, expanded and
compressed, so that the ends of the tables are reached, too.
"""

import csv
import random
from math import exp, sqrt
from pathlib import Path

from lammps_box import energy, sites_of

HERE = Path(__file__).parent
NAMES = ["Cu", "Ni"]
RHO_STEP, R_STEP, CUTOFF = 0.75, 0.1, 4.9


def taper(r):
    x = max(0.0, 1 - r / CUTOFF)
    return x * x * (3 - 2 * x)


def embedding(a, rho):
    return -(1.0 + 0.2 * a) * sqrt(abs(rho) + 0.01) + 0.003 * rho * rho


def density(at, of, r):
    return (0.8 + 0.3 * of + 0.2 * at * (1 - of)) * exp(-1.1 * (r - 2.5)) * taper(r)


def pair(a, b, r):
    return (0.30 + 0.05 * (a + b) - 0.08 * a * b) * ((2.4 / max(r, 1.0)) ** 6 - 0.7) * taper(r)


class Potential:
    """A file, whose parts can be changed before it is written."""

    def __init__(self, elements=2, fs=False, densities=40, distances=50, sign=1.0, end=0.0):
        self.comments = ["made up", "for tests", "of setfl files"]
        self.fs, self.names = fs, NAMES[:elements]
        self.head = f"{elements} {' '.join(self.names)}"
        self.grid = f"{densities} {RHO_STEP} {distances} {R_STEP} {CUTOFF}"
        self.elements = [f"{29 - a} {63.55 - 5 * a} {3.615 - a / 10} fcc" for a in range(elements)]
        self.f = [
            [embedding(a, RHO_STEP * i) for i in range(densities)] for a in range(elements)
        ]
        rs = [R_STEP * i for i in range(distances)]
        self.rho = [
            [[sign * density(at, of, r) + end for r in rs] for at in range(elements if fs else 1)]
            for of in range(elements)
        ]
        self.z = [
            [r * pair(a, b, r) + end / 2 for r in rs] for a in range(elements) for b in range(a + 1)
        ]
        self.on_a_line = 5

    def tables(self):
        return [*self.f, *(table for tables in self.rho for table in tables), *self.z]

    def rows(self, table):
        words = [f"{x:.12e}" for x in table]
        starts = range(0, len(words), self.on_a_line)
        return [" ".join(words[start : start + self.on_a_line]) for start in starts]

    def lines(self):
        lines = [*self.comments, self.head, self.grid]
        for line, f, rho in zip(self.elements, self.f, self.rho):
            lines += [line, *self.rows(f)]
            for table in rho:
                lines += self.rows(table)
        for table in self.z:
            lines += self.rows(table)
        return lines

    def text(self):
        return "\n".join(self.lines()) + "\n"


def more(potential):
    for table in potential.tables():
        table.append(0.25)


def more_of_one(potential):
    potential.rho[0][0].append(0.25)


def comments(potential):
    potential.head += "  # the elements"
    potential.grid += " # Nrho drho Nr dr cutoff"
    potential.elements = [line + " #of the CRC handbook" for line in potential.elements]


def no_name(potential):
    potential.elements = [line.removesuffix(" fcc") for line in potential.elements]


def no_lattice(potential):
    potential.elements = [" ".join(line.split()[:2]) for line in potential.elements]


def more_on_the_line(potential):
    potential.elements = [line + " 12.0 neighbors" for line in potential.elements]


def words_after_the_cutoff(potential):
    potential.grid += " Angstrom, by hand"


def head_on_lines(potential):
    potential.grid = potential.grid.replace(" ", "\n")


def lines_of(count):
    def change(potential):
        potential.on_a_line = count

    return change


def nothing(potential):
    pass


def as_it_is(text):
    return text


CASES = {
    "plain.alloy": (Potential(), nothing, as_it_is),
    "plain.fs": (Potential(fs=True), nothing, as_it_is),
    "one-element.alloy": (Potential(elements=1), nothing, as_it_is),
    "comments.alloy": (Potential(), comments, lambda text: text + "# the end\n\n"),
    "no-name.alloy": (Potential(), no_name, as_it_is),
    "no-name.fs": (Potential(fs=True), no_name, as_it_is),
    "no-lattice.alloy": (Potential(), no_lattice, as_it_is),
    "more-on-the-line.alloy": (Potential(), more_on_the_line, as_it_is),
    "more-on-the-line.fs": (Potential(fs=True), more_on_the_line, as_it_is),
    # 43 and 52 values are no multiples of 5.
    "value-more.alloy": (Potential(densities=43, distances=52), more, as_it_is),
    "value-more.fs": (Potential(fs=True, densities=43, distances=52), more, as_it_is),
    "value-more-once.alloy": (Potential(distances=52), more_of_one, as_it_is),
    "after-cutoff.alloy": (Potential(), words_after_the_cutoff, as_it_is),
    "head-on-lines.alloy": (Potential(), head_on_lines, as_it_is),
    "tabs.alloy": (Potential(), nothing, lambda text: text.replace(" ", "\t")),
    "blank-lines.alloy": (
        Potential(),
        nothing,
        # Not before the head: the first three lines are comments, whatever is on them.
        lambda text: "\n".join([*text.split("\n")[:3], *text.split("\n", 3)[3].replace("\n", "\n \n").split("\n")]),
    ),
    "windows.alloy": (Potential(), comments, lambda text: text.replace("\n", "\r\n")),
    "one-on-a-line.alloy": (Potential(), lines_of(1), as_it_is),
    "seven-on-a-line.fs": (Potential(fs=True), lines_of(7), as_it_is),
    "table-on-a-line.alloy": (Potential(), lines_of(50), as_it_is),
    "short-tables.alloy": (Potential(densities=12, distances=31, end=0.05), nothing, as_it_is),
    "short-tables.fs": (Potential(fs=True, densities=12, distances=31, end=0.05), nothing, as_it_is),
    "negative-densities.alloy": (Potential(sign=-0.2), nothing, as_it_is),
    "metal.alloy": (Potential(elements=1), lambda p: p.comments.__setitem__(0, "UNITS: metal"), as_it_is),
}


def main():
    draw = random.Random(1986)
    rows = []
    for name, (potential, change, text) in CASES.items():
        change(potential)
        (HERE / "setfl" / name).write_text(text(potential.text()), newline="")
        letters = "AB"[: len(potential.names)]
        for structure, cells, constant, vacancies in (
            ("fcc", (2, 2, 2), 3.6, 0.1),
            ("fcc", (2, 2, 2), 3.0, 0.05),
            ("bcc", (3, 3, 2), 2.9, 0.9),
            ("bcc", (3, 2, 2), 3.3, 0.3),
        ):
            sites = sites_of(structure, cells)
            occupants = "".join(
                "." if draw.random() < vacancies else draw.choice(letters) for _ in sites
            )
            style = "eam/fs" if potential.fs else "eam/alloy"
            args = structure, cells, constant, occupants
            value = energy(HERE / "setfl" / name, style, potential.names, *args)
            size = "x".join(map(str, cells))
            rows.append([f"setfl/{name}", structure, size, constant, occupants, repr(value)])
    with open(HERE / "setfl.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["file", "structure", "cells", "constant", "occupants", "energy"])
        table.writerows(rows)


if __name__ == "__main__":
    main()
