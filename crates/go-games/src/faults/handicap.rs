//! Handicap stones: set up in the first nodes, or put down by Black before White plays.

use std::collections::BTreeMap;

use zobrist_go::sgf::Record;
use zobrist_go::{Color, Move};

/// Says how many stones of a handicap are there, if they are too few on the main line. One stone is
/// no handicap.
pub(crate) fn missing(record: &Record, handicap: usize) -> Option<String> {
    let mut set_up = BTreeMap::new();
    let mut played = 0;
    'nodes: for number in record.main_line() {
        let node = record.node(number);
        set_up.extend(node.set_up.iter().copied());
        for (color, played_now) in node.moves {
            match (color, played_now) {
                (_, Move::Pass) => {}
                (Color::Black, Move::Play(_)) => played += 1,
                (Color::White, Move::Play(_)) => break 'nodes,
            }
        }
    }
    let set_up = set_up.into_values().filter(|stone| *stone == Some(Color::Black)).count();
    let is_there = handicap < 2 || set_up + played >= handicap;
    let stones = match set_up {
        0 => "without stones".to_owned(),
        1 => "with one stone".to_owned(),
        stones => format!("with {stones} stones"),
    };
    (!is_there).then(|| format!("HA[{handicap}] {stones}"))
}

#[cfg(test)]
mod tests {
    use zobrist_go::sgf::read;

    use super::*;

    #[test]
    fn handicap_stones_are_set_up_or_played() {
        let missing = |text: &str, handicap| missing(&read(text.as_bytes()).unwrap(), handicap);
        for (text, handicap) in [
            ("(;SZ[9]AB[cc][gg];W[ee])", 2),
            ("(;SZ[9];AB[cc][gg];W[ee])", 2),
            ("(;SZ[9];B[cc];B[gg];W[ee])", 2),
            ("(;SZ[9];B[cc];W[];B[gg];W[ee])", 2),
            ("(;SZ[9]AB[cc];B[gg];W[ee])", 2),
            ("(;SZ[9];B[cc];W[ee])", 1),
            ("(;SZ[9];W[ee])", 0),
        ] {
            assert_eq!(missing(text, handicap), None, "{text}");
        }
        for (text, what) in [
            ("(;SZ[9])", "HA[4] without stones"),
            ("(;SZ[9];B[cc];W[ee];B[gg];W[cg];B[gc];W[aa];B[bb])", "HA[4] without stones"),
            ("(;SZ[9]AB[cc];W[gg])", "HA[4] with one stone"),
            ("(;SZ[9]AB[cc][gg][cg]AE[cc];W[ee])", "HA[4] with 2 stones"),
        ] {
            assert_eq!(missing(text, 4).as_deref(), Some(what), "{text}");
        }
    }
}
