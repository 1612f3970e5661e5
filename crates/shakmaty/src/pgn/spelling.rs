//! The spellings of moves that programs and people write, turned into that of the standard.

use super::word::is_dash;

/// Returns a word in the spelling of the standard, as far as it is a move in another: figurines as
/// letters, `x` for a capture, `=` for a promotion, castling with the letter O and hyphens, no
/// hyphen between squares, and no signs after the move.
pub(super) fn plain(word: &str) -> String {
    let word: String = word.chars().filter_map(plain_letter).collect();
    let word = without_signs(&word).replace(':', "x");
    if let Some(castling) = castling(&word) {
        return castling.to_owned();
    }
    promotion(&word).unwrap_or(word)
}

/// A letter without figurines, dashes and the signs of captures; `None` for what is not seen.
fn plain_letter(letter: char) -> Option<char> {
    const FIGURINES: [&str; 6] = [
        "\u{2654}\u{265a}",
        "\u{2655}\u{265b}",
        "\u{2656}\u{265c}",
        "\u{2657}\u{265d}",
        "\u{2658}\u{265e}",
        "\u{2659}\u{265f}",
    ];
    match letter {
        'X' | '\u{d7}' => Some('x'),
        // They choose how a figurine is shown.
        '\u{fe0e}' | '\u{fe0f}' => None,
        _ if is_dash(letter) => Some('-'),
        _ => match FIGURINES.iter().position(|figurines| figurines.contains(letter)) {
            // A pawn has no letter.
            Some(piece) => "KQRBN".chars().nth(piece),
            None => Some(letter),
        },
    }
}

/// The word without what stands after the move: signs of check, evaluations, and `e.p.`
fn without_signs(word: &str) -> &str {
    let mut rest = word;
    loop {
        let is_sign = |letter: char| !letter.is_alphanumeric() && letter != ')';
        let shorter = match rest.trim_end_matches(is_sign) {
            "" => return word,
            shorter => shorter,
        };
        let ends = ["e.p", "ep", "(ep)", "(e.p.)"];
        let before = ends.iter().find_map(|end| shorter.strip_suffix(end));
        match before.map(|before| before.trim_end_matches('/')) {
            Some(before) if before.ends_with(|rank: char| rank.is_ascii_digit()) => rest = before,
            _ => return shorter,
        }
    }
}

/// Castling written with zeros or letters of either case, with hyphens or without.
fn castling(word: &str) -> Option<&'static str> {
    let is_zero = |letter: char| matches!(letter, '0' | 'O' | 'o');
    // Zeros alone are a null move.
    let is_number = word.chars().all(|letter| letter.is_ascii_digit());
    let zeros = word.chars().filter(|letter| is_zero(*letter)).count();
    let hyphens = word.chars().filter(|letter| *letter == '-').count();
    if is_number || zeros + hyphens != word.chars().count() || word.starts_with('-') {
        return None;
    }
    match (zeros, hyphens) {
        (2, 0..=1) => Some("O-O"),
        (3, 0 | 2) => Some("O-O-O"),
        _ => None,
    }
}

/// A move with a hyphen between its squares, or a promotion in parentheses, after a stroke or a
/// sign that is doubled; `None` if it has neither.
fn promotion(word: &str) -> Option<String> {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let squares = word.as_bytes().windows(5);
    let hyphen = squares
        .into_iter()
        .position(|part| is_square(&part[..2]) && part[2] == b'-' && is_square(&part[3..]));
    let mut text = word.to_owned();
    if let Some(at) = hyphen {
        text.remove(at + 2);
    }
    let marks: &[char] = &['(', '/', '=', ')'];
    let piece = text.trim_end_matches(')').chars().next_back()?;
    let before = text.trim_end_matches(')').strip_suffix(piece)?;
    let square = before.trim_end_matches(marks);
    if "QRBNKPqrbnkp".contains(piece) && square.len() < before.len() && square.ends_with(['1', '8'])
    {
        return Some(format!("{square}={piece}"));
    }
    hyphen.map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_become_those_of_the_standard() {
        for (word, expected) in [
            ("e4", "e4"),
            ("Qh4++", "Qh4"),
            ("Qh4#+", "Qh4"),
            ("Qh4+/-", "Qh4"),
            ("Qh4=", "Qh4"),
            ("Qh4+\u{2212}", "Qh4"),
            ("exd6e.p.", "exd6"),
            ("exd6e.p.+", "exd6"),
            ("exd6ep", "exd6"),
            ("e5xf6/ep", "e5xf6"),
            ("e:d5", "exd5"),
            ("ed5:", "ed5"),
            ("Nd4x", "Nd4x"),
            ("\u{2658}f3", "Nf3"),
            ("\u{265e}\u{fe0e}xc6", "Nxc6"),
            ("\u{2659}e4", "e4"),
            ("a8(Q)", "a8=Q"),
            ("a8(=Q)+", "a8=Q"),
            ("a8/Q", "a8=Q"),
            ("a8=\u{2655}", "a8=Q"),
            ("a7-a8/q", "a7a8=q"),
            ("a8=", "a8"),
            ("Ng1-f3", "Ng1f3"),
            ("e2\u{2013}e4", "e2e4"),
            ("0-0", "O-O"),
            ("o-o", "O-O"),
            ("OO", "O-O"),
            ("OOO+", "O-O-O"),
            ("O-0", "O-O"),
            ("0\u{2013}0\u{2013}0", "O-O-O"),
            ("00", "00"),
            ("O-O-", "O-O"),
            ("--", "--"),
        ] {
            assert_eq!(plain(word), expected, "{word}");
        }
    }
}
