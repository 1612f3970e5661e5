//! The hash that [`Hashed`] updates equals the one that [`hash`] computes from scratch, in every
//! scheme and variant, over trees of legal moves, random games and real ones. A census of the trees
//! makes sure that every rare case occurs.
//!
//! [`Hashed`] is compiled anew for each pair of a scheme and a type of position, and knows no more
//! of either than their traits tell. So every scheme is tried with [`VariantPosition`], in each
//! variant, and with [`Chess`]; every other type of position with the scheme that has features for
//! variants.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;

use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::variant::{
    Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck, Variant,
    VariantPosition,
};
use shakmaty::{Chess, EnPassantMode, FromSetup, Move, Position, fen};
use zobrist::source::SplitMix64;
use zobrist::{Changes, Checked, Feature, Hasher, Only};
use zobrist_chess::{Fen, Fide, Polyglot, Scheme, Wide, Zobrist};
use zobrist_shakmaty::{HashablePosition, Hashed, for_each_feature, hash};

use crate::positions::{self, Root, random_game, read};

/// Calls a generic function once per scheme.
macro_rules! for_every_scheme {
    ($function:ident($($argument:expr),*)) => {
        $function(&Polyglot, $($argument),*);
        $function(&Fide, $($argument),*);
        $function(&Fen, $($argument),*);
        $function(&Zobrist::<u32>::new(), $($argument),*);
        $function(&Zobrist::<u64>::new(), $($argument),*);
        $function(&Zobrist::<u128>::new(), $($argument),*);
        $function(&Wide(Polyglot), $($argument),*);
        $function(&Wide(Fen), $($argument),*);
    };
}

fn text<P: Position>(position: &P) -> fen::Fen {
    fen::Fen::from_position(position, EnPassantMode::Always)
}

#[track_caller]
fn assert_by_definition<S: Scheme, P: HashablePosition>(
    scheme: &S,
    game: &Hashed<S, P>,
    m: Option<Move>,
) {
    let (kept, defined) = (game.hash(), hash(scheme, game.position()));
    assert!(
        kept == defined,
        "{}: kept {kept:?}, defined {defined:?}, after {m:?} in {}",
        scheme.name(),
        text(game.position())
    );
}

/// Compares at every node of the tree of legal moves.
fn tree<S: Scheme, P: HashablePosition>(scheme: &S, start: &P, depth: u32) {
    fn below<S: Scheme, P: HashablePosition>(scheme: &S, game: &Hashed<S, P>, depth: u32) {
        if depth == 0 {
            return;
        }
        for m in game.position().legal_moves() {
            let mut child = game.clone();
            child.play_unchecked(m);
            assert_by_definition(scheme, &child, Some(m));
            below(scheme, &child, depth - 1);
        }
    }
    let game = Hashed::new(scheme.clone(), start.clone());
    assert_by_definition(scheme, &game, None);
    below(scheme, &game, depth);
}

/// Compares `hash_after`, `make` and `unmake` with the definition, also for a [`VariantPosition`].
fn there_and_back<S: Scheme, P: HashablePosition + Into<VariantPosition>>(
    scheme: &S,
    start: &P,
    depth: u32,
) {
    fn below<S: Scheme, P: HashablePosition>(
        scheme: &S,
        game: &mut Hashed<S, P>,
        dynamic: &mut Hashed<S, VariantPosition>,
        depth: u32,
    ) {
        assert_eq!(dynamic.hash(), game.hash());
        if depth == 0 {
            return;
        }
        for m in game.position().legal_moves() {
            let before = (game.hash(), game.position().to_setup(EnPassantMode::Always));
            let expected = game.hash_after(m);
            assert_eq!(game.hash(), before.0, "`hash_after` changes nothing");

            let undo = game.make(m);
            let dynamic_undo = dynamic.make(m);
            assert!(game.hash() == expected, "{m:?} to {}", text(game.position()));
            assert_by_definition(scheme, game, Some(m));
            below(scheme, game, dynamic, depth - 1);

            game.unmake(undo);
            dynamic.unmake(dynamic_undo);
            assert_eq!((game.hash(), game.position().to_setup(EnPassantMode::Always)), before);
        }
    }
    let mut dynamic = Hashed::new(scheme.clone(), start.clone().into());
    below(scheme, &mut Hashed::new(scheme.clone(), start.clone()), &mut dynamic, depth);
}

