//! Potentials of the embedded-atom method in the setfl format.
//!
//! The format, as the documentation of LAMMPS describes it for `pair_style eam/alloy`: three
//! lines of comments; a line with the number of elements and their names; a line with Nρ, Δρ,
//! Nr, Δr and the cutoff; then for each element a line (atomic number, mass, lattice constant,
//! lattice), Nρ values of the embedding function F(ρ) from ρ = 0 and Nr values of the density
//! ρ(r) from r = 0; then, for each pair of elements (1,1), (2,1), (2,2), (3,1), …, Nr values of
//! r·φ(r). Energies in eV, lengths in Å. Numbers of a table may be on lines of any length, and be
//! written as Fortran does: `1.5D-03` and `1.5-103`, which LAMMPS refuses.
//!
//! Lines are read as LAMMPS reads them (`pair_eam_alloy.cpp`, `text_file_reader.cpp`): each table
//! and each element begins on a line of its own; a `#` after the comments begins another comment;
//! the line of an element needs its first two numbers alone; a value more on the last line of a
//! table is left out. [`Setfl::notes`] has such peculiarities. LAMMPS takes no notice of more
//! numbers than these, or of what follows the last table; here they are errors, since the energies
//! would be wrong.
//!
//! The form of Finnis and Sinclair, `pair_style eam/fs`, has as many density functions in the block
//! of each element as there are elements, in their order, so that a density also depends on the
//! atom that feels it. The k-th function in the block of element A is the density that an atom of A
//! adds at an atom of element k. So it is in the documentation of LAMMPS and in its source
//! (`pair_eam.cpp`: what an atom feels has the neighbor's element for its first index), against
//! whose energies this is tested, and in `ase.calculators.eam` of ASE.

mod error;
mod form;
mod lines;
mod reader;

use std::io::BufRead;

use super::tabulated::TabulatedFunction;
use reader::{DENSITY, EMBEDDING, PAIR, Reader};

pub use error::{SetflError, SetflNote};
pub use form::{Element, SetflForm};

/// The potential of a setfl file: its elements and their functions.
///
/// ```
/// use zobrist_lattice::model::Setfl;
///
/// // One element, four points per table, each on one line.
/// let file = "made up\nfor an\nexample\n1 Xx\n4 1.0 4 1.0 3.0\n\
///             0 1.0 2.0 bcc\n0 -1 -2 -3\n0 1 0.5 0\n0 2 1 0\n";
/// let potential = Setfl::read(file.as_bytes())?;
/// assert_eq!(potential.elements()[0].name, "Xx");
/// assert_eq!(potential.embedding(0, 2.0), -2.0);
/// assert_eq!(potential.density(0, 0, 1.0), 1.0);
/// assert_eq!(potential.pair(0, 0, 2.0), 0.5); // r·φ is 1 at r = 2
/// # Ok::<(), zobrist_lattice::model::SetflError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Setfl {
    comments: [String; 3],
    elements: Vec<Element>,
    cutoff: f64,
    embedding: Vec<TabulatedFunction>,
    /// The density of each element, or, for each element, its density at each element.
    density: Vec<TabulatedFunction>,
    /// r·φ(r) of the pairs (0,0), (1,0), (1,1), (2,0), …
    pairs: Vec<TabulatedFunction>,
    notes: Vec<SetflNote>,
}

impl Setfl {
    /// Reads a file of the form [`Alloy`](SetflForm::Alloy).
    ///
    /// # Errors
    /// As for [`read_as`](Setfl::read_as).
    pub fn read(input: impl BufRead) -> Result<Setfl, SetflError> {
        Setfl::read_as(input, SetflForm::Alloy)
    }

