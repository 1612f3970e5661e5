//! The oracle of [`Compatibility::splits`]: the differences of all pairs of positions that one or
//! two moves join.

use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Move, Position, Role};
use zobrist::{Feature, Source};
use zobrist_chess::{ChessLayout, ComposedScheme, EnPassant, Scheme};
use zobrist_shakmaty::read_position;

use crate::compatibility::{Sides, assert_splits};
use crate::features;
use crate::schemes::{layouts, scheme};

/// Few pieces, so that all pairs are quick, and every move that changes more than a piece's square.
const STARTS: [&str; 16] = [
    // Castling to both sides, rooks that take rooks in their corners, rights lost by king and rook.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 5",
    "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
    // Bishops and knights that take rooks in their corners.
    "r3k2r/8/8/8/8/5B2/8/4K2R w Kkq - 0 1",
    "4k2r/8/6N1/8/3b4/8/8/R3K3 b Qk - 0 1",
    // Promotions to all roles, on the last rank and in the corners, with and without a capture.
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "1n2k3/P6P/8/8/8/8/p6p/4K1N1 b - - 0 1",
    // Double steps beside pawns and elsewhere, captures en passant by one pawn, two and none.
    "4k3/2p1p3/8/1P1P4/4p1p1/8/3P1P2/4K3 w - - 0 1",
    "4k3/2p1p3/8/1P1P4/4p1p1/8/3P1P2/4K3 b - - 0 1",
    "4k3/8/8/1pPpPp2/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/8/PpPpP3/8/8/4K3 b - c3 0 1",
    // Captures en passant that are not legal, or of which one of two is.
    "8/2p5/8/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "3k4/3p4/8/K1P1P2r/8/8/8/8 b - - 0 1",
    // Checks, by a double step and by the capture of the pawn, that a capture en passant answers.
    "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1",
    "k7/3p4/8/4P3/8/8/6B1/4K3 b - - 0 1",
];

/// The schemes with built-in names by every rule, and the other layouts by one rule each.
fn all_schemes() -> Vec<ComposedScheme> {
    const RULES: [EnPassant; 3] = [EnPassant::PseudoLegal, EnPassant::Legal, EnPassant::Always];
    let built_in = [
        ("polyglot", ChessLayout::POLYGLOT),
        ("sets", ChessLayout::POLYGLOT_SETS),
        ("stockfish", ChessLayout::STOCKFISH),
        ("slots", ChessLayout::CHESS_768),
        ("slots-empty", ChessLayout::CHESS_832),
        ("kings", ChessLayout::CHESS_896),
        ("zobrist", ChessLayout::ZOBRIST),
    ];
    let built_in = built_in.into_iter().flat_map(|layout| RULES.map(|rule| (layout, rule)));
    let others = layouts().into_iter().skip(3).zip(RULES.into_iter().cycle());
    built_in
        .chain(others)
        .map(|((name, layout), rule)| scheme(name, layout, rule, 64, Source::splitmix64(1)))
        .collect()
}

/// The positions of games of the collection, some plies apart.
fn of_games(games: usize, step: usize) -> Vec<Chess> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/engine-games.pgn.gz");
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reader = Reader::new(flate2::read::GzDecoder::new(file));
    let mut plies = Plies;
    let games = reader.read_games(&mut plies).take(games);
    games.flat_map(|game| game.unwrap().into_iter().skip(step / 2).step_by(step)).collect()
}

/// Reads the positions of a game.
struct Plies;

