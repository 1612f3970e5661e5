//! The claims of the crate's front page about shakmaty's own hash: equal values, and the moves that
//! its incremental update leaves to a hash from scratch.

use shakmaty::variant::{Atomic, Crazyhouse, KingOfTheHill, ThreeCheck};
use shakmaty::zobrist::{Zobrist64, Zobrist128};
use shakmaty::{Chess, EnPassantMode, Move, Position, Role};
use zobrist::source::SplitMix64;
use zobrist_chess::{Fen, Fide, Polyglot, Scheme, Zobrist};
use zobrist_shakmaty::{Hashed, en_passant_mode, hash};

use crate::positions::{CHESS, CHESS960, read};

const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Calls `each` with every position of random games from many starts, and the next move.
fn games(mut each: impl FnMut(&Chess, Move)) {
    let mut random = SplitMix64::new(2026);
    for (fen, _) in CHESS.iter().chain(CHESS960) {
        for _ in 0..20 {
            let mut position: Chess = read(fen);
            for _ in 0..60 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let m = legal[(random.next_u64() % legal.len() as u64) as usize];
                each(&position, m);
                position.play_unchecked(m);
            }
        }
    }
}

fn shakmaty_hash<S: Scheme>(scheme: &S, position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(en_passant_mode(scheme)).0
}

#[test]
fn hashes_of_chess_equal_those_of_shakmaty() {
    let mut positions = 0;
    games(|position, _| {
        assert_eq!(hash(&Polyglot, position), shakmaty_hash(&Polyglot, position));
        assert_eq!(hash(&Fide, position), shakmaty_hash(&Fide, position));
        assert_eq!(hash(&Fen, position), shakmaty_hash(&Fen, position));
        positions += 1;
    });
    assert!(positions > 10_000, "{positions}");
    assert_eq!(en_passant_mode(&Polyglot), EnPassantMode::PseudoLegal);
    assert_eq!(en_passant_mode(&Fide), EnPassantMode::Legal);
    assert_eq!(en_passant_mode(&Fen), EnPassantMode::Always);
    // The control: other keys have other values.
    let start: Chess = read(CHESS_START);
    assert_ne!(hash(&Zobrist::<u64>::new(), &start), shakmaty_hash(&Fide, &start));
}

/// True if shakmaty's `update_zobrist_hash` returns a hash, by the list of the front page.
fn is_updated(position: &Chess, last: Option<Move>, m: Move) -> bool {
    let is_double_step = |m: Move| {
        m.role() == Role::Pawn
            && m.from().is_some_and(|from| from.rank().distance(m.to().rank()) == 2)
    };
    let rooks = position.castles().castling_rights();
    let touches_rook = rooks.contains(m.to()) || m.from().is_some_and(|from| rooks.contains(from));
    !(is_double_step(m)
        || last.is_some_and(is_double_step)
        || m.role() == Role::King
        || m.is_castle()
        || m.is_en_passant()
        || touches_rook)
}

#[test]
fn shakmaty_leaves_the_listed_moves_without_an_update() {
    let mut last = None;
    let (mut updated, mut left_out) = (0, 0);
    games(|position, m| {
        // Without a last move, a game begins.
        let before = last.take().filter(|(after, _)| after == position);
        let known = before.is_some() || position.maybe_ep_square().is_none();
        let kept = Zobrist64(shakmaty_hash(&Fide, position));
        let mut after = position.clone();
        after.play_unchecked(m);
        let update = position.update_zobrist_hash(kept, m, EnPassantMode::Legal);
        if known {
            let expected = is_updated(position, before.map(|(_, m)| m), m);
            assert_eq!(update.is_some(), expected, "{m:?} in {position:?}");
        }
        match update {
            Some(hash) => assert_eq!(hash.0, shakmaty_hash(&Fide, &after)),
            None => left_out += 1,
        }
        updated += u32::from(update.is_some());
        let mut game = Hashed::new(Fide, position.clone());
        game.play_unchecked(m);
        assert_eq!(game.hash(), shakmaty_hash(&Fide, &after), "ours answers for every move");
        last = Some((after, m));
    });
    assert!(updated > 1_000 && left_out > 1_000, "{updated} {left_out}");
}

#[test]
fn shakmaty_hashes_variants_alike_and_updates_fewer_moves_of_them() {
    let chess: Zobrist128 = Chess::default().zobrist_hash(EnPassantMode::Legal);
    assert_eq!(Crazyhouse::default().zobrist_hash::<Zobrist128>(EnPassantMode::Legal), chess);
    assert_eq!(KingOfTheHill::default().zobrist_hash::<Zobrist128>(EnPassantMode::Legal), chess);
    let start = ThreeCheck::default();
    let kept: Zobrist64 = start.zobrist_hash(EnPassantMode::Legal);
    for m in start.legal_moves() {
        assert_eq!(start.update_zobrist_hash(kept, m, EnPassantMode::Legal), None);
    }
    let atomic: Atomic = read("4k3/8/8/3p4/8/2N4Q/8/4K3 w - - 0 1");
    let kept: Zobrist64 = atomic.zobrist_hash(EnPassantMode::Legal);
    let answers = |m: Move| atomic.update_zobrist_hash(kept, m, EnPassantMode::Legal).is_some();
    let (captures, others): (Vec<Move>, Vec<Move>) =
        atomic.legal_moves().into_iter().partition(|m| m.is_capture());
    assert!(!captures.is_empty() && !captures.into_iter().any(answers));
    assert!(others.into_iter().any(answers));

    let ours = hash(&Zobrist::<u64>::new(), &Chess::default());
    assert_ne!(hash(&Zobrist::<u64>::new(), &Crazyhouse::default()), ours);
    assert_ne!(hash(&Zobrist::<u64>::new(), &KingOfTheHill::default()), ours);
}

#[test]
fn shakmaty_distinguishes_castling_rights_by_side_alone() {
    let [a, b]: [Chess; 2] =
        ["1rr1k3/8/8/8/8/8/8/4K3 b b - 0 1", "1rr1k3/8/8/8/8/8/8/4K3 b c - 0 1"].map(read);
    assert_eq!(shakmaty_hash(&Fide, &a), shakmaty_hash(&Fide, &b));
    assert_ne!(hash(&Zobrist::<u64>::new(), &a), hash(&Zobrist::<u64>::new(), &b));
}
