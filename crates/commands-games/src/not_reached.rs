//! Why no game reached a position.

use anyhow::Result;
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, CastlingMode, EnPassantMode, Position, Setup, Square};
use zobrist_commands_input::positions::ply_of;
use zobrist_index::{Answer, Index, Question};
use zobrist_input::counted;

/// The reason, in a sentence. `max_ply` is the limit of a filter. With `looks_up`, games are
/// counted that reached the board with other rights: a look-up for each combination of these.
///
/// # Errors
/// When an index cannot answer.
pub(crate) fn not_reached(
    position: &VariantPosition,
    indexes: &[&Index],
    max_ply: Option<u32>,
    looks_up: bool,
) -> Result<String> {
    let otherwise = match looks_up {
        true => reached_otherwise(position, indexes)?,
        false => String::new(),
    };
    if !otherwise.is_empty() {
        return Ok(format!("no game reached this position, but {otherwise}"));
    }
    let limits = indexes.iter().flat_map(|index| index.sources());
    let limit = limits.filter_map(|source| source.select.max_ply).min();
    let ply = ply_of(position);
    Ok(match limit.filter(|limit| ply >= *limit) {
        Some(limit) => format!(
            "no game reached this position before ply {limit}, where the index ends (--max-ply \
             {limit}); it stands at ply {ply}"
        ),
        None if max_ply.is_some_and(|limit| ply >= limit) => format!(
            "no game reached this position; it stands at ply {ply}, beyond the filter --max-ply"
        ),
        None => "no game reached this position".to_owned(),
    })
}

/// `12 games reached it with rights KQkq`: in how many games the same board occurred with the same
/// side to move, but with other castling rights, or another en passant file.
fn reached_otherwise(position: &VariantPosition, indexes: &[&Index]) -> Result<String> {
    let mut found = Vec::new();
    let setup = position.to_setup(EnPassantMode::Legal);
    for rights in subsets(rooks_at_home(&setup)) {
        for ep_square in en_passant_squares(&setup) {
            let other = Setup { castling_rights: rights, ep_square, ..setup.clone() };
            if (rights, ep_square) == (setup.castling_rights, setup.ep_square) {
                continue;
            }
            let Ok(other) =
                VariantPosition::from_setup(position.variant(), other, CastlingMode::Standard)
            else {
                continue;
            };
            let mut sum = Answer::default();
            for index in indexes {
                sum.add(index.answer(&Question::new(&other))?);
            }
            if sum.reached > 0 && !found.iter().any(|(_, same)| *same == other) {
                found.push((sum.reached, other));
            }
        }
    }
    found.sort_by_key(|(games, _)| u64::MAX - games);
    let words = found.iter().take(3).map(|(games, other)| {
        let fen = Fen::from_position(other, EnPassantMode::Legal).to_string();
        let fields: Vec<&str> = fen.split(' ').collect();
        let games = counted(games, "game", "games");
        let mut words = format!("{games} did with rights {}", fields[2]);
        if fields[3] != "-" {
            words += &format!(" and en passant on {}", fields[3]);
        }
        words
    });
    Ok(words.collect::<Vec<_>>().join(", "))
}

/// The rooks that can have castling rights in standard chess: those in the corners of kings at
/// home.
fn rooks_at_home(setup: &Setup) -> Vec<Square> {
    let mut rooks = Vec::new();
    for (king, corners) in
        [(Square::E1, [Square::H1, Square::A1]), (Square::E8, [Square::H8, Square::A8])]
    {
        let Some(color) = setup.board.color_at(king) else { continue };
        if setup.board.by_piece(color.king()).contains(king) {
            let own = setup.board.by_piece(color.rook());
            rooks.extend(corners.into_iter().filter(|corner| own.contains(*corner)));
        }
    }
    rooks
}

fn subsets(squares: Vec<Square>) -> impl Iterator<Item = Bitboard> {
    (0..1_u32 << squares.len()).map(move |subset| {
        let chosen = squares.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
        chosen.map(|(_, square)| *square).collect()
    })
}

/// No square, and those behind the pawns that may have just moved two squares.
fn en_passant_squares(setup: &Setup) -> Vec<Option<Square>> {
    let mover = !setup.turn;
    let mut squares = vec![None];
    for pawn in setup.board.by_piece(mover.pawn()) {
        if pawn.rank() == mover.fold_wb(shakmaty::Rank::Fourth, shakmaty::Rank::Fifth) {
            let rank = mover.fold_wb(shakmaty::Rank::Third, shakmaty::Rank::Sixth);
            squares.push(Some(Square::from_coords(pawn.file(), rank)));
        }
    }
    squares
}
