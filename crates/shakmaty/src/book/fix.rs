//! A correct book from one that is not.

use shakmaty::Chess;
use zobrist_chess::BookEntry;

use crate::book::check::Examined;
use crate::book::merge::{append_entries, merged_header, readable};
use crate::book::walk::Verdict;
use crate::book::{BookFaultKind, BookReport};

/// A book without faults, and what was repaired.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FixedBook {
    /// The bytes of the book: those that were given, if nothing was wrong with them.
    pub bytes: Vec<u8>,
    /// The names of the kinds of faults ([`BookFaultKind`]) that were repaired, each with its
    /// count, which is never 0.
    pub repaired: Vec<(&'static str, usize)>,
    /// The number of positions whose weights were scaled down, so that 16 bits hold the sum of
    /// duplicates.
    pub scaled: usize,
    /// The report of [`check_book`](crate::check_book) on the book that was given: if you doubt
    /// that it was a book, look at the order of its keys, and at whether any entry was reached.
    pub before: BookReport,
    /// The report of [`check_book`](crate::check_book) on the book as it is now.
    pub report: BookReport,
}

/// Repairs what [`check_book`](crate::check_book) finds wrong, from the same `starts`.
///
/// Entries are refiled under Polyglot's key, castling is written as the king taking its rook, null
/// moves, illegal moves, weights of 0 and truncated entries are left out, duplicates are added up
/// as in [`merge_books`](crate::merge_books), and everything is sorted: by key, then by weight,
/// heaviest first, then by move. A header that cannot be read is left out, and one that is
/// elsewhere is moved to the start. Entries whose position was not reached keep their moves. A book
/// in which nothing is wrong comes back as it is.
///
/// Any bytes are accepted as a book: see [`before`](FixedBook::before).
///
/// Takes the time and memory of `check_book`, and twice that if something is wrong.
pub fn fix_book(bytes: Vec<u8>, starts: &[Chess]) -> FixedBook {
    let mut bytes = bytes;
    let mut counts = [0; BookFaultKind::NAMES.len()];
    let mut scaled = 0;
    let mut before = None;
    // Once is enough, unless a repair uncovers something: each round leaves fewer wrong entries.
    loop {
        let examined = Examined::new(&bytes, starts);
        if examined.report.is_clean() {
            let repaired = BookFaultKind::NAMES.into_iter().zip(counts).filter(|(_, n)| *n > 0);
            let (repaired, report) = (repaired.collect(), examined.report);
            let before = before.unwrap_or_else(|| report.clone());
            return FixedBook { bytes, repaired, scaled, before, report };
        }
        for fault in &examined.report.faults {
            let name = fault.kind.name();
            let index = BookFaultKind::NAMES.iter().position(|other| *other == name);
            counts[index.expect("all kinds have a name")] += 1;
        }
        let mut entries = right_entries(&examined);
        let mut fixed = header(&examined);
        scaled += append_entries(&mut fixed, &mut entries);
        before.get_or_insert(examined.report);
        bytes = fixed;
    }
}

/// The entries that can be kept, corrected.
fn right_entries(examined: &Examined) -> Vec<BookEntry> {
    let Examined { records, walk, .. } = examined;
    let right = |(record, verdict): (&usize, &Verdict)| {
        let mut entry = records.entry(*record);
        match *verdict {
            _ if entry.played.bits() == 0 || entry.weight == 0 => return None,
            Verdict::Illegal => return None,
            Verdict::Castling(means) => entry.played = means,
            Verdict::Legal | Verdict::Unreached => {}
        }
        entry.key = walk.misfiled.get(&entry.key).copied().unwrap_or(entry.key);
        Some(entry)
    };
    records.order.iter().zip(&walk.verdicts).filter_map(right).collect()
}

/// The header as it is, or one made from all that can be read.
fn header(examined: &Examined) -> Vec<u8> {
    let records = &examined.records;
    let readable = readable(records.all, &records.headers);
    match (records.headers.as_slice(), readable.len()) {
        ([only], 1) => records.all[only.clone()].as_flattened().to_vec(),
        _ => merged_header(&readable),
    }
}
