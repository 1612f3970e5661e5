//! The layouts of chess: the feature of each piece, right, en passant file and side to move.

use core::fmt::{self, Display};

use zobrist::{Feature, Kind, Layout};

use crate::feature::ChessFeature;
use crate::vocabulary::{CastlingRights, Color, Role, Variant};

/// A layout of chess: the features of a position, and the meaning of each feature.
///
/// Squares are numbered a1 = 0, b1 = 1, …, h8 = 63, files a = 0, …, h = 7.
///
/// ```
/// use zobrist_chess::{ChessLayout, Color, Role};
///
/// const LAYOUT: ChessLayout = ChessLayout::castling_by_right();
///
/// let knight = LAYOUT.piece(Color::White, Role::Knight, 1);
/// assert_eq!(LAYOUT.describe(knight).to_string(), "white knight b1");
/// assert_eq!(LAYOUT.layout().len(), 781);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ChessLayout {
    layout: Layout,
    piece: Kind,
    blocks: Blocks,
    castling: Castling,
    en_passant: Kind,
    turn: Kind,
    /// The side whose turn is a feature; the other's is the background.
    keyed_turn: Color,
    variants: Option<VariantKinds>,
}

/// The order of the twelve blocks of 64 squares.
#[derive(Clone, Copy, Debug)]
enum Blocks {
    /// Black pawn, white pawn, black knight, …, white king.
    RoleThenColor,
    /// White pawn, …, white king, black pawn, …, black king.
    ColorThenRole,
}

#[derive(Clone, Copy, Debug)]
enum Castling {
    /// A feature for each of the rights K Q k q.
    Right(Kind),
    /// A feature for each of the sixteen sets of rights: K is 1, Q 2, k 4, q 8.
    Set(Kind),
    /// A feature for each color and file of a rook that may castle, White's first.
    RookFile(Kind),
}

/// The kinds of features that only variants have.
#[derive(Clone, Copy, Debug)]
struct VariantKinds {
    promoted: Kind,
    pocket: Kind,
    checks: Kind,
    variant: Kind,
}

/// Bits of a pocket count: up to 127 pieces.
const POCKET_BITS: usize = 7;
/// Bits of the remaining checks of a side: up to 3.
const CHECK_BITS: usize = 2;

const PIECE: Kind = Kind::first("piece", 12 * 64);

const RIGHT: Kind = PIECE.then("castling", 4);
const RIGHT_EN_PASSANT: Kind = RIGHT.then("en-passant", 8);
const RIGHT_TURN: Kind = RIGHT_EN_PASSANT.then("turn", 1);

const SIXTEEN: Kind = PIECE.then("castling", 16);
const SIXTEEN_EN_PASSANT: Kind = SIXTEEN.then("en-passant", 8);
const SIXTEEN_TURN: Kind = SIXTEEN_EN_PASSANT.then("turn", 1);

const PROMOTED: Kind = SIXTEEN_TURN.then("promoted", 64);
const POCKET: Kind = PROMOTED.then("pocket", 2 * 5 * POCKET_BITS);
const CHECKS: Kind = POCKET.then("checks", 2 * CHECK_BITS);
const VARIANT: Kind = CHECKS.then("variant", 8);

const STOCKFISH_EN_PASSANT: Kind = PIECE.then("en-passant", 8);
const STOCKFISH_RIGHT: Kind = STOCKFISH_EN_PASSANT.then("castling", 4);
const STOCKFISH_RIGHT_TURN: Kind = STOCKFISH_RIGHT.then("turn", 1);
const STOCKFISH_RIGHT_NO_PAWNS: Kind = STOCKFISH_RIGHT_TURN.then("no-pawns", 1);
const STOCKFISH_SET: Kind = STOCKFISH_EN_PASSANT.then("castling", 16);
const STOCKFISH_SET_TURN: Kind = STOCKFISH_SET.then("turn", 1);
const STOCKFISH_SET_NO_PAWNS: Kind = STOCKFISH_SET_TURN.then("no-pawns", 1);

impl ChessLayout {
    /// Returns Polyglot's layout of 781 features, with castling as four keys: pieces in blocks bP
    /// wP bN wN … bK wK, the rights K Q k q, the en passant files a to h, White to
    /// move.
    pub const fn castling_by_right() -> ChessLayout {
        ChessLayout {
            layout: RIGHT_TURN.layout(),
            piece: PIECE,
            blocks: Blocks::RoleThenColor,
            castling: Castling::Right(RIGHT),
            en_passant: RIGHT_EN_PASSANT,
            turn: RIGHT_TURN,
            keyed_turn: Color::White,
            variants: None,
        }
    }

    /// Returns a layout of 793 features, with castling as sixteen keys, one for each set of rights;
    /// otherwise that of [`castling_by_right`](ChessLayout::castling_by_right).
    pub const fn castling_by_set() -> ChessLayout {
        ChessLayout {
            layout: SIXTEEN_TURN.layout(),
            castling: Castling::Set(SIXTEEN),
            en_passant: SIXTEEN_EN_PASSANT,
            turn: SIXTEEN_TURN,
            ..ChessLayout::castling_by_right()
        }
    }

