//! Groups literals by the brackets around them.

use std::ops::Range;

use crate::arrays::{self, Run};

/// Maximum depth of nested brackets that are tracked; it bounds memory.
const MAX_DEPTH: usize = 256;

/// Adjacent literals: of one list in brackets, or consecutive ones outside of lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Indices of the literals.
    pub(crate) literals: Range<usize>,
    /// Dimensions of a list of lists, from the outermost on; empty if the lists differ or the list
    /// is flat.
    pub(crate) shape: Vec<usize>,
    is_list: bool,
    /// The arrays and single literals in a list that differ in size; empty if the list is one
    /// array.
    mixed: Vec<Run>,
}

impl Part {
    /// The arrays: one for a list whose parts are alike, and an array of size 1 for a literal
    /// outside of lists.
    fn arrays(&self) -> Vec<Run> {
        let literals = self.literals.len();
        match (self.is_list, self.mixed.is_empty()) {
            (true, false) => self.mixed.clone(),
            (true, true) => vec![Run { size: literals, count: 1 }],
            (false, _) => vec![Run { size: 1, count: literals }],
        }
    }
}

/// Collects literals and brackets in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    open: Vec<Bracket>,
    /// Number of open brackets beyond the maximum depth.
    deeper: usize,
    parts: Vec<Part>,
    literals: usize,
    /// Number of literals in the brackets that are searched for.
    wanted: Option<usize>,
    found: Option<Range<usize>>,
}

#[derive(Debug)]
struct Bracket {
    /// Number of parts before it.
    first: usize,
    /// True if it holds statements, like a function or a class.
    is_block: bool,
}

impl Groups {
    /// With `wanted`, searches for brackets with that many literals.
    pub(crate) fn new(wanted: Option<usize>) -> Groups {
        Groups { wanted, ..Groups::default() }
    }

    pub(crate) fn open(&mut self) {
        if self.open.len() == MAX_DEPTH {
            self.deeper += 1;
        } else {
            self.open.push(Bracket { first: self.parts.len(), is_block: false });
        }
    }

    pub(crate) fn statement(&mut self) {
        if let Some(bracket) = self.open.last_mut().filter(|_| self.deeper == 0) {
            bracket.is_block = true;
        }
    }

    pub(crate) fn literal(&mut self) {
        self.literals += 1;
        self.single();
    }

    pub(crate) fn close(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(Bracket { first, is_block }) = self.open.pop() else { return };
        let Some(start) = self.parts.get(first).map(|part| part.literals.start) else { return };
        let literals = start..self.literals;
        if self.wanted == Some(literals.len()) && self.found.is_none() {
            self.found = Some(literals.clone());
        }
        if is_block {
            return;
        }
        let (shape, mixed) = (shape(&self.parts[first..]), mixed(&self.parts[first..]));
        self.parts.truncate(first);
        // A call with one number, such as `U64(0x1)`, counts as the number.
        if literals.len() == 1 {
            self.single();
        } else {
            self.parts.push(Part { literals, shape, is_list: true, mixed });
        }
    }

    /// Adds the last literal as one outside of lists in the innermost bracket.
    fn single(&mut self) {
        let first = self.open.last().map_or(0, |bracket| bracket.first);
        match self.parts[first..].last_mut() {
            Some(part) if !part.is_list => {
                part.literals.end = self.literals;
            }
            _ => {
                let literals = self.literals - 1..self.literals;
                let (shape, mixed) = (Vec::new(), Vec::new());
                self.parts.push(Part { literals, shape, is_list: false, mixed });
            }
        }
    }

    /// The arrays in order, by the number of their literals.
    pub(crate) fn arrays(&self) -> Vec<Run> {
        arrays_of(&self.parts)
    }

    /// The parts in order, and the literals of the first brackets with the wanted number.
    pub(crate) fn finish(self) -> (Vec<Part>, Option<Range<usize>>) {
        (self.parts, self.found)
    }
}

/// The arrays in these parts.
pub(crate) fn arrays_of(parts: &[Part]) -> Vec<Run> {
    let mut runs = Vec::new();
    parts.iter().for_each(|part| arrays::append(&mut runs, part.arrays()));
    runs
}

/// The arrays in a list with these parts, unless it is one array.
fn mixed(parts: &[Part]) -> Vec<Run> {
    match parts {
        [part] => part.mixed.clone(),
        _ if !shape(parts).is_empty() => Vec::new(),
        _ => arrays_of(parts),
    }
}

