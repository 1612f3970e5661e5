//! The layouts of chess: the feature of each piece, right, en passant file and side to move.

mod decode;
mod named;
mod part;
mod position;

use zobrist::{Feature, Kind, Layout, MAX_KINDS};

use crate::vocabulary::{CastlingRights, Color, Role, Variant};

#[cfg(feature = "file")]
pub(crate) use part::piece_of;
pub use part::{
    Castling, Clock, Corner, EnPassantKeys, Part, Pieces, RightOrder, Run, Squares, Turn,
};
pub use position::{EnPassantCapture, PositionParts};

/// A layout of chess: the features of a position, and the meaning of each feature.
///
/// Squares are numbered a1 = 0, b1 = 1, …, h8 = 63, files a = 0, …, h = 7.
///
/// ```
/// use zobrist_chess::{ChessLayout, Color, Role};
///
/// const LAYOUT: ChessLayout = ChessLayout::POLYGLOT;
///
/// let knight = LAYOUT.piece(Color::White, Role::Knight, 1);
/// assert_eq!(LAYOUT.describe(knight).to_string(), "white knight b1");
/// assert_eq!(LAYOUT.layout().len(), 781);
/// ```
///
/// # A layout of your own
/// The parts of an engine's keys, in the order in which the engine stores or draws them:
///
/// ```
/// use zobrist_chess::{
///     Castling, ChessLayout, Color, EnPassantKeys, Part, Pieces, RightOrder, Turn,
/// };
///
/// let layout = ChessLayout::of(&[
///     Part::Pieces(Pieces::of("PNBRQKpnbrqk")),
///     Part::Turn(Turn::Of(Color::Black)),
///     Part::Castling(Castling::Sets(RightOrder::STANDARD)),
///     Part::EnPassant(EnPassantKeys::File),
/// ]);
/// assert_eq!(
///     layout.layout().to_string(),
///     "793 = piece 768 + turn 1 + castling 16 + en-passant 8"
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ChessLayout {
    layout: Layout,
    pieces: Pieces,
    /// The place of each piece in the order, by `6 * color + role`.
    places: [u8; 12],
    castling: Option<Castling>,
    en_passant: Option<EnPassantKeys>,
    turn: Option<Turn>,
    clock: Option<Clock>,
    /// The number of numbers of each piece in a pocket, if each number has a feature.
    pocket_counts: Option<u8>,
    /// The parts in order.
    parts: [Option<Part>; MAX_KINDS],
    kinds: Kinds,
}

/// The kinds of the parts that have features of their own.
#[derive(Clone, Copy, Debug)]
struct Kinds {
    piece: Kind,
    castling: Option<Kind>,
    en_passant: Option<Kind>,
    turn: Option<Kind>,
    no_en_passant: Option<Kind>,
    empty: Option<Kind>,
    start: Option<Kind>,
    clock: Option<Kind>,
    promoted: Option<Kind>,
    pocket: Option<Kind>,
    checks: Option<Kind>,
    variant: Option<Kind>,
}

/// Bits of a pocket count: up to 127 pieces.
const POCKET_BITS: usize = 7;
/// Bits of the remaining checks of a side: up to 3.
const CHECK_BITS: usize = 2;

impl Part {
    /// The name and the number of the part's own features; `None` for a part on other slots.
    pub(crate) const fn kind(self) -> Option<(&'static str, usize)> {
        Some(match self {
            Part::Pieces(_) => ("piece", 12 * 64),
            Part::Turn(Turn::Of(_)) => ("turn", 1),
            Part::Turn(Turn::Both) => ("turn", 2),
            Part::Castling(Castling::Rights(_) | Castling::LostRights(_)) => ("castling", 4),
            Part::Castling(Castling::SideSets(..)) => ("castling", 8),
            Part::Castling(Castling::Sets(_) | Castling::RookFiles) => ("castling", 16),
            Part::Castling(Castling::RookSquares) => ("castling", 64),
            Part::Castling(Castling::Kings) => ("castling-king", 64),
            Part::EnPassant(EnPassantKeys::File) => ("en-passant", 8),
            Part::EnPassant(EnPassantKeys::SideFiles(_)) => ("en-passant", 16),
            Part::EnPassant(EnPassantKeys::Square) => ("en-passant", 64),
            Part::EnPassant(EnPassantKeys::CapturedPawn) => ("captured-pawn", 64),
            Part::EnPassant(EnPassantKeys::CapturingPawn) => ("capturing-pawn", 64),
            Part::NoEnPassant => ("no-en-passant", 1),
            Part::EmptySquares => ("empty", 64),
            Part::Start => ("start", 1),
            Part::Clock(clock) => ("clock", clock.count as usize),
            Part::NoPawns => ("no-pawns", 1),
            Part::Promoted => ("promoted", 64),
            Part::Pocket => ("pocket", 2 * 5 * POCKET_BITS),
            Part::PocketCounts(count) => ("pocket", 2 * 5 * count as usize),
            Part::Checks => ("checks", 2 * CHECK_BITS),
            Part::Variant => ("variant", 8),
            Part::Turn(Turn::Slot)
            | Part::Castling(Castling::Slots)
            | Part::EnPassant(EnPassantKeys::Slots) => return None,
        })
    }
}

