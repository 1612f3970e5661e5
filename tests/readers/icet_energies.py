"""Cluster expansions by icet, and its energies of random configurations.

    icet_energies.py EXPORT FOLDER

EXPORT is docs/icet-export.py. Each expansion NAME gives a folder FOLDER/NAME with the files of ATAT, and FOLDER/NAME.xyz
with configurations whose `energy` is that of the whole box, in eV.
"""

import importlib.util
import sys
import warnings
from pathlib import Path

import ase.io
import numpy as np
from ase.build import bulk
from ase.calculators.singlepoint import SinglePointCalculator
from icet import ClusterExpansion, ClusterSpace

COUNT = 200


def main():
    spec = importlib.util.spec_from_file_location("export", sys.argv[1])
    export = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(export)
    folder = Path(sys.argv[2])
    random = np.random.default_rng(7)
    hexagonal = {"a": 2.95, "c": 4.68}
    kinds = [
        ("copper-gold", "fcc", {"a": 4.0}, [6.5, 4.5, 3.0], ["Cu", "Au"], (4, 4, 4)),
        ("ternary", "fcc", {"a": 4.0}, [4.5, 3.0], ["Cu", "Au", "Pd"], (4, 4, 4)),
        ("iron-chromium", "bcc", {"a": 2.87}, [6.0, 4.2, 4.2], ["Fe", "Cr"], (5, 5, 5)),
        ("titanium", "hcp", hexagonal, [5.0, 4.0], ["Ti", "Al"], (5, 5, 4)),
        ("four", "hcp", hexagonal, [4.0, 3.0], ["Ti", "Al", "V", "Mo"], (5, 5, 4)),
    ]
    for name, structure, cell, cutoffs, elements, repeats in kinds:
        primitive = bulk(elements[0], structure, **cell)
        space = ClusterSpace(primitive, cutoffs, elements)
        expansion = ClusterExpansion(space, random.normal(size=len(space)) * 0.05)
        export.export(expansion, folder / name)
        one = primitive if structure == "hcp" else bulk(elements[0], structure, cubic=True, **cell)
        box = one * repeats
        frames = []
        for _ in range(COUNT):
            box.symbols = random.choice(elements, size=len(box), p=random.dirichlet(np.ones(len(elements))))
            energy = expansion.predict(box) * len(box) / len(primitive)
            frame = box.copy()
            if structure == "hcp":
                # The ratio of the axes makes no difference to the energy.
                ideal = frame.cell.array * [1, 1, (8 / 3) ** 0.5 * cell["a"] / cell["c"]]
                frame.set_cell(ideal, scale_atoms=True)
            frame.calc = SinglePointCalculator(frame, energy=energy)
            frames.append(frame)
        ase.io.write(folder / f"{name}.xyz", frames, format="extxyz")


warnings.simplefilter("ignore")
main()
