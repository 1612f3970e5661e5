//! Mean squared displacements of the atoms of a trajectory, by blocks of its frames.

use std::collections::BTreeMap;
use std::path::Path;

use zobrist_input::{Result, bail, counted};

use crate::atoms::{Atom, Frame, frames};

/// Difference of lags that count as equal, relative to one of them: times in a file are rounded.
const NEAR: f64 = 1e-6;

/// The mean squared displacements of a trajectory.
///
/// Its frames are divided into blocks, of equal numbers of intervals between frames, without an
/// overlap but for the frame that ends one and begins the next. In each block, displacements are
/// those from its first frame. A value is the mean over the atoms of a species and then over the
/// blocks; its standard error is the standard deviation of the means of the blocks, with
/// *n* − 1 in its denominator, divided by √*n*: without it for one block.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Displacements {
    /// The number of frames that were read.
    pub frames: u64,
    /// The frames at the beginning that are in no block, since the others divide evenly.
    pub left_out: u64,
    /// By species, in the order of their names, and then by lag.
    pub rows: Vec<DisplacementRow>,
}

/// The mean squared displacement of the atoms of a species over a lag.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DisplacementRow {
    /// The species.
    pub species: String,
    /// The number of its atoms.
    pub atoms: u64,
    /// The number of frames between the two positions.
    pub lag: u64,
    /// The mean of the steps between them; `None` if the file does not say.
    pub steps: Option<f64>,
    /// The mean of the time between them, in the unit of the file, s in a dump of a run; `None` if
    /// the file does not say.
    pub time: Option<f64>,
    /// In Å²: along x, y and z, and their sum.
    pub means: [f64; 4],
    /// The standard errors of these, in Å²; `None` for one block.
    pub errors: Option<[f64; 4]>,
}

impl Displacements {
    /// Reads a trajectory whose atoms have numbers and unwrapped positions: a dump with
    /// `trajectories`, or one of LAMMPS with `id xu yu zu`. `types` has the names of the types
    /// from 1 where there are no symbols; a frame may have `limit` bytes.
    ///
    /// Costs reading the file twice, two frames in memory, and 40 bytes for each species and frame.
    ///
    /// # Errors
    /// When the file cannot be read, has fewer frames than one more than `blocks`, a frame has
    /// other atoms than the first, an atom without its number or unwrapped position, two with one
    /// number, or the frames are not at equal distances, neither in steps nor in time: differing
    /// by more than a part in 10⁶ of the lag.
    ///
    /// # Panics
    /// When `blocks` is 0.
    pub fn of(path: &Path, blocks: u64, types: &[String], limit: u64) -> Result<Displacements> {
        assert!(blocks > 0, "one block or more");
        let count = frames(path, types, limit)?.count_frames()?;
        let file = path.display();
        let lags = count.saturating_sub(1) / blocks;
        if lags == 0 {
            let blocks_in_words = counted(blocks, "block", "blocks");
            bail!(
                "{file}: expected {} frames or more for {blocks_in_words}, got {count}; take fewer \
                 with --blocks",
                blocks + 1
            );
        }
        let left_out = count - 1 - lags * blocks;
        let mut sums = Sums { blocks, of_species: BTreeMap::new(), apart: BTreeMap::new() };
        let (mut first, mut begin): (Option<Frame>, Option<Frame>) = (None, None);
        for (number, frame) in (0_u64..).zip(frames(path, types, limit)?) {
            let frame = by_number(frame?)?;
            let first = first.get_or_insert_with(|| frame.clone());
            check_atoms(&frame, first)?;
            let Some(since) = number.checked_sub(left_out) else { continue };
            if let Some(begin) = &begin {
                sums.add((since - 1) % lags + 1, begin, &frame);
            }
            if since % lags == 0 {
                begin = Some(frame);
            }
        }
        sums.check_distances(&file.to_string())?;
        Ok(Displacements { frames: count, left_out, rows: sums.rows() })
    }
}

/// Sorts the atoms of a frame by their numbers, after a check that each has one, and an unwrapped
/// position.
fn by_number(mut frame: Frame) -> Result<Frame> {
    let Frame { file, atoms, .. } = &mut frame;
    let missing = |atom: &&Atom| atom.id.is_none() || atom.unwrapped.is_none();
    if let Some(Atom { line, .. }) = atoms.iter().find(missing) {
        bail!(
            "{file}:{line}: expected each atom with its number and its unwrapped position, got one \
             without; write the dump with `trajectories = true` in [output.dump], or by LAMMPS \
             with `id xu yu zu`"
        );
    }
    atoms.sort_by_key(|atom| atom.id);
    if let Some([_, Atom { line, id, .. }]) = atoms.windows(2).find(|pair| pair[0].id == pair[1].id)
    {
        let id = id.unwrap_or_default();
        bail!("{file}:{line}: expected a number of its own for each atom, got {id} again");
    }
    Ok(frame)
}