impl ChessLayout {
    /// Creates a layout from its parts.
    ///
    /// # Panics
    /// When there are no pieces or more than 24 parts, a part occurs twice, a clock has no step,
    /// no feature or one from 2^32 on, or numbers of pieces in pockets have no feature. In a
    /// constant the panic is a compile error.
    #[must_use]
    pub const fn of(parts: &[Part]) -> ChessLayout {
        assert!(parts.len() <= MAX_KINDS, "a layout has at most 24 parts");
        let mut list = [("", 0); MAX_KINDS];
        let mut kept = [None; MAX_KINDS];
        let (mut pieces, mut castling, mut en_passant) = (None, None, None);
        let (mut turn, mut clock, mut pocket_counts) = (None, None, None);
        let mut count = 0;
        let mut i = 0;
        while i < parts.len() {
            let part = parts[i];
            kept[i] = Some(part);
            match part {
                Part::Pieces(order) => pieces = Some(order),
                Part::Castling(keys) => {
                    assert!(castling.is_none(), "a part occurs once");
                    castling = Some(keys);
                }
                Part::EnPassant(keys) => {
                    assert!(en_passant.is_none(), "a part occurs once");
                    en_passant = Some(keys);
                }
                Part::Turn(keys) => {
                    assert!(turn.is_none(), "a part occurs once");
                    turn = Some(keys);
                }
                Part::Clock(keys) => {
                    assert!(keys.step > 0 && keys.count > 0, "a clock has a step and a feature");
                    let last = keys.from as u64 + keys.step as u64 * (keys.count as u64 - 1);
                    assert!(last <= u32::MAX as u64, "the clocks of features are below 2^32");
                    clock = Some(keys);
                }
                Part::PocketCounts(count) => {
                    assert!(count > 0, "a number of pieces in a pocket has a feature");
                    pocket_counts = Some(count);
                }
                _ => {}
            }
            if let Some(kind) = part.kind() {
                list[count] = kind;
                count += 1;
            }
            i += 1;
        }
        let Some(pieces) = pieces else { panic!("a layout has pieces") };
        let layout = Layout::of(list.split_at(count).0);
        let Some(piece) = layout.kind_named("piece") else { panic!("a layout has pieces") };
        let mut places = [0; 12];
        let mut place = 0;
        while place < 12 {
            let (color, role) = pieces.order[place];
            places[6 * color as usize + role as usize] = place as u8;
            place += 1;
        }
        let kinds = Kinds {
            piece,
            castling: either(&layout, "castling", "castling-king"),
            en_passant: match either(&layout, "en-passant", "captured-pawn") {
                None => layout.kind_named("capturing-pawn"),
                kind => kind,
            },
            turn: layout.kind_named("turn"),
            no_en_passant: layout.kind_named("no-en-passant"),
            empty: layout.kind_named("empty"),
            start: layout.kind_named("start"),
            clock: layout.kind_named("clock"),
            promoted: layout.kind_named("promoted"),
            pocket: layout.kind_named("pocket"),
            checks: layout.kind_named("checks"),
            variant: layout.kind_named("variant"),
        };
        ChessLayout {
            layout,
            pieces,
            places,
            castling,
            en_passant,
            turn,
            clock,
            pocket_counts,
            parts: kept,
            kinds,
        }
    }

