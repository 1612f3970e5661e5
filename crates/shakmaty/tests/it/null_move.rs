//! A null move gives the position of shakmaty's `swap_turn` and its hash, in every scheme and
//! variant; so do the moves after it, and taking it back restores both. The cases that occur are
//! counted, so that none goes untested.
//!
//! [`Hashed`] is compiled anew for each pair of a scheme and a type of position, and knows no more
//! of either than their traits tell. So every scheme is tried with [`VariantPosition`], and every
//! other type of position with the scheme that has features for variants.

use shakmaty::fen::Fen as FenText;
use shakmaty::variant::{
    Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck, VariantPosition,
};
use shakmaty::{
    ByColor, CastlingMode, Chess, EnPassantMode, FromSetup, Outcome, Position, PositionError,
};
use zobrist::{Checked, Feature};
use zobrist_chess::{Fen, Fide, Polyglot, Scheme, Wide, Zobrist};
use zobrist_shakmaty::{HashablePosition, Hashed, for_each_feature, hash};

use crate::positions::{self, Root, read};

/// Numbers of positions by their properties, with a null move or without one.
#[derive(Debug, Default)]
struct Census {
    made: usize,
    with_castling_rights: usize,
    with_en_passant: usize,
    with_legal_en_passant: usize,
    with_pockets: usize,
    with_promoted: usize,
    with_checks_given: usize,
    in_check: usize,
    over: usize,
}

impl Census {
    fn count(&mut self, position: &VariantPosition) {
        let has_ep = |mode| position.ep_square(mode).is_some();
        self.made += 1;
        self.with_castling_rights += usize::from(!position.castles().is_empty());
        self.with_en_passant += usize::from(has_ep(EnPassantMode::Always));
        self.with_legal_en_passant += usize::from(has_ep(EnPassantMode::Legal));
        self.with_pockets +=
            usize::from(position.pockets().is_some_and(|both| *both != ByColor::default()));
        self.with_promoted += usize::from(position.promoted().any());
        let given = |position: &VariantPosition| {
            let mut checks = position.remaining_checks().into_iter().flatten();
            checks.any(|remaining| u32::from(*remaining) < 3)
        };
        self.with_checks_given += usize::from(given(position));
    }
}

fn text(position: &impl Position) -> String {
    FenText::from_position(position, EnPassantMode::Always).to_string()
}

/// Makes the null move in one scheme, then each legal move, and takes the null move back.
fn check<S: Scheme, P: HashablePosition>(scheme: &S, position: &P, expected: Option<&P>) {
    let mut game = Hashed::new(scheme.clone(), position.clone());
    let mut stream = Hashed::with(scheme.clone(), position.clone(), Checked::new(scheme.clone()));
    let before = (game.hash(), text(position));
    let (undo, _) = (game.make_null_move(), stream.make_null_move());
    assert_eq!(undo.is_some(), expected.is_some(), "{}", before.1);
    if let (Some(undo), Some(expected)) = (undo, expected) {
        assert_eq!(text(game.position()), text(expected), "after {}", before.1);
        assert_eq!(game.hash(), hash(scheme, expected), "{}: after {}", scheme.name(), before.1);
        let mut features: Vec<Feature> = Vec::new();
        for_each_feature(scheme, expected, |feature| features.push(feature));
        assert_eq!(stream.changes().verify(features), Ok(()), "after {}", before.1);
        for m in expected.legal_moves() {
            let mut after = game.clone();
            after.play_unchecked(m);
            assert_eq!(after.hash(), hash(scheme, after.position()), "{m} after {}", before.1);
        }
        game.unmake(undo);
    }
    assert_eq!((game.hash(), text(game.position())), before);
}

