//! Features that can stand together, in the layouts that no scheme has, and one example
//! for each rule. `zobrist-shakmaty` tests the rules against positions.

use zobrist::{Feature, Keys};
use zobrist_chess::{
    Castling, CastlingRights, ChessLayout, Clock, Color, Compatibility, EnPassant,
    EnPassantCapture, EnPassantKeys, Part, Pieces, Polyglot, RightOrder, Role, Split, Turn,
};

use Color::{Black, White};
use EnPassant::{Always, Legal, PseudoLegal};
use Role::{Bishop, King, Knight, Pawn, Queen, Rook};

const LAYOUT: ChessLayout = ChessLayout::POLYGLOT;

/// The square of a name.
fn square(name: &str) -> usize {
    let [file, rank] = name.as_bytes() else { panic!("{name}") };
    8 * usize::from(rank - b'1') + usize::from(file - b'a')
}

fn piece(color: Color, role: Role, name: &str) -> Feature {
    LAYOUT.piece(color, role, square(name))
}

fn right(letter: char) -> Feature {
    let [k, q, black_k, black_q] =
        ['K', 'Q', 'k', 'q'].map(|right| (letter == right).then_some("QKqk".contains(right)));
    let file = |right: Option<bool>, file: u8| right.map(|_| file);
    let rights = CastlingRights {
        white: [file(k, 7), file(q, 0)],
        black: [file(black_k, 7), file(black_q, 0)],
    };
    LAYOUT.castling(rights).next().unwrap()
}

/// The features that a position of a split must have, in slot order.
fn features(split: &Split, position: usize) -> Vec<Feature> {
    let mut features = Vec::new();
    split.for_each_feature(position, |feature| features.push(feature));
    features.sort_unstable();
    features
}

#[test]
fn features_that_never_stand() {
    for (layout, stand) in [
        (ChessLayout::POLYGLOT, 12 * 64 - 32 + 4 + 8 + 1),
        (ChessLayout::POLYGLOT_SETS, 12 * 64 - 32 + 16 + 8 + 1),
        (ChessLayout::ZOBRIST, 12 * 64 - 32 + 4 + 8 + 1),
        (ChessLayout::STOCKFISH_2020, 12 * 64 - 32 + 4 + 8 + 1),
        (ChessLayout::STOCKFISH, 12 * 64 - 32 + 16 + 8 + 1),
    ] {
        for rule in [PseudoLegal, Legal, Always] {
            let rules = Compatibility::new(layout, rule);
            let features = layout.layout().features();
            assert_eq!(features.filter(|feature| rules.can_stand(*feature)).count(), stand);
        }
    }
    let rules = Compatibility::of(&Polyglot);
    assert!(!rules.can_stand(Feature::from_slot(781)));
    assert!(rules.can_stand_together(&[]));
}

/// Kings that may castle, pawns of en passant, empty squares and what is keyed with other slots.
#[test]
fn features_that_never_stand_in_layouts_of_other_parts() {
    let pieces = Part::Pieces(Pieces::of("PNBRQKpnbrqk"));
    let pawns = |keys| ChessLayout::of(&[pieces, Part::EnPassant(keys)]);
    let clock = Part::Clock(Clock::new(0, 10, 6));
    for (layout, others) in [
        (ChessLayout::CHESS_768, 4 + 8 + 1),
        (ChessLayout::CHESS_832, 4 + 8 + 1 + 64),
        (ChessLayout::CHESS_896, 6 + 16 + 1),
        (pawns(EnPassantKeys::Square), 16),
        (pawns(EnPassantKeys::CapturingPawn), 16),
        (ChessLayout::of(&[pieces, Part::Castling(Castling::RookSquares)]), 4),
        (ChessLayout::of(&[pieces, Part::Turn(Turn::Both), Part::Start, clock]), 2 + 1 + 6),
        (ChessLayout::of(&[pieces, Part::NoEnPassant, Part::NoPawns]), 1),
        (ChessLayout::of(&[pieces, Part::Castling(Castling::LostRights(RightOrder::STANDARD))]), 4),
        (
            ChessLayout::of(&[
                pieces,
                Part::Castling(Castling::SideSets(RightOrder::STANDARD, White)),
            ]),
            8,
        ),
        (pawns(EnPassantKeys::SideFiles(White)), 16),
    ] {
        for rule in [PseudoLegal, Legal, Always] {
            let rules = Compatibility::new(layout, rule);
            let features = layout.layout().features();
            let stand = features.filter(|feature| rules.can_stand(*feature)).count();
            assert_eq!(stand, 12 * 64 - 32 + others, "{} {rule:?}", layout.layout());
        }
    }
}

