//! Cuts files into runs of about the same size.

use zobrist_index::runs::RunPieces;

/// The size of a file, and the places at which it can be cut.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceSize {
    /// Its size on the disk, in bytes.
    pub bytes: u64,
    /// The places at which its [frames](zobrist_input::frames()) begin, the first at 0. `None` if
    /// it cannot be cut.
    pub frames: Option<Vec<u64>>,
}

/// Cuts files into at most `at_most` runs, in the order of the files, such that the largest run has
/// as few bytes on the disk as possible. A file is cut only if it is larger than that. No run is
/// empty; without files there is none.
///
/// Each run is some whole files or a piece of one. 0 as the most means 1.
#[must_use]
pub fn cut(sources: &[SourceSize], at_most: usize) -> Vec<RunPieces> {
    // Any limit up to this one has its number of runs: with a higher one, there are no more.
    let (mut low, mut high) = (0, sources.iter().map(|source| source.bytes).sum());
    while low < high {
        let middle = low + (high - low) / 2;
        match within(sources, middle) {
            Some(runs) if runs.len() <= at_most.max(1) => high = middle,
            _ => low = middle + 1,
        }
    }
    within(sources, low).unwrap_or_default()
}

/// The fewest runs of at most `limit` bytes each. `None` if a file or a frame is larger.
fn within(sources: &[SourceSize], limit: u64) -> Option<Vec<RunPieces>> {
    let mut runs = Vec::new();
    let (mut files, mut bytes) = (0..0, 0_u64);
    for (number, source) in sources.iter().enumerate() {
        let is_cut = source.bytes > limit;
        if (is_cut || bytes + source.bytes > limit) && !files.is_empty() {
            runs.push(RunPieces::Files(files));
            (files, bytes) = (number..number, 0);
        }
        if is_cut {
            runs.extend(pieces(number, source, limit)?);
            files = number + 1..number + 1;
        } else {
            files.end = number + 1;
            bytes += source.bytes;
        }
    }
    if !files.is_empty() {
        runs.push(RunPieces::Files(files));
    }
    Some(runs)
}

/// The fewest pieces of a file of at most `limit` bytes each. `None` if a frame is larger.
fn pieces(number: usize, source: &SourceSize, limit: u64) -> Option<Vec<RunPieces>> {
    let (first, others) = source.frames.as_ref()?.split_first()?;
    let (mut pieces, mut begin, mut frame) = (Vec::new(), *first, *first);
    for end in others.iter().copied().chain([source.bytes]) {
        if end - frame > limit {
            return None;
        }
        if end - begin > limit {
            pieces.push(RunPieces::Piece { source: number, begin, end: frame });
            begin = frame;
        }
        frame = end;
    }
    pieces.push(RunPieces::Piece { source: number, begin, end: source.bytes });
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn whole(bytes: u64) -> SourceSize {
        SourceSize { bytes, frames: None }
    }

    /// A file with frames of these sizes.
    fn framed(sizes: &[u64]) -> SourceSize {
        let mut bytes = 0;
        let frames = sizes.iter().map(|size| {
            bytes += size;
            bytes - size
        });
        SourceSize { frames: Some(frames.collect()), bytes }
    }

    fn bytes_of(run: &RunPieces, sources: &[SourceSize]) -> u64 {
        match run {
            RunPieces::Files(files) => sources[files.clone()].iter().map(|file| file.bytes).sum(),
            RunPieces::Piece { begin, end, .. } => end - begin,
        }
    }

    /// The smallest possible size of the largest run in a division into at most `at_most` runs.
    fn best(sources: &[SourceSize], at_most: usize) -> Option<u64> {
        if sources.is_empty() {
            return Some(0);
        }
        if at_most == 0 {
            return None;
        }
        let files = (1..=sources.len()).map(|files| (sources[..files].iter(), files));
        let files = files.filter_map(|(run, files)| {
            let bytes: u64 = run.map(|file| file.bytes).sum();
            Some(bytes.max(best(&sources[files..], at_most - 1)?))
        });
        let pieces = sources[0].frames.iter().flat_map(|frames| {
            let cuts = &frames[1..];
            (0_u32..1 << cuts.len()).filter_map(|chosen| {
                let chosen = (0..cuts.len()).filter(|cut| chosen >> cut & 1 == 1);
                let ends: Vec<u64> =
                    chosen.map(|cut| cuts[cut]).chain([sources[0].bytes]).collect();
                let begins = [0].iter().chain(&ends);
                let largest = begins.zip(&ends).map(|(begin, end)| end - begin).max()?;
                let rest = best(&sources[1..], at_most.checked_sub(ends.len())?)?;
                Some(largest.max(rest))
            })
        });
        files.chain(pieces).min()
    }

    #[test]
    fn files_are_grouped_and_large_ones_cut() {
        use RunPieces::{Files, Piece};
        let files = [whole(3), whole(2), framed(&[4, 4, 4]), whole(5), whole(0)];
        assert_eq!(cut(&files, 1), [Files(0..5)]);
        let pieces = [(0, 4), (4, 8), (8, 12)];
        let pieces = pieces.map(|(begin, end)| Piece { source: 2, begin, end });
        let [first, second, third] = pieces;
        assert_eq!(cut(&files, 5), [Files(0..2), first, second, third, Files(3..5)]);
        assert_eq!(cut(&files, 3), [Files(0..2), Files(2..3), Files(3..5)]);
        // More runs are of no use: a file of 5 bytes cannot be cut.
        assert_eq!(cut(&files, 100).len(), 5);
        assert_eq!(cut(&[], 4), []);
        assert_eq!(cut(&[whole(0), whole(0)], 0), [Files(0..2)]);
    }

    fn source() -> impl Strategy<Value = SourceSize> {
        prop_oneof![
            (0..12_u64).prop_map(whole),
            vec(1..6_u64, 1..5).prop_map(|sizes| framed(&sizes)),
        ]
    }

    proptest! {
        #[test]
        fn the_largest_run_is_as_small_as_it_can_be(
            sources in vec(source(), 0..6),
            at_most in 1..8_usize,
        ) {
            let runs = cut(&sources, at_most);
            prop_assert!(runs.len() <= at_most);
            let largest = runs.iter().map(|run| bytes_of(run, &sources)).max().unwrap_or(0);
            prop_assert_eq!(Some(largest), best(&sources, at_most));
            // All bytes of all files, in order.
            let (mut file, mut byte) = (0, 0);
            for run in &runs {
                match run {
                    RunPieces::Files(files) => {
                        prop_assert!(!files.is_empty());
                        prop_assert_eq!((files.start, 0), (file, byte));
                        file = files.end;
                    }
                    RunPieces::Piece { source, begin, end } => {
                        prop_assert_eq!((*source, *begin), (file, byte));
                        prop_assert!(begin < end && sources[*source].bytes > largest);
                        let frames = sources[*source].frames.as_ref().unwrap();
                        byte = if *end == sources[*source].bytes { 0 } else { *end };
                        prop_assert!(byte == 0 || frames.contains(&byte));
                        file += usize::from(byte == 0);
                    }
                }
            }
            prop_assert_eq!((file, byte), (sources.len(), 0));
        }
    }
}