/// Makes the null move by the type of the variant, and returns shakmaty's position after it.
fn check_own_type(position: &VariantPosition) -> Option<VariantPosition> {
    fn of<P>(position: &P) -> Option<VariantPosition>
    where
        P: HashablePosition + FromSetup + Into<VariantPosition>,
    {
        let expected = position.clone().swap_turn().ok();
        check(&Zobrist::<u64>::new(), position, expected.as_ref());
        expected.map(Into::into)
    }
    match position {
        VariantPosition::Chess(position) => of(position),
        VariantPosition::Atomic(position) => of(position),
        VariantPosition::Antichess(position) => of(position),
        VariantPosition::KingOfTheHill(position) => of(position),
        VariantPosition::ThreeCheck(position) => of(position),
        VariantPosition::Crazyhouse(position) => of(position),
        VariantPosition::RacingKings(position) => of(position),
        VariantPosition::Horde(position) => of(position),
    }
}

fn check_all(position: &VariantPosition, depth: u32, census: &mut Census) {
    let expected = check_own_type(position);
    check(&Polyglot, position, expected.as_ref());
    check(&Fide, position, expected.as_ref());
    check(&Fen, position, expected.as_ref());
    check(&Zobrist::<u32>::new(), position, expected.as_ref());
    check(&Zobrist::<u64>::new(), position, expected.as_ref());
    check(&Zobrist::<u128>::new(), position, expected.as_ref());
    check(&Wide(Polyglot), position, expected.as_ref());
    check(&Wide(Fide), position, expected.as_ref());
    check(&Wide(Fen), position, expected.as_ref());
    match expected {
        Some(_) => census.count(position),
        None if position.is_check() => census.in_check += 1,
        None => {
            assert_ne!(position.outcome(), Outcome::Unknown, "{}", text(position));
            census.over += 1;
        }
    }
    if depth > 0 {
        for m in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(m);
            check_all(&after, depth - 1, census);
        }
    }
}

fn all_of<P: FromSetup + Position + Into<VariantPosition>>(roots: &[Root], census: &mut Census) {
    for (fen, _) in roots {
        check_all(&read::<P>(fen).into(), 1, census);
    }
}

#[test]
fn null_moves_give_the_positions_and_hashes_of_shakmaty() {
    let mut census = Census::default();
    all_of::<Chess>(positions::CHESS, &mut census);
    all_of::<Chess>(positions::CHESS960, &mut census);
    all_of::<Atomic>(positions::ATOMIC, &mut census);
    all_of::<Antichess>(positions::ANTICHESS, &mut census);
    all_of::<KingOfTheHill>(positions::KING_OF_THE_HILL, &mut census);
    all_of::<ThreeCheck>(positions::THREE_CHECK, &mut census);
    all_of::<Crazyhouse>(positions::CRAZYHOUSE, &mut census);
    all_of::<RacingKings>(positions::RACING_KINGS, &mut census);
    all_of::<Horde>(positions::HORDE, &mut census);
    for seed in 0..500 {
        check_all(&zobrist_shakmaty::random_position(seed).into(), 0, &mut census);
    }
    let Census { made, in_check, over, .. } = census;
    assert!(made > 2_000 && in_check > 100 && over > 0, "{census:?}");
    assert!(census.with_castling_rights > 500, "{census:?}");
    assert!(census.with_en_passant > 50 && census.with_legal_en_passant > 10, "{census:?}");
    assert!(census.with_pockets > 50 && census.with_promoted > 20, "{census:?}");
    assert!(census.with_checks_given > 50, "{census:?}");
}

/// shakmaty refuses a setup with more pieces than a game can have, unless
/// `ignore_too_much_material` is called. Such a position allows null moves.
#[test]
fn a_position_with_too_much_material_allows_null_moves() {
    let fen: FenText = "qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1".parse().unwrap();
    let position = Chess::from_setup(fen.into_setup(), CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material);
    let position = position.expect("legal but for its material");
    let mut game = Hashed::new(Fide, position.clone());
    assert!(game.make_null_move().is_some() && game.position().turn().is_black());
    assert_eq!(game.hash(), hash(&Fide, game.position()));
    let mut dynamic = Hashed::new(Fide, VariantPosition::Chess(position));
    assert!(dynamic.make_null_move().is_some());
    assert_eq!(dynamic.hash(), game.hash());
}
