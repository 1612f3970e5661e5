//! Books in another encoding: with swapped bytes, or with the keys of another scheme.

use std::collections::HashMap;

use shakmaty::{Chess, Position};
use zobrist::{Key, Keys};
use zobrist_chess::{
    AnyScheme, BookEntry, BookHeader, Color, ComposedScheme, Fen, Fide, PackedMove, Polyglot,
};

use crate::features::hash;
use crate::packed::unpack_book_move;

/// An encoding of a book in which no position of it is found, from [`foreign_book`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForeignBook {
    /// The numbers of the entries have their lowest byte first: [`swap_book`] mends them.
    Swapped,
    /// The keys are those of another scheme, of this name.
    Scheme(&'static str),
}

type Record = [u8; BookEntry::SIZE];

/// Name of Polyglot's keys where the turn is keyed for the other side, as some programs do.
const OTHER_TURN: &str = "polyglot, with the turn keyed for Black";

/// Number of entries from which order alone tells swapped bytes, where both readings are possible.
const MIN_FOR_ORDER: usize = 8;

/// Returns the encoding of bytes that are a book, but not one in Polyglot's encoding; `None` for a
/// book that is, and for bytes of which nothing is known.
///
/// Keys and moves are compared with the positions up to two plies from `starts`, by Polyglot's keys
/// and by those of every other built-in scheme. If there are none of them, bytes are swapped if
/// most moves can be those of a piece, and fewer than a third of the keys are below the one before,
/// only when they are.
///
/// ```
/// use shakmaty::Chess;
/// use zobrist_chess::{BookEntry, PackedMove};
/// use zobrist_shakmaty::{ForeignBook, foreign_book, swap_book};
///
/// let e4 = PackedMove::new(12, 28, None);
/// let book = BookEntry { key: 0x463b_9618_1691_fc9c, played: e4, weight: 1, learn: 0 }.to_bytes();
/// assert_eq!(foreign_book(&book, &[Chess::default()]), None);
/// let swapped = swap_book(book.to_vec());
/// assert_eq!(foreign_book(&swapped, &[Chess::default()]), Some(ForeignBook::Swapped));
/// assert_eq!(swap_book(swapped), book);
/// ```
///
/// Cost: milliseconds, and one pass over the bytes; much less if the book has the first of
/// `starts`.
#[must_use]
pub fn foreign_book(bytes: &[u8], starts: &[Chess]) -> Option<ForeignBook> {
    let (records, _) = bytes.as_chunks();
    let header = BookHeader::records_at(bytes);
    if header == 0 && has_swapped_header(records) {
        return Some(ForeignBook::Swapped);
    }
    let known = KnownKeys::new(starts);
    let (mut as_is, mut swapped) = (Reading::default(), Reading::default());
    for record in &records[header..] {
        let entry = BookEntry::from_bytes(*record);
        if entry.played == PackedMove::NONE {
            continue;
        }
        as_is.add(entry, &known);
        if as_is.scheme == Some(POLYGLOT) {
            return None;
        }
        swapped.add(BookEntry::from_bytes(swap(*record)), &known);
    }
    match (swapped.scheme, as_is.scheme) {
        (Some(POLYGLOT), _) => Some(ForeignBook::Swapped),
        (_, Some(scheme)) => Some(ForeignBook::Scheme(scheme)),
        (Some(_), None) => Some(ForeignBook::Swapped),
        (None, None) => swapped.is_clearer_than(&as_is).then_some(ForeignBook::Swapped),
    }
}

/// Swaps the bytes of each number of all entries: of key, move, weight and learn field. A header
/// in Polyglot's encoding stays, and so does what follows the last whole record.
#[must_use]
pub fn swap_book(bytes: Vec<u8>) -> Vec<u8> {
    let mut bytes = bytes;
    let header = BookHeader::records_at(&bytes);
    let (records, _) = bytes.as_chunks_mut();
    for record in &mut records[header..] {
        *record = swap(*record);
    }
    bytes
}

fn swap(record: Record) -> Record {
    let mut record = record;
    for number in [0..8, 8..10, 10..12, 12..16] {
        record[number].reverse();
    }
    record
}

