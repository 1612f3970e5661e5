//! How an engine is asked for its key, and how the answer is read.

use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use regex::bytes::{Regex, RegexBuilder};

use crate::word::Word;

/// The command that asks an engine for its key, and the pattern of the line with the key.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// The command, such as `d`.
    pub(crate) ask: String,
    regex: Regex,
    /// 16 or 10.
    base: u32,
}

/// A preset: its name, the command, the regular expression and the base.
type Preset = (&'static str, &'static str, &'static str, u32);

/// Engines that print a key, by the lines that they print. The first two serve most others.
const PRESETS: [Preset; 11] = [
    ("stockfish", "d", HEX, 16),
    ("fairy-stockfish", "d", HEX, 16),
    ("glaurung", "d", DECIMAL, 10),
    ("bbc", "d", r"^\s*Hash key: +([0-9a-f]{1,16})\s*$", 16),
    ("stormphrax", "d", HEX, 16),
    ("obsidian", "d", HEX, 16),
    ("alexandria", "d", r"^position key: (\d+)", 10),
    ("caissa", "print", r"^Hash:\s+(\d+)", 10),
    ("plentychess", "debug", DECIMAL, 10),
    ("weiss", "print", r"^Zobrist Key: (\d+)", 10),
    ("viridithas", "d", r"\bkey: (\d+)", 10),
];

const HEX: &str = r"^Key: *(?:0x)?([0-9A-Fa-f]{1,32})\s*$";
const DECIMAL: &str = r"^(\d{6,39})\s*$";
/// Other labels that programs have: `Zobrist key: 0x…`, `Hash key:  …`, `PosKey: …`, `Hash = …`.
macro_rules! labeled {
    ($digits:literal) => {
        concat!(
            r"(?i)^\s*(?:zobrist|hash|key|(?:zobrist|hash|position|pos|board)[ _-]?(?:key|hash))",
            r"\s*[:=]\s*",
            $digits,
            r"\s*$"
        )
    };
}
const LABELED: &str = labeled!("(?:0x)?([0-9a-f]{6,32})");
const LABELED_DECIMAL: &str = labeled!(r"(\d{6,39})");

impl Pattern {
    /// Compiles a pattern. The key is its first group, or all of it if there is none.
    pub(crate) fn new(ask: &str, regex: &str, base: u32) -> Result<Pattern> {
        if ask.is_empty() || ask.contains(['\n', '\r']) {
            bail!("expected a command of one line for --ask, got {ask:?}");
        }
        let regex = RegexBuilder::new(regex).unicode(false).size_limit(1 << 20).build();
        let regex = regex.context("expected a regular expression for the key")?;
        Ok(Pattern { ask: ask.to_owned(), regex, base })
    }

    /// The pattern of an engine that is known by name.
    pub(crate) fn preset(name: &str) -> Result<Pattern> {
        let found = PRESETS.iter().find(|preset| preset.0 == name);
        let Some((_, ask, regex, base)) = found else {
            let names: Vec<_> = PRESETS.iter().map(|preset| preset.0).collect();
            bail!("expected one of the presets {}, got {name:?}", names.join(", "));
        };
        Pattern::new(ask, regex, *base)
    }

    /// The patterns that are tried where none is given.
    pub(crate) fn defaults() -> Vec<Pattern> {
        // Decimal digits first, which a key in hex has alone in one of 10^6 pairs of keys.
        let lines = [(HEX, 16), (DECIMAL, 10), (LABELED_DECIMAL, 10), (LABELED, 16)];
        let of =
            |ask: &str, (regex, base)| Pattern::new(ask, regex, base).expect("they are correct");
        ["d", "print"].iter().flat_map(|ask| lines.map(|line| of(ask, line))).collect()
    }

    /// The regular expression that is used where only the command is given.
    pub(crate) fn default_regex(base: u32) -> &'static str {
        if base == 16 { HEX } else { DECIMAL }
    }

    /// The key in a line and the bits of its digits, if it has one. Decimal digits have none.
    pub(crate) fn key(&self, line: &[u8]) -> Option<(Word, u32)> {
        let found = self.regex.captures(line)?;
        let digits = found.get(1).or_else(|| found.get(0))?.as_bytes();
        let digits = str::from_utf8(digits).ok()?;
        let bits = if self.base == 16 { 4 * digits.len() as u32 } else { 0 };
        Some((Word::from_str_radix(digits, self.base).ok()?, bits))
    }
}

/// The FEN in a line, without its clocks.
pub(super) fn fen(line: &[u8]) -> Option<String> {
    static FEN: LazyLock<Regex> = LazyLock::new(|| {
        let fen =
            r"(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] (?:-|[KQkq]{1,4})( |$)";
        RegexBuilder::new(fen).unicode(false).build().expect("it is correct")
    });
    let found = FEN.find(line)?;
    Some(String::from_utf8_lossy(found.as_bytes()).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_begins_the_line() {
        let pattern = Pattern::preset("stockfish").unwrap();
        assert_eq!(pattern.key(b"Key: 8F8F01D4562F59FB"), Some((0x8f8f_01d4_562f_59fb, 64)));
        assert_eq!(pattern.key(b"Key: 0x1f \r"), Some((0x1f, 8)));
        assert_eq!(pattern.key(b"Pawn Key: 8F8F01D4562F59FB"), None);
        assert_eq!(pattern.key(b"Key: none"), None);
        let pattern = Pattern::preset("bbc").unwrap();
        assert_eq!(
            pattern.key(b"     Hash key:  e31eb47239560bd3"),
            Some((0xe31e_b472_3956_0bd3, 64))
        );
        let pattern = Pattern::preset("glaurung").unwrap();
        assert_eq!(pattern.key(b"5521865908262336403"), Some((5_521_865_908_262_336_403, 0)));
        assert_eq!(pattern.key(b"12345"), None);
    }

    #[test]
    fn other_labels_are_tried() {
        let found = |line: &str| {
            let keys = Pattern::defaults().into_iter().filter(|pattern| pattern.ask == "d");
            keys.filter_map(|pattern| Some(pattern.key(line.as_bytes())?.0)).next()
        };
        assert_eq!(found("Zobrist key: 0x00000000deadbeef"), Some(0xdead_beef));
        assert_eq!(found("     Hash key:  e31eb47239560bd3"), Some(0xe31e_b472_3956_0bd3));
        assert_eq!(found("PosKey: A31EB47239560BD3"), Some(0xa31e_b472_3956_0bd3));
        assert_eq!(found("hash = 12345678901234567890"), Some(12_345_678_901_234_567_890));
        assert_eq!(found("Pawn key: e31eb47239560bd3"), None);
        assert_eq!(found("Hash: none"), None);
    }

    #[test]
    fn a_line_may_have_a_fen() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
        let line = format!("Fen: {start} - 0 1");
        assert_eq!(fen(line.as_bytes()).as_deref(), Some(start));
        assert_eq!(fen(b"8/8/8/8/8/8/8/K1k5 b - - 0 1").as_deref(), Some("8/8/8/8/8/8/8/K1k5 b -"));
        assert_eq!(fen(b"Key: 8F8F01D4562F59FB"), None);
    }

    #[test]
    fn a_wrong_pattern_is_refused() {
        assert!(Pattern::new("d", "(", 16).is_err());
        assert!(Pattern::new("d\nquit", "x", 16).is_err());
        let error = Pattern::preset("stockfsh").unwrap_err().to_string();
        assert!(error.contains("stockfish, fairy-stockfish"), "{error}");
    }
}
