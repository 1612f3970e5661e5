//! The parts of which layouts of chess are composed.

use crate::vocabulary::{Color, Role};

/// A part of a [`ChessLayout`](crate::ChessLayout): features of one sort, with their conventions.
///
/// The order of the parts is the order of their keys. A part that is left out has no features:
/// without [`Part::Castling`], castling rights do not change the hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A piece on a square: 768 features, in every layout.
    Pieces(Pieces),
    /// The side to move: one feature, or two for [`Turn::Both`].
    Turn(Turn),
    /// The castling rights.
    Castling(Castling),
    /// The pawn that may be captured en passant, by the rule of the scheme.
    EnPassant(EnPassantKeys),
    /// One feature that is present while no capture en passant counts.
    NoEnPassant,
    /// A feature for each empty square: 64.
    EmptySquares,
    /// One feature of every position: the hash begins with its key.
    Start,
    /// The halfmove clock.
    Clock(Clock),
    /// One feature of the pawn hash alone, never of a position.
    NoPawns,
    /// A promoted piece on a square, in Crazyhouse: 64 features.
    Promoted,
    /// The numbers of pieces in the pockets, in binary: 70 features.
    Pocket,
    /// The numbers of pieces in the pockets, one feature for each number from 0 below this one, of
    /// the ten pieces PNBRQpnbrq. The last one also stands for all larger numbers.
    PocketCounts(u8),
    /// The numbers of checks that the sides still have to give, in binary: 4 features.
    Checks,
    /// The variant: 8 features.
    Variant,
}

impl Part {
    /// Returns the name of the part in a scheme file. A part on slots of others has a section of
    /// that name, and is not in `layout`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Pieces(_) => "pieces",
            Part::Turn(_) => "turn",
            Part::Castling(_) => "castling",
            Part::EnPassant(_) => "en-passant",
            Part::NoEnPassant => "no-en-passant",
            Part::EmptySquares => "empty",
            Part::Start => "start",
            Part::Clock(_) => "clock",
            Part::NoPawns => "no-pawns",
            Part::Promoted => "promoted",
            Part::Pocket | Part::PocketCounts(_) => "pocket",
            Part::Checks => "checks",
            Part::Variant => "variant",
        }
    }
}

/// The order of the features of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The twelve pieces in the order of their keys.
    pub(crate) order: [(Color, Role); 12],
    /// The order of the squares.
    pub(crate) squares: Squares,
    /// True if the keys of a square follow one another, rather than those of a piece.
    pub(crate) by_square: bool,
}

impl Pieces {
    /// Creates the order of twelve pieces in letters of FEN, such as `PNBRQKpnbrqk`. The 64 keys of
    /// a piece follow one another, from a1, b1, … to h8.
    ///
    /// # Panics
    /// When the text is not made of the twelve letters, each once.
    #[must_use]
    pub const fn of(letters: &str) -> Pieces {
        match Pieces::parse(letters) {
            Some(pieces) => pieces,
            None => panic!("expected the twelve letters PNBRQKpnbrqk in any order, each once"),
        }
    }

    /// Parses the order of [`of`](Pieces::of); `None` if the letters are others.
    #[must_use]
    pub const fn parse(letters: &str) -> Option<Pieces> {
        let letters = letters.as_bytes();
        if letters.len() != 12 {
            return None;
        }
        let mut order = [(Color::White, Role::Pawn); 12];
        let mut seen = 0_u16;
        let mut i = 0;
        while i < 12 {
            let Some(piece) = piece_of(letters[i]) else { return None };
            order[i] = piece;
            seen |= 1 << block_bit(piece);
            i += 1;
        }
        if seen != 0xfff {
            return None;
        }
        Some(Pieces { order, squares: Squares::A1_BY_RANK, by_square: false })
    }

    /// Returns the same pieces with their squares in another order.
    #[must_use]
    pub const fn on(self, squares: Squares) -> Pieces {
        Pieces { squares, ..self }
    }

