//! An engine whose hash is updated move by move, with bugs that are planted in it.

use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, Position, Role, Square,
};
use zobrist::source::SplitMix64;

use crate::rookie::Engine;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Castling leaves the key of the rook in the corner.
    CastlingRook,
    /// Castling puts the key of the king on the square of the rook.
    CastlingKing,
    /// Castling does not end the rights.
    CastlingRights,
    /// Castling does not change the side.
    CastlingSide,
    /// The capture of a rook in its corner does not end the right.
    CapturedRight,
    /// A captured piece stays.
    Captured,
    /// A pawn that is captured en passant stays.
    Victim,
    /// A capture en passant removes the pawn from the square that it reaches.
    VictimSquare,
    /// The pawn is hashed on the last rank.
    Promotion,
    /// Every promotion is hashed as one to a queen.
    Underpromotion,
    /// The file of a double step is not removed.
    FileStays,
    /// The file of a double step is not set, and not removed either.
    FileMissing,
}

pub const BUGS: [Bug; 12] = [
    Bug::CastlingRook,
    Bug::CastlingKing,
    Bug::CastlingRights,
    Bug::CastlingSide,
    Bug::CapturedRight,
    Bug::Captured,
    Bug::Victim,
    Bug::VictimSquare,
    Bug::Promotion,
    Bug::Underpromotion,
    Bug::FileStays,
    Bug::FileMissing,
];

/// A game that the engine plays.
pub struct Play<'a> {
    engine: &'a Engine,
    bugs: &'a [Bug],
    pub position: Chess,
    /// The rights that the engine believes in.
    rights: String,
    /// The XOR of all mistakes but those about rights.
    error: u64,
    /// The moves, in UCI notation, and for each whether the engine made a mistake.
    pub moves: Vec<(String, bool)>,
}

impl<'a> Play<'a> {
    pub fn new(engine: &'a Engine, bugs: &'a [Bug], fen: &str) -> Play<'a> {
        let position = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let rights = fen.split(' ').nth(2).unwrap().to_owned();
        Play { engine, bugs, position, rights, error: 0, moves: Vec::new() }
    }

    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Always).to_string()
    }

    /// The hash that the engine has, and the right one.
    pub fn hashes(&self) -> [u64; 2] {
        let fen = self.fen();
        let right = self.engine.hash(&fen);
        let rights = fen.split(' ').nth(2).unwrap();
        let rights = self.engine.rights(rights) ^ self.engine.rights(&self.rights);
        [right ^ rights ^ self.error, right]
    }

    /// The hash that the engine writes, and its error.
    pub fn error(&self) -> u64 {
        let [got, right] = self.hashes();
        got ^ right
    }

    /// Plays a random move, with a preference for those that engines get wrong. False if there is
    /// none.
    pub fn step(&mut self, random: &mut SplitMix64) -> bool {
        let weight = |m: &Move| {
            let is_capture = u64::from(m.is_capture());
            1 + 12 * u64::from(m.is_castle())
                + 12 * u64::from(m.is_en_passant())
                + 4 * u64::from(m.promotion().is_some())
                + 2 * is_capture
                + u64::from(m.role() == Role::Pawn)
        };
        let legal = self.position.legal_moves();
        let total: u64 = legal.iter().map(weight).sum();
        if total == 0 {
            return false;
        }
        let mut at = random.next_u64() % total;
        let chosen = legal.iter().find(|m| {
            let found = at < weight(m);
            at = at.saturating_sub(weight(m));
            found
        });
        self.play(*chosen.unwrap());
        true
    }

    fn play(&mut self, m: Move) {
        let name = m.to_uci(CastlingMode::Standard).to_string();
        let before = self.position.clone();
        self.position.play_unchecked(m);
        let mistake = self.bugs.iter().fold(0, |sum, bug| sum ^ self.mistake(*bug, &before, m));
        self.error ^= mistake;
        let has_rights = self.rights.clone();
        let kept = self.lose_rights(&before, m);
        self.moves.push((name, mistake != 0 || (kept && has_rights != "-")));
    }

    /// Takes from the engine's rights those that a move ends. True if it keeps one that it should
    /// not.
    fn lose_rights(&mut self, before: &Chess, m: Move) -> bool {
        let mut kept = false;
        for (right, rook, king) in [
            ('K', Square::H1, Square::E1),
            ('Q', Square::A1, Square::E1),
            ('k', Square::H8, Square::E8),
            ('q', Square::A8, Square::E8),
        ] {
            if !self.rights.contains(right) {
                continue;
            }
            let is_own = right.is_ascii_uppercase() == (before.turn() == Color::White);
            let ends = if is_own {
                m.from().is_some_and(|from| from == rook || from == king)
            } else {
                m.to() == rook
            };
            let forgets = self.bugs.iter().any(|bug| match bug {
                Bug::CastlingRights => m.is_castle(),
                Bug::CapturedRight => !is_own,
                _ => false,
            });
            kept |= ends && forgets;
            if ends && !forgets {
                self.rights = self.rights.replace(right, "");
            }
        }
        kept
    }

    /// The XOR of the keys that a bug toggles wrongly at a move that has been played.
    fn mistake(&self, bug: Bug, before: &Chess, m: Move) -> u64 {
        let mover = before.turn();
        let piece = |color: Color, role: Role, square: Square| {
            self.engine.piece(role.of(color).char(), &square.to_string())
        };
        let file = |position: &Chess| {
            let square = position.maybe_ep_square();
            square.map_or(0, |square| self.engine.file(square.file().char()))
        };
        match (bug, m) {
            (Bug::CastlingRook, Move::Castle { king, rook }) => {
                let side = CastlingSide::from_king_side(king < rook);
                piece(mover, Role::Rook, rook) ^ piece(mover, Role::Rook, side.rook_to(mover))
            }
            (Bug::CastlingKing, Move::Castle { king, rook }) => {
                let side = CastlingSide::from_king_side(king < rook);
                piece(mover, Role::King, rook) ^ piece(mover, Role::King, side.king_to(mover))
            }
            (Bug::CastlingSide, Move::Castle { .. }) => self.engine.black_to_move,
            (Bug::Captured, Move::Normal { capture: Some(role), to, .. }) => {
                piece(!mover, role, to)
            }
            (Bug::Victim, Move::EnPassant { from, to }) => {
                piece(!mover, Role::Pawn, Square::from_coords(to.file(), from.rank()))
            }
            (Bug::VictimSquare, Move::EnPassant { from, to }) => {
                let victim = Square::from_coords(to.file(), from.rank());
                piece(!mover, Role::Pawn, victim) ^ piece(!mover, Role::Pawn, to)
            }
            (Bug::Promotion, Move::Normal { promotion: Some(role), to, .. }) => {
                piece(mover, role, to) ^ piece(mover, Role::Pawn, to)
            }
            (Bug::Underpromotion, Move::Normal { promotion: Some(role), to, .. }) => {
                piece(mover, role, to) ^ piece(mover, Role::Queen, to)
            }
            (Bug::FileStays, _) => file(before),
            (Bug::FileMissing, _) => file(before) ^ file(&self.position),
            _ => 0,
        }
    }
}
