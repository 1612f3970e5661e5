//! Simulations of alloys as files describe them; `docs/lattice-config.md` is the specification.
