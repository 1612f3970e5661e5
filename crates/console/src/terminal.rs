//! Escapes text for terminals, which obey control characters instead of showing them.
//!
//! Names, tags and lines come from untrusted files. An escape sequence in them could set the title
//! of a terminal, hide text or move the cursor, and a bidirectional control could show a line in
//! another order than it is stored. On a terminal they are written as `\u{…}`; elsewhere text is
//! exact. CSV is exact everywhere, since it is for programs.

use std::borrow::Cow;
use std::env;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::LazyLock;

/// Escaping of text for a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sink {
    /// No escaping.
    Exact,
    /// Control characters are escaped.
    Terminal,
}

/// Escaping for standard output.
pub fn stdout() -> Sink {
    static SINK: LazyLock<Sink> = LazyLock::new(|| Sink::of(&io::stdout()));
    *SINK
}

/// Escaping for standard error.
pub fn stderr() -> Sink {
    static SINK: LazyLock<Sink> = LazyLock::new(|| Sink::of(&io::stderr()));
    *SINK
}

/// True if the terminal can neither move its cursor nor show emphasis.
pub fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// True for a character that a terminal may obey: a control character of C0 or C1, DEL, or one
/// that changes the direction of text.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters around a text whose own direction is to change nothing around it.
const FIRST_STRONG_ISOLATE: char = '\u{2068}';
const POP_ISOLATE: char = '\u{2069}';

/// True for a letter or number of a script that is written from right to left: the blocks that
/// Unicode has set aside for such scripts.
fn is_from_right(c: char) -> bool {
    matches!(
        c,
        '\u{590}'..='\u{8ff}'
            | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefe}'
            | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}'
    )
}

impl Sink {
    fn of(stream: &impl IsTerminal) -> Sink {
        if stream.is_terminal() { Sink::Terminal } else { Sink::Exact }
    }

    /// Part of a line: a name, a tag, an echo of the input. Tabs and line ends are escaped, too.
    pub fn field(self, text: &str) -> Cow<'_, str> {
        self.escaped(text, is_obeyed)
    }

    /// A name that stands beside others. On a terminal, one with letters from right to left is
    /// isolated, so that it does not change places with what follows it.
    pub fn name(self, text: &str) -> Cow<'_, str> {
        let shown = self.field(text);
        match self == Sink::Terminal && shown.contains(is_from_right) {
            true => Cow::Owned(format!("{FIRST_STRONG_ISOLATE}{shown}{POP_ISOLATE}")),
            false => shown,
        }
    }

    /// Part of a line as bytes. On a terminal, bytes that are not UTF-8 become U+FFFD.
    pub fn bytes(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        if self == Sink::Exact {
            return Cow::Borrowed(bytes);
        }
        match String::from_utf8_lossy(bytes) {
            Cow::Borrowed(text) => into_bytes(self.field(text)),
            Cow::Owned(text) => Cow::Owned(self.field(&text).into_owned().into_bytes()),
        }
    }

    /// A message of one line; only the line end at its end is kept.
    pub fn message(self, text: &str) -> Cow<'_, str> {
        match (self, text.strip_suffix('\n')) {
            (Sink::Terminal, Some(line)) => match self.field(line) {
                Cow::Borrowed(_) => Cow::Borrowed(text),
                Cow::Owned(line) => Cow::Owned(line + "\n"),
            },
            _ => self.field(text),
        }
    }

    /// Several lines; tabs and line ends are kept.
    pub fn lines(self, text: &str) -> Cow<'_, str> {
        self.escaped(text, |c| is_obeyed(c) && c != '\n' && c != '\t')
    }

    /// JSON, where such characters occur in strings only, and those of C0 are escaped already.
    pub fn json(self, text: &str) -> Cow<'_, str> {
        let is_obeyed = |c| is_obeyed(c) && c != '\n';
        if self == Sink::Exact || !text.contains(is_obeyed) {
            return Cow::Borrowed(text);
        }
        let mut shown = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                c if is_obeyed(c) => write!(shown, "\\u{:04x}", u32::from(c)).expect(TAKES_ALL),
                c => shown.push(c),
            }
        }
        Cow::Owned(shown)
    }

    fn escaped(self, text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
        if self == Sink::Exact || !text.contains(&is_escaped) {
            return Cow::Borrowed(text);
        }
        let mut shown = String::with_capacity(text.len() + 8);
        for c in text.chars() {
            if is_escaped(c) {
                write!(shown, "{}", c.escape_unicode()).expect(TAKES_ALL);
            } else {
                shown.push(c);
            }
        }
        Cow::Owned(shown)
    }
}