/// Compares after every move of a game.
fn follow<S: Scheme, P: HashablePosition>(scheme: &S, start: &P, moves: &[Move]) {
    let mut game = Hashed::new(scheme.clone(), start.clone());
    for m in moves {
        game.play_unchecked(*m);
        assert_by_definition(scheme, &game, Some(*m));
    }
}

/// Each variant but chess: in every scheme by the type of all variants, in one by its own.
fn all_of<P>(roots: &[Root])
where
    P: HashablePosition + FromSetup + Into<VariantPosition> + Default,
{
    let scheme = Zobrist::<u64>::new();
    let mut random = SplitMix64::new(roots.len() as u64);
    let mut games: Vec<(P, Vec<Move>)> = Vec::new();
    for (fen, depth) in roots {
        let start: P = read(fen);
        let dynamic: VariantPosition = start.clone().into();
        for_every_scheme!(tree(&dynamic, *depth));
        for_every_scheme!(there_and_back(&dynamic, depth - 1));
        tree(&scheme, &start, *depth);
        there_and_back(&scheme, &start, depth - 1);
        let moves = random_game(&start, &mut random, 100);
        games.push((start, moves));
    }
    for _ in 0..10 {
        games.push((P::default(), random_game(&P::default(), &mut random, 200)));
    }
    for (start, moves) in &games {
        let dynamic: VariantPosition = start.clone().into();
        for_every_scheme!(follow(&dynamic, moves));
        follow(&scheme, start, moves);
    }
}

/// Chess: in every scheme by its own type, and there and back by the type of all variants.
fn all_of_chess(roots: &[Root]) {
    let mut random = SplitMix64::new(roots.len() as u64);
    for (fen, depth) in roots {
        let start: Chess = read(fen);
        for_every_scheme!(tree(&start, *depth));
        for_every_scheme!(there_and_back(&VariantPosition::Chess(start.clone()), depth - 1));
        there_and_back(&Zobrist::<u64>::new(), &start, depth - 1);
        let moves = random_game(&start, &mut random, 100);
        for_every_scheme!(follow(&start, &moves));
    }
    for _ in 0..10 {
        let moves = random_game(&Chess::default(), &mut random, 200);
        for_every_scheme!(follow(&Chess::default(), &moves));
    }
}

#[test]
fn chess() {
    all_of_chess(positions::CHESS);
}

#[test]
fn atomic() {
    all_of::<Atomic>(positions::ATOMIC);
}

#[test]
fn antichess() {
    all_of::<Antichess>(positions::ANTICHESS);
}

#[test]
fn king_of_the_hill() {
    all_of::<KingOfTheHill>(positions::KING_OF_THE_HILL);
}

#[test]
fn three_check() {
    all_of::<ThreeCheck>(positions::THREE_CHECK);
}

#[test]
fn crazyhouse() {
    all_of::<Crazyhouse>(positions::CRAZYHOUSE);
}

#[test]
fn racing_kings() {
    all_of::<RacingKings>(positions::RACING_KINGS);
}

#[test]
fn horde() {
    all_of::<Horde>(positions::HORDE);
}

#[test]
fn chess960() {
    all_of_chess(positions::CHESS960);
    for fen in positions::castling_anywhere() {
        for_every_scheme!(tree(&read::<Chess>(&fen), 2));
    }
    assert!(positions::chess960_start(518).starts_with("rnbqkbnr/"));
    let mut random = SplitMix64::new(960);
    for number in 0..960 {
        let start: Chess = read(&positions::chess960_start(number));
        for_every_scheme!(tree(&start, if number % 48 == 0 { 2 } else { 1 }));
        if number % 24 == 0 {
            let moves = random_game(&start, &mut random, 100);
            for_every_scheme!(follow(&start, &moves));
        }
    }
}

#[test]
fn every_rare_case_occurs() {
    use crate::positions::*;
    let mut census = census::Census::default();
    census.walk::<Chess>(CHESS);
    census.walk::<Chess>(CHESS960);
    census.walk::<Atomic>(ATOMIC);
    census.walk::<Antichess>(ANTICHESS);
    census.walk::<KingOfTheHill>(KING_OF_THE_HILL);
    census.walk::<ThreeCheck>(THREE_CHECK);
    census.walk::<Crazyhouse>(CRAZYHOUSE);
    census.walk::<RacingKings>(RACING_KINGS);
    census.walk::<Horde>(HORDE);
    assert_eq!(census.missing(), [""; 0], "{census:?}");
}

