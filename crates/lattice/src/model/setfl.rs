//! Potentials of the embedded-atom method in the setfl format.
//!
//! The format, as the documentation of LAMMPS describes it for `pair_style eam/alloy`: three
//! lines of comments; a line with the number of elements and their names; a line with Nρ, Δρ,
//! Nr, Δr and the cutoff; then for each element a line (atomic number, mass, lattice constant,
//! lattice), Nρ values of the embedding function F(ρ) from ρ = 0 and Nr values of the density
//! ρ(r) from r = 0; then, for each pair of elements (1,1), (2,1), (2,2), (3,1), …, Nr values of
//! r·φ(r). Energies in eV, lengths in Å. Numbers may be on lines of any length, and be written as
//! Fortran does: `1.5D-03` and `1.5-103`.

use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, BufRead};

use super::tabulated::TabulatedFunction;

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
/// assert_eq!(potential.density(0, 1.0), 1.0);
/// assert_eq!(potential.pair(0, 0, 2.0), 0.5); // r·φ is 1 at r = 2
/// # Ok::<(), zobrist_lattice::model::SetflError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Setfl {
    comments: [String; 3],
    elements: Vec<Element>,
    cutoff: f64,
    embedding: Vec<TabulatedFunction>,
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

impl Setfl {
    /// Reads a file up to its last table. What follows is ignored.
    ///
    /// # Errors
    /// When the file cannot be read or is not of this format: with the line, the byte at which the
    /// word begins, what was expected and what was found.
    pub fn read(input: impl BufRead) -> Result<Setfl, SetflError> {
        let mut words = Words::new(input);
        let comments = [words.line()?, words.line()?, words.line()?];
        let count: usize =
            words.number("1 to 255 elements", |&n| (1..=MAX_ELEMENTS).contains(&n))?;
        let mut names = Vec::with_capacity(count);
        for _ in 0..count {
            names.push(words.word("the name of an element")?.to_owned());
        }
        let points = |&n: &usize| (4..=MAX_POINTS).contains(&n);
        let positive = |&x: &f64| x > 0.0 && x.is_finite();
        let densities = words.number("4 to 10,000,000 densities", points)?;
        let density_step = words.number("a step of the density above 0", positive)?;
        let distances = words.number("4 to 10,000,000 distances", points)?;
        let step = words.number("a step of the distance above 0", positive)?;
        let cutoff = words.number("a cutoff above 0", positive)?;
        let (mut elements, mut embedding, mut density) = (Vec::new(), Vec::new(), Vec::new());
        for name in names {
            elements.push(Element {
                name,
                number: words.number("an atomic number", |_| true)?,
                mass: words.number("a mass", |x: &f64| x.is_finite())?,
                lattice_constant: words.number("a lattice constant", |x: &f64| x.is_finite())?,
                lattice: words.word("the name of a lattice")?.to_owned(),
            });
            embedding.push(words.table("a value of F(ρ)", densities, density_step)?);
            density.push(words.table("a value of ρ(r)", distances, step)?);
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

    /// Returns the density that an atom of the element adds at a distance in Å: zero from the
    /// cutoff on.
    ///
    /// # Panics
    /// When there is no such element.
    pub fn density(&self, element: usize, distance: f64) -> f64 {
        if distance < self.cutoff { self.density[element].at(distance) } else { 0.0 }
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

/// The error of a file that cannot be read as setfl.
#[derive(Debug)]
#[non_exhaustive]
pub enum SetflError {
    /// Reading failed, or what follows the comments is not UTF-8.
    Io {
        /// The line that was to be read, from 1.
        line: u64,
        /// The system's error.
        source: io::Error,
    },
    /// Something else is where a number or a name was expected.
    Word {
        /// The line, from 1.
        line: u64,
        /// The offset in the file of the word's first byte, from 0.
        byte: u64,
        /// The expected item.
        expected: &'static str,
        /// The word.
        got: String,
    },
    /// The file ends too early.
    End {
        /// Its last line, from 1.
        line: u64,
        /// Its length in bytes.
        byte: u64,
        /// The expected item.
        expected: &'static str,
    },
}

impl Display for SetflError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetflError::Io { line, .. } => write!(f, "line {line} cannot be read"),
            SetflError::Word { line, byte, expected, got } => write!(
                f,
                "not a setfl file: line {line}, byte {byte}: expected {expected}, got {got:?}; give \
                 a potential in the format eam/alloy (single-element funcfl and eam/fs differ)"
            ),
            SetflError::End { line, byte, expected } => write!(
                f,
                "a truncated setfl file: expected {expected}, got the end after line {line}, byte \
                 {byte}; take another copy"
            ),
        }
    }
}

impl Error for SetflError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SetflError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// The words of a text, one by one.
struct Words<R> {
    input: R,
    text: String,
    /// The bytes of the line that have been read, its number, and the bytes before it.
    used: usize,
    line: u64,
    before: u64,
}

impl<R: BufRead> Words<R> {
    fn new(input: R) -> Words<R> {
        Words { input, text: String::new(), used: 0, line: 0, before: 0 }
    }

