//! Contents of every export: the keys, their kinds, their origin and a test.

use std::fmt::Write;

use zobrist::Kind;
use zobrist_key_lists::integer_width;
use zobrist_key_sets::KeySet;

use super::accessors::{Accessor, accessors};
use super::meaning::meaning;
use super::operations::{Operation, SUM, XOR};
use super::reversible::ReversibleTables;
use super::samples::{Sample, samples};

/// Maximum width of a line of an export.
const MAX_COLUMNS: usize = 100;

/// A set of keys, ready to be written.
pub(crate) struct KeyTable<'a> {
    pub(crate) set: &'a KeySet,
    pub(crate) kinds: Vec<Kind>,
    /// The width of the integer that holds a key: 32, 64 or 128, or that of keys that add.
    pub(crate) width: u32,
    /// The features of the test: the first and the last of each kind.
    pub(crate) features: Vec<usize>,
    /// Their hash.
    pub(crate) hash: u128,
    pub(crate) accessors: Vec<Accessor>,
    /// Positions of chess; none for another layout.
    pub(crate) samples: Vec<Sample>,
    /// Number of columns by which the text will be indented.
    pub(crate) margin: usize,
    /// The tables of moves that can be taken back, if they are asked for.
    pub(crate) reversible: Option<ReversibleTables>,
}

impl<'a> KeyTable<'a> {
    pub(crate) fn new(set: &'a KeySet) -> KeyTable<'a> {
        let kinds: Vec<Kind> = set.kinds().kinds().collect();
        let mut features: Vec<usize> =
            kinds.iter().flat_map(|kind| [kind.start(), kind.end() - 1]).collect();
        features.dedup();
        let hash = set.hash(&features);
        KeyTable {
            set,
            kinds,
            width: set.width(),
            features,
            hash,
            accessors: accessors(set),
            samples: samples(set),
            margin: 0,
            reversible: None,
        }
    }

    /// The operations on a hash.
    pub(crate) fn operations(&self) -> &'static [Operation] {
        if self.set.linear { XOR } else { SUM }
    }

