//! Hashers as a board uses them: generic over what is kept, made again from a stored hash, printed,
//! and given features of another layout.
#![cfg(feature = "alloc")]

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use zobrist::{
    AnyKey, Canonical, Changes, Checked, Combine, Computed, Differences, Exact, Feature, Hasher,
    Hex, History, Incremental, KeyTable, KeyVec, Kind, Lanes, Layout, Only, Pair,
    PersistentHistory, Rule, Source, Step, Sum48, Symmetries, Tally, static_keys,
};

const PIECE: Kind = Kind::first("piece", 24);
const EN_PASSANT: Kind = PIECE.then("en-passant", 8);
const TURN: Kind = EN_PASSANT.then("turn", 1);
const LAYOUT: Layout = TURN.layout();
static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(7, 64).table_u64(LAYOUT);

static_keys! {
    BoardKeys: KeyTable<u64, { LAYOUT.len() }> = Source::bch(7, 64).table_u64(LAYOUT);
}

/// A board that is copied for each move, whatever keeps its hash.
#[derive(Clone, Debug, PartialEq)]
struct Board<H> {
    pieces: [Option<u8>; 8],
    en_passant: Option<usize>,
    is_black: bool,
    hasher: H,
}

impl<H: Incremental> Board<H> {
    fn new(hasher: H) -> Board<H> {
        Board { pieces: [None; 8], en_passant: None, is_black: false, hasher }
    }

    /// What a move changes, as it is told to a hasher or to a delta.
    fn tell(&self, to: &mut impl Changes, piece: u8, square: usize, en_passant: Option<usize>) {
        let of = |piece: Option<u8>| piece.map(|piece| PIECE.at(usize::from(piece) * 8 + square));
        to.update(of(self.pieces[square]), of(Some(piece)));
        let file = |file: Option<usize>| file.map(|file| EN_PASSANT.at(file));
        to.update(file(self.en_passant), file(en_passant));
        to.toggle(TURN.at(0), self.is_black);
    }

    fn after(&self, piece: u8, square: usize, en_passant: Option<usize>) -> H::Hash {
        let mut change = self.hasher.delta();
        self.tell(&mut change, piece, square, en_passant);
        self.hasher.after(&change)
    }

    fn play(&self, piece: u8, square: usize, en_passant: Option<usize>) -> Board<H> {
        let mut next = self.clone();
        self.tell(&mut next.hasher, piece, square, en_passant);
        next.pieces[square] = Some(piece);
        next.en_passant = en_passant;
        next.is_black = !self.is_black;
        next
    }

    fn features(&self) -> Vec<Feature> {
        let piece = |(square, piece): (usize, &Option<u8>)| {
            piece.map(|piece| PIECE.at(usize::from(piece) * 8 + square))
        };
        let pieces = self.pieces.iter().enumerate().filter_map(piece);
        let turn = self.is_black.then(|| TURN.at(0));
        pieces.chain(self.en_passant.map(|file| EN_PASSANT.at(file))).chain(turn).collect()
    }
}

/// Plays some moves, and returns the hashes after them.
fn play<H: Incremental>(hasher: H) -> (Board<H>, Vec<H::Hash>) {
    let mut board = Board::new(hasher);
    let mut hashes = Vec::new();
    for (ply, square) in [3, 5, 3, 0, 5, 7, 3].into_iter().enumerate() {
        let (piece, en_passant) = ((ply % 3) as u8, (ply % 2 == 0).then_some(square));
        let expected = board.after(piece, square, en_passant);
        let next = board.play(piece, square, en_passant);
        assert_eq!(next.hasher.hash(), expected);
        let mut change = board.hasher.delta();
        board.tell(&mut change, piece, square, en_passant);
        let mut applied = board.hasher.clone();
        applied.apply(&change);
        assert_eq!(applied.hash(), expected);
        applied.undo(&change);
        assert_eq!(applied.hash(), board.hasher.hash());
        hashes.push(expected);
        board = next;
    }
    (board, hashes)
}

#[test]
fn one_board_takes_every_hasher() {
    let (board, hashes) = play(Hasher::new(&KEYS));
    assert_eq!(hashes.last(), Some(&Hasher::of(&KEYS, board.features()).hash()));
    assert_eq!(play(Hasher::<BoardKeys>::default()).1, hashes);
    let (board, checked) = play(Checked::new(&KEYS));
    assert_eq!(checked, hashes);
    board.hasher.verify(board.features()).unwrap();

    let is_piece = |feature: Feature| PIECE.index_of(feature).is_some();
    let pieces = Only::new(Hasher::new(&KEYS), is_piece);
    let (board, both) = play((Hasher::new(&KEYS), pieces));
    assert!(both.iter().map(|(hash, _)| *hash).eq(hashes));
    let of_pieces = Hasher::of(&KEYS, board.features().into_iter().filter(|f| is_piece(*f)));
    assert_eq!(both.last().unwrap().1, of_pieces.hash());
}

#[test]
fn keys_in_a_static_take_no_room() {
    assert_eq!(size_of::<Hasher<BoardKeys>>(), 8);
    assert_eq!(size_of::<Hasher<&KeyTable<u64, { LAYOUT.len() }>>>(), 16);
    assert_eq!(*BoardKeys::get(), KEYS);
}

#[test]
fn a_hasher_goes_on_from_a_stored_hash() {
    let before = Hasher::of(&KEYS, [PIECE.at(3), TURN.at(0)]);
    let mut stored = Hasher::with_hash(*before.keys(), before.hash());
    stored.remove(TURN.at(0));
    assert_eq!(stored.hash(), KEYS[PIECE.at(3)]);
}