/// The only dependency of eight of Polyglot's keys distinguishes no two positions.
#[test]
fn the_dependency_of_eight_of_polyglots_keys_is_none_of_chess() {
    let dependency = [62, 64, 141, 366, 370, 480, 598, 731].map(Feature::from_slot);
    let sum = dependency.iter().fold(0, |sum, feature| sum ^ Polyglot.key(*feature));
    assert_eq!(sum, 0);
    let rules = Compatibility::of(&Polyglot);
    assert!(!rules.can_stand_together(&dependency));
    assert!(rules.splits(&dependency).next().is_none());
}

/// One that does, by six pieces against three: `8/7P/p7/8/P7/8/8/K2k4 w` is one position.
#[test]
fn a_dependency_of_nine_of_polyglots_keys_splits() {
    let dependency = [40, 88, 119, 161, 482, 487, 496, 574, 634].map(Feature::from_slot);
    let sum = dependency.iter().fold(0, |sum, feature| sum ^ Polyglot.key(*feature));
    assert_eq!(sum, 0);
    let rules = Compatibility::of(&Polyglot);
    assert!(rules.can_stand_together(&dependency));
    assert!(rules.splits(&dependency).any(|split| split.mask() == 0b111));
    let one = rules.split(&dependency, 0b111).next().unwrap();
    let white_moves = LAYOUT.turn(White).unwrap();
    assert_eq!(features(&one, 1), [&dependency[..3], &[white_moves]].concat());
}