    /// Reads the next line; false at the end.
    fn advance(&mut self) -> Result<bool, SetflError> {
        self.before += self.text.len() as u64;
        self.text.clear();
        self.used = 0;
        let read = self.input.read_line(&mut self.text);
        let read = read.map_err(|source| SetflError::Io { line: self.line + 1, source })?;
        self.line += u64::from(read > 0);
        Ok(read > 0)
    }

    /// A comment. Many are older than UTF-8.
    fn line(&mut self) -> Result<String, SetflError> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        let read = read.map_err(|source| SetflError::Io { line: self.line + 1, source })?;
        if read == 0 {
            return Err(self.end("three lines of comments"));
        }
        (self.line, self.before) = (self.line + 1, self.before + read as u64);
        Ok(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned())
    }

    fn end(&self, expected: &'static str) -> SetflError {
        let byte = self.before + self.text.len() as u64;
        SetflError::End { line: self.line, byte, expected }
    }

    fn word(&mut self, expected: &'static str) -> Result<&str, SetflError> {
        loop {
            let rest = &self.text[self.used..];
            let blank = rest.len() - rest.trim_start().len();
            if blank < rest.len() {
                let start = self.used + blank;
                let length = self.text[start..].find(char::is_whitespace);
                self.used = length.map_or(self.text.len(), |length| start + length);
                return Ok(&self.text[start..self.used]);
            }
            if !self.advance()? {
                return Err(self.end(expected));
            }
        }
    }

    fn number<T: std::str::FromStr>(
        &mut self,
        expected: &'static str,
        good: impl Fn(&T) -> bool,
    ) -> Result<T, SetflError> {
        let word = self.word(expected)?;
        let number = word.parse().or_else(|_| of_fortran(word).parse());
        match number.ok().filter(good) {
            Some(number) => Ok(number),
            None => {
                let got = word.to_owned();
                let byte = self.before + (self.used - got.len()) as u64;
                Err(SetflError::Word { line: self.line, byte, expected, got })
            }
        }
    }

    fn table(
        &mut self,
        expected: &'static str,
        points: usize,
        step: f64,
    ) -> Result<TabulatedFunction, SetflError> {
        let mut values = Vec::new();
        for _ in 0..points {
            values.push(self.number(expected, |x: &f64| x.is_finite())?);
        }
        Ok(TabulatedFunction::new(step, values))
    }
}

/// A number as Fortran writes it, with the letter that it should have: double precision has a D,
/// and a three-digit exponent leaves no room for one.
fn of_fortran(word: &str) -> String {
    let word = word.replace(['D', 'd'], "e");
    match word.rfind(['+', '-']) {
        Some(at) if word[..at].ends_with(|c: char| c.is_ascii_digit() || c == '.') => {
            format!("{}e{}", &word[..at], &word[at..])
        }
        _ => word,
    }
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
            assert!((potential.density(1, r) - 2.0 * (4.0 - r)).abs() < 1e-13);
            for (a, b, factor) in [(0, 0, 1.0), (0, 1, 2.0), (1, 0, 2.0), (1, 1, 3.0)] {
                assert!((potential.pair(a, b, r) - factor * r).abs() < 1e-13);
            }
        }
        assert_eq!((potential.density(0, 3.5), potential.pair(0, 1, 3.6)), (0.0, 0.0));
        assert!((potential.embedding(1, 1.7) + 3.4).abs() < 1e-13);
        assert!((potential.embedding(0, 9.0) + 9.0).abs() < 1e-13);
    }

    #[test]
    fn numbers_may_be_those_of_fortran() {
        let read = |word: &str| {
            let mut words = Words::new(word.as_bytes());
            words.number("a number", |x: &f64| x.is_finite()).ok()
        };
        for (word, number) in [
            ("-.5D+00", -0.5),
            ("1.5d3", 1500.0),
            ("0.12345678E-05", 1.2345678e-6),
            ("0.1234567890123456-103", 1.234567890123456e-104),
            ("-2.+100", -2e100),
            ("-1.25-2", -0.0125),
            ("4.9D-324", 5e-324),
            ("1.0-400", 0.0),
        ] {
            assert_eq!(read(word), Some(number), "{word}");
        }
        for word in ["1.0+400", "-", "+-1", "1.0--3", "1.0-", "e-3", "x-3", "1.0-3-3", "1.0E5-3"] {
            assert_eq!(read(word), None, "{word}");
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