    /// Returns the layout of the scheme `zobrist`, of 939 features: pieces in blocks wP … wK
    /// bP … bK, castling by color and rook file, en passant files, Black to move,
    /// then promoted pieces by square, pocket counts and remaining checks in
    /// binary, and the variant.
    pub const fn castling_by_rook_file() -> ChessLayout {
        ChessLayout {
            layout: VARIANT.layout(),
            piece: PIECE,
            blocks: Blocks::ColorThenRole,
            castling: Castling::RookFile(SIXTEEN),
            en_passant: SIXTEEN_EN_PASSANT,
            turn: SIXTEEN_TURN,
            keyed_turn: Color::Black,
            variants: Some(VariantKinds {
                promoted: PROMOTED,
                pocket: POCKET,
                checks: CHECKS,
                variant: VARIANT,
            }),
        }
    }

    /// Returns Stockfish's layout of 2020, of 782 features, with castling as four keys. The last
    /// feature, of a position without pawns, belongs to its pawn hash only.
    pub const fn stockfish_2020() -> ChessLayout {
        ChessLayout {
            layout: STOCKFISH_RIGHT_NO_PAWNS.layout(),
            piece: PIECE,
            blocks: Blocks::ColorThenRole,
            castling: Castling::Right(STOCKFISH_RIGHT),
            en_passant: STOCKFISH_EN_PASSANT,
            turn: STOCKFISH_RIGHT_TURN,
            keyed_turn: Color::Black,
            variants: None,
        }
    }

    /// Returns Stockfish's layout of today, of 794 features, with castling as sixteen keys.
    pub const fn stockfish() -> ChessLayout {
        ChessLayout {
            layout: STOCKFISH_SET_NO_PAWNS.layout(),
            castling: Castling::Set(STOCKFISH_SET),
            turn: STOCKFISH_SET_TURN,
            ..ChessLayout::stockfish_2020()
        }
    }

    /// Returns the kinds and their sizes, in slot order.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns true if there are features for variants: promoted pieces, pockets, remaining
    /// checks and the variant itself.
    pub const fn has_variants(&self) -> bool {
        self.variants.is_some()
    }

    /// Returns the feature of a piece on a square.
    ///
    /// # Panics
    /// When the square is not below 64.
    #[inline(always)]
    pub const fn piece(&self, color: Color, role: Role, square: usize) -> Feature {
        assert!(square < 64, "a board has 64 squares");
        let block = match self.blocks {
            Blocks::RoleThenColor => 2 * role as usize + color as usize,
            Blocks::ColorThenRole => role as usize + 6 * (1 - color as usize),
        };
        self.piece.at(64 * block + square)
    }

    /// Returns the feature of the side to move; `None` for the side that is the background, which has
    /// no feature.
    #[inline(always)]
    pub const fn turn(&self, color: Color) -> Option<Feature> {
        if color as u8 == self.keyed_turn as u8 { Some(self.turn.at(0)) } else { None }
    }

    /// Returns the feature of the file on which a pawn may be captured en passant, by the scheme's rule.
    ///
    /// # Panics
    /// When the file is not below 8.
    #[inline(always)]
    pub const fn en_passant(&self, file: usize) -> Feature {
        self.en_passant.at(file)
    }

    /// Returns the features of the castling rights, four at most.
    ///
    /// # Panics
    /// When a file is not below 8, in a layout with castling by rook file: the others do not look at
    /// files.
    #[inline(always)]
    pub fn castling(&self, rights: CastlingRights) -> impl Iterator<Item = Feature> {
        CastlingFeatures { castling: self.castling, files: rights.files(), right: 0 }
    }

    /// Returns the feature of a promoted piece on a square, in Crazyhouse; `None` in a layout without
    /// variants.
    ///
    /// # Panics
    /// When the square is not below 64.
    pub const fn promoted(&self, square: usize) -> Option<Feature> {
        match self.variants {
            Some(kinds) => Some(kinds.promoted.at(square)),
            None => None,
        }
    }

    /// Returns the features of the number of pieces of a role that a side has in its pocket, in binary:
    /// one for each bit that is set. There are none in a layout without variants.
    ///
    /// # Panics
    /// When the role is the king, which is never in a pocket, or the count is above
    /// 127.
    pub fn pocket(&self, color: Color, role: Role, count: u8) -> impl Iterator<Item = Feature> {
        let kind = self.variants.map(|kinds| kinds.pocket);
        let first = (5 * (1 - color as usize) + role as usize) * POCKET_BITS;
        assert!(count == 0 || role != Role::King, "a king is never in a pocket");
        bits(kind, first, POCKET_BITS, count)
    }

    /// Returns the features of the number of checks that a side still has to give in Three-check, in
    /// binary. There are none in a layout without variants.
    ///
    /// # Panics
    /// When there are more than 3.
    pub fn checks(&self, color: Color, remaining: u8) -> impl Iterator<Item = Feature> {
        let kind = self.variants.map(|kinds| kinds.checks);
        bits(kind, CHECK_BITS * (1 - color as usize), CHECK_BITS, remaining)
    }