    /// Reads a file of either form.
    ///
    /// ```
    /// use zobrist_lattice::model::{Setfl, SetflForm};
    ///
    /// let file = "made up\nfor an\nexample\n2 Xx Yy\n4 1.0 4 1.0 3.0\n\
    ///             1 1.0 2.0 bcc\n0 -1 -2 -3\n1 1 1 1\n2 2 2 2\n\
    ///             2 4.0 2.0 bcc\n0 -1 -2 -3\n3 3 3 3\n4 4 4 4\n\
    ///             0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    /// let potential = Setfl::read_as(file.as_bytes(), SetflForm::FinnisSinclair)?;
    /// // At an Xx, from a Yy: the first function in the block of Yy.
    /// assert_eq!(potential.density(0, 1, 2.0), 3.0);
    /// assert_eq!(potential.density(1, 0, 2.0), 2.0);
    /// // In the other form, the second element would begin where the second density does.
    /// let error = Setfl::read(file.as_bytes()).unwrap_err().to_string();
    /// assert!(error.contains("expected 8 numbers") && error.contains("got 12"), "{error}");
    /// # Ok::<(), zobrist_lattice::model::SetflError>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read or is not of this form: with the line, the byte at which the
    /// word begins, what was expected and what was found. When the first element has as many
    /// numbers as in the other form, [`SetflError::Form`] says so; when there are more numbers, as
    /// in files of `pair_style adp`, `eam/cd` and `eam/he`, [`SetflError::Kind`].
    pub fn read_as(input: impl BufRead, form: SetflForm) -> Result<Setfl, SetflError> {
        let mut reader = Reader::new(input);
        let comments = reader.comments()?;
        let (names, grid) = reader.head(&comments)?;
        let count = names.len();
        let (mut elements, mut embedding, mut density) = (Vec::new(), Vec::new(), Vec::new());
        let receivers = form.density_functions(count);
        let numbers =
            |form: SetflForm| grid.densities + form.density_functions(count) * grid.distances;
        for name in names {
            let block = (|| {
                elements.push(reader.element(name, elements.is_empty(), count == 1)?);
                embedding.push(reader.table(EMBEDDING, grid.densities, grid.density_step)?);
                for _ in 0..receivers {
                    density.push(reader.table(DENSITY, grid.distances, grid.step)?);
                }
                Ok(())
            })();
            // The forms part between the first element and the second.
            block.map_err(|error| match (&elements[..], &error) {
                ([first, ..], SetflError::Word { .. } | SetflError::Count { .. }) => {
                    reader.of_other_form(first, form, numbers).unwrap_or(error)
                }
                _ => error,
            })?;
        }
        let count_of_pairs = count * (count + 1) / 2;
        let pairs = (0..count_of_pairs)
            .map(|_| reader.table(PAIR, grid.distances, grid.step))
            .collect::<Result<_, _>>()?;
        let notes = reader.end(grid.distances, count_of_pairs)?;
        Ok(Setfl { comments, elements, cutoff: grid.cutoff, embedding, density, pairs, notes })
    }

    /// Returns what the file has that the format does not, and that was read as LAMMPS reads it.
    #[must_use]
    pub fn notes(&self) -> &[SetflNote] {
        &self.notes
    }

    /// Returns the three lines at the head of the file, without their ends; U+FFFD stands for what
    /// is not UTF-8.
    #[must_use]
    pub fn comments(&self) -> &[String; 3] {
        &self.comments
    }

    /// Returns the elements, in the order of the file.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Returns the cutoff: the distance in Å from which atoms do not interact.
    #[must_use]
    pub fn cutoff(&self) -> f64 {
        self.cutoff
    }

    /// Returns the last density of the tables of F(ρ).
    #[must_use]
    pub fn last_density(&self) -> f64 {
        self.embedding[0].end()
    }

    /// Returns the last distance of the tables of ρ(r) and r·φ(r), in Å: the cutoff can be above
    /// it.
    #[must_use]
    pub fn last_distance(&self) -> f64 {
        self.density[0].end()
    }

