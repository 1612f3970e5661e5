//! Kinds of texts by how they begin.

use super::game::has_game;
use super::kind::OtherKind;

/// The least number of lines of hex digits that are a list of keys.
const KEYS: usize = 4;

/// The columns that the CSV of every lattice run begins with.
const RUN_COLUMNS: &str = "step,time,";

/// First words of a web page, in small letters.
const HTML: [&str; 5] = ["<!doctype html", "<html", "<head", "<body", "<title"];

/// The beginning of a game, wherever it stands.
const EVENT: &str = "[Event \"";

/// The number of comments with which a setfl file begins, in lines.
const SETFL_COMMENTS: usize = 3;

/// The kind of a text that begins so, without spaces before it; `None` if it may be of games.
/// `is_whole` is true if there is no more.
pub(super) fn kind_of_text(text: &str, is_whole: bool) -> Option<OtherKind> {
    if is_sgf(text) {
        return Some(OtherKind::Sgf);
    }
    if text.starts_with('<') {
        return kind_of_markup(text);
    }
    if text.starts_with(RUN_COLUMNS) {
        return Some(OtherKind::Run);
    }
    if is_setfl(text) {
        return Some(OtherKind::Potential);
    }
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    if !is_whole && !text.ends_with('\n') {
        lines.pop();
    }
    lines.retain(|line| !line.is_empty() && !line.starts_with('#'));
    let first = *lines.first()?;
    if lines.len() >= KEYS && lines.iter().all(|line| is_key(line)) {
        return Some(OtherKind::Keys);
    }
    if is_board(first) {
        return Some(OtherKind::Positions);
    }
    let has_value = lines.iter().any(|line| is_value(line));
    let has_games = || {
        let may_be_one = |line: &&str| !is_table(line) && has_game(line.as_bytes());
        text.contains(EVENT) || lines.iter().any(may_be_one)
    };
    if has_value && (is_value(first) || is_table(first)) && !has_games() {
        let is_simulation = lines.iter().any(|line| matches!(*line, "[lattice]" | "[composition]"));
        return Some(match is_simulation {
            true => OtherKind::Simulation,
            false => OtherKind::Configuration,
        });
    }
    None
}

/// True for `(;` and a property, such as `GM[1]`. A variation that begins with a comment has none.
fn is_sgf(text: &str) -> bool {
    let node = text.strip_prefix('(').and_then(|rest| rest.trim_start().strip_prefix(';'));
    let Some((name, _)) = node.and_then(|node| node.split_once('[')) else { return false };
    let name = name.trim();
    // Small letters are of FF[3] and earlier: `GaMe[1]`.
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn kind_of_markup(text: &str) -> Option<OtherKind> {
    let text = text.to_ascii_lowercase();
    let is_page = |text: &str| HTML.iter().any(|begin| text.starts_with(begin));
    if is_page(&text) || text.starts_with("<!--") && text.contains("<html") {
        return Some(OtherKind::Html);
    }
    match text.starts_with("<?xml") {
        true if text.contains("<html") => Some(OtherKind::Html),
        is_xml => is_xml.then_some(OtherKind::Xml),
    }
}

/// True for three lines of comments, the number of elements and their symbols, and five numbers:
/// those of the tables, their steps, and the cutoff.
fn is_setfl(text: &str) -> bool {
    let mut lines = text.lines().skip(SETFL_COMMENTS);
    let (Some(elements), Some(grid)) = (lines.next(), lines.next()) else { return false };
    let mut words = elements.split_whitespace();
    let count = words.next().and_then(|count| count.parse::<usize>().ok());
    let symbols: Vec<&str> = words.collect();
    let is_symbol = |symbol: &&str| {
        symbol.len() <= 3
            && symbol.starts_with(|c: char| c.is_ascii_uppercase())
            && symbol.chars().all(|c| c.is_ascii_alphabetic())
    };
    let numbers: Vec<&str> = grid.split_whitespace().collect();
    count == Some(symbols.len())
        && !symbols.is_empty()
        && symbols.iter().all(is_symbol)
        && numbers.len() == 5
        && numbers.iter().all(|number| number.parse::<f64>().is_ok())
}

/// True for a line whose first word is the board of a FEN.
fn is_board(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or_default();
    board.matches('/').count() == 7 && board.chars().all(|c| "/pnbrqkPNBRQK12345678~".contains(c))
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
