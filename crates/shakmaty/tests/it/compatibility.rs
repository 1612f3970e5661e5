//! Compatibility of features, against positions that shakmaty accepts: features of real positions
//! are compatible, and compatible features can be completed to a position.

use std::collections::BTreeSet;
use std::ops::BitXor;

use shakmaty::attacks::between;
use shakmaty::{CastlingMode, Chess, Position, Square};
use zobrist::Feature;
use zobrist::source::SplitMix64;
use zobrist_chess::{
    CastlingRights, ChessFeature, Color, Compatibility, Fen, Fide, Polyglot, Role, Scheme, Split,
    Zobrist,
};
use zobrist_shakmaty::{for_each_feature, position_from_features, random_position, read_position};

type Features = BTreeSet<Feature>;

fn features<S: Scheme>(scheme: &S, position: &Chess) -> Features {
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    features
}

struct Random(SplitMix64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Positions with castling rights, checks, and en passant files with and without a legal capture.
fn positions() -> Vec<Chess> {
    let mut positions: Vec<Chess> = (0..400).map(random_position).collect();
    for fen in [
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "8/2p5/8/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "k7/8/8/3pP3/8/8/6B1/4K3 b - - 0 1",
        "8/8/8/k7/3Pp3/8/8/4B2K b - d3 0 1",
    ] {
        positions.push(read_position(fen.as_bytes(), Some(CastlingMode::Standard)).unwrap());
    }
    let children: Vec<Chess> = positions
        .iter()
        .flat_map(|position| {
            let moves = position.legal_moves();
            moves.into_iter().take(6).map(|m| {
                let mut after = position.clone();
                after.play_unchecked(m);
                after
            })
        })
        .collect();
    positions.extend(children);
    positions
}

fn features_of_positions_are_compatible<S: Scheme>(scheme: &S) {
    let rules = Compatibility::of(scheme);
    let mut random = Random::new(1);
    let (mut files, mut rights, mut checks) = (0, 0, 0);
    for position in positions() {
        let all: Vec<Feature> = features(scheme, &position).into_iter().collect();
        let facts = || all.iter().filter_map(|feature| scheme.chess_layout().decode(*feature));
        files += facts().any(|fact| matches!(fact, ChessFeature::EnPassant { .. })) as usize;
        rights += !position.castles().is_empty() as usize;
        checks += position.is_check() as usize;
        assert!(rules.can_stand_together(&all), "{position:?}");
        for _ in 0..10 {
            let some: Vec<Feature> = all.iter().copied().filter(|_| random.one_in(3)).collect();
            assert!(rules.can_stand_together(&some), "{position:?}: {some:?}");
        }
        assert!(all.iter().all(|feature| rules.can_stand(*feature)));
    }
    assert!(files >= 4 && rights > 500 && checks > 100, "{files} {rights} {checks}");
}

#[test]
fn features_of_positions_are_compatible_in_every_scheme() {
    features_of_positions_are_compatible(&Polyglot);
    features_of_positions_are_compatible(&Fide);
    features_of_positions_are_compatible(&Fen);
    features_of_positions_are_compatible(&Zobrist::<u64>::new());
}

fn differences_of_positions_split<S: Scheme>(scheme: &S) {
    let rules = Compatibility::of(scheme);
    let positions = positions();
    let mut random = Random::new(2);
    let mut near = 0;
    for _ in 0..4000 {
        let a = random.pick(&positions.iter().collect::<Vec<_>>());
        let b = match a.legal_moves() {
            moves if moves.is_empty() || random.one_in(2) => {
                random.pick(&positions.iter().collect::<Vec<_>>()).clone()
            }
            moves => {
                let mut after = a.clone();
                after.play_unchecked(moves[random.below(moves.len())]);
                after
            }
        };
        let (a, b) = (features(scheme, a), features(scheme, &b));
        let differ: Vec<Feature> = a.bitxor(&b).into_iter().collect();
        if differ.is_empty() || differ.len() > 64 {
            continue;
        }
        near += (differ.len() < 8) as usize;
        let in_b = differ.iter().enumerate().filter(|(_, feature)| b.contains(feature));
        let mask = in_b.map(|(index, _)| 1 << index).sum();
        // A split may require another one of two pawns that can capture en passant.
        let is_pawn = |feature: &Feature| {
            matches!(
                scheme.chess_layout().decode(*feature),
                Some(ChessFeature::Piece { role: Role::Pawn, .. })
            )
        };
        let requires_no_more = |split: Split| {
            let within = |of: &Features, side| {
                let mut all = true;
                split.for_each_feature(side, |feature| {
                    all &= of.contains(&feature) || is_pawn(&feature);
                });
                all
            };
            within(&a, 0) && within(&b, 1)
        };
        assert!(rules.split(&differ, mask).any(requires_no_more), "{a:?} {b:?}");
    }
    assert!(near > 500);
}

#[test]
fn differences_of_positions_split_in_every_scheme() {
    differences_of_positions_split(&Polyglot);
    differences_of_positions_split(&Fide);
    differences_of_positions_split(&Fen);
    differences_of_positions_split(&Zobrist::<u64>::new());
}

/// Returns a square at most two files and two ranks from another.
fn beside(square: usize, random: &mut Random) -> usize {
    let mut about = |x: usize| (x + random.below(5)).saturating_sub(2).min(7);
    8 * about(square / 8) + about(square % 8)
}

/// Returns a few features, most of which exclude others.
fn some_features<S: Scheme>(scheme: &S, random: &mut Random) -> Vec<Feature> {
    let layout = scheme.chess_layout();
    let king = random.pick(&[4, 60, 0, 27, 36, 63]);
    let count = 1 + random.below(6);
    let mut features = BTreeSet::new();
    while features.len() < count {
        let color = random.pick(&Color::ALL);
        let corner = |right| {
            let mut rights = CastlingRights::NONE;
            let file = Some(if right % 2 == 0 { 7 } else { 0 });
            if right < 2 {
                rights.white[right] = file
            } else {
                rights.black[right - 2] = file
            }
            layout.castling(rights).next().unwrap()
        };
        features.insert(match random.below(10) {
            0 | 1 => layout.piece(color, Role::King, king),
            2 => corner(random.below(4)),
            3 => layout.en_passant(random.below(8)).unwrap(),
            4 => layout.turn(Color::White).or(layout.turn(Color::Black)).unwrap(),
            5 | 6 => layout.piece(color, random.pick(&Role::ALL), beside(king, random)),
            7 => layout.piece(color, random.pick(&Role::ALL), 8 + random.below(48)),
            _ => Feature::from_slot(random.below(layout.layout().len())),
        });
    }
    features.into_iter().collect()
}

/// Tries to find positions that have these features and all others in common, without
/// [`Compatibility`].
fn complete<S: Scheme>(
    scheme: &S,
    parts: &[Vec<Feature>],
    tries: usize,
    random: &mut Random,
) -> bool {
    let layout = scheme.chess_layout();
    let all: Features = parts.iter().flatten().copied().collect();
    let facts: Vec<ChessFeature> =
        all.iter().filter_map(|feature| layout.decode(*feature)).collect();
    let squares = |of: &dyn Fn(Role) -> bool| {
        let square = |fact: &ChessFeature| match *fact {
            ChessFeature::Piece { role, square, .. } if of(role) => {
                Some(Square::new(square as u32))
            }
            _ => None,
        };
        facts.iter().filter_map(square).collect::<Vec<Square>>()
    };
    let kings = [squares(&|role| role == Role::King), vec![Square::E1, Square::E8]].concat();
    let pieces = [squares(&|_| true), kings.clone()].concat();
    let taken: BTreeSet<usize> = squares(&|_| true).iter().map(|square| *square as usize).collect();
    let keyed = layout.turn(Color::White).or(layout.turn(Color::Black)).unwrap();
    (0..tries).any(|attempt| {
        let mut common = BTreeSet::new();
        let mut used = taken.clone();
        let mut add = |color, role, square| {
            if used.insert(square) {
                common.insert(layout.piece(color, role, square));
            }
        };
        let turn = random.one_in(2);
        for part in parts {
            let has_keyed = part.contains(&keyed) || turn && !all.contains(&keyed);
            let white_moves = has_keyed == layout.turn(Color::White).is_some();
            for fact in part.iter().filter_map(|feature| layout.decode(*feature)) {
                let (color, file) = match fact {
                    ChessFeature::CastlingRight { color, king_side } => (color, 7 * king_side as usize),
                    ChessFeature::CastlingRook { color, file } => (color, file),
                    ChessFeature::EnPassant { file } => {
                        let rank = if white_moves { 32 } else { 24 };
                        let (us, them) = match white_moves {
                            true => (Color::White, Color::Black),
                            false => (Color::Black, Color::White),
                        };
                        add(them, Role::Pawn, rank + file);
                        let beside = (file + 2 * random.below(2)).saturating_sub(1).min(7);
                        if random.one_in(2) {
                            add(us, Role::Pawn, rank + beside);
                        }
                        continue;
                    }
                    _ => continue,
                };
                let rank = if color == Color::White { 0 } else { 56 };
                add(color, Role::King, rank + 4);
                add(color, Role::Rook, rank + file);
            }
        }
        for _ in 0..random.below(1 + 12 * attempt / tries) {
            let (color, role) = (random.pick(&Color::ALL), random.pick(&Role::ALL[..5]));
            let any = Square::new(random.below(64) as u32);
            let line = between(random.pick(&kings), random.pick(&pieces));
            add(color, role, line.into_iter().nth(random.below(3)).unwrap_or(any) as usize);
        }
        let free: Vec<usize> = (0..64).filter(|square| !used.contains(square)).collect();
        for color in Color::ALL {
            let is_king = |feature: &Feature| {
                let fact = layout.decode(*feature);
                matches!(fact, Some(ChessFeature::Piece { color: c, role: Role::King, .. }) if c == color)
            };
            if !all.iter().chain(&common).any(is_king) {
                common.insert(layout.piece(color, Role::King, random.pick(&free)));
            }
        }
        common.extend((turn && !all.contains(&keyed)).then_some(keyed));
        parts.iter().all(|part| {
            let whole: Features = part.iter().chain(&common).copied().collect();
            position_from_features(scheme, &whole.into_iter().collect::<Vec<_>>()).is_some()
        })
    })
}

const MANY: usize = 6000;
const FEW: usize = 150;

/// Compatible features can be completed, and random attempts complete no others.
fn exact_for_small_sets<S: Scheme>(scheme: &S) {
    let rules = Compatibility::of(scheme);
    let mut random = Random::new(3);
    let mut counts = [0, 0];
    for _ in 0..3000 {
        let set = some_features(scheme, &mut random);
        let stands = rules.can_stand_together(&set);
        counts[stands as usize] += 1;
        let words: Vec<String> = set
            .iter()
            .map(|feature| scheme.chess_layout().describe(*feature).to_string())
            .collect();
        let tries = if stands { MANY } else { FEW };
        assert_eq!(complete(scheme, &[set], tries, &mut random), stands, "{words:?}");
    }
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
}

fn exact_for_small_differences<S: Scheme>(scheme: &S) {
    let rules = Compatibility::of(scheme);
    let mut random = Random::new(4);
    let mut counts = [0, 0];
    while counts[1] < 800 {
        let set = some_features(scheme, &mut random);
        let mask = random.below(1 << set.len()) as u64;
        let splits = rules.split(&set, mask).next().is_some();
        counts[splits as usize] += 1;
        let part = |side| {
            let of = |(index, _): &(usize, &Feature)| mask >> index & 1 == side;
            set.iter().enumerate().filter(of).map(|(_, feature)| *feature).collect()
        };
        let words: Vec<String> = set
            .iter()
            .map(|feature| scheme.chess_layout().describe(*feature).to_string())
            .collect();
        let tries = if splits { MANY } else { FEW };
        let completed = complete(scheme, &[part(0), part(1)], tries, &mut random);
        assert_eq!(completed, splits, "{words:?} {mask:b}");
    }
    assert!(counts[0] > 300, "{counts:?}");
}

#[test]
fn small_sets_are_refused_when_no_position_has_them() {
    exact_for_small_sets(&Polyglot);
    exact_for_small_sets(&Fen);
    exact_for_small_sets(&Zobrist::<u64>::new());
}

#[test]
fn small_differences_are_refused_when_no_two_positions_have_them() {
    exact_for_small_differences(&Polyglot);
    exact_for_small_differences(&Fen);
    exact_for_small_differences(&Zobrist::<u64>::new());
}
