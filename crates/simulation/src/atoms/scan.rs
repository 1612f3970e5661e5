//! Divides a text into frames; only one frame is held in memory.

use std::io::BufRead;

use zobrist_input::counted;

use super::lines::{Line, Lines, Place, Trouble};

/// Format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// XYZ, extended or not.
    Xyz,
    /// A text dump of LAMMPS.
    Lammps,
}

/// A frame whose numbers have not been read.
#[derive(Debug)]
pub(super) struct RawFrame {
    pub(super) kind: Kind,
    /// The parts of the header in order: in XYZ the count with the comment, in a dump each `ITEM:`
    /// with its lines.
    pub(super) items: Vec<Item>,
    /// The lines of the atoms, if they are kept.
    pub(super) atoms: Vec<u8>,
    /// The place of the first atom.
    pub(super) first: Place,
}

/// A part of a header.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) head: Line,
    pub(super) lines: Vec<Line>,
}

/// Parts of the header of a dump of one line. UNITS and TIME come with
/// `dump_modify units yes time yes`.
const ONE_LINE: [&str; 4] =
    ["ITEM: TIMESTEP", "ITEM: NUMBER OF ATOMS", "ITEM: UNITS", "ITEM: TIME"];

/// Divides a text into frames.
pub(super) struct Scanner<R> {
    lines: Lines<R>,
    kind: Option<Kind>,
    /// Bytes that a frame may take.
    limit: u64,
    /// True if the lines of atoms are kept.
    keep_atoms: bool,
}

impl<R: BufRead> Scanner<R> {
    pub(super) fn new(lines: Lines<R>, limit: u64, keep_atoms: bool) -> Scanner<R> {
        Scanner { lines, kind: None, limit, keep_atoms }
    }

    /// The place behind the frames that were read.
    pub(super) fn place(&self) -> Place {
        self.lines.place()
    }

    /// The next frame; `None` at the end of the text. Empty lines between frames are skipped.
    pub(super) fn next(&mut self) -> Result<Option<RawFrame>, Trouble> {
        let head = loop {
            match self.lines.line(self.limit)? {
                Some(line) if line.text.is_empty() => {}
                Some(line) => break line,
                None => return Ok(None),
            }
        };
        let is_first = self.kind.is_none();
        let kind = *self.kind.get_or_insert(match head.text.starts_with("ITEM:") {
            true => Kind::Lammps,
            false => Kind::Xyz,
        });
        match kind {
            Kind::Xyz => self.xyz(head, is_first).map(Some),
            Kind::Lammps => self.lammps(head).map(Some),
        }
    }

    fn xyz(&mut self, head: Line, is_first: bool) -> Result<RawFrame, Trouble> {
        let Ok(count) = head.text.trim().parse::<u64>() else {
            let expected = match is_first {
                true => {
                    "the number of atoms (extended XYZ) or `ITEM: TIMESTEP` (a text dump of LAMMPS)"
                }
                false => "the end of the file, or the number of atoms of one more frame",
            };
            return Err(self.wrong(&head, expected));
        };
        let lines = self.more_lines(&head, 1)?;
        let items = vec![Item { head, lines }];
        self.atoms(Kind::Xyz, items, count)
    }

    fn lammps(&mut self, mut head: Line) -> Result<RawFrame, Trouble> {
        let mut items: Vec<Item> = Vec::new();
        let mut count = None;
        loop {
            let name = head.text.as_str();
            let is = |other: &str| name == other;
            let again = items.iter().any(|item| item.head.text == name);
            let lines = match name {
                _ if again => {
                    return Err(self.wrong(&head, "`ITEM: ATOMS` before the next frame"));
                }
                _ if ONE_LINE.into_iter().any(is) => 1,
                _ if is("ITEM: BOX BOUNDS") || name.starts_with("ITEM: BOX BOUNDS ") => 3,
                _ if is("ITEM: ATOMS") || name.starts_with("ITEM: ATOMS ") => 0,
                _ => {
                    return Err(
                        self.wrong(&head, "a part of a dump of atoms, such as `ITEM: ATOMS`")
                    );
                }
            };
            let lines = self.more_lines(&head, lines)?;
            if is("ITEM: NUMBER OF ATOMS") {
                let line = &lines[0];
                let number = line.text.trim().parse::<u64>();
                count = Some(number.map_err(|_| self.wrong(line, "the number of atoms"))?);
            }
            let is_last = lines.is_empty();
            items.push(Item { head, lines });
            if is_last {
                break;
            }
            head = match self.lines.line(self.limit)? {
                Some(line) => line,
                None => return Err(self.cut("`ITEM: ATOMS`")),
            };
        }
        match count {
            Some(count) => self.atoms(Kind::Lammps, items, count),
            None => {
                let last = &items[items.len() - 1].head;
                Err(self.wrong(last, "`ITEM: NUMBER OF ATOMS` before the atoms"))
            }
        }
    }

    /// The lines below a head.
    fn more_lines(&mut self, head: &Line, count: usize) -> Result<Vec<Line>, Trouble> {
        let mut lines = Vec::new();
        while lines.len() < count {
            let Some(line) = self.lines.line(self.limit)? else {
                let expected = counted(count, "line", "lines");
                return Err(self.cut(&format!("{expected} below `{}`", head.text)));
            };
            lines.push(line);
        }
        Ok(lines)
    }

    /// The frame with its atoms. No memory is taken for a number of atoms that a file only claims
    /// to have.
    fn atoms(&mut self, kind: Kind, items: Vec<Item>, count: u64) -> Result<RawFrame, Trouble> {
        let (first, mut atoms, mut columns) = (self.lines.place(), Vec::new(), None);
        for got in 0..count {
            let start = atoms.len();
            let Some(place) = self.lines.append(&mut atoms, self.limit)? else {
                let atoms = counted(count, "atom", "atoms");
                return Err(self.cut(&format!("{atoms}, got {got}")));
            };
            let line = &atoms[start..];
            let line = line.trim_ascii();
            if line.is_empty() || line.starts_with(b"ITEM:") {
                let atoms = counted(count, "atom", "atoms");
                let end = if line.is_empty() { "an empty line" } else { "`ITEM:`" };
                let reason = format!("expected {atoms}, got {got} and then {end}");
                return Err(Trouble::Wrong(place.error(self.lines.file(), reason)));
            }
            if !self.keep_atoms {
                // Lines that nobody reads are checked here: lines may be missing, and the next
                // frame begin.
                let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
                let got = words.count();
                let expected = *columns.get_or_insert(got);
                if got != expected {
                    let reason =
                        format!("expected as many columns as before, {expected}, got {got}");
                    return Err(Trouble::Wrong(place.error(self.lines.file(), reason)));
                }
                atoms.clear();
            }
        }
        Ok(RawFrame { kind, items, atoms, first })
    }

    fn wrong(&self, line: &Line, expected: &str) -> Trouble {
        let got = shortened(&line.text);
        let reason = format!("expected {expected}, got {got:?}");
        Trouble::Wrong(line.place.error(self.lines.file(), reason))
    }

    fn cut(&self, expected: &str) -> Trouble {
        let reason = format!("expected {expected}; the file ends here");
        Trouble::Cut(self.lines.place().error(self.lines.file(), reason))
    }
}

/// The beginning of a text for a message.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