    /// Returns the parts in order.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        self.parts.into_iter().flatten()
    }

    /// Returns the kinds and their sizes, in slot order.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the order of the features of pieces.
    #[must_use]
    pub const fn pieces(&self) -> Pieces {
        self.pieces
    }

    /// Returns what is keyed of the castling rights.
    #[must_use]
    pub const fn castling_keys(&self) -> Option<Castling> {
        self.castling
    }

    /// Returns what is keyed when a capture en passant counts.
    #[must_use]
    pub const fn en_passant_keys(&self) -> Option<EnPassantKeys> {
        self.en_passant
    }

    /// Returns what is keyed of the side to move.
    #[must_use]
    pub const fn turn_keys(&self) -> Option<Turn> {
        self.turn
    }

    /// Returns the features of the halfmove clock, if it has any: positions that transpose may
    /// then have different hashes.
    #[must_use]
    pub const fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Returns true if there is a feature of positions where no capture en passant counts.
    #[must_use]
    pub const fn has_no_en_passant(&self) -> bool {
        self.kinds.no_en_passant.is_some()
    }

    /// Returns true if empty squares have features.
    #[must_use]
    pub const fn has_empty_squares(&self) -> bool {
        self.kinds.empty.is_some()
    }

    /// Returns true if there are features for variants: promoted pieces, pockets, remaining
    /// checks and the variant itself.
    #[must_use]
    pub const fn has_variants(&self) -> bool {
        self.kinds.variant.is_some()
    }

    /// Returns the feature of a piece on a square.
    ///
    /// # Panics
    /// When the square is not below 64.
    #[inline(always)]
    #[must_use]
    pub const fn piece(&self, color: Color, role: Role, square: usize) -> Feature {
        assert!(square < 64, "a board has 64 squares");
        let place = self.places[6 * color as usize + role as usize] as usize;
        let square = self.pieces.squares.index(square);
        self.kinds.piece.at(if self.pieces.by_square {
            12 * square + place
        } else {
            64 * place + square
        })
    }

    /// Returns the feature of an empty square, if empty squares have features.
    ///
    /// # Panics
    /// When the square is not below 64.
    #[must_use]
    pub const fn empty(&self, square: usize) -> Option<Feature> {
        assert!(square < 64, "a board has 64 squares");
        match self.kinds.empty {
            Some(kind) => Some(kind.at(self.pieces.squares.index(square))),
            None => None,
        }
    }

    /// Returns the feature of the side to move; `None` for a side that is the background, which has
    /// no feature.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self, color: Color) -> Option<Feature> {
        match (self.turn, self.kinds.turn) {
            (Some(Turn::Of(keyed)), Some(kind)) if keyed as u8 == color as u8 => Some(kind.at(0)),
            (Some(Turn::Both), Some(kind)) => Some(kind.at(1 - color as usize)),
            (Some(Turn::Slot), _) if color as u8 == Color::Black as u8 => {
                Some(self.piece(Color::White, Role::Pawn, 60))
            }
            _ => None,
        }
    }

    /// Returns the feature of the file on which a pawn may be captured en passant, by the scheme's
    /// rule; `None` in a layout that has no feature for a file.
    ///
    /// # Panics
    /// When the file is not below 8.
    #[inline(always)]
    #[must_use]
    pub const fn en_passant(&self, file: usize) -> Option<Feature> {
        assert!(file < 8, "a board has 8 files");
        match (self.en_passant, self.kinds.en_passant) {
            (Some(EnPassantKeys::File), Some(kind)) => Some(kind.at(file)),
            (Some(EnPassantKeys::Slots), _) => Some(self.piece(Color::Black, Role::Pawn, file)),
            _ => None,
        }
    }

    /// Returns the features of the castling rights, or of the lost ones, four at most. There are
    /// none in a layout where
    /// [kings that may castle](Castling::Kings) are pieces of their own.
    ///
    /// # Panics
    /// When a file is not below 8, in a layout with castling by rook: the others do not look at
    /// files.
    #[inline(always)]
    pub fn castling(&self, rights: CastlingRights) -> impl Iterator<Item = Feature> {
        CastlingFeatures { layout: self, files: rights.files(), right: 0 }
    }

    /// Returns the feature of a promoted piece on a square, in Crazyhouse; `None` in a layout
    /// without variants.
    ///
    /// # Panics
    /// When the square is not below 64.
    #[must_use]
    pub const fn promoted(&self, square: usize) -> Option<Feature> {
        match self.kinds.promoted {
            Some(kind) => Some(kind.at(square)),
            None => None,
        }
    }

    /// Returns the features of the number of pieces of a role that a side has in its pocket: one for
    /// each bit that is set, or the one of the number. There are none in a layout without pockets.
    ///
    /// # Panics
    /// When the role is the king, which is never in a pocket, or the count is above
    /// 127.
    pub fn pocket(&self, color: Color, role: Role, count: u8) -> impl Iterator<Item = Feature> {
        assert!(count == 0 || role != Role::King, "a king is never in a pocket");
        let place = 5 * (1 - color as usize) + role as usize;
        let in_bits = match self.pocket_counts {
            None => self.kinds.pocket,
            Some(_) => None,
        };
        let number = match (self.pocket_counts, self.kinds.pocket) {
            (Some(counts), Some(kind)) if role != Role::King => {
                Some(kind.at(place * counts as usize + count.min(counts - 1) as usize))
            }
            _ => None,
        };
        bits(in_bits, place * POCKET_BITS, POCKET_BITS, count).chain(number)
    }

    /// Returns the features of the number of checks that a side still has to give in Three-check,
    /// in binary. There are none in a layout without variants.
    ///
    /// # Panics
    /// When there are more than 3.
    pub fn checks(&self, color: Color, remaining: u8) -> impl Iterator<Item = Feature> {
        bits(self.kinds.checks, CHECK_BITS * (1 - color as usize), CHECK_BITS, remaining)
    }

    /// Returns the feature of the variant; `None` for chess itself, and in a layout without
    /// variants.
    #[must_use]
    pub const fn variant(&self, variant: Variant) -> Option<Feature> {
        match (self.kinds.variant, variant) {
            (None, _) | (_, Variant::Chess) => None,
            (Some(kind), _) => Some(kind.at(variant as usize)),
        }
    }
}

