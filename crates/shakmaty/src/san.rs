//! Finds the legal move that algebraic notation denotes.

use shakmaty::san::{San, SanError};
use shakmaty::variant::Variant;
use shakmaty::{Bitboard, Board, Color, Move, Rank, Role, Square, attacks};

use crate::hashable::HashablePosition;

/// Returns the move that shakmaty's `San::to_move` returns.
///
/// Cost: for a plain move less than in shakmaty, which makes a list of candidates and copies it.
#[inline]
pub(crate) fn find_move<P: HashablePosition>(position: &P, san: San) -> Result<Move, SanError> {
    match plain_move(position, san) {
        Some(m) => Ok(m),
        None => san.to_move(position),
    }
}

/// Returns the move if it is plain: a move of chess, neither castling nor en passant, that only one
/// piece can make by the way it moves, and that is legal.
///
/// Sliding pieces are found by the lines of an empty board and the squares between two squares.
/// These tables stay in the caches; those of attacks on an occupied board do not.
#[inline]
fn plain_move<P: HashablePosition>(position: &P, san: San) -> Option<Move> {
    let San::Normal { role, file, rank, capture, to, promotion } = san else { return None };
    if position.variant() != Variant::Chess || position.us().contains(to) {
        return None;
    }
    let (board, us) = (position.board(), position.turn());
    let occupied = board.occupied();
    if occupied.contains(to) != capture {
        return None;
    }
    let captured = if capture { board.role_at(to) } else { None };
    let ends_on_last_rank = role == Role::Pawn && to.rank() == us.relative_rank(Rank::Eighth);
    let promotes = match promotion {
        None => false,
        Some(Role::Knight | Role::Bishop | Role::Rook | Role::Queen) => true,
        Some(Role::Pawn | Role::King) => return None,
    };
    if promotes != ends_on_last_rank {
        return None;
    }
    let sources = match role {
        Role::Pawn if capture => attacks::pawn_attacks(!us, to),
        Role::Pawn => {
            let forward = us.fold_wb(8, -8);
            let one = Bitboard::from_square(to).shift(-forward);
            let passes = to.rank() == us.relative_rank(Rank::Fourth) && !occupied.intersects(one);
            if passes { one.shift(-forward) } else { one }
        }
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => BISHOP_LINES[to as usize],
        Role::Rook => ROOK_LINES[to as usize],
        Role::Queen => ROOK_LINES[to as usize] | BISHOP_LINES[to as usize],
        Role::King => attacks::king_attacks(to),
    };
    let on_file = file.map_or(Bitboard::FULL, Bitboard::from_file);
    let on_rank = rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    let sources = sources & position.our(role) & on_file & on_rank;
    let from = match role {
        Role::Bishop | Role::Rook | Role::Queen => only_slider_to(to, sources, occupied)?,
        _ => sources.single_square()?,
    };
    // The move is legal if no remaining enemy piece then attacks the king, which may have moved.
    let king = if role == Role::King { to } else { position.our(Role::King).single_square()? };
    let occupied = occupied.without(from).with(to);
    let attackers = board.by_color(!us).without(to);
    (!is_attacked(board, king, us, attackers, occupied)).then_some(Move::Normal {
        role,
        from,
        capture: captured,
        to,
        promotion,
    })
}

/// Returns the only one of `sources` from which the line to the square `to` is free. Each of them
/// must be on a line with it.
#[inline]
fn only_slider_to(to: Square, sources: Bitboard, occupied: Bitboard) -> Option<Square> {
    let is_clear = |from: &Square| attacks::between(*from, to).is_disjoint(occupied);
    if let Some(from) = sources.single_square() {
        return is_clear(&from).then_some(from);
    }
    let mut sliders = sources.into_iter().filter(is_clear);
    let from = sliders.next()?;
    sliders.next().is_none().then_some(from)
}

/// True if one of the `attackers`, enemy pieces of the side `us`, attacks a square of a board on
/// which the squares `occupied` are taken.
#[inline(always)]
fn is_attacked(
    board: &Board,
    square: Square,
    us: Color,
    attackers: Bitboard,
    occupied: Bitboard,
) -> bool {
    let near = attacks::knight_attacks(square) & board.knights()
        | attacks::pawn_attacks(us, square) & board.pawns()
        | attacks::king_attacks(square) & board.kings();
    let far = ROOK_LINES[square as usize] & (board.rooks() | board.queens())
        | BISHOP_LINES[square as usize] & (board.bishops() | board.queens());
    near.intersects(attackers)
        || (far & attackers)
            .into_iter()
            .any(|slider| attacks::between(slider, square).is_disjoint(occupied))
}

/// Squares that a rook reaches on an empty board, by its square.
static ROOK_LINES: [Bitboard; 64] = lines(true);

/// Squares that a bishop reaches on an empty board, by its square.
static BISHOP_LINES: [Bitboard; 64] = lines(false);

