//! Positions in which incremental hashes often go wrong, with the depth to which their trees are
//! searched.

pub(crate) mod census;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, FromSetup, Move, Position};
use zobrist::source::SplitMix64;

/// A FEN and a depth.
pub(crate) type Root = (&'static str, u32);

/// Reads a FEN, as Chess960 if its castling rights need that.
pub(crate) fn read<P: Position + FromSetup>(fen: &str) -> P {
    let setup = fen.parse::<Fen>().unwrap_or_else(|error| panic!("{fen}: {error}")).into_setup();
    let mode = CastlingMode::detect(&setup);
    P::from_setup(setup, mode).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays random legal moves, half of the time castling, en passant or a promotion if there is one.
pub(crate) fn random_game<P: Position + Clone>(
    start: &P,
    random: &mut SplitMix64,
    plies: usize,
) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let legal = position.legal_moves();
        let special: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| m.is_castle() || m.is_en_passant() || m.is_promotion())
            .collect();
        let any = special.is_empty() || random.next_u64() >> 63 == 0;
        let choice: &[Move] = if any { &legal } else { &special };
        let Some(last) = choice.len().checked_sub(1) else { break };
        let m = choice[(random.next_u64() % (last as u64 + 1)) as usize];
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

pub(crate) const CHESS: &[Root] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
    // A well-known perft position, with castling, en passant and promotions.
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3),
    // Promotions that capture castling rooks, on all four corners.
    ("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1", 2),
    ("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1", 2),
    // Rooks and queens that capture castling rooks, and castling under fire.
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 2),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 2),
    // En passant pinned on the rank, on a diagonal and on the file.
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 4),
    ("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1", 4),
    ("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 4),
    // The double step checks, or uncovers a check, and the capture does or does not help.
    ("8/3p4/8/4P3/2K5/8/8/4k3 b - - 0 1", 3),
    ("8/7K/8/2P5/4k3/8/1p6/r7 w - - 0 1", 3),
    ("k7/r2p3K/8/4P3/8/8/8/8 b - - 0 1", 3),
    // Two pawns may capture, one of them pinned.
    ("3r3k/4p3/8/3P1P2/8/3K4/8/8 b - - 0 1", 3),
    // En passant on the edge: the a-file does not touch the h-file.
    ("4k3/p6p/8/1P4P1/1p4p1/8/P6P/4K3 w - - 0 1", 3),
    // A double step with no enemy pawn beside it.
    ("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", 4),
];

/// Kings on files of their own, rooks inside and outside of other rooks.
pub(crate) const CHESS960: &[Root] = &[
    ("r1k1r2r/8/8/8/8/8/8/R1K1R2R w KQkq - 0 1", 3),
    ("r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1", 3),
    ("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w CGcg - 0 1", 3),
    ("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR b BHbh - 0 1", 3),
    ("rk2r3/pppp4/8/8/8/8/4PPPP/3R2KR w HDea - 0 1", 3),
    ("rkr5/ppp5/8/8/8/8/5PPP/5RKR b HFca - 0 1", 3),
    // The king stands where the rook goes and the rook where the king goes.
    ("5kr1/8/8/8/8/8/8/2RK4 w Cg - 0 1", 3),
    ("3kr3/1P3P2/8/8/8/8/1p3p2/r1RK2R1 w Ge - 0 1", 3),
    ("qnr1bkrb/pppp2pp/3np3/5p2/8/P2P2P1/NPP1PP1P/QN1RBKRB w GDg - 3 9", 3),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 3),
];

pub(crate) const ATOMIC: &[Root] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
    // Captures beside castling rooks of either side.
    ("r3k2r/1p4p1/8/N6N/n6n/8/1P4P1/R3K2R w KQkq - 0 1", 3),
    ("r3k2r/1B4B1/3n4/7n/7N/3N4/1b4b1/R3K2R w KQkq - 0 1", 3),
    ("r3k2r/1B4B1/3n4/7n/7N/3N4/1b4b1/R3K2R b KQkq - 0 1", 3),
    // Captures beside the king, whose rights go with it, and by castling rooks.
    ("r3k2r/3p1p2/8/4N3/4n3/8/3P1P2/R3K2R w KQkq - 0 1", 3),
    ("r3k2r/8/8/8/8/8/p6p/R3K2R w KQkq - 0 1", 3),
    // Promotions that blow up the promoted piece.
    ("rn2k1nr/P6P/8/8/8/8/p6p/RN2K1NR w KQkq - 0 1", 3),
    // En passant that takes pieces around along, the other king, or one's own.
    ("r3k2r/1pp5/1n1b4/3P4/3p4/1N1B4/1PP5/R3K2R b KQkq - 0 1", 3),
    ("8/1p6/2k5/2P5/8/8/8/K7 b - - 0 1", 3),
    ("4k3/1p6/8/K1P5/8/8/8/8 b - - 0 1", 3),
    ("K7/1pk5/8/2P5/4b3/8/8/8 b - - 0 1", 3),
    // Kings side by side.
    ("8/8/3kK3/8/1p6/8/P1P5/R6r w - - 0 1", 3),
];