const TAKES_ALL: &str = "a string takes all";

fn into_bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBEYED: [char; 17] = [
        '\0', '\u{7}', '\u{1b}', '\u{1f}', '\u{7f}', '\u{80}', '\u{9b}', '\u{9f}', '\u{61c}',
        '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}', '\r', '\u{b}',
    ];

    #[test]
    fn only_characters_that_a_terminal_obeys_are_escaped() {
        for c in OBEYED {
            let text = format!("a{c}b");
            let escaped = format!("a\\u{{{:x}}}b", u32::from(c));
            for shown in [Sink::Terminal.field(&text), Sink::Terminal.lines(&text)] {
                assert_eq!(shown, escaped);
            }
            assert_eq!(Sink::Terminal.bytes(text.as_bytes()), escaped.as_bytes());
            assert_eq!(Sink::Exact.field(&text), text);
            assert_eq!(Sink::Exact.lines(&text), text);
        }
        for text in ["", "Müller — 囲碁 ½ \\u{1b}", "\u{a0}\u{200d}\u{2028}\u{2065}\u{206a}\u{61b}"]
        {
            assert_eq!(Sink::Terminal.field(text), text);
        }
        assert_eq!(Sink::Terminal.field("a\tb\n"), "a\\u{9}b\\u{a}");
        assert_eq!(Sink::Terminal.lines("a\tb\n"), "a\tb\n");
        assert_eq!(Sink::Terminal.message("a\nb\u{1b}\n"), "a\\u{a}b\\u{1b}\n");
        assert_eq!(Sink::Terminal.message("a\n"), "a\n");
        assert_eq!(Sink::Exact.message("a\nb\u{1b}\n"), "a\nb\u{1b}\n");
    }

    #[test]
    fn names_from_right_to_left_are_isolated_on_a_terminal() {
        for (name, shown) in [
            ("محمد صلاح", "\u{2068}محمد صلاح\u{2069}"),
            ("יוסי כהן", "\u{2068}יוסי כהן\u{2069}"),
            // An isolate of the name itself is shown.
            ("יוסי\u{2069}", "\u{2068}יוסי\\u{2069}\u{2069}"),
            ("Müller 囲碁", "Müller 囲碁"),
            ("Evil\u{202e}ecila", "Evil\\u{202e}ecila"),
        ] {
            assert_eq!(Sink::Terminal.name(name), shown);
            assert_eq!(Sink::Exact.name(name), name);
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_exact_or_replaced() {
        assert_eq!(Sink::Exact.bytes(b"a\x9b1m\xff\x1b"), &b"a\x9b1m\xff\x1b"[..]);
        assert_eq!(
            Sink::Terminal.bytes(b"a\x9b1m\xff\x1b"),
            "a\u{fffd}1m\u{fffd}\\u{1b}".as_bytes()
        );
    }

    #[test]
    fn json_means_the_same_on_a_terminal() {
        let text: String = OBEYED.iter().collect();
        let json = serde_json::to_string(&text).unwrap() + "\n";
        let shown = Sink::Terminal.json(&json);
        assert!(!shown[..shown.len() - 1].contains(is_obeyed), "{shown}");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
        assert_eq!(Sink::Exact.json(&json), json);
    }
}
