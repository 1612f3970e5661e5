//! Lines of GTP: reading and preprocessing (specification, sections 2.2 to 2.6).

use std::io::{BufRead, Read};

use anyhow::{Context, Result};

/// The longest line in bytes, with its end.
pub(super) const MAX_LINE: u64 = 1 << 20;

/// A line after preprocessing. The id is empty if the line has none.
pub(super) enum CommandLine {
    /// Nothing to answer: an empty line, or a comment.
    Empty,
    /// A line of [`MAX_LINE`] bytes or more; the rest was skipped.
    TooLong { id: String },
    /// A command. Its name is empty if the line has an id alone: whoever sent an id waits for the
    /// answer that carries it.
    Command { id: String, name: String, arguments: Vec<String> },
}

/// Reads the next line; `None` at the end of the input. `buffer` is memory to reuse.
pub(super) fn read_line(
    input: &mut impl BufRead,
    buffer: &mut Vec<u8>,
) -> Result<Option<CommandLine>> {
    buffer.clear();
    let unread = "cannot read standard input";
    input.by_ref().take(MAX_LINE).read_until(b'\n', buffer).context(unread)?;
    if buffer.is_empty() {
        return Ok(None);
    }
    let is_whole = (buffer.len() as u64) < MAX_LINE || buffer.ends_with(b"\n");
    if !is_whole {
        input.skip_until(b'\n').context(unread)?;
    }
    Ok(Some(parse(&String::from_utf8_lossy(buffer), is_whole)))
}

/// Splits a line into words, without control characters and comments.
fn parse(line: &str, is_whole: bool) -> CommandLine {
    let text: String = line
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .take_while(|c| *c != '#')
        .collect();
    let mut words = text.split_whitespace().map(str::to_owned).peekable();
    let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let name = words.next();
    if id.is_none() && name.is_none() {
        return CommandLine::Empty;
    }
    let id = id.unwrap_or_default();
    if is_whole {
        CommandLine::Command { id, name: name.unwrap_or_default(), arguments: words.collect() }
    } else {
        CommandLine::TooLong { id }
    }
}