/// True if the records begin with a header when their bytes are swapped.
fn has_swapped_header(records: &[Record]) -> bool {
    /// More than any header has.
    const MOST: usize = 1 << 12;
    let null = records.iter().take_while(|record| record[..8] == [0; 8]);
    let swapped: Vec<u8> = null.take(MOST).flat_map(|record| swap(*record)).collect();
    BookHeader::records_at(&swapped) > 0
}

/// The keys of some positions, by every scheme of 64 bits.
struct KnownKeys {
    positions: Vec<Chess>,
    /// The scheme and the place of the position for each key.
    keys: HashMap<u64, (&'static str, usize)>,
}

const POLYGLOT: &str = AnyScheme::NAMES[0];

impl KnownKeys {
    fn new(starts: &[Chess]) -> KnownKeys {
        let mut positions = starts.to_vec();
        let mut first = 0;
        for _ in 0..2 {
            let last = positions.len();
            for place in first..last {
                let before = positions[place].clone();
                positions.extend(before.legal_moves().iter().map(|m| {
                    let mut after = before.clone();
                    after.play_unchecked(*m);
                    after
                }));
            }
            first = last;
        }
        let others: Vec<(&'static str, ComposedScheme)> = AnyScheme::NAMES[3..]
            .iter()
            .filter_map(|name| Some((*name, AnyScheme::named(name)?.to_composed())))
            .collect();
        let turn = Polyglot::LAYOUT.turn(Color::White).map_or(0, |turn| Polyglot.key(turn));
        let mut keys = HashMap::new();
        for (place, position) in positions.iter().enumerate() {
            for (name, scheme) in &others {
                keys.insert(hash(scheme, position).to_word() as u64, (*name, place));
            }
            let polyglot = hash(&Polyglot, position);
            keys.insert(polyglot ^ turn, (OTHER_TURN, place));
            // The three differ in the rule of en passant alone.
            for key in [polyglot, hash(&Fide, position), hash(&Fen, position)] {
                keys.insert(key, (POLYGLOT, place));
            }
        }
        KnownKeys { positions, keys }
    }

    /// The scheme by which an entry has a legal move of a known position.
    fn scheme_of(&self, entry: BookEntry) -> Option<&'static str> {
        let (name, place) = self.keys.get(&entry.key)?;
        unpack_book_move(&self.positions[*place], entry.played).map(|_| *name)
    }
}

/// Entries as they are read in one order of the bytes.
#[derive(Default)]
struct Reading {
    entries: usize,
    /// Number of moves that some piece can make on an empty board.
    possible: usize,
    /// Number of keys other than the one before.
    changes: usize,
    /// Number of keys below the one before.
    falls: usize,
    last_key: Option<u64>,
    /// The scheme of a known position, Polyglot if there is one.
    scheme: Option<&'static str>,
}

impl Reading {
    fn add(&mut self, entry: BookEntry, known: &KnownKeys) {
        self.entries += 1;
        self.possible += usize::from(is_possible(entry.played));
        if let Some(last) = self.last_key.replace(entry.key) {
            self.changes += usize::from(entry.key != last);
            self.falls += usize::from(entry.key < last);
        }
        if self.scheme != Some(POLYGLOT)
            && let Some(scheme) = known.scheme_of(entry)
        {
            self.scheme = Some(scheme);
        }
    }

    /// True if this is a book and the other reading is none.
    fn is_clearer_than(&self, other: &Reading) -> bool {
        let is_of_moves = |reading: &Reading| 10 * reading.possible >= 9 * reading.entries;
        let is_in_order = self.falls == 0 && other.falls > 0 && self.entries >= MIN_FOR_ORDER;
        // Where only moves or halves of words are swapped, this reading has its keys in no order.
        let ascends = self.falls == 0 || 3 * self.falls < self.changes;
        self.possible > 0 && ascends && is_of_moves(self) && (!is_of_moves(other) || is_in_order)
    }
}

/// True if some piece can make a move on an empty board.
fn is_possible(played: PackedMove) -> bool {
    let Some(from) = played.from() else { return false };
    let to = played.to();
    let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
    match played.bits() >> 12 {
        0 => {
            from != to
                && (files == 0
                    || ranks == 0
                    || files == ranks
                    || files.min(ranks) == 1 && files + ranks == 3)
        }
        1..=4 => files <= 1 && matches!((from / 8, to / 8), (6, 7) | (1, 0)),
        _ => false,
    }
}