#[test]
fn rules_by_example() {
    let file_d = LAYOUT.en_passant(3).unwrap();
    let white_moves = LAYOUT.turn(White).unwrap();
    let rules = Compatibility::of(&Polyglot);
    let stand = |features: &[Feature]| rules.can_stand_together(features);

    assert!(stand(&[right('K'), right('q'), piece(White, Rook, "h1"), piece(White, King, "e1")]));
    assert!(!stand(&[right('K'), piece(White, King, "e2")]));
    assert!(!stand(&[right('k'), piece(White, Rook, "h8")]));
    assert!(stand(&[right('k'), piece(White, Rook, "a8")]));

    assert!(stand(&[file_d, piece(White, Pawn, "d4")]));
    assert!(stand(&[file_d, piece(Black, Pawn, "d5"), white_moves]));
    assert!(!stand(&[file_d, piece(White, Knight, "d5"), white_moves]));
    assert!(!stand(&[file_d, piece(White, Knight, "d6"), white_moves]));
    assert!(!stand(&[file_d, piece(White, Knight, "d7"), white_moves]));
    assert!(!stand(&[file_d, LAYOUT.en_passant(4).unwrap()]));
    let beside = [piece(Black, Rook, "c5"), piece(White, Rook, "e5")];
    assert!(!stand(&[beside.as_slice(), &[file_d, white_moves]].concat()));
    // White has moved: the pawns are on the other side of the board.
    assert!(stand(&[beside.as_slice(), &[file_d]].concat()));
    let always = Compatibility::new(LAYOUT, Always);
    assert!(always.can_stand_together(&[beside.as_slice(), &[file_d, white_moves]].concat()));

    // The pawn that captures would open the fifth rank.
    let pinned = [
        piece(White, King, "b5"),
        piece(White, Pawn, "c5"),
        piece(Black, Queen, "e5"),
        file_d,
        white_moves,
    ];
    assert!(stand(&pinned));
    assert!(!Compatibility::new(LAYOUT, Legal).can_stand_together(&pinned));

    let nine: Vec<Feature> =
        (0..9).map(|file| LAYOUT.piece(White, Queen, 8 * (file % 2) + file)).collect();
    assert!(stand(&nine));
    assert!(!stand(&[nine.as_slice(), &[piece(White, Pawn, "h7")]].concat()));
    let bishops: Vec<Feature> = ["a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "b1"]
        .map(|name| piece(White, Bishop, name))
        .into();
    assert!(stand(&bishops));
    assert!(!stand(&[bishops.as_slice(), &[piece(White, Bishop, "c3")]].concat()));

    assert!(!stand(&[piece(White, King, "e1"), piece(Black, King, "d2")]));
    let check = [piece(White, Knight, "c7"), piece(Black, King, "e8")];
    assert!(stand(&check));
    assert!(!stand(&[check.as_slice(), &[white_moves]].concat()));
    assert!(!stand(&[check.as_slice(), &[piece(White, Knight, "d6")]].concat()));
}

/// The feature of a kind on a square, in a layout whose squares are counted from a1.
fn on(layout: ChessLayout, kind: &str, name: &str) -> Feature {
    layout.layout().kind_named(kind).unwrap().at(square(name))
}

#[test]
fn kings_that_may_castle_by_example() {
    let layout = ChessLayout::CHESS_896;
    let rules = Compatibility::new(layout, Legal);
    let stand = |features: &[Feature]| rules.can_stand_together(features);
    let castling = |name| on(layout, "castling-king", name);
    let plain = |name| layout.piece(White, King, square(name));
    let rook = |name| layout.piece(White, Rook, square(name));

    assert!(stand(&[castling("e1"), castling("c8"), rook("a1"), rook("h1")]));
    assert!(!stand(&[castling("e1"), layout.piece(White, Queen, square("a1"))]));
    assert!(stand(&[castling("g1"), layout.piece(White, Queen, square("a1"))]));
    for others in [plain("e1"), plain("g1"), castling("c1"), castling("g1")] {
        assert!(!stand(&[castling("e1"), others]));
    }
    // The right on the king's side is lost, or a king is gone.
    let lost = [castling("e1"), castling("c1")];
    let split = rules.splits(&lost).next().unwrap();
    assert!(features(&split, 0).contains(&rook("h1")) && features(&split, 1).contains(&rook("a1")));
    assert!(rules.splits(&[castling("e1"), plain("e1")]).next().is_some());
    assert!(rules.splits(&[castling("e1")]).next().is_none());
}

#[test]
fn pawns_of_en_passant_by_example() {
    let layout = ChessLayout::CHESS_896;
    let captured = |name| on(layout, "captured-pawn", name);
    let pawn = |color, name| layout.piece(color, Pawn, square(name));
    let rules = Compatibility::new(layout, Legal);
    let stand = |features: &[Feature]| rules.can_stand_together(features);
    assert!(stand(&[captured("d5"), pawn(White, "e5"), pawn(Black, "c5")]));
    assert!(!stand(&[captured("d5"), pawn(Black, "e5"), pawn(Black, "c5")]));
    for others in [pawn(Black, "d5"), captured("e5"), captured("d4"), layout.turn(Black).unwrap()] {
        assert!(!stand(&[captured("d5"), others]) && !stand(&[others, captured("d5")]));
    }
    // It was not captured.
    assert!(rules.splits(&[captured("d5"), pawn(Black, "d5")]).next().is_some());

    let parts = [
        Part::Pieces(Pieces::of("PNBRQKpnbrqk")),
        Part::EnPassant(EnPassantKeys::CapturingPawn),
        Part::NoEnPassant,
    ];
    let layout = ChessLayout::of(&parts);
    let capturing = |name| on(layout, "capturing-pawn", name);
    let none = layout.layout().kind_named("no-en-passant").unwrap().at(0);
    let rules = Compatibility::new(layout, PseudoLegal);
    let stand = |features: &[Feature]| rules.can_stand_together(features);
    assert!(stand(&[capturing("c5"), capturing("e5")]));
    assert!(stand(&[capturing("c5"), pawn(Black, "d5"), pawn(White, "e2")]));
    // The pawn on b5 is captured, unless it is White's.
    assert!(stand(&[capturing("c5"), pawn(White, "e5")]));
    assert!(!stand(&[capturing("c5"), pawn(White, "e5"), pawn(White, "b5")]));
    for others in [pawn(White, "c5"), capturing("d5"), capturing("g5"), capturing("c4"), none] {
        assert!(!stand(&[capturing("c5"), others]) && !stand(&[others, capturing("c5")]));
    }
    assert!(rules.splits(&[capturing("c5"), pawn(White, "c5"), none]).next().is_some());
    // Without that, e5 may capture in both positions: d5 in the one, f5 in the other.
    let split = rules.splits(&[capturing("c5"), pawn(White, "c5")]).next().unwrap();
    let capture = |file, names: &[&str]| {
        let capturing = names.iter().fold(0, |set, name| set | 1 << square(name));
        Some(EnPassantCapture::new(file, capturing))
    };
    assert_eq!(split.parts(0).en_passant, capture(5, &["e5"]));
    assert_eq!(split.parts(1).en_passant, capture(3, &["c5", "e5"]));
}

#[test]
fn what_every_position_has_one_of_by_example() {
    let clock = Part::Clock(Clock::new(0, 10, 6));
    let pieces = Part::Pieces(Pieces::of("PNBRQKpnbrqk"));
    let layout =
        ChessLayout::of(&[pieces, Part::Turn(Turn::Both), Part::EmptySquares, Part::Start, clock]);
    let rules = Compatibility::new(layout, Legal);
    let at = |kind, index| layout.layout().kind_named(kind).unwrap().at(index);
    let knight = layout.piece(White, Knight, 20);
    for (one, other) in [
        (at("turn", 0), at("turn", 1)),
        (at("empty", 20), knight),
        (at("clock", 0), at("clock", 5)),
    ] {
        assert!(rules.can_stand(one) && rules.can_stand(other));
        assert!(!rules.can_stand_together(&[one, other]));
        assert!(rules.splits(&[one]).next().is_none());
        assert_eq!(rules.splits(&[one, other]).next().unwrap().mask(), 1);
        assert!(rules.split(&[one, other], 0).next().is_none());
    }
    let split = rules.splits(&[knight, at("empty", 20)]).next().unwrap();
    assert_eq!(split.free(), !(1 << 20));
    assert_eq!(split.parts(1).pieces[White as usize][Knight as usize], 1 << 20);
    assert!(rules.can_stand_together(&[at("start", 0), knight]));
    let with_start = [knight, at("empty", 20), at("start", 0)];
    assert!(rules.splits(&with_start).next().is_none());
}

#[test]
fn of_sixteen_sets_of_rights_one_stands() {
    let layout = ChessLayout::STOCKFISH;
    let rules = Compatibility::new(layout, Legal);
    let kind = layout.layout().kinds().find(|kind| kind.name() == "castling").unwrap();
    assert!(!rules.can_stand_together(&[kind.at(0), kind.at(1)]));
    // Rights are lost: one set in each position.
    let lost = [kind.at(15), kind.at(3)];
    let split = rules.splits(&lost).next().unwrap();
    let of_castling = |feature: &&Feature| kind.index_of(**feature).is_some();
    assert_eq!(features(&split, 0).iter().filter(of_castling).count(), 1);
    assert!(features(&split, 1).contains(&layout.piece(White, King, 4)));
    assert!(features(&split, 1).contains(&layout.piece(Black, King, 60)));
    assert!(rules.splits(&lost[..1]).next().is_none());
}

/// A right is present where its loss is not, and each side has one set of its own.
#[test]
fn lost_rights_and_sets_of_a_side_by_example() {
    let of = |keys| {
        let pieces = Part::Pieces(Pieces::of("PNBRQKpnbrqk"));
        let layout = ChessLayout::of(&[pieces, Part::Castling(keys)]);
        (layout, layout.layout().kind_named("castling").unwrap())
    };
    let (layout, kind) = of(Castling::LostRights(RightOrder::STANDARD));
    let rules = Compatibility::new(layout, Legal);
    let split = rules.splits(&[kind.at(0)]).next().unwrap();
    let king = layout.piece(White, King, 4);
    let with_right = [0, 1].map(|position| split.parts(position).castling.white[0].is_some());
    assert_ne!(with_right[0], with_right[1]);
    let has_king = [0, 1].map(|position| features(&split, position).contains(&king));
    assert!(has_king[usize::from(with_right[1])]);
    assert!(rules.can_stand_together(&[kind.at(0), kind.at(1), layout.piece(White, King, 3)]));

    let (layout, kind) = of(Castling::SideSets(RightOrder::STANDARD, White));
    let rules = Compatibility::new(layout, Legal);
    assert!(!rules.can_stand_together(&[kind.at(0), kind.at(3)]));
    assert!(rules.can_stand_together(&[kind.at(3), kind.at(4)]));
    assert!(rules.splits(&[kind.at(0), kind.at(3)]).next().is_some());
    assert!(rules.splits(&[kind.at(3)]).next().is_none());
    assert!(rules.splits(&[kind.at(0), kind.at(4)]).next().is_none());
}

#[test]
fn the_side_to_move_is_another_one_without_its_feature() {
    let rules = Compatibility::of(&Polyglot);
    let turn = LAYOUT.turn(White).unwrap();
    let split = rules.splits(&[turn]).next().unwrap();
    assert_eq!(features(&split, 0), [turn]);
    assert_eq!(features(&split, 1), []);
    // In check, a side cannot pass.
    let check = [piece(White, Knight, "c7"), piece(Black, King, "e8")];
    let moved = [check[0], piece(White, Knight, "b5"), turn];
    assert!(rules.split(&moved, 0b001).next().is_some());
    let both = [check[1], piece(Black, King, "a1"), check[0], turn];
    assert!(rules.split(&both, 0b0010).next().is_none(), "e8 is attacked, White to move");
    assert!(rules.split(&both, 0b1010).next().is_some());
}

#[test]
#[should_panic(expected = "a dependency has 1 to 64 features")]
fn nothing_splits_nothing() {
    let _ = Compatibility::of(&Polyglot).splits(&[]).count();
}

/// A mask has no bit for the last of them: it would be that of the first.
#[test]
#[should_panic(expected = "a mask has a bit for each of up to 64 features")]
fn a_split_of_65_features_is_refused() {
    let features: Vec<Feature> = LAYOUT.layout().features().take(65).collect();
    drop(Compatibility::new(LAYOUT, Always).split(&features, 1));
}
