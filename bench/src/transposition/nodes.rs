//! The nodes that a search visits and the time it takes, with the table, with the clusters of an
//! engine in C++, and by the conventions of keys.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use cluster_table::Entry;
use material::Material;
use shakmaty::Chess;
use zobrist_chess::{Fen, Fide, Polyglot, Scheme};
use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{Bound, Game, PackedEntry, Search, SearchTable, TtEntry, Work};
use zobrist_shakmaty::{Hashed, read_position};
use zobrist_transposition::{AgeAndDepth, Small, Subtree, Table, TwoTier, Wide};

use crate::paired::quartiles;

#[path = "../../../crates/shakmaty/examples/material/game.rs"]
mod material;

/// Positions of chess, and the depth to which each is searched: the start, a middle game with all kinds of
/// moves (Kiwipete, by P. McKenzie), and a study of pawns by Em. Lasker and G. Reichhelm, 1901.
pub(super) const CHESS: [(&str, &str, u32); 3] = [
    ("the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 9),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 7),
    ("Lasker and Reichhelm", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 26),
];

/// The stones before Connect Four is solved.
const STONES: &str = "44444432";

/// From so small that most entries are replaced to large enough for all.
const SIZES: [(&str, u64); 3] = [("256 KiB", 256 << 10), ("1 MiB", 1 << 20), ("64 MiB", 64 << 20)];

const ROUNDS: usize = 3;

pub fn run() -> Result<()> {
    for (size, bytes) in SIZES {
        for (name, fen, depth) in CHESS {
            println!("\ntransposition, nodes: {name}, {depth} plies, a table of {size}");
            let game = &position(Fide, fen)?;
            compare(&[
                ("clusters in C++", &|| visit(&Clusters::new(bytes, false), game, depth)),
                ("clusters that keep deeper entries", &|| {
                    visit(&Clusters::new(bytes, true), game, depth)
                }),
                ("16-byte slots, by depth and age", &|| {
                    visit(&Table::<u64, PackedEntry, AgeAndDepth>::new(bytes)?, game, depth)
                }),
                ("16-byte slots, two tiers", &|| {
                    visit(&Table::<u64, PackedEntry, TwoTier, Wide>::new(bytes)?, game, depth)
                }),
                ("16-byte slots, by subtree", &|| {
                    visit(&Table::<u64, PackedEntry, Subtree>::new(bytes)?, game, depth)
                }),
                ("8-byte slots, two tiers", &|| {
                    visit(&Table::<u64, PackedEntry, TwoTier, Small>::new(bytes)?, game, depth)
                }),
            ])?;
        }
    }
    for (size, bytes) in [("4 MiB", 4 << 20), ("64 MiB", 64 << 20)] {
        println!(
            "\ntransposition, nodes: Connect Four after {} stones, exactly, a table of {size}",
            STONES.len()
        );
        let game = &ConnectFour::<7, 6>::with_moves(STONES)?;
        compare(&[
            ("clusters in C++", &|| solve(&Clusters::new(bytes, false), game)),
            ("16-byte slots, two tiers", &|| {
                solve(&Table::<u64, PackedEntry<8, 0, 3>, TwoTier, Wide>::new(bytes)?, game)
            }),
            ("8-byte slots, two tiers", &|| {
                solve(&Table::<u64, PackedEntry<8, 0, 3>, TwoTier, Small>::new(bytes)?, game)
            }),
        ])?;
    }
    conventions()
}

/// The nodes of a search of the start by the three conventions of en passant.
fn conventions() -> Result<()> {
    let (_, fen, _) = CHESS[0];
    for depth in [7, 8] {
        println!("\ntransposition, nodes: the start, {depth} plies, when en passant counts");
        let (legal, beside, always) =
            (&position(Fide, fen)?, &position(Polyglot, fen)?, &position(Fen, fen)?);
        let table = || Table::<u64, PackedEntry>::new(256 << 20);
        compare(&[
            ("a capture is legal (fide)", &|| visit(&table()?, legal, depth)),
            ("a pawn stands beside (polyglot)", &|| visit(&table()?, beside, depth)),
            ("after every double step (fen)", &|| visit(&table()?, always, depth)),
        ])?;
    }
    Ok(())
}

pub(super) fn position<S: Scheme>(scheme: S, fen: &str) -> Result<Material<S>> {
    Ok(Material(Hashed::new(scheme, read_position::<Chess>(fen.as_bytes(), None)?)))
}

/// The value of a search, and its nodes.
type Visit = (i32, u64);

pub(super) fn visit<G: Game>(
    table: &impl SearchTable<G::Key>,
    game: &G,
    depth: u32,
) -> Result<Visit> {
    let solution = Search::new(table).deepen(game, depth);
    Ok((solution.value, solution.nodes))
}

fn solve<G: Game>(table: &impl SearchTable<G::Key>, game: &G) -> Result<Visit> {
    let solution = Search::new(table).solve(game);
    ensure!(solution.is_solved(), "the search gave up");
    Ok((solution.value, solution.nodes))
}

type Searcher<'a> = (&'a str, &'a dyn Fn() -> Result<Visit>);

/// Searches in turn, each with a new table, and prints the nodes and the median of the times. All
/// find the same value, unless the table of 16-bit tags gave a wrong answer, which is said.
fn compare(searchers: &[Searcher]) -> Result<()> {
    let mut times = vec![Vec::new(); searchers.len()];
    let mut visits = vec![None; searchers.len()];
    for _ in 0..ROUNDS {
        for (index, (name, search)) in searchers.iter().enumerate() {
            let start = Instant::now();
            let visit = search()?;
            times[index].push(start.elapsed().as_secs_f64());
            let before = *visits[index].get_or_insert(visit);
            ensure!(before == visit, "{name}: another search than before");
        }
    }
    let visits: Vec<Visit> = visits.into_iter().flatten().collect();
    let (value, first) = *visits.last().context("expected a search")?;
    for (index, (name, _)) in searchers.iter().enumerate() {
        let (own, nodes) = visits[index];
        let is_wrong = own != value;
        ensure!(!is_wrong || name.starts_with("clusters"), "{name}: a value of {own}, not {value}");
        println!(
            "  {name:<36} value {own:>6}{} {nodes:>11} nodes {:.3} {:>8.3} s",
            if is_wrong { " WRONG" } else { "" },
            nodes as f64 / visits[0].1 as f64,
            quartiles(std::mem::take(&mut times[index]))[1],
        );
    }
    ensure!(first > 0);
    Ok(())
}

/// The clusters as a search asks them.
struct Clusters(cluster_table::Table);

/// Set in an entry whose value no deeper search would change.
const TO_THE_END: u8 = 4;

impl Clusters {
    fn new(bytes: u64, keeps_deeper: bool) -> Clusters {
        Clusters(cluster_table::Table::new(bytes as usize, keeps_deeper))
    }
}

impl SearchTable<u64> for Clusters {
    fn prefetch(&self, key: u64) {
        self.0.prefetch(key);
    }

    fn probe(&self, key: u64) -> Option<TtEntry> {
        let entry = self.0.probe(key)?;
        let bound = match entry.flags & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        Some(TtEntry {
            value: entry.value.into(),
            bound,
            depth: (entry.flags & TO_THE_END == 0).then_some(entry.depth.into()),
            best: (entry.best != u16::MAX).then_some(entry.best),
        })
    }

    fn store(&self, key: u64, entry: TtEntry, work: Work) {
        let Ok(value) = i16::try_from(entry.value) else { return };
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let flags = bound | if entry.depth.is_none() { TO_THE_END } else { 0 };
        let best = entry.best.unwrap_or(u16::MAX);
        self.0.store(key, Entry::new(best, value, work.depth.min(255) as u8, flags));
    }
}