const fn lines(of_rook: bool) -> [Bitboard; 64] {
    let mut lines = [Bitboard::EMPTY; 64];
    let mut at = 0_i32;
    while at < 64 {
        let mut other = 0_i32;
        while other < 64 {
            let (files, ranks) = (at % 8 - other % 8, at / 8 - other / 8);
            let is_on_line =
                if of_rook { files == 0 || ranks == 0 } else { files.abs() == ranks.abs() };
            if is_on_line && at != other {
                lines[at as usize].0 |= 1 << other;
            }
            other += 1;
        }
        at += 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    use shakmaty::variant::VariantPosition;
    use shakmaty::{File, Position, Square};

    use super::*;
    use crate::forge::random_position;
    use crate::read_position::read_variant_position;

    const PROMOTIONS: [Option<Role>; 4] =
        [None, Some(Role::Queen), Some(Role::Knight), Some(Role::King)];

    /// Every role, square, capture and kind of promotion, with these files and ranks of the piece.
    fn words(files: &[Option<File>], ranks: &[Option<Rank>]) -> Vec<San> {
        let mut words = Vec::new();
        for role in Role::ALL {
            for to in Square::ALL {
                for (&file, &rank) in files.iter().flat_map(|f| ranks.iter().map(move |r| (f, r))) {
                    for capture in [false, true] {
                        words.extend(PROMOTIONS.map(|promotion| San::Normal {
                            role,
                            file,
                            rank,
                            capture,
                            to,
                            promotion,
                        }));
                    }
                }
            }
        }
        words
    }

    /// Compares with shakmaty. Returns the number of words that are plain moves.
    #[track_caller]
    fn check<P: HashablePosition + std::fmt::Debug>(position: &P, words: &[San]) -> usize {
        for san in words {
            assert_eq!(find_move(position, *san), san.to_move(position), "{san}: {position:?}");
        }
        words.iter().filter(|san| plain_move(position, **san).is_some()).count()
    }

    #[test]
    fn every_word_is_read_as_by_shakmaty() {
        let files = File::ALL.map(Some);
        let ranks = Rank::ALL.map(Some);
        let short = words(&[None], &[None]);
        let mut plain = 0;
        let mut legal = 0;
        for seed in 0..500 {
            let position = random_position(seed);
            plain += check(&position, &short);
            legal += position.legal_moves().len();
            if seed % 25 == 0 {
                check(&position, &words(&files, &[None]));
                check(&position, &words(&[None], &ranks));
                check(&position, &words(&files, &ranks));
            }
        }
        assert!(plain > legal / 2, "{plain} of {legal} moves are plain");
    }

    #[test]
    fn rare_positions_are_read_as_by_shakmaty() {
        let words = words(&[None, Some(File::C), Some(File::E)], &[None]);
        for (variant, fen) in [
            // A pinned rook, and two knights of which one is pinned.
            (Variant::Chess, "4k3/8/4r3/b7/8/2N1R3/8/4K1N1 w - - 0 1"),
            // A king that cannot step back along the line of its check.
            (Variant::Chess, "4k3/8/8/8/r3K3/8/8/3N4 w - - 0 1"),
            // A check by a rook, which a pawn can take and a knight block, but a pinned rook
            // cannot; and a check by two pieces, of which one could be taken.
            (Variant::Chess, "4k3/1b6/8/3R4/r3K3/1P6/2N5/8 w - - 0 1"),
            (Variant::Chess, "4k3/8/8/8/r3K3/8/3n4/1N5R w - - 0 1"),
            // A check by a knight, and two by pieces that the king can take, one guarded.
            (Variant::Chess, "8/8/8/4N3/2k5/8/8/4K3 b - - 0 1"),
            (Variant::Chess, "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1"),
            (Variant::Chess, "3rk3/8/8/8/8/8/3q4/2R1K3 w - - 0 1"),
            // A promotion that captures the checking piece, and a capture en passant that does.
            (Variant::Chess, "1r2K3/P7/8/8/8/8/8/4k3 w - - 0 1"),
            (Variant::Chess, "8/8/8/2pP4/3K4/8/8/4k3 w - c6 0 2"),
            // Captures en passant, one of them pinned.
            (Variant::Chess, "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 2"),
            (Variant::Chess, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
            (Variant::Chess, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
            (Variant::Chess, "r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1"),
            (Variant::Antichess, "8/P7/8/8/8/2k5/1P6/7r w - - 0 1"),
            (Variant::Atomic, "4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1"),
            (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1"),
            (Variant::Horde, "4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP w - - 0 1"),
        ] {
            let position: VariantPosition =
                read_variant_position(fen.as_bytes(), variant, None).unwrap();
            let plain = check(&position, &words);
            assert_eq!(plain > 0, variant == Variant::Chess, "{fen}");
            if let VariantPosition::Chess(position) = &position {
                check(position, &words);
            }
        }
    }
}