    /// Returns the feature of the variant; `None` for chess itself, and in a layout without variants.
    pub const fn variant(&self, variant: Variant) -> Option<Feature> {
        match (self.variants, variant) {
            (None, _) | (_, Variant::Chess) => None,
            (Some(kinds), _) => Some(kinds.variant.at(variant as usize)),
        }
    }

    /// Returns the meaning of a feature; `None` when it is not of this layout.
    ///
    /// ```
    /// use zobrist_chess::{ChessFeature, ChessLayout, Color, Role};
    ///
    /// let layout = ChessLayout::castling_by_right();
    /// let knight = layout.piece(Color::White, Role::Knight, 1);
    /// assert_eq!(
    ///     layout.decode(knight),
    ///     Some(ChessFeature::Piece { color: Color::White, role: Role::Knight, square: 1 })
    /// );
    /// ```
    pub fn decode(&self, feature: Feature) -> Option<ChessFeature> {
        let (kind, index) = self.layout.find(feature)?;
        let color_of = |black: bool| if black { Color::Black } else { Color::White };
        Some(match kind.name() {
            "piece" => {
                let (color, role) = match self.blocks {
                    Blocks::RoleThenColor => (color_of(index / 64 % 2 == 0), index / 128),
                    Blocks::ColorThenRole => (color_of(index / 64 >= 6), index / 64 % 6),
                };
                ChessFeature::Piece { color, role: Role::ALL[role], square: index % 64 }
            }
            "castling" => match self.castling {
                Castling::Right(_) => ChessFeature::CastlingRight {
                    color: color_of(index >= 2),
                    king_side: index % 2 == 0,
                },
                Castling::Set(_) => ChessFeature::CastlingRights(index as u8),
                Castling::RookFile(_) => {
                    ChessFeature::CastlingRook { color: color_of(index >= 8), file: index % 8 }
                }
            },
            "en-passant" => ChessFeature::EnPassant { file: index },
            "turn" => ChessFeature::Turn(self.keyed_turn),
            "no-pawns" => ChessFeature::NoPawns,
            "promoted" => ChessFeature::Promoted { square: index },
            "pocket" => {
                let (slot, bit) = (index / POCKET_BITS, index % POCKET_BITS);
                ChessFeature::Pocket { color: color_of(slot >= 5), role: Role::ALL[slot % 5], bit }
            }
            "checks" => ChessFeature::Checks {
                color: color_of(index >= CHECK_BITS),
                bit: index % CHECK_BITS,
            },
            "variant" => ChessFeature::Variant(Variant::ALL[index]),
            _ => return None,
        })
    }

    /// Returns the meaning of a feature in words.
    pub const fn describe(&self, feature: Feature) -> impl Display + use<> {
        Description { layout: *self, feature }
    }
}

/// The features of the bits of `number` that are set, from `first` in `kind` on.
fn bits(
    kind: Option<Kind>,
    first: usize,
    width: usize,
    number: u8,
) -> impl Iterator<Item = Feature> {
    assert!(number >> width == 0, "a number fits in its bits");
    kind.into_iter().flat_map(move |kind| {
        (0..width).filter(move |bit| number >> bit & 1 == 1).map(move |bit| kind.at(first + bit))
    })
}

struct Description {
    layout: ChessLayout,
    feature: Feature,
}

impl Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.layout.decode(self.feature) {
            Some(meaning) => meaning.fmt(f),
            None => write!(f, "{}", self.layout.layout.name(self.feature)),
        }
    }
}

/// The features of castling rights, right by right.
///
/// Hashing from scratch asks for them at every position. This compiles to four comparisons, where a
/// chain of the standard library's adapters may become a call that takes as long as all the pieces.
struct CastlingFeatures {
    castling: Castling,
    files: [Option<u8>; 4],
    right: usize,
}

impl CastlingFeatures {
    /// The feature of one right, in the order K Q k q. That of a whole set is at the first.
    #[inline(always)]
    fn at(&self, right: usize) -> Option<Feature> {
        match self.castling {
            Castling::Right(kind) => self.files[right].map(|_| kind.at(right)),
            Castling::RookFile(kind) => self.files[right].map(|file| {
                assert!(file < 8, "a board has 8 files");
                kind.at(8 * (right / 2) + file as usize)
            }),
            Castling::Set(kind) => (right == 0).then(|| {
                let bit = |right: usize| usize::from(self.files[right].is_some()) << right;
                kind.at(bit(0) | bit(1) | bit(2) | bit(3))
            }),
        }
    }
}

impl Iterator for CastlingFeatures {
    type Item = Feature;

    #[inline(always)]
    fn next(&mut self) -> Option<Feature> {
        while self.right < 4 {
            self.right += 1;
            let feature = self.at(self.right - 1);
            if feature.is_some() {
                return feature;
            }
        }
        None
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, Feature) -> B>(self, mut sum: B, mut each: F) -> B {
        for right in self.right..4 {
            if let Some(feature) = self.at(right) {
                sum = each(sum, feature);
            }
        }
        sum
    }
}