/// Keys and hashes print in all digits of their width, tables without their keys.
#[test]
fn hashes_print_in_hexadecimal() {
    let shown = |value: &dyn Debug| format!("{value:?}");
    let words = [0x1234_u64, 5];
    let layout = Layout::of(&[("a", 1), ("b", 1)]);
    let (a, b) = (layout.kind(0).at(0), layout.kind(1).at(0));
    let keys: KeyVec<u64> = Source::published(words.to_vec().leak()).keys(layout);
    let mut hasher = Hasher::new(&keys);
    hasher.insert(a);
    assert_eq!(shown(&hasher), "Hasher(0x0000000000001234)");
    assert_eq!(shown(&hasher.delta().with(b)), "Delta(0x0000000000000005)");
    let mut checked = Checked::of(&keys, [a, b]);
    checked.insert(b);
    let text = "Checked { hash: 0x0000000000001234, features: [\"a[0]\", \"2 × b[0]\"] }";
    assert_eq!(shown(&checked), text);
    let mismatch = checked.verify([a, b]).unwrap_err();
    let text = "incremental hash 0x0000000000001234, recomputed 0x0000000000001231; \
                not removed (or inserted in excess): b[0]";
    assert_eq!(mismatch.to_string(), text);
    assert_eq!(shown(&mismatch), format!("Mismatch({text})"));

    assert_eq!(shown(&Hex(7_u128)), format!("0x{:032x}", 7));
    assert_eq!(shown(&Pair { high: 1, low: 2 }), "Pair(0x0000000100000002)");
    assert_eq!(shown(&Sum48::new(10)), "Sum48(0x00000000000a)");
    assert_eq!(Hex(AnyKey::new(10, Combine::Sum(47))).to_string(), "0x00000000000a");
    let canonical = Canonical { hash: 3_u32, element: 1 };
    assert_eq!(shown(&canonical), "Canonical { hash: 0x00000003, element: 1 }");
    let mut history = History::new(Rule::Positional);
    history.push(Step::Start(0), 0xab_u32);
    assert!(shown(&history).ends_with("[(Start(0), 0x000000ab)]"), "{history:?}");

    // However many keys there are.
    let symmetries: Symmetries<1> = Symmetries::new(2, |_, slot| slot).unwrap();
    let lanes = Lanes::new(&keys, &symmetries);
    for table in [&KEYS as &dyn Debug, &keys, &lanes, &Differences::new(KEYS.as_slice())] {
        assert!(shown(table).len() < 200, "{table:?}");
    }
}

/// Two elements lead to one class where a state is symmetric.
#[test]
fn canonical_hashes_are_equal_as_their_classes_are() {
    let [one, same, other] =
        [(3, 0), (3, 5), (4, 0)].map(|(hash, element)| Canonical { hash: hash as u64, element });
    assert_eq!(one, same);
    assert!(one < other && one != other);
    assert_eq!(HashSet::from([one, same, other]).len(), 2);
    assert_eq!(BTreeSet::from([one, same, other]).len(), 2);
}

/// In release builds the slot alone is looked up.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "checked in debug builds alone")]
fn a_feature_of_another_layout_panics_with_both_named() {
    const STONE: Kind = Kind::first("stone", 9);
    const KO: Kind = STONE.then("ko", 9);
    let panic = std::panic::catch_unwind(|| KEYS[KO.at(2)]).unwrap_err();
    assert_eq!(
        panic.downcast_ref::<String>().unwrap(),
        "expected a feature of the layout 33 = piece 24 + en-passant 8 + turn 1, got ko[2] of the \
         layout stone 9 + ko 9, whose slot is that of piece[11]"
    );
    // The same kinds in another chain are the same, and so is a layout that goes on.
    const SAME: Kind = Kind::first("piece", 24);
    assert_eq!(KEYS[SAME.at(3)], KEYS[PIECE.at(3)]);
    assert_eq!(KEYS[LAYOUT.kind(1).at(3)], KEYS[EN_PASSANT.at(3)]);
}

#[test]
fn types_are_what_programs_expect_of_them() {
    fn common<T: Clone + Debug + Send + Sync>() {}
    fn equal<T: Eq>() {}
    fn named<T: Copy + Ord + Hash>() {}
    common::<Hasher<&KeyVec<u64>>>();
    common::<zobrist::Delta<&KeyVec<u64>>>();
    common::<Checked<&KeyVec<u64>>>();
    common::<zobrist::CheckedDelta<&KeyVec<u64>>>();
    common::<KeyTable<u64, 3>>();
    common::<KeyVec<u64>>();
    common::<Lanes<u64, 8>>();
    common::<Symmetries<8>>();
    common::<Computed<u64>>();
    common::<Differences<u64>>();
    common::<History<u64>>();
    common::<History<u64, Exact>>();
    common::<PersistentHistory<u64>>();
    common::<Tally<Hasher<&KeyVec<u64>>, fn(Feature) -> Option<usize>, 3>>();
    common::<Only<Hasher<&KeyVec<u64>>, fn(Feature) -> bool>>();
    common::<Layout>();
    common::<Kind>();
    common::<Source>();
    equal::<Hasher<&KeyVec<u64>>>();
    equal::<KeyVec<u64>>();
    equal::<Layout>();
    equal::<zobrist::Mismatch<u64>>();
    named::<Feature>();
    named::<Canonical<u64>>();
    named::<Hex<u64>>();
    named::<Pair>();
    named::<Sum48>();
}