impl Visitor for Plies {
    type Tags = ();
    type Movetext = Vec<Chess>;
    type Output = Vec<Chess>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<Chess>, ()> {
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Vec<Chess>, Vec<Chess>> {
        ControlFlow::Continue(vec![Chess::default()])
    }
    fn san(&mut self, plies: &mut Vec<Chess>, san: SanPlus) -> ControlFlow<Vec<Chess>> {
        let last = plies.last().expect("the start is there");
        let next = last.clone().play(san.san.to_move(last).expect("games are legal"));
        plies.push(next.expect("games are legal"));
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, plies: Vec<Chess>) -> Vec<Chess> {
        plies
    }
}

fn starts() -> Vec<Chess> {
    let read = |fen: &str| read_position(fen.as_bytes(), Some(CastlingMode::Standard)).unwrap();
    STARTS.map(read).into()
}

fn children(position: &Chess) -> Vec<Chess> {
    let play = |m| position.clone().play(m).expect("the move is legal");
    position.legal_moves().into_iter().map(play).collect()
}

/// Calls `each` with all pairs of positions that one or two moves join: this one with each that
/// follows it after one or two, and each two that follow it after one.
fn for_each_pair(scheme: &ComposedScheme, root: &Chess, mut each: impl FnMut(&Sides)) {
    let of = |position: &Chess| features(scheme, position);
    let before = of(root);
    let next: Vec<Chess> = children(root);
    let after: Vec<BTreeSet<Feature>> = next.iter().map(of).collect();
    for (index, (position, one)) in next.iter().zip(&after).enumerate() {
        each(&Sides::of(&before, one));
        after[..index].iter().for_each(|other| each(&Sides::of(one, other)));
        children(position).iter().for_each(|two| each(&Sides::of(&before, &of(two))));
    }
}

/// Asserts that every difference of such pairs is one that splits, as it does between them. Returns
/// the number of different ones.
fn assert_pairs_split(scheme: &ComposedScheme, roots: &[Chess]) -> usize {
    let mut seen: HashSet<Sides> = HashSet::new();
    for root in roots {
        for_each_pair(scheme, root, |sides| {
            // Two moves may lead back, and positions may differ in what the layout does not tell.
            if sides.differ.is_empty() || seen.contains(sides) {
                return;
            }
            assert_splits(scheme, sides);
            seen.insert(Sides { differ: sides.differ.clone(), mask: sides.mask });
        });
    }
    seen.len()
}

#[test]
fn one_or_two_moves_make_a_difference_that_splits() {
    let mut roots = starts();
    roots.extend(of_games(3, 40));
    for scheme in all_schemes() {
        let count = assert_pairs_split(&scheme, &roots);
        assert!(count > 5_000, "{}: {count}", scheme.name());
    }
}

/// Minutes without optimization.
#[test]
#[ignore]
fn one_or_two_moves_in_many_games_make_a_difference_that_splits() {
    let roots = of_games(20, 20);
    for scheme in all_schemes() {
        let count = assert_pairs_split(&scheme, &roots);
        println!("{} {:?}: {count} differences", scheme.name(), scheme.en_passant());
        assert!(count > 20_000, "{}: {count}", scheme.name());
    }
}

/// The moves of which the pairs consist are of every kind.
#[test]
fn the_moves_are_of_every_kind() {
    let mut kinds: BTreeSet<&str> = BTreeSet::new();
    for start in starts() {
        for position in [vec![start.clone()], children(&start)].concat() {
            for m in position.legal_moves() {
                kinds.extend(kinds_of(&position, &m));
            }
        }
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), EVERY_KIND);
}

const EVERY_KIND: [&str; 13] = [
    "capture",
    "capture en passant",
    "castling king side",
    "castling queen side",
    "double step",
    "promotion",
    "promotion with capture",
    "right lost by capture",
    "right lost by king",
    "right lost by rook",
    "rights of both sides lost",
    "underpromotion",
    "underpromotion with capture",
];

fn kinds_of(position: &Chess, m: &Move) -> Vec<&'static str> {
    let after = position.clone().play(*m).unwrap();
    let lost = position.castles().castling_rights() ^ after.castles().castling_rights();
    let own = lost & position.us();
    let others = lost & position.them();
    let promotion = match (m.promotion(), m.is_capture()) {
        (None, _) => None,
        (Some(Role::Queen), false) => Some("promotion"),
        (Some(Role::Queen), true) => Some("promotion with capture"),
        (Some(_), false) => Some("underpromotion"),
        (Some(_), true) => Some("underpromotion with capture"),
    };
    let double_step =
        m.role() == Role::Pawn && m.from().is_some_and(|from| from.distance(m.to()) == 2);
    let is_castling = m.is_castle();
    let king_side = m.castling_side().is_some_and(|side| side.is_king_side());
    [
        promotion,
        m.is_capture().then_some("capture"),
        m.is_en_passant().then_some("capture en passant"),
        (is_castling && king_side).then_some("castling king side"),
        (is_castling && !king_side).then_some("castling queen side"),
        double_step.then_some("double step"),
        others.any().then_some("right lost by capture"),
        (own.any() && others.any()).then_some("rights of both sides lost"),
        (own.any() && m.role() == Role::King && !is_castling).then_some("right lost by king"),
        (own.any() && m.role() == Role::Rook).then_some("right lost by rook"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
