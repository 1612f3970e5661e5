//! Files of one frame, whose first line is free text: POSCAR and the data files of LAMMPS.

use std::io::{BufRead, Read};

use zobrist_input::{Result, size_in_words};

use super::frame::Frame;
use super::lines::{Lines, START};
use super::text::Text;
use super::{lammps_data, poscar};

/// Bytes at the beginning of a file by which its format is told.
pub(super) const HEAD: u64 = 1 << 14;

/// Format of a file of one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SingleKind {
    /// POSCAR or CONTCAR of VASP.
    Poscar,
    /// A file for `read_data` of LAMMPS.
    LammpsData,
}

impl SingleKind {
    /// Tells the format by the beginning of a file: `None` for one that may have several frames.
    /// Of POSCAR, the second line has a number or three, and each of the next three has three; a
    /// data file names its number of atoms and the bounds of its box.
    pub(super) fn of(head: &[u8]) -> Option<SingleKind> {
        let text = String::from_utf8_lossy(head);
        let lines: Vec<&str> = text.lines().collect();
        let numbers = |number: usize| {
            let words = lines.get(number)?.split_whitespace();
            words.map(|word| word.parse::<f64>().ok()).collect::<Option<Vec<f64>>>()
        };
        let count = |number| numbers(number).map_or(0, |numbers| numbers.len());
        if matches!(count(1), 1 | 3) && (2..5).all(|number| count(number) == 3) {
            return Some(SingleKind::Poscar);
        }
        let has = |keys: &[&str]| {
            lines.iter().skip(1).any(|line| {
                let line = line.split('#').next().unwrap_or_default();
                let words: Vec<&str> = line.split_whitespace().collect();
                words.ends_with(keys) && words[0].parse::<f64>().is_ok()
            })
        };
        (has(&["atoms"]) && has(&["xlo", "xhi"])).then_some(SingleKind::LammpsData)
    }
}

/// Reads the frame of a file of at most `limit` bytes. `types` are the names of the types from 1.
pub(super) fn read(
    file: &str,
    kind: SingleKind,
    reader: impl BufRead,
    types: &[String],
    limit: u64,
) -> Result<Frame> {
    let mut source = Lines::new(file, reader, START, false);
    let mut lines = Vec::new();
    while let Some(line) = source.line(limit).map_err(|trouble| trouble.into_error(file))? {
        if source.place().offset > limit {
            let limit = size_in_words(limit);
            let reason =
                format!("expected a file of at most {limit} after decompression, got a larger one");
            return Err(line.place.error(file, reason).with_advice("--max-size allows more"));
        }
        lines.push(line);
    }
    let text = Text { file, lines: &lines, end: source.place() };
    match kind {
        SingleKind::Poscar => poscar::frame(text, types),
        SingleKind::LammpsData => lammps_data::frame(text, types),
    }
}

/// The first bytes of a reader, up to [`HEAD`].
pub(super) fn head_of(reader: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    reader.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}
