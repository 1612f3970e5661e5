//! Contents of every export: the keys, their kinds, their origin and a test.

use std::fmt::Write;

use zobrist::Kind;

use crate::key_set::KeySet;

/// Maximum width of a line of an export.
const MAX_COLUMNS: usize = 100;

/// A set of keys, ready to be written.
pub struct KeyTable<'a> {
    pub set: &'a KeySet,
    pub kinds: Vec<Kind>,
    /// The width of the integer that holds a key: 32, 64 or 128, or that of keys that add.
    pub width: u32,
    /// The features of the test: the first and the last of each kind.
    pub features: Vec<usize>,
    /// Their hash.
    pub hash: u128,
}

impl<'a> KeyTable<'a> {
    pub fn new(set: &'a KeySet) -> KeyTable<'a> {
        let kinds: Vec<Kind> = set.kinds().kinds().collect();
        let mut features: Vec<usize> =
            kinds.iter().flat_map(|kind| [kind.start(), kind.end() - 1]).collect();
        features.dedup();
        let hash = set.hash(&features);
        KeyTable { set, kinds, width: set.width(), features, hash }
    }

    /// Metadata of the keys: names and values.
    pub fn metadata(&self) -> Vec<(&'static str, String)> {
        let set = self.set;
        let group = match set.linear {
            true => String::new(),
            false => format!(", added modulo 2^{}", set.bits),
        };
        let entries = [
            ("name", set.name.clone()),
            ("source", set.origin.clone()),
            ("bits", format!("{}{group}", set.bits)),
            ("layout", set.kinds().to_string()),
            ("guarantee", set.guarantee.to_string()),
            ("fingerprint", set.fingerprint().to_string()),
        ];
        // A set without a name of its own has the name of its source.
        let scheme = set.scheme_fingerprint.map(|print| ("scheme fingerprint", print.to_string()));
        let entries = entries.into_iter().skip(usize::from(set.name == set.origin)).chain(scheme);
        entries.map(|(name, value)| (name, sanitized(&value))).collect()
    }

    /// The comment at the beginning of an export; `mark` starts each of its lines.
    pub fn header(&self, mark: &str) -> String {
        let mut text = format!("{mark} Keys for Zobrist hashing, made by `zobrist keys export`.\n");
        for (name, value) in self.metadata() {
            writeln!(text, "{mark} {name}: {value}").expect("a string takes all");
        }
        text
    }

    /// The rows of the table: a comment for each kind, then its keys.
    pub fn rows(&self, indent: &str, mark: &str, literal: impl Fn(u128) -> String) -> String {
        let longest = self.set.keys.iter().map(|key| literal(*key).len()).max().unwrap_or(1);
        // A power of two, like the numbers of squares, files and colors.
        let fit = ((MAX_COLUMNS - indent.len() + 1) / (longest + 2)).max(1);
        let per_row = 1 << fit.ilog2();
        let mut text = String::new();
        for kind in &self.kinds {
            writeln!(text, "{indent}{mark} {} {}", kind.name(), kind.size())
                .expect("a string takes all");
            for row in self.set.keys[kind.start()..kind.end()].chunks(per_row) {
                let row: Vec<String> = row.iter().map(|key| literal(*key)).collect();
                writeln!(text, "{indent}{},", row.join(", ")).expect("a string takes all");
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// The features of the test, separated by commas.
    pub fn test_features(&self, indent: &str) -> String {
        let mut text = String::new();
        let mut column = MAX_COLUMNS;
        for feature in &self.features {
            let item = format!("{feature},");
            if column + 1 + item.len() > MAX_COLUMNS {
                text.push('\n');
                text.push_str(indent);
                column = indent.len() + item.len();
            } else {
                text.push(' ');
                column += 1 + item.len();
            }
            text.push_str(&item);
        }
        text.trim_start_matches('\n').to_owned()
    }

    /// A line for each kind, made from the words of its name, its first feature and its size.
    pub fn kind_lines(&self, line: impl Fn(&[&str], usize, usize) -> String) -> String {
        let lines: Vec<String> = self
            .kinds
            .iter()
            .map(|kind| {
                let words: Vec<&str> = kind.name().split('-').collect();
                line(&words, kind.start(), kind.size())
            })
            .collect();
        lines.join("\n")
    }

    pub fn len(&self) -> usize {
        self.set.keys.len()
    }

    /// The number of hex digits of a key.
    pub fn digits(&self) -> usize {
        self.width.div_ceil(4) as usize
    }

    /// A number with as many hex digits as its width has.
    pub fn hex(&self, word: u128) -> String {
        format!("0x{word:0digits$x}", digits = self.digits())
    }

    /// The two halves of a number of 128 bits.
    pub fn halves(word: u128) -> [u64; 2] {
        [(word >> 64) as u64, word as u64]
    }
}

/// Joins the words of a name, as in `EN_PASSANT`.
pub fn screaming_snake_case(words: &[&str]) -> String {
    words.join("_").to_ascii_uppercase()
}

/// Joins the words of a name, as in `EnPassant`.
pub fn camel_case(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_ascii_uppercase() + rest
        })
        .collect()
}

/// Replaces the placeholders of a template, such as `@name@`, by their values.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in values {
        text = text.replace(&format!("@{name}@"), value);
    }
    text
}

/// A name or a path for a comment: characters that could end it, or form an escape, are replaced.
fn sanitized(text: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || " .,:;+-=()[]^_/*%'~".contains(c);
    let text: String = text.chars().map(|c| if kept(c) { c } else { '_' }).collect();
    text.replace("*/", "* /").replace("/*", "/ *")
}
