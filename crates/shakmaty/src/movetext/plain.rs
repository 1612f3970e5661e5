//! Texts of moves so plain that their words need not be looked at one by one.

/// How many words there are that could be moves, or `None` if that takes a closer look: with
/// comments, variations, annotations, signs of other scripts and the like.
///
/// Moves begin with a letter and are not annotations: they have three bytes or more, or are a
/// letter and a digit. What begins with a digit must be a move number or the result at the end.
///
/// Bytes are told apart by comparisons and words are counted without a branch, so that the compiler
/// processes many at once.
pub(super) fn count_plain_moves(text: &[u8]) -> Option<usize> {
    let text = without_result(text);
    // What comes before the text ends a word, and so does what comes after it.
    let mut classes = [END; BEFORE + CHUNK + BEHIND];
    let mut moves = 0;
    for start in (0..text.len()).step_by(CHUNK) {
        classes[0] = classes[CHUNK];
        let rest = &text[start..];
        let (seen, unseen) = classes[BEFORE..].split_at_mut(rest.len().min(CHUNK + BEHIND));
        for (class, byte) in seen.iter_mut().zip(rest) {
            *class = class_of(*byte);
        }
        unseen.fill(END);
        moves += count_in_chunk(&classes)?;
    }
    Some(moves)
}

/// How many bytes are looked at together: few enough for a count in a byte.
const CHUNK: usize = 240;
/// How many bytes before a byte, and after it, decide what word it begins.
const BEFORE: usize = 1;
const BEHIND: usize = 3;

/// What a byte can be: a letter, or a digit, ...
const LETTER: u8 = 1;
const DIGIT: u8 = 2;
/// ... a zero, which move numbers do not begin with, ...
const ZERO: u8 = 4;
/// ... what words end with, ...
const END: u8 = 8;
/// ... what occurs inside moves, or anything else.
const SIGN: u8 = 16;
const OTHER: u8 = 32;

#[inline(always)]
fn class_of(byte: u8) -> u8 {
    let is = |condition: bool, class: u8| if condition { class } else { 0 };
    let among = |bytes: &[u8]| bytes.iter().fold(false, |found, other| found | (byte == *other));
    let class = is((byte | 0x20).wrapping_sub(b'a') < 26, LETTER)
        | is(byte.wrapping_sub(b'0') < 10, DIGIT)
        | is(byte == b'0', ZERO)
        | is(among(b" \t\n\r.!?"), END)
        | is(among(b"+#=-/"), SIGN);
    class | is(class == 0, OTHER)
}

/// The number of moves that begin in a chunk, if all its words are plain.
fn count_in_chunk(classes: &[u8; BEFORE + CHUNK + BEHIND]) -> Option<usize> {
    let (mut moves, mut closer) = (0_u8, 0_u8);
    for at in 0..CHUNK {
        let is = |class: u8, behind: usize| classes[BEFORE + at + behind] & class != 0;
        let begins = (classes[at] & END != 0) & !is(END, 0);
        let annotation = is(END, 1) | is(LETTER, 1) & is(END, 2);
        let number = is(END, 1) | is(DIGIT, 1) & (is(END, 2) | is(DIGIT, 2) & is(END, 3));
        let plain = is(LETTER, 0) & !annotation | is(DIGIT, 0) & !is(ZERO, 0) & number;
        closer |= u8::from(is(OTHER, 0) | begins & !plain);
        moves += u8::from(begins & is(LETTER, 0));
    }
    (closer == 0).then_some(moves.into())
}

/// The text before the result that it ends with, if it does.
fn without_result(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_end();
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"]
        .into_iter()
        .filter_map(|result| text.strip_suffix(result))
        .find(|before| before.last().is_none_or(|byte| class_of(*byte) == END))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::movetext::{Words, could_be_move};

    #[test]
    fn plain_moves_are_counted_and_all_else_is_left() {
        for (text, expected) in [
            ("", Some(0)),
            ("*", Some(0)),
            ("1. e4 e5 2. Nf3 Nc6 1-0\n", Some(4)),
            ("1.e4 e5!? 2.O-O-O+ exd8=Q#\n121. Rae1xe4 1/2-1/2", Some(5)),
            ("e4", Some(1)),
            ("1... e5", Some(1)),
            ("1. e4 N", None),
            ("1. e4 ep", None),
            ("1. e4 e.p.", None),
            ("1. e4 {comment} e5", None),
            ("1. e4 (1. d4) e5", None),
            ("1. e4 $1", None),
            ("1. e4 0-0", None),
            ("1. e4 0000", None),
            ("1. e4 +-", None),
            ("1. e4 1-0 e5", None),
            ("1e4", None),
            ("1234. e4", None),
            ("1. e4\n% e5", None),
            ("1. \u{2658}f3", None),
        ] {
            assert_eq!(count_plain_moves(text.as_bytes()), expected, "{text}");
        }
    }

    proptest! {
        /// A count made here is the same as one made word by word.
        #[test]
        fn the_count_is_that_of_the_words(
            words in prop::collection::vec(
                prop_oneof![
                    12 => prop::sample::select(vec![
                        "e4", "Nf3", "exd5", "O-O", "Qa1xb2+", "e8=Q#", "1.", "23.", "107...", "d4!",
                    ]),
                    1 => prop::sample::select(vec![
                        "N", "ep", "+-", "0-0", "0000", "1-0", "*", "1/2-1/2", "{e4}", "(d4)", "(",
                        "1e4", "1234", "$5", "[", "K+", "e", "\u{bd}", "% e4", ";", "1.e4", "00",
                    ]),
                ],
                0..150,
            ),
            spaces in prop::collection::vec(prop::sample::select(vec![" ", "\n", " \n", "\t"]), 150),
        ) {
            let mut text = String::new();
            for (word, space) in words.iter().zip(spaces) {
                text.push_str(word);
                text.push_str(space);
            }
            if let Some(moves) = count_plain_moves(text.as_bytes()) {
                let mut words = Words::new(text.as_bytes(), 0);
                let slow = words.by_ref().filter(|(_, word)| could_be_move(word)).count();
                prop_assert_eq!(moves, slow, "{}", text);
                prop_assert!(words.variations.is_empty());
            }
        }
    }
}
