//! Finds the first game of a text that begins anywhere in a file.

/// Maximum length of the beginning of a tag, from its bracket to its quote.
const MAX_TAG: u64 = 255;

/// Finds the first place of a text at which a game begins whatever came before: a tag after an
/// empty line, before which the last line that is not empty ends in a result. The text comes in
/// pieces.
///
/// `docs/index-format.md` of `zobrist-index` has the exact rule. With it, a text that is read from its beginning has a
/// game that begins there, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameStart {
    /// The place after the bytes that were read.
    at: u64,
    line: Line,
    before: Before,
    /// A tag that has begun, and may be a place.
    tag: Option<Tag>,
    found: Option<u64>,
}

/// The line so far.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    /// One whose beginning was not read.
    Rest,
    Empty,
    /// A carriage return and nothing else.
    Return,
    Text(Text),
}

/// A line with anything in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Text {
    /// The first byte that is not a blank; 0 before it.
    first: u8,
    /// The last bytes up to the last that is not a blank.
    last: u64,
    after_blank: bool,
}

/// The state at the end of the lines before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Other,
    Result,
    EmptyLineAfterResult,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Tag {
    start: u64,
    reads: TagPart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagPart {
    BeforeName,
    Name,
    AfterName,
}

impl GameStart {
    /// Searches a text that begins at a place.
    pub(super) fn from(at: u64) -> GameStart {
        GameStart { at, line: Line::Rest, before: Before::Other, tag: None, found: None }
    }

    /// Reads on, and returns the place, once it was found.
    pub(super) fn read(&mut self, text: &[u8]) -> Option<u64> {
        for byte in text {
            if self.found.is_some() {
                break;
            }
            self.read_byte(*byte);
            self.at += 1;
        }
        self.found
    }

    /// The first byte read that the place may still turn out to be.
    pub(super) fn pending(&self) -> u64 {
        self.tag.as_ref().map_or(self.at, |tag| tag.start)
    }

    fn read_byte(&mut self, byte: u8) {
        if let Some(tag) = &mut self.tag {
            match tag.reads.after(byte) {
                _ if self.at - tag.start >= MAX_TAG => self.tag = None,
                None if byte == b'"' && tag.reads != TagPart::BeforeName => {
                    self.found = Some(tag.start);
                }
                None => self.tag = None,
                Some(part) => tag.reads = part,
            }
        }
        match (&mut self.line, byte) {
            (_, b'\n') => self.end_line(),
            (Line::Rest, _) => {}
            (Line::Empty, b'\r') => self.line = Line::Return,
            (Line::Text(text), _) => text.push(byte),
            (Line::Empty | Line::Return, _) => {
                if self.line == Line::Empty
                    && byte == b'['
                    && self.before == Before::EmptyLineAfterResult
                {
                    self.tag = Some(Tag { start: self.at, reads: TagPart::BeforeName });
                }
                let mut text = Text::default();
                text.push(byte);
                self.line = Line::Text(text);
            }
        }
    }

    fn end_line(&mut self) {
        self.before = match &self.line {
            Line::Rest => Before::Other,
            Line::Empty | Line::Return if self.before == Before::Other => Before::Other,
            Line::Empty | Line::Return => Before::EmptyLineAfterResult,
            Line::Text(text) if text.ends_in_result() => Before::Result,
            Line::Text(_) => Before::Other,
        };
        self.line = Line::Empty;
    }
}

impl Text {
    fn push(&mut self, byte: u8) {
        if is_blank(byte) {
            self.after_blank = true;
            return;
        }
        if self.first == 0 {
            self.first = byte;
        }
        if self.after_blank {
            self.last = self.last << 8 | u64::from(b' ');
            self.after_blank = false;
        }
        self.last = self.last << 8 | u64::from(byte);
    }

    fn ends_in_result(&self) -> bool {
        let last = self.last.to_be_bytes();
        let is_result =
            [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].iter().any(|end| last.ends_with(end));
        // In a tag that is not closed and in some comments, it is not the result of a game.
        is_result && self.first.is_ascii_graphic() && !matches!(self.first, b'[' | b'%' | b';')
    }
}

impl TagPart {
    /// The part that the byte belongs to; `None` if the tag does not go on with it.
    fn after(self, byte: u8) -> Option<TagPart> {
        match self {
            TagPart::BeforeName | TagPart::Name if byte.is_ascii_alphanumeric() || byte == b'_' => {
                Some(TagPart::Name)
            }
            TagPart::BeforeName if is_blank(byte) => Some(TagPart::BeforeName),
            TagPart::Name | TagPart::AfterName if is_blank(byte) => Some(TagPart::AfterName),
            _ => None,
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place in a text, marked in it by `|`, whatever pieces the text comes in.
    #[track_caller]
    fn check(marked: &str) {
        let text = marked.replace('|', "");
        let expected = marked.find('|').map(|at| at as u64);
        for size in [1, 2, 5, text.len().max(1)] {
            let mut start = GameStart::from(0);
            let mut kept = 0;
            for piece in text.as_bytes().chunks(size) {
                start.read(piece);
                assert!(kept <= start.pending());
                kept = start.pending();
            }
            assert_eq!(start.found, expected, "{marked:?}");
            assert!(expected.is_none_or(|at| kept <= at));
        }
    }

    #[test]
    fn a_game_begins_after_a_result_and_an_empty_line() {
        check("4. Nf3 *\n1. e4 1-0\n\n|[Event \"a\"]\n");
        check("\n1. e4 0-1 \t\r\n\r\n|[Event \"a\"]\r\n");
        check("\n1/2-1/2\n\n\r\n\n|[ \t_1 \"a\"]\n");
        check("\n*\n\n|[a\"\n\n1-0\n\n[b \"c\"]\n");
        check("\n*\n\n[%clk 1]\n\n*\n\n|[b \"c\"]\n");
        check("\n{ [%eval 0.1] } 1-0\n\n|[Event \"a\"]\n");
    }

    #[test]
    fn other_places_are_none() {
        check("");
        check("1. e4 1-0\n\n[Event \"a\"]\n");
        check("\n1. e4 1-0\n[Event \"a\"]\n");
        check("\n1. e4 1-0\n \n[Event \"a\"]\n");
        check("\n1. e4 1-0\n\n [Event \"a\"]\n");
        check("\n1. e4 1-0\n\n\r[Event \"a\"]\n");
        check("\n1. e4 1-0\n\n[Event\n\"a\"]\n");
        check("\n1. e4 1-0\n\n[Event a]\n");
        check("\n1. e4 1-0\n\n[\"a\"]\n");
        check("\n1. e4 1- 0\n\n[Event \"a\"]\n");
        check("\n1. e4\n\n[Event \"a\"]\n");
        check("\n[Result 1-0\n\n[Event \"a\"]\n");
        check("\n ; 1-0\n\n[Event \"a\"]\n");
        check("\n% *\n\n[Event \"a\"]\n");
        check("\n\u{feff}[a 1-0\n\n[Event \"a\"]\n");
        check("\n\u{1a}% 1-0\n\n[Event \"a\"]\n");
        check("\n1-0\nx\n\n[Event \"a\"]\n");
    }

    #[test]
    fn the_name_of_a_tag_does_not_fill_memory() {
        let name = |length| "a".repeat(length);
        check(&format!("\n*\n\n|[{}\"", name(253)));
        check(&format!("\n*\n\n[{}\"", name(254)));
        let mut start = GameStart::from(0);
        start.read(format!("\n*\n\n[{}", name(1000)).as_bytes());
        assert_eq!(start.pending(), 1005);
    }
}