/// The moves of the games in the repository's collection.
fn real_games() -> &'static [Vec<Move>] {
    static GAMES: OnceLock<Vec<Vec<Move>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/engine-games.pgn.gz");
        let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut reader = Reader::new(flate2::read::GzDecoder::new(file));
        let games: io::Result<_> = reader.read_games(&mut Moves).collect();
        games.expect("the collection can be read")
    })
}

/// Reads the moves of a game from the start position.
struct Moves;

impl Visitor for Moves {
    type Tags = ();
    type Movetext = (Chess, Vec<Move>);
    type Output = Vec<Move>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<Move>, ()> {
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Vec<Move>, (Chess, Vec<Move>)> {
        ControlFlow::Continue(Default::default())
    }
    fn san(
        &mut self,
        (position, moves): &mut (Chess, Vec<Move>),
        san: SanPlus,
    ) -> ControlFlow<Vec<Move>> {
        let m = san.san.to_move(position).expect("the collection's moves are legal");
        position.play_unchecked(m);
        moves.push(m);
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, (_, moves): (Chess, Vec<Move>)) -> Vec<Move> {
        moves
    }
}

fn follow_real_games<S: Scheme>(scheme: &S) {
    assert_eq!(real_games().len(), 2000);
    for moves in real_games() {
        follow(scheme, &Chess::default(), moves);
    }
}

#[test]
fn real_games_polyglot() {
    follow_real_games(&Polyglot);
}

#[test]
fn real_games_fide() {
    follow_real_games(&Fide);
}

#[test]
fn real_games_fen() {
    follow_real_games(&Fen);
}

#[test]
fn real_games_zobrist() {
    follow_real_games(&Zobrist::<u64>::new());
}

fn hasher<S: Scheme>(scheme: &S) -> Hasher<S> {
    Hasher::new(scheme.clone())
}

fn features<S: Scheme, P: HashablePosition>(scheme: &S, position: &P) -> Vec<Feature> {
    let mut features = Vec::new();
    for_each_feature(scheme, position, |feature| features.push(feature));
    features
}

fn is_pawn(feature: Feature) -> bool {
    // The first 128 slots of Polyglot's layout.
    feature.slot() < 128
}

/// Each of several hashes of one stream of changes is what it would be alone.
#[test]
fn several_hashes_at_once() {
    let pawns = Only::new(hasher(&Fide), is_pawn as fn(Feature) -> bool);
    let parts = (hasher(&Fide), hasher(&Wide(Fide)), pawns);
    for moves in &real_games()[..200] {
        let mut game = Hashed::with(Fide, Chess::default(), parts);
        for m in moves {
            game.play_unchecked(*m);
            let position = game.position();
            let (narrow, wide, pawns) = game.changes();
            assert_eq!(narrow.hash(), hash(&Fide, position));
            assert_eq!(wide.hash(), hash(&Wide(Fide), position));
            let of_pawns = features(&Fide, position).into_iter().filter(|f| is_pawn(*f));
            assert_eq!(
                pawns.get().hash(),
                Hasher::of(Fide, of_pawns).hash(),
                "{m:?} to {}",
                text(position)
            );
        }
    }
    let widths = (
        hasher(&Zobrist::<u32>::new()),
        hasher(&Zobrist::<u64>::new()),
        hasher(&Zobrist::<u128>::new()),
    );
    let mut random = SplitMix64::new(3);
    for _ in 0..10 {
        let start = Crazyhouse::default();
        let moves = random_game(&start, &mut random, 200);
        let mut game = Hashed::with(Zobrist::<u64>::new(), start, widths);
        for m in moves {
            game.play_unchecked(m);
            let position = game.position();
            assert_eq!(game.changes().0.hash(), hash(&Zobrist::<u32>::new(), position));
            assert_eq!(game.changes().1.hash(), hash(&Zobrist::<u64>::new(), position));
            assert_eq!(game.changes().2.hash(), hash(&Zobrist::<u128>::new(), position));
        }
    }
}

fn checked<S: Scheme>(scheme: &S) -> Checked<S> {
    Checked::new(scheme.clone())
}

/// The changes leave exactly the features of the position, each once: not only their sum is right.
fn every_change<S: Scheme, P: HashablePosition>(scheme: &S, start: &P, moves: &[Move]) {
    let mut game = Hashed::with(scheme.clone(), start.clone(), checked(scheme));
    for m in moves {
        game.play_unchecked(*m);
        let verified = game.changes().verify(features(scheme, game.position()));
        assert_eq!(verified, Ok(()), "{m:?} to {}", text(game.position()));
    }
}

#[test]
fn every_change_is_right() {
    for moves in &real_games()[..100] {
        for_every_scheme!(every_change(&VariantPosition::new(Variant::Chess), moves));
        every_change(&Fide, &Chess::default(), moves);
    }
    let mut random = SplitMix64::new(4);
    for variant in Variant::ALL {
        let start = VariantPosition::new(variant);
        let moves = random_game(&start, &mut random, 200);
        for_every_scheme!(every_change(&start, &moves));
    }
}

/// A receiver of changes with a frequent bug: it never removes a castling right.
#[derive(Clone)]
struct KeepsCastlingRights<S: Scheme> {
    scheme: S,
    checked: Checked<S>,
}

fn is_castling<S: Scheme>(scheme: &S, feature: Feature) -> bool {
    scheme.chess_layout().layout().find(feature).is_some_and(|(kind, _)| kind.name() == "castling")
}

impl<S: Scheme> Changes for KeepsCastlingRights<S> {
    fn insert(&mut self, feature: Feature) {
        self.checked.insert(feature);
    }
    fn remove(&mut self, feature: Feature) {
        if !is_castling(&self.scheme, feature) {
            self.checked.remove(feature);
        }
    }
}

/// The control: a forgotten change is found at its move and named.
fn a_forgotten_change_is_named<S: Scheme>(scheme: &S, words: &str) {
    let mut noticed = 0;
    for moves in &real_games()[..100] {
        let stream = KeepsCastlingRights { scheme: scheme.clone(), checked: checked(scheme) };
        let mut game = Hashed::with(scheme.clone(), Chess::default(), stream);
        for m in moves {
            let had = features(scheme, game.position());
            game.play_unchecked(*m);
            let has = features(scheme, game.position());
            let lost: Vec<Feature> = (had.iter().copied())
                .filter(|feature| is_castling(scheme, *feature) && !has.contains(feature))
                .collect();
            let verified = game.changes().checked.verify(has);
            if lost.is_empty() {
                assert_eq!(verified, Ok(()));
                continue;
            }
            let mistake = verified.expect_err("a right was kept");
            assert!(lost.iter().all(|right| mistake.surplus.contains(right)), "{mistake}");
            assert!(mistake.surplus.iter().all(|surplus| is_castling(scheme, *surplus)));
            assert_eq!(mistake.missing, []);
            assert!(mistake.to_string().contains("castling["), "{mistake}");
            noticed += usize::from(
                (mistake.surplus.iter())
                    .any(|surplus| scheme.chess_layout().describe(*surplus).to_string() == words),
            );
            break;
        }
    }
    assert!(noticed > 50, "{noticed}");
}

#[test]
fn a_forgotten_castling_right_is_named() {
    a_forgotten_change_is_named(&Polyglot, "castling right white O-O");
    a_forgotten_change_is_named(&Zobrist::<u64>::new(), "castling right white rook h1");
}

#[test]
fn play_accepts_legal_moves_only() {
    let (mut legal, mut illegal) = (0, 0);
    for seed in 0..50 {
        let [position, other] = [seed, seed + 1_000].map(zobrist_shakmaty::random_position);
        for m in position.legal_moves().into_iter().chain(other.legal_moves()) {
            let mut game = Hashed::new(Fide, position.clone());
            let before = game.hash();
            match game.play(m) {
                Ok(()) => {
                    assert!(position.legal_moves().contains(&m), "{m}");
                    assert_eq!(game.hash(), Hashed::new(Fide, position.clone()).hash_after(m));
                    legal += 1;
                }
                Err(error) => {
                    assert!(!position.legal_moves().contains(&m), "{m}");
                    assert_eq!(error.got, m);
                    assert_eq!((game.hash(), game.position()), (before, &position));
                    illegal += 1;
                }
            }
        }
    }
    assert!(legal > 500 && illegal > 500, "{legal} {illegal}");
}
