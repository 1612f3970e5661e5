"""Kinetic Monte Carlo of alloys on a lattice, with barriers from a function of one's own.

``run`` simulates what a configuration describes: vacancies that jump, with pair energies or an EAM potential, or with
barriers from a function that it calls with jumps. The recall remembers each barrier under the surroundings of the
jump, up to the symmetries of the lattice, so that a costly function is called for few of them.

>>> import zobrist
>>> run = zobrist.lattice.run("data/iron-copper.toml")
>>> run.evaluations < 0.01 * run.hits
True
"""

from zobrist._lattice import Audit, Jump, Recall
from zobrist._zobrist import Run, _lattice

run = _lattice.run
# Where other processes find it.
run.__module__ = __name__

__all__ = ["Audit", "Jump", "Recall", "Run", "run"]
