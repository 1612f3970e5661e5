//! GIB, the format of the server Tygem.

use super::sgf_text::{SgfText, handicap};
use super::{ServerRecordError, fault, lines, tenths};
use crate::color::Color;

/// The board of every game.
const SIZE: usize = 19;

pub(super) fn read(text: &str, sgf: &mut SgfText) -> Result<(), ServerRecordError> {
    let value = |key: &str| {
        lines(text).find_map(|(_, line)| {
            let value = line.strip_prefix("\\[")?.strip_prefix(key)?.strip_prefix('=')?;
            Some(value.strip_suffix("\\]").unwrap_or(value).trim())
        })
    };
    sgf.begin(SIZE);
    for (key, player, rank) in [("GAMEBLACKNAME", "PB", "BR"), ("GAMEWHITENAME", "PW", "WR")] {
        // The rank stands in parentheses after the name.
        let name = value(key).unwrap_or_default();
        let ranked = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
        let (name, level) = ranked.unwrap_or((name, ""));
        sgf.property(player, name);
        sgf.property(rank, level);
    }
    let main = value("GAMEINFOMAIN").unwrap_or_default();
    let main = |name: &str| main.split(',').find_map(|field| field.trim().strip_prefix(name));
    let tag = value("GAMETAG").unwrap_or_default();
    let tag = |name: char| tag.split(',').find_map(|field| field.trim().strip_prefix(name));
    let komi = main("GONGJE:").or_else(|| tag('G')).and_then(tenths);
    sgf.property("KM", &komi.unwrap_or_default());
    let margin = main("ZIPSU:").or_else(|| tag('Z')).and_then(tenths).unwrap_or_default();
    sgf.property("RE", &result(main("GRLT:").or_else(|| tag('W')).unwrap_or_default(), &margin));
    sgf.property("DT", &tag('C').and_then(date).unwrap_or_default());
    sgf.property("PC", value("GAMEPLACE").unwrap_or_default());

    let (mut has_begun, mut in_turn) = (false, Color::Black);
    for (number, line) in lines(text) {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("INI") if !has_begun => {
                let stones: Option<usize> = words.nth(2).and_then(|word| word.parse().ok());
                match stones {
                    Some(0 | 1) => {}
                    Some(stones) if handicap(stones, true).is_some() => {
                        sgf.handicap(&handicap(stones, true).unwrap_or_default());
                        (has_begun, in_turn) = (true, Color::White);
                    }
                    _ => return Err(fault(number, "a handicap up to 9 as third number", line)),
                }
            }
            Some("STO") => {
                let numbers: Vec<usize> = words.map_while(|word| word.parse().ok()).collect();
                let [_, _, player, column, row, ..] = numbers[..] else {
                    return Err(fault(number, "STO and five numbers", line));
                };
                let color = color(player).ok_or_else(|| fault(number, "color 1 or 2", line))?;
                (has_begun, in_turn) = (true, !color);
                sgf.play(number, color, Some((column, row)));
            }
            Some("SKI") => {
                let words: Vec<&str> = words.collect();
                let player = match words[..] {
                    // Some records name no color.
                    [_, _] => Some(in_turn),
                    [_, _, player, ..] => player.parse().ok().and_then(color),
                    _ => None,
                };
                let color = player.ok_or_else(|| fault(number, "SKI with color 1 or 2", line))?;
                (has_begun, in_turn) = (true, !color);
                sgf.play(number, color, None);
            }
            _ => {}
        }
    }
    Ok(())
}

fn color(number: usize) -> Option<Color> {
    match number {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}

/// The result by its number, and the points by which it was won.
fn result(number: &str, margin: &str) -> String {
    match number.trim() {
        "0" if !margin.is_empty() => format!("B+{margin}"),
        "1" if !margin.is_empty() => format!("W+{margin}"),
        "3" => "B+R".to_owned(),
        "4" => "W+R".to_owned(),
        "7" => "B+T".to_owned(),
        "8" => "W+T".to_owned(),
        _ => String::new(),
    }
}

/// A date, such as `2016-03-26` of `2016:03:26:17:29`.
fn date(text: &str) -> Option<String> {
    let mut parts = text.split(':').map(|part| part.trim().parse::<u32>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let is_date = (1900..=9999).contains(&year) && (1..=12).contains(&month);
    (is_date && (1..=31).contains(&day)).then(|| format!("{year}-{month:02}-{day:02}"))
}
