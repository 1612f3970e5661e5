//! The nodes that a search visits in a table that is too small for it, by replacement policy: the
//! measure by which the default is chosen.

use anyhow::{Result, ensure};
use zobrist_chess::Fide;
use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{PackedEntry, Search, Work};
use zobrist_transposition::{
    AgeAndDepth, Always, Policy, SlotSize, Small, Subtree, Table, TwoTier, Wide,
};

use super::nodes::{CHESS, position, visit};

/// Nodes of a suite by its searches, for each size of slots.
type Suite = fn(Slots) -> Result<Vec<u64>>;

/// Size of the slots of a table, in bytes.
#[derive(Clone, Copy)]
enum Slots {
    Eight,
    Sixteen,
}

/// Prints the nodes of each policy, relative to the fewest of any policy in the same search. The
/// default must have the lowest mean of both suites.
pub fn run() -> Result<()> {
    let policies: [(&str, [Suite; 2]); 4] = [
        ("two tiers", suites::<TwoTier>()),
        ("subtree", suites::<Subtree>()),
        ("age and depth", suites::<AgeAndDepth>()),
        ("always", suites::<Always>()),
    ];
    println!("\ntransposition, policies: nodes in a table that is too small, over the fewest");
    let mut means = vec![0.0; policies.len()];
    for (suite, name) in ["chess, to a depth", "Connect Four, to the end"].iter().enumerate() {
        for (slots, bytes) in [(Slots::Sixteen, 16), (Slots::Eight, 8)] {
            let nodes: Vec<Vec<u64>> =
                policies.iter().map(|policy| policy.1[suite](slots)).collect::<Result<_>>()?;
            for (policy, own) in nodes.iter().enumerate() {
                let logs = own.iter().enumerate().map(|(search, own)| {
                    let fewest = nodes.iter().map(|nodes| nodes[search]).min().expect("policies");
                    (*own as f64 / fewest as f64).ln()
                });
                let mean = logs.sum::<f64>() / own.len() as f64;
                means[policy] += mean / 4.0;
                let label = format!("{name}, {bytes}-byte slots, {}", policies[policy].0);
                println!("  {label:<56} {:.3}   {own:?}", mean.exp());
            }
        }
    }
    for ((name, _), mean) in policies.iter().zip(&means) {
        println!("  both suites, {name:<43} {:.3}", mean.exp());
    }
    let is_default_first = means[1..].iter().all(|mean| means[0] < *mean);
    ensure!(is_default_first, "the default policy does not visit the fewest nodes");
    Ok(())
}

fn suites<P: Policy<Work: From<Work>>>() -> [Suite; 2] {
    [chess::<P>, connect_four::<P>]
}

/// The positions of [`CHESS`] in 64 KiB and in 256 KiB, one ply less deep than under `nodes`.
fn chess<P: Policy<Work: From<Work>>>(slots: Slots) -> Result<Vec<u64>> {
    let mut nodes = Vec::new();
    for (_, fen, depth) in CHESS {
        for bytes in [64 << 10, 256 << 10] {
            let (game, depth) = (&position(Fide, fen)?, depth - 1);
            nodes.push(match slots {
                Slots::Eight => visit(&table::<P, Small>(bytes)?, game, depth)?.1,
                Slots::Sixteen => visit(&table::<P, Wide>(bytes)?, game, depth)?.1,
            });
        }
    }
    Ok(nodes)
}

fn table<P: Policy, S: SlotSize>(bytes: u64) -> Result<Table<u64, PackedEntry, P, S>> {
    Ok(Table::new(bytes)?)
}

/// Weak solutions of three boards in tables of 2^10 slots, and of the largest in one of 2^14.
fn connect_four<P: Policy<Work: From<Work>>>(slots: Slots) -> Result<Vec<u64>> {
    fn all<P: Policy<Work: From<Work>>, S: SlotSize>(slot: u64) -> Result<Vec<u64>> {
        Ok(vec![
            weak::<P, S, 5, 4>(slot << 10)?,
            weak::<P, S, 7, 4>(slot << 10)?,
            weak::<P, S, 6, 5>(slot << 10)?,
            weak::<P, S, 6, 5>(slot << 14)?,
        ])
    }
    match slots {
        Slots::Eight => all::<P, Small>(8),
        Slots::Sixteen => all::<P, Wide>(16),
    }
}

/// Nodes to prove that neither player wins from the empty board.
fn weak<P, S, const W: u32, const H: u32>(bytes: u64) -> Result<u64>
where
    P: Policy<Work: From<Work>>,
    S: SlotSize,
{
    let table = Table::<u64, PackedEntry<8, 0, 3>, P, S>::new(bytes)?;
    let (game, search) = (ConnectFour::<W, H>::new(), Search::new(&table));
    let (win, draw) = (search.decide(&game, 1), search.decide(&game, 0));
    ensure!((win.holds, draw.holds) == (Some(false), Some(true)), "a win on {W} × {H}");
    Ok(win.nodes + draw.nodes)
}
