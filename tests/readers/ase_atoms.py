"""Reads files of atoms by ASE, and writes what it read, and crystals of its own.

    ase_atoms.py FOLDER LATTICE_CONSTANT

Each file NAME of the folder gives NAME.json, with a list of what each frame holds, and NAME.ase.xyz, the same
frames written by ASE, and their last frame as NAME.ase.poscar (fractions of the axes), NAME.ase.cartesian.poscar
and NAME.ase.data. Beside them come crystal-STRUCTURE.xyz, in which the atoms are shuffled, rattled and
moved by turns of the box. Numbers that must be equal to the last bit are texts in the JSON.
"""

import json
import sys
from pathlib import Path

import ase.io
import numpy as np
from ase.build import bulk


def exact(number):
    return None if number is None else repr(float(number))


def described(atoms):
    info = {key: exact(value) for key, value in atoms.info.items()}
    energy = atoms.get_potential_energy() if atoms.calc else None
    sites = atoms.arrays.get("site")
    return {
        "symbols": atoms.get_chemical_symbols(),
        "positions": atoms.get_positions().tolist(),
        "cell": atoms.cell.array.tolist(),
        "pbc": [bool(flag) for flag in atoms.pbc],
        "info": info,
        "energy": exact(energy),
        "sites": None if sites is None else sites.tolist(),
        "types": atoms.arrays["type"].tolist() if "type" in atoms.arrays else None,
    }


def main():
    folder, constant = Path(sys.argv[1]), float(sys.argv[2])
    for path in sorted(folder.iterdir()):
        kind = "extxyz" if ".xyz" in path.name else "lammps-dump-text"
        frames = ase.io.read(path, index=":", format=kind)
        described_frames = [described(atoms) for atoms in frames]
        Path(f"{path}.json").write_text(json.dumps(described_frames))
        ase.io.write(f"{path}.ase.xyz", frames, format="extxyz")
        last = frames[-1]
        if len(last):
            # Files of one frame.
            ase.io.write(f"{path}.ase.poscar", last, format="vasp", direct=True, sort=True)
            ase.io.write(f"{path}.ase.cartesian.poscar", last, format="vasp", sort=True)
            # ASE would take the numbers of types of a dump for its own.
            last.arrays.pop("type", None)
            ase.io.write(f"{path}.ase.data", last, format="lammps-data", masses=True)

    random = np.random.default_rng(1)
    for structure in ["sc", "bcc", "fcc", "hcp"]:
        extra = {"covera": (8 / 3) ** 0.5} if structure == "hcp" else {"cubic": True}
        atoms = bulk("Fe", structure, a=constant, **extra) * (3, 4, 2)
        atoms = atoms[random.permutation(len(atoms))]
        atoms.rattle(0.02, seed=1)
        turns = random.integers(-2, 3, size=(len(atoms), 3))
        atoms.positions += turns @ atoms.cell.array
        ase.io.write(folder / f"crystal-{structure}.xyz", atoms, format="extxyz")


main()
