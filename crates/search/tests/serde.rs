//! Results as JSON.

use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{Decision, Search, Solution};

#[test]
fn json_is_pinned() {
    // Four in a row next move, in column 2 or 6 (from 1).
    let game = ConnectFour::<7, 6>::with_moves("334455").unwrap();
    let mut solution = Search::new(&()).solve(&game);
    solution.nodes = 5;
    let json = serde_json::to_string(&solution).unwrap();
    let expected =
        "{\"value\":31999,\"bounds\":[31999,31999],\"depth\":null,\"line\":[1],\"nodes\":5}";
    assert_eq!(json, expected);
    assert_eq!(serde_json::from_str::<Solution<u8>>(&json).unwrap().value, solution.value);

    let mut decision = Search::new(&()).decide(&game, 1);
    decision.nodes = 3;
    let json = "{\"holds\":true,\"nodes\":3}";
    assert_eq!(serde_json::to_string(&decision).unwrap(), json);
    assert_eq!(serde_json::from_str::<Decision>(json).unwrap(), decision);
}