    /// Returns the embedding energy F(ρ) of an element, in eV. Outside the table it is that of
    /// LAMMPS (`pair_eam.cpp`): beyond the [last density](Setfl::last_density) the straight line
    /// with the slope there, below 0 the cubic of the first interval.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    pub fn embedding(&self, element: usize, density: f64) -> f64 {
        self.embedding[element].at_or_beyond(density)
    }

    /// Returns the density at an atom of the element `at` that an atom of the element `from` adds
    /// at a distance in Å: zero from the cutoff on, and below it, but beyond the [last
    /// distance](Setfl::last_distance), the last of the table. In the form alloy it does not depend
    /// on `at`.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    pub fn density(&self, at: usize, from: usize, distance: f64) -> f64 {
        let elements = self.elements.len();
        assert!(at < elements && from < elements, "{at} and {from} of {elements} elements");
        let function = if self.density_depends_on_receiver() { from * elements + at } else { from };
        if distance < self.cutoff { self.density[function].at(distance) } else { 0.0 }
    }

    /// True if a density depends on the atom that feels it: in the form of Finnis and Sinclair,
    /// with more elements than one.
    pub(crate) fn density_depends_on_receiver(&self) -> bool {
        self.density.len() > self.elements.len()
    }

    /// Returns the pair energy φ(r) of two elements, in eV, at a distance in Å above 0: zero from
    /// the cutoff on. Below it, but beyond the [last distance](Setfl::last_distance), r·φ(r) is the
    /// last of the table.
    ///
    /// # Panics
    /// When there is no such element.
    #[must_use]
    pub fn pair(&self, a: usize, b: usize, distance: f64) -> f64 {
        if distance >= self.cutoff {
            return 0.0;
        }
        let (low, high) = (a.min(b), a.max(b));
        self.pairs[high * (high + 1) / 2 + low].at(distance) / distance
    }

    /// The bits of everything that determines energies, for fingerprints.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        let tables = self.embedding.iter().chain(&self.density).chain(&self.pairs);
        std::iter::once(self.cutoff.to_bits()).chain(tables.flat_map(TabulatedFunction::words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two elements, with functions that are straight lines.
    fn file() -> String {
        let mut text = String::from("a\r\nb\nc\n 2 Aa Bb\n6 0.5 5 1.0 3.5\n");
        for element in 0..2 {
            text += &format!("{} 55.8 2.87 bcc\n", 26 + element);
            for i in 0..6 {
                text += &format!("{} ", -(1.0 + element as f64) * 0.5 * i as f64);
            }
            text += "\n";
            for i in 0..5 {
                text += &format!("{}D+00\n", (4 - i) * (1 + element));
            }
        }
        for pair in 1..=3 {
            for i in 0..5 {
                text += &format!("{} ", pair * i);
            }
            text += "\n";
        }
        text
    }

    #[test]
    fn functions_are_those_of_the_file() {
        let potential = Setfl::read(file().as_bytes()).expect("a good file");
        assert_eq!(potential.comments(), &["a", "b", "c"]);
        assert_eq!(potential.elements()[1].name, "Bb");
        assert_eq!(potential.elements()[1].number, 27);
        assert_eq!(potential.cutoff(), 3.5);
        for r in [1.0, 1.3, 2.9, 3.4] {
            assert!((potential.density(0, 1, r) - 2.0 * (4.0 - r)).abs() < 1e-13);
            for (a, b, factor) in [(0, 0, 1.0), (0, 1, 2.0), (1, 0, 2.0), (1, 1, 3.0)] {
                assert!((potential.pair(a, b, r) - factor).abs() < 1e-13);
            }
        }
        assert_eq!((potential.density(1, 0, 3.5), potential.pair(0, 1, 3.6)), (0.0, 0.0));
        assert!((potential.embedding(1, 1.7) + 3.4).abs() < 1e-13);
        assert!((potential.embedding(0, 9.0) + 9.0).abs() < 1e-13);
    }

    /// Three elements in the form of Finnis and Sinclair. Each density is a constant of its own.
    fn finnis_sinclair() -> String {
        let mut text = String::from("a\nb\nc\n3 Aa Bb Cc\n4 0.5 5 1.0 3.5\n");
        for from in 1..=3 {
            text += &format!("{from} 55.8 2.87 bcc\n0 -1 -2 -3\n");
            for at in 1..=3 {
                text += &(format!("{from}.{at} ").repeat(5) + "\n");
            }
        }
        text + &("0 ".repeat(5) + "\n").repeat(6)
    }

    #[test]
    fn densities_depend_on_where_they_are_felt() {
        let potential = Setfl::read_as(finnis_sinclair().as_bytes(), SetflForm::FinnisSinclair);
        let potential = potential.expect("a good file");
        for at in 0..3 {
            for from in 0..3 {
                let density = (11 + 10 * from + at) as f64 / 10.0;
                assert!((potential.density(at, from, 2.0) - density).abs() < 1e-13);
                assert_eq!(potential.density(at, from, 3.5), 0.0);
            }
        }
        // The controls: no order of a pair is as good as the other, and elements have an end.
        assert_ne!(potential.density(0, 2, 2.0), potential.density(2, 0, 2.0));
        for (at, from) in [(3, 0), (0, 3), (1, 3)] {
            let density = || potential.density(at, from, 2.0);
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(density)).is_err());
        }
    }

    #[test]
    fn the_other_form_is_named() {
        let fs = finnis_sinclair();
        // With whole numbers, nothing in the next density betrays that it is no element.
        let zeros = fs.replace("1.1", "0").replace("1.2", "0").replace("1.3", "0");
        for text in [&fs, &zeros] {
            let error = Setfl::read(text.as_bytes()).expect_err("another form");
            let SetflError::Form { ref element, line, expected, got, .. } = error else {
                panic!("{error}");
            };
            assert_eq!((&element[..], line, expected, got), ("Aa", 11, 9, 19));
        }
        let alloy = file();
        let error = Setfl::read_as(alloy.as_bytes(), SetflForm::FinnisSinclair);
        assert_eq!(
            error.expect_err("another form").to_string(),
            "not a setfl file of the form eam/fs: expected 16 numbers for the functions of \"Aa\", \
             got 11 before line 13, as many as in the form eam/alloy; read it as eam/alloy"
        );
        // A damaged file is of neither form.
        for (text, form) in [(&fs, SetflForm::Alloy), (&alloy, SetflForm::FinnisSinclair)] {
            let damaged = text.replacen("bcc\n", "bcc\n0.5 ", 1);
            let error = Setfl::read_as(damaged.as_bytes(), form).expect_err("damaged");
            let is_of_neither = matches!(error, SetflError::Count { .. } | SetflError::Word { .. });
            assert!(is_of_neither, "{error}");
        }
    }

    #[test]
    fn comments_may_be_of_any_bytes() {
        let mut bytes = b"\xc5ngstr\xf6m\n".to_vec();
        bytes.extend_from_slice(&file().as_bytes()["a\r\n".len()..]);
        let potential = Setfl::read(&bytes[..]).expect("a good file");
        assert_eq!(potential.comments(), &["\u{fffd}ngstr\u{fffd}m", "b", "c"]);
        assert_eq!(potential.elements()[0].name, "Aa");
        // The lines after them keep their places.
        let at = bytes.windows(5).position(|word| word == b"55.8 ").expect("a mass");
        bytes[at] = b'x';
        match Setfl::read(&bytes[..]).expect_err("no mass") {
            SetflError::Word { line, byte, .. } => assert_eq!((line, byte), (6, at as u64)),
            error => panic!("{error}"),
        }
        bytes[at] = 0xff;
        assert!(matches!(Setfl::read(&bytes[..]), Err(SetflError::Io { line: 6, .. })));
    }

    #[test]
    fn every_cut_is_an_error_and_every_bad_word_is_named() {
        let text = file();
        let cuts = text.char_indices().map(|(at, _)| at).filter(|&at| at + 5 < text.len());
        for cut in cuts.step_by(3) {
            assert!(Setfl::read(&text.as_bytes()[..cut]).is_err(), "cut at {cut}");
        }
        for (good, bad) in [(" 2 Aa", " x Aa"), ("0.5 5", "-0.5 5"), ("55.8", "NaN")] {
            let damaged = text.replacen(good, bad, 1);
            let error = Setfl::read(damaged.as_bytes()).expect_err("damaged");
            let SetflError::Word { byte, got, .. } = &error else { panic!("{error}") };
            assert!(bad.contains(got.as_str()), "{error}");
            assert!(damaged[*byte as usize..].starts_with(got.as_str()), "{error}");
        }
        let error = Setfl::read(&b"a\nb\nc\n1 Fe\n99999999999 0.1 5 0.1 5.0\n"[..]);
        let error = error.expect_err("too many").to_string();
        assert!(error.contains("line 5, byte 11: expected 4 to 10,000,000 densities"), "{error}");
        for (line, range) in [
            ("0 Aa\n", "1 to 255 elements"),
            ("256 Aa\n", "1 to 255 elements"),
            ("1 Aa\n3 0.5 5 1.0 3.5\n", "4 to 10,000,000 densities"),
            ("1 Aa\n6 0.5 10000001 1.0 3.5\n", "4 to 10,000,000 distances"),
        ] {
            let error = Setfl::read(format!("a\nb\nc\n{line}").as_bytes()).expect_err("beyond");
            assert!(error.to_string().contains(&format!("expected {range}, got")), "{error}");
        }
    }
}
