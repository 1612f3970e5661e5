//! Errors of one kind: the first ten are printed, the others counted.

use std::collections::HashMap;

use crate::message::say;
use crate::verbosity;

/// Number of errors of a kind that are printed.
const PRINTED: u64 = 10;

/// Number of kinds that are told apart. Files that are made to have many kinds of errors take no
/// more memory and no more lines.
const MAX_KINDS: usize = 100;

/// Errors by their kind, which is their text without names, numbers and quotes.
#[derive(Debug, Default)]
pub struct ErrorLimiter {
    /// For each kind its number in `kinds`.
    numbers: HashMap<String, usize>,
    /// The kinds in the order of their first error.
    kinds: Vec<Kind>,
}

/// The errors of a kind.
#[derive(Debug)]
struct Kind {
    text: String,
    errors: u64,
    /// The first files that have some, and the number of those that were not printed.
    files: Vec<(String, u64)>,
    /// The number of those in other files that were not printed.
    elsewhere: u64,
}

/// Number of files that are named for a kind.
const MAX_FILES: usize = 3;

impl Kind {
    fn new(text: &str) -> Kind {
        Kind { text: text.to_owned(), errors: 0, files: Vec::new(), elsewhere: 0 }
    }

    /// Counts an error, and returns true if it is to be printed.
    fn admit(&mut self, file: &str) -> bool {
        self.errors += 1;
        let unprinted = u64::from(self.errors > PRINTED);
        let known = self.files.iter().position(|(name, _)| name == file);
        match known {
            Some(known) => self.files[known].1 += unprinted,
            None if self.files.len() < MAX_FILES => self.files.push((file.to_owned(), unprinted)),
            None => self.elsewhere += unprinted,
        }
        unprinted == 0
    }

    /// The files of the errors that were not printed, if there is more than one.
    fn places(&self) -> String {
        if self.files.len() < 2 {
            return String::new();
        }
        let files = self.files.iter().filter(|(_, count)| *count > 0);
        let mut places: Vec<String> =
            files.map(|(name, count)| format!("{count} in {name}")).collect();
        if self.elsewhere > 0 {
            places.push(format!("{} in other files", self.elsewhere));
        }
        format!(" ({})", places.join(", "))
    }
}

impl ErrorLimiter {
    /// Counts an error in a file, and returns true if it is to be printed.
    pub fn admit(&mut self, file: &str, error: &str) -> bool {
        if verbosity::prints_all_errors() {
            return true;
        }
        let mut kind = kind_of(error);
        if self.kinds.len() >= MAX_KINDS && !self.numbers.contains_key(&kind) {
            kind = "errors of other kinds".to_owned();
        }
        let (numbers, kinds) = (&mut self.numbers, &mut self.kinds);
        let number = *numbers.entry(kind).or_insert_with_key(|kind| {
            kinds.push(Kind::new(kind));
            kinds.len() - 1
        });
        kinds[number].admit(file)
    }

    /// Says of each kind how many errors were not printed, in the order of the kinds; `end` is the
    /// end of the text of each error. Counting begins again.
    pub fn say_rest(&mut self, end: &str) {
        for rest in self.take_rest(end) {
            say(&format!("zobrist: {rest}\n"));
        }
    }

    fn take_rest(&mut self, end: &str) -> Vec<String> {
        self.numbers.clear();
        let rest = |kind: Kind| {
            let more = kind.errors.checked_sub(PRINTED).filter(|more| *more > 0)?;
            let each = if more == 1 { "it" } else { "each" };
            let (text, places) = (&kind.text, kind.places());
            Some(format!("{more} more: {text}{end}{places}; --all-errors prints {each}"))
        };
        std::mem::take(&mut self.kinds).into_iter().filter_map(rest).collect()
    }
}

/// Placeholder for the varying part.
const ANY: &str = "…";

/// The kind of an error: its text up to the first quote, with `…` for words that have a digit or
/// are names, such as `Ke3` and `O-O`.
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
        let mut limiter = ErrorLimiter::default();
        let admitted =
            (0..25).filter(|n| limiter.admit("a", &format!("illegal move Ke{n} at ply {n}")));
        assert_eq!(admitted.count(), 10);
        assert!(limiter.admit("a", "the file ends"));
        assert_eq!(
            limiter.take_rest("; skipped"),
            ["15 more: illegal move … at ply …; skipped; --all-errors prints each"]
        );
        assert!(limiter.admit("a", "illegal move a1 at ply 1"), "counting begins again");
        assert_eq!(limiter.take_rest(""), [""; 0]);
    }

    #[test]
    fn files_are_named_if_there_are_several() {
        let mut limiter = ErrorLimiter::default();
        for (file, errors) in [("a", 30), ("b", 2), ("d", 5), ("e", 1), ("f", 1)] {
            (0..errors).for_each(|_| {
                limiter.admit(file, "illegal move");
            });
        }
        let rest = "29 more: illegal move (20 in a, 2 in b, 5 in d, 2 in other files); --all-errors \
                    prints each";
        assert_eq!(limiter.take_rest(""), [rest]);
    }

    #[test]
    fn a_flood_of_kinds_is_bounded() {
        let mut limiter = ErrorLimiter::default();
        let word = |n: u32| -> String {
            n.to_string().bytes().map(|digit| (digit + 49) as char).collect()
        };
        let admitted = (0..100_000).filter(|n| limiter.admit("a", &word(*n))).count();
        assert_eq!(admitted, MAX_KINDS + 10);
        assert_eq!(
            limiter.take_rest(""),
            ["99890 more: errors of other kinds; --all-errors prints each"]
        );
    }
}
