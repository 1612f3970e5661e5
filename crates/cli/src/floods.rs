//! Errors of one kind: the first ten are printed, the others counted.

use std::collections::HashMap;

use crate::loudness;
use crate::message::say;

/// Number of errors of a kind that are printed.
const PRINTED: u64 = 10;

/// Number of kinds that are told apart. Files that are made to have many kinds of errors take no more
/// memory and no more lines.
const MAX_KINDS: usize = 100;

/// Errors by their kind, which is their text without names, numbers and quotes.
#[derive(Debug, Default)]
pub struct Floods {
    /// For each kind its number in `kinds`.
    numbers: HashMap<String, usize>,
    /// The kinds in the order of their first error, and the number of errors.
    kinds: Vec<(String, u64)>,
}

impl Floods {
    /// Counts an error, and returns true if it is to be printed.
    pub fn admit(&mut self, error: &str) -> bool {
        if loudness::prints_all_errors() {
            return true;
        }
        let mut kind = kind_of(error);
        if self.kinds.len() >= MAX_KINDS && !self.numbers.contains_key(&kind) {
            kind = "errors of other kinds".to_owned();
        }
        let (numbers, kinds) = (&mut self.numbers, &mut self.kinds);
        let number = *numbers.entry(kind).or_insert_with_key(|kind| {
            kinds.push((kind.clone(), 0));
            kinds.len() - 1
        });
        kinds[number].1 += 1;
        kinds[number].1 <= PRINTED
    }

    /// Says of each kind how many errors were not printed, in the order of the kinds; `end` is the end of
    /// the text of each error. Counting begins again.
    pub fn say_rest(&mut self, end: &str) {
        for rest in self.take_rest(end) {
            say(&format!("zobrist: {rest}\n"));
        }
    }

    fn take_rest(&mut self, end: &str) -> Vec<String> {
        self.numbers.clear();
        let rest = |(kind, errors): (String, u64)| {
            let more = errors.checked_sub(PRINTED).filter(|more| *more > 0)?;
            let each = if more == 1 { "it" } else { "each" };
            Some(format!("{more} more: {kind}{end}; --all-errors prints {each}"))
        };
        std::mem::take(&mut self.kinds).into_iter().filter_map(rest).collect()
    }
}

/// What stands for that in which errors of a kind differ.
const ANY: &str = "…";

/// The kind of an error: its text up to the first quote, with `…` for words that have a digit or are
/// names, such as `Ke3` and `O-O`.
fn kind_of(error: &str) -> String {
    let error = error.strip_prefix("game ").map_or(error, |rest| {
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        after.strip_prefix(": ").filter(|_| after.len() < rest.len()).unwrap_or(error)
    });
    let (text, after) = match error.find(['"', '`', '\'']) {
        Some(quote) => error.split_at(quote),
        None => (error, ""),
    };
    let mut words: Vec<String> = text.split_whitespace().map(kind_of_word).collect();
    if !after.is_empty() {
        words.push(ANY.to_owned());
    }
    words.dedup_by(|word, before| word == ANY && before == ANY);
    words.join(" ")
}

fn kind_of_word(word: &str) -> String {
    let is_value = |word: &str| {
        word.contains(|c: char| c.is_ascii_digit()) || !word.contains(|c: char| c.is_lowercase())
    };
    let bare = word.trim_end_matches([',', ';', ':', '.']);
    match is_value(bare) {
        true => format!("{ANY}{}", &word[bare.len()..]),
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_kind_differ_in_names_numbers_and_quotes() {
        for (errors, kind) in [
            (
                ["game 2: illegal move Ke3 at ply 3", "game 17: illegal move O-O-O at ply 120"],
                "illegal move … at ply …",
            ),
            (
                ["game 1: expected a move, got \"xyz\"", "expected a move, got \"\\\"it's\""],
                "expected a move, got …",
            ),
            (
                [
                    "column 2: expected a rank, got 'x'",
                    "column 90: expected a rank, got `y` or 'z'",
                ],
                "column …: expected a rank, got …",
            ),
            (
                [
                    "expected at most 16777216 bytes, got more; skipped",
                    "expected at most 1048576 bytes, got more; skipped",
                ],
                "expected at most … bytes, got more; skipped",
            ),
        ] {
            assert_eq!(errors.map(kind_of), [kind, kind]);
        }
        assert_ne!(kind_of("game of chess"), kind_of("of chess"));
    }

    #[test]
    fn ten_of_a_kind_are_printed_and_the_others_counted() {
        let mut floods = Floods::default();
        let admitted = (0..25).filter(|n| floods.admit(&format!("illegal move Ke{n} at ply {n}")));
        assert_eq!(admitted.count(), 10);
        assert!(floods.admit("the file ends"));
        assert_eq!(
            floods.take_rest("; skipped"),
            ["15 more: illegal move … at ply …; skipped; --all-errors prints each"]
        );
        assert!(floods.admit("illegal move a1 at ply 1"), "counting begins again");
        assert_eq!(floods.take_rest(""), [""; 0]);
    }

    #[test]
    fn a_flood_of_kinds_is_bounded() {
        let mut floods = Floods::default();
        let word = |n: u32| -> String {
            n.to_string().bytes().map(|digit| (digit + 49) as char).collect()
        };
        let admitted = (0..100_000).filter(|n| floods.admit(&word(*n))).count();
        assert_eq!(admitted, MAX_KINDS + 10);
        assert_eq!(
            floods.take_rest(""),
            ["99890 more: errors of other kinds; --all-errors prints each"]
        );
    }
}