/// The shape of a list with these parts.
fn shape(parts: &[Part]) -> Vec<usize> {
    let first = &parts[0];
    let is_alike = |part: &Part| {
        let is_one_array = part.is_list && part.mixed.is_empty();
        is_one_array && part.literals.len() == first.literals.len() && part.shape == first.shape
    };
    match parts {
        [part] => part.shape.clone(),
        _ if !parts.iter().all(is_alike) => Vec::new(),
        _ if first.shape.is_empty() => vec![parts.len(), first.literals.len()],
        _ => [&[parts.len()], &first.shape[..]].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of a text with a letter for each literal.
    fn groups(text: &str, wanted: Option<usize>) -> (Vec<Part>, Option<Range<usize>>) {
        let mut groups = Groups::new(wanted);
        for byte in text.bytes() {
            match byte {
                b'{' | b'(' => groups.open(),
                b'}' | b')' => groups.close(),
                b';' => groups.statement(),
                b'a'..=b'z' => groups.literal(),
                _ => {}
            }
        }
        groups.finish()
    }

    fn parts(text: &str) -> Vec<(Range<usize>, Vec<usize>)> {
        groups(text, None).0.into_iter().map(|part| (part.literals, part.shape)).collect()
    }

    #[test]
    fn lists_are_parts_and_so_are_runs_outside_of_them() {
        assert_eq!(parts("a b; {c d} e"), [(0..2, vec![]), (2..4, vec![]), (4..5, vec![])]);
        assert_eq!(parts("{ {a b}; c; d; {e f g} }").len(), 3);
        assert_eq!(parts("{(a) (b) {(c)}}"), [(0..3, vec![])]);
        assert_eq!(parts("{} a {{}} b"), [(0..2, vec![])]);
    }

    #[test]
    fn shapes_of_nested_lists() {
        for (text, shape) in [
            ("{{a b c}{d e f}}", vec![2, 3]),
            ("{{{a b}{c d}}{{e f}{g h}}}", vec![2, 2, 2]),
            ("{{{a b}}}", vec![]),
            ("{{a b}{c d e}}", vec![]),
            ("{{a b} c d}", vec![]),
            ("{a b {c d}}", vec![]),
            ("{{a b}{c}}", vec![]),
        ] {
            let count = text.bytes().filter(u8::is_ascii_lowercase).count();
            assert_eq!(parts(text), [(0..count, shape)], "{text}");
        }
    }

    #[test]
    fn arrays_and_single_literals() {
        let arrays = |text: &str| {
            let runs = arrays_of(&groups(text, None).0);
            runs.into_iter().map(|run| (run.size, run.count)).collect::<Vec<_>>()
        };
        for (text, expected) in [
            ("{a b c}; d; {e f}", vec![(3, 1), (1, 1), (2, 1)]),
            ("a; b; {c d} e", vec![(1, 2), (2, 1), (1, 1)]),
            ("{{a b}{c d}} {e f}", vec![(4, 1), (2, 1)]),
            ("{{a b}{c d} {e} {f g h}}", vec![(2, 2), (1, 1), (3, 1)]),
            ("{{{a b}{c d}} {e f g} h}", vec![(4, 1), (3, 1), (1, 1)]),
            ("{{{a b} c}{{d e} f}}", vec![(2, 1), (1, 1), (2, 1), (1, 1)]),
            ("{{a; {b c}} (d)}", vec![(1, 1), (2, 1), (1, 1)]),
            ("{(a)(b)(c)}", vec![(3, 1)]),
            ("{{{a b c}}}", vec![(3, 1)]),
        ] {
            assert_eq!(arrays(text), expected, "{text}");
        }
    }

    #[test]
    fn brackets_that_do_not_match() {
        assert_eq!(parts("}a)b"), [(0..2, vec![])]);
        assert_eq!(parts("{a{b c"), [(0..1, vec![]), (1..3, vec![])]);
        for depth in [MAX_DEPTH, 100 * MAX_DEPTH] {
            let text = format!("{}a{}b", "{".repeat(depth), "}".repeat(depth));
            assert_eq!(parts(&text), [(0..2, vec![])]);
        }
    }

    #[test]
    fn the_first_brackets_with_a_number_of_literals() {
        let found = |wanted| groups("{ {a b}; c; {{d e}{f}} {g h i} }", Some(wanted)).1;
        assert_eq!([2, 3, 9].map(found), [Some(0..2), Some(3..6), Some(0..9)]);
        assert_eq!(found(4), None);
    }
}
