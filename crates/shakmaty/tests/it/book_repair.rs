//! Checks, repairs and merges books.

use std::collections::BTreeMap;
use std::io::Read;

use proptest::collection::vec;
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Position};
use zobrist::Keys;
use zobrist_chess::{
    AnyScheme, Book, BookEntry, Fide, PackedMove, Polyglot, Scheme, Zobrist, book_header,
};
use zobrist_shakmaty::pgn::{GameScanner, replay_game};
use zobrist_shakmaty::{
    BookFaultKind, ForeignBook, GameOptions, GameVisitor, HashablePosition, Hashed, check_book,
    fix_book, foreign_book, hash, merge_books, pack_move, swap_book,
};

/// Makes a book of the moves of some sample games, of both sides or of one.
fn sample_book(games: usize, plies: usize, only: Option<Color>) -> Vec<u8> {
    sample_book_of(&Polyglot, games, plies, only)
}

/// Makes a book with the keys of a scheme.
fn sample_book_of<S: Scheme + Keys<Key = u64>>(
    scheme: &S,
    games: usize,
    plies: usize,
    only: Option<Color>,
) -> Vec<u8> {
    struct Moves {
        before: u64,
        plies: usize,
        only: Option<Color>,
        weights: BTreeMap<(u64, PackedMove), u16>,
    }
    impl<S: Scheme + Keys<Key = u64>, C: zobrist::Changes> GameVisitor<S, C> for Moves {
        fn position<P: HashablePosition>(
            &mut self,
            ply: usize,
            m: Option<Move>,
            p: &Hashed<S, P, C>,
        ) {
            let counts = self.only.is_none_or(|color| color != p.position().turn());
            if let Some(m) = m.filter(|_| ply <= self.plies && counts) {
                *self.weights.entry((self.before, pack_move(m))).or_default() += 2;
            }
            self.before = hash(p.scheme(), p.position());
        }
    }
    let file = include_bytes!("../../../../data/engine-games.pgn.gz");
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&file[..]).read_to_end(&mut text).unwrap();
    let mut moves = Moves { before: 0, plies, only, weights: BTreeMap::new() };
    let (mut rest, mut scanner) = (text.as_slice(), GameScanner::new());
    for _ in 0..games {
        let end = scanner.end_of_game(rest, true).unwrap();
        replay_game(scheme, &rest[..end], GameOptions::default(), (), &mut moves).unwrap();
        rest = &rest[end..];
    }
    let mut entries: Vec<BookEntry> = moves
        .weights
        .into_iter()
        .map(|((key, played), weight)| BookEntry { key, played, weight, learn: 0 })
        .collect();
    entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight, entry.played));
    bytes_of(&entries)
}

