//! Counts as JSON.

use zobrist_transposition::{AgeAndDepth, Counted, Statistics, Table, Wide};

#[test]
fn json_is_pinned() {
    let table = Table::<u64, u32, AgeAndDepth, Wide, Counted>::new(1 << 16);
    let table = table.unwrap();
    assert_eq!(table.probe(1 << 60), None);
    table.store(1 << 60, 7, 3);
    assert_eq!(table.probe(1 << 60), Some(7));
    let statistics = table.counters().statistics();
    let json = "{\"probes\":2,\"hits\":1,\"collisions\":0,\"new\":1,\"updates\":0,\
                \"replacements\":0,\"refusals\":0,\"contentions\":0}";
    assert_eq!(serde_json::to_string(&statistics).unwrap(), json);
    assert_eq!(serde_json::from_str::<Statistics>(json).unwrap(), statistics);
}
