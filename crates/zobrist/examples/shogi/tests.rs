//! Perft, hashes and repetitions of the example.

use super::*;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

/// The position of a board, hands and turn in SFEN.
fn with_hands(ranks: &str, hands: &str, turn: usize) -> Shogi {
    let (mut shogi, mut count) = (Shogi::new(ranks), 0);
    for letter in hands.bytes() {
        if letter.is_ascii_digit() {
            count = 10 * count + usize::from(letter - b'0');
        } else {
            let player = letter.is_ascii_lowercase().into();
            let kind = KINDS.iter().position(|kind| *kind == letter.to_ascii_uppercase()).unwrap();
            (0..count.max(1)).for_each(|_| shogi.take(player, kind));
            count = 0;
        }
    }
    (0..turn).for_each(|_| shogi.pass());
    shogi
}

/// The features of a position as it is: the definition that the mutators have to meet.
fn features(shogi: &Shogi) -> Vec<Feature> {
    let on = |square: usize| shogi.board[square].map(|piece| feature(piece, square));
    let mut features: Vec<Feature> = (0..81).filter_map(on).collect();
    for (of, count) in shogi.hands.as_flattened().iter().enumerate() {
        features.extend((0..*count).map(|n| HAND.at(of * 18 + n)));
    }
    features.push(TURN.at(shogi.turn));
    features
}

/// A position of 593 moves; none has more ("一局面の合法手の最大数が593手であることの証明",
/// lfics81.techblog.jp).
fn most_moves() -> Shogi {
    with_hands("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3", "RBGSNLP3g3n17p", 0)
}

/// The number of paths of legal moves. Checks each hash on the way.
fn perft(shogi: &Shogi, depth: u32) -> usize {
    let defined = features(shogi).into_iter().fold(0, |hash, feature| hash ^ KEYS[feature]);
    assert_eq!(shogi.hasher.hash(), defined);
    let moves = shogi.moves();
    match depth {
        1 => moves.len(),
        _ => moves.iter().map(|m| perft(&shogi.after(*m), depth - 1)).sum(),
    }
}

#[test]
fn the_example_runs() {
    main();
}

/// From the start: "Shogi Perft numbers", talkchess.com, 2019, and ak11, "将棋でPerftしてみたまとめ",
/// qiita.com. With hands: the perft tests of ShogiLibSharp and of Peeper, on GitHub.
#[test]
fn perft_is_as_published() {
    let paths = |shogi: &Shogi, depth| (1..=depth).map(|it| perft(shogi, it)).collect::<Vec<_>>();
    assert_eq!(paths(&Shogi::new(START), 4), [30, 900, 25_470, 719_731]);
    let middle = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL";
    assert_eq!(paths(&with_hands(middle, "RGgsn5p", 1), 3), [207, 28_684, 4_809_015]);
    assert_eq!(perft(&most_moves(), 1), 593);
}

#[test]
#[ignore = "half a minute"]
fn perft_is_as_published_further_on() {
    assert_eq!(perft(&Shogi::new(START), 5), 19_861_490);
    assert_eq!(perft(&most_moves(), 3), 53_393_368);
}

/// Plays the moves of a prelude, then those of a cycle over and over, without promotion.
fn repeat(
    board: &str,
    prelude: &[(usize, usize)],
    cycle: &[(usize, usize)],
) -> Option<(usize, [bool; 2])> {
    let mut pieces = Shogi::new(board).board;
    let squares = prelude.iter().chain(cycle.iter().cycle()).take(100);
    let moves = squares.map(|(from, to)| {
        let piece = pieces[*from].take().expect("a piece to move");
        pieces[*to] = Some(piece);
        Move { from: Some(*from), to: *to, kind: piece.1 }
    });
    play(Shogi::new(board), moves)
}

#[test]
fn repetitions() {
    let kings = "4k4/9/9/9/9/9/9/9/4K4";
    let cycle = [(76, 67), (4, 13), (67, 76), (13, 4)];
    assert_eq!(repeat(kings, &[], &cycle), Some((12, [false, false])));
    // Sente checks forever; then Gote does.
    let rook = "4k4/R8/9/9/9/9/9/9/4K4";
    let checks = [(9, 0), (4, 13), (0, 9), (13, 4)];
    assert_eq!(repeat(rook, &[], &checks), Some((12, [true, false])));
    let other = "4k4/9/9/9/9/9/9/r8/4K4";
    let checks = [(76, 75), (63, 72), (75, 66), (72, 63), (66, 75)];
    assert_eq!(repeat(other, &checks[..1], &checks[1..]), Some((13, [false, true])));
    // Every other move does not check.
    let quiet = [(9, 0), (4, 13), (0, 1), (13, 12), (1, 10), (12, 3), (10, 9), (3, 4)];
    assert_eq!(repeat(rook, &[], &quiet), Some((24, [false, false])));
}

/// Pawns may be dropped with check, and mate otherwise.
#[test]
fn a_pawn_is_not_dropped_to_mate() {
    let drops = |board: &str, hand: &str| {
        let moves = with_hands(board, hand, 0).moves();
        let to_13 = |m: &&Move| m.from.is_none() && m.to == 13;
        moves.iter().filter(to_13).count()
    };
    // A gold behind the dropped piece, and the king's way out closed by its own pieces, or open.
    assert_eq!(drops("3lkl3/9/3SGS3/9/9/9/9/9/4K4", "PG"), 1);
    assert_eq!(drops("3lk4/9/3SGS3/9/9/9/9/9/4K4", "PG"), 2);
}
