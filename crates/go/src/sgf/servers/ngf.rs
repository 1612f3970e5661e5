//! NGF, the format of the servers wBaduk and CyberOro.

use super::sgf_text::{SgfText, handicap};
use super::{ServerRecordError, fault, lines};
use crate::color::Color;

/// Lines of the header.
pub(super) const HEADER: usize = 12;

pub(super) fn read(text: &str, sgf: &mut SgfText) -> Result<(), ServerRecordError> {
    let header: Vec<&str> = lines(text).map(|(_, line)| line).take(HEADER).collect();
    let Some(&[title, size, white, black, place, stones, _, komi, date, _, result, _]) =
        header.first_chunk::<HEADER>()
    else {
        return Err(fault(header.len(), "12 lines of header", ""));
    };
    let is_side = |side: &usize| (1..=crate::MAX_SIDE).contains(side);
    let size = size.parse().ok().filter(is_side);
    let size = size.ok_or_else(|| fault(2, "the size of a board from 1 to 25", header[1]))?;
    sgf.begin(size);
    sgf.property("GN", title);
    for (line, player, rank) in [(white, "PW", "WR"), (black, "PB", "BR")] {
        // The rank is the last word.
        let (name, level) = match line.rsplit_once(char::is_whitespace) {
            Some((name, level)) if level.starts_with(|c: char| c.is_ascii_digit()) => (name, level),
            _ => (line, ""),
        };
        sgf.property(player, name);
        sgf.property(rank, level.trim_end_matches('*'));
    }
    sgf.property("PC", place);
    let stones: usize = stones.parse().map_err(|_| fault(6, "a number of stones", stones))?;
    // A whole number stands for itself and a half, except with a handicap.
    if let Ok(points) = komi.parse::<i32>() {
        let half = if stones == 0 { ".5" } else { "" };
        sgf.property("KM", &format!("{points}{half}"));
    } else if komi.parse::<f64>().is_ok() {
        sgf.property("KM", komi);
    }
    let day: String = date.chars().take(8).filter(char::is_ascii_digit).collect();
    if day.len() == 8 {
        sgf.property("DT", &format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..]));
    }
    sgf.property("RE", &named_result(result));
    if stones >= 2 {
        let points = handicap(stones, true).filter(|_| size == 19);
        let expected = "a handicap of 2 to 9 stones on 19x19, or none";
        sgf.handicap(&points.ok_or_else(|| fault(6, expected, header[5]))?);
    }

    for (number, line) in lines(text).skip(HEADER) {
        let Some(played) = line.strip_prefix("PM") else { continue };
        let &[_, _, player, column, row, ..] = played.as_bytes() else {
            return Err(fault(number, "PM, two letters, B or W, and two letters", line));
        };
        let color = match player {
            b'B' => Color::Black,
            b'W' => Color::White,
            _ => return Err(fault(number, "B or W as fifth letter", line)),
        };
        if !column.is_ascii_uppercase() || !row.is_ascii_uppercase() {
            return Err(fault(number, "capital letters of a point", line));
        }
        // B stands for the first column and row, and A for none: a pass.
        let [column, row] = [column, row].map(|letter| usize::from(letter - b'A'));
        let point = (column > 0 && row > 0).then(|| (column - 1, row - 1));
        sgf.play(number, color, point);
    }
    Ok(())
}

/// A result in English, such as `White wins by resign!`, as in SGF; empty if it is not understood.
fn named_result(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    let winner = match (text.contains("black win"), text.contains("white win")) {
        (true, false) => "B",
        (false, true) => "W",
        _ => return String::new(),
    };
    if text.contains("resign") {
        return format!("{winner}+R");
    }
    if text.contains("time") {
        return format!("{winner}+T");
    }
    let is_number = |word: &&str| word.parse::<f64>().is_ok_and(f64::is_finite);
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    let points = words.map(|word| word.trim_matches('.')).find(is_number);
    points.map_or_else(|| format!("{winner}+"), |points| format!("{winner}+{points}"))
}
