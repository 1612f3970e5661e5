//! The key of the mutant engine in Chess960 and in variants: that of the position, and what a bug
//! has added to it.

use shakmaty::uci::UciMove;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{
    CastlingMode, CastlingSide, Color, EnPassantMode, File, Move, Piece, Position, Role, Square,
    fen::Fen,
};

use crate::bugs::has_sets;
use crate::words::Words;

/// The rules, and the position by them.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    variant: Variant,
    castling: CastlingMode,
    position: VariantPosition,
    pub(crate) key: u64,
}

impl Game {
    /// The game that an option of UCI asks for; `None` for standard chess.
    pub(crate) fn of_option(name: &str, value: &str) -> Option<Game> {
        let (variant, castling) = match (name, value) {
            ("UCI_Chess960", "true") => (Variant::Chess, CastlingMode::Chess960),
            ("UCI_Variant", name) => (Variant::from_uci(name).ok()?, CastlingMode::Standard),
            _ => return None,
        };
        let is_chess = variant == Variant::Chess && castling == CastlingMode::Standard;
        let position = VariantPosition::new(variant);
        (!is_chess).then_some(Game { variant, castling, position, key: 0 })
    }

    /// Sets up a position and makes moves.
    pub(crate) fn set(&mut self, fen: &Fen, moves: &str, words: &Words, bug: &str) {
        let setup = fen.as_setup().clone();
        let Ok(position) = VariantPosition::from_setup(self.variant, setup, self.castling) else {
            return;
        };
        (self.key, self.position) = (key(words, &position, bug), position);
        let mut own = rights(&self.position);
        for text in moves.split_whitespace() {
            let m = text.parse::<UciMove>().ok().and_then(|m| m.to_move(&self.position).ok());
            let Some(m) = m else { return };
            let before = self.position.clone();
            self.position.play_unchecked(m);
            let change = key(words, &before, bug) ^ key(words, &self.position, bug);
            self.key ^= change ^ wrong(bug, words, &before, m, &self.position);
            if bug == "chess960-standard-squares" {
                let kept = by_standard_squares(own, m);
                let set = |rights| words.set(rights, true);
                let right = set(rights(&before)) ^ set(rights(&self.position));
                self.key ^= right ^ set(own) ^ set(kept);
                own = kept;
            }
        }
    }

    pub(crate) fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }
}

/// The number of pieces of a kind in a pocket.
fn count(position: &VariantPosition, color: Color, role: Role) -> u8 {
    position.pockets().map_or(0, |pockets| pockets[color][role])
}

fn pocket(words: &Words, position: &VariantPosition, color: Color, role: Role) -> u64 {
    words.pocket(color, role, count(position, color, role))
}

fn checks(words: &Words, position: &VariantPosition, color: Color) -> u64 {
    let left = position.remaining_checks().map_or(0, |checks| u32::from(checks[color]));
    words.checks[color as usize][left as usize]
}

/// Castling rights: White's on the king's side and the queen's, then Black's.
fn rights(position: &VariantPosition) -> [bool; 4] {
    let has = |color, side| position.castles().rook(color, side).is_some();
    let of = |color| CastlingSide::ALL.map(|side| has(color, side));
    let ([a, b], [c, d]) = (of(Color::White), of(Color::Black));
    [a, b, c, d]
}

/// The rights that are left after a move from or to squares of kings and rooks of standard chess.
fn by_standard_squares(rights: [bool; 4], m: Move) -> [bool; 4] {
    let home = [
        [Square::E1, Square::H1],
        [Square::E1, Square::A1],
        [Square::E8, Square::H8],
        [Square::E8, Square::A8],
    ];
    let touches = |square: &Square| m.from() == Some(*square) || m.to() == *square;
    std::array::from_fn(|bit| rights[bit] && !home[bit].iter().any(touches))
}

/// The key of a position by its words.
fn key(words: &Words, position: &VariantPosition, bug: &str) -> u64 {
    let mut key = if position.turn().is_black() { words.black } else { 0 };
    key ^= words.set(rights(position), has_sets(bug));
    for (square, piece) in position.board().clone() {
        key ^= words.piece(piece.color, piece.role, square);
    }
    for color in Color::ALL {
        for role in Role::ALL {
            key ^= pocket(words, position, color, role);
        }
        key ^= checks(words, position, color);
    }
    let passed = position.pseudo_legal_ep_square();
    key ^ passed.map_or(0, |square| words.en_passant[square.file() as usize])
}

/// The words by which the key is wrong after a move.
fn wrong(
    bug: &str,
    words: &Words,
    before: &VariantPosition,
    m: Move,
    after: &VariantPosition,
) -> u64 {
    let us = before.turn();
    let change = |of: &dyn Fn(&VariantPosition) -> u64| of(before) ^ of(after);
    match (bug, m) {
        ("chess960-king-to-rook", Move::Castle { king, rook }) => {
            let to = CastlingSide::from_king_side(king < rook).king_to(us);
            words.piece(us, Role::King, to) ^ words.piece(us, Role::King, rook)
        }
        ("chess960-right-by-corner", _) => {
            let lost = |color: Color, side: CastlingSide| {
                let rook = before.castles().rook(color, side)?;
                let is_rook = m.from() == Some(rook) || m.to() == rook && m.is_capture();
                let is_corner = matches!(rook.file(), File::A | File::H);
                (is_rook && !is_corner && !m.is_castle()).then(|| words.right(color, side))
            };
            let rights = Color::ALL.into_iter().flat_map(|of| CastlingSide::ALL.map(|at| (of, at)));
            rights.filter_map(|(color, side)| lost(color, side)).fold(0, |sum, word| sum ^ word)
        }
        ("crazyhouse-drop-keeps-pocket", Move::Put { role, .. }) => {
            change(&|position| pocket(words, position, us, role))
        }
        ("crazyhouse-promoted-to-pocket", _) if before.promoted().contains(m.to()) => {
            let Some(role) = m.capture().filter(|_| before.pockets().is_some()) else { return 0 };
            let now = count(before, us, role);
            change(&|position| pocket(words, position, us, Role::Pawn))
                ^ words.pocket(us, role, now)
                ^ words.pocket(us, role, now + 1)
        }
        ("atomic-explosion-keeps-neighbors", _) if m.is_capture() => {
            let is_neighbor = |square: &Square| {
                *square != m.to()
                    && Some(*square) != m.from()
                    && !(m.is_en_passant() && square.distance(m.to()) == 1 && {
                        square.file() == m.to().file()
                    })
            };
            let gone = |square: Square| {
                let Piece { color, role } = before.board().piece_at(square)?;
                after.board().piece_at(square).is_none().then(|| words.piece(color, role, square))
            };
            let words = Square::ALL.into_iter().filter(is_neighbor).filter_map(gone);
            words.fold(0, |sum, word| sum ^ word)
        }
        ("3check-not-counted", _) => change(&|position| checks(words, position, us)),
        _ => 0,
    }
}