    /// Returns the same order with the twelve keys of a square one after another.
    #[must_use]
    pub const fn by_square(self) -> Pieces {
        Pieces { by_square: true, ..self }
    }

    /// Returns the pieces in the order of their keys.
    #[must_use]
    pub const fn order(&self) -> [(Color, Role); 12] {
        self.order
    }

    /// Returns the letters of the pieces in FEN, in the order of their keys.
    #[must_use]
    pub fn letters(&self) -> [char; 12] {
        self.order.map(|(color, role)| role.letter(color))
    }

    /// Returns the order of the squares.
    #[must_use]
    pub const fn squares(&self) -> Squares {
        self.squares
    }

    /// Returns true if the twelve keys of a square follow one another.
    #[must_use]
    pub const fn is_by_square(&self) -> bool {
        self.by_square
    }
}

const fn block_bit((color, role): (Color, Role)) -> u8 {
    role as u8 + 6 * color as u8
}

pub(crate) const fn piece_of(letter: u8) -> Option<(Color, Role)> {
    let role = match letter.to_ascii_lowercase() {
        b'p' => Role::Pawn,
        b'n' => Role::Knight,
        b'b' => Role::Bishop,
        b'r' => Role::Rook,
        b'q' => Role::Queen,
        b'k' => Role::King,
        _ => return None,
    };
    Some((if letter.is_ascii_uppercase() { Color::White } else { Color::Black }, role))
}

/// The order of the squares.
///
/// Closed: a corner and a direction are all orders that go line by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The first square.
    pub first: Corner,
    /// The direction in which the other squares follow.
    pub run: Run,
}

impl Squares {
    /// The order a1, b1, …, h1, a2, …, h8.
    pub const A1_BY_RANK: Squares = Squares { first: Corner::A1, run: Run::Rank };

    /// Returns the place of a square (a1 = 0, b1 = 1, …, h8 = 63) in this order, from 0.
    #[inline(always)]
    #[must_use]
    pub const fn index(self, square: usize) -> usize {
        let square = square ^ self.first as usize;
        match self.run {
            Run::Rank => square,
            Run::File => square % 8 * 8 + square / 8,
        }
    }

    /// Returns the square at a place of this order: the inverse of [`index`](Squares::index).
    #[must_use]
    pub const fn square(self, index: usize) -> usize {
        let square = match self.run {
            Run::Rank => index,
            Run::File => index % 8 * 8 + index / 8,
        };
        square ^ self.first as usize
    }
}

/// A corner of the board, where the order of the squares begins; its number is its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Corner {
    /// a1.
    A1 = 0,
    /// h1.
    H1 = 7,
    /// a8.
    A8 = 56,
    /// h8.
    H8 = 63,
}

impl Corner {
    /// All corners, a1 first.
    pub const ALL: [Corner; 4] = [Corner::A1, Corner::H1, Corner::A8, Corner::H8];

    /// Returns the name of the square.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Corner::A1 => "a1",
            Corner::H1 => "h1",
            Corner::A8 => "a8",
            Corner::H8 => "h8",
        }
    }
}

/// The direction in which the squares are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// Along the rank: a1, b1, …
    Rank,
    /// Along the file: a1, a2, …
    File,
}

impl Run {
    /// Returns `rank` or `file`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Run::Rank => "rank",
            Run::File => "file",
        }
    }
}

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Turn {
    /// One feature, present when this side is to move.
    Of(Color),
    /// Two features: White to move, then Black to move.
    Both,
    /// Black to move, on the slot of a white pawn on e8.
    Slot,
}

