//! The parts of a setfl file, in their order: each begins on a line of its own.

use std::io::BufRead;

use super::error::{SetflError, SetflNote};
use super::form::{Element, SetflForm};
use super::lines::{Lines, finite, parsed};
use crate::model::tabulated::TabulatedFunction;

/// Upper bounds on the points of a table and the elements of a file: far above those in use, and
/// low enough that a damaged line does not claim all memory. The messages name them.
const MAX_POINTS: usize = 10_000_000;
const MAX_ELEMENTS: usize = 255;

/// Largest degree of the polynomial that ends a file of `eam/cd`.
const MAX_DEGREE: usize = 32;

/// The points of the tables and the cutoff, as the head of a file says.
pub(super) struct Grid {
    pub(super) densities: usize,
    pub(super) density_step: f64,
    pub(super) distances: usize,
    pub(super) step: f64,
    pub(super) cutoff: f64,
}

/// The items of a table, in words.
#[derive(Clone, Copy)]
pub(super) struct Items {
    one: &'static str,
    many: &'static str,
}

pub(super) const EMBEDDING: Items = Items { one: "a value of F(ρ)", many: "values of F(ρ)" };
pub(super) const DENSITY: Items = Items { one: "a value of ρ(r)", many: "values of ρ(r)" };
pub(super) const PAIR: Items = Items { one: "a value of r·φ(r)", many: "values of r·φ(r)" };

pub(super) struct Reader<R> {
    lines: Lines<R>,
    notes: Vec<SetflNote>,
    /// The first line that ends a table with a value more, and the number of such tables.
    more: Option<(u64, u64)>,
    /// The numbers on the lines since that of the first element, as long as the form of the file
    /// can be another than the one that is read.
    numbers: Option<usize>,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(input: R) -> Reader<R> {
        Reader { lines: Lines::new(input), notes: Vec::new(), more: None, numbers: None }
    }

    /// Goes on to the next line, where something is expected.
    fn next(&mut self, expected: &'static str) -> Result<(), SetflError> {
        self.count_line();
        self.lines.expect(expected)
    }

    fn count_line(&mut self) {
        if let Some(numbers) = &mut self.numbers {
            *numbers += self.lines.words().count();
        }
    }