/// Checks that a frame has the atoms of the first.
fn check_atoms(frame: &Frame, first: &Frame) -> Result<()> {
    let file = &frame.file;
    let differs =
        |(got, expected): &(&Atom, &Atom)| got.id != expected.id || got.symbol != expected.symbol;
    if let Some((got, expected)) = frame.atoms.iter().zip(&first.atoms).find(differs) {
        let name = |atom: &Atom| format!("{} {}", atom.symbol, atom.id.unwrap_or_default());
        let (line, got, expected) = (got.line, name(got), name(expected));
        bail!("{file}:{line}: expected the atoms of the first frame, {expected} here, got {got}");
    }
    let [expected, got] = [first, frame].map(|frame| frame.atoms.len());
    if got != expected {
        let line = frame.atoms.first().map_or(0, |atom| atom.line);
        let expected = counted(expected as u64, "atom", "atoms");
        bail!("{file}:{line}: expected {expected}, as in the first frame, got {got}");
    }
    Ok(())
}

/// What is known of each lag after a block.
struct Sums {
    blocks: u64,
    /// By species, and by lag from 1.
    of_species: BTreeMap<(String, u64), OfSpecies>,
    /// By lag from 1: for each block, how far apart its frames are.
    apart: BTreeMap<u64, Vec<Apart>>,
}

/// The displacements of a species over a lag.
#[derive(Default)]
struct OfSpecies {
    atoms: u64,
    /// For each block, the means along x, y and z, and their sum.
    of_blocks: Vec<[f64; 4]>,
}

/// The distance of two frames.
struct Apart {
    steps: Option<f64>,
    time: Option<f64>,
}

impl Sums {
    fn add(&mut self, lag: u64, begin: &Frame, frame: &Frame) {
        let steps = begin.step.zip(frame.step).map(|(begin, end)| end as f64 - begin as f64);
        let time = begin.time.zip(frame.time).map(|(begin, end)| end - begin);
        self.apart.entry(lag).or_default().push(Apart { steps, time });
        let mut squares: BTreeMap<&str, (u64, [f64; 4])> = BTreeMap::new();
        for (from, to) in begin.atoms.iter().zip(&frame.atoms) {
            let (Some(from), Some(place)) = (from.unwrapped, to.unwrapped) else { continue };
            let (count, sums) = squares.entry(&to.symbol).or_default();
            *count += 1;
            for axis in 0..3 {
                let square = (place[axis] - from[axis]).powi(2);
                sums[axis] += square;
                sums[3] += square;
            }
        }
        for (species, (count, sums)) in squares {
            let of = self.of_species.entry((species.to_owned(), lag)).or_default();
            of.atoms = count;
            of.of_blocks.push(sums.map(|sum| sum / count as f64));
        }
    }

    /// Checks that a lag is of one length in all blocks, in steps or in time.
    fn check_distances(&self, file: &str) -> Result<()> {
        let all = |of: fn(&Apart) -> Option<f64>| {
            self.apart.values().all(|blocks| are_equal(blocks.iter().map(of)))
        };
        if self.blocks > 1 && !all(|apart| apart.steps) && !all(|apart| apart.time) {
            bail!(
                "{file}: expected frames at equal distances, in steps or in time, as `every = {{ \
                 time = … }}` in [output] has them, got others; take one block with --blocks 1"
            );
        }
        Ok(())
    }

    fn rows(self) -> Vec<DisplacementRow> {
        let mut rows = Vec::new();
        for ((species, lag), OfSpecies { atoms, of_blocks }) in self.of_species {
            let along = |axis: usize| of_blocks.iter().map(move |block| block[axis]);
            let n = of_blocks.len() as f64;
            let means: [f64; 4] = std::array::from_fn(|axis| along(axis).sum::<f64>() / n);
            let error = |axis: usize| {
                let squares = along(axis).map(|x| (x - means[axis]).powi(2)).sum::<f64>();
                (squares / (n - 1.0) / n).sqrt()
            };
            let apart = &self.apart[&lag];
            rows.push(DisplacementRow {
                species,
                atoms,
                lag,
                steps: mean(apart.iter().map(|apart| apart.steps)),
                time: mean(apart.iter().map(|apart| apart.time)),
                means,
                errors: (of_blocks.len() > 1).then(|| std::array::from_fn(error)),
            });
        }
        rows
    }
}

/// The mean; `None` if a value is missing.
fn mean(values: impl ExactSizeIterator<Item = Option<f64>>) -> Option<f64> {
    let count = values.len() as f64;
    values.sum::<Option<f64>>().map(|sum| sum / count)
}

/// True if all values are there, and equal but for rounding.
fn are_equal(values: impl Iterator<Item = Option<f64>>) -> bool {
    let values: Option<Vec<f64>> = values.collect();
    values.is_some_and(|values| {
        values.iter().all(|value| (value - values[0]).abs() <= NEAR * values[0].abs())
    })
}
