//! Published counts of move paths and of different positions, by every rule on en passant.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use shakmaty::{Chess, Position};
use zobrist::{Changes, Hasher, Only};
use zobrist_chess::{Fen, Fide, Polyglot, Scheme, Wide, Zobrist};
use zobrist_shakmaty::{Hashed, for_each_unique_position, perft, unique_positions};

/// OEIS A048987.
const PERFT: [u64; 7] = [20, 400, 8902, 197_281, 4_865_609, 119_060_324, 3_195_901_860];
/// OEIS A083276: different positions by the Laws of Chess. Plies 8 and 9 (988187354 and
/// 9183421888) would take 30 GB and more.
const FIDE: [u64; 7] = [20, 400, 5362, 72_078, 822_518, 9_417_681, 96_400_068];
/// OEIS A057745: different positions by Polyglot's rule.
const POLYGLOT: [u64; 6] = [20, 400, 5362, 72_078, 822_518, 9_417_683];
/// Different positions by FEN with every en passant square; from two other programs, not a table.
const FEN: [u64; 6] = [20, 400, 7602, 101_240, 1_244_414, 14_022_418];
/// OEIS A019319: board diagrams.
const DIAGRAMS: [u64; 7] = [20, 400, 5362, 71_852, 815_677, 9_260_610, 94_305_342];

fn threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn unique<S: Scheme>(scheme: &S, depth: u32) -> Vec<u64> {
    unique_positions(scheme, &Chess::default(), depth, threads()).unwrap()
}

#[test]
fn perft_to_ply_5() {
    for depth in 0..=5_u32 {
        let expected = depth.checked_sub(1).map_or(1, |index| PERFT[index as usize]);
        assert_eq!(perft(&Chess::default(), depth, threads()), expected);
    }
}

#[test]
#[ignore = "119 million move paths: run in release"]
fn perft_ply_6() {
    assert_eq!(perft(&Chess::default(), 6, threads()), PERFT[5]);
}

#[test]
#[ignore = "three billion move paths: run in release, by hand"]
fn perft_ply_7() {
    assert_eq!(perft(&Chess::default(), 7, threads()), PERFT[6]);
}

#[test]
fn different_positions_to_ply_5() {
    assert_eq!(unique(&Fide, 5), FIDE[..5]);
    assert_eq!(unique(&Polyglot, 5), POLYGLOT[..5]);
    assert_eq!(unique(&Fen, 5), FEN[..5]);
    assert_eq!(unique(&Zobrist::<u64>::new(), 5), FIDE[..5]);
}

#[test]
#[ignore = "nine to fourteen million positions: run in release"]
fn different_positions_ply_6() {
    assert_eq!(unique(&Fide, 6), FIDE[..6]);
    assert_eq!(unique(&Polyglot, 6), POLYGLOT);
    assert_eq!(unique(&Fen, 6), FEN);
}

#[test]
#[ignore = "96 million positions, 3 GiB: run in release, by hand"]
fn different_positions_ply_7() {
    assert_eq!(unique(&Fide, 7), FIDE);
}

/// Counts board diagrams by a hash of the pieces alone, fed by the changes of the whole position.
fn diagrams(depth: usize) -> Vec<u64> {
    let pieces =
        Only::new(Hasher::new(Wide(Fide)), |feature: zobrist::Feature| feature.slot() < 768);
    let whole = Hasher::new(Wide(Fide));
    let start = Hashed::with(Fide, Chess::default(), (whole, pieces));
    let mut seen = vec![(HashSet::new(), HashSet::new()); depth];
    expand(&start, &mut seen, &|(whole, pieces)| (whole.hash(), pieces.get().hash()));
    seen.iter().map(|(_, boards)| boards.len() as u64).collect()
}

/// Collects the positions and the boards of each ply; each position is expanded once.
fn expand<C: Changes + Clone>(
    parent: &Hashed<Fide, Chess, C>,
    seen: &mut [(HashSet<u128>, HashSet<u128>)],
    hashes: &impl Fn(&C) -> (u128, u128),
) {
    let Some(((positions, boards), _)) = seen.split_first_mut() else { return };
    let mut new = Vec::new();
    for m in parent.position().legal_moves() {
        let mut child = parent.clone();
        child.play_unchecked(m);
        let (position, board) = hashes(child.changes());
        boards.insert(board);
        if positions.insert(position) {
            new.push(child);
        }
    }
    for child in new {
        expand(&child, &mut seen[1..], hashes);
    }
}

#[test]
fn board_diagrams_to_ply_5() {
    assert_eq!(diagrams(5), DIAGRAMS[..5]);
}

#[test]
#[ignore = "nine million positions, 1 GiB: run in release"]
fn board_diagrams_ply_6() {
    assert_eq!(diagrams(6), DIAGRAMS[..6]);
}

#[test]
#[ignore = "96 million positions, 12 GiB: run in release, by hand"]
fn board_diagrams_ply_7() {
    assert_eq!(diagrams(7), DIAGRAMS);
}

#[test]
fn every_different_position_is_visited_once() {
    for depth in 0..=4 {
        let visited = Mutex::new(HashSet::new());
        for_each_unique_position(&Fide, &Chess::default(), depth, threads(), |position| {
            let board = position.board().clone();
            let castling = position.castles().castling_rights();
            let en_passant = position.legal_ep_square().map(|square| square.file());
            let fact = (board.into_bitboards(), castling, en_passant, position.turn());
            assert!(visited.lock().unwrap().insert(fact), "{fact:?} twice");
            ControlFlow::Continue(())
        })
        .unwrap();
        let count = visited.into_inner().unwrap().len() as u64;
        let counts = unique_positions(&Fide, &Chess::default(), depth, threads()).unwrap();
        assert_eq!(count, counts.last().copied().unwrap_or(1));
    }
}

#[test]
fn a_visit_ends_after_break() {
    let visited = AtomicUsize::new(0);
    // Visiting all would take for ever.
    for_each_unique_position(&Fide, &Chess::default(), 30, threads(), |_| {
        visited.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Break(())
    })
    .unwrap();
    assert!((1..=threads().get()).contains(&visited.into_inner()));
}
