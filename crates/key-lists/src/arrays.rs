//! The arrays in a file, whose sizes are compared with a layout.

use std::iter::repeat_n;

use zobrist::Layout;

/// Maximum number of runs that a message names.
const MAX_NAMED: usize = 12;

/// The arrays in a list of keys, by the number of their keys, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrays(pub(crate) Vec<Run>);

impl Arrays {
    /// Says how the arrays contradict a layout: what was expected, and what the file has. `None` if
    /// they can hold its keys in its order, or if there are no arrays.
    #[must_use]
    pub fn contradiction(&self, layout: Layout) -> Option<String> {
        let Arrays(runs) = self;
        if runs.is_empty() || !contradict(runs, layout) {
            return None;
        }
        let kinds: Vec<String> = layout.kinds().map(|kind| kind.size().to_string()).collect();
        Some(format!(
            "expected sizes {} ({layout}), got {}, in the order of the file",
            kinds.join(", "),
            words(runs)
        ))
    }
}

/// Consecutive arrays of one size. A single number is an array of size 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) size: usize,
    pub(crate) count: usize,
}

/// Adds runs after others; neighbors of one size become one run.
pub(crate) fn append(runs: &mut Vec<Run>, more: impl IntoIterator<Item = Run>) {
    for run in more {
        match runs.last_mut() {
            Some(last) if last.size == run.size => last.count += run.count,
            _ => runs.push(run),
        }
    }
}

/// The runs of arrays with `numbers` numbers in each element, or none if an array does not have
/// whole elements.
pub(crate) fn divided(runs: Vec<Run>, numbers: usize) -> Vec<Run> {
    if runs.iter().any(|run| !run.size.is_multiple_of(numbers)) {
        return Vec::new();
    }
    runs.into_iter().map(|run| Run { size: run.size / numbers, ..run }).collect()
}

/// The arrays of the first half of the numbers, or none if an array lies in both halves.
pub(crate) fn first_half(runs: &[Run]) -> Vec<Run> {
    let numbers: usize = sizes(runs).sum();
    let (mut half, mut total) = (Vec::new(), 0);
    for size in sizes(runs) {
        if 2 * total >= numbers {
            break;
        }
        total += size;
        append(&mut half, [Run { size, count: 1 }]);
    }
    if 2 * total == numbers { half } else { Vec::new() }
}

fn sizes(runs: &[Run]) -> impl Iterator<Item = usize> {
    runs.iter().flat_map(|run| repeat_n(run.size, run.count))
}

/// True if arrays of these sizes, in their order, cannot hold the keys of the layout in its order.
/// An array may hold a kind, several whole kinds, or one of equal parts of a kind.
fn contradict(runs: &[Run], layout: Layout) -> bool {
    let mut kinds = layout.kinds();
    let mut kind = kinds.next();
    // The first feature that no array holds yet, and the size of the parts of its kind.
    let (mut at, mut part) = (0, 0);
    for size in sizes(runs) {
        let Some(inside) = kind else { return true };
        let (is_first, end) = (at == inside.start(), at + size);
        if end < inside.end() {
            if !is_first && size != part {
                return true;
            }
            part = size;
        } else {
            let is_part = !is_first && end == inside.end() && size == part;
            while let Some(whole) = kind.filter(|kind| kind.end() <= end) {
                (at, kind) = (whole.end(), kinds.next());
            }
            if at != end || !(is_first || is_part) {
                return true;
            }
        }
        at = end;
    }
    kind.is_some() || is_another_order(runs, layout)
}

/// True if there is an array for each kind, but in another order.
fn is_another_order(runs: &[Run], layout: Layout) -> bool {
    let mut expected: Vec<usize> = layout.kinds().map(|kind| kind.size()).collect();
    let mut arrays: Vec<usize> = sizes(runs).take(expected.len() + 1).collect();
    if arrays == expected {
        return false;
    }
    arrays.sort_unstable();
    expected.sort_unstable();
    arrays == expected
}

