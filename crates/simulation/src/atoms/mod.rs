//! Files of atoms: the start of a simulation read from one, and its frames written to one.
//!
//! [`read_frame`] reads extended XYZ, POSCAR, and the text dumps and data files of LAMMPS,
//! [`place_on_lattice`] finds the site of each atom, [`FrameWriter`] writes either format, and [`frames_up_to`] finds the part of
//! a dump that a resumed run keeps.
//!
//! ```
//! use zobrist_simulation::atoms::{
//!     DumpFormat, FrameWriter, Moment, place_on_lattice, read_atoms,
//! };
//! use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};
//!
//! let lattice = Lattice::new(Structure::Bcc, [3, 3, 3])?;
//! let mut alloy = Configuration::new(lattice);
//! alloy.set(Site(7), Species(2));
//! let names = ["Fe", "vacancy", "Cu"].map(String::from);
//! let writer = FrameWriter::new(DumpFormat::ExtendedXyz, lattice, 2.87, &names, None)?;
//! let mut bytes = Vec::new();
//! writer.write(&alloy, Moment::new(10, Some(1e-9), None), &mut bytes)?;
//!
//! let path = std::env::temp_dir().join(format!("zobrist-atoms-{}.xyz", std::process::id()));
//! std::fs::write(&path, bytes)?;
//! let frame = read_atoms(&path, &[], 1 << 20)?;
//! let sites = place_on_lattice(&frame, lattice, 2.87, 0.1)?;
//! assert_eq!(frame.atoms[sites[7].unwrap()].symbol, "Cu");
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
mod comment;
mod compression;
mod frame;
mod frames;
mod geometry;
mod keep;
mod lammps;
mod lammps_data;
mod lines;
mod placing;
mod poscar;
mod read;
mod scan;
mod single;
mod text;
mod write;
mod xyz;

pub use self::compression::{Compression, compressed_frame, write_compressed};
pub use self::frame::{Atom, Frame, VACANCY_SYMBOL};
pub use self::frames::{Frames, frames};
pub(crate) use self::geometry::{determinant, inverse};
pub use self::keep::{Kept, frames_up_to};
pub use self::placing::place_on_lattice;
pub use self::read::{read_atoms, read_frame};
pub use self::write::{DumpFormat, FollowedAtom, FrameWriter, Moment};
