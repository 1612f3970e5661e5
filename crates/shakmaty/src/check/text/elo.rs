//! The ratings of the players.

use super::tag_lines::{TagLine, joined, quoted};

/// Returns the Elos that are no ratings.
pub(super) fn check(tags: &[TagLine<'_>]) -> Option<String> {
    let elos = tags.iter().filter(|line| matches!(line.name, b"WhiteElo" | b"BlackElo"));
    let wrong = elos.filter(|line| !is_elo(&line.value));
    let details = wrong.map(|line| {
        let name = String::from_utf8_lossy(line.name);
        format!("{name} {}: expected a number from 100 to 4000", quoted(&line.value))
    });
    joined(details, "; ")
}

/// True for a rating, and for the signs of none.
fn is_elo(value: &[u8]) -> bool {
    if matches!(value, b"" | b"?" | b"-") {
        return true;
    }
    let is_number = value.iter().all(u8::is_ascii_digit);
    let number: Option<u32> = str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
    is_number && number.is_some_and(|elo| (100..=4000).contains(&elo))
}
