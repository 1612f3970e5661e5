//! Positions of chess with their hashes, by which an engine tests its own. They cover what engines
//! get wrong.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use zobrist::Key;
use zobrist_key_sets::KeySet;
use zobrist_shakmaty::hash;

/// The positions. Their FEN has the square of en passant after every double step; whether it counts
/// is up to the scheme.
const FENS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Black to move; no pawn stands beside e4.
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    // A legal capture of White.
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    // A legal capture of Black, and k alone.
    "4k2r/8/8/8/1pP5/8/8/4K3 b k c3 0 20",
    // A pawn stands beside, and its capture would open the rank of its king.
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    // The pawn on a6 has the number after that of h5 and does not stand beside it; q alone.
    "r3k3/p7/P7/7p/8/8/8/4K3 w q h6 0 30",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 14 8",
    // No pawns, K alone, and clocks that schemes may key.
    "r3k2r/8/8/8/8/8/8/R3K2R w K - 22 40",
    "r3k2r/8/8/8/8/8/8/R3K2R b Q - 99 90",
    // More officers of a kind than at the start.
    "qqq1k3/nbrn4/8/8/8/8/4NNBR/3KQQQ1 w - - 4 50",
    // Kings alone, and a clock beyond those of most schemes.
    "8/8/4k3/8/8/3K4/8/8 b - - 160 200",
];

/// A position and its hash.
pub(crate) struct Sample {
    pub(crate) fen: &'static str,
    pub(crate) hash: u128,
}

/// The positions with their hashes by the keys and conventions of a set; none for another layout
/// than one of chess.
pub(crate) fn samples(set: &KeySet) -> Vec<Sample> {
    let Some(scheme) = set.scheme() else { return Vec::new() };
    let sample = |fen: &'static str| {
        let position: Fen = fen.parse().expect("the positions are well-formed");
        let position: Chess =
            position.into_position(CastlingMode::Standard).expect("the positions are legal");
        Sample { fen, hash: hash(&scheme, &position).to_word() }
    };
    FENS.map(sample).into()
}
