//! UGF and UGI, the formats of the server PandaNet (IGS).

use super::sgf_text::{SgfText, handicap};
use super::{ServerRecordError, fault, lines};
use crate::color::Color;

pub(super) fn read(text: &str, sgf: &mut SgfText) -> Result<(), ServerRecordError> {
    // Keys of the header, with the line of each.
    let mut section = "";
    let mut header = Vec::new();
    for (number, line) in lines(text) {
        if line.starts_with('[') {
            section = line;
        } else if section.eq_ignore_ascii_case("[Header]") {
            header.extend(line.split_once('=').map(|(key, value)| (number, key.trim(), value)));
        }
    }
    let find = |key: &str| {
        let is_key = |(_, name, _): &&(usize, &str, &str)| name.eq_ignore_ascii_case(key);
        header.iter().find(is_key).map(|(number, _, value)| (*number, value.trim()))
    };
    let value = |key: &str| find(key).map_or("", |(_, value)| value);
    let field = |key: &str, index: usize| value(key).split(',').nth(index).unwrap_or_default();

    let (number, named) = find("Size").unwrap_or((1, "19"));
    let size = named.parse().ok().filter(|side| (1..=crate::MAX_SIDE).contains(side));
    let size: usize =
        size.ok_or_else(|| fault(number, "the size of a board from 1 to 25", named))?;
    sgf.begin(size);
    sgf.property("GN", value("Title"));
    sgf.property("PC", value("Place"));
    for (key, player, rank) in [("PlayerB", "PB", "BR"), ("PlayerW", "PW", "WR")] {
        sgf.property(player, field(key, 0));
        sgf.property(rank, field(key, 1));
    }
    sgf.property("DT", &field("Date", 0).replace('/', "-"));
    sgf.property("KM", field("Hdcp", 1));
    if value("Rule").to_ascii_uppercase().starts_with("JPN") {
        sgf.property("RU", "Japanese");
    }
    let winner = field("Winner", 0).trim().to_ascii_uppercase();
    if matches!(winner.as_str(), "B" | "W") {
        let how = field("Winner", 1).trim();
        let how = match how {
            "C" => "R",
            "T" => "T",
            how if how.parse::<f64>().is_ok_and(f64::is_finite) => how,
            _ => "",
        };
        sgf.property("RE", &format!("{winner}+{how}"));
    }
    let handicap_line = find("Hdcp").map_or(1, |(number, _)| number);
    let named = field("Hdcp", 0).trim();
    let expected = "a number of handicap stones";
    let stones = if named.is_empty() { Ok(0) } else { named.parse::<usize>() };
    let stones = stones.map_err(|_| fault(handicap_line, expected, named))?;

    // Rows count from the bottom with the coordinates of IGS, and else from the top.
    let is_igs = value("CoordinateType").eq_ignore_ascii_case("IGS");
    let point = |number, line: &str| {
        let &[column, row, ..] = line.as_bytes() else {
            return Err(fault(number, "a point of two letters", line));
        };
        if !column.is_ascii_uppercase() || !row.is_ascii_uppercase() {
            return Err(fault(number, "a point of two capital letters", line));
        }
        let [column, row] = [column, row].map(|letter| usize::from(letter - b'A'));
        // A point off the board is a pass.
        let is_on_board = column < size && row < size;
        Ok(is_on_board.then(|| (column, if is_igs { size - 1 - row } else { row })))
    };
    let mut set_up = Vec::new();
    let mut moves = Vec::new();
    for (number, line) in lines(text) {
        if line.starts_with('[') {
            section = line;
            continue;
        }
        if !section.eq_ignore_ascii_case("[Data]") || line.is_empty() {
            continue;
        }
        let mut fields = line.split(',').map(str::trim);
        let (at, player) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let node = fields.next().unwrap_or_default();
        let color = match player.bytes().next() {
            Some(b'B') => Color::Black,
            Some(b'W') => Color::White,
            _ => {
                play_all(sgf, stones, handicap_line, size, &set_up, &moves)?;
                return Err(fault(number, "a point, then B or W", line));
            }
        };
        match point(number, at) {
            // Stones of node 0 are those of the handicap.
            Ok(Some(point)) if node == "0" && color == Color::Black && set_up.len() < stones => {
                set_up.push(point);
            }
            Ok(point) => moves.push((number, color, point)),
            Err(error) => {
                play_all(sgf, stones, handicap_line, size, &set_up, &moves)?;
                return Err(error);
            }
        }
    }
    play_all(sgf, stones, handicap_line, size, &set_up, &moves)
}

/// A move with its line; a pass has no point.
type Played = (usize, Color, Option<(usize, usize)>);

/// Writes the handicap and the moves. Without stones of node 0, the handicap has its usual places.
fn play_all(
    sgf: &mut SgfText,
    stones: usize,
    line: usize,
    size: usize,
    set_up: &[(usize, usize)],
    moves: &[Played],
) -> Result<(), ServerRecordError> {
    if !set_up.is_empty() {
        sgf.handicap(set_up);
    } else if stones >= 2 {
        let points = handicap(stones, false).filter(|_| size == 19);
        let expected = "a handicap of 2 to 9 stones on 19x19, or stones of node 0";
        sgf.handicap(&points.ok_or_else(|| fault(line, expected, &stones.to_string()))?);
    }
    for (number, color, point) in moves {
        sgf.play(*number, *color, *point);
    }
    Ok(())
}
