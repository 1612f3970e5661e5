"""Mean squared displacements of a trajectory in extended XYZ, read by ASE.

    ase_displacements.py FILE BLOCKS

One line of JSON: for each species, in the order of their names, and each lag, the species, the lag, and the mean and the
standard error over the blocks of the squared displacements along x, y, z and in sum.
"""

import json
import sys

import ase.io
import numpy as np


def main():
    path, blocks = sys.argv[1], int(sys.argv[2])
    frames = ase.io.read(path, index=":", format="extxyz")
    order = np.argsort(frames[0].arrays["id"])
    species = np.array(frames[0].get_chemical_symbols())[order]
    places = []
    for atoms in frames:
        sort = np.argsort(atoms.arrays["id"])
        assert (np.array(atoms.get_chemical_symbols())[sort] == species).all()
        unwrapped = atoms.arrays["unwrapped"][sort]
        # The turns that are written are those between the positions.
        assert np.allclose(atoms.arrays["pos"][sort] if "pos" in atoms.arrays else atoms.positions[sort],
                           unwrapped - atoms.arrays["image"][sort] @ atoms.cell.array, atol=1e-8)
        places.append(unwrapped)
    places = np.array(places)
    lags = (len(places) - 1) // blocks
    begin = len(places) - 1 - lags * blocks
    rows = []
    for name in sorted(set(species)):
        of = places[:, species == name]
        for lag in range(1, lags + 1):
            starts = begin + lags * np.arange(blocks)
            squares = (of[starts + lag] - of[starts]) ** 2
            squares = np.concatenate([squares, squares.sum(axis=2, keepdims=True)], axis=2)
            means = squares.mean(axis=1)
            errors = means.std(axis=0, ddof=1) / np.sqrt(blocks)
            rows.append([name, lag, means.mean(axis=0).tolist(), errors.tolist()])
    print(json.dumps(rows))


main()
