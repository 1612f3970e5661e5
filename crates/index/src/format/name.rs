//! The 96 bits by which an index names a position.
//!
//! The key follows the scheme, which may know nothing of variants; the check of 32 bits carries
//! variant and castling rooks. The table `occurrences` has the key alone: its rows are many and
//! small, and a look-up replays the stored game, which proves more.

use std::sync::OnceLock;

use shakmaty::{CastlingSide, Color};
use zobrist::{Feature, Hasher, Key, Keys, Layout};
use zobrist_chess::{
    AnyScheme, ComposedScheme, Role, Scheme, SchemeId, Zobrist, with_any_scheme, with_scheme,
};
use zobrist_shakmaty::{HashablePosition, Hashed, en_passant_file, hash};

use super::key_scheme::BITS;

/// The name of a position in an index: 96 bits.
///
/// ```
/// use shakmaty::Chess;
/// use zobrist_index::{SchemeId, PositionName};
///
/// let start = PositionName::of(&Chess::default(), &SchemeId::Fide.into());
/// assert_eq!(start.key, 0x463b_9618_1691_fc9c);
/// ```
///
/// Closed: these are the two columns of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionName {
    /// The hash by the scheme of the index.
    pub key: u64,
    /// The high half of the 64-bit hash by `zobrist`, which distinguishes variants and castling
    /// rooks, whatever the scheme of the index.
    pub check: u32,
}

impl PositionName {
    /// Computes the name of a position by its definition: two hashes from scratch.
    ///
    /// # Panics
    /// When the hashes of the scheme do not have 64 bits.
    pub fn of<P: HashablePosition>(position: &P, scheme: &AnyScheme) -> PositionName {
        assert_eq!(scheme.bits(), BITS, "an index is keyed by hashes of {BITS} bits");
        let check = (hash(&Zobrist::<u64>::new(), position) >> 32) as u32;
        let key = with_any_scheme!(scheme, scheme => hash(&scheme, position).to_word()) as u64;
        PositionName { key, check }
    }
}

/// Both hashes of a position in one sum, kept through every move: the features are those
/// of `zobrist`, and each key has two lanes.
pub type NameHasher = Hasher<&'static Lanes>;

/// A position and both its hashes.
pub type Named<P> = Hashed<Zobrist<u64>, P, NameHasher>;

/// The keys by which an index names positions, for games that are replayed.
///
/// ```
/// use shakmaty::{Chess, uci::UciMove};
/// use zobrist_chess::Zobrist;
/// use zobrist_index::{NameKeys, Named, PositionName, SchemeId};
///
/// let fide = SchemeId::Fide.into();
/// let keys = NameKeys::of(&fide);
/// let mut game: Named<Chess> = Named::with(Zobrist::new(), Chess::default(), keys.hasher());
/// let m = "e2e4".parse::<UciMove>().unwrap().to_move(game.position()).unwrap();
/// game.play_unchecked(m);
/// assert_eq!(keys.name(&game), PositionName::of(game.position(), &fide));
/// ```
#[derive(Clone, Debug)]
pub struct NameKeys {
    lanes: &'static Lanes,
    /// The scheme, if the second lane is not its: its hashes are then computed from scratch.
    composed: Option<ComposedScheme>,
}

impl NameKeys {
    /// Returns the keys for a scheme.
    ///
    /// Cost: the keys of a scheme that is built in are computed once. By another scheme, each name
    /// takes a hash from scratch.
    ///
    /// # Panics
    /// When the hashes of the scheme do not have 64 bits.
    #[must_use]
    pub fn of(scheme: &AnyScheme) -> NameKeys {
        assert_eq!(scheme.bits(), BITS, "an index is keyed by hashes of {BITS} bits");
        match scheme {
            AnyScheme::BuiltIn(id) => NameKeys { lanes: Lanes::of(*id), composed: None },
            // The layout may have any features: only the check is kept through the moves.
            AnyScheme::Composed(scheme) => {
                NameKeys { lanes: Lanes::of(SchemeId::Zobrist64), composed: Some(scheme.clone()) }
            }
        }
    }

    /// Returns a hasher without features.
    #[must_use]
    pub fn hasher(&self) -> NameHasher {
        Hasher::new(self.lanes)
    }

    /// Returns the name of a position from its sums.
    #[inline]
    pub fn name<P: HashablePosition>(&self, position: &Named<P>) -> PositionName {
        let name = self.lanes.name(position);
        match &self.composed {
            None => name,
            Some(scheme) => PositionName { key: key_by(scheme, position.position()), ..name },
        }
    }
}