    /// Takes a word of the line.
    fn take<T>(
        &mut self,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, SetflError> {
        let line = self.lines.number();
        let Some(word) = self.lines.take() else { return Ok(None) };
        read(word.text).map(Some).ok_or_else(|| word.refused(line, expected))
    }

    pub(super) fn comments(&mut self) -> Result<[String; 3], SetflError> {
        let comments = [self.lines.comment()?, self.lines.comment()?, self.lines.comment()?];
        let mut words = comments[0].split_ascii_whitespace();
        match words.find(|word| *word == "UNITS:").and_then(|_| words.next()) {
            None | Some("metal") => {}
            Some(got) => return Err(SetflError::Units { got: got.to_owned() }),
        }
        Ok(comments)
    }

    /// The names of the elements, and the points of the tables.
    pub(super) fn head(
        &mut self,
        comments: &[String; 3],
    ) -> Result<(Vec<String>, Grid), SetflError> {
        let head = self.names().and_then(|names| Ok((names, self.grid()?)));
        head.map_err(|error| match comments.iter().position(|line| has_elements(line)) {
            Some(at) => SetflError::Comments { line: at as u64 + 1 },
            None => error,
        })
    }

    fn names(&mut self) -> Result<Vec<String>, SetflError> {
        const EXPECTED: &str = "1 to 255 elements";
        self.next(EXPECTED)?;
        let in_range = |n: &usize| (1..=MAX_ELEMENTS).contains(n);
        let count = self.take(EXPECTED, |word| parsed(word).filter(in_range))?;
        let expected = count.unwrap_or(0);
        let rest = self.lines.take_rest();
        let names: Vec<String> = rest.split_ascii_whitespace().map(str::to_owned).collect();
        if names.len() != expected {
            let (line, items, got) = (self.lines.number(), "names of elements", names.len());
            return Err(SetflError::Count { line, items, expected, got });
        }
        Ok(names)
    }

    fn grid(&mut self) -> Result<Grid, SetflError> {
        let points = |word: &str| parsed(word).filter(|n| (4..=MAX_POINTS).contains(n));
        let positive = |word: &str| finite(word).filter(|x| *x > 0.0);
        let grid = Grid {
            densities: self.of_head("4 to 10,000,000 densities", points)?,
            density_step: self.of_head("a step of the density above 0", positive)?,
            distances: self.of_head("4 to 10,000,000 distances", points)?,
            step: self.of_head("a step of the distance above 0", positive)?,
            cutoff: self.of_head("a cutoff above 0", positive)?,
        };
        let line = self.lines.number();
        let got = self.lines.take_rest();
        match got.split(' ').next() {
            Some(word) if parsed::<f64>(word).is_some() => {
                let got = format!("{word} after the cutoff");
                return Err(SetflError::Kind { line, kind: "eam/he", got });
            }
            Some("") | None => {}
            Some(_) => self.notes.push(SetflNote::AfterCutoff { line, got }),
        }
        Ok(grid)
    }

    /// A number of the head, which may be on several lines.
    fn of_head<T>(
        &mut self,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, SetflError> {
        loop {
            if let Some(number) = self.take(expected, &read)? {
                return Ok(number);
            }
            self.next(expected)?;
        }
    }

    /// The line of an element.
    pub(super) fn element(
        &mut self,
        name: String,
        is_first: bool,
        is_only: bool,
    ) -> Result<Element, SetflError> {
        self.next("the line of an element")?;
        let line = self.lines.number();
        let fewer = |got| {
            let items = "numbers on the line of an element";
            SetflError::Count { line, items, expected: 3, got }
        };
        let number = self.take("an atomic number", parsed)?.ok_or_else(|| fewer(0))?;
        let mass = |word: &str| finite(word).filter(|mass| *mass > 0.0);
        let mass = self.take("a mass above 0", mass)?.ok_or_else(|| fewer(1))?;
        let constant = self.lines.words().nth(2).and_then(finite);
        if constant.is_some() {
            self.lines.take();
        }
        // More numbers are the values of a table that is longer than the head says.
        let is_name = |word: &str| parsed::<f64>(word).is_none().then(|| word.to_owned());
        let lattice = self.take("the name of a lattice", is_name)?;
        if constant.is_none() || lattice.is_none() {
            self.notes.push(SetflNote::Lattice { line, element: name.clone() });
        }
        let got = self.lines.take_rest();
        if !got.is_empty() {
            self.notes.push(SetflNote::AfterLattice { line, got });
        }
        if is_first {
            self.lines.skip_line();
            self.numbers = (!is_only).then_some(0);
        } else if lattice.is_some() {
            self.numbers = None;
        }
        Ok(Element { name, number, mass, lattice_constant: constant, lattice })
    }

    /// Reads a table. Other text on its last line is no part of the next.
    pub(super) fn table(
        &mut self,
        items: Items,
        points: usize,
        step: f64,
    ) -> Result<TabulatedFunction, SetflError> {
        let mut values: Vec<f64> = Vec::new();
        // The words on its first line and on the second.
        let mut lengths = [None; 2];
        loop {
            self.next(items.one)?;
            let (line, before) = (self.lines.number(), values.len());
            while values.len() < points {
                match self.take(items.one, finite) {
                    Ok(Some(value)) => values.push(value),
                    Ok(None) => break,
                    Err(error) => return Err(self.fewer(items, points, before).unwrap_or(error)),
                }
            }
            if let Some(length) = lengths.iter_mut().find(|length| length.is_none()) {
                *length = Some(self.lines.words().count());
            }
            if values.len() < points {
                continue;
            }
            let rest = self.lines.take_rest();
            if !rest.is_empty() {
                // If the first line is shorter than the second, the surplus is of an earlier table.
                let is_one = finite(&rest).is_some()
                    && lengths[1].is_none_or(|second| Some(second) <= lengths[0]);
                if !is_one {
                    let got = points + rest.split(' ').count();
                    let more = SetflError::Count { line, items: items.many, expected: points, got };
                    return Err(self.fewer(items, points, before).unwrap_or(more));
                }
                self.more.get_or_insert((line, 0)).1 += 1;
            }
            return Ok(TabulatedFunction::new(step, values));
        }
    }

    /// The error of a table that ends before the line of an element, if the present line is one.
    fn fewer(&self, items: Items, expected: usize, got: usize) -> Option<SetflError> {
        let mut words = self.lines.words();
        let is_element = words.next().is_some_and(|word| parsed::<u32>(word).is_some())
            && words.next().and_then(finite).is_some_and(|mass| mass > 0.0)
            && words.any(|word| parsed::<f64>(word).is_none());
        let line = self.lines.number();
        is_element.then_some(SetflError::Count { line, items: items.many, expected, got })
    }

    /// The error of a file in which the numbers of the first element, where something was refused,
    /// are as many as the other form has. Reads on to the next line with a word that is no number.
    pub(super) fn of_other_form(
        &mut self,
        element: &Element,
        form: SetflForm,
        numbers: impl Fn(SetflForm) -> usize,
    ) -> Option<SetflError> {
        while self.lines.words().all(|word| finite(word).is_some()) {
            self.count_line();
            if !self.lines.next().ok()? {
                return None;
            }
        }
        let (expected, got) = (numbers(form), numbers(form.other()));
        let (line, element) = (self.lines.number(), element.name.clone());
        let is_other = got != expected && self.numbers == Some(got);
        is_other.then_some(SetflError::Form { form, element, line, expected, got })
    }

    /// Checks that nothing follows the last table, and returns the notes.
    pub(super) fn end(
        mut self,
        distances: usize,
        pairs: usize,
    ) -> Result<Vec<SetflNote>, SetflError> {
        if self.lines.next()? {
            return Err(self.after(distances, pairs)?);
        }
        if let Some((line, lines)) = self.lines.commented {
            self.notes.push(SetflNote::Comment { line, lines });
        }
        if let Some((line, tables)) = self.more {
            self.notes.push(SetflNote::ValueMore { line, tables });
        }
        Ok(self.notes)
    }

    /// The error of what follows the last table, the first line of which has been read.
    fn after(&mut self, distances: usize, pairs: usize) -> Result<SetflError, SetflError> {
        let line = self.lines.number();
        let first = self.lines.words().next().unwrap_or_default().to_owned();
        let mut count = 0;
        loop {
            if let Some(got) = self.lines.words().find(|word| parsed::<f64>(word).is_none()) {
                let (line, got) = (self.lines.number(), got.to_owned());
                return Ok(SetflError::After { line, got, numbers: None });
            }
            count += self.lines.words().count();
            if !self.lines.next()? {
                break;
            }
        }
        // Tables u(r) and w(r) of each pair, which may have a value more each.
        if [distances, distances + 1].iter().any(|points| count == 2 * pairs * points) {
            let got = format!("{count} after the last table, two tables for each pair of elements");
            return Ok(SetflError::Kind { line, kind: "adp", got });
        }
        let degree = parsed::<usize>(&first).filter(|degree| *degree <= MAX_DEGREE);
        if let Some(degree) = degree.filter(|degree| count == degree + 2) {
            let got = format!("a polynomial of degree {degree} after the last table");
            return Ok(SetflError::Kind { line, kind: "eam/cd", got });
        }
        Ok(SetflError::After { line, got: first, numbers: Some(count) })
    }
}

/// True if a line is that of the number of elements and their names.
fn has_elements(line: &str) -> bool {
    let mut words = line.split('#').next().unwrap_or_default().split_ascii_whitespace();
    let count = words.next().and_then(parsed::<usize>).filter(|count| *count > 0);
    let names: Vec<&str> = words.collect();
    count == Some(names.len()) && names.iter().all(|name| parsed::<f64>(name).is_none())
}