/// The sizes in words, such as `12 of 64, 16, 8`.
fn words(runs: &[Run]) -> String {
    let named = runs.iter().take(MAX_NAMED).map(|run| match run.count {
        1 => run.size.to_string(),
        count => format!("{count} of {}", run.size),
    });
    let more = if runs.len() > MAX_NAMED { ", …" } else { "" };
    format!("{}{more}", named.collect::<Vec<String>>().join(", "))
}

#[cfg(test)]
mod tests {
    use zobrist::Kind;

    use super::*;

    const PIECE: Kind = Kind::first("piece", 768);
    const CASTLING: Kind = PIECE.then("castling", 16);
    const EN_PASSANT: Kind = CASTLING.then("en-passant", 8);
    const TURN: Kind = EN_PASSANT.then("turn", 1);

    fn runs(sizes: &[usize]) -> Vec<Run> {
        let mut runs = Vec::new();
        append(&mut runs, sizes.iter().map(|size| Run { size: *size, count: 1 }));
        runs
    }

    #[test]
    fn arrays_that_agree() {
        for sizes in [
            vec![768, 16, 8, 1],
            vec![793],
            vec![768, 25],
            vec![784, 9],
            vec![384, 384, 16, 8, 1],
            [vec![64; 12], vec![25]].concat(),
            [vec![768], vec![1; 25]].concat(),
            vec![1; 793],
            [vec![64; 12], vec![4; 4], vec![4; 2], vec![1]].concat(),
        ] {
            assert!(!contradict(&runs(&sizes), TURN.layout()), "{sizes:?}");
        }
    }

    #[test]
    fn arrays_that_contradict() {
        for sizes in [
            vec![768, 1, 16, 8],
            vec![768, 8, 16, 1],
            vec![768, 16, 1, 8],
            vec![1, 768, 16, 8],
            vec![25, 768],
            vec![769, 24],
            vec![700, 93],
            // Unequal parts of a kind.
            vec![700, 68, 25],
            vec![384, 192, 192, 25],
            [vec![768], vec![1; 8], vec![8, 8, 1]].concat(),
            // Other numbers of keys.
            vec![768, 16, 8],
            vec![768, 16, 8, 1, 1],
            vec![768, 16, 8, 2],
        ] {
            assert!(contradict(&runs(&sizes), TURN.layout()), "{sizes:?}");
        }
        // Each array is a part of a kind or holds whole kinds, but as sizes of kinds they are in
        // another order.
        const A: Kind = Kind::first("a", 2);
        const B: Kind = A.then("b", 1);
        const C: Kind = B.then("c", 1);
        assert!(contradict(&runs(&[1, 1, 2]), C.layout()));
        assert!(!contradict(&runs(&[2, 1, 1]), C.layout()));
        assert!(!contradict(&runs(&[2, 2]), C.layout()));
    }

    /// Of all orders of the kinds of chess, one agrees.
    #[test]
    fn every_other_order_contradicts() {
        let sizes = [768, 16, 8, 1];
        let mut agree = 0;
        for code in 0..256 {
            let order: Vec<usize> = (0..4).map(|place| code >> (2 * place) & 3).collect();
            if (0..4).all(|kind| order.contains(&kind)) {
                let arrays: Vec<usize> = order.iter().map(|kind| sizes[*kind]).collect();
                agree += usize::from(!contradict(&runs(&arrays), TURN.layout()));
            }
        }
        assert_eq!(agree, 1);
    }

    #[test]
    fn numbers_that_are_parts_of_keys() {
        assert_eq!(divided(runs(&[1536, 32, 2]), 2), runs(&[768, 16, 1]));
        assert_eq!(divided(runs(&[1536, 1, 1]), 2), []);
        assert_eq!(first_half(&runs(&[6, 1, 6, 1])), runs(&[6, 1]));
        assert_eq!(first_half(&runs(&[6, 6])), runs(&[6]));
        assert_eq!(first_half(&runs(&[1, 6, 7, 1])), []);
        assert_eq!(first_half(&[]), []);
    }

    #[test]
    fn sizes_in_words() {
        assert_eq!(words(&runs(&[64, 64, 16, 8])), "2 of 64, 16, 8");
        let many: Vec<usize> = (1..20).collect();
        assert_eq!(words(&runs(&many)), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …");
    }
}
