//! What is wrong with a book.

use shakmaty::Chess;
use zobrist_chess::{BookEntry, BookHeader};

use crate::book::records::Records;
use crate::book::walk::{Verdict, Walk, walk};
use crate::book::{BookFault, BookFaultKind};

/// The faults of a book, and the counts made on the way.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BookReport {
    /// All faults, weights of 0 among them, in the order of the file.
    pub faults: Vec<BookFault>,
    /// The number of entries, without headers.
    pub entries: usize,
    /// The number of different keys.
    pub positions: usize,
    /// The number of entries whose position was not reached: whether their moves are legal is not
    /// known.
    pub unreached: usize,
}

impl BookReport {
    /// Returns whether the book has no fault.
    pub fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Looks for everything that can be wrong with the bytes of a book. `docs/polyglot-books.md` is the
/// specification.
///
/// A key does not reveal its position. Positions are found by walking from `starts`, by the moves
/// of the book, through the positions that it has; an entry of any other position can only be
/// judged by itself. If the header names variants, and none of them is standard chess or Chess960,
/// there is no walk.
///
/// Takes time and memory in proportion to the book.
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
pub fn check_book(bytes: &[u8], starts: &[Chess]) -> BookReport {
    Examined::new(bytes, starts).report
}

/// A book taken apart, and what was found in it.
pub struct Examined<'a> {
    pub records: Records<'a>,
    pub walk: Walk,
    pub report: BookReport,
}

impl<'a> Examined<'a> {
    pub fn new(bytes: &'a [u8], starts: &[Chess]) -> Examined<'a> {
        let records = Records::new(bytes);
        let walk = walk(&records.book(), if records.is_chess() { starts } else { &[] });
        let mut faults = Vec::new();
        header_faults(&records, &mut faults);
        order_faults(&records, &mut faults);
        entry_faults(&records, &walk, &mut faults);
        let mut positions = 0;
        for_each_position(&records, |entries| {
            positions += 1;
            duplicates(&records, entries, &mut faults);
        });
        faults.sort_by_key(|fault| fault.record);
        let unreached = walk.verdicts.iter().filter(|v| **v == Verdict::Unreached).count();
        let entries = records.order.len();
        let report = BookReport { faults, entries, positions, unreached };
        Examined { records, walk, report }
    }
}

/// Hands over the records of each position.
fn for_each_position(records: &Records, mut each: impl FnMut(&[usize])) {
    let same_key = |a: &usize, b: &usize| records.entry(*a).key == records.entry(*b).key;
    records.order.chunk_by(same_key).for_each(&mut each);
}

fn header_faults(records: &Records, faults: &mut Vec<BookFault>) {
    let mut fault = |record, kind| faults.push(BookFault { record, entry: None, kind });
    for header in &records.headers {
        if header.start > 0 {
            fault(header.start, BookFaultKind::StrayHeader);
        }
        if let Err(error) = BookHeader::read(&records.all[header.clone()]) {
            fault(header.start, BookFaultKind::Header(error));
        }
    }
    if !records.rest.is_empty() {
        fault(records.all.len(), BookFaultKind::Partial { bytes: records.rest.len() });
    }
}

fn order_faults(records: &Records, faults: &mut Vec<BookFault>) {
    let mut in_file = records.order.clone();
    in_file.sort_unstable();
    for pair in in_file.windows(2) {
        let (record, before, entry) = (pair[1], records.entry(pair[0]), records.entry(pair[1]));
        let kind = if entry.key < before.key {
            BookFaultKind::Order
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
            Verdict::Castling(means) => fault(BookFaultKind::Castling { means }),
            Verdict::Legal | Verdict::Unreached => {}
        }
        if let Some(&belongs) = walk.misfiled.get(&entry.key) {
            fault(BookFaultKind::EnPassant { belongs });
        }
    }
}

/// Finds entries with the same position and the same move.
fn duplicates(records: &Records, position: &[usize], faults: &mut Vec<BookFault>) {
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