// Apart, so that the code for the other schemes stays small.
#[cold]
#[inline(never)]
fn key_by<P: HashablePosition>(scheme: &ComposedScheme, position: &P) -> u64 {
    hash(scheme, position).to_word() as u64
}

/// For each feature of `zobrist`, its key, and its key by a scheme that is built in.
///
/// Castling rights by rook file do not give the rights by side, and en passant files by another
/// rule are different files: such features have no key in the second lane, and `Lanes::name`
/// adds the keys that the scheme has for them.
#[derive(Debug)]
pub struct Lanes {
    scheme: SchemeId,
    keys: Vec<[u64; 2]>,
    /// Constant to add to the sum of the second lane.
    base: u64,
    /// The keys of the rights that are held, by their set: K is 1, Q 2, k 4, q 8.
    castling: [u64; 16],
    /// The keys of the en passant files, if the rule is different.
    en_passant: Option<[u64; 8]>,
}

impl Keys for &'static Lanes {
    type Key = [u64; 2];

    #[inline(always)]
    fn key(&self, feature: Feature) -> [u64; 2] {
        self.keys[feature.slot()]
    }

    fn layout(&self) -> Layout {
        Zobrist::<u64>::LAYOUT.layout()
    }
}

impl Lanes {
    /// The keys for a scheme. They are generated when they are first asked for.
    fn of(scheme: SchemeId) -> &'static Lanes {
        static LANES: [OnceLock<Lanes>; SchemeId::ALL.len()] =
            [const { OnceLock::new() }; SchemeId::ALL.len()];
        LANES[scheme as usize].get_or_init(|| Lanes::new(scheme))
    }

    fn new(scheme: SchemeId) -> Lanes {
        let ours = Zobrist::<u64>::LAYOUT;
        let mut keys: Vec<[u64; 2]> =
            Zobrist::<u64>::new().keys().iter().map(|key| [*key, 0]).collect();
        if scheme == SchemeId::Zobrist64 {
            keys.iter_mut().for_each(|key| key[1] = key[0]);
            return Lanes { scheme, keys, base: 0, castling: [0; 16], en_passant: None };
        }
        let theirs = scheme.layout();
        let key =
            |feature: Feature| with_scheme!(scheme, scheme => scheme.key(feature).to_word()) as u64;
        for color in zobrist_chess::Color::ALL {
            for role in Role::ALL {
                for square in 0..64 {
                    keys[ours.piece(color, role, square).slot()][1] =
                        key(theirs.piece(color, role, square));
                }
            }
        }
        // The turn is a feature of one side in each layout, but not always of the same side.
        let turn = |color| theirs.turn(color).map_or(0, key);
        let [white, black] = [turn(zobrist_chess::Color::White), turn(zobrist_chess::Color::Black)];
        let base = match ours.turn(zobrist_chess::Color::White) {
            Some(_) => black,
            None => white,
        };
        for feature in zobrist_chess::Color::ALL.into_iter().filter_map(|color| ours.turn(color)) {
            keys[feature.slot()][1] = white ^ black;
        }
        let files = std::array::from_fn(|file| theirs.en_passant(file).map_or(0, key));
        let same_rule = scheme.en_passant() == <Zobrist<u64>>::EN_PASSANT;
        if same_rule {
            for (file, key) in files.iter().enumerate() {
                let ours = ours.en_passant(file).expect("files have keys");
                keys[ours.slot()][1] = *key;
            }
        }
        let castling = std::array::from_fn(|rights| {
            let file = |right: usize| (rights >> right & 1 == 1).then_some(0);
            let rights = zobrist_chess::CastlingRights {
                white: [file(0), file(1)],
                black: [file(2), file(3)],
            };
            theirs.castling(rights).map(key).fold(0, |sum, key| sum ^ key)
        });
        let en_passant = (!same_rule).then_some(files);
        Lanes { scheme, keys, base, castling, en_passant }
    }

    /// The name of a position from its sums.
    #[inline]
    fn name<P: HashablePosition>(&self, position: &Named<P>) -> PositionName {
        let [check, mut key] = position.changes().hash();
        key ^= self.base;
        let position = position.position();
        let castles = position.castles();
        if !castles.is_empty() {
            let has = |color, side| usize::from(castles.has(color, side));
            let rights = has(Color::White, CastlingSide::KingSide)
                | has(Color::White, CastlingSide::QueenSide) << 1
                | has(Color::Black, CastlingSide::KingSide) << 2
                | has(Color::Black, CastlingSide::QueenSide) << 3;
            key ^= self.castling[rights];
        }
        if let Some(files) = &self.en_passant
            && let Some(file) = en_passant_file(position, self.scheme.en_passant())
        {
            key ^= files[file as usize];
        }
        PositionName { key, check: (check >> 32) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::{Index, select};
    use shakmaty::fen::Fen;
    use shakmaty::variant::{Variant, VariantPosition};
    use shakmaty::{CastlingMode, Chess};

    use zobrist::{Combine, Source};
    use zobrist_chess::{ChessLayout, EnPassant};

    use super::*;

    /// The built-in schemes that an index can be keyed by.
    fn schemes() -> impl Iterator<Item = SchemeId> {
        SchemeId::ALL.into_iter().filter(|scheme| scheme.bits() == BITS)
    }

    /// Starts of games that soon have rare things: captures en passant that are legal, pinned or
    /// absent, castling from any file, promotions, pockets, last checks.
    const STARTS: [(Variant, &str); 12] = [
        (Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (Variant::Chess, "r3k2r/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R3K2R w KQkq - 0 1"),
        (Variant::Chess, "1n2k1n1/P1P4P/8/8/8/8/p5pp/1N2K1N1 w - - 0 1"),
        (Variant::Chess, "8/2p5/8/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        (Variant::Chess, "1rk2r2/8/8/3Pp3/8/8/8/1RK2R2 w FBfb e6 0 1"),
        (Variant::Atomic, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"),
        (Variant::Antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
        (Variant::KingOfTheHill, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"),
        (Variant::ThreeCheck, "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 3+3 0 1"),
        (Variant::Crazyhouse, "1rk2r2/p5Pp/8/8/8/8/PPPPpPPP/1RK2R2[QBNPbn] w BFbf - 0 1"),
        (Variant::RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
        (
            Variant::Horde,
            "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        ),
    ];

    fn start(variant: Variant, fen: &str) -> VariantPosition {
        let setup = Fen::from_ascii(fen.as_bytes()).unwrap().into_setup();
        let mode = CastlingMode::detect(&setup);
        VariantPosition::from_setup(variant, setup, mode).unwrap()
    }

    /// Composed schemes: a layout with pieces of its own for rights and captures, by each rule,
    /// and a sum.
    fn composed() -> impl Iterator<Item = AnyScheme> {
        let layout = ChessLayout::CHESS_896;
        let keys = Source::bch(1970, 1024).words(layout.layout(), 64);
        [
            (EnPassant::Legal, Combine::Xor),
            (EnPassant::PseudoLegal, Combine::Xor),
            (EnPassant::Always, Combine::Sum(64)),
        ]
        .into_iter()
        .map(move |(en_passant, combine)| {
            ComposedScheme::new("own", layout, en_passant, 64, combine, &keys).unwrap().into()
        })
    }

    /// Plays legal moves as chosen; every name must be that of the definition.
    fn law<P: HashablePosition>(start: P, scheme: &AnyScheme, choices: &[Index]) {
        let keys = NameKeys::of(scheme);
        let mut game: Named<P> = Hashed::with(Zobrist::new(), start, keys.hasher());
        assert_eq!(keys.name(&game), PositionName::of(game.position(), scheme));
        for choice in choices {
            let legal = game.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            game.play_unchecked(*choice.get(&legal));
            assert_eq!(keys.name(&game), PositionName::of(game.position(), scheme));
        }
    }

    proptest! {
        #[test]
        fn names_are_kept_through_every_move(
            (variant, fen) in select(&STARTS),
            choices in prop::collection::vec(any::<Index>(), 0..80),
        ) {
            for scheme in schemes().map(AnyScheme::from).chain(composed()) {
                let start = start(variant, fen);
                if let VariantPosition::Chess(chess) = &start {
                    law::<Chess>(chess.clone(), &scheme, &choices);
                }
                law(start, &scheme, &choices);
            }
        }
    }

    #[test]
    fn keys_of_one_scheme_are_made_once() {
        for scheme in schemes() {
            assert!(std::ptr::eq(Lanes::of(scheme), Lanes::of(scheme)));
            assert_eq!(Lanes::of(scheme).scheme, scheme);
        }
        // A program may compose any number of schemes.
        for scheme in composed() {
            let lanes = NameKeys::of(&scheme).lanes;
            assert!(std::ptr::eq(lanes, Lanes::of(SchemeId::Zobrist64)));
        }
    }
}
