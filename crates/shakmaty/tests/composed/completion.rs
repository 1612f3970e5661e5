//! A split that [`Compatibility`] finds can be completed to two positions.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, File, FromSetup, Piece, Rank, Role, Setup, Square,
};
use zobrist::Feature;
use zobrist_chess::{ChessFeature, Compatibility, ComposedScheme, PositionParts, Scheme, Split};

use crate::positions::{Random, neighbour, positions};
use crate::schemes::schemes;
use crate::{features, words};

/// The position with these parts and some more pieces.
fn position(parts: &PositionParts, added: &[(Square, Piece)]) -> Option<Chess> {
    let mut setup = Setup::empty();
    for (color, sides) in [(Color::Black, parts.pieces[0]), (Color::White, parts.pieces[1])] {
        for (role, squares) in Role::ALL.into_iter().zip(sides) {
            for square in Bitboard(squares) {
                setup.board.set_piece_at(square, Piece { color, role });
            }
        }
    }
    for (square, piece) in added {
        setup.board.set_piece_at(*square, *piece);
    }
    setup.turn = Color::from_white(parts.turn == zobrist_chess::Color::White);
    for (rank, files) in [(Rank::First, parts.castling.white), (Rank::Eighth, parts.castling.black)]
    {
        for file in files.into_iter().flatten() {
            setup.castling_rights.add(Square::from_coords(File::new(file.into()), rank));
        }
    }
    let rank = setup.turn.fold_wb(Rank::Sixth, Rank::Third);
    let square = |file: u8| Square::from_coords(File::new(file.into()), rank);
    setup.ep_square = parts.en_passant.map(|capture| square(capture.file));
    setup.halfmoves = parts.halfmoves;
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// Tries to add kings and pieces that shield them.
fn complete(
    scheme: &ComposedScheme,
    split: &Split,
    differ: &[Feature],
    random: &mut Random,
) -> bool {
    let parts = [0, 1].map(|side| split.parts(side));
    let kings = parts.map(|parts| parts.pieces.map(|roles| roles[5]));
    let free: Vec<Square> = Bitboard(split.free()).into_iter().collect();
    let near: Vec<Square> = free
        .iter()
        .copied()
        .filter(|square| {
            let all = kings.as_flattened().iter().fold(0, |all, king| all | king);
            Bitboard(all).into_iter().any(|king| king.distance(*square) <= 2)
        })
        .collect();
    (0..8000).any(|attempt| {
        let mut added = Vec::new();
        for (color, side) in [(Color::White, 1), (Color::Black, 0)] {
            if kings[0][side] | kings[1][side] == 0 {
                added.push((random.pick(&free), Piece { color, role: Role::King }));
            }
        }
        for _ in 0..random.below(1 + attempt / 500) {
            let role = random.pick(&Role::ALL[..5]);
            let color = random.pick(&Color::ALL);
            let from = if near.is_empty() || random.one_in(2) { &free } else { &near };
            added.push((random.pick(from), Piece { color, role }));
        }
        let [Some(a), Some(b)] = parts.map(|parts| position(&parts, &added)) else { return false };
        let [of_a, of_b] = [a, b].map(|position| features(scheme, &position));
        let is_second = |index: usize| split.mask() >> index & 1 == 1;
        let mut sides = differ.iter().enumerate();
        &of_a ^ &of_b == differ.iter().copied().collect()
            && sides.all(|(index, feature)| of_b.contains(feature) == is_second(index))
    })
}

/// The feature is one of the few that say more than what stands on a square.
fn is_special(scheme: &ComposedScheme, feature: Feature) -> bool {
    !matches!(
        scheme.chess_layout().decode(feature),
        None | Some(
            ChessFeature::Piece { .. } | ChessFeature::EmptySquare { .. } | ChessFeature::Unused
        )
    )
}

#[test]
fn small_splits_can_be_completed() {
    let positions = positions();
    for scheme in schemes() {
        let rules = Compatibility::of(&scheme);
        let layout = scheme.chess_layout().layout();
        let special: Vec<Feature> =
            layout.features().filter(|feature| is_special(&scheme, *feature)).collect();
        let mut random = Random::new(3);
        let mut counts = [0, 0];
        for _ in 0..3000 {
            // A small difference of positions, with a feature more or less.
            let base = random.pick(&positions);
            let Some(other) = neighbour(&base, &mut random) else { continue };
            let mut differ = &features(&scheme, &base) ^ &features(&scheme, &other);
            if differ.len() > 6 {
                continue;
            }
            for _ in 0..random.below(3) {
                let any = Feature::from_slot(random.below(layout.len()));
                let feature = match special.is_empty() || random.one_in(2) {
                    true => any,
                    false => random.pick(&special),
                };
                if !differ.remove(&feature) {
                    differ.insert(feature);
                }
            }
            let list: Vec<Feature> = differ.iter().copied().collect();
            if list.is_empty() {
                continue;
            }
            let mask = random.below(1 << list.len()) as u64;
            let splits: Vec<Split> =
                rules.split(&list, mask).chain(rules.splits(&list).take(2)).collect();
            counts[usize::from(splits.is_empty())] += 1;
            for split in splits {
                assert!(
                    complete(&scheme, &split, &list, &mut random),
                    "{} {:?}: {:b} {:?}\n{:?}",
                    scheme.name(),
                    scheme.en_passant(),
                    split.mask(),
                    words(&scheme, list),
                    [0, 1].map(|side| split.parts(side))
                );
            }
        }
        assert!(counts.iter().all(|count| *count > 100), "{}: {counts:?}", scheme.name());
    }
}