/// The castling rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Castling {
    /// A feature for each right: 4.
    Rights(RightOrder),
    /// A feature for each right that is lost or never was: 4.
    LostRights(RightOrder),
    /// A feature for each set of rights: 16, the empty set included. The first right is bit 0.
    Sets(RightOrder),
    /// A feature for each set of the rights of each side: 4 of this side, then 4 of the other, the
    /// empty sets included. The first right of a side is bit 0.
    SideSets(RightOrder, Color),
    /// A feature for each square of a rook that may castle, in the order of the squares: 64.
    RookSquares,
    /// A feature for each color and file of a rook that may castle, White's first: 16.
    RookFiles,
    /// A king that may castle is a piece of its own: 64 features. With both rights it has its
    /// square, with one right the square to which it would castle (g1, c1, g8, c8), so that the
    /// rights are exact in standard chess, and not in all positions of Chess960.
    Kings,
    /// The slots of pawns where rooks stand: a white pawn on h1 (K) and a1 (Q), a black one on h8
    /// (k) and a8 (q).
    Slots,
}

/// The order of the four castling rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RightOrder(pub(crate) [u8; 4]);

impl RightOrder {
    /// White's rights first, the king's side first.
    pub const STANDARD: RightOrder = RightOrder([0, 1, 2, 3]);

    /// Parses four letters such as `KQkq`; `None` if the text is not made of these, each once.
    #[must_use]
    pub const fn parse(letters: &str) -> Option<RightOrder> {
        let letters = letters.as_bytes();
        if letters.len() != 4 {
            return None;
        }
        let mut order = [0; 4];
        let mut seen = 0;
        let mut i = 0;
        while i < 4 {
            order[i] = match letters[i] {
                b'K' => 0,
                b'Q' => 1,
                b'k' => 2,
                b'q' => 3,
                _ => return None,
            };
            seen |= 1 << order[i];
            i += 1;
        }
        if seen == 0xf { Some(RightOrder(order)) } else { None }
    }

    /// Returns the letters of the rights in this order.
    #[must_use]
    pub fn letters(self) -> [char; 4] {
        self.0.map(|right| ['K', 'Q', 'k', 'q'][right as usize])
    }

    /// Returns the rights in this order: K is 0, Q 1, k 2, q 3.
    #[must_use]
    pub const fn rights(self) -> [u8; 4] {
        self.0
    }

    /// The bit of a right among those of its side.
    #[inline(always)]
    pub(crate) const fn side_bit(self, right: usize) -> usize {
        (self.place(right) > self.place(right ^ 1)) as usize
    }

    /// The place of a right in this order.
    #[inline(always)]
    pub(crate) const fn place(self, right: usize) -> usize {
        let mut place = 0;
        while self.0[place] as usize != right {
            place += 1;
        }
        place
    }
}

/// The item that is keyed when a capture en passant counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EnPassantKeys {
    /// The file: 8 features, from the a-file.
    File,
    /// The file, by the side whose pawn may be captured: 8 of this side, then 8 of the other.
    SideFiles(Color),
    /// The square behind the pawn, in the order of the squares: 64 features.
    Square,
    /// The pawn that may be captured is a piece of its own: 64 features.
    CapturedPawn,
    /// Each pawn that stands beside it is a piece of its own: 64 features. If captures count only
    /// where one is legal, both pawns are, though only one may capture.
    CapturingPawn,
    /// The slot of a black pawn on the first rank of the file.
    Slots,
}

/// Features of the halfmove clock: none below `from`, then one for each `step` halfmoves. The last
/// one also stands for all later clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clock {
    /// The first clock that has a feature.
    pub from: u32,
    /// The number of halfmoves that share a feature, from 1.
    pub step: u32,
    /// The number of features, from 1.
    pub count: u32,
}

impl Clock {
    /// Creates the features of a clock: `count` of them, each of `step` halfmoves, above `from`.
    #[must_use]
    pub const fn new(from: u32, step: u32, count: u32) -> Clock {
        Clock { from, step, count }
    }

    /// Returns the index of the feature of a clock; `None` below the first.
    ///
    /// # Panics
    /// When the step or the number of features is 0.
    #[inline]
    #[must_use]
    pub const fn index(self, halfmoves: u32) -> Option<usize> {
        match halfmoves.checked_sub(self.from) {
            Some(above) if above / self.step < self.count => Some((above / self.step) as usize),
            Some(_) => Some(self.count as usize - 1),
            None => None,
        }
    }
}
