//! The names and values of properties that a record is made of.

use super::charset::Charset;
use crate::color::Color;

/// Returns the capital letters of a name, with zeros after them; if there are more than two, those
/// of no property that is read. Small letters mean nothing; they date from before FF\[4\].
pub(super) fn capitals(name: &[u8]) -> [u8; 2] {
    let mut letters = name.iter().copied().filter(u8::is_ascii_uppercase);
    let [first, second, third] = [(); 3].map(|()| letters.next().unwrap_or(0));
    if third == 0 { [first, second] } else { [third; 2] }
}

/// The text of a value without escapes and space. Numbers and points have neither.
pub(super) fn word(value: &[u8]) -> Vec<u8> {
    // No character of two bytes is part of a number or a point.
    let mut word = Charset::Plain.unescape(value);
    word.retain(|byte| !byte.is_ascii_whitespace());
    word
}

/// A column from the left and a row from the top, as SGF names them: both below 52.
pub(super) type Spot = (usize, usize);

fn spot(word: &[u8]) -> Option<Spot> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match word {
        [column, row] => Some((index(*column)?, index(*row)?)),
        _ => None,
    }
}

/// Reads a point, or a pass, which is empty.
pub(super) fn spot_or_pass(value: &[u8]) -> Option<Option<Spot>> {
    if let Some(spot) = spot(value) {
        return Some(Some(spot));
    }
    let word = word(value);
    if word.is_empty() { Some(None) } else { spot(&word).map(Some) }
}

/// Reads a point or a rectangle of points: its upper left and lower right corners.
pub(super) fn rectangle(value: &[u8]) -> Option<(Spot, Spot)> {
    if let Some(spot) = spot(value) {
        return Some((spot, spot));
    }
    let word = word(value);
    let (first, last) = match &word[..] {
        [first @ .., b':', _, _] => (spot(first)?, spot(&word[word.len() - 2..])?),
        word => (spot(word)?, spot(word)?),
    };
    (first.0 <= last.0 && first.1 <= last.1).then_some((first, last))
}

/// Reads a color. Some programs write words or numbers.
pub(super) fn color(value: &[u8]) -> Option<Color> {
    match &*word(value).to_ascii_lowercase() {
        b"b" | b"black" | b"1" => Some(Color::Black),
        b"w" | b"white" | b"2" => Some(Color::White),
        _ => None,
    }
}

/// Reads a size: the columns and rows, which may be too many for a board.
pub(super) fn size(value: &[u8]) -> Option<(usize, usize)> {
    let word = word(value);
    let word = str::from_utf8(&word).ok()?;
    let (width, height) = word.split_once(':').unwrap_or((word, word));
    let side = |text: &str| text.parse::<u8>().ok().map(usize::from);
    Some((side(width)?, side(height)?))
}

/// True if a value of `GM`, the number of a game, is that of Go, or empty; `None` when it is no
/// number.
pub(super) fn is_go(value: &[u8]) -> Option<bool> {
    let word = word(value);
    let number = str::from_utf8(&word).ok()?.parse::<i32>();
    if word.is_empty() { Some(true) } else { number.ok().map(|number| number == 1) }
}
