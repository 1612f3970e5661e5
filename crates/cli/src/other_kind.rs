//! Files that hold something else than games of chess, told before they are read as games.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use zobrist_files::plain_name;
use zobrist_index::open_regular;

/// The most bytes of a file that are looked at.
const HEAD: u64 = 4096;

/// The least number of lines of hex digits that are a list of keys.
const KEYS: usize = 4;

/// The columns that the CSV of every lattice run begins with.
const RUN_COLUMNS: &str = "step,time,";

/// The size of an entry of a book in bytes.
const ENTRY: u64 = 16;

/// A kind of file that this program knows, and that holds no games of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Simulation,
    Configuration,
    Go,
    Book,
    Run,
    Keys,
    Parquet,
}

impl Kind {
    /// The kind in words, and the commands that take such a file.
    fn words(self, file: &str) -> (&'static str, String) {
        match self {
            Kind::Simulation => (
                "the configuration of a simulation",
                format!(
                    "`zobrist lattice run {file}` runs it, and `zobrist serve` shows the CSV that it writes"
                ),
            ),
            Kind::Configuration => (
                "a TOML file",
                format!(
                    "`zobrist schemes check {file}` checks that of a scheme, which --scheme takes, and \
                     `zobrist lattice run {file}` runs that of a simulation"
                ),
            ),
            Kind::Go => (
                "games of Go in SGF",
                format!(
                    "`zobrist go check {file}` checks them, and `zobrist serve` shows those of a file that \
                     ends in .sgf"
                ),
            ),
            Kind::Book => (
                "an opening book",
                format!(
                    "`zobrist book dump {file}` lists it, and `zobrist book check {file}` checks it"
                ),
            ),
            Kind::Run => (
                "the CSV of a lattice run",
                "`zobrist serve` shows that of a file that ends in .csv".to_owned(),
            ),
            Kind::Keys => {
                ("a list of keys in hex digits", format!("`zobrist keys audit {file}` audits them"))
            }
            Kind::Parquet => (
                "a Parquet file",
                "`zobrist explore` and `zobrist serve` take the folder of an index".to_owned(),
            ),
        }
    }
}

/// Refuses files of another kind than games of chess by what they hold, so that nobody waits for an index
/// without games. Pipes and files that cannot be read now are left to who reads them.
///
/// # Errors
/// When a file is of another kind: the first of them, with the command that takes it.
pub fn refuse_other_kinds(files: &[PathBuf]) -> Result<()> {
    for file in files {
        if let Some(kind) = kind_of(file) {
            let (what, advice) = kind.words(&file.display().to_string());
            bail!("{}: expected games of chess, got {what}; {advice}", file.display());
        }
    }
    Ok(())
}

fn kind_of(path: &Path) -> Option<Kind> {
    let meta = path.metadata().ok().filter(|meta| meta.is_file())?;
    let mut head = Vec::new();
    open_regular(path).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default().to_lowercase();
    let plain = plain_name(&name);
    let is_compressed = plain != name;
    if head.starts_with(b"PAR1") {
        return Some(Kind::Parquet);
    }
    let is_book = meta.len() > 0 && meta.len().is_multiple_of(ENTRY) && head.contains(&0);
    if name.ends_with(".bin") && is_book {
        return Some(Kind::Book);
    }
    if is_compressed {
        // Its name has to do.
        return plain.ends_with(".sgf").then_some(Kind::Go);
    }
    of_text(&String::from_utf8_lossy(&head), meta.len() > HEAD)
}

/// The kind of a text by its first bytes. `is_cut` says that there are more.
fn of_text(text: &str, is_cut: bool) -> Option<Kind> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let sgf = text.strip_prefix('(').map(str::trim_start);
    if sgf.is_some_and(|rest| rest.starts_with(';')) {
        return Some(Kind::Go);
    }
    if text.starts_with(RUN_COLUMNS) {
        return Some(Kind::Run);
    }
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    if is_cut {
        lines.pop();
    }
    lines.retain(|line| !line.is_empty() && !line.starts_with('#'));
    let first = *lines.first()?;
    if lines.len() >= KEYS && lines.iter().all(|line| is_key(line)) {
        return Some(Kind::Keys);
    }
    let has_value = lines.iter().any(|line| is_value(line));
    if has_value && (is_value(first) || is_table(first)) {
        let is_simulation = lines.iter().any(|line| matches!(*line, "[lattice]" | "[composition]"));
        return Some(if is_simulation { Kind::Simulation } else { Kind::Configuration });
    }
    None
}

/// True for a number of 32, 64 or 128 bits in hex digits.
fn is_key(line: &str) -> bool {
    let digits = line.trim_end_matches(',').trim_end_matches(['u', 'U', 'l', 'L']);
    let digits = digits.strip_prefix("0x").or(digits.strip_prefix("0X")).unwrap_or(digits);
    matches!(digits.len(), 8 | 16 | 32) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// True for `[table]` or `[[table]]` of a TOML file.
fn is_table(line: &str) -> bool {
    let inside = |text: &str| Some(text.strip_prefix('[')?.strip_suffix(']')?.to_owned());
    let table = inside(line);
    table.is_some_and(|table| is_name(&inside(&table).unwrap_or(table)))
}

/// True for `name = value` of a TOML file, and not for a promotion, `e8=Q`.
fn is_value(line: &str) -> bool {
    let Some((name, value)) = line.split_once('=') else { return false };
    let value = value.trim_start();
    let begins = |first: char| first.is_ascii_digit() || "\"'[{+-".contains(first);
    let is_word = ["true", "false", "inf", "nan"].iter().any(|word| value.starts_with(word));
    is_name(name.trim_end()) && (is_word || value.starts_with(begins))
}

fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    !name.is_empty() && name.bytes().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_what_stands_in_them() {
        for (text, expected) in [
            ("seed = 42\n[lattice]\nstructure = \"bcc\"\n", Some(Kind::Simulation)),
            ("# A run.\n\n[lattice]\nstructure = \"bcc\"\n", Some(Kind::Simulation)),
            ("name = \"mine\"\n", Some(Kind::Configuration)),
            ("[[kind]]\nname = \"piece\"\n", Some(Kind::Configuration)),
            ("(;GM[1]FF[4]SZ[3];B[ba])", Some(Kind::Go)),
            ("\u{feff} \n( ;SZ[9])", Some(Kind::Go)),
            ("step,time,energy,hits\n0,0,-1,0\n", Some(Kind::Run)),
            (
                "0123456789abcdef\n0123456789ABCDEF\n0x0123456789abcdef,\n0123456789abcdefULL\n",
                Some(Kind::Keys),
            ),
            ("0123456789abcdef\n", None),
            ("[Event \"x\"]\n\n1. e4 *\n", None),
            ("[Event \"a = b\"]\n\n1. e4 *\n", None),
            ("1. e4 {a = b} e5 *\n", None),
            ("1. e8=Q *\n", None),
            ("e8=Q\n", None),
            ("[Event]\n\n1. e4 *\n", None),
            ("seed=42\n", Some(Kind::Configuration)),
            ("(1. e4)\n", None),
            ("; a comment\n1. e4\n", None),
            ("% = x\n1. e4\n", None),
            ("", None),
        ] {
            assert_eq!(of_text(text, false), expected, "{text:?}");
        }
    }
}
