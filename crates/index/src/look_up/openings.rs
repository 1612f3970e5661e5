//! The names of openings, by the position that they lead to.
//!
//! `openings.tsv.zst` holds the five tables of lichess-org/chess-openings one after the other
//! (`docs/sources.md` in the repository): a line for each name, with its ECO code and the moves that
//! lead to the position. `openings.keys` holds the key of that position for each line, in ascending
//! order, with the number of the line, so that no moves are played to look for a name: most
//! positions have none.

use std::sync::LazyLock;

use shakmaty::variant::Variant;
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
/// Cost: a hash and a binary search. The first name that is found decompresses all names, 0.4 MB,
/// which stay in memory.
pub fn opening_of<P: HashablePosition>(position: &P) -> Option<Opening> {
    if position.variant() != Variant::Chess {
        return None;
    }
    let key = hash(&Fide, position);
    let at = KEYS.binary_search_by_key(&key, |entry| key_and_line(entry).0).ok()?;
    static OPENINGS: LazyLock<Vec<Opening>> = LazyLock::new(openings);
    Some(OPENINGS[key_and_line(&KEYS[at]).1])
}

/// For each line of the tables its key, of eight bytes, and its number from 0 without headings, of
/// two, both with the low byte first.
static KEYS: &[[u8; 10]] = include_bytes!("openings.keys").as_chunks().0;

fn key_and_line(entry: &[u8; 10]) -> (u64, usize) {
    let [key @ .., low, high] = *entry;
    (u64::from_le_bytes(key), usize::from(u16::from_le_bytes([low, high])))
}

/// The name of each line.
fn openings() -> Vec<Opening> {
    lines().map(|[eco, name, _]| Opening { eco, name }).collect()
}

/// The fields of each line: the ECO code, the name and the moves.
fn lines() -> impl Iterator<Item = [&'static str; 3]> {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let text = zstd::decode_all(&include_bytes!("openings.tsv.zst")[..]);
        String::from_utf8(text.expect("the file is whole")).expect("the file is UTF-8")
    });
    // Each of the five tables begins with a line of headings.
    TEXT.lines().filter(|line| !line.starts_with("eco\t")).map(|line| {
        let mut fields = line.split('\t');
        [(); 3].map(|()| fields.next().expect("a line has three fields"))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use shakmaty::san::San;
    use shakmaty::{Chess, Position};

    use super::*;

    /// The definition: each line is played from the start.
    fn keys() -> Vec<u8> {
        let played = (0u16..).zip(lines()).map(|(line, [.., moves])| {
            let mut position = Chess::default();
            for word in moves.split(' ').filter(|word| !word.contains('.')) {
                let san: San = word.parse().unwrap();
                position.play_unchecked(san.to_move(&position).unwrap());
            }
            (hash(&Fide, &position), line)
        });
        let by_key: BTreeMap<u64, u16> = played.collect();
        let bytes =
            |(key, line): (u64, u16)| [&key.to_le_bytes()[..], &line.to_le_bytes()].concat();
        by_key.into_iter().flat_map(bytes).collect()
    }

    /// After a change of the tables, writes `openings.keys`.
    #[test]
    #[ignore = "writes a file of the repository"]
    fn write_keys() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/look_up/openings.keys");
        fs::write(path, keys()).unwrap();
    }

    #[test]
    fn each_line_names_a_position_of_its_own() {
        let how = "cargo test -p zobrist-index --lib -- --ignored openings::tests::write_keys";
        assert!(*KEYS.as_flattened() == keys(), "after a change of the tables: {how}");
        assert_eq!((KEYS.len(), openings().len()), (3807, 3807));
        let is_eco = |eco: &str| {
            let (letter, digits) = eco.split_at(1);
            ("A".."F").contains(&letter) && digits.len() == 2 && digits.parse::<u8>().is_ok()
        };
        assert!(openings().iter().all(|opening| is_eco(opening.eco) && !opening.name.is_empty()));
    }
}
