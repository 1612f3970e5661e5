//! What a search keeps about a position.

use super::game::{DECIDED, LOST};
use crate::pack::{Pack, low};

/// The meaning of a value in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The position is worth at most the value.
    Upper,
    /// The position is worth at least the value.
    Lower,
    /// The position is worth exactly the value.
    Exact,
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The value, with wins and losses counted from this position.
    pub value: i32,
    /// The meaning of the value.
    pub bound: Bound,
    /// The depth of the search in plies; `None` when it went to the end of the game wherever that
    /// mattered.
    pub depth: Option<u32>,
    /// The index of the best move in the list of moves.
    pub best: Option<u16>,
}

/// The payload of a search: a [`Finding`] in `VALUE` + 2 + `DEPTH` + `MOVE` bits, by default 36.
///
/// A game whose values, depths and lists of moves are small leaves more room for the tag in a
/// [`Small`](crate::Small) slot. A finding whose value does not fit is not stored; a best move that does
/// not fit is left out, and a depth that does not fit is stored as the largest that does. With
/// `DEPTH` = 0 only searches to the end are stored.
///
/// ```
/// use zobrist_transposition::{Pack, search::{Bound, Finding, Node, win_in}};
///
/// type Narrow = Node<8, 0, 3>;
/// assert_eq!(Narrow::BITS, 13);
/// let finding =
///     Finding { value: win_in(41), bound: Bound::Lower, depth: None, best: Some(6) };
/// assert_eq!(Narrow::new(finding).map(Narrow::finding), Some(finding));
/// assert!(Narrow::new(Finding { value: 100, ..finding }).is_none()); // estimates are within ±63
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<const VALUE: u32 = 16, const DEPTH: u32 = 8, const MOVE: u32 = 10>(u64);

impl<const VALUE: u32, const DEPTH: u32, const MOVE: u32> Node<VALUE, DEPTH, MOVE> {
    const FITS: () = assert!(
        VALUE >= 3 && VALUE <= 16 && DEPTH <= 16 && MOVE <= 16,
        "a value has 3 to 16 bits, a depth and a move at most 16"
    );
    /// Half of the values of `VALUE` bits are for estimates, a quarter for wins.
    const QUARTER: i32 = 1 << (VALUE - 2);

    /// Creates the payload of a finding; `None` when its value does not fit or is not the value of a
    /// position, or when `DEPTH` is 0 and the finding has a depth.
    #[inline]
    pub fn new(finding: Finding) -> Option<Self> {
        let () = Self::FITS;
        let value = finding.value;
        let narrow = match VALUE {
            _ if value.unsigned_abs() > -LOST as u32 => return None,
            16 => value,
            _ if value.abs() < Self::QUARTER => value,
            _ if value.abs() <= DECIDED => return None,
            _ => {
                let from_end = -LOST - value.abs();
                if from_end >= Self::QUARTER {
                    return None;
                }
                value.signum() * (2 * Self::QUARTER - 1 - from_end)
            }
        };
        let complete = low(DEPTH) as u32;
        let depth = match finding.depth {
            None => complete,
            Some(_) if DEPTH == 0 => return None,
            Some(depth) => depth.min(complete - 1),
        };
        let none = low(MOVE) as u16;
        let best = finding.best.unwrap_or(none).min(none);
        let bits = u64::from(best)
            | u64::from(depth) << MOVE
            | (finding.bound as u64) << (MOVE + DEPTH)
            | (narrow as u64 & low(VALUE) as u64) << (MOVE + DEPTH + 2);
        Some(Node(bits))
    }

    /// Returns the finding.
    #[inline]
    pub fn finding(self) -> Finding {
        let (complete, none) = (low(DEPTH) as u32, low(MOVE) as u16);
        let best = self.0 as u16 & none;
        let depth = (self.0 >> MOVE) as u32 & complete;
        let unused = 64 - VALUE;
        let narrow = ((self.0 >> (MOVE + DEPTH + 2)) << unused) as i64 >> unused;
        let narrow = narrow as i32;
        let value = if VALUE == 16 || narrow.abs() < Self::QUARTER {
            narrow.clamp(LOST, -LOST)
        } else {
            narrow.signum() * (-LOST - (2 * Self::QUARTER - 1 - narrow.abs()).max(0))
        };
        let bound = match self.0 >> (MOVE + DEPTH) & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        };
        Finding {
            value,
            bound,
            depth: (depth != complete).then_some(depth),
            best: (best != none).then_some(best),
        }
    }
}

impl<const VALUE: u32, const DEPTH: u32, const MOVE: u32> Pack for Node<VALUE, DEPTH, MOVE> {
    const BITS: u32 = VALUE + 2 + DEPTH + MOVE;
    #[inline(always)]
    fn pack(self) -> u128 {
        self.0.into()
    }
    #[inline(always)]
    fn unpack(bits: u128) -> Self {
        Node(bits as u64)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::game::{loss_in, win_in};

    fn value() -> impl Strategy<Value = i32> {
        prop_oneof![
            -2000..2000,
            (0..1999).prop_map(win_in),
            (0..1999).prop_map(loss_in),
            -DECIDED..=DECIDED,
            Just(0),
        ]
    }

    fn check<const V: u32, const D: u32, const M: u32>(finding: Finding) {
        let Some(node) = Node::<V, D, M>::new(finding) else {
            assert!(V < 16 || (D == 0 && finding.depth.is_some()));
            return;
        };
        let found = Node::<V, D, M>::unpack(node.pack()).finding();
        assert_eq!((found.value, found.bound), (finding.value, finding.bound));
        assert_eq!(found.depth.is_none(), finding.depth.is_none());
        assert!(found.depth <= finding.depth);
        assert!(found.best.is_none() || found.best == finding.best);
        if M > 0 && finding.best.is_some_and(|best| u32::from(best) < (1 << M) - 1) {
            assert_eq!(found.best, finding.best);
        }
    }

    proptest! {
        #[test]
        fn a_node_keeps_what_it_takes(
            value in value(),
            bound in prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)],
            depth in prop::option::of(0..400_u32),
            best in prop::option::of(0..2000_u16),
        ) {
            let finding = Finding { value, bound, depth, best };
            check::<16, 8, 10>(finding);
            check::<8, 0, 3>(finding);
            check::<3, 1, 0>(finding);
            check::<12, 16, 16>(finding);
        }

        #[test]
        fn any_bits_are_a_finding(bits: u64) {
            let value = Node::<8, 4, 3>::unpack(u128::from(bits) & low(17)).finding().value;
            prop_assert!((LOST..=-LOST).contains(&value));
            let value = Node::<16, 8, 10>::unpack(u128::from(bits) & low(36)).finding().value;
            prop_assert!((LOST..=-LOST).contains(&value));
        }
    }
}
