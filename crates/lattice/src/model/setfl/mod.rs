//! Potentials of the embedded-atom method in the setfl format.
//!
//! The format, as the documentation of LAMMPS describes it for `pair_style eam/alloy`: three
//! lines of comments; a line with the number of elements and their names; a line with Nρ, Δρ,
//! Nr, Δr and the cutoff; then for each element a line (atomic number, mass, lattice constant,
//! lattice), Nρ values of the embedding function F(ρ) from ρ = 0 and Nr values of the density
//! ρ(r) from r = 0; then, for each pair of elements (1,1), (2,1), (2,2), (3,1), …, Nr values of
//! r·φ(r). Energies in eV, lengths in Å. Numbers may be on lines of any length, and be written as
//! Fortran does: `1.5D-03` and `1.5-103`.
//!
//! The form of Finnis and Sinclair, `pair_style eam/fs`, has as many density functions in the block
//! of each element as there are elements, in their order, so that a density also depends on the
//! atom that feels it. The k-th function in the block of element A is the density that an atom of A
//! adds at an atom of element k. So it is in the documentation of LAMMPS and in its source
//! (`pair_eam.cpp`: what an atom feels has the neighbor's element for its first index), and in
//! `ase.calculators.eam` of ASE, against whose energies this is tested.

mod error;
mod form;
mod words;

use std::io::BufRead;

use super::tabulated::TabulatedFunction;
use words::Words;

pub use error::SetflError;
pub use form::SetflForm;

/// Upper bounds on the points of a table and the elements of a file: far above those in use, and low
/// enough that a damaged line does not claim all memory. The messages of [`Setfl::read`] name them.
const MAX_POINTS: usize = 10_000_000;
const MAX_ELEMENTS: usize = 255;

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
    /// Those of each element, or, for each element, those at each element.
    density: Vec<TabulatedFunction>,
    /// r·φ(r) of the pairs (0,0), (1,0), (1,1), (2,0), …
    pairs: Vec<TabulatedFunction>,
}

/// The properties of an element in a setfl file, besides its functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its name, such as `Fe`.
    pub name: String,
    /// Its atomic number.
    pub number: u32,
    /// Its mass, in atomic units.
    pub mass: f64,
    /// The constant of its lattice, in Å.
    pub lattice_constant: f64,
    /// The name of its lattice, such as `bcc`.
    pub lattice: String,
}

impl Element {
    /// Reads the line of an element. After that of the first, four numbers in its place are the
    /// densities of another form, and not a lattice that has a number for its name.
    fn read(
        words: &mut Words<impl BufRead>,
        name: String,
        is_first: bool,
    ) -> Result<Element, SetflError> {
        Ok(Element {
            name,
            number: words.number("an atomic number", |_| true)?,
            mass: words.number("a mass", |x: &f64| x.is_finite())?,
            lattice_constant: words.number("a lattice constant", |x: &f64| x.is_finite())?,
            lattice: match is_first {
                true => words.name("the name of a lattice")?,
                false => words.name_not_a_number("the name of a lattice")?,
            },
        })
    }
}

impl Setfl {
    /// Reads a file of the form [`Alloy`](SetflForm::Alloy) up to its last table. What follows is
    /// ignored.
    ///
    /// # Errors
    /// As for [`read_as`](Setfl::read_as).
    pub fn read(input: impl BufRead) -> Result<Setfl, SetflError> {
        Setfl::read_as(input, SetflForm::Alloy)
    }

