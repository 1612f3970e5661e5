//! Games of random legal moves, and damage to their text.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, EnPassantMode, Position};

/// Start positions that soon lead to rare moves: legal and illegal captures en passant, castling
/// from any file, promotions, drops, last checks.
const STARTS: [(Variant, &str); 13] = [
    (Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::Chess, "r3k2r/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R3K2R w KQkq - 0 1"),
    (Variant::Chess, "1n2k1n1/P1P4P/8/8/8/8/p5pp/1N2K1N1 w - - 0 1"),
    (Variant::Chess, "8/2p5/8/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    (Variant::Chess, "1rk2r2/8/8/3Pp3/8/8/8/1RK2R2 w FBfb e6 0 1"),
    (Variant::Atomic, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"),
    (Variant::Antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
    (Variant::KingOfTheHill, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"),
    (Variant::ThreeCheck, "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 3+3 0 1"),
    (Variant::Crazyhouse, "r3k2r/pP4pp/8/8/8/8/PPPPpPPP/RNBQK2R[QBNPbn] w KQkq - 0 1"),
    (Variant::Crazyhouse, "1rk2r2/p5Pp/8/8/8/8/PPPPpPPP/1RK2R2[] w BFbf - 0 1"),
    (Variant::RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    (Variant::Horde, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"),
];

/// A game by its start position and its moves in SAN.
#[derive(Clone, Debug)]
pub(crate) struct Playout {
    pub variant: Variant,
    pub start: &'static str,
    pub moves: Vec<SanPlus>,
    pub end: VariantPosition,
}

/// Games of up to 60 plies.
pub(crate) fn playout() -> impl Strategy<Value = Playout> {
    (select(&STARTS), prop::collection::vec(any::<Index>(), 0..60)).prop_map(
        |((variant, start), choices)| {
            let setup = Fen::from_ascii(start.as_bytes()).unwrap().into_setup();
            let mode = CastlingMode::detect(&setup);
            let mut end = VariantPosition::from_setup(variant, setup, mode).unwrap();
            let mut moves = Vec::new();
            for choice in choices {
                let legal = end.legal_moves();
                if legal.is_empty() {
                    break;
                }
                moves.push(SanPlus::from_move_and_play_unchecked(&mut end, *choice.get(&legal)));
            }
            Playout { variant, start, moves, end }
        },
    )
}

impl Playout {
    /// As PGN.
    pub(crate) fn pgn(&self) -> String {
        let mut text = format!("[Variant \"{}\"]\n[FEN \"{}\"]\n\n", self.variant, self.start);
        for (ply, san) in self.moves.iter().enumerate() {
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += &format!("{san}{}", if ply % 12 == 11 { "\n" } else { " " });
        }
        text + "*\n\n"
    }

    /// The last position as FEN.
    pub(crate) fn fen(&self) -> String {
        Fen::from_position(&self.end, EnPassantMode::Always).to_string()
    }
}

/// Texts with a few of their bytes copied to other places. The text must not be empty.
pub(crate) fn damaged(text: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<Index>(), any::<Index>(), any::<bool>());
    (text, prop::collection::vec(change, 0..4)).prop_map(|(text, changes)| {
        let mut text = text.into_bytes();
        for (from, to, inserted) in changes {
            let byte = *from.get(&text);
            let to = to.index(text.len());
            if inserted {
                text.insert(to, byte);
            } else {
                text[to] = byte;
            }
        }
        text
    })
}