const fn either(layout: &Layout, one: &str, other: &str) -> Option<Kind> {
    match layout.kind_named(one) {
        None => layout.kind_named(other),
        kind => kind,
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

/// The features of castling rights, right by right.
///
/// Hashing from scratch asks for them at every position. This compiles to four comparisons, where a
/// chain of the standard library's adapters may become a call that takes as long as all the pieces.
struct CastlingFeatures<'a> {
    layout: &'a ChessLayout,
    files: [Option<u8>; 4],
    right: usize,
}

impl CastlingFeatures<'_> {
    /// The feature of one right, in the order K Q k q. The feature of a whole set is at the first.
    #[inline(always)]
    fn at(&self, right: usize) -> Option<Feature> {
        let (layout, kind) = (self.layout, self.layout.kinds.castling);
        match (layout.castling?, kind) {
            (Castling::Rights(order), Some(kind)) => {
                self.files[right].map(|_| kind.at(order.place(right)))
            }
            (Castling::LostRights(order), Some(kind)) => match self.files[right] {
                None => Some(kind.at(order.place(right))),
                Some(_) => None,
            },
            // That of a side is at its first right.
            (Castling::SideSets(order, first), Some(kind)) => (right % 2 == 0).then(|| {
                let bit = |right: usize| {
                    usize::from(self.files[right].is_some()) << order.side_bit(right)
                };
                let is_second = (right == 0) != (first as u8 == Color::White as u8);
                kind.at(4 * usize::from(is_second) + bit(right) + bit(right + 1))
            }),
            (Castling::RookFiles, Some(kind)) => self.files[right].map(|file| {
                assert!(file < 8, "a board has 8 files");
                kind.at(8 * (right / 2) + file as usize)
            }),
            (Castling::RookSquares, Some(kind)) => self.files[right].map(|file| {
                assert!(file < 8, "a board has 8 files");
                kind.at(layout.pieces.squares.index(56 * (right / 2) + file as usize))
            }),
            (Castling::Sets(order), Some(kind)) => (right == 0).then(|| {
                let bit =
                    |right: usize| usize::from(self.files[right].is_some()) << order.place(right);
                kind.at(bit(0) | bit(1) | bit(2) | bit(3))
            }),
            (Castling::Slots, _) => self.files[right].map(|_| {
                let color = if right < 2 { Color::White } else { Color::Black };
                layout.piece(color, Role::Pawn, [7, 0, 63, 56][right])
            }),
            _ => None,
        }
    }
}

impl Iterator for CastlingFeatures<'_> {
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