    /// The name of the function that puts a feature into a hash.
    pub(crate) fn put(&self) -> &'static str {
        self.operations()[0].feature
    }

    /// The name of the function that takes a key out of a hash.
    pub(crate) fn minus(&self) -> &'static str {
        self.operations()[self.operations().len() - 1].key
    }

    /// Returns the operation by which keys combine, as the file of a scheme names it: `xor`, or
    /// `sum48`.
    pub(crate) fn combine(&self) -> String {
        if self.set.linear { "xor".to_owned() } else { format!("sum{}", self.set.bits) }
    }

    /// The pieces of chess in the order of their keys, in two words each.
    pub(crate) fn pieces(&self) -> Vec<[&'static str; 2]> {
        let chess = self.set.chess();
        let order = chess.map(|chess| chess.pieces().order());
        let order = order.into_iter().flatten();
        order.map(|(color, role)| [color.name(), role.name()]).collect()
    }

    /// A line for each piece, made from the words of its name and its number.
    pub(crate) fn piece_lines(&self, line: impl Fn(&[&str], usize) -> String) -> String {
        let pieces = self.pieces().into_iter().enumerate();
        pieces.map(|(number, words)| line(&words, number)).collect::<Vec<_>>().join("\n")
    }

    /// The rows of the positions: each the FEN in quotes, and the hash on a line of its own,
    /// between brackets.
    pub(crate) fn sample_rows(
        &self,
        indent: &str,
        [open, close]: [&str; 2],
        hash: impl Fn(u128) -> String,
    ) -> String {
        let rows = self.samples.iter().map(|sample| {
            // Tabs are those of Go, which does not align the hash with the position.
            let more =
                if indent.starts_with('\t') { "\t".to_owned() } else { " ".repeat(open.len()) };
            let Sample { fen, hash: word } = sample;
            format!("{indent}{open}\"{fen}\",\n{indent}{more}{}{close},", hash(*word))
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    /// A function for each operation by a key and by a feature; and for each accessor, its function
    /// and its array. `helpers` make arrays of one and of two dimensions.
    pub(crate) fn functions(
        &self,
        operation: impl Fn(&Operation) -> String,
        helpers: &[String],
        accessor: impl Fn(&Accessor) -> String,
    ) -> String {
        let operations = self.operations().iter().map(operation);
        let helpers = self.helpers(helpers).iter().cloned();
        let all = operations.chain(helpers).chain(self.accessors.iter().map(accessor));
        all.map(|text| text.trim_end().to_owned()).collect::<Vec<_>>().join("\n\n")
    }

    /// Returns the helpers for arrays of one and of two dimensions that the accessors need.
    pub(crate) fn helpers<'h>(&self, helpers: &'h [String]) -> &'h [String] {
        let dimensions = self.accessors.iter().filter_map(Accessor::dimensions);
        let most = dimensions.map(|dimensions| dimensions.len()).max().unwrap_or(0);
        &helpers[..most.min(helpers.len())]
    }

    /// Metadata of the keys: names and values.
    pub(crate) fn metadata(&self) -> Vec<(&'static str, String)> {
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
    pub(crate) fn header(&self, mark: &str) -> String {
        let mut text = format!("{mark} Keys for Zobrist hashing, made by `zobrist keys export`.\n");
        for (name, value) in self.metadata() {
            writeln!(text, "{mark} {name}: {value}").expect("a string takes all");
        }
        for (name, words) in meaning(self.set) {
            let line = format!("{name}: {words}");
            text += &wrapped(&sanitized(&line.replace('…', "...")), mark, self.margin);
        }
        text
    }

    /// The rows of the table: a comment for each kind, then its keys.
    pub(crate) fn rows(
        &self,
        indent: &str,
        mark: &str,
        literal: impl Fn(u128) -> String,
    ) -> String {
        let per_row = self.per_row(indent, &self.set.keys, &literal);
        let kinds = self.kinds.iter().map(|kind| {
            let keys = &self.set.keys[kind.start()..kind.end()];
            let rows = number_rows(indent, keys, per_row, &literal);
            format!("{indent}{mark} {} {}\n{rows}", kind.name(), kind.size())
        });
        kinds.collect::<Vec<_>>().join("\n")
    }

    /// Rows of other numbers than the keys.
    fn row_lines(
        &self,
        indent: &str,
        numbers: &[u128],
        literal: &dyn Fn(u128) -> String,
    ) -> String {
        let per_row = self.per_row(indent, numbers, literal);
        number_rows(indent, numbers, per_row, literal)
    }

    /// Fills a template with the tables of moves that can be taken back; empty if they are not asked
    /// for. `difference` writes a difference, `indent` begins the lines of the tables, and `more`
    /// are further values.
    pub(crate) fn reversible_text(
        &self,
        template: &str,
        indent: &str,
        difference: &dyn Fn(u128) -> String,
        more: &[(&str, &str)],
    ) -> String {
        let Some(tables) = &self.reversible else { return String::new() };
        let moves: Vec<u128> = tables.moves.iter().map(|only| u128::from(*only)).collect();
        let places = tables.differences.len();
        let ways = match self.set.linear {
            true => "each with the move back, which makes the same difference",
            false => "the moves back included, which make other differences",
        };
        let values = [
            ("count", tables.count.to_string()),
            ("places", places.to_string()),
            ("shift", places.trailing_zeros().max(16).to_string()),
            ("ways", ways.to_owned()),
            ("from", self.minus().to_owned()),
            ("differences", self.row_lines(indent, &tables.differences, difference)),
            ("moves", self.row_lines(indent, &moves, &|packed| format!("0x{packed:04x}"))),
        ];
        let values = values.iter().map(|(name, value)| (*name, value.as_str()));
        fill(template, &more.iter().copied().chain(values).collect::<Vec<_>>())
    }

    /// The number of literals in a row: a power of two, like the numbers of squares, files and
    /// colors.
    fn per_row(&self, indent: &str, numbers: &[u128], literal: impl Fn(u128) -> String) -> usize {
        let longest = numbers.iter().map(|number| literal(*number).len()).max().unwrap_or(1);
        let fit = ((MAX_COLUMNS - self.margin - indent.len() + 1) / (longest + 2)).max(1);
        1 << fit.ilog2()
    }

    /// The features of the test, separated by commas.
    pub(crate) fn test_features(&self, indent: &str) -> String {
        let mut text = String::new();
        let mut column = MAX_COLUMNS - self.margin;
        for feature in &self.features {
            let item = format!("{feature},");
            if column + 1 + item.len() > MAX_COLUMNS - self.margin {
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
    pub(crate) fn kind_lines(&self, line: impl Fn(&[&str], usize, usize) -> String) -> String {
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

    pub(crate) fn len(&self) -> usize {
        self.set.keys.len()
    }

    /// The width of the integer that holds a key in languages that have some: 32, 64 or 128.
    pub(crate) fn integer(&self) -> u32 {
        integer_width(self.width)
    }

    /// The number of hex digits of a key.
    pub(crate) fn digits(&self) -> usize {
        self.width.div_ceil(4) as usize
    }

    /// A number with as many hex digits as its width has.
    pub(crate) fn hex(&self, word: u128) -> String {
        format!("0x{word:0digits$x}", digits = self.digits())
    }

    /// The two halves of a number of 128 bits.
    pub(crate) fn halves(word: u128) -> [u64; 2] {
        [(word >> 64) as u64, word as u64]
    }
}

/// Rows of literals.
fn number_rows(
    indent: &str,
    numbers: &[u128],
    per_row: usize,
    literal: impl Fn(u128) -> String,
) -> String {
    let rows = numbers.chunks(per_row).map(|row| {
        let row: Vec<String> = row.iter().map(|number| literal(*number)).collect();
        format!("{indent}{},", row.join(", "))
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Joins the words of a name, as in `EN_PASSANT`.
pub(crate) fn screaming_snake_case(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    words.join("_").to_ascii_uppercase()
}

/// Joins the words of a name, as in `EnPassant`.
pub(crate) fn camel_case(words: &[impl AsRef<str>]) -> String {
    words
        .iter()
        .map(|word| {
            let (first, rest) = word.as_ref().split_at(1);
            first.to_ascii_uppercase() + rest
        })
        .collect()
}

/// A part of an export that may be missing, after an empty line.
pub(crate) fn section(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\n\n{}", text.trim_end()) }
}

/// A line of a comment, wrapped; `mark` starts each of its lines.
fn wrapped(text: &str, mark: &str, margin: usize) -> String {
    let mut lines = String::new();
    let mut line = mark.to_owned();
    for word in text.split(' ') {
        if line.len() + 1 + word.len() > MAX_COLUMNS - margin {
            lines += &line;
            lines.push('\n');
            line = format!("{mark}  ");
        }
        line.push(' ');
        line += word;
    }
    lines + &line + "\n"
}

/// Replaces the placeholders of a template, such as `@name@`, by their values.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
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
