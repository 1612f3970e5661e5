"""Observables of an alloy, from the positions in an extended XYZ file, for comparison.

    observables.py SHELLS FILE...

The script uses no lattice: neighbors are pairs of atoms by their distance, with all periodic
images within reach, and shells are the distances that occur, shortest first. `host` in the
comment names the host, `X` is a vacancy, and all other species are solutes. Prints a JSON object
for each file, on a line of its own.
"""

import itertools
import json
import math
import shlex
import sys

REACH = 3.05  # lattice constants: beyond five shells of each structure
SAME = 1e-6  # two distances that differ by less are one shell


class Alloy:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            count = int(next(file))
            comment = dict(word.split("=", 1) for word in shlex.split(next(file)))
            rows = [line.split() for line in file]
        assert len(rows) == count, f"{path}: {count} atoms announced, {len(rows)} found"
        assert comment["Properties"] == "species:S:1:pos:R:3:displacement:R:3"
        self.host = comment["host"]
        self.species = [row[0] for row in rows]
        self.positions = [tuple(map(float, row[1:4])) for row in rows]
        self.displacements = [tuple(map(float, row[4:7])) for row in rows]
        numbers = list(map(float, comment["Lattice"].split()))
        self.cell = [numbers[0:3], numbers[3:6], numbers[6:9]]
        self.periodic = [word == "T" for word in comment["pbc"].split()]

    def sites_of(self, species):
        return [i for i, name in enumerate(self.species) if name == species]

    def is_solute(self, i):
        return self.species[i] not in (self.host, "X")


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def translations(alloy, reach):
    """Vectors to the images of the box that have atoms within reach of an atom in the box."""
    ranges = []
    for axis in range(3):
        normal = cross(alloy.cell[axis - 2], alloy.cell[axis - 1])
        height = abs(dot(alloy.cell[axis], normal)) / math.sqrt(dot(normal, normal))
        # Two atoms of the box are less than a box apart along the axis.
        most = math.ceil(reach / height) + 1 if alloy.periodic[axis] else 0
        ranges.append(range(-most, most + 1))
    return [
        tuple(sum(n * vector[x] for n, vector in zip(numbers, alloy.cell)) for x in range(3))
        for numbers in itertools.product(*ranges)
    ]


def distances(alloy, i, j, images, reach):
    """The distances from atom i to all images of atom j within reach."""
    start, end = alloy.positions[i], alloy.positions[j]
    x, y, z = (end[axis] - start[axis] for axis in range(3))
    limit = reach * reach
    for u, v, w in images:
        square = (x + u) ** 2 + (y + v) ** 2 + (z + w) ** 2
        if SAME < square <= limit:
            yield math.sqrt(square)


def shell_radii(alloy, shells):
    """The shortest distances from the first atom, in order."""
    images = translations(alloy, REACH)
    radii = []
    everything = range(len(alloy.positions))
    found = (d for j in everything for d in distances(alloy, 0, j, images, REACH))
    for distance in sorted(found):
        if not radii or distance > radii[-1] + SAME:
            radii.append(distance)
    assert len(radii) >= shells, f"{len(radii)} shells within {REACH}"
    return radii[:shells]


def neighbors_by_shell(alloy, shells):
    """For each atom, for each shell, the list of its neighbors, once for each image there."""
    radii = shell_radii(alloy, shells)
    reach = radii[-1] + SAME
    images = translations(alloy, reach)
    count = len(alloy.positions)
    table = [[[] for _ in radii] for _ in range(count)]
    for i, j in itertools.product(range(count), repeat=2):
        for distance in distances(alloy, i, j, images, reach):
            [shell] = [m for m, radius in enumerate(radii) if abs(distance - radius) <= SAME]
            table[i][shell].append(j)
    return table


def cluster_sizes(members, table):
    """The sizes of the connected parts of a graph, by a search from each atom not yet seen."""
    open_members, sizes = set(members), []
    while open_members:
        stack = [open_members.pop()]
        size = 0
        while stack:
            size += 1
            for j in itertools.chain.from_iterable(table[stack.pop()]):
                if j in open_members:
                    open_members.remove(j)
                    stack.append(j)
        sizes.append(size)
    return sorted(sizes)


def summary(sizes):
    return {
        "number": len(sizes),
        "mean": sum(sizes) / len(sizes) if sizes else None,
        "largest": max(sizes, default=0),
        "histogram": [[size, sizes.count(size)] for size in sorted(set(sizes))],
    }


def around(alloy, table, center, species):
    centers = alloy.sites_of(center)
    if not centers:
        return None
    shells = range(len(table[0]))
    found = [[j for i in centers for j in table[i][m] if alloy.species[j] == species] for m in shells]
    return [len(atoms) / len(centers) for atoms in found]


def order(alloy, table, a, b):
    concentration = len(alloy.sites_of(b)) / len(alloy.species)
    if not alloy.sites_of(a) or concentration == 0:
        return None
    alphas = []
    for m in range(len(table[0])):
        beside = [alloy.species[j] for i in alloy.sites_of(a) for j in table[i][m]]
        alphas.append(1 - beside.count(b) / len(beside) / concentration)
    return alphas


def solute_counts(alloy, table):
    solutes = [i for i in range(len(alloy.species)) if alloy.is_solute(i)]
    beside = [[j for j in table[i][0] if alloy.is_solute(j)] for i in solutes]
    return {"pairs": sum(map(len, beside)) / 2, "lone": sum(not atoms for atoms in beside)}


def pure_sites(alloy, table, matrix):
    """Sites of the host or a vacancy with nothing but `matrix` in two shells."""
    return [
        i
        for i, shells in enumerate(table)
        if not alloy.is_solute(i) and all(alloy.species[j] in matrix for j in shells[0] + shells[1])
    ]


def squared_displacement(alloy, species):
    squares = [dot(alloy.displacements[i], alloy.displacements[i]) for i in alloy.sites_of(species)]
    return sum(squares) / len(squares) if squares else None


def observables(path, shells):
    alloy = Alloy(path)
    table = neighbors_by_shell(alloy, max(shells, 2))
    first = [of_atom[:shells] for of_atom in table]
    species = [alloy.host, "X", "Cu", "Ni"]
    solutes = [i for i in range(len(alloy.species)) if alloy.is_solute(i)]
    sizes = cluster_sizes(alloy.sites_of("Cu"), first)
    pairs = list(itertools.product(species, repeat=2))
    return {
        "sizes": [len(shell) for shell in first[0]],
        "clusters": summary(sizes),
        "clusters of 3 or more": summary([size for size in sizes if size >= 3]),
        "clusters of solutes": summary(cluster_sizes(solutes, first)),
        "order": {f"{a} {b}": order(alloy, first, a, b) for a, b in pairs},
        "around": {f"{a} {b}": around(alloy, first, a, b) for a, b in pairs},
        "solutes": solute_counts(alloy, table),
        "pure sites": pure_sites(alloy, table, [alloy.host]),
        "pure sites but for vacancies": len(pure_sites(alloy, table, [alloy.host, "X"])),
        "squared displacement": {name: squared_displacement(alloy, name) for name in species},
    }


for path in sys.argv[2:]:
    print(json.dumps(observables(path, int(sys.argv[1]))))
