//! Atoms of one frame of a file.

/// The symbol of a vacancy in a file: that of ASE for the atomic number 0.
pub const VACANCY_SYMBOL: &str = "X";

/// One frame of a file: its box and its atoms.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Frame {
    /// The name of the file, for messages.
    pub file: String,
    /// The three axes of the box in Å, each with its Cartesian components; `None` if the file does
    /// not say.
    pub cell: Option<[[f64; 3]; 3]>,
    /// The corner of the box from which its axes lead, in Å.
    pub origin: [f64; 3],
    /// The atoms, in the order of the file.
    pub atoms: Vec<Atom>,
    /// The number of steps, if the file says.
    pub step: Option<u64>,
    /// The time in the units of the file, if it says: s in a file of
    /// [`FrameWriter`](super::FrameWriter).
    pub time: Option<f64>,
    /// The energy in the units of the file, if it says: eV in a file of
    /// [`FrameWriter`](super::FrameWriter).
    pub energy: Option<f64>,
}

impl Frame {
    /// Creates a frame of atoms alone: without a box, with its corner at zero.
    pub fn new(file: impl Into<String>, atoms: Vec<Atom>) -> Frame {
        let file = file.into();
        Frame { file, cell: None, origin: [0.0; 3], atoms, step: None, time: None, energy: None }
    }
}

/// An atom of a file, or a vacancy.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Atom {
    /// The symbol; [`VACANCY_SYMBOL`] is a vacancy.
    pub symbol: String,
    /// The Cartesian position in Å, which may be outside of the box.
    pub position: [f64; 3],
    /// The number that it has in every frame, if the file says.
    pub id: Option<u64>,
    /// The Cartesian position in Å as if the box had no end, if the file says.
    pub unwrapped: Option<[f64; 3]>,
    /// The line in the decompressed file, from 1.
    pub line: usize,
}

impl Atom {
    /// Creates an atom at a position in Å, read from a line of its file.
    pub fn new(symbol: impl Into<String>, position: [f64; 3], line: usize) -> Atom {
        Atom { symbol: symbol.into(), position, id: None, unwrapped: None, line }
    }
}