pub(crate) const ANTICHESS: &[Root] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 4),
    // Promotions to kings, more than one of them.
    ("8/P6P/8/8/8/8/p6p/8 w - - 0 1", 3),
    ("1k6/P6P/8/8/8/8/p6p/1K6 w - - 0 1", 3),
    // En passant is compulsory too.
    ("4n3/2p5/8/3P4/4p3/8/5P2/3N4 w - - 0 1", 4),
    ("k1K5/2p5/8/1P1P4/8/8/k7/KK5k b - - 0 1", 3),
    // The last piece goes.
    ("8/8/8/8/1p6/2P5/8/8 b - - 0 1", 2),
];

pub(crate) const KING_OF_THE_HILL: &[Root] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("4k3/2p1p3/8/1P1P4/1p1p4/8/2P1P3/4K3 w - - 0 1", 3),
    // On the hill already: no capture is legal any more.
    ("4k3/8/8/1Pp5/3K4/8/8/8 w - c6 0 1", 1),
];

pub(crate) const THREE_CHECK: &[Root] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", 2),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+2 0 1", 3),
    ("r3k2r/8/8/2q2Q2/8/8/8/R3K2R w KQkq - 2+1 0 1", 3),
    ("r3k2r/8/8/2q2Q2/8/8/8/R3K2R b KQkq - 1+1 0 1", 3),
    // A double step gives the last check: the game is over before the capture.
    ("4k3/3p4/8/4P3/2K5/8/8/8 b - - 3+1 0 1", 2),
    ("4k3/3p4/8/4P3/2K5/8/8/8 b - - 3+2 0 1", 3),
];

pub(crate) const CRAZYHOUSE: &[Root] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 3),
    ("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R[QNqn] w KQkq - 0 1", 2),
    // Promoted pieces move, capture each other and are captured.
    ("4k3/8/3q~4/8/4P3/3Q~4/8/4K3[Pp] w - - 0 1", 2),
    ("r2qk2r/8/8/3Q~4/3n~4/8/8/R2QK2R[PPPPbbb] w KQkq - 0 1", 2),
    ("4k3/8/8/2r~R~4/8/8/8/4K3[] b - - 0 1", 3),
    ("rn2k1nr/P6P/8/8/8/8/p6p/RN2K1NR[] w KQkq - 0 1", 2),
    // Dropped pawns step twice; the captured ones come back.
    ("4k3/8/8/8/1p6/8/8/4K3[P] w - - 0 1", 3),
    ("4k3/8/8/8/1p6/8/P7/4K3[Pp] w - - 0 1", 2),
    // All sixteen pawns in one pocket: five bits of a count.
    ("4k3/8/8/8/8/8/8/4K2B[ppppppppppppppppNNNN] b - - 0 1", 2),
    ("4k3/8/8/8/8/8/1q6/4K2B[ppppppppppppppp] w - - 0 1", 2),
];

pub(crate) const RACING_KINGS: &[Root] = &[
    ("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", 3),
    ("4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", 3),
    ("8/1K4k1/8/8/q6Q/8/8/8 w - - 0 1", 2),
];

pub(crate) const HORDE: &[Root] = &[
    ("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", 3),
    // Pawns on the first rank step twice, and once more from the second.
    ("r3k2r/8/8/8/1p1p1p1p/8/8/P1P1P1P1 w kq - 0 1", 3),
    ("r3k2r/p1p1p3/8/1P1P4/1p1p1p1p/8/P1P1P1P1/P1P1P1P1 w kq - 0 1", 3),
    ("k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", 3),
    // Promotions, also of the horde on the castling rooks.
    ("r3k2r/1P4P1/8/8/8/8/1p4p1/P6P w kq - 0 1", 3),
    // The horde's last pawn.
    ("4k3/8/8/8/8/5q2/6P1/8 b - - 0 1", 2),
];

/// The start position of Chess960 with this number, from 0 to 959, by Scharnagl's
/// numbering.
pub(crate) fn chess960_start(number: usize) -> String {
    let mut rank = [' '; 8];
    let mut rest = number;
    let mut take = |n: usize| {
        let remainder = rest % n;
        rest /= n;
        remainder
    };
    rank[2 * take(4) + 1] = 'b';
    rank[2 * take(4)] = 'b';
    let mut put = |piece, index| {
        let square = (0..8).filter(|file| rank[*file] == ' ').nth(index).expect("a free square");
        rank[square] = piece;
    };
    put('q', take(6));
    // The knights on two of the five squares that are left; the later one first, since
    // the squares are counted anew.
    let (first, second) =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][take(10)];
    put('n', second);
    put('n', first);
    for piece in ['r', 'k', 'r'] {
        put(piece, 0);
    }
    let black: String = rank.iter().collect();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", black.to_uppercase())
}

/// Positions with a king between two rooks in every way on the back rank, one for White and another
/// for Black, and pawns between them against checks.
pub(crate) fn castling_anywhere() -> Vec<String> {
    let ranks: Vec<String> = (0..8_usize)
        .flat_map(|a| (a + 1..8).flat_map(move |k| (k + 1..8).map(move |h| [a, k, h])))
        .map(|[a, k, h]| {
            let piece = |file| match file {
                _ if file == k => 'k',
                _ if file == a || file == h => 'r',
                _ => '1',
            };
            (0..8).map(piece).collect()
        })
        .collect();
    let fen = |(i, white): (usize, &String)| {
        let black = &ranks[(i + 17) % ranks.len()];
        format!("{black}/8/8/8/PPPPPPPP/8/8/{} w KQkq - 0 1", white.to_uppercase())
    };
    ranks.iter().enumerate().map(fen).collect()
}
