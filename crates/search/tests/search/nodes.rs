//! Numbers of nodes of a weak solution of Connect Four on one thread, by policy and size of the
//! table. A change to search, policies or keys shows here.

use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{PackedEntry, Search, SearchTable, Work};
use zobrist_transposition::{AgeAndDepth, Always, Policy, Small, Subtree, Table, TwoTier};

use crate::any_type::AnyTable;

type Slots<P> = Table<u64, PackedEntry<8, 0, 3>, P, Small>;

fn table<P: Policy<Work: From<Work>>>(slots: u64) -> Slots<P> {
    Table::new(8 * slots).unwrap()
}

/// Nodes to prove that neither player wins from the empty board.
fn nodes<const W: u32, const H: u32>(table: &dyn SearchTable<u64>) -> u64 {
    let table = AnyTable(table);
    let (game, search) = (ConnectFour::<W, H>::new(), Search::new(&table));
    let (win, draw) = (search.decide(&game, 1), search.decide(&game, 0));
    assert_eq!((win.holds, draw.holds), (Some(false), Some(true)));
    win.nodes + draw.nodes
}

/// In the order of the policies: two-tier, subtree, age and depth, always.
fn row<const W: u32, const H: u32>(slots: u64) -> [u64; 4] {
    [
        nodes::<W, H>(&table::<TwoTier>(slots)),
        nodes::<W, H>(&table::<Subtree>(slots)),
        nodes::<W, H>(&table::<AgeAndDepth>(slots)),
        nodes::<W, H>(&table::<Always>(slots)),
    ]
}

#[test]
fn five_columns_of_four() {
    assert_eq!(row::<5, 4>(1 << 6), [101_563, 115_034, 132_718, 115_160]);
    assert_eq!(row::<5, 4>(1 << 10), [39_447, 42_366, 50_160, 51_502]);
    assert_eq!(row::<5, 4>(1 << 12), [33_150, 33_625, 34_565, 35_607]);
    assert_eq!(row::<5, 4>(3000), [33_971, 34_650, 36_527, 38_342]);
    assert_eq!(row::<5, 4>(1 << 16), [31_059, 31_059, 31_059, 31_060]);
}

/// The game tree without transpositions, and with them.
#[test]
fn without_a_table() {
    assert_eq!(nodes::<4, 4>(&()), 29_574);
    assert_eq!(nodes::<4, 4>(&table::<TwoTier>(1 << 10)), 7_895);
}

#[test]
#[ignore = "a quarter of a minute in debug"]
fn six_columns_of_five() {
    assert_eq!(row::<6, 5>(1 << 14), [3_109_761, 3_509_693, 4_079_759, 5_728_617]);
    assert_eq!(row::<6, 5>(1 << 18), [2_361_805, 2_395_237, 2_435_685, 2_520_908]);
}

/// In a table that holds a small part of the tree, two tiers need less than half of the nodes of
/// age and depth.
#[test]
#[ignore = "a minute in debug"]
fn a_thousand_slots() {
    let six_by_five = row::<6, 5>(1 << 10);
    assert_eq!(six_by_five, [6_526_668, 10_697_721, 14_171_605, 13_176_207]);
    let seven_by_four = row::<7, 4>(1 << 10);
    assert_eq!(seven_by_four, [13_597_881, 24_962_871, 33_994_460, 25_439_236]);
    // The target is 0.47: it holds whatever numbers are recorded above.
    for [two_tier, _, age_and_depth, _] in [six_by_five, seven_by_four] {
        assert!(100 * two_tier <= 47 * age_and_depth);
    }
}
