//! The names of openings, by the position that they lead to.
//!
//! `openings.tsv.zst` holds the five tables of lichess-org/chess-openings one after the other
//! (docs/sources.md): a line for each name, with its ECO code and the moves that lead to the
//! position.

use std::collections::HashMap;
use std::sync::LazyLock;

use shakmaty::san::San;
use shakmaty::variant::Variant;
use shakmaty::{Chess, Position};
use zobrist_chess::Fide;
use zobrist_shakmaty::{HashablePosition, hash};

/// The name of an opening: of one position of standard chess, however it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, such as `B90`.
    pub eco: &'static str,
    /// The name, such as `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

/// Returns the name of a position, if it has one: 3,807 positions do. A position of a variant has
/// none.
///
/// A line of moves is called by the last position on it that has a name.
///
/// ```
/// use zobrist_index::opening_of;
/// use zobrist_index::shakmaty::{Chess, Position, san::San};
///
/// let mut position = Chess::default();
/// assert_eq!(opening_of(&position), None);
/// for san in ["Nf3", "c5", "e4"] {
///     let san: San = san.parse()?;
///     position.play_unchecked(san.to_move(&position)?);
/// }
/// // Usually reached by 1. e4 c5 2. Nf3.
/// let opening = opening_of(&position).unwrap();
/// assert_eq!((opening.eco, opening.name), ("B27", "Sicilian Defense"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: a hash. The first call plays all lines, and the names stay in memory.
pub fn opening_of<P: HashablePosition>(position: &P) -> Option<Opening> {
    if position.variant() != Variant::Chess {
        return None;
    }
    static BY_KEY: LazyLock<HashMap<u64, Opening>> = LazyLock::new(|| openings().collect());
    BY_KEY.get(&hash(&Fide, position)).copied()
}

/// The keys of all positions that have a name, with the names.
fn openings() -> impl Iterator<Item = (u64, Opening)> {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let text = zstd::decode_all(&include_bytes!("openings.tsv.zst")[..]);
        String::from_utf8(text.expect("the file is whole")).expect("the file is UTF-8")
    });
    let mut lines: Vec<(&str, Opening)> = TEXT.lines().filter_map(read).collect();
    // Lines that begin alike follow each other, so that their first moves are played once.
    lines.sort_unstable_by_key(|(moves, _)| *moves);
    let mut played: Vec<(&str, Chess)> = Vec::new();
    lines.into_iter().map(move |(moves, opening)| {
        let mut kept = 0;
        for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
            if played.get(kept).is_none_or(|(known, _)| *known != word) {
                played.truncate(kept);
                let mut position =
                    played.last().map_or_else(Chess::default, |(_, before)| before.clone());
                let san: San = word.parse().expect("the file has moves in SAN");
                position.play_unchecked(san.to_move(&position).expect("they are legal"));
                played.push((word, position));
            }
            kept += 1;
        }
        played.truncate(kept);
        let position = played.last().map_or_else(Chess::default, |(_, last)| last.clone());
        (hash(&Fide, &position), opening)
    })
}

/// Reads the moves and the name of a line. Each of the five tables begins with a line of headings.
fn read(line: &'static str) -> Option<(&'static str, Opening)> {
    let mut fields = line.split('\t');
    let (eco, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    (eco != "eco").then_some((moves, Opening { eco, name }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_names_a_position_of_its_own() {
        let keys: HashMap<u64, Opening> = openings().collect();
        assert_eq!((openings().count(), keys.len()), (3807, 3807));
        let is_eco = |eco: &str| {
            let (letter, digits) = eco.split_at(1);
            ("A".."F").contains(&letter) && digits.len() == 2 && digits.parse::<u8>().is_ok()
        };
        assert!(keys.values().all(|opening| is_eco(opening.eco) && !opening.name.is_empty()));
    }

    /// The definition: each line is played from the start.
    #[test]
    fn lines_that_begin_alike_are_played_as_from_the_start() {
        let openings: Vec<(u64, Opening)> = openings().collect();
        let text = zstd::decode_all(&include_bytes!("openings.tsv.zst")[..]).unwrap();
        let text = String::from_utf8(text).unwrap();
        let mut seen = 0;
        for line in text.lines().filter(|line| !line.starts_with("eco\t")) {
            let mut fields = line.split('\t');
            let [eco, name, moves] = [(); 3].map(|()| fields.next().unwrap());
            let mut position = Chess::default();
            for word in moves.split(' ').filter(|word| !word.contains('.')) {
                let san: San = word.parse().unwrap();
                position.play_unchecked(san.to_move(&position).unwrap());
            }
            let key = hash(&Fide, &position);
            let found = openings.iter().find(|(other, _)| *other == key).unwrap().1;
            assert_eq!((found.eco, found.name), (eco, name), "{moves}");
            seen += 1;
        }
        assert_eq!(seen, 3807);
    }
}
