//! Syntax and header of the tables that are read, before any work is done.

use anyhow::{Result, bail};
use zobrist_game_text::MAX_LINE;
use zobrist_input::{FoundInput, without_mark};

use super::selector::Selector;
use super::syntax::{KEY, Syntax, is_blank, split_line_end};

/// Properties that all tables share.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) syntax: Syntax,
    /// Index of the column of the positions.
    pub(crate) index: usize,
    /// Number of fields of a record; 0 for JSON lines.
    pub(crate) fields: usize,
    /// Number of the first input, whose header and byte order mark are written.
    pub(crate) first: usize,
    /// Text of the header with the name of the new column; empty if there is none.
    pub(crate) text: Vec<u8>,
    /// For each input, the offset at which its rows begin.
    pub(crate) starts: Vec<u64>,
}

/// The beginning of an input.
struct Begin {
    syntax: Syntax,
    /// All text up to the end of the first record that is not blank.
    text: Vec<u8>,
    /// Start of that record in the text.
    at: usize,
}

impl Begin {
    fn record(&self) -> &[u8] {
        split_line_end(&self.text[self.at..]).0
    }

    fn values(&self, name: &str) -> Result<Vec<Vec<u8>>> {
        let Some(values) = self.syntax.values(self.record()) else {
            bail!("{name}: expected a first record, got one with a quote that is not closed");
        };
        Ok(values)
    }
}

impl Header {
    /// Reads the beginning of each input. One with another syntax or header than the first is
    /// rejected when its turn comes.
    ///
    /// # Errors
    /// When the first input does not have the column.
    pub(crate) fn read(inputs: &mut [FoundInput], selector: &Selector) -> Result<Header> {
        let mut header: Option<Header> = None;
        let mut names = Vec::new();
        let mut starts = vec![0; inputs.len()];
        for number in 0..inputs.len() {
            let input = &mut inputs[number];
            if input.is_refused() {
                continue;
            }
            let Some(begin) = begin(input) else { continue };
            let name = input.name();
            match &header {
                None => {
                    let first = Header::of(&begin, &name, number, selector)?;
                    names = if first.text.is_empty() { Vec::new() } else { begin.values(&name)? };
                    header = Some(first);
                }
                Some(first) => {
                    if let Some(difference) = first.difference(&begin, &names) {
                        input.refuse_for(format!("{difference}; hash it by itself"));
                        continue;
                    }
                }
            }
            if header.as_ref().is_some_and(|header| !header.text.is_empty()) {
                starts[number] = begin.text.len() as u64;
            }
        }
        match (header, selector) {
            (Some(header), _) => Ok(Header { starts, ..header }),
            (None, Selector::Name(column)) if inputs.iter().all(|input| !is_json(input)) => {
                bail!("expected a header with the column `{column}`, got none")
            }
            (None, _) => {
                let (text, first) = (Vec::new(), 0);
                Ok(Header { syntax: Syntax::Csv, index: 0, fields: 1, first, text, starts })
            }
        }
    }

    fn of(begin: &Begin, name: &str, first: usize, selector: &Selector) -> Result<Header> {
        let mut header = Header {
            syntax: begin.syntax,
            index: 0,
            fields: 0,
            first,
            text: Vec::new(),
            starts: Vec::new(),
        };
        match (begin.syntax, selector) {
            (Syntax::JsonLines, Selector::Name(_)) => return Ok(header),
            (Syntax::JsonLines, Selector::Index(_)) => {
                bail!("{name}: JSON lines have names and no numbers; say --column NAME")
            }
            (_, Selector::Index(index)) => {
                (header.index, header.fields) = (*index, begin.values(name)?.len());
                if *index >= header.fields {
                    bail!(
                        "{name}: expected a column {}, got a first row of {}; a name stands for a \
                         column of a header",
                        index + 1,
                        header.fields
                    );
                }
            }
            (_, Selector::Name(column)) => {
                let names = begin.values(name)?;
                let count = |wanted: &str| names.iter().filter(|n| *n == wanted.as_bytes()).count();
                if count(KEY) > 0 {
                    bail!("{name}: the header has a column `{KEY}` already; rename or remove it");
                }
                match count(column) {
                    1 => {}
                    0 => bail!(
                        "{name}: expected a header with the column `{column}`, got {}",
                        words(&names)
                    ),
                    count => bail!(
                        "{name}: expected one column `{column}` in the header, got {count}; rename \
                         the others"
                    ),
                }
                let is_column = |name: &Vec<u8>| name == column.as_bytes();
                header.index = names.iter().position(is_column).expect("the header has it");
                header.fields = names.len();
                let (record, end) = split_line_end(&begin.text);
                header.text = [record, &[begin.syntax.separator()], KEY.as_bytes(), end].concat();
            }
        }
        Ok(header)
    }

    /// Describes the difference of another table from this one, whose header has these names.
    fn difference(&self, begin: &Begin, names: &[Vec<u8>]) -> Option<String> {
        if begin.syntax != self.syntax {
            let (this, other) = (self.syntax.name(), begin.syntax.name());
            return Some(format!("expected {this}, as the first file is, got {other}"));
        }
        if self.text.is_empty() {
            return None;
        }
        let got = begin.syntax.values(begin.record()).unwrap_or_default();
        (got != names).then(|| {
            format!("expected the header of the first file, {}, got {}", words(names), words(&got))
        })
    }
}

/// The beginning of an input; `None` if it has no text, or fails before its first record ends.
fn begin(input: &mut FoundInput) -> Option<Begin> {
    let named = Syntax::of_name(&input.name());
    let first = |text: &[u8], is_last: bool| -> Option<(usize, usize, Syntax)> {
        let mut at = text.len() - without_mark(text, 0).len();
        loop {
            let rest = &text[at..];
            let line = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            if is_blank(&rest[..line]) {
                if line == 0 || line == rest.len() && !rest.ends_with(b"\n") {
                    return None;
                }
                at += line;
                continue;
            }
            let syntax = named.unwrap_or_else(|| Syntax::of_line(&rest[..line]));
            let last = || is_last.then_some(line);
            return Some((at, at + syntax.record_end(rest).or_else(last)?, syntax));
        }
    };
    let is_enough = |text: &[u8]| text.len() > MAX_LINE || first(text, false).is_some();
    let mut text = input.peek(is_enough);
    let (at, end, syntax) = first(&text, true)?;
    text.truncate(end);
    Some(Begin { syntax, text, at })
}

fn is_json(input: &FoundInput) -> bool {
    Syntax::of_name(&input.name()) == Some(Syntax::JsonLines)
}

/// Names in the words of a message.
fn words(names: &[Vec<u8>]) -> String {
    let quoted = names.iter().map(|name| format!("`{}`", String::from_utf8_lossy(name)));
    quoted.collect::<Vec<_>>().join(", ")
}