    /// Reads a file of either form up to its last table. What follows is ignored.
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
    /// word begins, what was expected and what was found. When the first element has as many numbers
    /// as in the other form, [`SetflError::Form`] says so.
    pub fn read_as(input: impl BufRead, form: SetflForm) -> Result<Setfl, SetflError> {
        let mut words = Words::new(input);
        let comments = [words.line()?, words.line()?, words.line()?];
        let count: usize =
            words.number("1 to 255 elements", |&n| (1..=MAX_ELEMENTS).contains(&n))?;
        let mut names = Vec::with_capacity(count);
        for _ in 0..count {
            names.push(words.name("the name of an element")?);
        }
        let points = |&n: &usize| (4..=MAX_POINTS).contains(&n);
        let positive = |&x: &f64| x > 0.0 && x.is_finite();
        let densities = words.number("4 to 10,000,000 densities", points)?;
        let density_step = words.number("a step of the density above 0", positive)?;
        let distances = words.number("4 to 10,000,000 distances", points)?;
        let step = words.number("a step of the distance above 0", positive)?;
        let cutoff = words.number("a cutoff above 0", positive)?;
        let (mut elements, mut embedding, mut density) = (Vec::new(), Vec::new(), Vec::new());
        let receivers = form.density_functions(count);
        let numbers = |form: SetflForm| densities + form.density_functions(count) * distances;
        for name in names {
            let block = (|| {
                elements.push(Element::read(&mut words, name, elements.is_empty())?);
                embedding.push(words.table("a value of F(ρ)", densities, density_step)?);
                for _ in 0..receivers {
                    density.push(words.table("a value of ρ(r)", distances, step)?);
                }
                Ok(())
            })();
            // The forms part between the first element and the second.
            block.map_err(|error| match (&elements[..], &error) {
                ([first], SetflError::Word { .. }) => {
                    of_other_form(&mut words, first, form, numbers).unwrap_or(error)
                }
                _ => error,
            })?;
        }
        let pairs = (0..count * (count + 1) / 2)
            .map(|_| words.table("a value of r·φ(r)", distances, step))
            .collect::<Result<_, _>>()?;
        Ok(Setfl { comments, elements, cutoff, embedding, density, pairs })
    }

    /// Returns the three lines at the head of the file, without their ends; U+FFFD stands for what
    /// is not UTF-8.
    pub fn comments(&self) -> &[String; 3] {
        &self.comments
    }

    /// Returns the elements, in the order of the file.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Returns the cutoff: the distance in Å from which atoms do not interact.
    pub fn cutoff(&self) -> f64 {
        self.cutoff
    }

    /// Returns the embedding energy F(ρ) of an element, in eV. Beyond the table it is extrapolated
    /// linearly.
    ///
    /// # Panics
    /// When there is no such element.
    pub fn embedding(&self, element: usize, density: f64) -> f64 {
        self.embedding[element].at(density)
    }

    /// Returns the density at an atom of the element `at` that an atom of the element `from` adds
    /// at a distance in Å: zero from the cutoff on. In the form alloy it does not depend on `at`.
    ///
    /// # Panics
    /// When there is no such element.
    pub fn density(&self, at: usize, from: usize, distance: f64) -> f64 {
        let elements = self.elements.len();
        assert!(at < elements && from < elements, "{at} and {from} of {elements} elements");
        let function = if self.density_depends_on_receiver() { from * elements + at } else { from };
        if distance < self.cutoff { self.density[function].at(distance) } else { 0.0 }
    }

    /// Whether a density depends on the atom that feels it: in the form of Finnis and Sinclair, with
    /// more elements than one.
    pub(crate) fn density_depends_on_receiver(&self) -> bool {
        self.density.len() > self.elements.len()
    }

    /// Returns the pair energy φ(r) of two elements, in eV, at a distance in Å above 0: zero from
    /// the cutoff on.
    ///
    /// # Panics
    /// When there is no such element.
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

/// The error of a file in which the numbers of the first element, where a word was refused, are as
/// many as the other form has. Reads on to the next name.
fn of_other_form(
    words: &mut Words<impl BufRead>,
    element: &Element,
    form: SetflForm,
    numbers: impl Fn(SetflForm) -> usize,
) -> Option<SetflError> {
    let (expected, got) = (numbers(form), numbers(form.other()));
    let (between, line) = words.numbers_between_names()?;
    // From one lattice to the next there are three numbers more.
    let is_other = got != expected && between == got + 3;
    let element = element.name.clone();
    is_other.then_some(SetflError::Form { form, element, line, expected, got })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two elements, with functions that a cubic represents exactly.
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
                text += &format!("{} ", pair * i * i);
            }
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
                assert!((potential.pair(a, b, r) - factor * r).abs() < 1e-13);
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
        text + &"0 ".repeat(30) + "\n"
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
        // The same with whole numbers: nothing in the next density betrays that it is no element.
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
        // What is damaged is of neither form.
        for (text, form) in [(&fs, SetflForm::Alloy), (&alloy, SetflForm::FinnisSinclair)] {
            let damaged = text.replacen("bcc\n", "bcc\n0.5 ", 1);
            let error = Setfl::read_as(damaged.as_bytes(), form).expect_err("damaged");
            assert!(matches!(error, SetflError::Word { .. }), "{error}");
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
        let cuts = text.char_indices().map(|(at, _)| at).filter(|&at| at + 4 < text.len());
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
