//! Checks a book.

use shakmaty::Chess;
use zobrist_chess::{BookEntry, BookHeader};

use super::fault::{BookFault, BookFaultKind};
use super::merge::is_castling_by_squares;
use super::records::Records;
use super::walk::{Verdict, Walk, walk};

/// The faults and counts of a book, from [`check_book`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BookReport {
    /// All faults, in the order of the file.
    pub faults: Vec<BookFault>,
    /// Number of entries, without headers.
    pub entries: usize,
    /// Number of different keys.
    pub positions: usize,
    /// Number of entries whose position was not reached, so that the legality of their moves is
    /// unknown.
    pub unreached: usize,
    /// Number of those entries whose move may be castling as a king's move of two squares: e1g1,
    /// e1c1, e8g8 and e8c8, which other pieces can make, too.
    pub unreached_castlings: usize,
    /// False if the header names variants, but neither standard chess nor Chess960, so that no
    /// moves were checked.
    pub is_chess: bool,
}

impl BookReport {
    /// Returns true if the book has no fault.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// Returns true if a book of standard chess or Chess960 has entries, but none that is reached.
    /// Its positions may be far from those of `starts`, or its keys are those of an unknown scheme.
    #[must_use]
    pub fn is_unreached(&self) -> bool {
        self.is_chess && self.entries > 0 && self.unreached == self.entries
    }
}

/// Checks the bytes of a book for faults in order, headers and moves. `docs/polyglot-books.md` is
/// the specification.
///
/// A key does not reveal its position. Positions are found by playing the moves of the book from
/// `starts` on; the moves of an entry whose position is not reached cannot be checked. If the
/// header names variants, and neither standard chess nor Chess960 is among them, no moves are
/// checked.
///
/// Time and memory are proportional to the size of the book.
///
/// ```
/// use shakmaty::Chess;
/// use zobrist_chess::{BookEntry, PackedMove};
/// use zobrist_shakmaty::{BookFaultKind, check_book};
///
/// let start = 0x463b_9618_1691_fc9c;
/// let e5 = PackedMove::new(12, 36, None);
/// let entry = BookEntry { key: start, played: e5, weight: 1, learn: 0 };
/// let report = check_book(&entry.to_bytes(), &[Chess::default()]);
/// assert_eq!(report.faults[0].kind, BookFaultKind::IllegalMove);
/// ```
#[must_use]
pub fn check_book(bytes: &[u8], starts: &[Chess]) -> BookReport {
    CheckedBook::new(bytes, starts).report
}

/// A book with its report, and the records and verdicts from which it can be repaired.
pub(super) struct CheckedBook<'a> {
    pub records: Records<'a>,
    pub walk: Walk,
    pub report: BookReport,
}

impl<'a> CheckedBook<'a> {
    pub(super) fn new(bytes: &'a [u8], starts: &[Chess]) -> CheckedBook<'a> {
        let records = Records::new(bytes);
        let walk = walk(&records.book(), if records.is_chess() { starts } else { &[] });
        let mut faults = Vec::new();
        header_faults(&records, &mut faults);
        order_faults(&records, &mut faults);
        entry_faults(&records, &walk, &mut faults);
        let mut positions = 0;
        let same_key = |a: &usize, b: &usize| records.entry(*a).key == records.entry(*b).key;
        for entries in records.order.chunk_by(same_key) {
            positions += 1;
            duplicate_faults(&records, entries, &mut faults);
        }
        faults.sort_by_key(|fault| fault.record);
        let unreached = walk.verdicts.iter().filter(|v| **v == Verdict::Unreached).count();
        let unreached_castlings = records
            .order
            .iter()
            .zip(&walk.verdicts)
            .filter(|(_, verdict)| **verdict == Verdict::Unreached)
            .filter(|(record, _)| is_castling_by_squares(records.entry(**record).played))
            .count();
        let is_chess = records.is_chess();
        let entries = records.order.len();
        let report =
            BookReport { faults, entries, positions, unreached, unreached_castlings, is_chess };
        CheckedBook { records, walk, report }
    }
}

fn header_faults(records: &Records, faults: &mut Vec<BookFault>) {
    let mut fault = |record, kind| faults.push(BookFault { record, entry: None, kind });
    for header in &records.headers {
        if header.start > 0 {
            fault(header.start, BookFaultKind::StrayHeader);
        }
        if let Err(error) = BookHeader::read(records.all[header.clone()].as_flattened()) {
            fault(header.start, BookFaultKind::Header(error));
        }
    }
    if !records.partial.is_empty() {
        fault(records.all.len(), BookFaultKind::PartialEntry { bytes: records.partial.len() });
    }
}

fn order_faults(records: &Records, faults: &mut Vec<BookFault>) {
    let mut in_file = records.order.clone();
    in_file.sort_unstable();
    for pair in in_file.windows(2) {
        let (record, before, entry) = (pair[1], records.entry(pair[0]), records.entry(pair[1]));
        let kind = if entry.key < before.key {
            BookFaultKind::KeyOrder
        } else if entry.key == before.key && entry.weight > before.weight {
            BookFaultKind::WeightOrder
        } else {
            continue;
        };
        faults.push(BookFault { record, entry: Some(entry), kind });
    }
}

fn entry_faults(records: &Records, walk: &Walk, faults: &mut Vec<BookFault>) {
    for (record, verdict) in records.order.iter().zip(&walk.verdicts) {
        let entry = records.entry(*record);
        let mut fault = |kind| faults.push(BookFault { record: *record, entry: Some(entry), kind });
        if entry.weight == 0 {
            fault(BookFaultKind::ZeroWeight);
        }
        match *verdict {
            _ if entry.played.bits() == 0 => {
                fault(BookFaultKind::NullMove);
                continue;
            }
            Verdict::Illegal => {
                fault(BookFaultKind::IllegalMove);
                continue;
            }
            Verdict::Castling(expected) => fault(BookFaultKind::Castling { expected }),
            Verdict::Legal | Verdict::Unreached => {}
        }
        if let Some(&expected) = walk.misfiled.get(&entry.key) {
            fault(BookFaultKind::EnPassant { expected });
        }
    }
}

/// Finds repeated moves among the entries of one position.
fn duplicate_faults(records: &Records, position: &[usize], faults: &mut Vec<BookFault>) {
    let mut by_move: Vec<(u16, usize, BookEntry)> = position
        .iter()
        .map(|record| (records.entry(*record).played.bits(), *record, records.entry(*record)))
        .collect();
    by_move.sort_unstable_by_key(|(bits, record, _)| (*bits, *record));
    for same in by_move.chunk_by(|a, b| a.0 == b.0) {
        let (_, first, _) = same[0];
        faults.extend(same[1..].iter().map(|(_, record, entry)| BookFault {
            record: *record,
            entry: Some(*entry),
            kind: BookFaultKind::Duplicate { first },
        }));
    }
}