fn bytes_of(entries: &[BookEntry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

fn entries_of(bytes: &[u8]) -> Vec<BookEntry> {
    Book::new(bytes).unwrap().entries().iter().collect()
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn starts() -> Vec<Chess> {
    vec![Chess::default()]
}

fn uci(text: &str) -> PackedMove {
    let square = |at: usize| (text.as_bytes()[at] - b'a') + 8 * (text.as_bytes()[at + 1] - b'1');
    PackedMove::new(square(0), square(2), None)
}

fn entry(key: u64, played: &str, weight: u16) -> BookEntry {
    BookEntry { key, played: uci(played), weight, learn: 0 }
}

const START: u64 = 0x463b_9618_1691_fc9c;

/// Returns the names of the faults in order.
fn faults(bytes: &[u8], starts: &[Chess]) -> Vec<&'static str> {
    check_book(bytes, starts).faults.iter().map(|fault| fault.kind.name()).collect()
}

#[test]
fn a_book_without_faults_is_returned_unchanged() {
    for only in [None, Some(Color::White), Some(Color::Black)] {
        let bytes = sample_book(300, 16, only);
        let report = check_book(&bytes, &starts());
        assert_eq!(report.faults, []);
        assert_eq!(report.entries, bytes.len() / 16);
        // A book of one side is reached by any replies of the other.
        assert_eq!(report.unreached, 0, "{only:?}");
        assert!(report.positions > 500 && report.positions < report.entries);
        let fixed = fix_book(bytes.clone(), &starts());
        assert!(fixed.bytes == bytes && fixed.repaired.is_empty());
    }
}

#[test]
fn without_start_positions_nothing_is_reached() {
    let bytes = sample_book(10, 16, None);
    let report = check_book(&bytes, &[]);
    assert_eq!(report.unreached, report.entries);
    assert!(report.is_clean());
}

#[test]
fn each_fault_is_reported_with_its_place() {
    let e4 = 0x823c_9b50_fd11_4196;
    let mut bytes = bytes_of(&[
        entry(START, "d2d4", 1),
        entry(START, "e2e4", 3),
        entry(START, "e2e4", 2),
        entry(START, "e2e5", 1),
        entry(START, "a1a1", 0),
        entry(START - 1, "e7e5", 1),
        entry(e4, "e7e5", 1),
    ]);
    bytes[4 * 16 + 8] = 0;
    bytes.extend([1, 2, 3]);
    let report = check_book(&bytes, &starts());
    let seen: Vec<_> = report.faults.iter().map(|f| (f.record, f.offset(), f.kind)).collect();
    assert_eq!(
        seen,
        [
            (1, 16, BookFaultKind::WeightOrder),
            (2, 32, BookFaultKind::Duplicate { first: 1 }),
            (3, 48, BookFaultKind::IllegalMove),
            (4, 64, BookFaultKind::ZeroWeight),
            (4, 64, BookFaultKind::NullMove),
            (5, 80, BookFaultKind::KeyOrder),
            (7, 112, BookFaultKind::PartialEntry { bytes: 3 }),
        ]
    );
    assert_eq!((report.entries, report.positions, report.unreached), (7, 3, 1));
    let fixed = fix_book(bytes, &starts());
    let expected = [
        entry(START - 1, "e7e5", 1),
        entry(START, "e2e4", 5),
        entry(START, "d2d4", 1),
        entry(e4, "e7e5", 1),
    ];
    assert_eq!(entries_of(&fixed.bytes), expected);
    assert_eq!(
        fixed.repaired,
        [
            ("partial-entry", 1),
            ("order", 1),
            ("weight-order", 1),
            ("duplicate", 1),
            ("null-move", 1),
            ("illegal-move", 1),
            ("zero-weight", 1),
        ]
    );
}

#[test]
fn entries_of_weight_0_are_removed() {
    let right = entry(START, "d2d4", 1);
    let bytes = bytes_of(&[right, entry(START, "e2e4", 0)]);
    let report = check_book(&bytes, &starts());
    assert_eq!(report.faults[0].kind, BookFaultKind::ZeroWeight);
    assert!(!report.is_clean());
    assert_eq!(entries_of(&fix_book(bytes, &starts()).bytes), [right]);
}

#[test]
fn castling_is_rewritten_as_the_king_capturing_its_rook() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let key = hash(&Polyglot, &position(fen));
    let bytes = bytes_of(&[
        entry(key, "e1g1", 5),
        entry(key, "e1c1", 3),
        entry(key, "e1h1", 2),
        entry(key, "e1b1", 1),
        entry(key, "e1f1", 1),
    ]);
    assert_eq!(faults(&bytes, &[position(fen)]), ["castling", "castling", "illegal-move"]);
    let fixed = fix_book(bytes, &[position(fen)]);
    let expected = [entry(key, "e1h1", 7), entry(key, "e1a1", 3), entry(key, "e1f1", 1)];
    assert_eq!(entries_of(&fixed.bytes), expected);
}

/// After a double step with no enemy pawn beside it, `fen` has an en passant file and `polyglot`
/// has none.
#[test]
fn entries_with_keys_of_fen_are_rekeyed() {
    let after_e4 = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    let (polyglot, fen) = (hash(&Polyglot, &after_e4), hash(&zobrist_chess::Fen, &after_e4));
    assert_ne!(polyglot, fen);
    let after_c5 = position("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
    let mut entries = [
        entry(START, "e2e4", 1),
        entry(fen, "c7c5", 4),
        entry(fen, "e7e4", 1),
        entry(polyglot, "c7c5", 1),
        entry(hash(&Polyglot, &after_c5), "a1a2", 1),
    ];
    entries.sort_by_key(|entry| entry.key);
    let bytes = bytes_of(&entries);
    let mut names = faults(&bytes, &starts());
    names.sort_unstable();
    // The walk continues through misfiled entries.
    assert_eq!(names, ["en-passant", "illegal-move", "illegal-move"]);
    let fixed = fix_book(bytes, &starts());
    let book = Book::new(fixed.bytes.as_slice()).unwrap();
    assert_eq!(book.len(), 2);
    assert_eq!(book.probe(polyglot).next(), Some(entry(polyglot, "c7c5", 5)));
}

/// A position that is reached by a double step and by single steps has one key by `polyglot` and
/// two by `fen`. Both are found, in either order.
#[test]
fn a_book_with_keys_of_fen_becomes_that_with_keys_of_polyglot() {
    for only in [None, Some(Color::White), Some(Color::Black)] {
        let book = sample_book_of(&zobrist_chess::Fen, 1000, 16, only);
        let fixed = fix_book(book, &starts());
        assert_eq!(fixed.report_before.unreached, 0, "{only:?}");
        assert!(fixed.bytes == sample_book(1000, 16, only), "{only:?}");
    }
}

/// With a pinned pawn beside a double step, `polyglot` has an en passant file and `fide` has none.
/// The key without the file is also that of the same board by another move order.
#[test]
fn entries_with_keys_of_fide_are_rekeyed_unless_their_position_is_reached() {
    let line = |text: &str| {
        let mut position = Chess::default();
        let mut entries = Vec::new();
        for word in text.split(' ') {
            let m = word.parse::<shakmaty::uci::UciMove>().unwrap().to_move(&position).unwrap();
            entries.push((hash(&Polyglot, &position), pack_move(m)));
            position.play_unchecked(m);
        }
        (position, entries)
    };
    let (pinned, by_the_pin) = line("g1f3 g8f6 c2c4 b8c6 d1b3 e7e5 b3e3 e5e4 d2d4");
    let (other, around) = line("c2c4 e7e5 d2d4 b8c6 d1d3 g8f6 g1f3 e5e4 d3e3");
    let (key, bare) = (hash(&Polyglot, &pinned), hash(&Polyglot, &other));
    assert_eq!((key, bare), (0x4d4c_9437_aef0_f22c, 0x51d5_4ae4_9248_628d));
    assert_eq!(hash(&Fide, &pinned), bare);

    let book = |lines: &[&[(u64, PackedMove)]]| {
        let mut entries: Vec<BookEntry> = lines
            .concat()
            .into_iter()
            .map(|(key, played)| BookEntry { key, played, weight: 1, learn: 0 })
            .collect();
        entries.push(entry(bare, "d7d5", 1));
        entries.sort_by_key(|entry| (entry.key, entry.played));
        entries.dedup();
        bytes_of(&entries)
    };
    let misfiled = book(&[&by_the_pin]);
    let report = check_book(&misfiled, &starts());
    assert_eq!(report.faults.len(), 1);
    assert_eq!(report.faults[0].kind, BookFaultKind::EnPassant { expected: key });
    assert_eq!(report.faults[0].entry, Some(entry(bare, "d7d5", 1)));
    let fixed = fix_book(misfiled, &starts());
    let fixed = Book::new(fixed.bytes).unwrap();
    assert_eq!((fixed.probe(key).count(), fixed.probe(bare).count()), (1, 0));

    assert!(check_book(&book(&[&by_the_pin, &around]), &starts()).is_clean());
    assert!(check_book(&book(&[&around]), &starts()).is_clean());
}

#[test]
fn headers_are_recognized_and_moved_to_the_start() {
    let header = |variants: &[&str], comment: &str| {
        book_header(variants, comment).unwrap().collect::<Vec<_>>().concat()
    };
    let (one, two) = (header(&["normal"], "one"), header(&["fischerandom"], "two"));
    let (e4, d4) = (bytes_of(&[entry(START, "e2e4", 1)]), bytes_of(&[entry(START, "d2d4", 1)]));
    let sound = [one.clone(), e4.clone()].concat();
    assert!(check_book(&sound, &starts()).faults.is_empty());
    assert_eq!(fix_book(sound.clone(), &starts()).bytes, sound);

    let after = [e4.clone(), one.clone()].concat();
    assert_eq!(faults(&after, &starts()), ["stray-header"]);
    assert_eq!(fix_book(after, &starts()).bytes, sound);

    // Two books in one file.
    let two_books = [one.clone(), e4.clone(), two.clone(), d4.clone()].concat();
    assert_eq!(faults(&two_books, &starts()), ["stray-header"]);
    let fixed = fix_book(two_books, &starts()).bytes;
    let expected =
        [header(&["fischerandom", "normal"], "one\ntwo"), d4.clone(), e4.clone()].concat();
    assert_eq!(fixed, expected);

    let mut broken = sound.clone();
    broken[16 + 8] = b'9';
    broken[13] = b'9';
    assert_eq!(faults(&broken, &starts()), ["header"]);
    assert_eq!(fix_book(broken, &starts()).bytes, e4);

    // Moves of other variants are not checked.
    let suicide = [header(&["suicide"], ""), bytes_of(&[entry(START, "e2e5", 1)])].concat();
    let report = check_book(&suicide, &starts());
    assert!(report.is_clean() && report.unreached == 1);
}

#[test]
fn sums_beyond_16_bits_scale_only_their_position() {
    let e4 = 0x823c_9b50_fd11_4196;
    let entries = [
        entry(START, "d2d4", 60000),
        entry(START, "e2e4", 6),
        entry(START, "g1f3", 0),
        entry(e4, "e7e5", 65535),
    ];
    let [one, two] = [bytes_of(&entries), bytes_of(&[BookEntry { learn: 9, ..entries[0] }])];
    let [a, b] = [&one, &two].map(|bytes| Book::new(bytes.as_slice()).unwrap());
    let merged = merge_books(&[a, b]);
    assert_eq!(merged.scaled_positions, 1);
    let expected = [
        BookEntry { weight: 65535, learn: 9, ..entries[0] },
        entry(START, "e2e4", 3),
        entry(START, "g1f3", 0),
        entries[3],
    ];
    assert_eq!(entries_of(&merged.bytes), expected);
    let twice = [one, two].concat();
    let fixed = fix_book(twice, &starts());
    // Entries of weight 0 are removed.
    let expected: Vec<_> = expected.into_iter().filter(|entry| entry.weight > 0).collect();
    assert_eq!((entries_of(&fixed.bytes), fixed.scaled_positions), (expected, 1));
}

/// Castling as a king's move of two squares is merged as castling where the moves of the books
/// reach the position, in all four ways; moves of a rook between the same squares stay.
#[test]
fn castling_by_two_squares_is_merged_as_castling() {
    let book = entries_of(&sample_book(200, 30, None));
    let by_squares = book.into_iter().map(|entry| {
        let two = |rook: &str, squares| (entry.played == uci(rook)).then(|| uci(squares));
        let ways = [("e1h1", "e1g1"), ("e1a1", "e1c1"), ("e8h8", "e8g8"), ("e8a8", "e8c8")];
        let played = ways.into_iter().find_map(|(rook, squares)| two(rook, squares));
        BookEntry { played: played.unwrap_or(entry.played), ..entry }
    });
    let by_squares = bytes_of(&by_squares.collect::<Vec<_>>());
    let sound = fix_book(by_squares.clone(), &starts()).bytes;
    let changed =
        entries_of(&by_squares).iter().zip(entries_of(&sound)).filter(|(a, b)| *a != b).count();
    let merged = merge_books(&[Book::new(by_squares.as_slice()).unwrap()]);
    assert!(merged.castlings >= 100 && changed > 0, "{} {changed}", merged.castlings);
    assert!(merged.bytes == sound);
    let both = [&by_squares, &sound].map(|bytes| Book::new(bytes.as_slice()).unwrap());
    let twice = entries_of(&merge_books(&both).bytes);
    assert!(entries_of(&sound).iter().zip(&twice).all(|(a, b)| 2 * a.weight == b.weight));
    assert_eq!(merge_books(&[Book::new(sound.as_slice()).unwrap()]).castlings, 0);
}

/// Every built-in scheme but those with Polyglot's keys is told by the first move of a book.
#[test]
fn keys_of_other_schemes_are_known() {
    let foreign = |bytes: &[u8]| foreign_book(bytes, &starts());
    let after_e4 = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let after = |name: &str| {
        let scheme = AnyScheme::named(name).expect("it is built in").to_composed();
        zobrist::Key::to_word(hash(&scheme, &after_e4)) as u64
    };
    for name in &AnyScheme::NAMES[3..] {
        let book = entry(after(name), "c7c5", 1).to_bytes();
        // Stockfish 15.1 and 18 differ after castling and by the clock alone.
        let found = foreign(&book);
        let is_known =
            matches!(&found, Some(ForeignBook::Scheme(got)) if after(got) == after(name));
        assert!(is_known, "{name}: {found:?}");
        assert_eq!(foreign(&swap_book(book.to_vec())), Some(ForeignBook::Swapped));
    }
    let book = sample_book_of(&Zobrist::<u64>::new(), 40, 12, None);
    assert_eq!(foreign(&book), Some(ForeignBook::Scheme("zobrist")));
    let turn = Polyglot.key(Polyglot::LAYOUT.turn(zobrist_chess::Color::White).unwrap());
    let book = entry(START ^ turn, "d2d4", 1).to_bytes();
    assert!(matches!(foreign(&book), Some(ForeignBook::Scheme(name)) if name.contains("turn")));
    assert_eq!(foreign(&entry(START ^ turn, "d2d5", 1).to_bytes()), None);
    assert_eq!(foreign(&sample_book_of(&Fide, 40, 12, None)), None);
}

/// Returns an entry with one of several faults.
fn damaged(entries: &[BookEntry], index: usize, how: usize, random: u64) -> BookEntry {
    let entry = entries[index % entries.len()];
    match how {
        0 => entry,
        1 => BookEntry { weight: random as u16, ..entry },
        2 => BookEntry { played: PackedMove::from_bits(random as u16), ..entry },
        3 => BookEntry { key: random, ..entry },
        4 => BookEntry { played: PackedMove::NONE, ..entry },
        5 => BookEntry { key: 0, ..entry },
        // With one en passant file too many or too few.
        6 => {
            let file = Polyglot::LAYOUT.en_passant((random % 8) as usize);
            BookEntry { key: entry.key ^ Polyglot.key(file.unwrap()), ..entry }
        }
        _ => BookEntry {
            key: 0,
            played: PackedMove::from_bits(0x4050),
            weight: 0x4740,
            learn: 0x0a31_2e30,
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_damage_can_be_repaired(
        damage in vec((any::<usize>(), 0..8_usize, any::<u64>()), 0..60),
        shuffled in any::<bool>(),
        rest in vec(any::<u8>(), 0..20),
    ) {
        let sound = entries_of(&sample_book(20, 10, None));
        let mut entries = sound.clone();
        for (index, how, random) in damage {
            let new = damaged(&sound, index, how, random);
            let at = random as usize % entries.len();
            if index % 3 == 0 { entries[at] = new } else { entries.insert(at, new) }
        }
        if shuffled {
            entries.sort_by_key(|entry| entry.key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        let bytes = [bytes_of(&entries), rest].concat();
        let report = check_book(&bytes, &starts());
        let fixed = fix_book(bytes.clone(), &starts());
        prop_assert_eq!(report.is_clean(), fixed.repaired.is_empty());
        if report.is_clean() {
            prop_assert_eq!(&fixed.bytes, &bytes);
        }
        prop_assert!(fixed.report_after.is_clean());
        prop_assert!(check_book(&fixed.bytes, &starts()).is_clean());
        prop_assert!(Book::new(fixed.bytes.as_slice()).unwrap().is_sorted());
        let again = fix_book(fixed.bytes.clone(), &starts());
        prop_assert!(again.bytes == fixed.bytes && again.repaired.is_empty());
    }

    /// Books of games from the start, of both sides or one, with a header or without, swapped and
    /// back; and sound books of any of their entries, which reach nothing.
    #[test]
    fn swapped_books_are_known_and_sound_ones_are_not_swapped(
        (games, plies, side) in (1..60_usize, 1..16_usize, 0..3),
        kept in any::<u64>(),
        has_header in any::<bool>(),
        foreign in vec(any::<u8>(), 0..200),
    ) {
        let only = [None, Some(Color::White), Some(Color::Black)][side as usize];
        // Of one ply, Black has none.
        let book = sample_book(games, plies + 1, only);
        let header = book_header(&["normal"], "a comment of some length").unwrap().flatten();
        let book: Vec<u8> = header.filter(|_| has_header).chain(book).collect();
        prop_assert_eq!(foreign_book(&book, &starts()), None);
        let swapped: Vec<u8> = book.as_chunks::<16>().0.iter().flat_map(|record| {
            let [key, rest] = [0, 8].map(|at| u64::from_be_bytes(record[at..at + 8].try_into().unwrap()));
            let [played, weight, learn] = [(rest >> 48) as u32, (rest >> 32) as u32 & 0xffff, rest as u32];
            [&key.to_le_bytes()[..], &played.to_le_bytes()[..2], &weight.to_le_bytes()[..2],
             &learn.to_le_bytes()].concat()
        }).collect();
        prop_assert_eq!(foreign_book(&swapped, &starts()), Some(ForeignBook::Swapped));
        prop_assert!(swap_book(swapped.clone()) == book);
        let fixed = fix_book(swap_book(swapped), &starts());
        prop_assert!(fixed.bytes == book && fixed.repaired.is_empty());

        let some = entries_of(&sample_book(games, plies, None)).into_iter().enumerate();
        let some: Vec<_> = some.filter(|(i, e)| kept >> (i % 64) & 1 == 1 && e.key != START).collect();
        let some: Vec<_> = some.into_iter().map(|(_, entry)| entry).collect();
        prop_assert_eq!(foreign_book(&bytes_of(&some), &[]), None);
        // Any bytes are examined.
        let _ = foreign_book(&foreign, &starts());
    }

    #[test]
    fn merging_does_not_depend_on_the_order_of_books(
        cuts in vec((any::<u64>(), any::<u16>()), 1..5),
    ) {
        let sound = entries_of(&sample_book(20, 10, None));
        let books: Vec<Vec<u8>> = cuts
            .iter()
            .map(|(which, weight)| {
                let some = sound.iter().enumerate().filter(|(i, _)| which >> (i % 64) & 1 == 1);
                let some = some.map(|(i, entry)| BookEntry {
                    weight: weight.wrapping_mul(i as u16),
                    learn: u32::from(*weight),
                    ..*entry
                });
                let header = book_header(&["normal"], "x").unwrap();
                let header = header.filter(|_| which % 2 == 0).flatten();
                header.chain(some.flat_map(BookEntry::to_bytes)).collect()
            })
            .collect();
        let merge = |books: &[&Vec<u8>]| {
            let books: Vec<_> = books.iter().map(|book| Book::new(book.as_slice()).unwrap()).collect();
            merge_books(&books)
        };
        let merged = merge(&books.iter().collect::<Vec<_>>());
        prop_assert_eq!(&merge(&books.iter().rev().collect::<Vec<_>>()).bytes, &merged.bytes);
        prop_assert_eq!(&merge(&[&merged.bytes]).bytes, &merged.bytes);

        // The sums by definition.
        let mut sums: BTreeMap<(u64, PackedMove), u64> = BTreeMap::new();
        for entry in books.iter().flat_map(|book| entries_of(book)) {
            *sums.entry((entry.key, entry.played)).or_default() += u64::from(entry.weight);
        }
        let result = entries_of(&merged.bytes);
        prop_assert_eq!(result.len(), sums.len());
        for entry in result {
            let of_position = sums.iter().filter(|((key, _), _)| *key == entry.key);
            let largest = *of_position.map(|(_, sum)| sum).max().unwrap();
            // weight / limit is sum / largest, to the nearest, in whole numbers.
            let (sum, limit) = (sums[&(entry.key, entry.played)], largest.min(65535));
            let off = (u64::from(entry.weight) * largest).abs_diff(sum * limit);
            prop_assert!(2 * off <= largest || entry.weight == 1 && sum > 0);
        }
    }
}

/// In Chess960, only the capture of a rook with castling rights is castling.
#[test]
fn moves_of_chess960_are_checked_from_a_start_position() {
    let fen = "r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1";
    let start: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
    let key = hash(&Polyglot, &start);
    let bytes = bytes_of(&[entry(key, "c1a1", 2), entry(key, "c1h1", 1)]);
    assert_eq!(faults(&bytes, &[start]), ["illegal-move"]);
}
