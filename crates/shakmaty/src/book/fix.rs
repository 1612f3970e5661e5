//! Repairs a book.

use shakmaty::Chess;
use zobrist_chess::BookEntry;

use super::check::{BookReport, CheckedBook};
use super::fault::BookFaultKind;
use super::merge::{append_entries, merged_header, readable_headers};
use super::walk::Verdict;

/// A book without faults and the counts of its repairs, from [`fix_book`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FixedBook {
    /// The bytes of the book; unchanged if it had no faults.
    pub bytes: Vec<u8>,
    /// Names of the repaired kinds of faults ([`BookFaultKind::name`]), each with its count, above
    /// 0.
    pub repaired: Vec<(&'static str, usize)>,
    /// Number of positions whose weights were scaled down, as the sum of duplicates exceeded 16
    /// bits.
    pub scaled_positions: usize,
    /// The report of [`check_book`](crate::check_book) before the repair. If most keys were out of
    /// order and no entry was reached, the bytes were probably not a book.
    pub report_before: BookReport,
    /// The report of [`check_book`](crate::check_book) after the repair.
    pub report_after: BookReport,
}

/// Repairs the faults that [`check_book`](crate::check_book) finds from the same `starts`.
///
/// Entries get Polyglot's key, and castling is written as the king capturing its rook. Null moves,
/// illegal moves, weights of 0, truncated entries and unreadable headers are removed. Duplicates
/// are added up as in [`merge_books`](crate::merge_books), headers moved to the start, and entries
/// sorted by key, then by weight, heaviest first, then by move. Entries whose position was not
/// reached keep their moves. A book without faults is returned unchanged.
///
/// Any bytes are accepted as a book: see [`report_before`](FixedBook::report_before).
///
/// Cost: that of `check_book`, and twice that if there are faults.
#[must_use]
pub fn fix_book(bytes: Vec<u8>, starts: &[Chess]) -> FixedBook {
    let mut bytes = bytes;
    let mut counts = [0; BookFaultKind::NAMES.len()];
    let mut scaled_positions = 0;
    let mut report_before = None;
    // A repair may uncover another fault, but each round leaves fewer.
    loop {
        let checked = CheckedBook::new(&bytes, starts);
        if checked.report.is_clean() {
            let repaired = BookFaultKind::NAMES.into_iter().zip(counts).filter(|(_, n)| *n > 0);
            let (repaired, report_after) = (repaired.collect(), checked.report);
            let report_before = report_before.unwrap_or_else(|| report_after.clone());
            return FixedBook { bytes, repaired, scaled_positions, report_before, report_after };
        }
        for fault in &checked.report.faults {
            counts[fault.kind.index()] += 1;
        }
        let mut entries = repaired_entries(&checked);
        let mut fixed = repaired_header(&checked);
        scaled_positions += append_entries(&mut fixed, &mut entries);
        report_before.get_or_insert(checked.report);
        bytes = fixed;
    }
}

fn repaired_entries(checked: &CheckedBook) -> Vec<BookEntry> {
    let CheckedBook { records, walk, .. } = checked;
    let repaired = |(record, verdict): (&usize, &Verdict)| {
        let mut entry = records.entry(*record);
        match *verdict {
            _ if entry.played.bits() == 0 || entry.weight == 0 => return None,
            Verdict::Illegal => return None,
            Verdict::Castling(expected) => entry.played = expected,
            Verdict::Legal | Verdict::Unreached => {}
        }
        entry.key = walk.misfiled.get(&entry.key).copied().unwrap_or(entry.key);
        Some(entry)
    };
    records.order.iter().zip(&walk.verdicts).filter_map(repaired).collect()
}

/// Returns the only header unchanged, or one that merges all readable headers.
fn repaired_header(checked: &CheckedBook) -> Vec<u8> {
    let records = &checked.records;
    let readable = readable_headers(records.all, &records.headers);
    match (records.headers.as_slice(), readable.len()) {
        ([only], 1) => records.all[only.clone()].as_flattened().to_vec(),
        _ => merged_header(&readable),
    }
}
