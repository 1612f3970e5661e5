//! The elements of a setfl file.

/// The properties of an element in a setfl file, besides its functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its name, such as `Fe`.
    pub name: String,
    /// Its atomic number.
    pub number: u32,
    /// Its mass, in atomic units.
    pub mass: f64,
    /// The constant of its lattice, in Å, if the file has it.
    pub lattice_constant: Option<f64>,
    /// The name of its lattice, such as `bcc`, if the file has it.
    pub lattice: Option<String>,
}
