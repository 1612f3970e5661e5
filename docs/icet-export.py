"""Writes a cluster expansion of icet as files of ATAT: lat.in, clusters.out and eci.out.

    python icet-export.py EXPANSION.ce FOLDER

Energies of the expansion are those of a primitive cell: one fitted to energies of an atom of hcp is half of it.
"""

import sys
from pathlib import Path

from ase.data import chemical_symbols
from icet import ClusterExpansion


def export(expansion, folder):
    space = expansion.get_cluster_space_copy()
    cell = space.primitive_structure
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    # The elements of each site, in the order of their numbers in the functions.
    symbols = [[chemical_symbols[z] for z in sorted(of, key=of.get)] for of in space.species_maps]
    rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1], *cell.cell.array]
    lines = [" ".join(repr(float(x)) for x in row) for row in rows]
    for position, elements in zip(cell.positions, symbols):
        lines.append(" ".join(repr(float(x)) for x in position) + " " + ",".join(elements))
    (folder / "lat.in").write_text("\n".join(lines) + "\n")

    clusters, energies = [], []
    for row in expansion.to_dataframe().to_dict("records"):
        points = []
        if row["order"] > 0:
            orbit = row["orbit_index"]
            places = space.get_coordinates_of_representative_cluster(orbit)
            for place, function in zip(places, row["multicomponent_vector"]):
                point = " ".join(repr(float(x)) for x in place)
                more = f" {len(symbols[0]) - 2} {function}" if len(symbols[0]) > 2 else ""
                points.append(point + more)
        clusters.append("\n".join([str(row["multiplicity"]), str(row["radius"]), str(len(points)), *points]))
        energies.append(repr(float(row["eci"])))
    (folder / "clusters.out").write_text("\n\n".join(clusters) + "\n")
    (folder / "eci.out").write_text("\n".join(energies) + "\n")


if __name__ == "__main__":
    export(ClusterExpansion.read(sys.argv[1]), sys.argv[2])
